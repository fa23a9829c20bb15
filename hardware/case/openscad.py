"""Runs OpenSCAD: exports parts as STL and renders pictures."""

import os
import shutil
import subprocess
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
HANDHELD = FOLDER / "case.scad"
TABLETOP = FOLDER / "tabletop.scad"
PARTS = {
    HANDHELD: {
        "body": 1,
        "lid": 1,
        "diffuser": 6,
        "tray": 1,
        "oled_rest": 1,
        "key": 6,
        "roll": 1,
        "bank": 1,
        "menu": 1,
        "dot": 9,
    },
    TABLETOP: {"body": 1, "lid": 1, "diffuser": 6, "dot": 9},
}
"""Quantity of each part in one console, by model."""


class OpenScadMissing(Exception):
    """OpenSCAD, or a tool that it needs for pictures, is not installed; the message says how to install it."""


class OpenScadFailed(Exception):
    """OpenSCAD could not make a part; the message contains its output."""


def require(*programs: str) -> None:
    """Raises OpenScadMissing unless OpenSCAD and the given programs are installed."""
    for program in ("openscad", *programs):
        if shutil.which(program) is None:
            package = {"xvfb-run": "xvfb xauth"}.get(program, program)
            raise OpenScadMissing(f"{program} is not installed (Debian: apt-get install {package}).")


def _run(command: list[str]) -> None:
    """Runs a command. Raises OpenScadFailed on an error or a warning."""
    done = subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    if done.returncode or "WARNING" in done.stderr:
        raise OpenScadFailed(f"OpenSCAD failed on {command[-1]}: {done.stderr.strip()[-400:]}")


def mesh(model: Path, part: str, target: Path, for_printing: bool = False) -> Path:
    """Exports one part as STL, at its assembled position or, with `for_printing`, in print orientation.

    Raises OpenScadMissing, OpenScadFailed.
    """
    require()
    target.parent.mkdir(parents=True, exist_ok=True)
    definitions = ["-D", f'part="{part}"', "-D", f"for_printing={'true' if for_printing else 'false'}"]
    _run(["openscad", *definitions, "-o", str(target), str(model)])
    return target


def picture(
    model: Path, part: str, target: Path, camera: str, size: str = "1200,720", for_printing: bool = False
) -> Path:
    """Renders a part in color; `camera` has translation, rotation and distance as OpenSCAD expects them.

    Raises OpenScadMissing, OpenScadFailed.
    """
    require("xvfb-run")
    target.parent.mkdir(parents=True, exist_ok=True)
    definitions = ["-D", f'part="{part}"', "-D", f"for_printing={'true' if for_printing else 'false'}"]
    view = [f"--imgsize={size}", f"--camera={camera}", "--colorscheme=Tomorrow"]
    _run(["xvfb-run", "-a", "openscad", *definitions, *view, "-o", str(target), str(model)])
    return target
