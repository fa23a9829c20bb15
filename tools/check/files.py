"""Checks the text of all files: no absolute paths of one computer, no registry hosts."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import ROOT
from tools.terminal import command

_LOCAL_PATH = re.compile(r"(?:^|[^A-Za-z0-9_.])/(?:work|farm|root|home|tmp|Users)/|bash_[j]obs")
_REGISTRY = re.compile(r"(?:pypi|pythonhosted|npmjs|debian)\.(?:org|com)\b")
_IGNORED = {".git", ".venv", "build", "dist", "node_modules", "__pycache__", ".play"}


def files(root: Path = ROOT) -> list[Path]:
    """Returns all tracked and untracked files that git does not ignore, sorted; without git, all but build output."""
    command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.split("\0")
    except (OSError, ValueError, subprocess.CalledProcessError):  # ValueError: a name that is not UTF-8
        paths = (path.relative_to(root) for path in root.rglob("*"))
        listed = [str(path) for path in paths if not _IGNORED & set(path.parts)]
    return sorted(root / name for name in set(listed) if name and (root / name).is_file())


def _lines(path: Path) -> list[str]:
    """Returns the lines of a text file, or an empty list for a binary file."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []


def local_names(root: Path = ROOT) -> Iterator[str]:
    """Yields a message for every line with an absolute path of one computer or the host of a package registry."""
    for path in files(root):
        for number, line in enumerate(_lines(path), 1):
            where = f"{path.relative_to(root)}:{number}"
            if _LOCAL_PATH.search(line):
                yield f"{where}: names a path of one computer: {line.strip()[:80]}"
            if _REGISTRY.search(line):
                yield f"{where}: names the host of a package registry: {line.strip()[:80]}"


@command
def main() -> int:
    """Prints all findings; returns the exit status."""
    findings = list(local_names())
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
