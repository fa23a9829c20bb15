"""The type checks: firmware/ with the stubs of MicroPython on the Pico, tools/ and host_tests/ with CPython's.

The MicroPython stubs are copied from site-packages to build/stubs, which mypy uses as typeshed and as library.
Otherwise it would accept `import aiohttp` in the firmware, because that is installed in the same site-packages.
The stubs of the oldest MicroPython and of another board have the same modules: pip installs them into other folders.
"""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import FIRMWARE, ROOT
from tools.run_targets import requirements

STUBS = ROOT / "build" / "stubs"
CONFIG = ROOT / "tools" / "check" / "mypy-pico.ini"
CACHE = ROOT / ".mypy_cache" / "pico"
PACKAGES = ("micropython-rp2-rpi_pico-stubs", "micropython-stdlib-stubs")

OLDEST = "stubs-oldest"
PICO2_W = "stubs-pico2-w"
"""Dependency groups of pyproject.toml, and the folders in build/ into which they are installed."""
WRONG_IN_OLDEST = (
    r'leds\.py:.* "StateMachine" gets multiple values for keyword argument "freq"',  # its program is left out
    r'leds\.py:.* Argument 2 to "StateMachine" has incompatible type "PIOASMEmit"; expected "int"',
    r'pico\.py:.* Unexpected keyword argument "timeout" for overloaded function "I2C"',
    r'pico\.py:.* No overload variant of "I2C" matches argument types "int", "Pin", "Pin", "int", "int"',
    r'button_driver\.py:.* "Callable\[\.\.\., Any\]" has no attribute "flags"',  # of what Pin.irq returns
    r'custom_variants\.py:.* Unsupported operand types for & \("float" and "int"\)',  # os.stat returns integers
)
"""Messages for what the stubs of MicroPython 1.24 declare wrongly. The emulated Pico runs all of it with 1.24.1."""


class StubsMissing(Exception):
    """The MicroPython stubs are not installed; the message has the remedy."""


def copy_stubs() -> None:
    """Copies the installed stubs to build/stubs unless it has the same versions. Raises StubsMissing."""
    try:
        installed = [importlib.metadata.distribution(name) for name in PACKAGES]
    except importlib.metadata.PackageNotFoundError as error:
        raise StubsMissing(f"The MicroPython stubs are not installed ({error}): run `make setup`.") from error
    versions = "\n".join(f"{package.metadata['Name']} {package.version}" for package in installed)
    stamp = STUBS / "versions.txt"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == versions:
        return
    shutil.rmtree(STUBS, ignore_errors=True)
    for package in installed:
        for file in package.files or []:
            if file.suffix == ".pyi" or file.name == "VERSIONS":
                target = STUBS / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)
    stamp.write_text(versions, encoding="utf-8")


def firmware_command(*paths: str) -> list[str]:
    """Returns the mypy command that checks `paths` as code for the Pico; run it with `firmware_environment()`."""
    options = [f"--config-file={CONFIG}", f"--custom-typeshed-dir={STUBS}", f"--cache-dir={CACHE}"]
    return [sys.executable, "-m", "mypy", *options, *paths]


def firmware_environment() -> dict[str, str]:
    """Returns the environment for `firmware_command`, with the paths of the firmware and the stubs."""
    return {**os.environ, "MYPYPATH": f"{FIRMWARE}{os.pathsep}{STUBS}"}


def check_firmware() -> int:
    """Checks the types of firmware/ with the Pico's stubs; returns mypy's exit status. Raises StubsMissing."""
    copy_stubs()
    command = firmware_command(str(FIRMWARE.relative_to(ROOT)))
    return subprocess.run(command, cwd=ROOT, env=firmware_environment(), check=False).returncode


def install_stubs(group: str) -> Path:
    """Installs a dependency group of stubs into its folder unless it has these versions. Raises StubsMissing."""
    folder = ROOT / "build" / group
    pinned = requirements(group)
    stamp = folder / "versions.txt"
    if stamp.is_file() and stamp.read_text(encoding="utf-8").split() == pinned:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    options = ["--quiet", "--quiet", "--no-deps", "--disable-pip-version-check", "--no-input", "--target", str(folder)]
    if subprocess.run([sys.executable, "-m", "pip", "install", *options, *pinned], check=False).returncode:
        raise StubsMissing(f"pip could not install the stubs {', '.join(pinned)}: check the network and try again.")
    stamp.write_text("\n".join(pinned), encoding="utf-8")
    return folder


def other_errors(group: str, allowed: Sequence[str] = (), paths: Sequence[str] = ()) -> list[str]:
    """Checks firmware/, or `paths`, with the stubs of a group; returns what is wrong, one line each.

    Every pattern in `allowed` leaves out the messages that it matches, and must match one. Raises StubsMissing.
    """
    stubs = install_stubs(group)
    options = [f"--config-file={CONFIG}", f"--custom-typeshed-dir={stubs}", f"--cache-dir={CACHE}-{group}"]
    options += ["--no-warn-unused-ignores", "--no-error-summary"]
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


def check_others() -> int:
    """Checks the types of firmware/ with the oldest stubs and those of another board; returns the exit status."""
    wrong = other_errors(OLDEST, WRONG_IN_OLDEST) + other_errors(PICO2_W)
    if wrong:
        print("\n".join(wrong), flush=True)
    return 1 if wrong else 0


def check_host() -> int:
    """Checks the types of tools/ and host_tests/ as configured in pyproject.toml; returns mypy's exit status."""
    return subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, check=False).returncode


CHECKS = {"firmware": check_firmware, "others": check_others, "host": check_host}


def main(arguments: list[str]) -> int:
    """Runs one of CHECKS by its name; returns the exit status."""
    try:
        return CHECKS[arguments[0]]()
    except StubsMissing as error:
        print(error)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
