"""Starts of games with house rules that need much memory, on the emulated Pico, with buttons and then from cold.

`python -m tools.check.power_on` tries more of them.
"""

import pytest

from tools.check.power_on import HARDEST, PARKED, PLAYS, Mix, is_fault, random_mix, try_mix

pytestmark = pytest.mark.usefixtures("emulator")

PLAYED = HARDEST[:4] + HARDEST[6:9] + HARDEST[11:]
IN_MAKE_TEST = (HARDEST[1], HARDEST[11])


@pytest.mark.parametrize(
    "mix", [pytest.param(mix, marks=[] if mix in IN_MAKE_TEST else pytest.mark.sweep) for mix in PLAYED], ids=str
)
def test_a_game_that_once_stopped_the_console_starts_with_buttons_and_from_cold(mix: Mix) -> None:
    starts = try_mix(mix)
    assert not is_fault(starts), starts
    assert PARKED not in [start.outcome for start in starts], starts


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(1, 31))
def test_a_random_mix_of_house_rules_starts_with_buttons_and_from_cold(seed: int) -> None:
    starts = try_mix(random_mix(seed))
    assert not is_fault(starts), starts


@pytest.mark.sweep
def test_a_plain_game_needs_nothing_left_out() -> None:
    starts = try_mix(Mix("farkle", {}))
    assert [start.outcome for start in starts] == [PLAYS] * 3, starts
