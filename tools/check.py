"""`python -m tools.check`: everything that is checked without running the product, step by step.

Format, lint, types (twice: as MicroPython and as CPython), the imports, and the text of all files.
`--fix` formats and mends what ruff can mend, then checks.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable

from tools import ROOT, check_files, check_imports, check_types

PYTHON_FOLDERS = ("firmware", "hardware", "host_tests", "tools")


def ruff(*arguments: str) -> Callable[[], int]:
    """A step that runs ruff over all our Python."""
    command = [sys.executable, "-m", "ruff", *arguments, *PYTHON_FOLDERS]
    return lambda: subprocess.run(command, cwd=ROOT, check=False).returncode


STEPS: list[tuple[str, Callable[[], int]]] = [
    ("format (ruff)", ruff("format", "--check")),
    ("lint (ruff)", ruff("check", "--quiet", "--output-format=concise")),
    ("types of firmware/ as MicroPython on the Pico (mypy)", check_types.check_firmware),
    ("types of tools/ and host_tests/ (mypy)", check_types.check_host),
    ("imports (parts and cycles)", check_imports.main),
    ("no machine's paths, no registry hosts, no overlong modules", check_files.main),
]

FIXES = [ruff("check", "--fix-only", "--quiet"), ruff("format", "--quiet")]


def run_steps(steps: list[tuple[str, Callable[[], int]]]) -> list[str]:
    """Run every step, also after one that fails; the names of those that failed."""
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


def main(arguments: list[str] | None = None) -> int:
    """The command; exit status 0 when all is well, 1 when something is not."""
    parser = argparse.ArgumentParser(prog="python -m tools.check", description="Checks the code without running it.")
    parser.add_argument("--fix", action="store_true", help="format, and mend what ruff can mend, first")
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
