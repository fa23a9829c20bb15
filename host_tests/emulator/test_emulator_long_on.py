"""An emulated Pico that is left on: its counters of microseconds and milliseconds wrap after 18 minutes and 12.4 days.

Their differences are wrong from half of that on. One board is booted, and each test runs in a fork.
"""

from pathlib import Path

import pytest

from host_tests.pico_fixture import boot, new_board, saved_record, saved_turn, screen_text, tap
from host_tests.scripted_player import BANK
from tools.check.emulator import Machine

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.forked]

MINUTE = 60
DAY = 24 * 60 * MINUTE
ANSWER_MS = 40


@pytest.fixture(scope="module")
def table(emulator: Path) -> Machine:
    """A console in ANNA's turn: three 1s and a 5 are rolled."""
    return boot(new_board(saved_turn()))


@pytest.mark.parametrize(
    "seconds",
    [
        *(9 * MINUTE, 12.5 * DAY),
        *(
            pytest.param(seconds, marks=pytest.mark.sweep)
            for seconds in (4 * MINUTE, 13 * MINUTE, 17 * MINUTE, 3 * DAY, 6.3 * DAY, 9 * DAY, 12.4 * DAY, 40 * DAY)
        ),
    ],
)
def test_a_press_is_answered_at_once_however_long_nobody_has_played(table: Machine, seconds: float) -> None:
    for button in (0, 1, 2):
        table.leap(seconds)
        frames = len(table.led_frames)
        table.press(button)
        table.run_until(lambda seen=frames: len(table.led_frames) > seen, ANSWER_MS, 2)  # type: ignore[misc]
        table.run_ms(300)
    assert "BANK 1 000" in screen_text(table)
    table.leap(seconds)
    tap(table, BANK)
    assert saved_record(table)["scores"] == [1000, 0]
    assert table.resets == []
