"""`python -m tools.check`: the static checks that `make check` runs.

To add a check, append a name and a command to STEPS. `--fix` formats the code and applies
ruff's automatic fixes first.
"""

import os
import subprocess
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor

from tools import ROOT
from tools.terminal import Parser, command

PYTHON_FOLDERS = ("firmware", "hardware", "host_tests", "tools")

Step = tuple[str, list[str]]
"""The name of a check and its command, which fails with an exit status other than 0."""


def python(*arguments: str) -> list[str]:
    """Returns the command that runs a module with this Python."""
    return [sys.executable, "-m", *arguments]


def ruff(*arguments: str) -> list[str]:
    """Returns the command that runs ruff on all Python files."""
    return python("ruff", *arguments, *PYTHON_FOLDERS)


def in_github(pattern: str) -> list[str]:
    """Returns the files in .github that match a pattern."""
    return sorted(str(path) for path in (ROOT / ".github").glob(pattern))


WORKFLOWS = in_github("workflows/*.yml")
FORM_CHOICE = in_github("ISSUE_TEMPLATE/config.yml")
FORMS = [path for path in in_github("ISSUE_TEMPLATE/*.yml") if path not in FORM_CHOICE]
SCHEMA = python("check_jsonschema", "--builtin-schema")
ZIZMOR = [f"{sysconfig.get_path('scripts')}/zizmor", "--offline", "--no-progress", "--pedantic", "--quiet"]

STEPS: list[Step] = [
    ("types of tools/ and host_tests/ (mypy)", python("mypy")),  # first: it takes longest
    ("types of firmware/ as MicroPython on the Pico (mypy)", python("tools.check.types", "stubs")),
    (
        "types of firmware/ as MicroPython 1.24, and on the Pico 2 W (mypy)",
        python("tools.check.types", "stubs-oldest", "stubs-pico2-w"),
    ),
    ("format (ruff)", ruff("format", "--check")),
    ("lint (ruff)", ruff("check", "--quiet", "--output-format=concise")),
    (
        "imports (parts of firmware/, what stays during a game, cycles there and in tools/)",
        python("tools.check.imports"),
    ),
    ("dead code (vulture)", python("tools.check.dead_code")),
    ("workflows (check-jsonschema)", [*SCHEMA, "vendor.github-workflows", *WORKFLOWS]),
    ("timeouts of the workflows", [*SCHEMA, "custom.github-workflows-require-timeout", *WORKFLOWS]),
    ("issue forms", [*SCHEMA, "vendor.github-issue-forms", *FORMS]),
    ("choice of issue forms", [*SCHEMA, "vendor.github-issue-config", *FORM_CHOICE]),
    ("security of the workflows (zizmor)", [*ZIZMOR, *WORKFLOWS]),
    ("no local paths, no registry hosts", python("tools.check.files")),
]

FIXES = [ruff("check", "--fix-only", "--quiet"), ruff("format", "--quiet")]


def run(step: Step) -> tuple[subprocess.CompletedProcess[str], float]:
    """Runs a check; returns what became of it, and its seconds."""
    start = time.monotonic()
    done = subprocess.run(
        step[1], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
    )
    return done, time.monotonic() - start


def run_steps(steps: list[Step]) -> list[str]:
    """Runs every step, one on each core, and prints each in turn; returns the names of the failed steps."""
    failed = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        running = [pool.submit(run, step) for step in steps]
        for number, ((name, _), future) in enumerate(zip(steps, running, strict=True), 1):
            print(f"[{number}/{len(steps)}] {name}", flush=True)
            done, seconds = future.result()
            print(f"{done.stdout}      {'FAILED' if done.returncode else 'ok'}, {seconds:.1f} s", flush=True)
            if done.returncode:
                failed.append(name)
    return failed


@command
def main(arguments: list[str] | None = None) -> int:
    """Runs all checks; returns the exit status: 0 if all passed, 1 otherwise."""
    parser = Parser(prog="python -m tools.check", description="Runs the static checks.")
    parser.add_argument("--fix", action="store_true", help="format the code and apply ruff's fixes first")
    if parser.parse_args(arguments).fix:
        for fix in FIXES:
            subprocess.run(fix, cwd=ROOT, check=False)
    failed = run_steps(STEPS)
    if failed:
        print(f"check: {len(failed)} of {len(STEPS)} steps failed: {'; '.join(failed)}.")
        return 1
    print(f"check: all {len(STEPS)} steps passed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
