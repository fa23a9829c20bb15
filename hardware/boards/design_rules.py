"""Runs KiCad's design rule check (DRC) on a finished board and reads its report."""

import re
from pathlib import Path
from typing import NamedTuple

from hardware.boards import drawing, kicad_version

_IGNORED = tuple(f"[{name}]" for name in drawing.IGNORED_CHECKS)


class UnknownReport(Exception):
    """The DRC report has no counts."""


class DrcResult(NamedTuple):
    """Result of the DRC: counts, and the lines of the report that describe the errors."""

    violations: int
    unconnected: int
    lines: list[str]

    @property
    def clean(self) -> bool:
        """Whether the DRC found no error."""
        return not self.violations and not self.unconnected


def check(board: Path, report: Path) -> DrcResult:
    """Runs the DRC, writes KiCad's report to `report` and reads it."""
    kicad_version.write_drc_report(drawing.load(board), report)
    return read(report.read_text(encoding="utf-8"))


def read(text: str) -> DrcResult:
    """Parses the text of a report. Raises UnknownReport."""
    violations = re.search(r"Found (\d+) DRC violations", text)
    unconnected = re.search(r"Found (\d+) unconnected pads", text)
    if violations is None or unconnected is None:
        raise UnknownReport("The DRC report has no counts: use KiCad 6 to 9.")
    kinds = re.findall(r"^\[.*", text, re.MULTILINE)
    places = re.findall(r"^ {4}@.*", text, re.MULTILINE)
    ignored = [line for line in kinds if line.startswith(_IGNORED)]
    kinds = [line for line in kinds if not line.startswith(_IGNORED)]
    return DrcResult(int(violations[1]) - len(ignored), int(unconnected[1]), kinds + places if kinds else [])
