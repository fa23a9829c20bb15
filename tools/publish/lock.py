"""`make lock`: writes tools/requirements, from which pip installs the packages and checks their hashes.

There is a file for each dependency group of pyproject.toml that is installed by itself. It has the versions of the
packages and of all that they need, for each system and Python, with the hashes of all their files.
"""

import os
import subprocess
import sys

from tools import ROOT
from tools.run_targets import REQUIREMENTS, lock_file, requirements
from tools.targets import BY_NAME
from tools.terminal import Parser, command, print_message

STUBS = ("stubs", "stubs-oldest", "stubs-pico2-w")
"""Groups of which each is installed into a folder of its own, and nothing but what they name."""
WITH_KICAD = "interactive-bom"
"""The group for the Python of KiCad, which has wxPython and what that needs."""
FIRST = "dev"
"""The group that chooses the versions of what several groups need."""
SHARED = {target.packages for target in BY_NAME.values() if target.packages}
"""The groups of .venv."""
LOCKED = (FIRST, *sorted(SHARED - {FIRST}), "fast-build", WITH_KICAD, *STUBS)
"""All groups with a file, in the order in which they are written."""
_OPTIONS = (
    "--universal",
    "--python-version",
    "3.11",
    "--generate-hashes",
    "--no-header",
    "--no-annotate",
    "--no-config",
)


def head(group: str) -> str:
    """The first line of the file of a group: what it was made from."""
    return f"# By `make lock` from pyproject.toml: {' '.join(requirements(group))}\n"


def lock(group: str, upgrade: bool = False) -> None:
    """Write the file of a group; versions in it that still fit stay, unless `upgrade`. Raises CalledProcessError."""
    options = [*_OPTIONS, *(["--no-deps"] if group in STUBS else []), *(["--upgrade"] if upgrade else [])]
    if group == WITH_KICAD:
        options += ["--no-emit-package", "wxpython", "--no-emit-package", "numpy"]
    if group in SHARED - {FIRST}:
        options += ["--constraints", str(lock_file(FIRST).relative_to(ROOT))]
    file = lock_file(group)
    words = ["pip", "compile", "--quiet", *options, "--group", group, "--output-file", str(file.relative_to(ROOT))]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("UV_", "PIP_"))}
    subprocess.run([sys.executable, "-m", "uv", *words], cwd=ROOT, env=environment, check=True)
    file.write_text(head(group) + file.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")


@command(finishes=True)
def main(arguments: list[str] | None = None) -> int:
    """Write all files; return the exit status."""
    parser = Parser(
        prog="python -m tools.publish.lock", description="Locks the packages of all groups by their hashes."
    )
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions of what the packages need")
    options = parser.parse_args(arguments)
    REQUIREMENTS.mkdir(exist_ok=True)
    for group in LOCKED:
        try:
            lock(group, options.upgrade)
        except subprocess.CalledProcessError:
            print_message(f"The packages of the group {group} cannot be locked (see above): correct pyproject.toml.")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
