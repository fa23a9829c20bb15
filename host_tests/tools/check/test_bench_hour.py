"""The long play of the bench, for a minute: computers play, and the counter of milliseconds wraps."""

import pytest

from tools.check.bench import hour

FILE_BYTES = 1152
"""What MicroPython needs for an open file."""
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
