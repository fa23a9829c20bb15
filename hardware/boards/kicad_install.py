"""Finds KiCad on Linux, macOS and Windows: which versions are supported, its Python and its footprints.

Needs no pcbnew. What differs in pcbnew between the versions is in kicad_version.py.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

SUPPORTED = (9, 8, 7, 6)
"""Major versions, newest first. Run with 6.0.11 and 9.0.2; written for 7 and 8, but not run with them."""

INSTALL = (
    "No Python with KiCad's pcbnew was found: install KiCad 6 to 9 (kicad.org; Debian: apt-get install kicad "
    "kicad-footprints), or set KICAD_PYTHON to the Python that comes with it."
)
_MAC = Path("/Applications/KiCad/KiCad.app/Contents")
_UNIX = (Path("/usr/share/kicad"), Path("/usr/local/share/kicad"))


class KiCadUnsupported(Exception):
    """The version of KiCad is not one of SUPPORTED; the message names both."""


class FootprintsMissing(Exception):
    """KiCad's footprint libraries were not found; the message says how to name their folder."""


def major_version(build: str) -> int:
    """Returns the major version of a build such as "9.0.2+dfsg-1". Raises KiCadUnsupported."""
    found = re.match(r"(\d+)\.(\d+)", build)
    if found is None or int(found[1]) not in SUPPORTED or int(found[2]) == 99:  # 9.99 is the development of 10
        raise KiCadUnsupported(f"KiCad {build} is not supported: install KiCad 6, 7, 8 or 9.")
    return int(found[1])


def _windows_folders() -> Iterator[Path]:
    """Yields the folders that KiCad's installer uses on Windows."""
    programs = Path(os.environ.get("PROGRAMFILES", "C:/Program Files")) / "KiCad"
    for version in SUPPORTED:
        yield programs / f"{version}.0"
    yield programs  # KiCad 6 without a folder for its version


def footprint_folders(major: int, environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Returns the folders that may have the footprints of a version, the most likely one first."""
    named = [environment.get(f"KICAD{major}_FOOTPRINT_DIR"), environment.get("KICAD_FOOTPRINT_DIR")]
    found = [Path(name) for name in named if name]
    found += [folder / "footprints" for folder in (*_UNIX, _MAC / "SharedSupport")]
    own = [folder for folder in _windows_folders() if folder.name == f"{major}.0"]
    return found + [folder / "share" / "kicad" / "footprints" for folder in own]


def footprints(major: int, environment: Mapping[str, str] = os.environ) -> Path:
    """Returns the folder of the footprint libraries. Raises FootprintsMissing."""
    for folder in footprint_folders(major, environment):
        if (folder / "Resistor_SMD.pretty").is_dir():
            return folder
    raise FootprintsMissing(
        f"The footprint libraries of KiCad {major} were not found: install them (Debian: apt-get install "
        f"kicad-footprints), or set KICAD{major}_FOOTPRINT_DIR to their folder."
    )


def pythons(first: tuple[str, ...] = (), environment: Mapping[str, str] = os.environ) -> list[str]:
    """Returns the Pythons that may have pcbnew, the one that the user has named and `first` before all others."""
    named = [environment["KICAD_PYTHON"]] if environment.get("KICAD_PYTHON") else []
    mac = _MAC / "Frameworks" / "Python.framework" / "Versions" / "Current" / "bin" / "python3"
    windows = [str(folder / "bin" / "python.exe") for folder in _windows_folders()]
    return [*named, *first, sys.executable, "/usr/bin/python3", str(mac), *windows]


def find_python(first: tuple[str, ...] = ()) -> str:
    """Returns the path of a Python that can import pcbnew, or "" when there is none."""
    for python in pythons(first):
        if Path(python).exists() and not _run(python, "import pcbnew").returncode:
            return python
    return ""


def build_of(python: str) -> str:
    """Returns the build of the KiCad that a Python can import, such as "6.0.11+dfsg-1"."""
    return _run(python, "import pcbnew; print(pcbnew.GetBuildVersion())").stdout.strip()


def _run(python: str, code: str) -> "subprocess.CompletedProcess[str]":
    """Runs a line of code."""
    return subprocess.run([python, "-c", code], capture_output=True, encoding="utf-8", errors="replace", check=False)
