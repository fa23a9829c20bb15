"""Measures whether the tests notice faults: puts one small fault at a time into the firmware and runs tests.

Only the tests on CPython that execute the changed line are run. A fault that no test notices is a survivor.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sixpip import share
from tools import ROOT
from tools.check.mutants import faults, trial
from tools.check.mutants.faults import Mutant
from tools.check.mutants.reach import SECONDS_FOR_FILE, Reach, Recording, digests
from tools.settings import JOBS, SHARE, files_of_tests, firmware_module
from tools.targets import runner
from tools.terminal import Parser, command, print_message

MODULES = (
    "board/button_driver.py",
    "board/entropy.py",
    "app/dice_source.py",
    "app/games/session.py",
    "storage",
    "rules",
)
"""Without a name: these files and folders of firmware/sixpip."""
FIRMWARE = "firmware/sixpip"
FOLDER = ROOT / "build" / "mutants"
_SHOWN_EVERY = 100


def show(text: str) -> None:
    """Print a line about the progress."""
    print(text, file=sys.stderr, flush=True)


class Verdict(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    killed_by: str | None
    """The file with the test that failed, "" for a survivor; None: the tests crashed, or hung until the time limit."""
    tests: int
    """How many tests were to run."""


def modules(names: Sequence[str], firmware: Path) -> list[Path]:
    """The modules with these names, or in folders with these names. Raises ValueError when there is none."""
    found: list[Path] = []
    for name in names:
        path = firmware / name.removeprefix("firmware/").removeprefix("sixpip/")
        if not path.exists():
            raise ValueError(
                f"There is no {name} in firmware/sixpip: name a module or a folder, such as rules/core/engine.py."
            )
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return found


def run(work: Iterator[tuple[Any, Callable[[], object], float]], jobs: int) -> Iterator[tuple[Any, Any]]:
    """Run actions in forks, so many at a time; yields the key of each and its result (None: it crashed or hung).

    `work`: key, action and CPU seconds.
    """
    running: dict[Any, trial.Fork] = {}
    try:
        while True:
            while len(running) < jobs and (entry := next(work, None)):
                running[entry[0]] = trial.Fork(*entry[1:])
            if not running:
                return
            trial.wait(list(running.values()))
            for key in [key for key, fork in running.items() if fork.is_done]:
                yield key, running.pop(key).result()
    finally:
        for fork in running.values():
            fork.end()


def record(copy: Path, parts: Sequence[str], jobs: int) -> list[Recording]:
    """Record which lines the tests execute, where that is not known.

    `parts`: only of files whose name begins with one of these after "test_", such as "rules"; empty: of all files.
    """
    folder = FOLDER / "tests"
    folder.mkdir(parents=True, exist_ok=True)
    digest = digests(copy)
    prefixes = tuple(f"test_{part.removeprefix('test_')}" for part in parts)
    files = [file for file in digest if not prefixes or Path(file).name.startswith(prefixes)]
    recordings = {file: Recording(folder, file) for file in files}
    todo = [file for file, recording in recordings.items() if not recording.load(digest[file])]

    def work() -> Iterator[tuple[str, Callable[[], object], float]]:
        for number, file in enumerate(todo, 1):
            show(f"Finding out what the tests execute, file {number} of {len(todo)}: {file}")
            recordings[file].data.unlink(missing_ok=True)
            yield file, partial(trial.record, copy, file, recordings[file].data), SECONDS_FOR_FILE

    for file, result in run(work(), jobs):
        recordings[file].store(digest[file], result)
    return list(recordings.values())


def try_mutants(copy: Path, mutants: list[Mutant], recordings: list[Recording], jobs: int) -> Iterator[Verdict]:
    """Run the tests with each mutant; yields a verdict for each."""
    tests: dict[Mutant, int] = {}

    def work() -> Iterator[tuple[Mutant, Callable[[], object], float]]:
        reach: tuple[str, Reach] | None = None
        for mutant in mutants:
            if not reach or reach[0] != mutant.path:
                source = (copy / FIRMWARE / mutant.path).read_text(encoding="utf-8")
                reach = mutant.path, Reach(source, mutant.path, recordings)
            plan = reach[1].tests(mutant.line)
            tests[mutant] = sum(len(names) for _, names in plan)
            seconds = sum(test.seconds for _, names in plan for test in names)
            yield mutant, partial(trial.kills, copy, mutant, plan), 60 + 5 * seconds

    for mutant, result in run(work(), jobs):
        yield Verdict(mutant, result, tests[mutant])


def check_unchanged(copy: Path, mutants: list[Mutant], recordings: list[Recording]) -> None:
    """Raise ValueError when tests fail without a fault, too."""
    unchanged = [m._replace(source=(copy / FIRMWARE / m.path).read_text(encoding="utf-8")) for m in mutants]
    for verdict in try_mutants(copy, unchanged, recordings, 1):
        if verdict.killed_by != "":
            raise ValueError(
                f"Tests fail without a fault ({verdict.killed_by or 'they end early'}): correct them first."
            )


def mutants_in(copy: Path, paths: list[Path], share: int) -> list[Mutant]:
    """The mutants of modules that count; about one in `share`."""
    equivalent = faults.read_equivalent()
    found: list[Mutant] = []
    for path in paths:
        name = path.relative_to(copy / FIRMWARE).as_posix()
        found += faults.counted(faults.mutants_of(path.read_text(encoding="utf-8"), name, share), equivalent)
    return found


def report(verdicts: list[Verdict]) -> str:
    """The survivors by file and line, and the score of each module."""
    survivors = [verdict for verdict in verdicts if verdict.killed_by == ""]
    lines = [text for verdict in sorted(survivors) for text in _survivor(verdict)]
    tried = Counter(verdict.mutant.path for verdict in verdicts)
    survived = Counter(verdict.mutant.path for verdict in survivors)
    width = max((len(path) for path in tried), default=0)
    for path, count in sorted(tried.items()):
        lines.append(
            f"{path:{width}} {count - survived[path]:5} of {count:5} noticed {_percent(survived[path], count)}"
        )
    count = len(verdicts)
    lines.append(f"{'all':{width}} {count - len(survivors):5} of {count:5} noticed {_percent(len(survivors), count)}")
    ended = sum(verdict.killed_by is None for verdict in verdicts)
    if ended:
        lines.append(f"{ended} of the faults noticed ended the tests: an endless loop, too much memory, or a crash.")
    return "\n".join(lines)


def _percent(survived: int, tried: int) -> str:
    return f"{share(tried - survived, tried):3} %"


def _survivor(verdict: Verdict) -> list[str]:
    mutant = verdict.mutant
    tests = f"{verdict.tests} tests execute it" if verdict.tests else "no test executes it"
    return [f"firmware/sixpip/{mutant.path}:{mutant.line} ({tests})", f"  - {mutant.before}", f"  + {mutant.after}", ""]


def next_step(verdicts: list[Verdict]) -> str:
    """The line about what to do next."""
    if any(verdict.killed_by == "" for verdict in verdicts):
        listed = faults.EQUIVALENT.relative_to(ROOT).as_posix()
        return f"Next: write a test that fails with a fault above, or list the fault with the reason in {listed}."
    return f"Next: {runner()} check"


def measure(names: Sequence[str], parts: Sequence[str], share: int, jobs: int) -> list[Verdict]:
    """Try the mutants of modules; Ctrl-C ends it early. Raises ValueError for a wrong name."""
    trial.prepare()
    verdicts: list[Verdict] = []
    with trial.copy_of_project(FOLDER) as copy:
        try:
            paths = modules(names, copy / FIRMWARE)
            recordings = record(copy, parts, jobs)
            mutants = mutants_in(copy, paths, share)
            check_unchanged(copy, mutants[:1], recordings)
            for number, verdict in enumerate(try_mutants(copy, mutants, recordings, jobs), 1):
                verdicts.append(verdict)
                if verdict.killed_by == "":
                    show("\n".join(_survivor(verdict)))
                if number % _SHOWN_EVERY == 0:
                    show(f"{number} of {len(mutants)} faults tried")
        except KeyboardInterrupt:
            print_message("Interrupted: the faults tried so far follow.")
    return verdicts


@command
def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit status: 2 for a wrong name, else 0."""
    parser = Parser(prog="python -m tools.check.mutants", description=__doc__)
    parser.add_argument(
        "modules", nargs="*", type=firmware_module, metavar="MODULE", help="file or folder in firmware/sixpip"
    )
    help_tests = (
        "only tests in files whose names begin so after test_, such as rules: quicker, and finds more survivors"
    )
    parser.add_argument("--tests", nargs="+", type=files_of_tests, default=(), metavar="NAME", help=help_tests)
    parser.add_argument("--share", type=SHARE, default=1, help="10: try every tenth fault, always the same")
    parser.add_argument("--jobs", type=JOBS, default=os.cpu_count() or 1, help="processes (one for each core)")
    options = parser.parse_args(arguments)
    if not hasattr(os, "fork"):
        print_message("This operating system has no fork of processes: use Linux or macOS.")
        return 2
    try:
        verdicts = measure(options.modules or MODULES, options.tests, options.share, options.jobs)
    except ValueError as error:
        print_message(error)
        return 2
    print(report(verdicts))
    print(next_step(verdicts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
