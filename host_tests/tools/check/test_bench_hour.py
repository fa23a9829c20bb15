"""The long play of the bench, for a minute: computers play, and the counter of milliseconds wraps."""

import pytest

from sixpip.app.game.players.game_players import FILE_BYTES
from tools.check.bench import hour
from tools.check.bench.player import BenchPlayer

FILES = 4
"""A save has two files open, and its record is made in memory."""

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.timeout(3600)]


@pytest.mark.sweep
@pytest.mark.parametrize("title", hour.TITLES)
def test_computers_play_on_while_the_counter_wraps_and_the_stack_has_room(title: str) -> None:
    found = {row.name.rpartition(", ")[2]: row for row in hour.rows(title, 1)}
    assert found["least free heap"].value > FILES * FILE_BYTES
    assert all(row.in_budget for row in found.values())
    assert 2000 < found[f"deepest stack of {hour.STACK_BYTES}"].value < hour.STACK_BYTES


def test_the_deepest_use_of_the_stack_is_found() -> None:
    machine = BenchPlayer().machine
    hour.paint_stack(machine)
    address = hour.STACK_END - 7000
    machine.mcu.write_uint32(address, 0)
    assert hour.deepest_stack(machine) == 7000


def test_the_growth_is_what_the_later_games_have_less() -> None:
    assert hour.growth_of([5000, 5200, 4000, 4100]) == 1000
    assert hour.growth_of([5000, 5100]) == 0
    assert hour.growth_of([5000]) == 0
