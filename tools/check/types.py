"""Checks the types of firmware/ with the stubs of MicroPython: the newest, the oldest, and those of another board.

pip installs each dependency group of stubs into a folder of its own in build/, which mypy uses as typeshed and as
library: the groups have the same modules, and in .venv mypy would accept `import aiohttp`, which is installed there.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import FIRMWARE, ROOT
from tools.run_targets import lock_file, pip_install, requirements

CONFIG = ROOT / "tools" / "check" / "mypy-pico.ini"
CACHE = ROOT / ".mypy_cache" / "pico"

NEWEST = "stubs"
OLDEST = "stubs-oldest"
PICO2_W = "stubs-pico2-w"
"""Dependency groups of pyproject.toml, and the folders in build/ into which they are installed."""
WRONG_IN_OLDEST = (
    r'leds\.py:.* "StateMachine" gets multiple values for keyword argument "freq"',  # its program is left out
    r'leds\.py:.* Argument 2 to "StateMachine" has incompatible type "PIOASMEmit"; expected "int"',
    r'pico\.py:.* Unexpected keyword argument "timeout" for overloaded function "I2C"',
    r'pico\.py:.* No overload variant of "I2C" matches argument types "int", "Pin", "Pin", "int", "int"',
    r'custom_variants\.py:.* Unsupported operand types for & \("float" and "int"\)',  # os.stat returns integers
)
"""Messages for what the stubs of MicroPython 1.24 declare wrongly. The emulated Pico runs all of it with 1.24.1."""


class StubsMissing(Exception):
    """The MicroPython stubs are not installed; the message has the remedy."""


def install_stubs(group: str) -> Path:
    """Installs a dependency group of stubs into its folder unless it has these versions. Raises StubsMissing."""
    folder = ROOT / "build" / group
    wanted = lock_file(group).read_text(encoding="utf-8")
    stamp = folder / "versions.txt"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    options = ["--quiet", "--quiet", "--no-deps", "--target", str(folder)]
    if subprocess.run([sys.executable, *pip_install(group), *options], check=False).returncode:
        names = ", ".join(requirements(group))
        raise StubsMissing(f"pip could not install the stubs {names}: check the network and try again.")
    stamp.write_text(wanted, encoding="utf-8")
    return folder


def errors(group: str, allowed: Sequence[str] = (), paths: Sequence[str] = ()) -> list[str]:
    """Checks firmware/, or `paths`, with the stubs of a group; returns what is wrong, one line each.

    Every pattern in `allowed` leaves out the messages that it matches, and must match one. Raises StubsMissing.
    """
    stubs = install_stubs(group)
    options = [f"--config-file={CONFIG}", f"--custom-typeshed-dir={stubs}", f"--cache-dir={CACHE}-{group}"]
    options += ["--no-error-summary", *([] if group == NEWEST else ["--no-warn-unused-ignores"])]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *(paths or [str(FIRMWARE.relative_to(ROOT))])],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": f"{FIRMWARE}{os.pathsep}{stubs}"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in (done.stdout + done.stderr).splitlines() if ": note: " not in line]
    unused = [pattern for pattern in allowed if not any(re.search(pattern, line) for line in lines)]
    wrong = [line for line in lines if not any(re.search(pattern, line) for pattern in allowed)]
    return wrong + [f"No message matches {pattern!r}: delete it from tools/check/types.py." for pattern in unused]


def main(groups: list[str]) -> int:
    """Prints what is wrong with the stubs of these groups; returns the exit status."""
    try:
        wrong = [line for group in groups for line in errors(group, WRONG_IN_OLDEST if group == OLDEST else ())]
    except StubsMissing as error:
        wrong = [str(error)]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
