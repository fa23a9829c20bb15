"""The figures of the last committed run: tools/bench/ledger.json, written by `python -m tools.bench --write`."""

import json
from collections.abc import Sequence
from pathlib import Path

from tools.bench.rows import Row

LEDGER = Path(__file__).with_name("ledger.json")


def read(path: Path = LEDGER) -> dict[str, int]:
    """Every figure by the name of its row; none when there is no ledger yet."""
    if not path.is_file():
        return {}
    units: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8"))
    return {name: value for values in units.values() for name, value in values.items()}


def write(rows: Sequence[Row], parts: Sequence[str], path: Path = LEDGER) -> None:
    """Put the rows of these parts in place of what the ledger has of them; other parts stay."""
    units: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    kept = {
        unit: {name: value for name, value in values.items() if name.partition(": ")[0] not in parts}
        for unit, values in units.items()
    }
    for row in rows:
        kept.setdefault(row.unit, {})[row.name] = row.value
    path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
