"""The netlist of the carrier against the pins of the firmware and the case. Needs no KiCad."""

from collections import Counter

import pytest

from hardware import dimensions
from hardware.boards import netlist
from sixpip.board import pins


def test_every_gpio_of_the_firmware_connects_the_pico_to_another_part() -> None:
    elsewhere = {net for part in netlist.parts() if part.reference != "U1" for net in part.nets.values()}
    at_pico = set(netlist.pico_nets().values())
    for gpio, net, _ in pins.PINS:
        assert netlist.GPIO_NETS[gpio] == net
        assert net in at_pico and net in elsewhere, net


def test_only_gpios_of_the_firmware_and_the_debug_port_are_connected() -> None:
    used = {gpio for gpio, _, _ in pins.PINS} | {0, 1}
    assert set(netlist.GPIO_NETS) == used
    assert not used & {15, 23, 24, 25, 29}


def test_every_net_of_the_carrier_has_two_or_more_pads() -> None:
    pads = Counter(net for part in netlist.parts() for net in part.nets.values())
    assert [net for net, count in pads.items() if count < 2] == []


def test_every_part_of_the_carrier_has_a_unique_reference() -> None:
    names = Counter(part.reference for part in netlist.parts())
    assert [name for name, count in names.items() if count > 1] == []


def test_the_level_shifter_is_on_the_switched_rail_and_the_switch_has_a_pull_down() -> None:
    parts = {part.reference: part for part in netlist.parts()}
    assert parts["U3"].nets["14"] == parts["U2"].nets["6"] == netlist.LED_5V
    assert parts["U2"].nets["1"] == netlist.V5
    assert set(parts["R1"].nets.values()) == {"LED_EN", netlist.GND}
    assert set(parts["R5"].nets.values()) == {parts["U3"].nets["3"], parts["J2"].nets["3"]}


def test_every_button_is_centered_below_its_cap() -> None:
    keys = {part.value: part for part in netlist.buttons()}
    names = [*(f"KEEP{number}" for number in range(1, 7)), "ROLL", "BANK", "MENU"]
    for name, cap in zip(names, dimensions.key_centers() + dimensions.action_centers(), strict=True):
        part = keys[name]
        assert (part.x + netlist.BUTTON_CENTER[0], part.y - netlist.BUTTON_CENTER[1]) == pytest.approx(cap)
