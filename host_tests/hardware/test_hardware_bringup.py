"""The bring-up: the order of its steps, ranges that match the circuit, rows that fit on the OLED."""

import re
from collections import Counter

import pytest

from hardware import bringup, inputs, power
from hardware.boards import netlist
from hardware.wiring.harness import DICE, WIRE_RESISTORS
from host_tests.guides import STEPS
from sixpip.board import limiter


def test_the_steps_of_each_stage_are_numbered_in_order() -> None:
    numbers = [tuple(int(part) for part in step.code.split(".")) for step in STEPS]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers)
    by_stage = Counter(stage for stage, _ in numbers)
    assert list(by_stage) == [stage.number for stage in bringup.STAGES]
    for stage, count in by_stage.items():
        assert [step for number, step in numbers if number == stage] == list(range(1, count + 1))


def test_a_step_has_a_range_or_an_observation_and_a_remedy() -> None:
    kinds = set()
    for step in STEPS:
        assert (step.expected is None) != (not step.observation), step.code
        assert step.remedy
        if step.expected:
            assert 0 <= step.expected.low < step.expected.high
            kinds.add(step.expected.kind)
    assert kinds == {bringup.COMPUTED, bringup.ASSUMED}


def test_every_voltage_is_measured_at_a_test_point_or_a_named_place() -> None:
    volts = [step for step in STEPS if step.expected and step.expected.unit == "V"]
    elsewhere = {"ABOUT", f"die {DICE}", "W2", "1 k"}  # in the plug for J1, across a resistor
    assert {step.where for step in volts} <= set(bringup.test_points()) | elsewhere
    assert {"BAT", "5V", "VSYS", "3V3", "LED 5V", "DIN", "BAT/2", "DOUT", "LED EN"} <= {step.where for step in STEPS}


def test_the_ranges_contain_the_values_of_the_circuit() -> None:
    ranges = {step.code: step.expected for step in STEPS if step.expected}
    rails = {rail.net: rail for rail in power.rails()}
    given = power.VALUES
    assert ranges["1.4"].contains(power.component_value("R1") / 1000)
    assert ranges["1.5"].contains((power.component_value("R3") + power.component_value("R4")) / 1000)
    assert ranges["1.7"].contains(power.component_value("R5"))
    assert ranges["6.6"].contains(inputs.adc_volts(given["cell_full"])) and ranges["6.6"].contains(
        inputs.adc_volts(given["cell_low"])
    )
    assert ranges["6.2"].contains(given["boost"]) and ranges["6.4"].contains(given["boost"])
    assert ranges["5.4"].contains(power.worst_die_volts()[0])
    assert ranges["5.2"].contains(power.base_ma() + power.idle_ma(limiter.WS2812B_2020))
    white = limiter.BUDGET_MA + power.base_ma()
    assert ranges["5.3"].contains(white) and not ranges["5.3"].contains(power.unlimited_ma(limiter.WS2812B_2020))
    assert ranges["6.5"].low > given["vsys_min"] and ranges["6.5"].high < given["vsys_max"]
    assert ranges["3.1"].high == pytest.approx(rails[netlist.VSYS].max_ma)


def test_current_limits_increase_and_the_cell_comes_last() -> None:
    assert "cell" in bringup.STAGES[-1].title.lower()
    limits = [int(match[1]) for stage in bringup.STAGES if (match := re.search(r"limited to (\d+) mA", stage.setup))]
    assert limits == sorted(limits) and len(limits) >= 2
    earlier = [step for step in STEPS if step.stage < bringup.STAGES[-1].number and step.stage > 1]
    assert not [step.code for step in earlier if step.where == "BAT"]


def test_the_divider_is_measured_while_the_pico_has_power() -> None:
    checks = [step.check for step in STEPS]
    (divider,) = [n for n, step in enumerate(STEPS) if step.where == "BAT/2" and step.stage > 1]
    assert checks.index("SW10 at I") < divider < checks.index("SW10 at O, after 10 s")


def test_the_wires_of_the_converter_and_each_tile_are_measured_before_any_power() -> None:
    unpowered = [step for step in STEPS if step.stage == 1]
    for net in (netlist.V5, netlist.GND, "BOOST_EN", netlist.CELL):  # a mirrored plug swaps all but BOOST_EN
        label = next(label for label, one in netlist.TEST_POINTS if one == net)
        assert [step for step in unpowered if step.where == label and "of the converter to" in step.check], label
    ranges = {name: step.expected for step in unpowered for name, _ in WIRE_RESISTORS.values() if name in step.check}
    assert list(ranges) == ["R_BAT", "R_USB"]
    for name, ohm in WIRE_RESISTORS.values():
        assert ranges[name].contains(ohm / 1000) and not ranges[name].contains(0)
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


def test_every_step_fits_into_a_row_of_the_oled() -> None:
    for code, where, expected in bringup.screen_rows():
        assert len(" ".join((code, where, expected)).strip()) <= bringup.SCREEN_LETTERS, code
    assert {code for code, _, _ in bringup.screen_rows()} == {step.code for step in STEPS if step.stage > 1}
