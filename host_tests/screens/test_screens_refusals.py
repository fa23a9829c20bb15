"""A button that does nothing now is answered with the low tone and with the reason, until the next press."""

import pytest

from host_tests.screens.test_screens_golden import SCREENS
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.view import sound

LOW_HZ = sound.NO[0] * sound.HZ
KEEP6 = KEEPS[5]


def refuses(player: ScriptedPlayer, button: int) -> bool:
    """Presses a button; returns whether the low tone was played."""
    tones = len(player.board.tones)
    player.tap(button)
    return LOW_HZ in [hz for hz, _ in player.board.tones[tones:]]


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_every_button_that_does_nothing_says_why(name: str, player: ScriptedPlayer) -> None:
    SCREENS[name](player)
    for button in (KEEP6, MENU, ROLL):
        before = player.lines
        if refuses(player, button):
            player.settle()
            assert player.lines != before, button


@pytest.mark.parametrize(
    ("name", "presses", "why"),
    [
        ("how-many-players", (ROLL,), "ROLL does nothing"),
        ("delete-parked", (KEEP6,), "Button 6 does nothing"),
        ("parked", (KEEP6,), "There is no line 6"),
        ("name-entry", (MENU, MENU, MENU), "No letter to delete"),
        ("name-entry", (0, 0, 0, 0, 0, 0, 0), "8 letters at most"),
    ],
)
def test_the_reason_is_above_the_bottom_line_until_the_next_press(
    name: str, presses: tuple[int, ...], why: str, player: ScriptedPlayer
) -> None:
    SCREENS[name](player)
    player.press(*presses[:-1])
    assert refuses(player, presses[-1])
    assert player.lines[6].strip() == why
    player.press(ROLL, BANK)
    assert why not in player.screen


def test_a_result_stays_complete_when_another_button_than_roll_is_pressed(player: ScriptedPlayer) -> None:
    SCREENS["bust"](player)
    before = player.lines
    assert refuses(player, KEEP6)
    player.settle()
    assert player.lines[:7] == before[:7] and player.lines[7].split() == ["ROLL", "next", "press", "ROLL"]
