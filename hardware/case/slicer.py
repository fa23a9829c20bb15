"""Slices the printed parts with PrusaSlicer: print time, plastic, and whether a part needs supports.

The result is stored in sliced.json, with the version of the slicer and the checksum of the models.
"""

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

SETTINGS = {
    "layer-height": "0.2",
    "perimeters": "2",
    "fill-density": "15%",
    "nozzle-diameter": "0.4",
    "filament-type": "PETG",
    "filament-density": "1.27",
}
"""Settings of the print; speeds are the slicer's default. The density of PETG in g/cm3 is listed in MEASURE.md."""

BED = 256
"""Side of the bed that the slicer is given, in mm."""

_UNITS = {"d": 1440.0, "h": 60.0, "m": 1.0, "s": 1 / 60}


class SlicerMissing(Exception):
    """PrusaSlicer is not installed; the message says how to install it."""


class SlicerFailed(Exception):
    """PrusaSlicer could not slice a part, or its G-code has no figures; the message says what to do."""


class Print(NamedTuple):
    """One piece as it was sliced: minutes, grams, size in mm, and the layers of support that the slicer asked for."""

    minutes: float
    grams: float
    size: tuple[float, float, float]
    support_layers: int


def version() -> str:
    """Returns name and version of the slicer. Raises SlicerMissing."""
    if shutil.which("prusa-slicer") is None:
        raise SlicerMissing("prusa-slicer is not installed (Debian: apt-get install prusa-slicer).")
    done = subprocess.run(["prusa-slicer", "--help"], capture_output=True, text=True, check=False)
    found = re.search(r"PrusaSlicer-(\d+\.\d+\.\d+)", done.stdout)
    return f"PrusaSlicer {found[1]}" if found else "PrusaSlicer of unknown version"


def print_of(stl: Path, size: tuple[float, float, float]) -> Print:
    """Slices a part in print orientation, with supports where the slicer asks for them. Raises SlicerFailed."""
    bed = f"0x0,{BED}x0,{BED}x{BED},0x{BED}"
    options = [text for name, value in SETTINGS.items() for text in (f"--{name}", value)]
    place = ["--support-material", "--bed-shape", bed, "--center", f"{BED // 2},{BED // 2}"]
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "part.gcode"
        command = ["prusa-slicer", "--export-gcode", *options, *place, "--output", str(code), str(stl)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not code.exists():
            raise SlicerFailed(f"PrusaSlicer failed on {stl.name}: {done.stderr.strip()[-300:]}")
        return read(code.read_text(encoding="utf-8"), size)


def read(gcode: str, size: tuple[float, float, float]) -> Print:
    """Parses a G-code file of PrusaSlicer. Raises SlicerFailed."""
    grams = re.search(r"filament used \[g\] = ([\d.]+)", gcode)
    time = re.search(r"estimated printing time \(normal mode\) = (.+)", gcode)
    if grams is None or time is None:
        raise SlicerFailed("The G-code has no print time or no mass: use PrusaSlicer 2.5.")
    minutes = sum(float(count) * _UNITS[unit] for count, unit in re.findall(r"(\d+)([dhms])", time[1]))
    layers = [layer for layer in gcode.split(";LAYER_CHANGE") if ";TYPE:Support material" in layer]
    return Print(minutes, float(grams[1]), size, len(layers))


def write(target: Path, checksum: str, prints: dict[str, Print]) -> None:
    """Writes the prints by name ("handheld-body")."""
    found = {"slicer": version(), "checksum": checksum, "prints": {name: one._asdict() for name, one in prints.items()}}
    target.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> tuple[str, str, dict[str, Print]]:
    """Returns slicer, checksum and prints of a file made by `write`."""
    found = json.loads(path.read_text(encoding="utf-8"))
    prints = {name: Print(**one | {"size": tuple(one["size"])}) for name, one in found["prints"].items()}
    return found["slicer"], found["checksum"], prints
