"""The types of the bring-up procedure: stages, steps, and expected ranges of measurements."""

import math
from typing import NamedTuple

COMPUTED, ASSUMED = "computed", "assumed"
"""Source of a range: computed from the circuit, or assumed and not yet measured."""


class Range(NamedTuple):
    """The expected range of a measurement: limits, unit, decimal places to print, and COMPUTED or ASSUMED."""

    low: float
    high: float
    unit: str
    digits: int
    kind: str

    def __str__(self) -> str:
        """Formats the range as it is printed: "4.9-5.1 V", "over 1 k"."""
        if math.isinf(self.high):
            return f"over {self.low:g} {self.unit}"
        return f"{self.low:.{self.digits}f}-{self.high:.{self.digits}f} {self.unit}"

    def contains(self, value: float) -> bool:
        """Returns whether a value is within the range, limits included."""
        return self.low <= value <= self.high


class Step(NamedTuple):
    """One step of the bring-up.

    `where` is the label of a test point, or another place. A step has either an expected range or an observation.
    """

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
    picture: str = ""
