"""Computes the cut-offs of the firmware's health tests, as in NIST SP 800-90B 4.4, and how often they raise an alarm.

The constants in firmware/sixpip/board/health_limits.py are these numbers; a test compares them.
"""

import math

import scipy

from sixpip.board import health_limits as limits

YEARS = 10
EVENINGS = 365 * YEARS
THROWS = 1000
"""Throws of an evening of games, with the console switched on once. It is played on each day of ten years."""
FAILURES = 4
"""Windows that fail before play stops, from one switching on to the next: one at each pace."""
TESTS = 5
HEALTHY_SHARE = 0.6
"""The largest share of ones, or of zeros, that a healthy oscillator is assumed to have."""
TESTED_ENTROPY = 0.5
"""Bits of min-entropy that a raw bit of a healthy oscillator is assumed to have at least, given the bits before it."""
COUNTED_ENTROPY = 0.1
"""Bits of min-entropy that the conditioning counts on in each raw bit."""
SPARE_BITS = 64
"""NIST SP 800-90C: an output has full entropy if its input has at least so many bits of min-entropy more."""


def chance_of_best_guess(entropy: float) -> float:
    """Returns the chance to guess a bit of this min-entropy: 2 to the power of -entropy."""
    return float(2.0**-entropy)


def upper_tail(least: int, trials: int, chance: float) -> float:
    """Returns the chance of `least` or more successes in this many trials (binomial distribution)."""
    return float(scipy.stats.binom.sf(least - 1, trials, chance))


def critical_count(trials: int, chance: float, alpha: float) -> int:
    """Returns 1 + critbinom(trials, chance, 1 - alpha): the least count whose chance is at most alpha."""
    return 1 + int(scipy.stats.binom.isf(alpha, trials, chance))


def more_than(failures: int, expected: float) -> float:
    """Returns the chance of `failures` or more windows that fail (Poisson distribution)."""
    return float(scipy.stats.poisson.sf(failures - 1, expected))


def windows_of_an_evening() -> float:
    """Returns the windows of raw bits that the dice of an evening are made of."""
    throws_a_block = 32 // 6
    return (THROWS / throws_a_block + 1) * int(limits.WINDOWS)


def alpha() -> float:
    """Returns the chance with which one test may fail a window of a healthy oscillator.

    Then a console that is played on every evening stops once in ten years though its oscillator is only just healthy.
    """
    failed = float(scipy.stats.gamma.ppf(1 / EVENINGS, FAILURES))  # more_than(FAILURES, failed) is 1 / EVENINGS
    return failed / windows_of_an_evening() / TESTS


def repetition_cutoff(entropy: float, rate: float) -> int:
    """Returns the cut-off of the repetition count test (SP 800-90B 4.4.1): C = 1 + ceil(-log2(alpha) / H).

    `rate`: the chance of a false alarm at each bit.
    """
    return 1 + math.ceil(-math.log2(rate) / entropy)


def proportion_cutoff(window: int, entropy: float, rate: float) -> int:
    """Returns the cut-off of the adaptive proportion test (SP 800-90B 4.4.2): 1 + critbinom(W, 2**-H, 1 - alpha)."""
    return critical_count(window, chance_of_best_guess(entropy), rate)


def lag_cutoff(entropy: float, rate: float) -> int:
    """Returns the cut-off of the lag test: equal pairs, or unequal ones, at one of the lags.

    The bit some places earlier, or its opposite, is one way to guess a bit: no guess is right more often than the best.
    The rate is divided by the number of comparisons, so that it holds for all lags together.
    """
    return critical_count(limits.PAIRS, chance_of_best_guess(entropy), rate / (2 * limits.LAGS))


def position_alarms(entropy: float) -> float:
    """Returns the chance that the position test fails a window: one of 16 positions at one lag, equal or unequal."""
    places = 2 * 16 * int(limits.LAGS)
    return min(1.0, places * math.pow(chance_of_best_guess(entropy), limits.PAIRS // 16))


REPEAT_PLACES: int = 16 * (2 * (limits.WINDOW // 16 - 8) - limits.LAGS // 16)
"""Where the repeated sample test compares its two samples in a window."""
_FIRST_BITS = 16
"""Bits that must all be equal."""


def repeat_chance(guess: float, cutoff: int = limits.REPEAT_CUTOFF) -> float:
    """Returns the chance that the repeated sample test fails at a place where each bit is equal with this chance."""
    others = 8 * int(limits.SAMPLE) - _FIRST_BITS
    return float(guess**_FIRST_BITS) * upper_tail(cutoff - _FIRST_BITS, others, guess)


def repeat_alarms(entropy: float) -> float:
    """Returns the chance that the repeated sample test fails a window: at one of its places."""
    return min(1.0, REPEAT_PLACES * repeat_chance(chance_of_best_guess(entropy)))


def repeat_cutoff(entropy: float, rate: float) -> int:
    """Returns the cut-off of the repeated sample test: the least count whose chance at all places is at most `rate`."""
    guess = chance_of_best_guess(entropy)
    first = math.pow(guess, _FIRST_BITS)
    return _FIRST_BITS + critical_count(8 * limits.SAMPLE - _FIRST_BITS, guess, rate / REPEAT_PLACES / first)


def computed_cutoffs() -> dict[str, int]:
    """Returns the cut-offs of the firmware, by their names in health_limits.py."""
    rate = alpha()
    return {
        "REPETITION_CUTOFF": repetition_cutoff(TESTED_ENTROPY, rate / limits.WINDOW),
        "PROPORTION_CUTOFF": proportion_cutoff(limits.WINDOW, -math.log2(HEALTHY_SHARE), rate),
        "LAG_CUTOFF": lag_cutoff(TESTED_ENTROPY, rate),
        "REPEAT_CUTOFF": repeat_cutoff(TESTED_ENTROPY, rate),
    }
