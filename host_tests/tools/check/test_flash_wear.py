"""The estimate of flash wear: the calculation with given numbers, and the life of the flash with real data."""

from collections import Counter

import pytest

from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, blocks_used
from tools.check import flash_wear
from tools.check.flash_wear import ENDURANCE, Usage, Wear, session_wear, simulate_games
from tools.check.power_loss.disk import Operation
from tools.check.power_loss.session import PLAY, Checkpoint, Recording, start_image

YEARS = 10
WORST_YEARS = 5
"""For the first free block, up to the rated endurance; after that littlefs, which verifies its writes, uses another."""
TWO_HOURS = Usage(hours_a_day=2)
"""Whether all games are played."""


def erase(block: int) -> Operation:
    return block * BLOCK_SIZE, None


def program(block: int) -> Operation:
    return block * BLOCK_SIZE, bytes(256)


def recording() -> Recording:
    """Two actions of a game, with a change of settings between them."""
    operations = [erase(9), erase(7), program(7), erase(7), erase(8), program(8), erase(9)]
    counts = (("switched on", 1), (PLAY, 3), ("settings", 4), (PLAY, 6), ("pause", 7))
    return Recording(b"", {}, [Checkpoint(name, count) for name, count in counts], operations, b"")


def test_only_the_erases_of_game_actions_are_counted() -> None:
    wear = session_wear(recording())
    assert wear == Wear(2, Counter({7: 1, 8: 1}))
    assert wear.per_action == 1


def test_worst_and_mean_are_over_the_erased_blocks_only() -> None:
    wear = Wear(10, Counter({5: 8, 6: 1, 300: 3}))
    assert (wear.worst, wear.mean, wear.per_action) == (8, 4, 1.2)


def test_the_years_are_the_endurance_divided_by_the_erases_per_year() -> None:
    usage = Usage(hours_a_day=3, actions_a_minute=5)
    wear = Wear(300, Counter({5: 20}))  # an hour of play
    assert wear.per_hour(wear.worst, usage) == 20
    assert wear.years(wear.worst, usage) == pytest.approx(ENDURANCE / (20 * 3 * 365))
    twice = Usage(hours_a_day=6, actions_a_minute=5)
    assert wear.years(wear.worst, twice) == pytest.approx(wear.years(wear.worst, usage) / 2)


def test_a_number_that_is_not_positive_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert flash_wear.main(["--hours", "0"]) == 2
    assert "above 0" in capsys.readouterr().err


@pytest.fixture(scope="module")
def run() -> Wear:
    """Simulated games on the host; more games give a better estimate for the most erased block."""
    return simulate_games(start_image()[1], flash_wear.GAMES, TWO_HOURS)


@pytest.mark.sweep
def test_the_flash_lasts_more_than_ten_years_at_two_hours_a_day(run: Wear) -> None:
    assert sum(run.erases.values()) > run.actions
    free = BLOCK_COUNT - blocks_used(start_image()[1])
    assert len(run.erases) >= free > BLOCK_COUNT / 4, "wear is not leveled"
    assert run.years(run.mean, TWO_HOURS) > YEARS
    assert run.years(run.worst, TWO_HOURS) > WORST_YEARS


@pytest.mark.sweep
def test_the_report_has_the_assumptions_and_the_results(run: Wear) -> None:
    text = flash_wear.table(Wear(4, Counter({1: 6})), run, 30, TWO_HOURS)
    for part in ("2 hours a day", "10 actions a minute", f"{ENDURANCE} erases", "1.50", f"mean of {len(run.erases)}"):
        assert part in text
    assert f"{run.years(run.worst, TWO_HOURS):.1f}" in text
