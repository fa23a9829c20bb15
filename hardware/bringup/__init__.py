"""The bring-up as data: what to do in which order, where to measure, what to expect and what it means when it differs.

BRINGUP.md and the firmware's self-test screen tell the same steps by the same codes. Spans that follow from the
circuit are computed here; the others are assumed until one has been built.
"""

from hardware.boards import netlist
from hardware.bringup import carrier, cell, tiles
from hardware.bringup.step import ASSUMED, COMPUTED, Span, Stage, Step

__all__ = ["ASSUMED", "COMPUTED", "SCREEN_LETTERS", "STAGES", "Span", "Stage", "Step", "points", "screen_rows", "steps"]

SCREEN_LETTERS = 21
"""Of a row of the OLED: code, where and span of a step must fit into one."""

STAGES = (*carrier.STAGES, *tiles.STAGES, *cell.STAGES)


def steps() -> list[Step]:
    """All steps in order."""
    return [*carrier.steps(), *tiles.steps(), *cell.steps()]


def screen_rows() -> list[tuple[str, str, str]]:
    """For the self-test screen: code, where, and the span or what to see, of the steps while the console runs."""
    return [(step.code, step.where, str(step.expect) if step.expect else "") for step in steps() if step.stage > 1]


def points() -> dict[str, str]:
    """Net of each test point by the name printed beside it."""
    return dict(netlist.TEST_POINTS)
