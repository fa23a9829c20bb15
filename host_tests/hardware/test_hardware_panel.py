"""The plan of the panel: rails, V-cuts, and the distance of copper and parts from them. Needs no KiCad."""

import itertools

import pytest

from hardware.boards import panel_plan, tile_plan
from hardware.boards.panel_plan import Item, too_near


def led(x: float, y: float) -> Item:
    return Item("T1_D1", (x - 1.1, y - 1.0), (x + 1.1, y + 1.0), panel_plan.PART_TO_CUT)


def test_the_panel_has_a_tile_for_each_die_and_rails_that_a_conveyor_can_hold() -> None:
    assert panel_plan.COLUMNS * panel_plan.ROWS == len(panel_plan.origins()) == 6
    assert panel_plan.RAIL >= 5.0
    assert min(panel_plan.WIDTH, panel_plan.HEIGHT) >= 70.0  # the least size for V-cuts


def test_every_v_cut_crosses_the_whole_panel_and_together_they_are_the_edges_of_the_tiles() -> None:
    for (x0, y0), (x1, y1) in panel_plan.cuts():
        if x0 == x1:
            assert (y0, y1) == (0.0, panel_plan.HEIGHT)
        else:
            assert (x0, x1) == (0.0, panel_plan.WIDTH) and y0 == y1
    xs = {x0 for (x0, _), (x1, _) in panel_plan.cuts() if x0 == x1} | {0.0, panel_plan.WIDTH}
    ys = {y0 for (_, y0), (_, y1) in panel_plan.cuts() if y0 == y1}
    for left, top in panel_plan.origins():
        assert {left, left + panel_plan.TILE} <= xs and {top, top + panel_plan.TILE} <= ys
    assert {b - a for a, b in itertools.pairwise(sorted(xs))} == {panel_plan.TILE}


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        (35.0, 24.5, "T1_D1 is 0.90 mm from the V-cut at x 33 mm, 1 mm required."),
        (16.5, 9.5, "T1_D1 is 0.50 mm from the V-cut at y 8 mm, 1 mm required."),
        (33.0, 24.5, "T1_D1 is -1.10 mm from the V-cut at x 33 mm, 1 mm required."),
    ],
)
def test_a_part_near_a_cut_or_across_it_is_reported(x: float, y: float, message: str) -> None:
    assert too_near([led(x, y), led(16.5, panel_plan.RAIL + 16.5)]) == [message]


def test_a_capacitor_that_points_to_a_cut_is_5_mm_away_and_one_along_it_may_be_nearer() -> None:
    along, y = Item("T1_C1", (30.0, 24.0), (30.5, 25.0), panel_plan.PART_TO_CUT, panel_plan.CAPACITOR_ACROSS_CUT), 24.0
    across = along._replace(end=(31.0, y + 0.5))
    assert too_near([along]) == []
    assert too_near([across]) == ["T1_C1 is 2.00 mm from the V-cut at x 33 mm, 5 mm required."]
    nearest = min(
        min(part.x, tile_plan.SIZE - part.x) for part in tile_plan.parts() if part.value == tile_plan.CAPACITOR
    )
    assert nearest - 0.5 >= panel_plan.CAPACITOR_ACROSS_CUT
