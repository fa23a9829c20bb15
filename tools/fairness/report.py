"""The generated parts of firmware/RANDOMNESS.md: the diagram, the tables of limits, detections, samples and times."""

import math
from collections.abc import Callable

from sixpip.board import health_limits as limits
from sixpip.screens.self_test import fair
from tools import FIRMWARE, docs
from tools.bench.pico import CLOCK_HZ
from tools.bench.rows import REAL_PICO
from tools.fairness import cutoffs, detection, measure
from tools.fairness.statistical_tests import ALPHA

PAGE = FIRMWARE / "RANDOMNESS.md"
_BLOCK_BITS = 256
_BLOCK_BYTES = _BLOCK_BITS // 8
_THROWS_A_BLOCK = _BLOCK_BYTES // 6
_SAMPLES = (0.505, 0.51, 0.52, 0.55, 0.6)
_EVENING = 1000
"""Throws of an evening of games."""


def _rate(chance: float) -> str:
    """A small chance as a power of two."""
    return f"2^{math.log2(chance):.0f}" if chance > 0 else "less than 2^-1000"


def _number(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ")


def _milliseconds(cycles: float) -> str:
    return f"{cycles * 1000 / CLOCK_HZ:.2f} ms"


def path_diagram() -> str:
    """The way from the ring oscillator to a face."""
    window, windows = limits.WINDOW, limits.WINDOWS
    return f"""```mermaid
flowchart TB
  rosc["ring oscillator of the RP2040"]
  read["raw bits, one in 10 us: board/raw_bits_viper.py"]
  tests["window of {window} raw bits: repetition, proportion and lag test"]
  hash["SHA-256: board/entropy.py"]
  bytes["block of {_BLOCK_BYTES} random bytes"]
  dice["bytes 252 to 255 are rejected, face = byte % 6: app/dice_source.py"]
  face["faces of a throw"]
  urandom["os.urandom"]
  press["microseconds of the clock"]
  before["block before it"]
  stop["no roll: a sentence on the OLED"]
  rosc --> read --> tests
  rosc --> urandom
  tests -- "{windows} windows that pass" --> hash
  tests -- "a window that fails: more slowly" --> read
  tests -- "a window that fails at the slowest pace" --> stop
  urandom & press & before --> hash
  hash --> bytes --> dice --> face
```
"""


def limits_table() -> str:
    """The health tests: cut-offs and false alarms."""
    guess = cutoffs.chance_of_best_guess(cutoffs.TESTED_ENTROPY)
    windows = _EVENING / _THROWS_A_BLOCK * limits.WINDOWS

    def proportion(chance: float) -> float:
        return cutoffs.upper_tail(limits.PROPORTION_CUTOFF - 1, limits.WINDOW - 1, chance)

    def lag(chance: float) -> float:
        comparisons: int = 2 * limits.LAGS
        return min(1.0, comparisons * cutoffs.upper_tail(limits.LAG_CUTOFF, limits.PAIRS, chance))

    def repetition(chance: float) -> float:
        return math.pow(chance, limits.REPETITION_CUTOFF - 1)

    tests: list[tuple[str, str, int, str, float, Callable[[float], float]]] = [
        (
            "repetition count (SP 800-90B 4.4.1)",
            "equal bits in a row",
            limits.REPETITION_CUTOFF,
            "raw bit",
            windows * limits.WINDOW,
            repetition,
        ),
        (
            "adaptive proportion (SP 800-90B 4.4.2)",
            f"bits of a window of {limits.WINDOW} that are equal to its first",
            limits.PROPORTION_CUTOFF,
            "window",
            windows,
            proportion,
        ),
        (
            "lag (an additional test)",
            f"bits of {limits.PAIRS} that are equal, or unequal, to the one 1 to {limits.LAGS} places later",
            limits.LAG_CUTOFF,
            "window, all lags",
            windows,
            lag,
        ),
    ]
    rows = [
        [name, counts, str(cutoff), unit, _rate(chance(guess)), _rate(chance(0.5)), _rate(many * chance(0.5))]
        for name, counts, cutoff, unit, many, chance in tests
    ]
    half = f"{cutoffs.TESTED_ENTROPY} bits"
    head = ["test", "counts", "fails at", "false alarms for each", f"at {half} of min-entropy", "perfect bits"]
    return docs.table([*head, f"perfect bits, {_number(_EVENING)} throws"], rows)


def entropy_table() -> str:
    """The entropy that is assumed, and what a block needs."""
    bits = limits.WINDOW * limits.WINDOWS
    boundary = -math.log2(limits.PROPORTION_CUTOFF / limits.WINDOW)
    rows = [
        ["min-entropy of a raw bit that the conditioning counts on", f"{cutoffs.COUNTED_ENTROPY} bits"],
        ["min-entropy of a raw bit that the health tests demand", f"{cutoffs.TESTED_ENTROPY} bits"],
        ["false alarm rate of each test at that min-entropy, at most", _rate(cutoffs.ALPHA)],
        [
            "min-entropy of independent bits of which half of the windows fail the proportion test",
            f"{boundary:.2f} bits",
        ],
        ["raw bits of a block", _number(bits)],
        ["min-entropy that goes into a block, by the assumption", f"{bits * cutoffs.COUNTED_ENTROPY:.0f} bits"],
        [
            f"min-entropy that full entropy of {_BLOCK_BITS} bits needs (SP 800-90C)",
            f"{_BLOCK_BITS + cutoffs.SPARE_BITS} bits",
        ],
        ["min-entropy of a raw bit that would be enough", f"{(_BLOCK_BITS + cutoffs.SPARE_BITS) / bits:.3f} bits"],
    ]
    return docs.table(["what", "value"], rows)


def detections_table() -> str:
    """What is found in the simulated sources."""
    rows = []
    for one in measure.read()["detections"]:
        bits = _number(one["stopped_after"])
        seen = f"{one['verdict']}, {_number(one['seen_after'])}" if one["verdict"] else "nothing"
        rows.append(
            [
                one["source"],
                f"{one['entropy']:.2f}",
                f"{one['tests']}, {bits}" if one["tests"] else "no alarm",
                seen,
                "none after the alarm" if one["dice_p"] is None else f"fair (p {one['dice_p']:.2f})",
            ]
        )
    head = ["source of raw bits", "min-entropy of a bit", "play stops: test, raw bits", "self-test shows, raw bits"]
    return docs.table([*head, f"{_number(detection.DICE)} dice of these bits alone"], rows)


def drifts_table() -> str:
    """At which pace oscillators pass that drift slowly."""
    found = measure.read()
    paces = found["bit_us"]
    head = ["drift in 1 us, in periods", *(f"read once in {us:.0f} us" for us in paces.values()), "play stops"]
    rows = [[str(row["drift"]), *(str(row["read_at"][pause]) for pause in [*paces, "0"])] for row in found["drifts"]]
    return docs.table(head, rows)


def samples_table() -> str:
    """The sample with which the self-test names a biased source."""
    cycles = measure.read()["cycles"]["raw bits of five throws"] / (limits.WINDOW * limits.WINDOWS)
    rows = []
    for share in _SAMPLES:
        bits = detection.bits_to_see(share)
        seconds = bits * cycles / CLOCK_HZ * REAL_PICO
        rows.append([f"{share:.1%}".replace("%", " %"), _number(bits), f"{seconds:.1f} s"])
    return docs.table(
        ["ones", f"raw bits, to see it with a chance of {detection.SURE:.0%}".replace("%", " %"), "time on the Pico"],
        rows,
    )


def verdict_table() -> str:
    """The limits of the verdicts of the self-test."""
    from scipy import stats

    rows = [
        [
            "ones, and equal pairs at each lag",
            f"{fair.SIGMAS} standard deviations",
            _rate(2 * stats.norm.sf(fair.SIGMAS)),
        ],
        ["faces", f"chi-square {fair.FAIR / 1000}, 5 degrees of freedom", _rate(stats.chi2.sf(fair.FAIR / 1000, 5))],
        ["first verdict", f"{fair.FIRST} dice", ""],
    ]
    return docs.table(["what", "limit", "false alarms of each look"], rows)


def times_table() -> str:
    """The time of a throw."""
    rows = [
        [label, _milliseconds(cycles), _milliseconds(cycles * REAL_PICO)]
        for label, cycles in measure.read()["cycles"].items()
    ]
    return docs.table(["what", "emulated Pico, longest", "a real Pico, about"], rows)


def emulated_table() -> str:
    """The tests of the dice of the emulated Pico."""
    found = measure.read()["emulated"]
    rows = [
        ["dice", _number(found["dice"])],
        ["tests", str(found["tests"])],
        ["lowest corrected p-value", f"{found['lowest_p']:.2f}"],
        ["unfair below", str(ALPHA)],
    ]
    return docs.table(["what", "value"], rows)


PARTS: dict[str, Callable[[], str]] = {
    "random-path": path_diagram,
    "random-limits": limits_table,
    "random-entropy": entropy_table,
    "random-detections": detections_table,
    "random-drifts": drifts_table,
    "random-samples": samples_table,
    "random-verdicts": verdict_table,
    "random-times": times_table,
    "random-dice": emulated_table,
}
