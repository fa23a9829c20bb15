"""Golden screens of the menus before a game: the boot menu and the house rules; and that none of their lines is cut.

`UPDATE_GOLDEN=1` writes the files under golden/console anew.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import framed, golden
from tools.frames import tiles_text

SCREENS: dict[str, Callable[[ScriptedPlayer], ScriptedPlayer]] = {
    "boot-second-page": lambda person: person.press(MENU, BANK),
    "boot-ten-grand": lambda person: person.press(BANK),
    "boot-five-cubes": lambda person: person.press(*[BANK] * 6),
    "boot-seven-dice": lambda person: person.press(*[BANK] * 5),
    "boot-phase-10": lambda person: person.press(*[BANK] * 4),
    "who-plays-by-house-rules": lambda person: _changed(person).press(BANK),
    "house-rules": lambda person: _changed(person),
    "house-rules-last-page": lambda person: person.press(0, 1, *[MENU] * 7),
    "a-house-rule": lambda person: _changed(person).pick("4+ alike"),
    "a-refused-house-rule": lambda person: (
        _changed(person).pick("End").press(ROLL, ROLL, ROLL, BANK).pick("Win").press(ROLL)
    ),
    "house-rules-in-play": lambda person: _changed(person).press(BANK, ROLL, MENU, 2),
}


def _changed(person: ScriptedPlayer) -> ScriptedPlayer:
    person.press(0, 1, MENU)
    for words in ("Hot dice", "Target"):
        person.pick(words).press(ROLL, BANK)
    return person.press(BANK, MENU)


@pytest.mark.parametrize("name", SCREENS)
def test_a_menu_is_as_its_golden_file(name: str, person: ScriptedPlayer) -> None:
    SCREENS[name](person)
    words = framed(person.board.oled_shown)
    assert "\ufffd" not in words
    drawn = f"{words}\n\n{tiles_text(person.board.pixels)}\n"
    assert drawn == golden(name, drawn, "console")


def test_no_line_of_any_menu_is_cut_off(tmp_path: Path) -> None:
    for number, act in enumerate([*SCREENS.values(), _every_page]):
        folder = tmp_path / str(number)
        folder.mkdir()
        person = ScriptedPlayer(str(folder))
        canvas = person.app.canvas
        write = canvas.at

        def at(x: int, row: int, words: str, end: int = 128, write: Callable[..., int] = write) -> int:
            after = write(x, row, words, end)
            assert after == x + 6 * len(words) and after <= 129, words
            return after

        canvas.at = at  # type: ignore[method-assign, assignment]
        act(person)


def _every_page(person: ScriptedPlayer) -> ScriptedPlayer:
    """Every page of house rules of a variant with pips, each turned to its longest value."""
    person.press(0, 1, MENU, 1)
    first = person.lines[0].split()[0]
    for _ in range(60):
        person.press(ROLL, ROLL, MENU)
        if person.lines[0].split()[0] == first:
            break
    return person
