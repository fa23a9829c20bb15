"""The bring-up: the order of its steps, ranges that match the circuit."""

import re
from collections import Counter

import pytest

from hardware import bringup, inputs, power
from hardware.boards import netlist
from hardware.wiring.harness import DICE, WIRE_RESISTORS
from host_tests.guides import GUIDE_TEXT, STEPS
from sixpip.board import limiter


def test_the_steps_of_each_stage_are_numbered_in_order() -> None:
    counts = Counter(step.stage for step in STEPS)
    assert list(counts) == [stage.number for stage in bringup.STAGES] == list(range(1, len(counts) + 1))
    codes = [f"{stage}.{number}" for stage, count in counts.items() for number in range(1, count + 1)]
    assert [step.code for step in STEPS] == codes


def test_a_step_has_a_range_or_an_observation_and_a_remedy() -> None:
    for step in STEPS:
        assert step.remedy and (step.expected or step.observation), step.code
        assert step.expected is None or 0 <= step.expected.low < step.expected.high, step.code


def test_every_voltage_is_measured_at_a_test_point_or_a_named_place() -> None:
    volts = [step for step in STEPS if step.expected and step.expected.unit == "V"]
    elsewhere = {"ABOUT", f"die {DICE}", "W2", "1 k"}  # in the plug for J1, across a resistor
    assert {step.where for step in volts} <= set(dict(netlist.TEST_POINTS)) | elsewhere
    assert {"BAT", "5V", "VSYS", "3V3", "LED 5V", "DIN", "BAT/2", "DOUT", "LED EN"} <= {step.where for step in STEPS}


def test_every_range_that_is_marked_as_computed_contains_the_values_of_the_circuit() -> None:
    ranges = {step.code: step.expected for step in STEPS if step.expected}
    given, accepted = power.VALUES, power.VALUES["boost_accepted"]
    pico_ma = next(rail.max_ma for rail in power.rails() if rail.net == netlist.VSYS)
    bench = 5.0 - given["fuse_ohm"] * pico_ma / 1000
    kilo = {name: power.component_value(name) / 1000 for name in ("R1", "R3", "R4")}
    wires = {name: ohm / 1000 for name, ohm in WIRE_RESISTORS.values()}
    levels = [inputs.adc_volts(given[name]) for name in ("cell_full", "cell_low")]
    values = {
        "1.4": [kilo["R1"]], "1.5": [kilo["R3"] + kilo["R4"]], "1.6": [kilo["R4"]],
        "1.7": [power.component_value("R5")], "1.12": [wires["R_BAT"]], "1.13": [wires["R_USB"]],
        "3.2": [bench], "3.3": [bench - given["diode_drop"]], "3.4": [bench], "4.3": [power.worst_die_volts()[0] + 0.3],
        "5.3": [limiter.BUDGET_MA + power.base_ma()], "5.4": [power.worst_die_volts()[0]],
        "6.2": [given["boost"], accepted], "6.4": [given["boost"], accepted],
        "6.5": [given["boost"] - given["diode_drop"]], "6.6": levels,
        "6.7": [0.0], "6.13": [given["charge"] / 1000], "6.14": [given["boost"], accepted],
    }  # fmt: skip
    assert set(values) == {code for code, one in ranges.items() if one.kind == bringup.COMPUTED}
    for code, found in values.items():
        assert all(ranges[code].contains(value) for value in found), code
    for code in ("6.2", "6.4", "6.14"):
        assert ranges[code].high == accepted
    assert ranges["5.2"].contains(power.base_ma() + power.idle_ma(limiter.WS2812B_2020))
    assert not ranges["5.3"].contains(power.unlimited_ma(limiter.WS2812B_2020))
    assert ranges["6.5"].low > given["vsys_min"] and ranges["6.5"].high < given["vsys_max"]
    assert ranges["3.1"].high == pytest.approx(pico_ma, abs=1)
    assert not any(ranges[code].contains(0) for code in ("1.12", "1.13"))


def test_the_page_names_test_points_contacts_and_the_current_of_dark_tiles_as_they_are() -> None:
    page = GUIDE_TEXT["BRINGUP.md"]
    numbers = {label: str(number) for number, (label, _) in enumerate(netlist.TEST_POINTS, 1)}
    named = set(re.findall(r"\| ([^|]+) \(TP(\d+)\) \|", page))
    assert named <= set(numbers.items())
    assert {step.where for step in STEPS} & set(numbers) == set(dict(named))
    contacts = {net: pin for pin, net in netlist.find("J1").nets.items()}
    assert f"plus to 5V_IN (contact {contacts['5V_IN']}), minus to GND (contact {contacts['GND']})" in page
    own, stock = (power.idle_ma(kind) / DICE for kind in (limiter.WS2812B_2020, limiter.WS2812B_5050))
    assert f"with {own:.0f} mA per dark tile; a dark 5050 module draws about {stock:.0f} mA" in page


def test_current_limits_increase_and_the_cell_comes_last() -> None:
    assert "cell" in bringup.STAGES[-1].title.lower()
    limits = [int(match[1]) for stage in bringup.STAGES if (match := re.search(r"limited to (\d+) mA", stage.setup))]
    assert limits == sorted(limits) and len(limits) >= 2
    earlier = [step for step in STEPS if step.stage < bringup.STAGES[-1].number and step.stage > 1]
    assert not [step.code for step in earlier if step.where == "BAT"]


def test_the_divider_is_measured_while_the_pico_has_power() -> None:
    checks = [step.check for step in STEPS]
    (divider,) = [n for n, step in enumerate(STEPS) if step.where == "BAT/2" and step.stage > 1]
    assert (
        next(n for n, check in enumerate(checks) if check.startswith("SW10 at I"))
        < divider
        < next(n for n, check in enumerate(checks) if check.startswith("SW10 at O, after 10 s"))
    )


def test_the_wires_of_the_converter_and_each_tile_are_measured_before_any_power() -> None:
    unpowered = [step for step in STEPS if step.stage == 1]
    for net in (netlist.V5, netlist.GND, "BOOST_EN", netlist.CELL):  # a mirrored plug swaps all but GND
        label = next(label for label, one in netlist.TEST_POINTS if one == net)
        assert [step for step in unpowered if step.where == label and "of the converter to" in step.check], label
    assert [step for step in unpowered if step.where == "tile"]
    (warm,) = [step for step in STEPS if step.stage > 1 and step.where == "tile"]
    setup = next(stage.setup for stage in bringup.STAGES if stage.number == warm.stage)
    assert "ten minutes" in warm.check and "limited to 300 mA" in setup and "alone" in setup


def test_a_wrong_charge_current_and_a_console_that_is_not_off_are_found_before_the_case_is_closed() -> None:
    ranges = {step.where: step for step in STEPS if step.where in ("USB", "1 k")}
    closed = next(step.code for step in STEPS if "Case closed" in step.check)
    codes = [step.code for step in STEPS]
    charge, off = ranges["USB"].expected, ranges["1 k"].expected
    assert charge and charge.contains(power.VALUES["charge"] / 1000)
    assert not charge.contains(power.VALUES["usb_charge"] / 1000 * 0.8)
    assert off and off.contains(power.off_ma()) and off.contains(power.off_ma("charger_off_typical"))
    assert not off.contains(power.asleep_ma())
    assert max(codes.index(step.code) for step in ranges.values()) < codes.index(closed)
