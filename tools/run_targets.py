"""Runs the targets of targets.py: reads the command line, installs what a target needs, and runs its steps.

Used by sixpip.py before anything is installed, so nothing here needs a package.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from tools import ROOT, venv
from tools.targets import BY_NAME, TARGETS, Setting, Step, Target, absolute, listing, quoted, runner
from tools.terminal import Parser, command, print_message, shown

READY = "SIXPIP_PYTHON"
"""The environment variable that names a Python with all packages: nothing is installed, and .venv is not used."""

_NAMED = re.compile(r"([A-Z][A-Z_]*)=(.*)", re.DOTALL)
_OF_MAKE = ("PYTHON", READY)
"""Settings of every target: PYTHON is for the Makefile, which selects the Python of this process."""


class UsageError(Exception):
    """A target or a setting does not exist, or its value is wrong; the message is one sentence with the remedy."""


class Request(NamedTuple):
    """What the command line asks for."""

    targets: list[Target]
    settings: dict[str, str]
    silent: bool
    dry: bool


def read_request(arguments: list[str]) -> Request:
    """Read the command line. Raises UsageError."""
    parser = Parser(prog="python tools/sixpip.py", description="Runs targets as make does; without one, lists them.")
    parser.add_argument("words", nargs="*", metavar="TARGET or NAME=value", help="as listed without arguments")
    parser.add_argument("-s", "--silent", action="store_true", help="print no hints")
    parser.add_argument("-n", "--dry-run", action="store_true", help="only print the commands")
    parser.add_argument("--given", default="", metavar="NAMES", help="names that make has put into the environment")
    options = parser.parse_args(arguments)
    named = {match[1]: match[2] for word in options.words if (match := _NAMED.fullmatch(word))}
    targets = [_target(word) for word in options.words if not _NAMED.fullmatch(word)] or [BY_NAME["help"]]
    for name in named:
        _check_setting(name, targets)
    for name in options.given.split():  # make may run other targets, too
        _check_setting(name, TARGETS)
    return Request(targets, named, options.silent, options.dry_run)


def _target(name: str) -> Target:
    """The target with a name. Raises UsageError."""
    if name not in BY_NAME:
        raise UsageError(f"There is no target {shown(name)}: `{runner()} help` lists the targets.")
    return BY_NAME[name]


def _check_setting(name: str, targets: "list[Target] | tuple[Target, ...]") -> None:
    """Raise UsageError for a setting that none of the targets has."""
    known = [setting.name for target in targets for setting in target.settings]
    if name not in known and name not in _OF_MAKE:
        has = f"{targets[0].name} has {', '.join(known) or 'none'}" if len(targets) == 1 else "see the list of targets"
        raise UsageError(f"There is no setting {shown(name)}: {has} (`{runner()} help`).")


def apply(settings: dict[str, str], environment: MutableMapping[str, str], folder: str) -> None:
    """Put settings into the environment; paths in it that are relative to `folder` become absolute."""
    environment.update(settings)
    if Path(folder) == ROOT:
        return
    paths = {setting.name for target in TARGETS for setting in target.settings if setting.is_path}
    for name in paths:
        if environment.get(name):
            environment[name] = absolute(environment[name], folder)


def arguments_of(step: Step, settings: tuple[Setting, ...], environment: MutableMapping[str, str]) -> list[str]:
    """The arguments of Python for a step, with the settings in the environment. Raises UsageError."""
    arguments = list(step.arguments)
    for setting in settings:
        try:
            arguments += setting.arguments(environment.get(setting.name, ""))
        except ValueError as error:
            raise UsageError(f"{setting.name} has an open quote: close it ({error}).") from error
    return arguments


def python_for(target: Target, dry: bool) -> Path:
    """The Python that runs the target, with its packages installed unless `dry`. Raises SetupError."""
    if os.environ.get(READY):
        return Path(os.environ[READY])
    if not target.group:
        return Path(sys.executable)
    if not dry:
        venv.ensure(target.group)
    return venv.interpreter()


@contextmanager
def _signals_left_to(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Let the process decide what Ctrl-C does, which it gets from the terminal, and pass SIGTERM on to it."""

    def terminate(_number: int, _frame: FrameType | None) -> None:
        process.terminate()

    def ignore(_number: int, _frame: FrameType | None) -> None:
        pass

    before = {
        signal.SIGINT: signal.signal(signal.SIGINT, ignore),
        signal.SIGTERM: signal.signal(signal.SIGTERM, terminate),
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run_command(words: list[str]) -> int:
    """Run a command in the project's folder; return its exit status, 128 and the number for a signal."""
    sys.stdout.flush()
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # each process of pytest would compile all tests: 5 s
    with subprocess.Popen(words, cwd=ROOT, env=environment) as process, _signals_left_to(process):
        status = process.wait()
    return status if status >= 0 else 128 - status


def run_target(target: Target, request: Request, done: set[str]) -> int:
    """Run a target after those that it needs, each once; return the exit status. Raises UsageError, SetupError."""
    if target.name in done:
        return 0
    done.add(target.name)
    for name in target.needs:
        if status := run_target(BY_NAME[name], request._replace(silent=True), done):
            return status
    if target.name == "help":
        print(listing())
    python = python_for(target, request.dry) if target.steps else Path()
    for number, step in enumerate(target.steps, 1):
        settings = target.settings if number == len(target.steps) else ()
        words = [str(python), *arguments_of(step, settings, os.environ)]
        if request.dry:
            print(quoted(words))
        elif status := run_command(words):
            if not step.otherwise:
                return status
            print(step.otherwise, flush=True)
    if target.hint and not request.silent and not request.dry:
        print(target.hint.format(make=runner()))
    return 0


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Run the targets of the command line; return the exit status: 2 for wrong arguments."""
    try:
        request = read_request(arguments)
        apply(request.settings, os.environ, os.getcwd())
        done: set[str] = set()
        for target in request.targets:
            if status := run_target(target, request, done):
                return status
    except UsageError as error:
        print_message(error)
        return 2
    except venv.SetupError as error:
        print_message(error)
        return 1
    return 0
