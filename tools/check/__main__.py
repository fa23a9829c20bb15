"""`python -m tools.check`: the static checks that `make check` runs.

To add a check, append a name and a function that returns an exit status to STEPS. `--fix` formats the code and applies
ruff's automatic fixes first.
"""

import subprocess
import sys
import time
from collections.abc import Callable

from tools import ROOT
from tools.check import files as check_files
from tools.check import imports as check_imports
from tools.check import types as check_types
from tools.check import workflows as check_workflows
from tools.terminal import Parser, command

PYTHON_FOLDERS = ("firmware", "hardware", "host_tests", "tools")


def ruff(*arguments: str) -> Callable[[], int]:
    """Returns a step that runs ruff on all Python files."""
    command = [sys.executable, "-m", "ruff", *arguments, *PYTHON_FOLDERS]
    return lambda: subprocess.run(command, cwd=ROOT, check=False).returncode


STEPS: list[tuple[str, Callable[[], int]]] = [
    ("format (ruff)", ruff("format", "--check")),
    ("lint (ruff)", ruff("check", "--quiet", "--output-format=concise")),
    ("types of firmware/ as MicroPython on the Pico (mypy)", check_types.check_firmware),
    ("types of firmware/ as MicroPython 1.24, and on the Pico 2 W (mypy)", check_types.check_others),
    ("types of tools/ and host_tests/ (mypy)", check_types.check_host),
    ("imports (parts of firmware/, cycles there and in tools/)", check_imports.main),
    ("workflows and issue forms (check-jsonschema, zizmor)", check_workflows.main),
    ("no local paths, no registry hosts", check_files.main),
]

FIXES = [ruff("check", "--fix-only", "--quiet"), ruff("format", "--quiet")]


def run_steps(steps: list[tuple[str, Callable[[], int]]]) -> list[str]:
    """Runs every step, even after a failure; returns the names of the failed steps."""
    failed = []
    for number, (name, step) in enumerate(steps, 1):
        print(f"[{number}/{len(steps)}] {name}", flush=True)
        start = time.monotonic()
        try:
            status = step()
        except check_types.StubsMissing as error:
            print(error, flush=True)
            status = 1
        print(f"      {'FAILED' if status else 'ok'}, {time.monotonic() - start:.1f} s", flush=True)
        if status:
            failed.append(name)
    return failed


@command
def main(arguments: list[str] | None = None) -> int:
    """Runs all checks; returns the exit status: 0 if all passed, 1 otherwise."""
    parser = Parser(prog="python -m tools.check", description="Runs the static checks.")
    parser.add_argument("--fix", action="store_true", help="format the code and apply ruff's fixes first")
    if parser.parse_args(arguments).fix:
        for fix in FIXES:
            fix()
    failed = run_steps(STEPS)
    if failed:
        print(f"check: {len(failed)} of {len(STEPS)} steps failed: {'; '.join(failed)}.")
        return 1
    print(f"check: all {len(STEPS)} steps passed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
