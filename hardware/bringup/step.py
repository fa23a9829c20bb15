"""What the bring-up is made of: stages of steps, and the span that a measurement should lie in."""

import math
from typing import NamedTuple

COMPUTED, ASSUMED = "computed", "assumed"
"""How a span is known: it follows from the circuit, or nobody has measured it yet."""


class Span(NamedTuple):
    """What a measurement should give: least, most, unit, digits after the point, and how we know."""

    low: float
    high: float
    unit: str
    digits: int
    kind: str

    def __str__(self) -> str:
        """As it is printed: "4.9-5.1 V", "over 1 k"."""
        if math.isinf(self.high):
            return f"over {self.low:g} {self.unit}"
        return f"{self.low:.{self.digits}f}-{self.high:.{self.digits}f} {self.unit}"

    def holds(self, value: float) -> bool:
        """Whether a measured value is as expected."""
        return self.low <= value <= self.high


class Step(NamedTuple):
    """One step. `where` is the test point's name as printed (or a few words); no span: look or listen."""

    code: str
    do: str
    where: str
    expect: Span | None
    see: str
    otherwise: str

    @property
    def stage(self) -> int:
        """The number of its stage."""
        return int(self.code[0])


class Stage(NamedTuple):
    """Steps under the same conditions."""

    number: int
    title: str
    setting: str
    picture: str = ""
