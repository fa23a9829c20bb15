"""The estimate of flash wear: the calculation with given numbers, and the life of the flash with real data."""

from collections import Counter

import pytest

from sixpip.app.games.game_log import MAX_BYTES, MAX_LOGS
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, blocks_used
from tools.check import flash_wear
from tools.check.flash_wear import Wear, session_wear, simulate_games
from tools.check.power_loss.disk import Operation
from tools.check.power_loss.session import PLAY, Checkpoint, Recording, start_image

YEARS = 10
WORST_YEARS = 5
"""For the first free block, up to the rated endurance; after that littlefs, which verifies its writes, uses another."""


UPDATE_BLOCKS = 8
"""Needed by make flash, next to what it replaces."""


def erase(block: int) -> Operation:
    return block * BLOCK_SIZE, None


def program(block: int) -> Operation:
    return block * BLOCK_SIZE, bytes(256)


def recording() -> Recording:
    operations = [erase(9), erase(7), program(7), erase(7), erase(8), program(8), erase(9)]
    counts = (("switched on", 1), (PLAY, 3), ("settings", 4), (PLAY, 6), ("pause", 7))
    return Recording(b"", {}, [Checkpoint(name, count) for name, count in counts], operations, b"")


def test_only_the_erases_of_game_actions_are_counted() -> None:
    wear = session_wear(recording())
    assert wear == Wear(2, Counter({7: 1, 8: 1}))
    assert wear.per_action == 1


@pytest.fixture(scope="module")
def run() -> Wear:
    """Simulated games on the host; more games give a better estimate for the most erased block."""
    return simulate_games(start_image()[1], flash_wear.GAMES)


@pytest.mark.sweep
def test_the_flash_lasts_more_than_ten_years_at_two_hours_a_day(run: Wear) -> None:
    assert sum(run.erases.values()) > run.actions
    free = BLOCK_COUNT - blocks_used(start_image()[1])
    assert len(run.erases) >= free, "wear is not leveled"
    assert (free - UPDATE_BLOCKS) * BLOCK_SIZE >= MAX_LOGS * MAX_BYTES, "no room for the logs"
    assert run.years(run.mean) > YEARS
    assert run.years(run.worst) > WORST_YEARS
