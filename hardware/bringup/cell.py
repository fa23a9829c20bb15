"""Stage 6 of the bring-up: the cell and its converter."""

from hardware import power
from hardware.bringup.step import ASSUMED, COMPUTED, Span, Stage, Step

STAGES = (
    Stage(
        6,
        "The cell, at the very end",
        "Bench supply away, converter on J1, SW10 off. Read SAFETY.md first.",
    ),
)

_GIVEN = power.VALUE


def steps() -> list[Step]:
    """The steps of this stage, in order."""
    low, full = _GIVEN["cell_low"], _GIVEN["cell_full"]
    half = Span(power.half_cell(3.0), power.half_cell(full) + 0.02, "V", 2, COMPUTED)
    boost = _GIVEN["boost"]
    hand = Span(boost - 0.2, boost + 0.1, "V", 1, COMPUTED)
    pico = Span(boost - 0.2 - _GIVEN["diode_drop"] - 0.15, boost - 0.1, "V", 1, COMPUTED)
    return [
        Step(
            "6.1",
            "Polarity of the cell's plug, before it goes in",
            "plug",
            None,
            "Red at the converter's +",
            "Exchanged: do not plug it in; change the two crimps, one after the other.",
        ),
        Step(
            "6.2",
            "Cell",
            "BAT",
            Span(3.0, full, "V", 1, ASSUMED),
            "",
            f"Below {low:.1f} V: charge first. None: its protection is open: plug in the charger.",
        ),
        Step("6.3", "Half of it", "BAT/2", half, "", "Not half: R3, R4. 2.5 V: sensed behind the converter."),
        Step("6.4", "SW10 on", "5V", hand, "", "None: BOOST EN is at ground: SW10 the other way."),
        Step("6.5", "Supply of the Pico", "VSYS", pico, "", "As in 3.3."),
        Step(
            "6.6",
            "Screen against meter",
            "ABOUT",
            Span(0.0, 0.1, "V", 1, COMPUTED),
            "",
            "Apart by more: R3, R4 of 1 %?",
        ),
        Step(
            "6.7",
            "SW10 off, after ten seconds",
            "5V",
            Span(0.0, 0.5, "V", 1, ASSUMED),
            "",
            "Stays up: BOOST EN has no contact.",
        ),
        Step(
            "6.8",
            "Charger in, console off",
            "BAT",
            None,
            "Rises, and stays at 4.2 V or below",
            "Above 4.25 V: unplug at once, SAFETY.md.",
        ),
        Step(
            "6.9",
            "Half an hour all white",
            "case",
            Span(15, 45, "C", 0, ASSUMED),
            "",
            "Hotter: lower the brightness, look for a bad crimp.",
        ),
    ]
