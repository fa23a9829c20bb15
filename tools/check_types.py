"""The two type checks: firmware/ with the stubs of MicroPython on the Pico, tools/ and host_tests/ with CPython's.

The MicroPython stubs are copied from site-packages to build/stubs, which mypy uses as typeshed and as library.
Otherwise it would accept `import aiohttp` in the firmware, because that is installed in the same site-packages.
"""

import importlib.metadata
import os
import shutil
import subprocess
import sys

from tools import FIRMWARE, ROOT

STUBS = ROOT / "build" / "stubs"
CONFIG = ROOT / "tools" / "mypy-pico.ini"
CACHE = ROOT / ".mypy_cache" / "pico"
PACKAGES = ("micropython-rp2-rpi_pico-stubs", "micropython-stdlib-stubs")


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


def check_host() -> int:
    """Checks the types of tools/ and host_tests/ as configured in pyproject.toml; returns mypy's exit status."""
    return subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, check=False).returncode
