"""The router, and the rules for tracks that KiCad does not know: cell, necks, doubled vias, resistance."""

from collections.abc import Callable

import pytest

from hardware.boards import track_rules
from hardware.boards.copper import BACK, FRONT, Segment, Shape
from hardware.boards.router import STEP, TWIN_STEPS, Neck, NoRoute, Router

WIDTHS = {"5V": 1.2}
NECK = 2.5


def pad(x: float, y: float, net: str) -> Shape:
    return Shape((x - 0.5, y - 0.5), (x + 0.5, y + 0.5), 0.0, (FRONT,), net)


PADS = {"5V": [pad(3, 10, "5V"), pad(37, 10, "5V")], "CELL": [pad(3, 3, "CELL"), pad(12, 3, "CELL")]}


def routed() -> list[Segment]:
    """A power net that has to change layers twice and starts between two pads of other nets; and the cell."""
    router = Router(40, 20, 0.2, 0.5, 0.6)
    router.shapes += [*PADS["5V"], *PADS["CELL"], Shape((19.5, 0), (20.5, 20), 0.0, (FRONT,), "B")]
    router.shapes += [pad(3, y, "C") for y in (8.7, 11.3)]
    router.route("5V", PADS["5V"], 1.2, Neck(0.4, NECK))
    router.route("CELL", PADS["CELL"], 0.3)
    return router.segments


def problems(segments: list[Segment]) -> list[str]:
    return track_rules.problems(segments, PADS, WIDTHS, NECK + TWIN_STEPS * STEP, "CELL")


@pytest.mark.long
def test_a_power_net_is_wide_except_at_its_pads_and_has_doubled_vias() -> None:
    segments = [one for one in routed() if one.net == "5V"]
    assert problems(routed()) == []
    assert {one.width for one in segments if one.layer >= 0} == {0.4, 0.6, 1.2}
    assert sum(one.layer < 0 for one in segments) == 4
    assert {one.layer for one in segments} == {-1, FRONT, BACK}


def without_a_via(segments: list[Segment]) -> list[Segment]:
    segments.remove(next(one for one in segments if one.layer < 0))
    return segments


def with_a_longer_cell(segments: list[Segment]) -> list[Segment]:
    return [*segments, Segment((12, 3), (12, 15), FRONT, "CELL", 0.3)]


def with_a_narrow_track(segments: list[Segment]) -> list[Segment]:
    return [one._replace(width=0.4) if one.net == "5V" and one.layer == BACK else one for one in segments]


def with_a_via_in_a_pad(segments: list[Segment]) -> list[Segment]:
    return [*segments, Segment((3.2, 3.0), (3.2, 3.0), -1, "CELL", 0.6)]


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (without_a_via, "5V has a single via at"),
        (with_a_longer_cell, "CELL has no fuse and is"),
        (with_a_narrow_track, "is 0.4 mm wide"),
        (with_a_via_in_a_pad, "A via of CELL is in a pad at 3.2, 3.0."),
    ],
)
def test_a_broken_rule_is_reported(fault: Callable[[list[Segment]], list[Segment]], sentence: str) -> None:
    found = problems(fault(routed()))
    assert any(sentence in one for one in found)


def test_the_resistance_between_two_pads_is_that_of_the_tracks_between_them() -> None:
    start, end = pad(0, 0, "A"), pad(20, 0, "A")
    straight = [Segment((0, 0), (10, 0), FRONT, "A", 1.0), Segment((10, 0), (20, 0), BACK, "A", 0.5)]
    ohm = (10 / 1.0 + 10 / 0.5) * track_rules.SHEET_OHM
    assert track_rules.resistance(straight, "A", start, end) == pytest.approx(ohm)
    assert track_rules.resistance(straight[:1], "A", start, end) == float("inf")
    pads = {"R1.1": start, "R2.1": end}
    assert track_rules.resistance_problems(straight, pads, (("R1.1", "R2.1"),), ohm + 1e-6) == []
    assert track_rules.resistance_problems(straight, pads, (("R1.1", "R2.1"),), ohm - 1e-6)


# The router


def track(*obstacles: Shape) -> list[Segment]:
    router = Router(20, 20, 0.2, 0.5, 0.6)
    ends = [pad(3, 10, "A"), pad(17, 10, "A")]
    router.shapes += [*ends, *obstacles]
    router.route("A", ends, 0.3)
    return router.segments


def wall(layers: tuple[int, ...], low: float = 0.0, high: float = 20.0) -> Shape:
    return Shape((9.5, low), (10.5, high), 0.0, layers, "B")


def test_a_track_changes_layers_to_pass_an_obstacle_on_one_layer() -> None:
    segments = track(wall((FRONT,)))
    assert sum(segment.layer < 0 for segment in segments) == 2


def test_a_track_goes_around_an_obstacle_on_both_layers_with_the_required_clearance() -> None:
    obstacle = wall((0, 1), 0.0, 15.0)
    for segment in track(obstacle):
        for x, y in (segment.start, segment.end):
            across = max(obstacle.start[0] - x, 0, x - obstacle.end[0])
            down = max(y - obstacle.end[1], 0)
            assert (across**2 + down**2) ** 0.5 >= 0.2 + segment.width / 2 - 1e-6


def test_the_error_for_a_net_without_a_route_names_the_net() -> None:
    with pytest.raises(NoRoute, match="net A"):
        track(wall((0, 1)))
