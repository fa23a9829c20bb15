"""`python -m tools.check.clean`: deletes build results and caches, but not .venv and saved games."""

import shutil
import sys
from pathlib import Path

from tools import ROOT
from tools.terminal import Parser, command

RESULTS = ("build", "dist", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis")
SOURCES = ("firmware", "tools", "host_tests", "hardware")


def delete(path: Path) -> None:
    """Delete a folder with its contents, or a link to a folder without them. Raises OSError."""
    if path.is_symlink():
        path.unlink()
    elif path.exists():
        shutil.rmtree(path)


def clean(root: Path) -> None:
    """Delete what the targets and the tools below `root` have written. Raises OSError."""
    for name in RESULTS:
        delete(root / name)
    for source in SOURCES:
        for cache in sorted((root / source).rglob("__pycache__")):
            delete(cache)


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Run the command; return the exit status."""
    Parser(prog="python -m tools.check.clean", description="Deletes build results and caches.").parse_args(arguments)
    clean(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
