"""What holds for the text of every file: no path of somebody's machine, no registry host, no overlong module."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import ROOT

MOST_LINES = 300
"""A module of the firmware that is longer is two modules."""

_MACHINE_PATH = re.compile(r"(?:^|[^A-Za-z0-9_.])/(?:work|farm|root|home|tmp|Users)/|bash_[j]obs")
_REGISTRY = re.compile(r"(?:pypi|pythonhosted|npmjs|debian)\.(?:org|com)\b")
_NOT_OURS = {".git", ".venv", "build", "dist", "node_modules", "__pycache__", ".play"}


def files(root: Path = ROOT) -> list[Path]:
    """Every file that is or would be in the repository, sorted; without git, all but what make leaves behind."""
    command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        inside = (path.relative_to(root) for path in root.rglob("*"))
        listed = [str(path) for path in inside if not _NOT_OURS & set(path.parts)]
    return sorted(root / name for name in set(listed) if name and (root / name).is_file())


def _lines(path: Path) -> list[str]:
    """The lines of a text file; none of a binary one."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []


def foreign_names(root: Path = ROOT) -> Iterator[str]:
    """Every line that names a path of a machine or the host of a package registry, as "file:line: what"."""
    for path in files(root):
        for number, line in enumerate(_lines(path), 1):
            where = f"{path.relative_to(root)}:{number}"
            if _MACHINE_PATH.search(line):
                yield f"{where}: names a path of one machine: {line.strip()[:80]}"
            if _REGISTRY.search(line):
                yield f"{where}: names the host of a package registry: {line.strip()[:80]}"


def overlong(root: Path = ROOT) -> Iterator[str]:
    """Every module of the firmware with too many lines."""
    for path in sorted((root / "firmware").rglob("*.py")):
        count = len(_lines(path))
        if count > MOST_LINES:
            yield f"{path.relative_to(root)}: {count} lines; a module of the firmware has at most {MOST_LINES}"


def main() -> int:
    """Print what is wrong; the exit status."""
    found = [*foreign_names(), *overlong()]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
