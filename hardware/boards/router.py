"""A two-layer maze router on a grid. It does not depend on KiCad, which checks the result later.

Power nets have wide tracks, which become narrow only near a pad, and two vias side by side at each change of layer.

Lengths in mm, x to the right, y down. Obstacles are rectangles and capsules (a line with a radius) that belong to a
net; tracks have at least `clearance` to obstacles of other nets.
"""

import heapq
from collections.abc import Callable, Iterator
from typing import NamedTuple

from hardware.boards.copper import BACK, FRONT, Point, Segment, Shape, distance

Node = int

STEP = 0.3175
"""Grid spacing in mm: an eighth of 2.54 mm."""

_STRAIGHT, _DIAGONAL, _VIA, _WRONG_DIRECTION = 10, 14, 90, 4
"""Costs of a straight step, a diagonal step and a via; extra cost of a step across the preferred direction of a layer.

The preferred direction is x on the front and y on the back.
"""


TWIN_STEPS = 3
"""Distance of the two vias of a power net in steps."""


class NoRoute(Exception):
    """Two pads of a net cannot be connected."""


class Neck(NamedTuple):
    """A narrow piece of a power track: its width, and its greatest distance from a pad, in mm."""

    width: float
    reach: float


class Router:
    """The grid of a board of `width` x `height` mm, with its obstacles and routed segments."""

    def __init__(self, width: float, height: float, clearance: float, edge: float, via: float) -> None:
        self.columns, self.rows = int(width / STEP) + 1, int(height / STEP) + 1
        self.size = self.columns * self.rows
        self.width, self.height = width, height
        self.clearance, self.edge, self.via = clearance, edge, via
        self.shapes: list[Shape] = []
        self.segments: list[Segment] = []

    def point(self, node: Node) -> Point:
        """Returns the position of a node of either layer."""
        row, column = divmod(node % self.size, self.columns)
        return column * STEP, row * STEP

    def _nodes_near(self, shape: Shape, grow: float) -> Iterator[int]:
        """Yields the nodes (of layer 0) within `grow` of a shape."""
        reach = shape.radius + grow
        left, right = sorted((shape.start[0], shape.end[0]))
        top, bottom = sorted((shape.start[1], shape.end[1]))
        first_row, last_row = max(0, int((top - reach) / STEP)), min(self.rows - 1, int((bottom + reach) / STEP) + 1)
        first, last = max(0, int((left - reach) / STEP)), min(self.columns - 1, int((right + reach) / STEP) + 1)
        for row in range(first_row, last_row + 1):
            for column in range(first, last + 1):
                if distance((column * STEP, row * STEP), shape) < reach - 1e-6:
                    yield row * self.columns + column

    def _blocked_nodes(self, net: str, grow: float, both: bool) -> list[bytearray]:
        """Returns a map per layer of the nodes too close to other nets; with `both`, a single map for both layers."""
        edge_map = self._edge_map(grow - self.clearance + self.edge)
        maps = [bytearray(edge_map) for _ in range(1 if both else 2)]
        for shape in self.shapes:
            if shape.net == net:
                continue
            layers = (0,) if both else shape.layers
            for node in self._nodes_near(shape, grow):
                for layer in layers:
                    maps[layer][node] = 1
        return maps

    def _edge_map(self, distance: float) -> bytes:
        """Returns a map of the nodes closer to the edge than `distance`."""
        margin = int(distance / STEP) + 1
        full = b"\1" * self.columns
        line = b"\1" * margin + bytes(self.columns - 2 * margin) + b"\1" * margin
        return full * margin + line * (self.rows - 2 * margin) + full * margin

    def route(self, net: str, pads: list[Shape], width: float, neck: Neck | None = None) -> None:
        """Routes a net: connects the nearest unconnected pad until none is left.

        With `neck`, tracks are narrow near the pads where they do not fit otherwise, and vias are doubled. Raises
        NoRoute.
        """
        single = self._via_map(net, pads)
        vias = self._with_twins(single) if neck else single
        wide = self._blocked_nodes(net, width / 2 + self.clearance, both=False)
        open_nodes = self._with_necks(net, pads, wide, neck) if neck else wide
        inside = [self._nodes_inside(pad) for pad in pads]
        reached = set(inside[0])
        missing = [nodes for nodes in inside[1:] if not nodes & reached]
        while missing:
            path = self._search(reached, set().union(*missing), open_nodes, vias)
            if not path:
                where = [tuple(round(one, 1) for one in self.point(next(iter(nodes)))) for nodes in missing]
                raise NoRoute(f"No route for net {net} to {where}: move a part or route {net} earlier.")
            self._split(path[0], net)
            self._split(path[-1], net)
            for piece, is_wide in self._pieces(path, wide):
                self._add_path(piece, net, width if is_wide or not neck else neck.width, twins=single if neck else None)
            hit = next(nodes for nodes in missing if path[-1] in nodes)
            reached |= set(path) | hit
            missing = [nodes for nodes in missing if nodes is not hit and not nodes & reached]

    def _via_map(self, net: str, pads: list[Shape]) -> bytearray:
        """Returns a map of the nodes where no via may be: near other nets, and in pads."""
        blocked = self._blocked_nodes(net, self.via / 2 + self.clearance, both=True)[0]
        for pad in pads:
            if len(pad.layers) == 1:  # solder would flow into the via
                for node in self._nodes_near(pad, self.via / 2 + self.clearance):
                    blocked[node] = 1
        return blocked

    def _with_twins(self, blocked: bytearray) -> bytearray:
        """Returns a map of the nodes where no pair of vias may be."""
        return bytearray(not self._twin_step(node, blocked) for node in range(self.size))

    def _twin_step(self, node: Node, blocked: bytearray) -> int:
        """Returns the step from a via to the next node on the way to its twin, or 0 when there is no space."""
        for step in (1, -1, self.columns, -self.columns):
            row = [node + step * count for count in range(TWIN_STEPS + 1)]
            if all(0 <= one < self.size and not blocked[one] for one in row):
                return step
        return 0

    def _with_necks(self, net: str, pads: list[Shape], wide: list[bytearray], neck: Neck) -> list[bytearray]:
        """Returns the blocked nodes of a power net: near its pads those of a narrow track."""
        found = [bytearray(one) for one in wide]
        narrow = self._blocked_nodes(net, neck.width / 2 + self.clearance, both=False)
        for pad in pads:
            for node in self._nodes_near(pad, neck.reach):
                for layer in (FRONT, BACK):
                    found[layer][node] = narrow[layer][node]
        return found

    def _pieces(self, path: list[Node], wide: list[bytearray]) -> Iterator[tuple[list[Node], bool]]:
        """Yields the pieces of a path that a wide track fits, or does not fit; neighbors share a node."""
        fits = [not wide[node // self.size][node % self.size] for node in path]
        start = 0
        for index in range(1, len(path)):
            is_wide = fits[start] and fits[min(start + 1, len(path) - 1)]
            if (fits[index - 1] and fits[index]) != is_wide:
                yield path[start:index], is_wide
                start = index - 1
        yield path[start:], fits[-1] and fits[max(start, len(path) - 2)]

    def _nodes_inside(self, pad: Shape) -> set[Node]:
        """Returns the nodes well inside a pad on its layers, or the nearest node if there is none."""
        smaller = min(abs(pad.end[0] - pad.start[0]), abs(pad.end[1] - pad.start[1]))
        nodes = set(self._nodes_near(pad, -0.15 * smaller))
        if not nodes:
            middle = ((pad.start[0] + pad.end[0]) / 2, (pad.start[1] + pad.end[1]) / 2)
            nodes = {round(middle[1] / STEP) * self.columns + round(middle[0] / STEP)}
        return {node + layer * self.size for node in nodes for layer in pad.layers}

    def _search(self, sources: set[Node], targets: set[Node], tracks: list[bytearray], vias: bytearray) -> list[Node]:
        """Returns the cheapest path from any source to any target (A*), or []."""
        remaining = self._heuristic(targets)
        cost = dict.fromkeys(sources, 0)
        previous: dict[Node, Node] = {}
        queue = [(remaining(node), node) for node in sources]
        heapq.heapify(queue)
        done = set()
        while queue:
            _, node = heapq.heappop(queue)
            if node in done:
                continue
            done.add(node)
            if node in targets:
                return _walk_back(previous, node)
            spent = cost[node]
            for step_cost, other in self._steps(node, tracks, vias):
                total = spent + step_cost
                if total < cost.get(other, 1 << 30):
                    cost[other] = total
                    previous[other] = node
                    heapq.heappush(queue, (total + remaining(other), other))
        return []

    def _heuristic(self, targets: set[Node]) -> Callable[[Node], int]:
        """Returns a lower bound of the cost from a node to the bounding box of all targets, as a function."""
        places = [divmod(node % self.size, self.columns) for node in targets]
        top, bottom = min(row for row, _ in places), max(row for row, _ in places)
        left, right = min(column for _, column in places), max(column for _, column in places)

        def estimate(node: Node) -> int:
            row, column = divmod(node % self.size, self.columns)
            down = top - row if row < top else row - bottom if row > bottom else 0
            across = left - column if column < left else column - right if column > right else 0
            return _STRAIGHT * max(down, across) + (_DIAGONAL - _STRAIGHT) * min(down, across)

        return estimate

    def _steps(self, node: Node, tracks: list[bytearray], vias: bytearray) -> Iterator[tuple[int, Node]]:
        """Yields cost and node of every possible next step."""
        layer, place = divmod(node, self.size)
        blocked, line, base = tracks[layer], self.columns, layer * self.size
        along = _STRAIGHT + (_WRONG_DIRECTION if layer == BACK else 0)
        across = _STRAIGHT + (_WRONG_DIRECTION if layer == FRONT else 0)
        straights = ((along, 1), (along, -1), (across, line), (across, -line))
        diagonals = (
            (_DIAGONAL + 2, line + 1),
            (_DIAGONAL + 2, line - 1),
            (_DIAGONAL + 2, -line + 1),
            (_DIAGONAL + 2, -line - 1),
        )
        for cost, step in straights + diagonals:
            other = place + step
            if 0 <= other < self.size and not blocked[other]:
                yield cost, base + other
        if not vias[place] and not tracks[1 - layer][place]:
            yield _VIA, place + (1 - layer) * self.size

    def _add_path(self, path: list[Node], net: str, width: float, twins: bytearray | None = None) -> None:
        """Adds a path as straight segments and vias, which are obstacles for later nets.

        With `twins`, a map as of `_via_map`, vias are doubled.
        """
        start = 0
        for index in range(1, len(path)):
            if path[index] % self.size == path[index - 1] % self.size:
                self._add_track(path, start, index - 1, net, width)
                self.add_via(self.point(path[index]), net)
                if twins is not None:
                    self._add_twin(path[index] % self.size, net, twins)
                start = index
            elif index - start > 1 and path[index] - path[index - 1] != path[start + 1] - path[start]:
                self._add_track(path, start, index - 1, net, width)
                start = index - 1
        self._add_track(path, start, len(path) - 1, net, width)

    def _add_twin(self, node: Node, net: str, blocked: bytearray) -> None:
        """Adds a second via next to one, connected to it on both sides."""
        step = self._twin_step(node, blocked)
        for layer in (FRONT, BACK):
            base = layer * self.size
            self._add_track([base + node, base + node + TWIN_STEPS * step], 0, 1, net, self.via)
        self.add_via(self.point(node + TWIN_STEPS * step), net)

    def _split(self, node: Node, net: str) -> None:
        """Splits a segment of the net where another joins it: KiCad connects tracks only at their ends."""
        layer, where = node // self.size, self.point(node)
        for index, segment in enumerate(self.segments):
            if segment.net == net and segment.layer == layer and where not in (segment.start, segment.end):
                if distance(where, Shape(segment.start, segment.end, segment.width, (layer,), net)) < 1e-6:
                    self.segments[index : index + 1] = [segment._replace(end=where), segment._replace(start=where)]
                    return

    def _add_track(self, path: list[Node], first: int, last: int, net: str, width: float) -> None:
        """Adds one straight piece of a path."""
        if first >= last:
            return
        start, end, layer = self.point(path[first]), self.point(path[last]), path[first] // self.size
        self.segments.append(Segment(start, end, layer, net, width))
        self.shapes.append(Shape(start, end, width / 2, (layer,), net))

    def add_via(self, where: Point, net: str) -> None:
        """Adds a via."""
        self.segments.append(Segment(where, where, -1, net, self.via))
        self.shapes.append(Shape(where, where, self.via / 2, (FRONT, BACK), net))

    def add_ground_vias(self, net: str, pads: list[Shape], width: float, reach: float = 4.0) -> None:
        """Adds a via of `net` next to each pad that is on one layer only, to connect it to the zone on the other side.

        Raises NoRoute.
        """
        for pad in pads:
            if len(pad.layers) > 1:
                continue
            via = self._blocked_nodes("", self.via / 2 + self.clearance, both=True)[0]
            tracks = self._blocked_nodes(net, width / 2 + self.clearance, both=False)
            no_vias = bytearray(b"\1" * self.size)
            near = {node for node in self._nodes_near(pad, reach) if not via[node]}
            layer = pad.layers[0]
            path = self._search(self._nodes_inside(pad), {node + layer * self.size for node in near}, tracks, no_vias)
            if not path:
                raise NoRoute(f"No space for a via next to the pad of {net} at {pad.start}: move a part.")
            self._add_path(path, net, width)
            self.add_via(self.point(path[-1]), net)

    def add_stitching_vias(self, net: str, every: float) -> None:
        """Adds vias of `net` on a coarse grid where there is space, to connect its zones on both sides."""
        taken = self._blocked_nodes("", self.via / 2 + self.clearance + 0.1, both=True)[0]
        stride = round(every / STEP)
        for row in range(stride // 2, self.rows, stride):
            for column in range(stride // 2, self.columns, stride):
                if not taken[row * self.columns + column]:
                    self.add_via(self.point(row * self.columns + column), net)


def _walk_back(previous: dict[Node, Node], node: Node) -> list[Node]:
    """Returns the path to a node from its start."""
    path = [node]
    while node in previous:
        node = previous[node]
        path.append(node)
    return path[::-1]
