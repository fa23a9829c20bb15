"""Traces nets from end to end: across the board, along the cables and through the dice.

A node is (owner, net). Cables and mated plugs connect nodes. A path continues through parts in series, and through each
die from DIN to DOUT.
"""

import functools
from collections import Counter
from typing import NamedTuple

from hardware.boards import netlist
from hardware.wiring.harness import BOARD, BOOST_UNCONNECTED, CONSOLES, Harness

Node = tuple[str, str]


class WiringError(Exception):
    """Two nets of the same owner are connected."""


class Hop(NamedTuple):
    """One step of a path: the cable or part, and the node after it."""

    through: str
    node: Node


SERIES = {
    "U3": ("2", "3"),
    "R5": ("1", "2"),
    "R8": ("1", "2"),
    "F1": ("1", "2"),
    "D1": ("2", "1"),
    "U2": ("1", "6"),
    "D2": ("1", "3"),
    "R15": ("2", "1"),
}
"""Parts that a path passes through, from pin to pin: level shifter, resistors, fuse, diodes, rail switch."""


@functools.cache
def _series() -> dict[str, tuple[str, str]]:
    """Returns the nets before and after each part of SERIES."""
    parts = {part.reference: part.nets for part in netlist.parts()}
    return {name: (parts[name][start], parts[name][end]) for name, (start, end) in SERIES.items()}


class Wiring:
    """The nodes of one console and their connections. Raises WiringError when two nets of one owner are connected."""

    def __init__(self, harnesses: list[Harness]) -> None:
        self._group: dict[Node, Node] = {}
        self.wires = 0
        """Number of wires and mated pins."""
        self._plugs = {plug.name: plug for harness in harnesses for plug in harness.plugs}
        self._connections: list[tuple[Node, Node, str]] = []
        for harness in harnesses:
            for cable in harness.cables:
                for _, start, end in cable.wires:
                    self._connect(start, end, cable.name)
            for one, other, pairs in harness.mates:
                for first, second in pairs:
                    self._connect((one, first), (other, second), "pin")
        self._check_shorts()

    def node(self, end: tuple[str, str]) -> Node:
        """Returns the node at (plug, pin)."""
        plug = self._plugs[end[0]]
        return plug.owner, plug.net(end[1])

    def _connect(self, start: tuple[str, str], end: tuple[str, str], through: str) -> None:
        """Connects the nodes at two pins."""
        one, other = self.node(start), self.node(end)
        self.wires += 1
        self._connections.append((one, other, through))
        self._group[self._root(one)] = self._root(other)

    def _root(self, node: Node) -> Node:
        """Returns the node that represents all nodes connected to `node`."""
        while self._group.setdefault(node, node) != node:
            node = self._group[node]
        return node

    def connected(self, node: Node) -> set[Node]:
        """Returns all nodes connected to `node`, including itself."""
        root = self._root(node)
        return {other for other in list(self._group) if self._root(other) == root}

    def _check_shorts(self) -> None:
        """Raises WiringError when two nets of the same owner are connected."""
        for node in [node for node in self._group if self._root(node) == node]:
            group = self.connected(node)
            shorted = [owner for owner, count in Counter(owner for owner, _ in group).items() if count > 1]
            if shorted:
                nets = sorted(net for owner, net in group if owner == sorted(shorted)[0])
                raise WiringError(f"{' and '.join(nets)} of {sorted(shorted)[0]} are connected.")

    def open_pins(self) -> list[str]:
        """Returns the pins of plugs whose net has no connection outside its owner."""
        wired = {node for one, other, _ in self._connections for node in (one, other)}
        found = []
        for plug in self._plugs.values():
            for pin, _, net in plug.pins:
                if (plug.owner, net) not in wired and not (plug.owner == "boost" and net in BOOST_UNCONNECTED):
                    found.append(f"{plug.name}.{pin}")
        return found

    def path(self, node: Node) -> list[Hop]:
        """Returns the path from a node along cables, parts in series and dice, to its end."""
        hops, seen = [Hop("", node)], {node}
        while True:
            hop = self._next_hop(hops[-1].node, seen)
            if hop is None:
                return hops
            seen.add(hop.node)
            hops.append(hop)

    def _next_hop(self, node: Node, seen: set[Node]) -> Hop | None:
        """Returns the next step to a node that is not in `seen`, or None."""
        for one, other, through in self._connections:
            for start, end in ((one, other), (other, one)):
                if start == node and end not in seen:
                    return Hop(through, end)
        owner, net = node
        if owner.startswith("die ") and net == "DIN":
            return Hop(owner, (owner, "DOUT"))
        if owner == BOARD:
            for name, (before, after) in _series().items():
                if before == net and (BOARD, after) not in seen:
                    return Hop(name, (BOARD, after))
        return None


@functools.cache
def wiring(console: str) -> Wiring:
    """Returns the wiring of "handheld" or "tabletop". Raises WiringError."""
    return Wiring(CONSOLES[console]())


def pads(net: str) -> list[str]:
    """Returns the pads of the board on a net, in the form "R5.1"."""
    return [f"{part.reference}.{pin}" for part in netlist.parts() for pin, name in part.nets.items() if name == net]


def _pull_resistors(net: str, passed: list[str]) -> list[str]:
    """Returns "pull-up R6.1" or "pull-down R16.1" for each resistor on a net that is not in series with it."""
    found = []
    for part in netlist.parts():
        for pin, name in part.nets.items():
            if name == net and part.reference[0] == "R" and part.reference not in passed:
                found.append(f"pull-{'down' if netlist.GND in part.nets.values() else 'up'} {part.reference}.{pin}")
    return found


def describe_destination(net: str) -> str:
    """Describes the destination of a net of the Pico for a table: parts in series, dice, then the end of the path."""
    hops = wiring("handheld").path((BOARD, net))
    passed = [hop.through for hop in hops[1:] if hop.through in SERIES]
    dice = [hop.through for hop in hops if hop.through.startswith("die ")]
    chain = [f"{dice[0]} to {dice[-1].removeprefix('die ')}"] if dice else []
    owner, end = hops[-1].node
    ignored = ("U1.", "TP", *(f"{part}." for part in passed))
    if owner != BOARD:
        return ", ".join([*passed, *chain, f"{owner.upper()} {end}", *_pull_resistors(net, passed)])
    return ", ".join([*passed, *chain, *(pad for pad in pads(end) if not pad.startswith(ignored))])
