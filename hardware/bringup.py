"""The steps of BRINGUP.md, read from the page: other pages, the self-test screen and the tests use them.

The page is the source. A range that is marked (c) is computed from the circuit: a test computes it again.
"""

import functools
import math
import re
from typing import NamedTuple

from hardware import FOLDER

COMPUTED, ASSUMED = "computed", "assumed"
"""Source of a range: computed from the circuit, or assumed and not yet measured."""

_RANGE = re.compile(r"(?:over ([\d.]+)|([\d.]+)-([\d.]+)) (\w+) \(([ca])\)")


class Range(NamedTuple):
    """The expected range of a measurement: as it is printed, its limits and unit, and COMPUTED or ASSUMED."""

    text: str
    low: float
    high: float
    unit: str
    kind: str

    def contains(self, value: float) -> bool:
        """Returns whether a value is within the range, limits included."""
        return self.low <= value <= self.high


class Step(NamedTuple):
    """One step: `where` is the label of a test point, or another place; it has a range or an observation."""

    code: str
    check: str
    where: str
    expected: Range | None
    observation: str
    remedy: str

    @property
    def stage(self) -> int:
        """The number of the stage that the step belongs to."""
        return int(self.code[0])


class Stage(NamedTuple):
    """A stage: steps with the same setup."""

    number: int
    title: str
    setup: str


def _range(text: str) -> Range | None:
    """Returns the range in a cell of the table, or None for an observation."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    over, low, high, unit, kind = found.groups()
    return Range(text[:-4], float(over or low), float(high or math.inf), unit, {"c": COMPUTED, "a": ASSUMED}[kind])


@functools.cache
def _page() -> tuple[tuple[Stage, ...], tuple[Step, ...]]:
    """Returns the stages and steps of the page."""
    stages, found = [], []
    for section in (FOLDER / "BRINGUP.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        number, _, name = title.partition(". ")
        stages.append(Stage(int(number), name, text.partition("\n|")[0].strip()))
        for code, check, where, expected, remedy in re.findall(
            r"^\| (\d\.\d+)" + r" \| ([^|\n]*)" * 4 + r" \|$", text, re.MULTILINE
        ):
            limits = _range(expected)
            place = re.sub(r" \(TP\d+\)$", "", where)
            found.append(Step(code, check, place, limits, "" if limits else expected, remedy))
    return tuple(stages), tuple(found)


STAGES = _page()[0]


def steps() -> list[Step]:
    """Returns all steps in order."""
    return list(_page()[1])


def screen_rows() -> list[tuple[str, str, str]]:
    """Returns code, place and range ("" for none) of the steps that the self-test screen shows: those after stage 1."""
    return [(step.code, step.where, step.expected.text if step.expected else "") for step in steps() if step.stage > 1]
