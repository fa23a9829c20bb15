"""The bring-up procedure as data: ordered steps, each with a place, an expected result and what to check if it differs.

BRINGUP.md and the self-test screen of the firmware use the same step numbers. Ranges are computed from the circuit
where possible, and assumed otherwise: no console has been built yet.
"""

from hardware.boards import netlist
from hardware.bringup import carrier, cell, tiles
from hardware.bringup.step import ASSUMED, COMPUTED, Range, Stage, Step

__all__ = [
    "ASSUMED",
    "COMPUTED",
    "SCREEN_LETTERS",
    "STAGES",
    "Range",
    "Stage",
    "Step",
    "test_points",
    "screen_rows",
    "steps",
]

SCREEN_LETTERS = 21
"""Characters in a row of the OLED; code, place and range of a step must fit into one row."""

STAGES = (*carrier.STAGES, *tiles.STAGES, *cell.STAGES)


def steps() -> list[Step]:
    """Returns all steps in order."""
    return [*carrier.steps(), *tiles.steps(), *cell.steps()]


def screen_rows() -> list[tuple[str, str, str]]:
    """Returns code, place and range ("" for none) of the steps that the self-test screen shows: those after stage 1."""
    return [(step.code, step.where, str(step.expected) if step.expected else "") for step in steps() if step.stage > 1]


def test_points() -> dict[str, str]:
    """Returns the net of each test point by its printed label."""
    return dict(netlist.TEST_POINTS)
