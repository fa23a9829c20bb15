"""Estimates print time and mass of a part with PrusaSlicer, or from its volume if that is not installed.

Settings: PLA, 0.4 mm nozzle, 0.2 mm layers, two perimeters, 15 % infill, no supports.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

DENSITY = 1.24
"""Density of PLA in g/cm3 (assumed: typical datasheets)."""

RATE = 2.2
"""Printing rate in mm3/s (computed with PrusaSlicer 2.5 for this body and lid, default speeds)."""

BED = (256, 256)
SETTINGS = ("--layer-height", "0.2", "--perimeters", "2", "--fill-density", "15%", "--nozzle-diameter", "0.4")


class EstimateMissing(Exception):
    """The output of PrusaSlicer has no estimate."""


class Estimate(NamedTuple):
    """Estimate for one piece: plastic in cm3, time in minutes, and the method used."""

    cubic_cm: float
    minutes: float
    method: str

    @property
    def grams(self) -> float:
        """Mass of the plastic in grams."""
        return self.cubic_cm * DENSITY


def estimate(stl: Path, volume_mm3: float) -> Estimate:
    """Returns the estimate for a part in print orientation; `volume_mm3` is its solid volume."""
    if shutil.which("prusa-slicer"):
        return _sliced(stl)
    return Estimate(volume_mm3 / 1000, volume_mm3 / RATE / 60, f"solid volume at {RATE} mm3/s, an upper bound")


def _sliced(stl: Path) -> Estimate:
    """Slices the part with PrusaSlicer and reads its estimate."""
    bed = f"0x0,{BED[0]}x0,{BED[0]}x{BED[1]},0x{BED[1]}"
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "part.gcode"
        place = ("--bed-shape", bed, "--center", f"{BED[0] // 2},{BED[1] // 2}")
        command = ["prusa-slicer", "--export-gcode", *SETTINGS, *place, "--output", str(code), str(stl)]
        subprocess.run(command, check=True, capture_output=True)
        return read(code.read_text(encoding="utf-8"))


def read(gcode: str) -> Estimate:
    """Parses the estimate in a G-code file of PrusaSlicer. Raises EstimateMissing."""
    volume = re.search(r"filament used \[cm3\] = ([\d.]+)", gcode)
    time = re.search(r"estimated printing time \(normal mode\) = (.+)", gcode)
    if volume is None or time is None:
        raise EstimateMissing("The G-code has no estimate: use PrusaSlicer 2.5.")
    units = {"d": 1440.0, "h": 60.0, "m": 1.0, "s": 1 / 60}
    minutes = sum(float(count) * units[unit] for count, unit in re.findall(r"(\d+)([dhms])", time[1]))
    return Estimate(float(volume[1]), minutes, "PrusaSlicer, default speeds")


def table(rows: list[tuple[str, int, Estimate]]) -> str:
    """Returns a Markdown table of (part, pieces, estimate for one piece), with a total."""
    lines = ["| part | pieces | plastic | time | method |", "|---|---|---|---|---|"]
    for part, pieces, one in rows:
        lines.append(_row(part, str(pieces), one.grams * pieces, one.minutes * pieces, one.method))
    grams = sum(one.grams * pieces for _, pieces, one in rows)
    minutes = sum(one.minutes * pieces for _, pieces, one in rows)
    lines.append(_row("all", str(sum(pieces for _, pieces, _ in rows)), grams, minutes, "sum"))
    return "\n".join(lines) + "\n"


def _row(part: str, pieces: str, grams: float, minutes: float, method: str) -> str:
    """Returns one row of the table."""
    return f"| {part} | {pieces} | {grams:.0f} g | {int(minutes) // 60} h {int(minutes) % 60:02d} min | {method} |"
