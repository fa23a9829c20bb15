"""The hole grid of the tabletop's perfboard and the shapes of its parts. No part is placed here.

Holes are named by column and row as seen from the front: A1 is the upper left one. Lengths in mm; x to the right and
y down, from the upper left corner of the board.
"""

import string
from pathlib import Path
from typing import NamedTuple

from hardware import dimensions, figures

GIVEN = figures.read(Path(__file__).with_suffix(".csv"))
"""Dimensions of the perfboard and of its largest parts."""

MM = figures.values(*GIVEN)
WIDTH, HEIGHT = dimensions.TABLETOP_MM["perf_width"], dimensions.TABLETOP_MM["perf_height"]
COLUMNS, ROWS, PITCH = int(MM["columns"]), int(MM["rows"]), MM["pitch"]

LAST_COLUMN, LAST_ROW = "X", 30
"""The layout uses no hole beyond these, so that it also fits a board of 24 x 30 holes."""

Hole = tuple[int, int]
"""Column and row, from 0."""


class NoSuchHole(Exception):
    """A hole name that is not on the board."""


def hole(name: str) -> Hole:
    """Returns the hole with a name. Raises NoSuchHole."""
    letter, number = name[:1], name[1:]
    if letter not in string.ascii_uppercase[:COLUMNS] or not number.isdigit() or not 1 <= int(number) <= ROWS:
        raise NoSuchHole(f"There is no hole {name}.")
    return string.ascii_uppercase.index(letter), int(number) - 1


def name(hole: Hole) -> str:
    """Returns the name of a hole. Raises NoSuchHole when it is not on the board."""
    if not (0 <= hole[0] < COLUMNS and 0 <= hole[1] < ROWS):
        raise NoSuchHole(f"There is no hole in column {hole[0] + 1}, row {hole[1] + 1}.")
    return f"{string.ascii_uppercase[hole[0]]}{hole[1] + 1}"


def position(hole: Hole) -> tuple[float, float]:
    """Returns the position of a hole: the grid is centered on the board."""
    left, top = (WIDTH - (COLUMNS - 1) * PITCH) / 2, (HEIGHT - (ROWS - 1) * PITCH) / 2
    return left + hole[0] * PITCH, top + hole[1] * PITCH


class Package(NamedTuple):
    """A shape: the offset of each lead from the first one in holes, and the size of the body in mm.

    The body is centered on the leads. A round body has its diameter as both sizes.
    """

    leads: tuple[tuple[int, int], ...]
    size: tuple[float, float]
    round: bool = False


def _row(count: int, step: int = 1) -> tuple[tuple[int, int], ...]:
    """Returns the offsets of leads in a row."""
    return tuple((number * step, 0) for number in range(count))


def _two_rows(count: int, apart: int) -> tuple[tuple[int, int], ...]:
    """Returns the offsets of a chip seen from above, notch to the left: pin 1 lower left, counterclockwise."""
    lower = [(column, 0) for column in range(count)]
    return (*lower, *((column, -apart) for column in reversed(range(count))))


PACKAGES = {
    "resistor": Package(_row(2, 4), (6.5, 2.4)),
    "small diode": Package(_row(2, 4), (4.2, 2.0)),
    "diode DO-41": Package(_row(2, 4), (5.2, 2.7)),
    "diode DO-15": Package(_row(2, 5), (7.6, 3.6)),
    "ceramic": Package(_row(2, 2), (5.0, 2.5)),
    "electrolytic": Package(_row(2), (MM["capacitor"],) * 2, True),
    "fuse": Package(_row(2, 2), (MM["fuse"], 3.1)),
    "buzzer": Package(_row(2, 2), (MM["buzzer"],) * 2, True),
    "TO-92": Package(_row(3), (5.2, 4.2)),
    "DIP-14": Package(_two_rows(7, 3), (19.6, 6.4)),
    "adapter": Package(_two_rows(3, int(MM["adapter_rows"])), (MM["adapter"], MM["adapter"] * 0.8)),
    "Pico": Package(_two_rows(20, int(MM["pico_rows"])), (51.0, 21.0)),
}
"""All shapes, lying along a row. Sizes without a dimension above are typical (assumed)."""


def turned(offset: tuple[int, int], quarters: int) -> tuple[int, int]:
    """Returns an offset after quarter turns clockwise, seen from the front."""
    x, y = offset
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y
