"""A button that does nothing now is answered with the low tone and with the reason, until the next press.

ROLL and BANK do something only where the bottom line says what.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from host_tests.screens import (
    test_screens_coach,
    test_screens_evening,
    test_screens_how_to_play,
    test_screens_last_games,
    test_screens_phase_ten,
    test_screens_records,
    test_screens_score_pad,
    test_screens_ten_thousand,
)
from host_tests.screens.test_screens_golden import SCREENS
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.app import screen_table
from sixpip.screens.play.game_screen import GameScreen
from sixpip.view import sound
from tools.play.host.picture_reader import words

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
        ("name-entry", (0,) * 11, "12 letters at most"),
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


def on_start(presses: Callable[[ScriptedPlayer], object]) -> Callable[[Path], ScriptedPlayer]:
    """Returns what switches a console on, as the fixture `player` does, and presses buttons."""

    def reach(folder: Path) -> ScriptedPlayer:
        player = ScriptedPlayer(str(folder))
        presses(player)
        return player

    return reach


def last_games(folder: Path, *presses: int) -> ScriptedPlayer:
    test_screens_last_games.saved(folder, test_screens_last_games.session("pure").play())
    return test_screens_last_games.listed(folder).press(*presses)


def self_test(name: str, folder: Path) -> ScriptedPlayer:
    player = ScriptedPlayer(str(folder))
    player.app.open(name)
    player.wait(500)
    return player


def workshop(line: int, folder: Path) -> ScriptedPlayer:
    return ScriptedPlayer(str(folder)).pick("Workshop").press(line)


def of_records(name: str, folder: Path) -> ScriptedPlayer:
    return test_screens_records.SCREENS[name](test_screens_records.console(folder).pick("Records"))


def in_folder(reach: Callable[[str], ScriptedPlayer], folder: Path) -> ScriptedPlayer:
    return reach(str(folder))


def notice(player: ScriptedPlayer) -> None:
    player.app.notify("A sentence. " * 20)
    player.settle()


STEPS = [line.split()[0] for line in screen_table.TABLE.split("\n") if line.startswith("self_test.")]
SELF_TEST = [step for step in STEPS if step != "self_test.buttons"]  # there each press is what is tested
COVERED = ("charging", "boot-charged", "awake")
"""For two seconds the news about the battery, or that a press only woke the console, covers the labels."""

WALK: dict[str, Callable[[Path], ScriptedPlayer]] = {
    "notice": on_start(notice),
    "opponent": on_start(lambda player: player.press(0, 1)),
    "groups": on_start(lambda player: player.press(0, 2, MENU)),
    "how to play": on_start(lambda player: player.start().press(MENU).pick("How to play")),
    "a house rule in play": on_start(lambda player: player.start().press(MENU).pick("House rules").press(0)),
    "no last turn": on_start(lambda player: player.start().press(MENU).pick("Last turn")),
    "score curves": on_start(lambda player: SCREENS["ranking"](player.press()) and player.press(MENU)),
    "score sheet": on_start(lambda player: player.start(2, "phase-10").press(MENU, 1)),
    "who starts": on_start(lambda player: player.start(3, "family-10000").press(0)),
    "who starts in phase 10": on_start(lambda player: player.start(3, "phase-10").press(0)),
    "just dice": on_start(lambda player: player.pick("Records").pick("Just dice").press(ROLL)),
    "pad games": on_start(lambda player: player.pick("Records").pick("Score pad")),
    "pad": lambda folder: test_screens_score_pad.opened(folder, "pure").press(0, 1),
    "last games": lambda folder: last_games(folder),
    "replay": lambda folder: last_games(folder, 0),
    "replay, on": lambda folder: last_games(folder, 0, ROLL, ROLL),
    "workshop": on_start(lambda player: player.pick("Workshop")),
    **{f"workshop, line {line + 1}": partial(workshop, line) for line in (0, 2, 3)},
    **{name: partial(self_test, name) for name in SELF_TEST},
    **{f"records: {name}": partial(of_records, name) for name in test_screens_records.SCREENS},
    **{f"golden: {name}": on_start(reach) for name, reach in SCREENS.items() if name not in COVERED},
}
for part in (
    test_screens_coach,
    test_screens_evening,
    test_screens_how_to_play,
    test_screens_phase_ten,
    test_screens_ten_thousand,
):
    WALK |= {f"{part.__name__[24:]}: {name}": partial(in_folder, reach) for name, reach in part.SCREENS.items()}


@pytest.mark.parametrize("name", WALK)
def test_roll_bank_and_menu_do_nothing_without_a_label(name: str, tmp_path: Path) -> None:
    for button in (ROLL, BANK, MENU):
        folder = tmp_path / str(button)
        folder.mkdir()
        player = WALK[name](folder)
        screen = player.app.screen
        shown = words(player.oled())
        # any press ends an animation or the pause of a computer, and nothing else
        passing = isinstance(screen, GameScreen) and (screen.dice.moving or screen.computer_plays())
        if not [*shown["labels"], shown["menu"]][button - ROLL] and not passing:
            assert refuses(player, button), player.lines
