"""Writes the fabrication files of a board: those of kicad.py, placement, BOM, interactive BOM.

All coordinates start at the lower left corner of the board. Placement and BOM have the surface-mount parts on the
front only: the others are soldered by hand.
"""

import csv
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pcbnew as kicad

from hardware import bom, placement
from hardware.boards import bodies
from hardware.boards import kicad as kicad_cli

GENERATOR = "InteractiveHtmlBom.generate_interactive_bom"
IBOM_MISSING = "No interactive BOM: this Python has no InteractiveHtmlBom (`python -m hardware boards` installs it)."
BOM_COLUMNS = ("Comment", "Designator", "Footprint", "LCSC Part #", "Manufacturer Part", "Quantity", "Search term")


def make(board: Path, folder: Path) -> list[Path]:
    """Writes the placement file, BOM and Gerber ZIP of `board` into `folder`, and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    loaded = kicad.LoadBoard(str(board))
    archive = kicad_cli.fabrication(board, folder)
    bodies.write(loaded, folder / "bodies.json")
    return [
        *_placements(loaded, folder / f"{board.stem}-placement.csv"), _bom(loaded, folder / f"{board.stem}-bom.csv"),
        archive,
    ]  # fmt: skip


def _assembled(board: Any) -> list[Any]:
    """Returns the surface-mount parts on the front, sorted by reference: those that an assembler can place."""
    skip = kicad.FP_EXCLUDE_FROM_BOM | kicad.FP_EXCLUDE_FROM_POS_FILES
    found = [
        part for part in board.GetFootprints()
        if part.GetAttributes() & kicad.FP_SMD and not part.GetAttributes() & skip and not part.IsFlipped()
    ]  # fmt: skip
    return sorted(found, key=lambda part: _order(part.GetReference()))


def _order(reference: str) -> tuple[str, int]:
    """Returns the sort key of a reference: C2 comes before C10, and T1_C2 before T2_C1."""
    letters = reference.rstrip("0123456789")
    return letters, int(reference[len(letters) :] or 0)


def _package(part: Any) -> str:
    """Returns the name of a footprint without its library."""
    return str(part.GetFPID().GetUniStringLibItemName())


def _placement(board: Any, path: Path) -> Path:
    """Writes the placement file (also called CPL or centroid file), in mm from the lower left corner, y up."""
    origin = board.GetDesignSettings().GetAuxOrigin()
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"))
        for part in _assembled(board):
            where = part.GetPosition()
            x, y = kicad.ToMM(where.x - origin.x), kicad.ToMM(origin.y - where.y)
            rotation = f"{part.GetOrientationDegrees() % 360:.0f}"
            table.writerow(
                (part.GetReference(), part.GetValue(), _package(part), f"{x:.3f}", f"{y:.3f}", rotation, "top")
            )
    return path


def _placements(board: Any, path: Path) -> list[Path]:
    """Writes the placement file, and for boards to order another one with the rotations of JLCPCB."""
    paths = [_placement(board, path)]
    if path.stem != "tile-placement":
        paths.append(path.with_name(f"{path.stem}-jlcpcb.csv"))
        paths[1].write_text(placement.corrected(path.read_text(encoding="utf-8")), encoding="utf-8")
    return paths


def _bom(board: Any, path: Path) -> Path:
    """Writes the parts of the placement file grouped by value and package, with the part numbers of BOM.csv."""
    groups: dict[tuple[str, str], list[str]] = {}
    for part in _assembled(board):
        groups.setdefault((part.GetValue(), _package(part)), []).append(part.GetReference())
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(BOM_COLUMNS)
        for (value, package), references in groups.items():
            line = bom.find_line(references[0], path.stem.removesuffix("-bom"))
            number = "" if line.number == bom.ANY else line.number
            parts = ",".join(references)
            table.writerow((value, parts, package, line.lcsc, number, len(references), line.search))
    return path


def interactive(board: Path, folder: Path) -> Path | None:
    """Writes the interactive BOM, an HTML page that shows each part on the board; returns None without the tool."""
    settings = {"INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    name = f"{board.stem}-parts"
    command = [
        sys.executable,
        "-m",
        GENERATOR,
        "--no-browser",
        "--dest-dir",
        str(folder.resolve()),
        "--name-format",
        name,
    ]
    command += ["--no-compression", "--include-nets", str(board.resolve())]
    done = subprocess.run(
        command, env=os.environ | settings, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        if "No module named" not in done.stderr:
            print(done.stderr, file=sys.stderr)
        return None
    return folder / f"{name}.html"
