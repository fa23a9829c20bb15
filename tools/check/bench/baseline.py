"""The committed reference values: tools/check/bench/baseline.json, written by `make bench ARGS=--write`."""

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tools import ROOT
from tools.check.bench.rows import Row

FILE = Path(__file__).with_name("baseline.json")
_NOT_THE_BASELINE = f":!{FILE.relative_to(ROOT).as_posix()}"
_PAIR = re.compile(r'\[\n\s+(-?\d+),\n\s+("[^"]*")\n\s+\]')


class Reference(NamedTuple):
    """The value of a row when it was measured last."""

    value: int
    commit: str
    """The commit that was measured; with a plus, and changes to it."""


def read(path: Path = FILE) -> dict[str, Reference]:
    """Returns the reference of each row by its name; empty if there is no file."""
    return {name: found for rows in _read(path).values() for name, found in rows.items()}


def _read(path: Path) -> dict[str, dict[str, Reference]]:
    """Returns the references by unit and by name."""
    if not path.is_file():
        return {}
    units: dict[str, dict[str, list[object]]] = json.loads(path.read_text(encoding="utf-8"))
    return {
        unit: {name: Reference(int(str(value)), str(commit)) for name, (value, commit) in rows.items()}
        for unit, rows in units.items()
    }


def write(rows: Sequence[Row], parts: Sequence[str], commit: str, path: Path = FILE) -> None:
    """Replaces the rows of these parts in the file; other parts are unchanged. `commit`: what was measured."""
    merged = {
        unit: {name: found for name, found in old.items() if name.partition(": ")[0] not in parts}
        for unit, old in _read(path).items()
    }
    for row in rows:
        merged.setdefault(row.unit, {})[row.name] = Reference(row.value, commit)
    text = json.dumps(merged, indent=1, sort_keys=True)
    path.write_text(_PAIR.sub(r"[\1, \2]", text) + "\n", encoding="utf-8")


def current_commit() -> str:
    """Returns the commit that is checked out, with a plus if other files than the baseline have changed since.

    Without git: "unknown".
    """
    try:
        commit = _git("rev-parse", "--short=7", "HEAD").strip()
        return commit + (
            "+" if _git("status", "--porcelain", "--untracked-files=no", "--", ".", _NOT_THE_BASELINE).strip() else ""
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*arguments: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True).stdout
