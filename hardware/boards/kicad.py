"""Finds KiCad 9 on Linux, macOS and Windows, and runs its command line program, kicad-cli.

Tile and panel are drawn with KiCad's Python module pcbnew, so its Python is found here, too.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.archives import zipped

NEEDED = 9
"""Oldest major version that is accepted. Run with 9.0.2; newer versions read the same files, but have not been run."""

INSTALL = (
    "KiCad 9 or newer is not installed: install it (kicad.org, or Debian 13: apt-get install kicad), or set KICAD_CLI "
    "to its program kicad-cli and KICAD_PYTHON to its Python."
)
_MAC = Path("/Applications/KiCad/KiCad.app/Contents")
_REPORT_DATES = ("date", "kicad_version", "$schema")


class KiCadMissing(Exception):
    """KiCad is not installed or too old; the message says what to install."""


class KiCadFailed(Exception):
    """kicad-cli ended with an error; the message is what it printed."""


def _windows_folders() -> Iterator[Path]:
    """Yields the folders of KiCad's installer on Windows, the newest version first."""
    programs = Path(os.environ.get("PROGRAMFILES", "C:/Program Files")) / "KiCad"
    yield from sorted(programs.glob("*/bin"), reverse=True)


def _program() -> str:
    """Returns the path of kicad-cli, or ""."""
    named = [os.environ.get("KICAD_CLI", ""), shutil.which("kicad-cli") or "", str(_MAC / "MacOS" / "kicad-cli")]
    return next(
        (
            name
            for name in [*named, *(str(one / "kicad-cli.exe") for one in _windows_folders())]
            if name and Path(name).exists()
        ),
        "",
    )


@functools.cache
def version() -> str:
    """Returns the version of KiCad, such as 9.0.2. Raises KiCadMissing."""
    program = _program()
    done = _succeeded([program, "version"]) if program else None
    found = re.match(r"(\d+)\.\d+", done.stdout) if done else None
    if found is None or int(found[1]) < NEEDED:
        raise KiCadMissing(INSTALL)
    return done.stdout.strip() if done else ""


def _succeeded(command: list[str]) -> "subprocess.CompletedProcess[str] | None":
    """Runs a command and returns what it printed; None when it fails or does not exist."""
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    except OSError:
        return None
    return None if done.returncode else done


def run(*arguments: str | Path) -> None:
    """Runs kicad-cli. Raises KiCadMissing and KiCadFailed."""
    version()
    command = [_program(), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode:
        raise KiCadFailed(f"kicad-cli {' '.join(command[1:3])}: {(done.stdout + done.stderr).strip()[-300:]}")


def report(kind: str, source: Path, target: Path, *options: str) -> dict[str, Any]:
    """Checks a board ("pcb drc") or a schematic ("sch erc"), writes the report without its date, and returns it."""
    run(*kind.split(), "--severity-all", "--format", "json", *options, "--output", target, source)
    found: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    kept = {name: content for name, content in found.items() if name not in _REPORT_DATES}
    kept["source"] = source.name
    target.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return kept


def findings(checked: dict[str, Any]) -> list[str]:
    """Returns a sentence for each error and warning of a report that the project does not exclude."""
    lists = [checked.get(name, []) for name in ("violations", "unconnected_items", "schematic_parity")]
    lists += [sheet["violations"] for sheet in checked.get("sheets", [])]
    return [
        f"{one['type']}: {one['description']} ({'; '.join(item['description'] for item in one['items'])})"
        for found in lists for one in found if not one.get("excluded")
    ]  # fmt: skip


LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.Paste,F.Silkscreen,B.Silkscreen,Edge.Cuts"
PANEL_LAYERS = LAYERS.replace("B.Paste,", "") + ",User.Comments"
"""The parts on the back of the panel are soldered by hand: no paste. The V-cuts are on the layer of the comments."""

_DATED = re.compile(r"CreationDate|^G04 Created by KiCad|^; DRILL file")
"""Lines of Gerber and drill files that have the date of the run."""


def fabrication(board: Path, folder: Path) -> Path:
    """Writes Gerbers, one file per layer, and drill files for plated and unplated holes; returns the ZIP of them.

    The files have the same bytes in each run: dates are removed.
    """
    layers, gerbers = PANEL_LAYERS if board.stem == "panel" else LAYERS, folder / "gerbers"
    shutil.rmtree(gerbers, ignore_errors=True)
    gerbers.mkdir(parents=True)
    options = ["--layers", layers, "--subtract-soldermask", "--use-drill-file-origin", "--no-protel-ext"]
    run("pcb", "export", "gerbers", *options, "--output", f"{gerbers}/", board)
    options = ["--format", "excellon", "--drill-origin", "plot", "--excellon-units", "mm", "--excellon-separate-th"]
    run("pcb", "export", "drill", *options, "--output", f"{gerbers}/", board)
    for path in [*gerbers.iterdir()]:
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("".join(f"{line}\n" for line in lines if not _DATED.search(line)), encoding="utf-8")
        if path.suffix == ".gbrjob":
            path.unlink()
        elif path.stem.endswith("-User_Comments"):
            path.rename(gerbers / "panel-V_Cuts.gbr")
    archive = folder / f"{board.stem}-gerbers.zip"
    archive.write_bytes(zipped({path.name: path.read_bytes() for path in gerbers.iterdir()}))
    return archive


def find_python(first: tuple[str, ...] = ()) -> str:
    """Returns a Python that can import pcbnew, or ""; one that the user has named comes before all others."""
    mac = _MAC / "Frameworks" / "Python.framework" / "Versions" / "Current" / "bin" / "python3"
    windows = [str(folder / "python.exe") for folder in _windows_folders()]
    for python in [os.environ.get("KICAD_PYTHON", ""), *first, sys.executable, "/usr/bin/python3", str(mac), *windows]:
        if python and _succeeded(
            [python, "-c", f"import pcbnew; assert int(pcbnew.GetBuildVersion().split('.')[0]) >= {NEEDED}"]
        ):
            return python
    return ""
