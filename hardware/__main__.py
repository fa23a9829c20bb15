"""`python -m hardware [PART ...]`: make pages, drawings, boards, case and pictures anew with the tools found.

What is missing is named with how to install it, and the rest goes on. Exit status 0 when all that could be made is
sound, 1 when a check found something, 2 for wrong usage.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from hardware import ROOT, pictures
from hardware.boards import netlist
from hardware.case import openscad
from hardware.documents import pages
from hardware.wiring import drawing, rules, schematic

OUT = Path("build") / "hardware"
"""Where files for making things go, from the root of the project."""

LIST = "InteractiveHtmlBom==2.12.0"
"""What writes the interactive list of parts; it must stand beside KiCad's own Python."""

Made = tuple[bool, str]
"""Whether all is sound, and what was made, in a few words."""


class Missing(Exception):
    """A tool is not installed; the message says how to install it."""


def documents() -> Made:
    """Pages written from pins, netlist and tables."""
    written = pages.write()
    return True, f"{len(pages.PAGES)} pages, written anew: {', '.join(written) or 'none'}"


def drawings() -> Made:
    """The harness, by WireViz."""
    if drawing.missing():
        raise Missing(drawing.missing())
    made = [path for harness in drawing.harnesses() for path in drawing.draw(harness, drawing.DRAWINGS)]
    for name in drawing.stale():
        (drawing.DRAWINGS / name).unlink()  # of a harness that is no more
    return True, f"{len(made)} files in {drawing.DRAWINGS.relative_to(ROOT)}"


def sheets() -> Made:
    """The schematic, by schemdraw."""
    if schematic.missing():
        raise Missing(schematic.missing())
    return True, f"{len(schematic.write())} sheets in {schematic.DRAWINGS.relative_to(ROOT)}"


def electrical() -> Made:
    """Our rules over the netlist, then SKiDL's."""
    found = rules.faults(netlist.parts())
    try:
        said, written = rules.second_opinion(netlist.parts())
    except rules.SkidlMissing as error:
        if found:
            return False, " ".join(found)
        raise Missing(f"Our own rules found nothing. {error}") from error
    target = ROOT / OUT / "carrier.net"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(written, encoding="utf-8")
    return not found + said, " ".join(found + said) or f"no fault by our rules and by SKiDL; {OUT / 'carrier.net'}"


def kicad_python() -> str:
    """A Python that has KiCad's pcbnew; "" when there is none."""
    own = str(ROOT / OUT / "venv" / "bin" / "python")
    for python in (own, sys.executable, "/usr/bin/python3"):
        if Path(python).exists() and _quiet([python, "-c", "import pcbnew"]):
            return python
    return ""


def _with_list(python: str) -> str:
    """A Python with KiCad that can write the interactive list of parts, set up once; `python` where that fails."""
    if _quiet([python, "-c", "import InteractiveHtmlBom"]):
        return python
    folder = ROOT / OUT / "venv"
    own = str(folder / "bin" / "python")
    print(f"      installing {LIST} beside KiCad, once", flush=True)
    made = _quiet([python, "-m", "venv", "--system-site-packages", str(folder)])
    if made and _quiet([own, "-m", "pip", "install", "--disable-pip-version-check", LIST]):
        return own
    shutil.rmtree(folder, ignore_errors=True)
    return python


def boards() -> Made:
    """Both boards: drawn, checked, files for making them."""
    python = kicad_python()
    if not python:
        raise Missing("There is no KiCad for Python: install it (Debian: apt-get install kicad kicad-footprints).")
    sound = _run([_with_list(python), "-m", "hardware.boards", "--out", str(OUT)])
    page = OUT / "carrier" / "carrier-parts.html"
    words = f"Gerbers and lists in {OUT / 'tile'} and {OUT / 'carrier'}"
    return sound, words if (ROOT / page).exists() else f"{words}, but no {page.name}: how to get it stands above"


def board_pictures() -> Made:
    """Pictures of the boards, from their Gerbers."""
    from hardware.boards import pictures as drawer

    if drawer.missing():
        raise Missing(drawer.missing())
    if not (ROOT / OUT / "carrier" / "gerbers").is_dir():
        raise Missing("There are no Gerbers yet: the part `boards` makes them.")
    drawn = OUT / "pictures"
    sound = _run([sys.executable, "-m", "hardware.boards.pictures", "--boards", str(OUT), "--out", str(drawn)])
    return sound, _keep(sound, drawn, pictures.BOARDS)


def case() -> Made:
    """STL files of the case, whether they fit, print time, and pictures."""
    try:
        openscad.require("xvfb-run")
    except openscad.OpenScadMissing as error:
        raise Missing(str(error)) from error
    absent = [name for name in ("trimesh", "manifold3d", "scipy", "rtree", "networkx") if not find_spec(name)]
    if absent:
        raise Missing(f"This Python has no {absent[0]}: pip install {' '.join(absent)}.")
    sound = _run([sys.executable, "-m", "hardware.case", "--out", str(OUT / "case")])
    if sound:
        pictures.keep_estimate(ROOT / OUT / "case" / "estimate.md")
    return sound, f"STL in {OUT / 'case'}; {_keep(sound, OUT / 'case' / 'pictures', pictures.CASE)}"


def _keep(sound: bool, drawn: Path, kept: Path) -> str:
    """Put sound pictures where the guides show them, unless those there show the same; what was done."""
    here = kept.relative_to(ROOT)
    if not sound:
        return f"pictures in {here} stay as they were"
    return f"pictures in {here} {'replaced' if pictures.keep(ROOT / drawn, kept) else 'are fresh'}"


PARTS: dict[str, Callable[[], Made]] = {
    "documents": documents,
    "drawings": drawings,
    "schematic": sheets,
    "rules": electrical,
    "boards": boards,
    "pictures": board_pictures,
    "case": case,
}
"""What can be made, in order."""


def _quiet(command: list[str]) -> bool:
    """Run a command that may fail, saying nothing; whether it went well."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def _run(command: list[str]) -> bool:
    """Run a command of ours in the project's root; whether it was content."""
    way = os.pathsep.join([str(ROOT / "firmware"), str(ROOT)])
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": way}, check=False).returncode == 0


def main(arguments: list[str] | None = None) -> int:
    """The command; see the module."""
    parser = argparse.ArgumentParser(prog="python -m hardware", description="Makes everything in hardware/ anew.")
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=f"any of {', '.join(PARTS)} (default: all)")
    chosen = parser.parse_args(arguments)
    wrong = [part for part in chosen.parts if part not in PARTS]
    if wrong:
        parser.error(f"There is no part {wrong[0]}: name {', '.join(PARTS)}.")
    missed, failed = [], []
    for number, name in enumerate(chosen.parts, 1):
        print(f"[{number}/{len(chosen.parts)}] {name} ...", flush=True)
        try:
            sound, words = PARTS[name]()
        except Missing as error:
            missed.append(f"{name}: {error}")
            print("      left out", flush=True)
            continue
        print(f"      {'' if sound else 'FAILED: '}{words}", flush=True)
        failed += [] if sound else [name]
    for line in missed:
        print(f"Left out {line}")
    if failed:
        print(
            f"A check found something in {', '.join(failed)}: its lines stand above; mend that, then `make hardware`."
        )
        return 1
    print(
        "Next: install what is named above and run `make hardware` again."
        if missed
        else f"Next: hardware/BUILD.md; what you send away to be made is in {OUT}."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
