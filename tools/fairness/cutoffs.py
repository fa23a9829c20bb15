"""Computes the cut-offs of the firmware's health tests, as in NIST SP 800-90B 4.4, and how often they raise an alarm.

The constants in firmware/sixpip/board/health_limits.py are these numbers; a test compares them.
"""

import math

TESTED_ENTROPY = 0.5
"""Bits of min-entropy that the health tests demand of each raw bit."""
COUNTED_ENTROPY = 0.1
"""Bits of min-entropy that the conditioning counts on in each raw bit."""
ALPHA = 2.0**-30
"""The chance that one test of one window raises an alarm though each bit has exactly TESTED_ENTROPY."""
SPARE_BITS = 64
"""NIST SP 800-90C: an output has full entropy if its input has at least so many bits of min-entropy more."""


def chance_of_best_guess(entropy: float) -> float:
    """Returns the chance to guess a bit of this min-entropy: 2 to the power of -entropy."""
    return float(2.0**-entropy)


def upper_tail(least: int, trials: int, chance: float) -> float:
    """Returns the chance of `least` or more successes in this many trials (binomial distribution)."""
    if chance >= 1:
        return 1.0
    total = 0.0
    for count in range(trials, max(least, 0) - 1, -1):  # the smallest terms first
        total += math.exp(
            math.lgamma(trials + 1)
            - math.lgamma(count + 1)
            - math.lgamma(trials - count + 1)
            + count * math.log(chance)
            + (trials - count) * math.log1p(-chance)
        )
    return min(total, 1.0)


def critical_count(trials: int, chance: float, alpha: float) -> int:
    """Returns 1 + critbinom(trials, chance, 1 - alpha): the least count whose chance is at most alpha."""
    low, high = 0, trials + 1
    while low < high:
        middle = (low + high) // 2
        if upper_tail(middle, trials, chance) <= alpha:
            high = middle
        else:
            low = middle + 1
    return low


def repetition_cutoff(entropy: float = TESTED_ENTROPY, alpha: float = ALPHA) -> int:
    """Returns the cut-off of the repetition count test (SP 800-90B 4.4.1): C = 1 + ceil(-log2(alpha) / H)."""
    return 1 + math.ceil(-math.log2(alpha) / entropy)


def proportion_cutoff(window: int, entropy: float = TESTED_ENTROPY, alpha: float = ALPHA) -> int:
    """Returns the cut-off of the adaptive proportion test (SP 800-90B 4.4.2): 1 + critbinom(W, 2**-H, 1 - alpha)."""
    return critical_count(window, chance_of_best_guess(entropy), alpha)


def lag_cutoff(pairs: int, lags: int, entropy: float = TESTED_ENTROPY, alpha: float = ALPHA) -> int:
    """Returns the cut-off of the lag test: equal pairs, or unequal ones, at one of `lags` distances.

    The bit some places earlier, or its opposite, is one way to guess a bit: no guess is right more often than the best.
    Alpha is divided by the number of comparisons, so that it holds for all lags together.
    """
    return critical_count(pairs, chance_of_best_guess(entropy), alpha / (2 * lags))
