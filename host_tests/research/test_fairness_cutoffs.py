"""The cut-offs of the health tests: those of the firmware are computed, and the chances that are stated are right."""

import pytest
import scipy

from sixpip.board import health_limits
from tools.research.fairness import cutoffs

pytestmark = pytest.mark.sweep


def test_the_cut_offs_in_the_firmware_are_the_computed_ones() -> None:
    computed = cutoffs.computed_cutoffs()
    assert {name: getattr(health_limits, name) for name in computed} == computed


def test_a_console_with_a_barely_healthy_oscillator_stops_once_in_ten_years_of_evenings() -> None:
    failed = cutoffs.alpha() * cutoffs.TESTS * cutoffs.windows_of_an_evening()
    assert cutoffs.EVENINGS * scipy.stats.poisson.sf(cutoffs.FAILURES - 1, failed) == pytest.approx(1, rel=1e-6)


def test_the_position_test_and_the_repeated_sample_test_raise_fewer_alarms_than_that() -> None:
    for alarms in (cutoffs.position_alarms, cutoffs.repeat_alarms):
        assert alarms(cutoffs.TESTED_ENTROPY) < cutoffs.alpha()
        assert alarms(cutoffs.TESTED_ENTROPY / 4) > cutoffs.alpha()


def test_the_probe_of_each_draw_is_at_least_as_long_as_the_cut_off_of_the_repetition_test() -> None:
    assert health_limits.PROBES * 16 >= health_limits.REPETITION_CUTOFF


def test_a_block_counts_on_more_min_entropy_than_full_entropy_needs() -> None:
    counted = health_limits.WINDOWS * health_limits.WINDOW * cutoffs.COUNTED_ENTROPY
    assert counted >= 256 + cutoffs.SPARE_BITS


@pytest.mark.parametrize(
    ("entropy_bits", "exponent", "cutoff"),
    [(1, 20, 21), (1, 30, 31), (0.5, 20, 41), (0.1, 30, 301), (0.3, 20, 68)],
)
def test_the_repetition_cut_off_is_that_of_the_standard(entropy_bits: float, exponent: int, cutoff: int) -> None:
    assert cutoffs.repetition_cutoff(entropy_bits, 2.0**-exponent) == cutoff


def test_a_cut_off_is_the_least_count_with_a_small_enough_chance() -> None:
    cutoff = cutoffs.lag_cutoff(0.5, 1e-6)
    chance = cutoffs.chance_of_best_guess(0.5)
    alpha = 1e-6 / (2 * health_limits.LAGS)
    assert cutoffs.upper_tail(cutoff, health_limits.PAIRS, chance) <= alpha
    assert cutoffs.upper_tail(cutoff - 1, health_limits.PAIRS, chance) > alpha
