"""What the firmware finds in simulated sources of raw bits, and what dice they would make."""

import math
from array import array
from collections.abc import Mapping
from dataclasses import asdict
from statistics import NormalDist
from types import SimpleNamespace
from typing import Any

from sixpip.board import health_limits as limits
from sixpip.board.entropy import Entropy
from sixpip.screens.menus import fair_dice as fair
from tools.play.host import bit_sources, raw_bits
from tools.play.host.bit_sources import BitRegister, RawBit
from tools.research.fairness import raw_dice
from tools.research.fairness.faults import Source

MOST_BITS = 4_000_000
"""Raw bits after which a source counts as not found: those of an evening of games."""
SURE = 0.99
"""The chance with which the stated sample of the self-test finds a biased source."""
DRIFTS = (0.1, 0.03, 0.02, 0.01, 0.005, 0.003, 0.002, 0.001)
"""Of the phase of a ring oscillator in 1 us, in periods."""
OSCILLATORS = 20
_HZ = 5_500_000
_HZ_APART = 100_003
_NAMES = {
    limits.REPETITION: "repetition",
    limits.PROPORTION: "proportion",
    limits.LAG: "lag",
    limits.POSITION: "position",
    limits.REPEAT: "repeated sample",
}


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


def detect(source: Source, most: int = MOST_BITS) -> dict[str, Any]:
    """Tests one source; returns its row for a JSON file. Raw bits are counted from the first one; 0 is never.

    "tests": what stops play after "stopped_after" bits; "verdict": what the self-test shows after "seen_after" bits.
    """
    tests, stopped = stopped_after(source.one_by_one(), most)
    verdict, seen = seen_after(source.one_by_one(), most)
    return {
        "source": source.name,
        "tests": tests,
        "stopped_after": stopped,
        "verdict": verdict,
        "seen_after": seen,
    }


def dice_of(source: Source) -> dict[str, Any]:
    """Returns how far the dice of a source deviate, conditioned and not, for a JSON file."""
    return {
        "source": source.name,
        "conditioned": asdict(raw_dice.deviation(raw_dice.conditioned_dice(source.make()))),
        "bare": asdict(raw_dice.deviation(raw_dice.bare_dice(source.make()))),
    }


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

    source = bit_sources.ring_oscillator(_HZ + number * _HZ_APART, drift, clock_us, number)
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
