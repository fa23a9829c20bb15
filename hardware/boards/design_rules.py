"""KiCad's own design rule check over a finished board, and what it found. Draws nothing."""

import re
from pathlib import Path
from typing import NamedTuple

import pcbnew as kicad


class UnknownReport(Exception):
    """The report of the check is not what KiCad 6 writes."""


class DrcResult(NamedTuple):
    """What the check found: counts, and the lines of the report that name the faults."""

    violations: int
    unconnected: int
    lines: list[str]

    @property
    def clean(self) -> bool:
        """Whether there is nothing to mend."""
        return not self.violations and not self.unconnected


def check(board: Path, report: Path) -> DrcResult:
    """Run the check, write KiCad's report there and read it."""
    loaded = kicad.LoadBoard(str(board))
    kicad.WriteDRCReport(loaded, str(report), kicad.EDA_UNITS_MILLIMETRES, True)
    return read(report.read_text(encoding="utf-8"))


def read(text: str) -> DrcResult:
    """The verdict of a report's text. Raises UnknownReport."""
    violations = re.search(r"Found (\d+) DRC violations", text)
    unconnected = re.search(r"Found (\d+) unconnected pads", text)
    if violations is None or unconnected is None:
        raise UnknownReport("KiCad's report has no counts: KiCad 6 writes them, try that one.")
    kinds = re.findall(r"^\[.*", text, re.MULTILINE)
    places = re.findall(r"^ {4}@.*", text, re.MULTILINE)
    return DrcResult(int(violations[1]), int(unconnected[1]), kinds + places)
