"""Golden screens: what the OLED says and the dice show at the moments of a game, as text to review in a diff.

`UPDATE_GOLDEN=1` writes the files under golden/console anew.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import framed, golden
from tools.frames import tiles_text

SCREENS: dict[str, Callable[[ScriptedPlayer], object]] = {
    "boot-menu": lambda person: None,
    "how-many-players": lambda person: person.press(0),
    "who-plays": lambda person: person.press(0, 2),
    "name-entry": lambda person: person.press(0, 2, 1, 1, 4),
    "settings": lambda person: person.pick("Settings"),
    "your-turn": lambda person: person.start(),
    "choose": lambda person: person.start().throw(1, 4, 4, 2, 4, 6),
    "chosen": lambda person: person.start().throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4),
    "not-a-keep": lambda person: person.start().throw(1, 4, 4, 2, 3, 6).keep(4, 4),
    "kept-and-rolled": lambda person: person.start().throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4).throw(5, 1, 3),
    "bust": lambda person: person.start().throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4).throw(2, 3, 6),
    "hot-dice-chosen": lambda person: person.start().throw(1, 2, 3, 4, 5, 6).keep(1, 2, 3, 4, 5, 6),
    "banked": lambda person: person.start().throw(1, 1, 1, 2, 3, 3).press(BANK),
    "next-player": lambda person: person.start().throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL),
    "offer": lambda person: _offered(person),
    "pause": lambda person: person.start().press(MENU),
    "scores": lambda person: _offered(person).press(MENU, 1),
    "leave": lambda person: person.start().press(MENU, 4),
    "price-of-three-busts": lambda person: _busts(person),
    "ranking": lambda person: _won(person),
}


def _offered(person: ScriptedPlayer) -> ScriptedPlayer:
    person.start().throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL)
    person.wait(400)
    person.throw(1, 1, 1, 5, 3, 3).press(BANK, ROLL)
    person.wait(400)
    return person


def _busts(person: ScriptedPlayer) -> ScriptedPlayer:
    person.start(1).throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL)
    for _ in range(3):
        person.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    return person


def _won(person: ScriptedPlayer) -> ScriptedPlayer:
    person.start(1).throw(1, 1, 1, 1, 1, 1).keep(1, 1, 1, 1, 1, 1).throw(1, 1, 1, 1, 5, 3).press(BANK, ROLL)
    return person


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_its_golden_file(name: str, tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path))
    SCREENS[name](person)
    board = person.board
    words = framed(board.oled_shown)
    dice = "(the light show runs)" if name == "ranking" else tiles_text(board.pixels)
    text = f"{words}\n\n{dice}\n"
    assert "\ufffd" not in words
    assert text == golden(name, text, "console")


def test_no_line_of_any_screen_is_cut_off(tmp_path: Path) -> None:
    for name, act in SCREENS.items():
        folder = tmp_path / name
        folder.mkdir()
        person = ScriptedPlayer(str(folder))
        cut: list[str] = []
        canvas = person.app.canvas
        canvas.at = _watched(canvas.at, cut)  # type: ignore[method-assign]
        act(person)
        assert not cut, (name, cut)


def _watched(write: Callable[..., int], cut: list[str]) -> Callable[..., int]:
    """Canvas.at, noting each text that does not fit."""

    def at(x: int, row: int, text: str, end: int = 128) -> int:
        after = write(x, row, text, end)
        if after < x + 6 * len(text):
            cut.append(text)
        return after

    return at
