"""The generated parts of firmware/RANDOMNESS.md: the diagram, the tables of limits, detections, samples and times."""

import math
from collections.abc import Callable

from sixpip.board import health_limits as limits
from sixpip.screens.workshop import fair_dice as fair
from tools import FIRMWARE
from tools.check.bench.pico import CLOCK_HZ
from tools.check.bench.rows import REAL_PICO
from tools.publish import markdown
from tools.research.fairness import cutoffs, detection, measure
from tools.research.fairness.detection import SOURCES
from tools.research.fairness.statistical_tests import ALPHA

PAGE = FIRMWARE / "RANDOMNESS.md"
_BLOCK_BITS = 256
_BLOCK_BYTES = _BLOCK_BITS // 8
_SAMPLES = (0.505, 0.51, 0.52, 0.55, 0.6)


def _rate(chance: float) -> str:
    """A small chance as a power of two."""
    return f"2^{math.log2(chance):.0f}" if chance > 0 else "less than 2^-1000"


def _number(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ")


def _percent(share: float) -> str:
    return f"{share:.1%}".replace("%", " %")


def _milliseconds(cycles: float) -> str:
    return f"{cycles * 1000 / CLOCK_HZ:.2f} ms"


def path_diagram() -> str:
    """The way from the ring oscillator to a face."""
    window, windows = limits.WINDOW, limits.WINDOWS
    return f"""```mermaid
flowchart TB
  rosc["ring oscillator of the RP2040 or RP2350"]
  read["raw bits, one in 10 us: board/entropy.py"]
  tests["window of {window} raw bits: five health tests"]
  hash["SHA-256: board/entropy.py"]
  bytes["block of {_BLOCK_BYTES} random bytes"]
  dice["bytes 252 to 255 are rejected, face = byte % 6: app/dice_source.py"]
  face["faces of a throw"]
  urandom["os.urandom"]
  press["microseconds of the clock"]
  before["block before it"]
  stop["no roll: a sentence on the OLED"]
  generator["RP2350 only: random number generator, with the same tests and a block of its own: board/trng.py"]
  rosc --> read --> tests
  rosc --> urandom
  tests -- "{windows} windows that pass" --> hash
  tests -- "a window that fails: more slowly" --> read
  tests -- "a window that fails at the slowest pace" --> stop
  urandom & press & before --> hash
  hash --> bytes --> dice --> face
  generator -. exclusive or .-> bytes
```
"""


def limits_table() -> str:
    """The health tests: cut-offs and false alarms."""
    half = cutoffs.chance_of_best_guess(cutoffs.TESTED_ENTROPY)

    def repetition(chance: float) -> float:
        return int(limits.WINDOW) * math.pow(chance, limits.REPETITION_CUTOFF - 1)

    def proportion(chance: float) -> float:
        return cutoffs.upper_tail(limits.PROPORTION_CUTOFF - 1, limits.WINDOW - 1, chance)

    def lag(chance: float) -> float:
        comparisons: int = 2 * limits.LAGS
        return min(1.0, comparisons * cutoffs.upper_tail(limits.LAG_CUTOFF, limits.PAIRS, chance))

    words, entropy = limits.PAIRS // 16, cutoffs.TESTED_ENTROPY
    rows = [
        [
            "repetition count (SP 800-90B 4.4.1)",
            "equal bits in a row",
            str(limits.REPETITION_CUTOFF),
            _rate(repetition(half)),
            _rate(repetition(0.5)),
        ],
        [
            "adaptive proportion (SP 800-90B 4.4.2)",
            f"bits of a window of {limits.WINDOW} that are equal to its first",
            str(limits.PROPORTION_CUTOFF),
            _rate(proportion(cutoffs.HEALTHY_SHARE)),
            _rate(proportion(0.5)),
        ],
        [
            "lag (an additional test)",
            f"bits of {limits.PAIRS} that are equal, or unequal, to the one 1 to {limits.LAGS} places later",
            str(limits.LAG_CUTOFF),
            _rate(lag(half)),
            _rate(lag(0.5)),
        ],
        [
            "position (an additional test)",
            f"the same at each 16th of them, {words} bits",
            f"all {words}",
            _rate(cutoffs.position_alarms(entropy)),
            _rate(cutoffs.position_alarms(1)),
        ],
        [
            "repeated sample (an additional test)",
            f"bits that come again of the first {8 * limits.SAMPLE} of this window, or of {8 * limits.SAMPLE} of one up"
            f" to {limits.SAMPLES // 2} windows before, at any place where 16 in a row do",
            f"{limits.REPEAT_CUTOFF}",
            _rate(cutoffs.repeat_alarms(entropy)),
            _rate(cutoffs.repeat_alarms(1)),
        ],
    ]
    alarms = ["fails a window of a barely healthy oscillator", "of perfect bits"]
    return markdown.table(["test", "counts", "fails at", *alarms], rows)


def alarms_table() -> str:
    """How the false alarm rate is divided."""
    rate = cutoffs.alpha()
    windows = cutoffs.windows_of_an_evening()
    failed = windows * rate * cutoffs.TESTS
    rows = [
        ["evenings in ten years, one a day", _number(cutoffs.EVENINGS)],
        ["throws of an evening, with the console switched on once", _number(cutoffs.THROWS)],
        ["windows of an evening", _number(windows)],
        ["windows that fail on one evening before play stops", str(cutoffs.FAILURES)],
        ["false alarms in ten years", f"{cutoffs.EVENINGS * cutoffs.more_than(cutoffs.FAILURES, failed):.1f}"],
        ["windows that fail on an evening, on average", f"{failed:.2f}"],
        [f"chance that one of the {cutoffs.TESTS} tests fails a window, at most", _rate(rate)],
        ["share of ones, or of zeros, of a healthy oscillator, at most", f"{cutoffs.HEALTHY_SHARE:.0%}"],
        ["min-entropy of its bits, given those before, at least", f"{cutoffs.TESTED_ENTROPY} bits"],
    ]
    return markdown.table(["what", "value"], [[name, value.replace("%", " %")] for name, value in rows])


def entropy_table() -> str:
    """The entropy that is assumed, and what a block needs."""
    bits = limits.WINDOW * limits.WINDOWS
    boundary = -math.log2(limits.PROPORTION_CUTOFF / limits.WINDOW)
    rows = [
        ["min-entropy of a raw bit that the conditioning counts on", f"{cutoffs.COUNTED_ENTROPY} bits"],
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
    return markdown.table(["what", "value"], rows)


def _source(name: str) -> detection.Source:
    return next(source for source in SOURCES if source.name == name)


def repeats_table() -> str:
    """How often one search of the repeated sample test finds bits that one earlier bit predicts."""
    enough = (_BLOCK_BITS + cutoffs.SPARE_BITS) / (limits.WINDOW * limits.WINDOWS)
    rows = []
    for entropy in (0.02, 0.05, enough, cutoffs.COUNTED_ENTROPY, 0.15, 0.2, 0.3, 0.4, cutoffs.TESTED_ENTROPY):
        guess = cutoffs.chance_of_best_guess(entropy)
        chance = cutoffs.repeat_chance(guess)
        rows.append([_percent(guess), f"{entropy:.3g}", _percent(chance) if chance > 0.0005 else _rate(chance)])
    head = ["bits equal to the earlier one", "min-entropy of a bit", "found at its place in a window"]
    return markdown.table(head, rows)


def not_found_table() -> str:
    """What the sources that no health test finds would do to a block and to dice."""
    found = measure.read()
    bits = limits.WINDOW * limits.WINDOWS
    dice = {row["source"]: row["conditioned"] for row in found["dice"]}
    rows = [
        [
            row["source"],
            f"{_source(row['source']).entropy:.3f}",
            _number(bits * _source(row["source"]).entropy),
            f"{dice[row['source']]['chi_square']:.1f}",
            f"{dice[row['source']]['correlation']:.4f}",
        ]
        for row in found["detections"]
        if not row["tests"] and _source(row["source"]).entropy < cutoffs.TESTED_ENTROPY
    ]
    head = ["source of raw bits", "min-entropy of a bit", "of the raw bits of a block", "chi-square of its dice"]
    return markdown.table([*head, "serial correlation of its dice"], rows)


def detections_table() -> str:
    """What is found in the faulty sources."""
    rows = [
        [
            one["source"],
            f"{source.entropy:.2f}",
            f"{one['tests']}, {_number(one['stopped_after'])}" if one["tests"] else "no alarm",
            f"{one['verdict']}, {_number(one['seen_after'])}" if one["verdict"] else "nothing",
        ]
        for source, one in zip(SOURCES, measure.read()["detections"])
    ]
    head = ["source of raw bits", "min-entropy of a bit", "play stops: test, raw bits", "FAIR? shows, raw bits"]
    return markdown.table(head, rows)


def raw_dice_table() -> str:
    """What the faulty sources would do to dice if no test stopped play."""
    rows = [
        [
            one["source"],
            f"{one['conditioned']['chi_square']:.1f}",
            _percent(one["conditioned"]["largest"]),
            f"{one['conditioned']['correlation']:.4f}",
            _percent(one["bare"]["largest"]),
        ]
        for one in measure.read()["dice"]
    ]
    head = ["source of raw bits", "chi-square", "largest deviation of a face", "serial correlation"]
    return markdown.table([*head, "largest deviation without SHA-256"], rows)


def drifts_table() -> str:
    """At which pace oscillators pass that drift slowly."""
    found = measure.read()
    paces = found["bit_us"]
    head = ["drift in 1 us, in periods", *(f"read once in {us:.0f} us" for us in paces.values()), "play stops"]
    rows = [[str(row["drift"]), *(str(row["read_at"][pause]) for pause in [*paces, "0"])] for row in found["drifts"]]
    return markdown.table(head, rows)


def samples_table() -> str:
    """The sample with which the self-test names a biased source."""
    cycles = measure.read()["cycles"]["raw bits of five throws"] / (limits.WINDOW * limits.WINDOWS)
    rows = []
    for share in _SAMPLES:
        bits = detection.bits_to_see(share)
        seconds = bits * cycles / CLOCK_HZ * REAL_PICO
        rows.append([_percent(share), _number(bits), f"{seconds:.1f} s"])
    return markdown.table(
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
    return markdown.table(["what", "limit", "false alarms of each look"], rows)


def times_table() -> str:
    """The time of a throw."""
    rows = [
        [label, _milliseconds(cycles), _milliseconds(cycles * REAL_PICO)]
        for label, cycles in measure.read()["cycles"].items()
    ]
    return markdown.table(["what", "emulated Pico, longest", "a real Pico, about"], rows)


def emulated_table() -> str:
    """The tests of the dice of the emulated Pico."""
    found = measure.read()["emulated"]
    rows = [
        ["dice", _number(found["dice"])],
        ["tests", str(found["tests"])],
        ["lowest corrected p-value", f"{found['lowest_p']:.2f}"],
        ["unfair below", str(ALPHA)],
    ]
    return markdown.table(["what", "value"], rows)


PARTS: dict[str, Callable[[], str]] = {
    "random-path": path_diagram,
    "random-limits": limits_table,
    "random-alarms": alarms_table,
    "random-entropy": entropy_table,
    "random-repeats": repeats_table,
    "random-detections": detections_table,
    "random-not-found": not_found_table,
    "random-raw-dice": raw_dice_table,
    "random-drifts": drifts_table,
    "random-samples": samples_table,
    "random-verdicts": verdict_table,
    "random-times": times_table,
    "random-dice": emulated_table,
}
