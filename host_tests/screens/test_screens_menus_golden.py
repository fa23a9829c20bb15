"""Golden screens of the menus before a game: boot menu, player setup and house rules; no text of them is cut off.

`UPDATE_GOLDEN=1` rewrites the files under golden/screens.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_screen

SCREENS: dict[str, Callable[[ScriptedPlayer], ScriptedPlayer]] = {
    "boot-second-page": lambda player: player.press(MENU, BANK),
    "boot-ten-grand": lambda player: player.press(BANK),
    "boot-five-cubes": lambda player: player.press(*[BANK] * 6),
    "boot-seven-dice": lambda player: player.press(*[BANK] * 5),
    "boot-phase-10": lambda player: player.press(*[BANK] * 4),
    "who-plays-by-house-rules": lambda player: _changed(player).press(BANK, BANK),
    "house-rules": lambda player: _changed(player),
    "house-rules-last-page": lambda player: player.press(0, 1, MENU, 0, *[MENU] * 6),
    "a-house-rule": lambda player: _changed(player).pick("4+ alike"),
    "a-refused-house-rule": lambda player: (
        _changed(player).pick("End").press(ROLL, ROLL, ROLL, BANK).pick("To win").press(ROLL)
    ),
    "house-rules-in-play": lambda player: _changed(player).press(BANK, BANK, ROLL, MENU).pick("House rules"),
}


def _changed(player: ScriptedPlayer) -> ScriptedPlayer:
    player.press(0, 1, MENU, 0)
    for words in ("Hot dice", "Target"):
        player.pick(words).press(ROLL, BANK)
    return player.press(BANK, 0)


@pytest.mark.usefixtures("left_on")
@pytest.mark.parametrize("name", SCREENS)
def test_a_menu_matches_its_golden_file(name: str, player: ScriptedPlayer) -> None:
    SCREENS[name](player)
    check_screen(player.board, name, "screens")


def test_no_text_of_any_menu_is_cut_off(tmp_path: Path) -> None:
    for number, act in enumerate([*SCREENS.values(), _every_page]):
        folder = tmp_path / str(number)
        folder.mkdir()
        player = ScriptedPlayer(str(folder))
        canvas = player.app.canvas
        write = canvas.at

        def at(x: int, row: int, words: str, end: int = 128, write: Callable[..., int] = write) -> int:
            after = write(x, row, words, end)
            assert after == x + 6 * len(words) and after <= 129, words
            return after

        canvas.at = at  # type: ignore[method-assign, assignment]
        act(player)


def _every_page(player: ScriptedPlayer) -> ScriptedPlayer:
    """Opens every house rule of a variant and takes two further values of each."""
    player.press(0, 1, MENU, 0, 1)
    first = player.lines[0].split()[0]
    for _ in range(60):
        player.press(ROLL, ROLL, MENU)
        if player.lines[0].split()[0] == first:
            break
    return player
