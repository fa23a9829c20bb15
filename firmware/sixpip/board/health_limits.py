"""The numbers of the health tests in entropy.py. The build inlines them, so that the Pico does not load this module."""

from sixpip.compat import const

WINDOW = const(1024)
"""Raw bits of a window, which is tested as a whole."""
PAIRS = const(944)
"""Pairs of bits that the lag test compares in a window at each lag."""
LAGS = const(64)
"""The longest lag, and so the longest period that is found."""
WINDOWS = const(4)
"""Windows that are hashed into one block of 32 random bytes."""
PAUSE = const(64)
"""Rounds of an empty loop after each raw bit, so that one is read in about 10 us, as in the Pico SDK: bits that are
read faster depend on each other."""
SLOWEST = const(5832)
"""The longest pause: PAUSE times 4.5 to the power of three. After a window that fails the pause is 4.5 times as long,
because an oscillator that is nearly in step with the reads needs more time to drift; a window that fails with the
longest one stops play."""
PROBES = const(4)
"""Words of 16 raw bits that a draw reads: with 64 equal bits the source has stopped. A word without a pause comes
before them; nearly always its bits differ, and no more are read."""

FIXED = const(1024)
"""What count_equal adds at a lag at which the bits at one of 16 positions are always equal, or always unequal."""
SAMPLE = const(16)
"""Bytes of a sample of a window, which may not come again."""
SAMPLE_AT = const(64)
"""The first byte of the sample in its window. A repetition that begins in the last eighth of a window is not found,
because only a part of it is in that window. With a sample from the middle, such a distance or twice of it leads to
another place."""
SAMPLES = const(256)
"""Windows after which the samples begin again. One sample is searched for in half of them at most."""

REPETITION = const(1)
PROPORTION = const(2)
LAG = const(4)
POSITION = const(8)
REPEAT = const(16)
"""The tests, as bits of Entropy.failed."""
REPETITION_CUTOFF = const(49)
PROPORTION_CUTOFF = const(674)
LAG_CUTOFF = const(735)
REPEAT_CUTOFF = const(115)
"""A window fails at these counts: tools/research/fairness/cutoffs.py computes them."""

COUNTERS = const(67)
ONES = const(65)
FAILED = const(66)
"""COUNTERS is the length of Entropy.counters. Index 0 has the number of windows, 1 to 64 the equal pairs at each lag,
ONES the ones, and FAILED the windows that failed."""
