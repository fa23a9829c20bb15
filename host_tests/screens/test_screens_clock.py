"""The turn clock."""

from pathlib import Path

import pytest

from host_tests.evening_fixture import HALF_MINUTE, console, group_of, session_of, start
from host_tests.scripted_player import BANK, MENU, ROLL
from sixpip.rules.setup.variants import VARIANTS


@pytest.mark.long
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_when_the_time_is_up_the_console_plays_the_turn_to_its_end(variant: str, tmp_path: Path) -> None:
    rules = {"clock": HALF_MINUTE}
    player = start(console(tmp_path, rules, group_of(2)), variant, 2)
    while session_of(player).game.rolls == 0:
        player.press(ROLL)  # throws for the start, a first roll, and another one after a bust
        player.wait(400)
    ended = sum(session_of(player).game.turns)
    player.wait(20_000)
    assert sum(session_of(player).game.turns) == ended
    player.wait(150_000)
    assert sum(session_of(player).game.turns) > ended
    assert session_of(player).seats == [0, 0]


def test_the_clock_begins_with_the_first_roll_and_stands_in_menus(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2)
    player.wait(50_000)
    assert "ANNA 0|your turn" in player.screen
    player.throw(1, 2, 3, 4, 4, 6)
    player.wait(10_000)
    player.press(MENU)
    player.wait(60_000)
    player.press(BANK)
    player.wait(5_000)
    assert "TIME" not in player.screen and player.lines[7] == "ROLL most BANK 100"
    player.wait(8_000)
    assert "TIME" in player.lines[0]
    before = session_of(player).game.turns[0]
    player.wait(15_000)
    assert session_of(player).game.turns[0] > before


def test_dice_chosen_before_the_time_is_up_are_put_back(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 1, 1, 4, 4, 6).press(4)
    assert "One 4 scores nothing" in player.screen
    player.wait(40_000)
    assert session_of(player).game.turns == [1, 0] and "nothing" not in player.screen


def test_when_the_time_is_up_the_points_are_banked_if_that_is_allowed(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 2, 3, 3, 4, 6)
    player.wait(40_000)
    assert session_of(player).game.scores == [100, 0] and session_of(player).game.turns == [1, 0]


def test_each_turn_has_the_whole_time(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2)
    for _ in range(4):
        player.throw(1, 1, 1, 5, 2, 3)
        player.wait(15_000)
        assert "TIME" not in player.screen
        player.press(BANK, ROLL)
        player.wait(400)
    assert session_of(player).game.scores == [2100, 2100]
