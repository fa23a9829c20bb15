"""What play costs the flash: the sums on made-up numbers, and the years it gives on the real ones."""

import os
from collections import Counter

import pytest

from tools import wear
from tools.cuts.disk import Operation
from tools.cuts.session import PLAY, Moment, Recording, start_image
from tools.image import BLOCK_COUNT, BLOCK_SIZE
from tools.wear import ENDURANCE, Habits, Wear, long_run, wear_of

YEARS = 10
WORST_YEARS = 5
"""Of the first free block, until it has been erased as often as the datasheet promises; littlefs, which reads back what
it writes, then takes another."""
PROMISED = Habits(hours_a_day=2)
ALL = os.environ.get("SIXPIP_CUTS") == "all"


def erase(block: int) -> Operation:
    return block * BLOCK_SIZE, None


def program(block: int) -> Operation:
    return block * BLOCK_SIZE, bytes(256)


def made_up() -> Recording:
    """Two actions of a game, and settings between them."""
    operations = [erase(9), erase(7), program(7), erase(7), erase(8), program(8), erase(9)]
    moments = [Moment("switched on", 1), Moment(PLAY, 3), Moment("settings", 4), Moment(PLAY, 6), Moment("pause", 7)]
    return Recording(b"", {}, moments, operations, b"")


def test_only_what_the_actions_of_a_game_erased_is_counted() -> None:
    found = wear_of(made_up())
    assert found == Wear(2, Counter({7: 1, 8: 1}))
    assert found.per_action == 1


def test_worst_and_mean_are_of_the_blocks_that_were_erased() -> None:
    found = Wear(10, Counter({5: 8, 6: 1, 300: 3}))
    assert (found.worst, found.mean, found.per_action) == (8, 4, 1.2)


def test_the_years_are_the_erases_a_block_stands_by_those_of_a_year() -> None:
    habits = Habits(hours_a_day=3, actions_a_minute=5)
    found = Wear(300, Counter({5: 20}))  # an hour of play
    assert found.an_hour(found.worst, habits) == 20
    assert found.years(found.worst, habits) == pytest.approx(ENDURANCE / (20 * 3 * 365))
    twice = Habits(hours_a_day=6, actions_a_minute=5)
    assert found.years(found.worst, twice) == pytest.approx(found.years(found.worst, habits) / 2)


def test_a_number_that_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert wear.main(["--hours", "0"]) == 2
    assert "above 0" in capsys.readouterr().err


@pytest.fixture(scope="module")
def run() -> Wear:
    """Many games on the host; more of them tell more of the block erased most."""
    return long_run(start_image()[1], wear.GAMES if ALL else 30, PROMISED)


def test_the_flash_lasts_more_than_ten_years_at_two_hours_a_day(run: Wear) -> None:
    assert sum(run.erases.values()) > run.actions
    assert len(run.erases) > BLOCK_COUNT / 2, "wear is not levelled"
    assert run.years(run.mean, PROMISED) > YEARS
    if ALL:  # in a few games there is one block or another that happens to be used more
        assert run.years(run.worst, PROMISED) > WORST_YEARS


def test_the_table_says_what_is_assumed_and_what_was_found(run: Wear) -> None:
    text = wear.table(Wear(4, Counter({1: 6})), run, 30, PROMISED)
    for words in ("2 hours a day", "10 actions a minute", f"{ENDURANCE} erases", "1.50", f"mean of {len(run.erases)}"):
        assert words in text
    assert f"{run.years(run.worst, PROMISED):.1f}" in text
