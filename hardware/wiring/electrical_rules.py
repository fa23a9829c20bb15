"""Electrical rules check (ERC) of the netlist: outputs, inputs and supplies of each net.

`violations` needs only the netlist; `skidl_check` runs the rules check of SKiDL on the same parts.
"""

import contextlib
import io
import os
import tempfile
from pathlib import Path
from typing import Any

from hardware.boards.netlist import GND, Part
from hardware.wiring import symbols
from hardware.wiring.symbols import BIDIRECTIONAL, INPUT, OUTPUT, PASSIVE, POWER_IN, POWER_OUT

_DRIVING = {OUTPUT, POWER_OUT, BIDIRECTIONAL, PASSIVE}
"""Kinds of pins that can set the level of a net. Test points are passive, but do not count."""

Nets = dict[str, list[tuple[str, str, str]]]


class SkidlMissing(Exception):
    """SKiDL is not installed; the message says how to install it."""


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


def skidl_check(parts: list[Part]) -> tuple[list[str], str]:
    """Returns the errors and warnings of SKiDL's ERC, and the netlist for KiCad. Raises SkidlMissing."""
    try:
        with tempfile.TemporaryDirectory() as scratch, _isolated(Path(scratch)):
            import skidl

            return _build_and_check(skidl, parts)
    except ImportError as error:
        raise SkidlMissing("This Python has no skidl: pip install skidl.") from error


@contextlib.contextmanager
def _isolated(folder: Path) -> Any:
    """Changes to a scratch folder, where SKiDL writes its logs, and hides its warnings about unused libraries."""
    previous = Path.cwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        os.chdir(previous)


def _build_and_check(skidl: Any, parts: list[Part]) -> tuple[list[str], str]:
    """Builds the circuit in SKiDL, runs the ERC, and returns its messages and the netlist."""
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
            continue  # mounting holes
        skidl_pins = [
            skidl.Pin(num=pin, name=f"{name}_{pin}", func=getattr(skidl.Pin.types, kinds[kind]))
            for pin, (name, kind) in names.items()
        ]
        template = skidl.Part(name=part.value, tool=skidl.SKIDL, dest=skidl.TEMPLATE, pins=skidl_pins)
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
            wired[net].drive = skidl.POWER  # for SKiDL, power does not pass through fuses, diodes and solder jumpers
    return _run_erc(skidl, circuit), str(circuit.generate_netlist(tool="kicad6"))


def _run_erc(skidl: Any, circuit: Any) -> list[str]:
    """Runs SKiDL's ERC and returns the warnings and errors that it logs."""
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
