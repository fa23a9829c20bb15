"""`python -m hardware [PART ...]`: regenerates and checks all files of hardware/ with the installed tools.

A part whose tool is missing is skipped, and the summary says how to install the tool. Exit status: 0 when every check
passed, 1 when a check failed, 2 for wrong usage.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from hardware import ROOT, package, pictures
from hardware.boards import exports, kicad
from hardware.case import openscad
from hardware.documents import pages
from hardware.wiring import drawing, latch_simulation
from tools.run_targets import pip_install, requirements
from tools.terminal import Parser, command

OUT = Path("build") / "hardware"
"""Folder for fabrication files, relative to the project root."""

INTERACTIVE_BOM = "interactive-bom"
"""The dependency group of InteractiveHtmlBom."""
"""Package that writes the interactive BOM page; it needs a Python that can import KiCad's pcbnew."""

OWN_PYTHON = OUT / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
"""Python of the environment that has that package."""

Result = tuple[bool, str]
"""Whether all checks passed, and a short summary of what was made."""


class ToolMissing(Exception):
    """A tool is not installed; the message says how to install it."""


def documents() -> Result:
    """Writes the generated pages that are out of date."""
    written = pages.write()
    return True, f"{len(pages.PAGES)} pages, rewritten: {', '.join(written) or 'none'}"


def drawings() -> Result:
    """Draws the wiring harnesses with WireViz."""
    if drawing.missing():
        raise ToolMissing(drawing.missing())
    made = [drawing.draw(harness, drawing.DRAWINGS) for harness in drawing.harnesses()]
    for name in drawing.stale():
        (drawing.DRAWINGS / name).unlink()  # drawings of harnesses that no longer exist
    return True, f"{len(made)} drawings in {drawing.DRAWINGS.relative_to(ROOT)}"


def carrier() -> Result:
    """Checks the carrier's KiCad project with ERC and DRC, and makes everything that KiCad exports from it."""
    try:
        found = exports.write()
        archive = kicad.fabrication(exports.BOARD, ROOT / OUT / "carrier")
    except kicad.KiCadMissing as error:
        raise ToolMissing(str(error)) from error
    return not found, "\n      ".join(
        found
    ) or f"KiCad {kicad.version()}: ERC and DRC find nothing; {archive.name} in {OUT / 'carrier'}"


def simulate_latch() -> Result:
    """Simulates the latch that switches the console off, with ngspice."""
    try:
        found = [sentence for corner in latch_simulation.CORNERS for sentence in latch_simulation.problems(corner)]
    except latch_simulation.SimulatorMissing as error:
        raise ToolMissing(str(error)) from error
    return not found, " ".join(found) or "the off latch works with a low and a full cell, and with all transistors"


def _with_interactive_bom(python: str) -> str:
    """Returns a Python with KiCad and InteractiveHtmlBom, installing it once; `python` itself when that fails."""
    if _succeeds([python, "-c", "import InteractiveHtmlBom"]):
        return python
    folder, own = ROOT / OUT / "venv", str(ROOT / OWN_PYTHON)
    print(f"      installing {requirements(INTERACTIVE_BOM)[0]} (first run only)", flush=True)
    created = _succeeds([python, "-m", "venv", "--system-site-packages", str(folder)])
    if created and _succeeds([own, *pip_install(INTERACTIVE_BOM), "--no-deps"]):
        return own
    shutil.rmtree(folder, ignore_errors=True)
    return python


def boards() -> Result:
    """Draws and checks tile and panel, and writes the fabrication files of all boards."""
    python = kicad.find_python((str(ROOT / OWN_PYTHON),))
    if not python:
        raise ToolMissing(kicad.INSTALL)
    passed = _run([_with_interactive_bom(python), "-m", "hardware.boards", "--out", str(OUT)])
    if passed:
        package.note("boards", ROOT / OUT, kicad.version())
        board = exports.TILE.with_suffix(".kicad_pcb")
        shutil.copy(ROOT / OUT / "tile" / board.name, board)
    summary = f"fabrication files in {OUT}"
    pages = [f"{name}-parts.html" for name in ("tile", "carrier")]
    absent = [page for page in pages if not (ROOT / OUT / page.removesuffix("-parts.html") / page).exists()]
    return passed, f"{summary}, but no {absent[0]}: see the message above" if absent else summary


def board_pictures() -> Result:
    """Renders pictures of the boards from their Gerbers."""
    from hardware.boards import pictures as board_renderer

    if board_renderer.missing():
        raise ToolMissing(board_renderer.missing())
    if not (ROOT / OUT / "carrier" / "gerbers").is_dir():
        raise ToolMissing("There are no Gerbers yet: run `python -m hardware boards` first.")
    drawn = OUT / "pictures"
    passed = _run([sys.executable, "-m", "hardware.boards.pictures", "--boards", str(OUT), "--out", str(drawn)])
    return passed, _update_pictures(passed, drawn, pictures.BOARDS)


def case() -> Result:
    """Exports the case as STL and 3MF, checks that it fits, and slices it when a part has changed."""
    try:
        openscad.require("xvfb-run")
    except openscad.OpenScadMissing as error:
        raise ToolMissing(str(error)) from error
    absent = [name for name in ("trimesh", "manifold3d", "scipy", "rtree", "networkx") if not find_spec(name)]
    if absent:
        raise ToolMissing(f"This Python has no {absent[0]}: pip install {' '.join(absent)}.")
    passed = _run([sys.executable, "-m", "hardware.case", "--out", str(OUT / "case")])
    if passed:
        package.note("case", ROOT / OUT, _openscad_version())
    return (
        passed,
        f"STL and 3MF in {OUT / 'case'}; {_update_pictures(passed, OUT / 'case' / 'pictures', pictures.CASE)}",
    )


def _openscad_version() -> str:
    """Returns the version of OpenSCAD, such as 2021.01."""
    done = subprocess.run(["openscad", "--version"], capture_output=True, encoding="utf-8", check=False)
    return (done.stdout + done.stderr).strip().rpartition(" ")[2]


def production() -> Result:
    """Packs the files to order and print into hardware/production."""
    try:
        changed = package.write(ROOT / OUT)
    except package.NotMade as error:
        raise ToolMissing(str(error)) from error
    size = (package.PRODUCTION / package.ZIP).stat().st_size / 1e6
    return True, f"hardware/production/{package.ZIP}, {size:.1f} MB, {'replaced' if changed else 'is up to date'}"


def _update_pictures(passed: bool, drawn: Path, folder: Path) -> str:
    """Copies the pictures to the folder that the guides use, if they changed and the checks passed.

    Returns a summary.
    """
    name = folder.relative_to(ROOT)
    if not passed:
        return f"pictures in {name} left unchanged"
    return f"pictures in {name} {'replaced' if pictures.update(ROOT / drawn, folder) else 'are up to date'}"


PARTS: dict[str, Callable[[], Result]] = {
    "carrier": carrier,
    "documents": documents,
    "drawings": drawings,
    "latch": simulate_latch,
    "boards": boards,
    "pictures": board_pictures,
    "case": case,
    "production": production,
}
"""Every part that can be made, in order."""


def _succeeds(command: list[str]) -> bool:
    """Runs a command without showing its output, and returns whether it succeeded."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def _run(command: list[str]) -> bool:
    """Runs a command of this project in the project root, and returns whether it succeeded."""
    path = os.pathsep.join([str(ROOT / "firmware"), str(ROOT)])
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": path}, check=False).returncode == 0


@command(finishes=True)
def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    parser = Parser(prog="python -m hardware", description="Regenerates everything in hardware/.")
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=f"any of {', '.join(PARTS)} (default: all)")
    chosen = parser.parse_args(arguments)
    wrong = [part for part in chosen.parts if part not in PARTS]
    if wrong:
        parser.error(f"There is no part {wrong[0]}: choose from {', '.join(PARTS)}.")
    skipped, failed = [], []
    for number, name in enumerate(chosen.parts, 1):
        print(f"[{number}/{len(chosen.parts)}] {name} ...", flush=True)
        try:
            passed, summary = PARTS[name]()
        except ToolMissing as error:
            skipped.append(f"{name}: {error}")
            print("      skipped", flush=True)
            continue
        print(f"      {'' if passed else 'FAILED: '}{summary}", flush=True)
        failed += [] if passed else [name]
    for line in skipped:
        print(f"Skipped {line}")
    if failed:
        print(f"Failed: {', '.join(failed)}. Fix the errors shown above, then run `make hardware` again.")
        return 1
    print(
        "Next: install the missing tools and run `make hardware` again."
        if skipped
        else "Next: hardware/BUILD.md; the files to order are in hardware/production."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
