"""What the firmware finds in simulated sources of raw bits: at power-on and running, and in the self-test."""

import math
from array import array
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from statistics import NormalDist
from types import SimpleNamespace
from typing import Any

from sixpip.board import health_limits as limits
from sixpip.board import raw_bits
from sixpip.board.entropy import Entropy
from sixpip.screens.self_test import fair
from tools.fairness import sources
from tools.fairness.sequences import from_raw_bits
from tools.fairness.sources import BitRegister, RawBit
from tools.fairness.statistical_tests import analyze

MOST_BITS = 4_000_000
"""Raw bits after which a source counts as not found: more than DICE dice need."""
DICE = 24_000
SURE = 0.99
"""The chance with which the stated sample of the self-test finds a biased source."""
GOOD_BITS = 50_000
"""Bits before a source is stuck."""
SHARES = (0.5, 0.51, 0.55, 0.7, 0.75, 0.8, 0.9, 0.97)
PERIODS = range(2, limits.LAGS + 1)
DRIFTS = (0.1, 0.03, 0.02, 0.01, 0.005, 0.003, 0.002, 0.001)
"""Of the phase of a ring oscillator in 1 us, in periods."""
OSCILLATORS = 20
_HZ = 5_500_000
_HZ_APART = 100_003
_NAMES = {limits.REPETITION: "repetition", limits.PROPORTION: "proportion", limits.LAG: "lag"}


@dataclass(frozen=True)
class Detection:
    """What was found in one source; bits are counted from its first bad one."""

    source: str
    entropy: float
    """Min-entropy of a raw bit."""
    tests: str
    """The health tests that stopped play; "" for none."""
    stopped_after: int
    """Raw bits until play stopped; 0 for never."""
    verdict: str
    """What the self-test shows; "" for nothing."""
    seen_after: int
    """Raw bits until the self-test showed it; 0 for never."""
    dice_p: float | None
    """The lowest corrected p-value of dice that are made of these bits alone; None where play stops."""


def names_of(failed: int) -> str:
    """Returns the names of health tests, from the bits of Entropy.failed."""
    return ", ".join(name for bit, name in _NAMES.items() if failed & bit)


def stopped_after(source: RawBit, most: int = MOST_BITS) -> tuple[str, int]:
    """Runs the health tests until they stop play; returns their names and the raw bits read, or "" and 0."""
    register = BitRegister(source)
    pool = Entropy(raw_bits, register, bytes, lambda: 0)
    while register.reads < most:
        while pool.gather():
            pass
        if pool.failed:
            return names_of(pool.failed), register.reads
        pool.draw(32)
    return "", 0


def seen_after(source: RawBit, most: int = MOST_BITS) -> tuple[str, int]:
    """Watches the self-test until its verdict on the raw bits is bad; returns it and the raw bits, or "" and 0."""
    pool = Entropy(raw_bits, BitRegister(source), bytes, lambda: 0)
    counters = array("i", [0] * limits.COUNTERS)
    pool.counters = counters
    while counters[0] * limits.WINDOW < most:
        before = counters[0]
        while counters[0] == before:
            if not pool.gather():
                pool.draw(32)
        verdict = "TEST FAILED" if counters[limits.FAILED] else fair.bits_verdict(counters)
        if verdict:
            return verdict, counters[0] * limits.WINDOW
    return "", 0


def detect(name: str, entropy: float, make: Callable[[], RawBit], good_bits: int = 0) -> Detection:
    """Tests one source; `make` returns it from its start, `good_bits`: how many good bits it begins with."""
    tests, stopped = stopped_after(make())
    verdict, seen = seen_after(make())
    dice_p = None if stopped else min(result.adjusted for result in analyze(from_raw_bits(make(), DICE)))
    return Detection(name, entropy, tests, max(0, stopped - good_bits), verdict, max(0, seen - good_bits), dice_p)


def percent_name(share: float) -> str:
    """Returns the name of a biased source in the table."""
    return f"{share:.0%} ones".replace("%", " %")


def biased(share: float) -> Detection:
    """Tests a source with this share of ones."""
    return detect(percent_name(share), -math.log2(max(share, 1 - share)), lambda: sources.biased(share))


def periodic(period: int) -> Detection:
    """Tests a source that repeats this many bits."""
    return detect(f"period {period}", 0.0, lambda: sources.periodic(period))


def all_periods() -> Detection:
    """Tests all periods; returns one row with the latest detection."""
    periods = [periodic(period) for period in PERIODS]
    verdicts = {one.verdict.partition(" AT ")[0] for one in periods}
    return Detection(
        f"periods {PERIODS[0]} to {PERIODS[-1]}, all {len(periods)}",
        0.0,
        "lag" if all("lag" in one.tests for one in periods) else "",
        max(one.stopped_after for one in periods) if all(one.stopped_after for one in periods) else 0,
        " or ".join(sorted(verdicts)) if all(verdicts) else "",
        max(one.seen_after for one in periods) if all(one.seen_after for one in periods) else 0,
        None,
    )


def all_detections() -> list[Detection]:
    """Tests all sources of the table."""
    return [
        *map(biased, SHARES),
        all_periods(),
        detect("stuck at 0", 0.0, lambda: sources.stuck_after(0)),
        detect(f"stuck at 1 after {GOOD_BITS} good bits", 0.0, lambda: sources.stuck_after(GOOD_BITS, 1), GOOD_BITS),
    ]


def bits_to_see(share: float, sure: float = SURE) -> int:
    """Returns the raw bits after which the self-test names a source with this share of ones, with this chance."""
    sigmas: float = fair.SIGMAS + NormalDist().inv_cdf(sure) * 2 * math.sqrt(share * (1 - share))
    return math.ceil((sigmas / (2 * abs(share - 0.5))) ** 2)


def slowest_pause_needed(drift: float, bit_us: Mapping[int, float], number: int) -> int:
    """Returns the pause at which a simulated ring oscillator fills a block; 0 if its bits fail at every pace.

    `bit_us`: the time of a raw bit by pause; `number`: gives each oscillator another frequency.
    """
    now_us = 0.0
    pauses = [limits.PAUSE]

    def read(register: BitRegister, window: bytearray, at: int, pause: int) -> object:
        pauses.append(pause)
        return raw_bits.read(register, window, at, pause)

    def clock_us() -> float:
        nonlocal now_us
        now_us += bit_us[pauses[-1]]
        return now_us

    source = sources.ring_oscillator(_HZ + number * _HZ_APART, drift, clock_us, number)
    loops = SimpleNamespace(read=read, scan=raw_bits.scan, count_equal=raw_bits.count_equal)
    pool = Entropy(loops, BitRegister(source), bytes, lambda: 0)
    while pool.gather():
        pass
    return 0 if pool.failed else pauses[-1]


def all_drifts(bit_us: Mapping[int, float]) -> list[dict[str, Any]]:
    """Returns for each drift how many of the simulated oscillators are read at each pace, and how many fail."""
    rows = []
    for drift in DRIFTS:
        pauses = [slowest_pause_needed(drift, bit_us, number) for number in range(OSCILLATORS)]
        rows.append({"drift": drift, "read_at": {str(pause): pauses.count(pause) for pause in [*bit_us, 0]}})
    return rows


def to_json(detections: list[Detection]) -> list[dict[str, Any]]:
    """Returns the detections for a JSON file."""
    return [asdict(one) for one in detections]
