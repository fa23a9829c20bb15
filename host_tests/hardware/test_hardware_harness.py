"""The harness: every net from end to end on both consoles, sufficient wire lengths, and detection of wiring errors."""

import itertools
from collections import Counter

import pytest

from hardware.boards import netlist
from hardware.wiring import trace
from hardware.wiring.harness import BOARD, BUTTONS, CONSOLES, DICE, SUPPLY_WIRES, WIRE_RESISTORS
from hardware.wiring.trace import Wiring, WiringError
from sixpip.board import pins

BOTH = pytest.mark.parametrize("console", list(CONSOLES))
part = netlist.find


@BOTH
def test_no_wire_connects_two_nets_and_every_pin_of_a_plug_is_connected(console: str) -> None:
    wiring = trace.wiring(console)
    assert wiring.wires > 0
    assert wiring.open_pins() == []


@BOTH
def test_led_data_passes_level_shifter_resistor_and_all_dice_in_order_and_returns_to_the_board(console: str) -> None:
    hops = trace.wiring(console).path((BOARD, "LED_DATA"))
    passed = [hop.through for hop in hops if hop.through in ("U3", "R5") or hop.through.startswith("die ")]
    assert passed == ["U3", "R5", *(f"die {number}" for number in range(1, DICE + 1))]
    assert hops[-1].node == (BOARD, "LED_DOUT")


@BOTH
def test_cell_and_supply_reach_the_board_through_their_parts_and_then_every_die_and_the_oled(console: str) -> None:
    wiring = trace.wiring(console)
    assert wiring.path(("cell", "PLUS"))[-1].node == (BOARD, netlist.CELL)
    assert ("boost", "GND") in wiring.connected(("cell", "MINUS"))
    assert set(part("R3").nets.values()) == {netlist.CELL, "VBAT"} and part("U1").nets["34"] == "VBAT"
    hops = wiring.path(("boost", "5VO"))[1:3]
    assert hops == [("W2", (BOARD, netlist.V5_IN)), ("F1", (BOARD, netlist.V5))]
    assert set(part("U2").nets.values()) > {netlist.V5, netlist.LED_5V}
    assert part("D1").nets == {"1": netlist.VSYS, "2": netlist.V5}
    for net in (netlist.GND, netlist.LED_5V):
        assert {(f"die {number}", net) for number in range(1, DICE + 1)} <= wiring.connected((BOARD, net))
    supply, ground = ("OLED_PIN2", "OLED_PIN1") if console == "handheld" else (netlist.V33, netlist.GND)
    for label, net in (("SCL", "OLED_SCL"), ("SDA", "OLED_SDA"), ("VCC", supply), ("GND", ground)):
        assert (BOARD, net) in wiring.connected(("oled", label))


@pytest.mark.parametrize("gpio", pins.BUTTONS)
def test_every_button_of_the_tabletop_connects_its_gpio_to_ground(gpio: int) -> None:
    button = pins.BUTTONS.index(gpio)
    name, number = BUTTONS[button], button + 1
    wiring = trace.wiring("tabletop")
    assert netlist.GPIO_NETS[gpio] == name
    net = "WAKE" if name == "ROLL" else name  # D2 is between ROLL and its GPIO
    assert wiring.connected((BOARD, net)) == {(BOARD, net), (f"SW{number}", "A")}
    assert (f"SW{number}", "B") in wiring.connected((BOARD, netlist.GND))


@BOTH
def test_no_two_cables_and_no_two_plugs_have_the_same_name(console: str) -> None:
    cables = Counter(cable.name for harness in CONSOLES[console]() for cable in harness.cables)
    assert set(cables.values()) == {1}
    for harness in CONSOLES[console]():
        assert len({plug.name for plug in harness.plugs}) == len(harness.plugs)


def shorted(order: tuple[str, ...], bridge: int, switch_on: bool, resistors: bool) -> set[str]:
    """Returns the pins of the converter at its own ground without a resistor between them.

    `order`: the nets whose wires are in contacts 1 to 5 of J1; `bridge`: the contact shorted to the next one, or 0.
    """
    contacts = list(part("J1").nets.values())
    pin_of = {net: pin for net, (_, pin) in SUPPLY_WIRES.items()}
    groups = [{("board", net)} for net in contacts]
    for wire, net in zip(order, contacts, strict=True):
        if not (resistors and wire in WIRE_RESISTORS):
            next(group for group in groups if ("board", net) in group).add(("boost", pin_of[wire]))
    joined = [(contacts[bridge - 1], contacts[bridge])] if bridge else []
    joined += [] if switch_on else [("BOOST_EN", netlist.GND)]  # through SW10
    for one, other in joined:
        first, second = (next(group for group in groups if ("board", net) in group) for net in (one, other))
        first |= second
        groups = [group for group in groups if group is first or group is not second]
    (ground,) = [group for group in groups if ("boost", pin_of[netlist.GND]) in group]
    return {pin for owner, pin in ground if owner == "boost"}


def test_no_fault_at_j1_shorts_cell_or_charger_because_their_wires_have_resistors() -> None:
    nets = tuple(part("J1").nets.values())
    mirrored = [(nets, bridge, on) for bridge in range(len(nets)) for on in (True, False)]
    mirrored += [(nets[::-1], bridge, on) for _, bridge, on in mirrored]
    cell, charger = SUPPLY_WIRES[netlist.CELL][1], SUPPLY_WIRES["USB_5V"][1]
    assert cell in set().union(*(shorted(*fault, resistors=False) for fault in mirrored))
    for order in itertools.permutations(nets):
        for _, bridge, on in mirrored:
            assert not {cell, charger} & shorted(order, bridge, on, resistors=True)
    assert shorted(nets[::-1], 0, True, resistors=False) == {SUPPLY_WIRES[netlist.GND][1]}
    assert {nets[1], nets[3]} == {netlist.CELL, "USB_5V"}  # next to GND, which is its own mirror image
    for _, ohm in WIRE_RESISTORS.values():
        assert 5.25 / ohm < 0.006
    for console in CONSOLES:
        (cable,) = [one for harness in CONSOLES[console]() for one in harness.cables if one.name == "W2"]
        assert all(name in cable.notes for name, _ in WIRE_RESISTORS.values())


def test_swapped_supply_wires_and_a_missing_wire_are_reported() -> None:
    chain = CONSOLES["tabletop"]()[1]
    first, second, *others = chain.cables
    (black, start, end), (red, other_start, other_end), data = second.wires
    crossed = second._replace(wires=((black, start, other_end), (red, other_start, end), data))
    with pytest.raises(WiringError, match="GND and LED_5V"):
        Wiring([chain._replace(cables=(first, crossed, *others))])
    cut = first._replace(wires=first.wires[:2])
    assert Wiring([chain._replace(cables=(cut, second, *others))]).open_pins() == ["PERF LED OUT.3", "MODULE 1 IN.3"]
