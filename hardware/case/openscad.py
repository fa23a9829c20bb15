"""Runs OpenSCAD on the case: meshes of parts and pictures. Knows no lengths."""

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
    },
    TABLETOP: {"body": 1, "lid": 1, "diffuser": 6},
}
"""How many of each part one console needs, by model."""


class OpenScadMissing(Exception):
    """OpenSCAD, or what it needs for pictures, is not installed."""


class OpenScadFailed(Exception):
    """OpenSCAD could not make a part; the message is its own."""


def require(*programs: str) -> None:
    """Raise OpenScadMissing, with the remedy, unless openscad and the programs named are there."""
    for program in ("openscad", *programs):
        if shutil.which(program) is None:
            package = {"xvfb-run": "xvfb xauth"}.get(program, program)
            raise OpenScadMissing(f"There is no {program}: install it (Debian: apt-get install {package}).")


def _run(command: list[str]) -> None:
    """Run a command; raises OpenScadFailed with its last words."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"LC_ALL": "C.UTF-8"})
    if done.returncode or "WARNING" in done.stderr:
        raise OpenScadFailed(f"OpenSCAD failed on {command[-1]}: {done.stderr.strip()[-400:]}")


def mesh(model: Path, part: str, target: Path, lay: bool = False, changes: dict[str, str] | None = None) -> Path:
    """Export one part as STL: where it stands when assembled, or as it lies on the printer's bed.

    `changes` are OpenSCAD values by name. Raises OpenScadMissing, OpenScadFailed.
    """
    require()
    target.parent.mkdir(parents=True, exist_ok=True)
    values = {"part": f'"{part}"', "lay": "true" if lay else "false"} | (changes or {})
    given = [word for name, value in values.items() for word in ("-D", f"{name}={value}")]
    _run(["openscad", *given, "-o", str(target), str(model)])
    return target


def picture(model: Path, part: str, target: Path, camera: str, size: str = "1200,720", lay: bool = False) -> Path:
    """Draw a part in color; `camera` is OpenSCAD's translation, rotation and distance.

    Raises OpenScadMissing, OpenScadFailed.
    """
    require("xvfb-run")
    target.parent.mkdir(parents=True, exist_ok=True)
    given = ["-D", f'part="{part}"', "-D", f"lay={'true' if lay else 'false'}"]
    look = [f"--imgsize={size}", f"--camera={camera}", "--colorscheme=Tomorrow"]
    _run(["xvfb-run", "-a", "openscad", *given, *look, "-o", str(target), str(model)])
    return target
