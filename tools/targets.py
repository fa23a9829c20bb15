"""The targets of make and of `python tools/sixpip.py`: one table. run_targets.py runs them."""

import os
import re
from typing import NamedTuple

QUICK = "not sweep and not long and not emulator and not micropython and not browser and not hardware_tools"
TEST = "not sweep"
SWEEP = "sweep or scaled"
"""The tests of make quick, make test and make sweep, by the markers in pyproject.toml."""


class Target(NamedTuple):
    """One target: what it needs, what it runs, and the line about it in the list of targets."""

    name: str
    help: str
    """Names the settings, as NAME=value."""
    packages: str = ""
    """The dependency group of pyproject.toml that is installed first; empty: the commands need no package."""
    commands: tuple[str, ...] = ()
    """The arguments of Python, each as one line."""
    needs: str = ""
    """The target that runs first."""
    hint: str = ""
    """What is printed after success; {make} stands for the words before the name of a target."""
    may_fail: bool = False
    """Whether the next command runs after a failed one, too."""

    def settings(self) -> list[str]:
        """The names of the settings."""
        return re.findall(r"\b([A-Z][A-Z_]+)=", self.help)


OPTIONS = {
    "ARGS": "", "MODULE": "", "PARTS": "", "PLAYERS": "--players", "TESTS": "--tests", "GAMES": "--games=",
    "JOBS": "--jobs=", "MINUTES": "--minutes=", "PART": "--only=", "REPLAY": "--replay=", "SAVE": "--save=",
    "SAVES": "--folder=", "SEED": "--seed=", "SHARE": "--share=", "TAG": "--tag=",
}  # fmt: skip
"""How the last command of a target gets a setting: "--save=": as the value of this option; "--players": as words after
this option; "": as words. The commands read the other settings from the environment."""

_FETCH = "-m tools.check.micropython.fetch"
_PYTEST = "-m pytest -n auto"
_PASSED = "tests passed; skipped tests are listed above with the reason. Next: {make}"

# fmt: off
SECTIONS = {
    "Play": (
        Target("help", "list the targets"),
        Target("play", "play in the browser (PORT=8617, NO_BROWSER=1, SAVES=folder, VARIANTS=folder, PAGES=address)",
               "play", ("-m tools.play.simulator",)),
        Target("demo", "build the demo, a folder for any web server, into dist/demo", "demo",
               (_FETCH, "-m tools.play.demo"),
               hint="Next: python3 -m http.server --directory dist/demo, then open http://127.0.0.1:8000/"),
    ),
    "A board": (
        Target("flash", "install or update the firmware on a Pico (PORT=...)", "pico", ("-m tools.board.flash flash",)),
        Target("flash-dry", "show what flash would do (PORT=...)", "pico", ("-m tools.board.flash dry",)),
        Target("backup", "copy saves, records, settings, logs and own variants from a Pico (TO=file, PORT=...)",
               "pico", ("-m tools.board.flash backup",)),
        Target("restore", "copy a backup to a Pico (FROM=file, PORT=...)", "pico", ("-m tools.board.flash restore",)),
        Target("doctor", "check the connected Pico and its files (PORT=...)", "pico", ("-m tools.board.flash doctor",)),
        Target("repl", "listen to a console, or open its prompt (PORT=...)", "pico", ("-m tools.board.flash repl",)),
        Target("build", "compile the firmware for the Pico into build/firmware", "pico", ("-m tools.board.build",)),
        Target("image", "create the file system image build/sixpip.img (BOARD=pico2)", "pico",
               ("-m tools.board.image",), "build", "Next: install it as described in README.md."),
        Target("uf2", "create a file in dist for the BOOTSEL drive (BOARD=pico2, MICROPYTHON=file to include it)",
               "pico", ("-m tools.board.uf2",)),
    ),
    "Changes": (
        Target("quick", 'run the short tests, which need only Python packages (ARGS="-k menu")', "dev",
               (f"{_PYTEST} -q --dist worksteal -m '{QUICK}' --hypothesis-profile=quick",),
               hint="Next: {make} test, which also runs those on MicroPython, on an emulated Pico and in a browser."),
        Target("check", "check format, lint, types, imports, dead code and workflows", "dev", ("-m tools.check",),
               hint="Next: {make} test"),
        Target("test", 'run the tests on all cores (ARGS="-k menu"; ARGS="-n 0": one process)', "dev",
               (f"{_PYTEST} --dist loadfile --no-loadscope-reorder -m '{TEST}'",), "setup", f"All {_PASSED} check"),
        Target("sweep", 'run the long tests: an hour of play, power cuts, research, many starts (ARGS="-k hour")',
               "dev", (f"{_PYTEST} --dist worksteal -m '{SWEEP}'",), "setup", f"All long {_PASSED} soak"),
        Target("soak", "press buttons at random, with power cuts and full disks (MINUTES=5 SEED=1 JOBS=2, REPLAY=file)",
               "dev", ("-m tools.check.soak",)),
        Target("mutants", 'measure whether tests notice faults (MODULE="rules storage", TESTS="rules", SHARE=10: every '
               "tenth, JOBS=2)", "dev", ("-m tools.check.mutants",)),
        Target("setup", "install the tools for tests and checks into .venv", "dev",
               ("-m tools.check.emulator.fast_build", _FETCH), may_fail=True, hint="Next: {make} quick"),
        Target("clean", "delete build results and caches (not .venv and saved games)", "", ("-m tools.check.clean",),
               hint="To delete the installed tools, too, delete .venv and tools/check/micropython/node_modules."),
    ),
    "Measurements": (
        Target("bench", "measure speed and memory on the emulated Pico against the budgets (PART=menus, ARGS=--write)",
               "dev", ("-m tools.check.bench",)),
        Target("wear", "estimate the life of the flash from games on the emulated Pico", "dev",
               ("-m tools.check.flash_wear",), hint="Next: {make} bench"),
        Target("league", 'measure how strong Master is (GAMES=2000, VARIANTS="pure farkle", PLAYERS="2 3", SAVE=file)',
               "solve", ("-m tools.research.league",)),
    ),
    "Documents and releases": (
        Target("docs", "update the generated parts of the documents, and the tables of Master", "dev",
               ("-m tools.publish.docs", "-m tools.board.tables")),
        Target("lock", "write the hashes of all packages for pyproject.toml to tools/requirements", "lock",
               ("-m tools.publish.lock",), hint="Next: {make} test"),
        Target("pictures", "make the pictures in the documents (the animated one needs Chromium)", "dev",
               ("-m tools.publish.pictures",)),
        Target("hardware", 'generate pages, drawings, boards and case of hardware/ (PARTS="documents drawings")',
               "hardware", ("-m hardware",)),
        Target("release", "create the files of a release in dist/release (TAG=v1.2.3 checks the version)", "dev",
               (_FETCH, "-m tools.publish.release")),
    ),
}
# fmt: on
BY_NAME = {target.name: target for targets in SECTIONS.values() for target in targets}


def runner() -> str:
    """The words that a user types before the name of a target: "make" if make runs this."""
    return "make" if "MAKELEVEL" in os.environ else "python tools/sixpip.py"


def listing() -> str:
    """The list of targets for the terminal."""
    lines = ["Sixpip: a dice console on a Raspberry Pi Pico, with a simulator in the browser."]
    lines += [] if runner() == "make" else ["", f"{runner()} TARGET [NAME=value ...]"]
    for section, targets in SECTIONS.items():
        lines += ["", section, *(f"  {target.name:10} {target.help}" for target in targets)]
    return "\n".join([*lines, "", f"Start with: {runner()} play"])
