"""How long the parts take to print and what they weigh: from PrusaSlicer when it is there, else from their volume.

Both are computed, for PLA, 0.2 mm layers, 0.4 mm nozzle, two lines of wall, 15 % infill, no supports.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

DENSITY = 1.24
"""PLA in g/cm3 (assumed: usual data sheets)."""

RATE = 2.2
"""Cubic millimetres of plastic a second (computed: PrusaSlicer 2.5 on this body and lid, at its default speeds)."""

BED = (256, 256)
SETTINGS = ("--layer-height", "0.2", "--perimeters", "2", "--fill-density", "15%", "--nozzle-diameter", "0.4")


class EstimateMissing(Exception):
    """PrusaSlicer's file does not say what the part needs."""


class Estimate(NamedTuple):
    """One part, once: plastic in cubic centimetres, minutes, and the method."""

    cubic_cm: float
    minutes: float
    method: str

    @property
    def grams(self) -> float:
        """The mass of the plastic."""
        return self.cubic_cm * DENSITY


def estimate(stl: Path, volume_mm3: float) -> Estimate:
    """The estimate for a part as it lies on the bed; `volume_mm3` is its solid volume."""
    if shutil.which("prusa-slicer"):
        return _sliced(stl)
    return Estimate(volume_mm3 / 1000, volume_mm3 / RATE / 60, f"solid volume at {RATE} mm3/s, an upper bound")


def _sliced(stl: Path) -> Estimate:
    """Slice the part with PrusaSlicer and read what it says."""
    bed = f"0x0,{BED[0]}x0,{BED[0]}x{BED[1]},0x{BED[1]}"
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "part.gcode"
        place = ("--bed-shape", bed, "--center", f"{BED[0] // 2},{BED[1] // 2}")
        command = ["prusa-slicer", "--export-gcode", *SETTINGS, *place, "--output", str(code), str(stl)]
        subprocess.run(command, check=True, capture_output=True)
        return read(code.read_text(encoding="utf-8"))


def read(gcode: str) -> Estimate:
    """What PrusaSlicer wrote at the end of its file. Raises EstimateMissing."""
    volume = re.search(r"filament used \[cm3\] = ([\d.]+)", gcode)
    words = re.search(r"estimated printing time \(normal mode\) = (.+)", gcode)
    if volume is None or words is None:
        raise EstimateMissing("PrusaSlicer wrote no estimate: version 2.5 does, try that one.")
    units = {"d": 1440.0, "h": 60.0, "m": 1.0, "s": 1 / 60}
    minutes = sum(float(count) * units[unit] for count, unit in re.findall(r"(\d+)([dhms])", words[1]))
    return Estimate(float(volume[1]), minutes, "PrusaSlicer, default speeds")


def table(rows: list[tuple[str, int, Estimate]]) -> str:
    """A Markdown table of (part, how many, estimate of one), with the sum."""
    lines = ["| part | pieces | plastic | time | method |", "|---|---|---|---|---|"]
    for part, pieces, one in rows:
        lines.append(_row(part, str(pieces), one.grams * pieces, one.minutes * pieces, one.method))
    grams = sum(one.grams * pieces for _, pieces, one in rows)
    minutes = sum(one.minutes * pieces for _, pieces, one in rows)
    lines.append(_row("all", str(sum(pieces for _, pieces, _ in rows)), grams, minutes, "sum"))
    return "\n".join(lines) + "\n"


def _row(part: str, pieces: str, grams: float, minutes: float, method: str) -> str:
    """One line of the table."""
    return f"| {part} | {pieces} | {grams:.0f} g | {int(minutes) // 60} h {int(minutes) % 60:02d} min | {method} |"
