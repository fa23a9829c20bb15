"""Writes the fabrication files of a board: Gerbers and drill files (also as ZIP), placement, BOM, interactive BOM."""

import csv
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pcbnew as kicad

from hardware import bom
from hardware.boards import kicad_version

LAYERS = (
    (kicad.F_Cu, "F_Cu"),
    (kicad.B_Cu, "B_Cu"),
    (kicad.F_Mask, "F_Mask"),
    (kicad.B_Mask, "B_Mask"),
    (kicad.F_Paste, "F_Paste"),
    (kicad.B_Paste, "B_Paste"),
    (kicad.F_SilkS, "F_Silkscreen"),
    (kicad.B_SilkS, "B_Silkscreen"),
    (kicad.Edge_Cuts, "Edge_Cuts"),
)
GENERATOR = "InteractiveHtmlBom.generate_interactive_bom"
IBOM_MISSING = (
    "No interactive BOM: this Python has no InteractiveHtmlBom. To install it, run "
    "/usr/bin/python3 -m venv --system-site-packages build/hardware/venv, then "
    "build/hardware/venv/bin/pip install InteractiveHtmlBom; then use build/hardware/venv/bin/python."
)


def make(board: Path, folder: Path) -> list[Path]:
    """Writes the placement file, BOM and Gerber ZIP of `board` into `folder`, and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    loaded = kicad.LoadBoard(str(board))
    gerbers = folder / "gerbers"
    _gerbers(loaded, gerbers)
    _drill(loaded, gerbers)
    made = [
        _positions(loaded, folder / f"{board.stem}-positions.csv"),
        _parts(loaded, folder / f"{board.stem}-parts.csv"),
    ]
    archive = folder / f"{board.stem}-gerbers.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(gerbers.iterdir()):
            packed.write(path, path.name)
    return [*made, archive]


def _gerbers(board: Any, folder: Path) -> None:
    """Writes one Gerber file per layer."""
    plotter = kicad.PLOT_CONTROLLER(board)
    options = plotter.GetPlotOptions()
    options.SetOutputDirectory(str(folder.resolve()))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetSubtractMaskFromSilk(True)
    options.SetUseGerberX2format(True)
    for layer, name in LAYERS:
        plotter.SetLayer(layer)
        plotter.OpenPlotfile(name, kicad.PLOT_FORMAT_GERBER, name)
        plotter.PlotLayer()
    plotter.ClosePlot()


def _drill(board: Any, folder: Path) -> None:
    """Writes separate Excellon files for plated and unplated holes."""
    writer = kicad.EXCELLON_WRITER(board)
    writer.SetOptions(False, False, kicad_version.point(0, 0), False)
    writer.SetFormat(True)
    writer.CreateDrillandMapFilesSet(str(folder.resolve()), True, False)


def _placed(board: Any) -> list[Any]:
    """Returns all parts to buy, sorted by reference."""
    skip = kicad.FP_EXCLUDE_FROM_BOM
    parts = [part for part in board.GetFootprints() if not part.GetAttributes() & skip]
    return sorted(parts, key=lambda part: _order(part.GetReference()))


def _order(reference: str) -> tuple[str, int]:
    """Returns the sort key of a reference: C2 comes before C10, and T1_C2 before T2_C1."""
    letters = reference.rstrip("0123456789")
    return letters, int(reference[len(letters) :] or 0)


def _positions(board: Any, path: Path) -> Path:
    """Writes the placement file of the surface-mount parts; through-hole parts are soldered by hand."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"))
        for part in _placed(board):
            if part.GetAttributes() & kicad.FP_SMD and not part.GetAttributes() & kicad.FP_EXCLUDE_FROM_POS_FILES:
                where = part.GetPosition()
                x, y = f"{kicad.ToMM(where.x):.3f}", f"{-kicad.ToMM(where.y):.3f}"
                side = "bottom" if part.IsFlipped() else "top"
                package = part.GetFPID().GetUniStringLibItemName()
                rotation = f"{part.GetOrientationDegrees() % 360:.0f}"
                table.writerow((part.GetReference(), part.GetValue(), package, x, y, rotation, side))
    return path


def _parts(board: Any, path: Path) -> Path:
    """Writes the parts grouped by value and package, with part number and search term of hardware/bom.py."""
    groups: dict[tuple[str, str], list[str]] = {}
    for part in _placed(board):
        groups.setdefault((part.GetValue(), part.GetFPID().GetUniStringLibItemName()), []).append(part.GetReference())
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(("Comment", "Designator", "Footprint", "Quantity", "Part number", "Search term"))
        for (value, package), references in groups.items():
            line = bom.find_line(references[0], path.stem.removesuffix("-parts"))
            table.writerow((value, ",".join(references), package, len(references), line.number, line.search))
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
