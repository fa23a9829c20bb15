"""The breadboard console: its wires make the circuit of the firmware, it is cheap, and its page has ten steps."""

import re

import pytest

from hardware import bringup, power
from hardware.breadboard import drawing, layout
from hardware.documents import breadboard_page
from host_tests.guides import GUIDE_TEXT
from sixpip.board import limiter, pins

PAGE = GUIDE_TEXT["BREADBOARD.md"]


def test_the_wires_connect_what_the_circuit_says_and_nothing_else() -> None:
    assert layout.problems() == []


@pytest.mark.parametrize(
    ("wires", "found"),
    [
        (layout.WIRES[1:], "5V does not connect"),
        ((*layout.WIRES, layout.Wire("A4b", "A5b", "red")), "BUTTON1 does not connect"),
        ((*layout.WIRES, layout.Wire("A4a", "A20g", "red")), "Hole A4a is used 2 times."),
        ((*layout.WIRES, layout.Wire("A60a", "A10e", "red")), "Hole A10e is under a part."),
    ],
)
def test_a_missing_or_wrong_wire_is_reported(
    wires: "tuple[layout.Wire, ...]", found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "WIRES", wires)
    assert [line for line in layout.problems() if line.startswith(found)]


def test_a_hole_that_does_not_exist_is_refused() -> None:
    for hole in ("A64a", "B31j", "A0a", "C1a", "A1k"):
        with pytest.raises(ValueError, match=hole):
            layout.strip(hole)


def test_every_gpio_of_the_firmware_is_connected_but_those_that_need_a_board() -> None:
    ends = {end for legs in layout.CIRCUIT.values() for end in legs}
    connected = {gpio for gpio, pin in layout.PIN_OF_GPIO.items() if f"U1.{pin}" in ends}
    assert {gpio for gpio, *_ in pins.PINS} - connected == {pins.LED_EN, pins.POWER_OFF}


def test_the_parts_cost_less_than_60_euros_and_the_page_says_so() -> None:
    assert breadboard_page.total() < 60 and f"| {breadboard_page.total():.0f} EUR without delivery" in PAGE
    counts = {row["part"]: int(row["quantity"]) for row in breadboard_page.parts()}
    buttons = sum(part.name.startswith("SW") for part in layout.PARTS)
    assert counts["tactile switch 6 x 6 mm, four legs"] == buttons == len(pins.BUTTONS)


def test_the_current_stays_within_a_small_charger_and_the_limit_needs_the_resistor_at_gp22() -> None:
    assert limiter.CHARGING_BUDGET_MA > power.idle_ma(limiter.WS2812B_5050)
    assert 500 < breadboard_page.most_ma() < 900 and f"up to {breadboard_page.most_ma():.0f} mA" in PAGE
    assert {"U1.29", "R22.1"} == set(layout.CIRCUIT["CHARGER"]) and "U1.34" in layout.CIRCUIT["GND"]


def test_the_page_has_ten_steps_and_names_steps_of_the_bring_up_that_exist() -> None:
    section = PAGE.split("## Ten steps")[1].split("## The self-test")[0]
    assert re.findall(r"^(\d+)\. ", section, re.MULTILINE) == [str(number) for number in range(1, 11)]
    named = re.findall(r"\b(\d\.\d+) ?[\(a]", PAGE.split("## The self-test")[1].split("## Where")[0])
    assert len(named) > 4 and set(named) <= {step.code for step in bringup.steps()}


def test_the_drawing_has_every_part_and_every_wire() -> None:
    drawn = drawing.svg()
    for part in layout.PARTS:
        assert part.label in drawn, part.name
    assert drawn.count("<path ") == len(layout.WIRES) + len(layout.PANEL_HOLES)
