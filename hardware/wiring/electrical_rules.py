"""The electrical rules of the board's netlist: who drives, who listens, where supplies come from.

`faults` needs nothing but the netlist; `skidl_check` asks SKiDL's own rule check about the same parts.
"""

import contextlib
import io
import os
import tempfile
from pathlib import Path
from typing import Any

from hardware.boards.netlist import GND, Part
from hardware.wiring import symbols
from hardware.wiring.symbols import OUTPUT, BIDIRECTIONAL, INPUT, PASSIVE, POWER_OUT, POWER_IN

_DRIVING = {OUTPUT, POWER_OUT, BIDIRECTIONAL, PASSIVE}
"""What may set the level of a net; a test point does not, passive though it is."""

Nets = dict[str, list[tuple[str, str, str]]]


class SkidlMissing(Exception):
    """SKiDL is not installed; the message says how to install it."""


def nets(parts: list[Part]) -> Nets:
    """Every net with its pins as (reference, pin, kind)."""
    found: Nets = {}
    for part in parts:
        kinds = symbols.pins(part)
        for pin, net in part.nets.items():
            found.setdefault(net, []).append((part.reference, pin, kinds[pin][1]))
    return found


def supplied(parts: list[Part]) -> set[str]:
    """The nets that get power, straight from a source or through fuse, diode and solder bridges."""
    found = {net for net, ends in nets(parts).items() if any(kind == POWER_OUT for _, _, kind in ends)}
    by_name = {part.reference: part for part in parts}
    for _ in symbols.PASSES_POWER:
        for reference, (start, end) in symbols.PASSES_POWER.items():
            if reference in by_name and by_name[reference].nets[start] in found | {GND}:
                found.add(by_name[reference].nets[end])
    return found


def violations(parts: list[Part]) -> list[str]:
    """What is wrong, a sentence each; an empty list for a sound netlist."""
    found = []
    power = supplied(parts)
    for net, ends in sorted(nets(parts).items()):
        kinds = [kind for _, _, kind in ends]
        names = ", ".join(f"{reference}.{pin}" for reference, pin, _ in ends)
        if len(ends) < 2:
            found.append(f"{net} ends in a single pin: {names}.")
        if kinds.count(OUTPUT) > 1 or (OUTPUT in kinds and POWER_OUT in kinds):
            found.append(f"{net} has more than one output: {names}.")
        if kinds.count(POWER_OUT) > 1 and net != GND:
            found.append(f"{net} has two sources: {names}.")
        if POWER_IN in kinds and net not in power:
            found.append(f"{net} feeds a part but has no source: {names}.")
        driving = {kind for reference, _, kind in ends if not reference.startswith("TP")} & _DRIVING
        if INPUT in kinds and not driving and net not in power:
            found.append(f"{net} is an input that nothing drives: {names}.")
    for part in parts:
        loose = set(symbols.pins(part)) - set(part.nets) - set(symbols.UNCONNECTED.get(part.reference, ()))
        found += [f"{part.reference}.{pin} is not connected." for pin in sorted(loose)]
    return found


def skidl_check(parts: list[Part]) -> tuple[list[str], str]:
    """What SKiDL's rule check says (errors and warnings), and the netlist for KiCad. Raises SkidlMissing."""
    try:
        with tempfile.TemporaryDirectory() as scratch, _isolated(Path(scratch)):
            import skidl

            return _build_and_check(skidl, parts)
    except ImportError as error:
        raise SkidlMissing("This Python has no skidl: pip install skidl.") from error


@contextlib.contextmanager
def _isolated(folder: Path) -> Any:
    """SKiDL writes its logs where it stands, and complains of libraries that are not used here: keep both apart."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        os.chdir(before)


def _build_and_check(skidl: Any, parts: list[Part]) -> tuple[list[str], str]:
    """Build the circuit anew in SKiDL and check it."""
    kinds = {
        POWER_OUT: "PWROUT",
        POWER_IN: "PWRIN",
        OUTPUT: "OUTPUT",
        INPUT: "INPUT",
        BIDIRECTIONAL: "BIDIR",
        PASSIVE: "PASSIVE",
    }
    circuit = skidl.Circuit()
    wired: dict[str, Any] = {}
    for part in parts:
        names = symbols.pins(part)
        if not names:
            continue  # holes
        made = [
            skidl.Pin(num=pin, name=f"{name}_{pin}", func=getattr(skidl.Pin.types, kinds[kind]))
            for pin, (name, kind) in names.items()
        ]
        template = skidl.Part(name=part.value, tool=skidl.SKIDL, dest=skidl.TEMPLATE, pins=made)
        copy = template(
            ref=part.reference, value=part.value, footprint=part.footprint, tag=part.reference, circuit=circuit
        )
        for pin in names:
            if pin in part.nets:
                net = part.nets[pin]
                if net not in wired:
                    wired[net] = skidl.Net(net, circuit=circuit)
                wired[net] += copy[pin]
            else:
                circuit.NC += copy[pin]
    for net in supplied(parts) | {GND}:
        if net in wired:
            wired[net].drive = skidl.POWER  # SKiDL does not see power pass a fuse, a diode or a solder bridge
    return _run_erc(skidl, circuit), str(circuit.generate_netlist(tool="kicad6"))


def _run_erc(skidl: Any, circuit: Any) -> list[str]:
    """Run SKiDL's check; the sentences of its log."""
    import logging

    messages: list[str] = []

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.WARNING:
                messages.append(record.getMessage())

    collector = Collector()
    loggers = [logging.getLogger(name) for name in ("ERC_Logger", "skidl", "logger")] + [skidl.erc_logger]
    for logger in loggers:
        logger.addHandler(collector)
    try:
        circuit.ERC()
    finally:
        for logger in loggers:
            logger.removeHandler(collector)
    return list(dict.fromkeys(messages))
