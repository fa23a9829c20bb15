"""The bring-up: its steps in order, its spans what the circuit gives, each in a row of the OLED."""

import math
import re
from collections import Counter

import pytest

from hardware import bringup, power
from hardware.boards import netlist
from hardware.wiring.harness import DICE
from host_tests.guides import STEPS
from sixpip.board import limiter


def test_the_steps_are_numbered_in_order_within_their_stages() -> None:
    numbers = [tuple(int(part) for part in step.code.split(".")) for step in STEPS]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers)
    by_stage = Counter(stage for stage, _ in numbers)
    assert list(by_stage) == [stage.number for stage in bringup.STAGES]
    for stage, count in by_stage.items():
        assert [step for number, step in numbers if number == stage] == list(range(1, count + 1))


def test_a_step_has_a_span_or_something_to_see_and_says_what_it_means_when_it_differs() -> None:
    for step in STEPS:
        assert (step.expect is None) != (not step.see), step.code
        assert step.otherwise
        if step.expect:
            assert 0 <= step.expect.low < step.expect.high
            assert step.expect.kind in (bringup.COMPUTED, bringup.ASSUMED)


def test_a_span_holds_what_lies_in_it() -> None:
    span = bringup.Span(4.9, 5.1, "V", 1, bringup.ASSUMED)
    assert span.holds(4.9) and span.holds(5.1) and not span.holds(4.89) and not span.holds(5.11)
    assert str(span) == "4.9-5.1 V" and str(span._replace(high=math.inf)) == "over 4.9 V"


def test_every_place_that_is_measured_with_volts_is_a_test_point_of_the_board() -> None:
    volts = [step for step in STEPS if step.expect and step.expect.unit == "V"]
    elsewhere = {"ABOUT", f"die {DICE}"}  # on the screen, and at the last plug
    assert {step.where for step in volts} <= set(bringup.points()) | elsewhere
    assert {"BAT", "5V", "VSYS", "3V3", "LED 5V", "DIN", "BAT/2", "DOUT", "LED EN"} <= {step.where for step in STEPS}


def test_the_spans_hold_what_the_circuit_gives() -> None:
    spans = {step.code: step.expect for step in STEPS if step.expect}
    rails = {rail.net: rail for rail in power.rails()}
    given = power.VALUE
    assert spans["1.4"].holds(power.value_of("R1") / 1000)
    assert spans["1.5"].holds((power.value_of("R3") + power.value_of("R4")) / 1000)
    assert spans["1.7"].holds(power.value_of("R5"))
    assert spans["6.3"].holds(power.half_cell(given["cell_full"])) and spans["6.3"].holds(
        power.half_cell(given["cell_low"])
    )
    assert spans["6.4"].holds(given["boost"])
    assert spans["5.4"].holds(power.fed_volts()[0])
    assert spans["5.2"].holds(power.base_ma() + power.idle_ma(limiter.WS2812B_2020))
    white = limiter.BUDGET_MA + power.base_ma()
    assert spans["5.3"].holds(white) and not spans["5.3"].holds(power.unlimited_ma(limiter.WS2812B_2020))
    assert spans["6.5"].low > given["vsys_least"] and spans["6.5"].high < given["vsys_most"]
    assert spans["3.1"].high == pytest.approx(rails[netlist.VSYS].most_ma)


def test_power_comes_in_the_right_order_and_the_cell_last() -> None:
    assert "cell" in bringup.STAGES[-1].title.lower()
    limits = [int(match[1]) for stage in bringup.STAGES if (match := re.search(r"limited to (\d+) mA", stage.setting))]
    assert limits == sorted(limits) and len(limits) >= 2
    earlier = [step for step in STEPS if step.stage < bringup.STAGES[-1].number and step.stage > 1]
    assert not [step.code for step in earlier if step.where == "BAT"]


def test_every_step_fits_into_a_row_of_the_oled() -> None:
    for code, where, expected in bringup.screen_rows():
        assert len(" ".join((code, where, expected)).strip()) <= bringup.SCREEN_LETTERS, code
    assert {code for code, _, _ in bringup.screen_rows()} == {step.code for step in STEPS if step.stage > 1}
