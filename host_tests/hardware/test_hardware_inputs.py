"""The voltages at the Pico's measuring inputs, as computed from the netlist, are those that the firmware expects."""

import re

import pytest

from hardware import inputs
from hardware.power import VALUES
from host_tests.board_modules import measured_mv
from tools import FIRMWARE

BOARD = FIRMWARE / "sixpip" / "board"
USB_V = (4.4, 5.25)
"""From a long cable under load to the most that USB allows."""


@pytest.mark.forked
def test_a_console_without_a_cell_does_not_take_it_for_an_empty_one() -> None:
    assert measured_mv(inputs.adc_volts(inputs.no_cell_volts() + 0.2)) == 0
    assert measured_mv(inputs.adc_volts(2.5)) > 0  # what the protection circuit of a cell still allows (assumed)


def test_the_charger_pin_reads_high_without_a_pull_down_and_would_not_with_one() -> None:
    source = (BOARD / "pico.py").read_text(encoding="utf-8")
    assert re.findall(r"Pin\(pins\.CHARGER, ([^)]*)\)", source) == ["Pin.IN", "Pin.OUT, value=0"]
    assert inputs.charger_volts(USB_V[0]) > inputs.HIGH_V + 0.5
    assert inputs.charger_volts(USB_V[1]) < inputs.SUPPLY_V
    assert inputs.charger_volts(USB_V[0], inputs.PULL_UP_OHM) < inputs.HIGH_V


def test_the_adc_stays_below_its_reference_with_a_full_cell() -> None:
    assert inputs.adc_volts(VALUES["cell_full"]) < VALUES["adc_max"]
