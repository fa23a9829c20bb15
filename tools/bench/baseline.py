"""The committed reference values: tools/bench/baseline.json, written by `python -m tools.bench --write`."""

import json
from collections.abc import Sequence
from pathlib import Path

from tools.bench.rows import Row

FILE = Path(__file__).with_name("baseline.json")


def read(path: Path = FILE) -> dict[str, int]:
    """Returns every value by the name of its row; empty if there is no file."""
    if not path.is_file():
        return {}
    units: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8"))
    return {name: value for values in units.values() for name, value in values.items()}


def write(rows: Sequence[Row], parts: Sequence[str], path: Path = FILE) -> None:
    """Replaces the rows of these parts in the file; other parts are unchanged."""
    units: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    merged = {
        unit: {name: value for name, value in values.items() if name.partition(": ")[0] not in parts}
        for unit, values in units.items()
    }
    for row in rows:
        merged.setdefault(row.unit, {})[row.name] = row.value
    path.write_text(json.dumps(merged, indent=1, sort_keys=True) + "\n", encoding="utf-8")
