"""Netlist, drawings and pin table; the harness is in test_hardware_harness.py.

The test that needs WireViz is skipped without it.
"""

import math
import re
from collections import Counter
from pathlib import Path

import pytest

from hardware import bom, dimensions
from hardware.boards import board_file, netlist, tile_plan
from hardware.documents import pinout
from hardware.wiring import drawing
from sixpip.board import pins

PARTS = netlist.parts()
part = netlist.find
STALE = "is stale: run `make hardware` (or `python -m hardware documents drawings`)."


# --- the netlist


def test_each_gpio_of_the_firmware_has_a_net_of_its_own_that_leads_to_another_part() -> None:
    elsewhere = {net for part in PARTS if part.reference != "U1" for net in part.nets.values()}
    at_pico = Counter(netlist.pico_nets().values())
    for gpio, net, _ in pins.PINS:
        assert netlist.GPIO_NETS[gpio] == net
        assert at_pico[net] == 1 and net in elsewhere, net
    used = {gpio for gpio, _, _ in pins.PINS} | {0, 1}  # and the debug port
    assert set(netlist.GPIO_NETS) == used and not used & {15, 23, 24, 25, 29}


def test_every_button_is_centered_below_its_cap() -> None:
    keys = {part.value: part for part in netlist.buttons()}
    names = [*(f"KEEP{number}" for number in range(1, 7)), "ROLL", "BANK", "MENU"]
    for name, cap in zip(names, dimensions.key_centers() + dimensions.action_centers(), strict=True):
        key = keys[name]
        assert (key.x + netlist.BUTTON_CENTER[0], key.y - netlist.BUTTON_CENTER[1]) == pytest.approx(cap)


def test_the_pico_is_on_the_back_with_its_usb_socket_at_the_left_wall() -> None:
    assert part("U1").back
    left, high = dimensions.MM["pico_x"] + 1.37, dimensions.MM["pico_y"] + 8.89
    for pin, across, down in (("1", 0, 0), ("20", 19, 0), ("21", 19, 7), ("40", 0, 7)):
        pad = board_file.pad("U1", pin)
        middle = [(a + b) / 2 for a, b in zip(pad.low, pad.high, strict=True)]
        assert middle == pytest.approx([left + 2.54 * across, high - 2.54 * down], abs=0.05), pin


def test_the_oled_is_on_pins_of_i2c0_and_the_cell_on_an_adc_pin() -> None:
    # RP2040 datasheet, GPIO functions: I2C0 SDA on GPIO 0, 4, 8 ... and SCL on the next one; ADC0 to 2 on GPIO 26 to 28
    assert pins.OLED_SDA % 4 == 0 and pins.OLED_SCL == pins.OLED_SDA + 1
    assert pins.VBAT in (26, 27, 28)


def test_every_line_that_needs_a_pull_up_or_pull_down_has_one() -> None:
    assert set(part("R6").nets.values()) == {"OLED_SCL", netlist.V33}
    assert set(part("R7").nets.values()) == {"OLED_SDA", netlist.V33}
    assert set(part("R1").nets.values()) == {"LED_EN", netlist.GND}
    buttons = [meaning for _, net, meaning in pins.PINS if net.startswith(("KEEP", "ROLL", "BANK", "MENU"))]
    assert len(buttons) == 9
    assert [meaning for meaning in buttons if "internal pull-up" not in meaning] == []


def test_the_level_shifter_is_on_the_switched_rail_with_a_capacitor_and_no_open_input() -> None:
    shifter = part("U3")
    assert shifter.nets["14"] == part("U2").nets["6"] == netlist.LED_5V and part("U2").nets["1"] == netlist.V5
    assert set(part("C8").nets.values()) == {netlist.LED_5V, netlist.GND}
    assert {shifter.nets.get(pin) for pin in ("5", "9", "12")} == {netlist.GND}
    assert set(part("R5").nets.values()) == {shifter.nets["3"], part("J2").nets["3"]}


# --- drawings and tables


def test_the_harness_drawings_are_up_to_date() -> None:
    assert drawing.stale() == [], f"A drawing {STALE}"


def test_a_changed_or_unknown_drawing_is_reported_as_stale(tmp_path: Path) -> None:
    for path in drawing.DRAWINGS.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "handheld-power.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "old.svg").write_text("<svg/>", encoding="utf-8")
    assert set(drawing.stale(tmp_path)) == {"handheld-power.svg", "old.svg"}


def texts(svg: str) -> Counter[str]:
    return Counter(re.findall(r">([^<>\s][^<>]*)</t(?:ext|span)>", svg))


@pytest.mark.hardware_tools
def test_wireviz_reproduces_the_harness_drawings(tmp_path: Path) -> None:
    if drawing.missing():
        pytest.skip(f"Hardware tools: {drawing.missing()}")
    for harness in drawing.harnesses():
        made = drawing.draw(harness, tmp_path)
        stored = (drawing.DRAWINGS / made.name).read_text(encoding="utf-8")
        assert texts(made.read_text(encoding="utf-8")) == texts(stored) != Counter()


def test_the_drawings_name_every_cable_and_every_plug() -> None:
    for harness in drawing.harnesses():
        text = (drawing.DRAWINGS / f"{harness.name}.svg").read_text(encoding="utf-8")
        for name in [cable.name for cable in harness.cables] + [plug.name for plug in harness.plugs]:
            assert f">{name}<" in text, name


def test_the_chain_of_the_tile_leads_through_every_led_once_and_each_part_has_its_supply() -> None:
    parts = tile_plan.parts()
    assert len(parts) == 64 + 42 + 2
    pins = {name: pin for pin, name in netlist.LED_PINS.items()}
    net, seen = netlist.TILE_PLUGS["J1"], 0
    inputs = {one.nets[pins["DI"]]: one.nets for one in parts if one.value == tile_plan.LED}
    while net in inputs:
        net, seen = inputs[net][pins["DO"]], seen + 1
    assert (net, seen) == (netlist.TILE_PLUGS["J2"], 64)
    assert all({netlist.GND, netlist.LED_5V} <= set(one.nets.values()) for one in parts)
    leds, capacitors = ([one for one in parts if one.value == value] for value in (tile_plan.LED, tile_plan.CAPACITOR))
    assert len(capacitors) == bom.CAPACITORS
    for index, led in enumerate(leds):
        row, column = divmod(index, tile_plan.CELLS)
        column = tile_plan.CELLS - 1 - column if row % 2 else column
        place = (led.x - leds[0].x) / tile_plan.PITCH, (led.y - leds[0].y) / tile_plan.PITCH
        assert place == pytest.approx((column, row))
        near = min(math.dist((led.x, led.y), (one.x, one.y)) for one in capacitors)
        assert near <= 4.5 or row == tile_plan.CELLS - 1, led.reference  # at both sides that of the next column
    for name in ("J2", "J3"):  # the connectors of the carrier have the order of pins of the tile
        nets = part(name).nets
        assert nets == netlist.tile_plug(nets["3"])


def test_the_pin_table_has_each_gpio_of_the_firmware_at_its_pin() -> None:
    rows = {row[1]: row for row in pinout.pico_rows() if row[1]}
    for gpio, net, meaning in pins.PINS:
        pin, _, table_net, destination, purpose = rows[f"GP{gpio}"]
        assert (table_net, purpose) == (net, meaning) and destination
        assert part("U1").nets[pin] == net
    assert len(pinout.pico_rows()) == pinout.PICO_PINS
