"""Installs rp2040py built from its source with tools.emulator.patches: the same emulator, six times as fast.

Optional (`python -m tools.emulator.faster`; about a minute, needs a C compiler): the published wheel does the same.
"""

import importlib
import importlib.metadata
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tools.emulator.patches import DIGEST, MARK, PATCHES, patched

PACKAGE = "rp2040py"
_LOOP = "rp2040py.native._simulator"


def is_fast() -> bool:
    """Whether the package installed now is the fast build. Raises PackageNotFoundError when there is none."""
    importlib.metadata.version(PACKAGE)
    try:
        return getattr(importlib.import_module(_LOOP), MARK, None) == DIGEST
    except ImportError:  # no compiled core at all
        return False


def patch(sources: Path) -> None:
    """Apply all patches to the package's sources. Raises ValueError when one does not fit, or OSError."""
    for change in PATCHES:
        file = sources / change.path
        file.write_text(patched(file.read_text(encoding="utf-8"), change), encoding="utf-8")


def _pip(*arguments: str) -> None:
    """Run pip of this interpreter, quietly. Raises CalledProcessError."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *arguments]
    subprocess.run(command, check=True, capture_output=True, text=True)


def _unpack(archive: Path, folder: Path) -> Path:
    """Unpack a source archive; the folder of its sources."""
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def install() -> str:
    """Build and install; one sentence about what happened. Raises CalledProcessError when pip fails."""
    version = importlib.metadata.version(PACKAGE)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _pip("download", "--no-deps", "--no-binary", PACKAGE, f"{PACKAGE}=={version}", "-d", str(folder))
        sources = _unpack(next(folder.glob("*.tar.gz")), folder)
        try:
            patch(sources)
        except (OSError, ValueError):
            return f"{PACKAGE} {version} is built in another way than this script knows: it stays as it is."
        _pip("install", "--no-deps", "--force-reinstall", str(sources))
    return f"{PACKAGE} {version} is now the fast build."


def main() -> int:
    """Make the emulator fast where that is possible; the exit status."""
    try:
        if is_fast():
            print(f"{PACKAGE} is the fast build already.")
        elif not (shutil.which("cc") or shutil.which("gcc")):
            print(f"{PACKAGE} stays the published build: there is no C compiler to make it faster with.")
        else:
            print(install())
    except importlib.metadata.PackageNotFoundError:
        print(f"{PACKAGE} is not installed: run `make setup` first.", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        last = (error.stderr or "").strip().splitlines()[-1:] or ["pip gave no reason"]
        print(f"{PACKAGE} stays the published build, for pip failed: {last[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
