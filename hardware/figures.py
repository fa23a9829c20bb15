"""Reads the figures that boards, case and sums are based on: one CSV file next to each module that uses them.

The files are the source: change them with any spreadsheet program. Each figure has a kind and a source.
"""

import csv
from pathlib import Path
from typing import NamedTuple

KINDS = ("decided", "datasheet", "computed", "assumed", "measured")
"""decided: a design choice. datasheet: from the source named. computed: from others. assumed: measure first. measured:
on a console that was built."""


class Figure(NamedTuple):
    """A figure with its unit (lengths are in mm), its kind (KINDS), the source or reason, and how to measure it.

    `how` is empty where calipers, a multimeter or the datasheet are the answer.
    """

    name: str
    value: float
    unit: str
    kind: str
    source: str
    how: str

    @property
    def text(self) -> str:
        """The value with its unit."""
        return f"{self.value:g} {self.unit}".strip()


def read(path: Path) -> tuple[Figure, ...]:
    """Returns the figures of a file."""
    with path.open(newline="", encoding="utf-8") as file:
        return tuple(Figure(name, float(value), *rest) for name, value, *rest in list(csv.reader(file))[1:])


def values(*given: Figure) -> dict[str, float]:
    """Returns the values by name."""
    return {one.name: one.value for one in given}
