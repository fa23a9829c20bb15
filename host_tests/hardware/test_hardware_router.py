"""The router of the boards: layers, clearance, and a net that has no route."""

import pytest

from hardware.boards.copper import FRONT, Segment, Shape
from hardware.boards.router import NoRoute, Router


def pad(x: float, y: float, net: str) -> Shape:
    return Shape((x - 0.5, y - 0.5), (x + 0.5, y + 0.5), 0.0, (FRONT,), net)


def routed(*obstacles: Shape) -> list[Segment]:
    router = Router(20, 20, 0.2, 0.5, 0.6)
    ends = [pad(3, 10, "A"), pad(17, 10, "A")]
    router.shapes += [*ends, *obstacles]
    router.route("A", ends, 0.3)
    return router.segments


def wall(layers: tuple[int, ...], low: float = 0.0, high: float = 20.0) -> Shape:
    return Shape((9.5, low), (10.5, high), 0.0, layers, "B")


def test_a_track_without_obstacles_is_straight() -> None:
    segments = routed()
    assert {segment.layer for segment in segments} == {FRONT}
    assert len({segment.start[1] for segment in segments} | {segment.end[1] for segment in segments}) == 1


def test_a_track_changes_layers_to_pass_an_obstacle_on_one_layer() -> None:
    segments = routed(wall((FRONT,)))
    assert sum(segment.layer < 0 for segment in segments) == 2


def test_a_track_goes_around_an_obstacle_on_both_layers_with_the_required_clearance() -> None:
    obstacle = wall((0, 1), 0.0, 15.0)
    for segment in routed(obstacle):
        for x, y in (segment.start, segment.end):
            across = max(obstacle.start[0] - x, 0, x - obstacle.end[0])
            down = max(y - obstacle.end[1], 0)
            assert (across**2 + down**2) ** 0.5 >= 0.2 + segment.width / 2 - 1e-6


def test_the_error_for_a_net_without_a_route_names_the_net() -> None:
    with pytest.raises(NoRoute, match="net A"):
        routed(wall((0, 1)))
