"""Electrical rules check (ERC) of the netlist: outputs, inputs and supplies of each net."""

from hardware.boards.netlist import GND, Part
from hardware.wiring import symbols
from hardware.wiring.symbols import BIDIRECTIONAL, INPUT, OUTPUT, PASSIVE, POWER_IN, POWER_OUT

_DRIVING = {OUTPUT, POWER_OUT, BIDIRECTIONAL, PASSIVE}
"""Kinds of pins that can set the level of a net. Test points are passive, but do not count."""

Nets = dict[str, list[tuple[str, str, str]]]


def nets(parts: list[Part]) -> Nets:
    """Returns the pins of every net as (reference, pin, kind)."""
    found: Nets = {}
    for part in parts:
        kinds = symbols.pins(part)
        for pin, net in part.nets.items():
            found.setdefault(net, []).append((part.reference, pin, kinds[pin][1]))
    return found


def supplied(parts: list[Part]) -> set[str]:
    """Returns the nets with power, directly from a source or through fuse, diode and solder jumpers."""
    found = {net for net, ends in nets(parts).items() if any(kind == POWER_OUT for _, _, kind in ends)}
    by_name = {part.reference: part for part in parts}
    for _ in symbols.PASSES_POWER:
        for reference, (start, end) in symbols.PASSES_POWER.items():
            if reference in by_name and by_name[reference].nets[start] in found | {GND}:
                found.add(by_name[reference].nets[end])
    return found


def violations(parts: list[Part]) -> list[str]:
    """Returns a sentence for each violation."""
    found = []
    powered = supplied(parts)
    for net, ends in sorted(nets(parts).items()):
        kinds = [kind for _, _, kind in ends]
        names = ", ".join(f"{reference}.{pin}" for reference, pin, _ in ends)
        if len(ends) < 2:
            found.append(f"{net} is connected to a single pin: {names}.")
        if kinds.count(OUTPUT) > 1 or (OUTPUT in kinds and POWER_OUT in kinds):
            found.append(f"{net} has more than one output: {names}.")
        if kinds.count(POWER_OUT) > 1 and net != GND:
            found.append(f"{net} has more than one power source: {names}.")
        if POWER_IN in kinds and net not in powered:
            found.append(f"{net} supplies a part but has no power source: {names}.")
        driving = {kind for reference, _, kind in ends if not reference.startswith("TP")} & _DRIVING
        if INPUT in kinds and not driving and net not in powered:
            found.append(f"{net} has inputs but no driver: {names}.")
    for part in parts:
        unconnected = set(symbols.pins(part)) - set(part.nets) - set(symbols.UNCONNECTED.get(part.reference, ()))
        found += [f"{part.reference}.{pin} is not connected." for pin in sorted(unconnected)]
    return found
