"""The targets of make and of `python tools/sixpip.py`: one table. run_targets.py runs them.

Nothing here needs a package: it is read before anything is installed.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ENVIRONMENT = "environment"
"""How a setting is passed: the command reads it from the environment."""
WORDS = "words"
"""How a setting is passed: as words of the command line, split as a shell does."""

QUICK = "not sweep and not long and not emulator and not micropython and not browser and not hardware_tools"
"""The tests of make quick, by the markers in pyproject.toml."""
TEST = "not sweep"
"""The tests of make test."""
SWEEP = "sweep or scaled"
"""The tests of make sweep."""


class Setting(NamedTuple):
    """A NAME=value that a target accepts."""

    name: str
    passed: str = ENVIRONMENT
    """ENVIRONMENT, WORDS, or the option of the command that gets the value."""
    is_path: bool = False
    has_words: bool = False
    """Whether the option gets several words."""

    def arguments(self, value: str) -> list[str]:
        """The arguments of the command for a value; none for an empty one. Raises ValueError for an open quote."""
        if self.passed == ENVIRONMENT or not value:
            return []
        if self.passed == WORDS:
            return split_words(value)
        return [self.passed, *split_words(value)] if self.has_words else [f"{self.passed}={value}"]


class Step(NamedTuple):
    """A command of a target: the arguments of Python."""

    arguments: tuple[str, ...]
    otherwise: str = ""
    """What is printed when the command fails and the target goes on; empty: the target fails, too."""


class Target(NamedTuple):
    """One target: what it needs, what it runs, and the line about it in the list of targets."""

    name: str
    help: str
    steps: tuple[Step, ...] = ()
    group: str = ""
    """The dependency group of pyproject.toml that is installed first; empty: the steps need no package."""
    settings: tuple[Setting, ...] = ()
    """For the last step."""
    needs: tuple[str, ...] = ()
    """The targets that run first."""
    hint: str = ""
    """What is printed after success; {make} stands for the words before the name of a target."""


def _module(*words: str, otherwise: str = "") -> tuple[Step]:
    return (Step(("-m", *words), otherwise),)


_FETCH = _module("tools.check.micropython.fetch")
_PORT = Setting("PORT")
_BOARD = Setting("BOARD")
_ARGS = Setting("ARGS", WORDS)

TARGETS = (
    Target("help", "list the targets"),
    Target(
        "play",
        "play in the browser (PORT=8617, NO_BROWSER=1, VARIANTS=folder)",
        _module("tools.play.simulator"),
        "play",
        (_PORT, Setting("NO_BROWSER"), Setting("VARIANTS", is_path=True)),
    ),
    Target(
        "demo",
        "build the demo, a folder for any web server, into dist/demo",
        (*_FETCH, *_module("tools.play.demo")),
        "dev",
        hint="Next: python3 -m http.server --directory dist/demo, then open http://127.0.0.1:8000/",
    ),
    Target(
        "quick",
        'run the tests that need only Python packages, in less than a minute (ARGS="-k menu")',
        _module("pytest", "-q", "-n", "auto", "--dist", "worksteal", "-m", QUICK, "--hypothesis-profile=quick"),
        "dev",
        (_ARGS,),
        hint="Next: {make} test, which also runs those on MicroPython, on an emulated Pico and in a browser.",
    ),
    Target(
        "test",
        'run the tests on all cores (ARGS="-k menu"; ARGS="-n 0": one process)',
        _module("pytest", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "-m", TEST),
        "dev",
        (_ARGS,),
        needs=("setup",),
        hint="All tests passed; skipped tests are listed above with the reason. Next: {make} check",
    ),
    Target(
        "sweep",
        'run the long tests: an hour of play, power cuts, exact solutions, many starts (ARGS="-k hour")',
        _module("pytest", "-n", "auto", "--dist", "worksteal", "-m", SWEEP),
        "dev",
        (_ARGS,),
        needs=("setup",),
        hint="All long tests passed; skipped tests are listed above with the reason. Next: {make} soak",
    ),
    Target(
        "check",
        "check format, lint, types, imports and workflows",
        _module("tools.check"),
        "dev",
        hint="Next: {make} test",
    ),
    Target("docs", "update the generated tables and diagrams in the documents", _module("tools.publish.docs"), "dev"),
    Target("build", "compile the firmware for the Pico into build/firmware", _module("tools.board.build"), "pico"),
    Target(
        "image",
        "create the file system image build/sixpip.img (BOARD=pico2)",
        _module("tools.board.image"),
        "pico",
        (_BOARD,),
        needs=("build",),
        hint="Next: install it as described in README.md.",
    ),
    Target(
        "setup",
        "install the tools for tests and checks into .venv",
        _module("tools.check.emulator.fast_build", otherwise="Continuing with the slower emulator.")
        + _module(
            "tools.check.micropython.fetch", otherwise="Continuing without it: the tests that need it are skipped."
        ),
        "dev",
    ),
    Target(
        "flash",
        "install or update the firmware on a Pico (PORT=...)",
        _module("tools.board.flash", "flash"),
        "pico",
        (_PORT,),
    ),
    Target("flash-dry", "show what flash would do (PORT=...)", _module("tools.board.flash", "dry"), "pico", (_PORT,)),
    Target(
        "backup",
        "copy saves, records, settings, logs and custom variants from a Pico (TO=file, PORT=...)",
        _module("tools.board.flash", "backup"),
        "pico",
        (_PORT, Setting("TO", is_path=True)),
    ),
    Target(
        "restore",
        "copy a backup to a Pico (FROM=file, PORT=...)",
        _module("tools.board.flash", "restore"),
        "pico",
        (_PORT, Setting("FROM", is_path=True)),
    ),
    Target(
        "doctor",
        "check the connected Pico and its files (PORT=...)",
        _module("tools.board.flash", "doctor"),
        "pico",
        (_PORT,),
    ),
    Target(
        "repl",
        "open the MicroPython prompt of a Pico (PORT=...)",
        _module("tools.board.flash", "repl"),
        "pico",
        (_PORT,),
    ),
    Target(
        "uf2",
        "create a file in dist for the BOOTSEL drive (BOARD=pico2, MICROPYTHON=file to include it)",
        _module("tools.board.uf2"),
        "pico",
        (_BOARD, Setting("MICROPYTHON", is_path=True)),
    ),
    Target(
        "release",
        "create the files of a release in dist/release (TAG=v1.2.3 checks the version)",
        (*_FETCH, *_module("tools.publish.release")),
        "dev",
        (Setting("TAG", "--tag"),),
    ),
    Target(
        "bench",
        "measure speed and memory on the emulated Pico against the budgets (PART=menus, ARGS=--write)",
        _module("tools.check.bench"),
        "dev",
        (Setting("PART", "--only"), _ARGS),
    ),
    Target(
        "league",
        'measure how strong Master is (GAMES=200000, VARIANTS="pure farkle", PLAYERS="2 3", SAVE=file)',
        _module("tools.research.league"),
        "solve",
        (
            Setting("VARIANTS", WORDS),
            Setting("GAMES", "--games"),
            Setting("PLAYERS", "--players", has_words=True),
            Setting("SAVE", "--save", is_path=True),
        ),
    ),
    Target(
        "soak",
        "press buttons at random, with power cuts and full disks (MINUTES=5 SEED=1 JOBS=2, REPLAY=file)",
        _module("tools.check.soak"),
        "dev",
        (
            Setting("MINUTES", "--minutes"),
            Setting("SEED", "--seed"),
            Setting("JOBS", "--jobs"),
            Setting("REPLAY", "--replay", is_path=True),
        ),
    ),
    Target(
        "mutants",
        'measure whether tests notice faults (MODULE="rules storage", TESTS="rules", SHARE=10: every tenth, JOBS=2)',
        _module("tools.check.mutants"),
        "dev",
        (
            Setting("MODULE", WORDS),
            Setting("TESTS", "--tests", has_words=True),
            Setting("SHARE", "--share"),
            Setting("JOBS", "--jobs"),
        ),
    ),
    Target(
        "wear",
        "estimate the life of the flash from games on the emulated Pico",
        _module("tools.check.flash_wear"),
        "dev",
        hint="Next: {make} bench",
    ),
    Target(
        "pictures",
        "make the pictures in the documents (the animated one needs Chromium)",
        _module("tools.publish.pictures"),
        "dev",
    ),
    Target(
        "hardware",
        'generate pages, drawings, boards and case of hardware/ (PARTS="documents drawings")',
        _module("hardware"),
        "hardware",
        (Setting("PARTS", WORDS),),
    ),
    Target(
        "clean",
        "delete build results and caches (not .venv and saved games)",
        _module("tools.check.clean"),
        hint="To delete the installed tools, too, delete the folders .venv and tools/check/micropython/node_modules.",
    ),
)

BY_NAME = {target.name: target for target in TARGETS}


def split_words(text: str, platform: str = sys.platform) -> list[str]:
    """The words of a value, split at spaces outside quotes; on Windows a backslash is an ordinary character.

    Raises ValueError for an open quote.
    """
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if platform == "win32":
        lexer.escape = ""
    return list(lexer)


def absolute(path: str, folder: str, rules: ModuleType = os.path) -> str:
    """The path as seen from any folder, for one that is relative to `folder`; `rules`: ntpath, posixpath."""
    return str(rules.join(folder, path))


def runner(environment: Mapping[str, str] = os.environ) -> str:
    """The words that a user types before the name of a target: "make" if make runs this."""
    return "make" if "MAKELEVEL" in environment else "python tools/sixpip.py"


def quoted(words: Sequence[str], platform: str = sys.platform) -> str:
    """The words as they are typed in a shell of the system."""
    return subprocess.list2cmdline(words) if platform == "win32" else shlex.join(words)


def command_line(name: str, platform: str = sys.platform, **settings: str | Path) -> str:
    """The command that runs a target with settings, quoted for the shell."""
    return f"{runner()} {quoted([name, *(f'{setting}={value}' for setting, value in settings.items())], platform)}"


def listing() -> str:
    """The list of targets for the terminal."""
    prefix = f"  {runner()} " if runner() == "make" else "  "
    lines = [f"{prefix}{target.name:11} {target.help}" for target in TARGETS]
    heading = "Sixpip: a dice console on a Raspberry Pi Pico, with a simulator in the browser."
    usage = [] if runner() == "make" else ["", f"{runner()} TARGET [NAME=value ...]"]
    return "\n".join([heading, *usage, "", *lines, "", f"Start with: {runner()} play"])
