"""The inputs of the Pico: their levels, and the voltages at the divider of the cell and at the pin for the charger."""

from hardware.power import component_value
from hardware.wiring.harness import WIRE_RESISTORS

PULL_UP_OHM = 50e3
"""Least resistance of a pull-up or pull-down in the RP2040 (its datasheet)."""
LOW_V, HIGH_V = 0.8, 2.0
"""Highest voltage that the RP2040 reads as low, and lowest one that it reads as high (its datasheet)."""
SUPPLY_V = 3.3
R_BAT, R_USB = WIRE_RESISTORS["CELL"][1], WIRE_RESISTORS["USB_5V"][1]
"""Resistors in the wires of the converter in ohm."""


def adc_volts(cell_volts: float) -> float:
    """Returns the voltage at the ADC for a voltage at CELL, which R_BAT makes 10 mV less than that of the cell."""
    return cell_volts * component_value("R4") / (component_value("R3") + component_value("R4"))


def no_cell_volts() -> float:
    """Returns the highest voltage at CELL without a cell: from the pull-up of ROLL through D2, R10 and R14."""
    divider = component_value("R3") + component_value("R4")
    return SUPPLY_V * divider / (PULL_UP_OHM + component_value("R10") + component_value("R14") + divider)


def charger_volts(usb_volts: float, pull_down_ohm: float = float("inf")) -> float:
    """Returns the voltage at the pin that senses a charger, which is read without a pull-down."""
    low = 1 / (1 / component_value("R16") + 1 / pull_down_ohm)
    return usb_volts * low / (low + R_USB + component_value("R15"))
