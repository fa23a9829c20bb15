"""Stage 6 of the bring-up: the cell and the boost converter."""

from hardware import converter, inputs, power
from hardware.bringup.step import ASSUMED, COMPUTED, Range, Stage, Step

STAGES = (
    Stage(
        6,
        "The cell, last",
        "Disconnect the bench supply, set SW10 to O, unplug W2 from J1. Read [SAFETY.md](SAFETY.md) first.",
    ),
)

_GIVEN = power.VALUES
_CHARGING = "Case closed, on a table, room at 25 °C or less, cell below 3.5 V, after 30 min of play with the charger"
_LESS_CURRENT = "Hotter: unplug the charger, and repeat 6.13 ([HEAT.md](HEAT.md))."


def steps() -> list[Step]:
    """Returns the steps of this stage in order."""
    return [*_supply(), *_switching_off(), *_heat()]


def _supply() -> list[Step]:
    """Returns the steps that measure cell, converter and divider."""
    low, full = _GIVEN["cell_low"], _GIVEN["cell_full"]
    half = Range(inputs.adc_volts(3.0), inputs.adc_volts(full) + 0.02, "V", 2, COMPUTED)
    boost = _GIVEN["boost"]
    supply = Range(boost - 0.2, _GIVEN["boost_accepted"], "V", 2, COMPUTED)
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
            "Cell plugged into the converter, W2 not in J1: from 5V to G of the converter",
            "W2",
            Range(boost - 0.1, _GIVEN["boost_accepted"], "V", 2, COMPUTED),
            "",
            f"Above {_GIVEN['boost_accepted']} V: use another converter, the LEDs take {_GIVEN['led_max']} V at most.",
        ),
        Step(
            "6.3",
            "W2 in J1: voltage of the cell",
            "BAT",
            Range(3.0, full, "V", 1, ASSUMED),
            "",
            f"Below {low:.1f} V: charge it first. 0 V: its protection circuit has tripped; connect the charger.",
        ),
        Step("6.4", "SW10 at I", "5V", supply, "", "0 V: press ROLL. Still 0 V: BOOST EN is at ground."),
        Step("6.5", "Supply of the Pico", "VSYS", pico, "", "See 3.3."),
        Step(
            "6.6",
            "Output of the voltage divider, still with SW10 at I: a Pico without power pulls it down",
            "BAT/2",
            half,
            "",
            "Not half of 6.3: check R3 and R4. 2.5 V: it measures the converter output.",
        ),
        Step(
            "6.7",
            "Difference between the About screen and the multimeter at BAT, after Workshop, Cell voltage",
            "ABOUT",
            Range(0.0, 0.02, "V", 2, COMPUTED),
            "",
            "The Workshop refuses a correction of more than 5 %: check R3 and R4.",
        ),
    ]


def _switching_off() -> list[Step]:
    """Returns the steps for the switch, the off latch and the charger."""
    off = Range(0.0, 0.5, "V", 1, ASSUMED)
    low, charge = _GIVEN["cell_low"], _GIVEN["charge"] / 1000
    return [
        Step("6.8", "SW10 at O, after 10 s", "5V", off, "", "Stays high: BOOST EN is not connected."),
        Step(
            "6.9",
            "SW10 at I, then Switch off in the menu, after 10 s",
            "5V",
            off,
            "",
            "Stays high: measure OFF (TP13) while it switches off: below 2 V: D3, R17 or C10; above: Q1.",
        ),
        Step(
            "6.10",
            "Press ROLL",
            "ROLL",
            None,
            "The console starts",
            "Still off: D2, R10, or Q1 is not the part of the list. It switches off again by itself: Q2 or R13.",
        ),
        Step(
            "6.11",
            "Unplug the cell, put the measuring lead between it and the converter, choose Switch off. Put 1 k across "
            "the "
            "cut wire, then take the clip off: voltage across the resistor",
            "1 k",
            Range(0.7 * power.off_ma("charger_off_typical"), 1.25 * power.off_ma(), "V", 2, ASSUMED),
            "",
            "1 mV is 1 uA. Higher: the console is still on (6.9), or a short circuit at SENSE, HOLD or OFF. Lower: "
            "it is "
            "not connected. Remove the lead afterward.",
        ),
        Step(
            "6.12",
            "Charger connected, console off",
            "BAT",
            None,
            "Rises, and stays at 4.2 V or below",
            "Above 4.25 V: unplug at once, see [SAFETY.md](SAFETY.md).",
        ),
        Step(
            "6.13",
            f"Charge current: USB meter at CHARGE, console off, cell at {low:.1f} to 4.0 V, case still open",
            "USB",
            Range(0.9 * charge, 1.1 * charge + 0.05, "A", 2, COMPUTED),
            "",
            f"About {_GIVEN['usb_charge'] / 1000:.0f} A: unplug at once, the wrong resistor was replaced. Do not "
            "close the "
            "case. Less: the cell is nearly full.",
        ),
        Step(
            "6.14",
            "Charger connected, console on",
            "5V",
            Range(_GIVEN["boost"] - 0.2, _GIVEN["boost_accepted"], "V", 2, COMPUTED),
            "",
            f"Above {_GIVEN['boost_accepted']} V: use another converter, and do not play while it charges.",
        ),
        Step(
            "6.15",
            "The same",
            "ABOUT",
            None,
            "The console reports that it charges",
            "Nothing: R15, R16, or the wire USB of W2 with R_USB.",
        ),
    ]


def _heat() -> list[Step]:
    """Returns the steps that measure temperatures in the closed case."""
    return [
        Step(
            "6.16",
            "Case closed, without a charger: after 30 min with all dice white",
            "case",
            Range(15, 45, "C", 0, ASSUMED),
            "",
            "Hotter: reduce the brightness and look for a bad crimp.",
        ),
        Step(
            "6.17",
            f"{_CHARGING}: thermometer wire under the foam of the cell",
            "foam",
            Range(15, 45, "C", 0, ASSUMED),
            "",
            _LESS_CURRENT,
        ),
        Step(
            "6.18",
            "The same, at the converter, next to R_CHARGE",
            converter.R_CHARGE,
            Range(15, 75, "C", 0, ASSUMED),
            "",
            _LESS_CURRENT,
        ),
        Step(
            "6.19",
            "The same, outside of the case, above the converter",
            "case",
            Range(15, 50, "C", 0, ASSUMED),
            "",
            "Hotter: look for a bad crimp.",
        ),
    ]
