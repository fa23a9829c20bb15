"""`python -m tools.research.fairness.measure`: measures what firmware/RANDOMNESS.md shows again (minutes).

What the health tests find is simulated; times, and the dice of the picture, come from the emulated Pico.
"""

import json
from pathlib import Path
from typing import Any

from sixpip.board import health_limits as limits
from tools.research.fairness import detection, picture, sequences
from tools.research.fairness.detection import SOURCES
from tools.research.fairness.statistical_tests import analyze
from tools.terminal import command, print_message

FILE = Path(__file__).with_name("results.json")
PICTURE = Path(__file__).with_name("fairness.svg")
EMULATED_DICE = 12_000


def read(path: Path = FILE) -> dict[str, Any]:
    """Returns the stored figures."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


_PACES = """
from sixpip.board import entropy
window = bytearray(2)
for pause in {pauses}:
    timed(str(pause), entropy.read, 0x4006001c, window, 0, pause)
"""
_BITS_A_READ = 16


def paces() -> dict[int, float]:
    """Returns the microseconds of a raw bit by pause, on the emulated Pico."""
    from tools.check.bench import pico

    pauses = [limits.PAUSE]
    while pauses[-1] < limits.SLOWEST:
        pauses.append(pauses[-1] * 9 // 2)
    output = pico.run(_PACES.format(pauses=pauses))
    return {int(one.label): one.cycles / _BITS_A_READ / pico.CLOCK_HZ * 1e6 for one in output.timed}


@command(finishes=True)
def main() -> int:
    """Measures everything and writes the file and the picture; returns the exit status."""
    from tools.check.bench import frames
    from tools.check.emulator import EmulatorUnavailable

    try:
        cycles = frames.throw_cycles()
        bit_us = paces()
        throws = sequences.from_emulator(EMULATED_DICE)
    except EmulatorUnavailable as error:
        print_message(error)
        return 2
    results = analyze(throws)
    PICTURE.write_text(picture.drawing(throws, results), encoding="utf-8")
    found = {
        "cycles": cycles,
        "bit_us": bit_us,
        "drifts": detection.all_drifts(bit_us),
        "detections": [detection.detect(source) for source in SOURCES],
        "dice": [detection.dice_of(source) for source in SOURCES],
        "emulated": {
            "dice": sum(len(throw) for throw in throws),
            "tests": len(results),
            "lowest_p": min(result.adjusted for result in results),
        },
    }
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"Updated {FILE.name} and {PICTURE.name}. Next: make docs")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
