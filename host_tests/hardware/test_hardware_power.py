"""The power tree: sources, capacitors and ratings of all rails; and the current limiter of the LEDs."""

import re
from array import array

import pytest

from hardware import bom, heat, inputs, power
from hardware.boards import netlist
from hardware.boards.netlist import CELL, LED_5V, V5, V5_IN, V33, VSYS
from hardware.documents import power_page
from host_tests.board_modules import board_module, measured_mv
from host_tests.guides import GUIDE_TEXT
from host_tests.led_current import LedType, drawn_ma
from sixpip.app.power import LEVELS_MV
from sixpip.board import limiter
from sixpip.board.limiter import PIXELS
from sixpip.view import tiles
from tools import FIRMWARE

RAILS = {rail.net: rail for rail in power.rails()}
BOTH_LEDS = (limiter.WS2812B_2020, limiter.WS2812B_5050)
GIVEN = power.VALUES
USB_V = (4.4, 5.25)
"""From a long cable under load to the most that USB allows."""


# --- power tree


def test_every_supply_of_the_board_is_in_the_power_tree_with_its_source() -> None:
    assert set(RAILS) == set(netlist.RAILS)
    assert {net: rail.source for net, rail in RAILS.items()} == {
        V33: VSYS, VSYS: V5, LED_5V: V5, V5: V5_IN, V5_IN: CELL, CELL: "cell"
    }  # fmt: skip


@pytest.mark.parametrize("net", list(RAILS))
def test_no_rail_exceeds_the_rating_of_its_source_whose_load_it_is(net: str) -> None:
    rail = RAILS[net]
    assert rail.loads and rail.limits
    for name, most in rail.limits:
        assert rail.max_ma <= most, name
    for capacitor in rail.capacitors:
        assert set(netlist.find(capacitor).nets.values()) == {net, netlist.GND}
    assert rail.capacitors or net not in (V33, V5, LED_5V)  # each rail that is made on the board has one
    source = RAILS.get(rail.source)
    if source is not None:
        assert source.max_ma >= rail.max_ma * rail.volts[0] / source.volts[1] * 0.5
        if net not in (V33, V5_IN, VSYS):  # converters: input and output currents differ
            assert power.Load(net, rail.max_ma) in source.loads


def test_the_fuse_carries_the_budget_and_trips_before_the_wires_of_the_converter_get_hot() -> None:
    assert RAILS[V5].max_ma < power.fuse_hold_ma() < GIVEN["fuse_trip"] < GIVEN["wire_max"]
    assert power.fuse_hold_ma(45) > 1.3 * RAILS[V5].max_ma
    assert GIVEN["fuse_hottest"] + 0.5 > heat.fuse_air(35, limiter.BUDGET_MA, GIVEN["usb_charge"])


def test_vsys_is_within_its_limits_with_a_full_and_an_empty_cell() -> None:
    low, high = RAILS[VSYS].volts
    assert GIVEN["vsys_min"] < low < high < GIVEN["vsys_max"]


def test_every_die_has_enough_voltage_in_the_worst_case() -> None:
    volts = power.worst_die_volts()
    assert len(volts) == tiles.TILES
    assert volts == sorted(volts) and volts[0] > GIVEN["led_min"]


def test_the_inrush_current_of_the_led_rail_does_not_trip_the_fuse() -> None:
    assert power.inrush_ma() + RAILS[VSYS].max_ma < power.fuse_hold_ma()


@pytest.mark.forked
def test_the_firmware_waits_for_the_rise_time_of_the_led_rail() -> None:
    leds = board_module("leds")
    leds.Leds().switch(True)
    waits_us = leds.time.sleep_us.call_args.args[0]
    assert waits_us >= power.rise_us()
    for line in bom.LINES:
        if "C3" in line.handheld:
            substitutes = [float(word) for word in re.findall(r"([\d.]+) nF", line.substitute)]
            assert substitutes and max(power.rise_us(value * 1e-9) for value in substitutes) <= waits_us
    assert power.rise_us(10e-9) > waits_us  # what the parts list once allowed


@pytest.mark.forked
def test_the_adc_voltage_is_below_its_reference_and_the_firmware_computes_the_cell_voltage() -> None:
    for volts in (GIVEN["cell_low"], GIVEN["cell_volts"], GIVEN["cell_full"]):
        at_pin = inputs.adc_volts(volts)
        assert at_pin < GIVEN["adc_max"]
        assert measured_mv(at_pin) == pytest.approx(volts * 1000, abs=3)
    assert LEVELS_MV[-1] == GIVEN["cell_low"] * 1000


@pytest.mark.forked
def test_a_console_without_a_cell_does_not_take_it_for_an_empty_one() -> None:
    assert measured_mv(inputs.adc_volts(inputs.no_cell_volts() + 0.2)) == 0
    assert measured_mv(inputs.adc_volts(2.5)) > 0  # what the protection circuit of a cell still allows (assumed)


def test_the_charger_pin_reads_high_without_a_pull_down_and_would_not_with_one() -> None:
    source = (FIRMWARE / "sixpip" / "board" / "pico.py").read_text(encoding="utf-8")
    assert re.findall(r"Pin\(pins\.CHARGER, ([^)]*)\)", source) == ["Pin.IN", "Pin.OUT, value=0"]
    assert inputs.charger_volts(USB_V[0]) > inputs.HIGH_V + 0.5
    assert inputs.charger_volts(USB_V[1]) < inputs.SUPPLY_V
    assert inputs.charger_volts(USB_V[0], inputs.PULL_UP_OHM) < inputs.HIGH_V


def test_the_pull_ups_match_the_speed_and_the_drivers_of_the_i2c_bus() -> None:
    assert power.bus_rise_s() < GIVEN["bus_rise_max"]
    assert 3300 / power.component_value("R6") < GIVEN["bus_sink_max"]
    assert power.component_value("R6") == power.component_value("R7")
    (line,) = [line for line in bom.LINES if "R6" in line.handheld]
    for ohm in (float(word) * 1000 for word in re.findall(r"([\d.]+) k", line.substitute)):
        assert power.bus_rise_s() * ohm / power.component_value("R6") < GIVEN["bus_rise_max"]
        assert 3300 / ohm < GIVEN["bus_sink_max"]


def test_a_console_that_switched_itself_off_leaves_an_empty_cell_alone_for_months() -> None:
    latch_ohm = power.component_value("R11") + power.component_value("R12")
    per_volt = 1 / power.component_value("R3") + 1 / power.component_value("R13") + 1 / latch_ohm
    resistors = GIVEN["cell_volts"] * (per_volt + 1 / GIVEN["low_divider"]) * 1000
    parts = GIVEN["boost_shutdown"] + GIVEN["charger_off"] + GIVEN["protection"]
    assert power.off_ma() == pytest.approx(parts + resistors)
    assert power.empty_hours(power.off_ma()) > 45 * 24
    assert power.empty_hours(power.asleep_ma()) < 12
    assert GIVEN["cell"] * GIVEN["cell_usable"] / power.off_ma() > 365 * 24


def test_the_converter_is_measured_because_its_tolerances_allow_more_than_the_leds_take() -> None:
    low, nominal, high = power.boost_volts()
    assert low < nominal < GIVEN["boost_accepted"] < power.most_led_volts() <= GIVEN["led_max"] < high
    assert nominal == pytest.approx(GIVEN["boost"], abs=0.03)  # its README rounds
    assert f"{nominal:.3f} V" in GUIDE_TEXT["BUILD.md"] and f"{high:.2f} V" in GUIDE_TEXT["BUILD.md"]


def test_the_highest_current_of_the_cell_includes_the_charger_and_the_lower_budget_below_3_5_v() -> None:
    most = RAILS[V5_IN].max_ma
    for volts in (GIVEN["cell_low"], GIVEN["cell_weak"]):
        ampere = power.most_cell_ma(most, volts, limited=False) / 1000
        behind = ampere * (volts - GIVEN["cell_path"] * ampere)
        assert behind == pytest.approx(GIVEN["boost"] * most / 1000 / GIVEN["boost_efficiency"])
    assert (
        power.most_cell_ma(most, GIVEN["cell_low"]) < power.most_cell_ma(most, GIVEN["cell_weak"]) == RAILS[CELL].max_ma
    )
    assert (
        RAILS[CELL].max_ma < 0.88 * GIVEN["cell_path_max"] < power.most_cell_ma(most, GIVEN["cell_low"], limited=False)
    )
    source = (FIRMWARE / "sixpip" / "board" / "pico.py").read_text(encoding="utf-8")
    assert f"_WEAK_MV = const({GIVEN['cell_weak'] * 1000:.0f})" in source


# --- current limiter


def test_5050_modules_would_overload_the_converter_with_the_limiter_set_to_2020_tiles() -> None:
    white, counts, wrong = bytearray(b"\xff" * 96), array("H", [PIXELS] + [0] * 31), limiter.LedPower(BOTH_LEDS[0])
    wrong.prepare(white, 255, counts)
    assert drawn_ma(wrong.lut[:1].tobytes() * PIXELS, limiter.WS2812B_5050) > GIVEN["boost_max"]


@pytest.mark.parametrize("led_type", BOTH_LEDS, ids=lambda row: str(row[0]))
def test_without_the_limiter_white_dice_would_overload_the_converter(led_type: LedType) -> None:
    assert power.unlimited_ma(led_type) > 5 * GIVEN["boost_max"]
    words = bytearray((0, 255, 255, 255)) * PIXELS
    assert drawn_ma(words, led_type) == pytest.approx(power.unlimited_ma(led_type))


# --- battery life


def test_the_runtime_matches_the_energy_of_the_cell_and_is_shorter_at_higher_current() -> None:
    usable_mwh = GIVEN["cell"] * GIVEN["cell_usable"] * GIVEN["cell_volts"]
    for rail_ma in (20, 200, 500):
        from_cell_mw = usable_mwh / power.runtime_hours(rail_ma)
        to_rail_mw = (from_cell_mw - GIVEN["boost_quiescent"] * GIVEN["cell_volts"]) * GIVEN["boost_efficiency"]
        assert to_rail_mw == pytest.approx(rail_ma * GIVEN["boost"])
    assert power.runtime_hours(200) > 1.9 * power.runtime_hours(400)


def test_at_the_lowest_brightness_the_dice_are_below_the_current_limit() -> None:
    for led_type in limiter.LED_TYPES:
        for scene in power_page.SCENES:
            drawn = power_page.chain_ma(led_type, power_page.pixels(scene), power_page.BRIGHTNESS[0])
            assert power.idle_ma(led_type) < drawn < limiter.BUDGET_MA
