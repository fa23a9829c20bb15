"""Stage 6 of the bring-up: the cell and the boost converter."""

from hardware import power
from hardware.bringup.step import ASSUMED, COMPUTED, Range, Stage, Step

STAGES = (
    Stage(
        6,
        "The cell, last",
        "Disconnect the bench supply, connect the converter to J1, set SW10 to off. Read [SAFETY.md](SAFETY.md) first.",
    ),
)

_GIVEN = power.VALUES


def steps() -> list[Step]:
    """Returns the steps of this stage in order."""
    low, full = _GIVEN["cell_low"], _GIVEN["cell_full"]
    half = Range(power.adc_volts(3.0), power.adc_volts(full) + 0.02, "V", 2, COMPUTED)
    boost = _GIVEN["boost"]
    supply = Range(boost - 0.2, boost + 0.1, "V", 1, COMPUTED)
    pico = Range(boost - 0.2 - _GIVEN["diode_drop"] - 0.15, boost - 0.1, "V", 1, COMPUTED)
    return [
        Step(
            "6.1",
            "Polarity of the plug of the cell, before you plug it in",
            "plug",
            None,
            "Red wire at the + of the converter",
            "Reversed: do not plug it in. Swap the two crimp contacts, one at a time.",
        ),
        Step(
            "6.2",
            "Voltage of the cell",
            "BAT",
            Range(3.0, full, "V", 1, ASSUMED),
            "",
            f"Below {low:.1f} V: charge it first. 0 V: its protection circuit has tripped; connect the charger.",
        ),
        Step(
            "6.3",
            "Output of the voltage divider",
            "BAT/2",
            half,
            "",
            "Not half of 6.2: check R3 and R4. 2.5 V: it measures the converter output.",
        ),
        Step("6.4", "SW10 on", "5V", supply, "", "0 V: BOOST EN is at ground; set SW10 the other way."),
        Step("6.5", "Supply of the Pico", "VSYS", pico, "", "See 3.3."),
        Step(
            "6.6",
            "Difference between the About screen and the multimeter",
            "ABOUT",
            Range(0.0, 0.1, "V", 1, COMPUTED),
            "",
            "Larger: R3 and R4 must be 1 % parts.",
        ),
        Step(
            "6.7",
            "SW10 off, after 10 s",
            "5V",
            Range(0.0, 0.5, "V", 1, ASSUMED),
            "",
            "Stays high: BOOST EN is not connected.",
        ),
        Step(
            "6.8",
            "Charger connected, console off",
            "BAT",
            None,
            "Rises, and stays at 4.2 V or below",
            "Above 4.25 V: unplug at once, see [SAFETY.md](SAFETY.md).",
        ),
        Step(
            "6.9",
            "Temperature after 30 min with all dice white",
            "case",
            Range(15, 45, "C", 0, ASSUMED),
            "",
            "Hotter: reduce the brightness and look for a bad crimp.",
        ),
    ]
