"""What can go wrong, as data: what the console says about its hardware, and what one sees, each with cause and cure.

The sentences are the firmware's: "..." stands for what it fills in. Codes are the bring-up's (hardware/bringup).
"""

from typing import NamedTuple

GAP = "..."


class Said(NamedTuple):
    """A sentence of the firmware, what it means, what to do, and the steps of the bring-up to repeat."""

    sentence: str
    cause: str
    cure: str
    codes: tuple[str, ...]


class Seen(NamedTuple):
    """A symptom, its cause, its cure, and the steps of the bring-up to repeat."""

    symptom: str
    cause: str
    cure: str
    codes: tuple[str, ...]


SAID = (
    Said(
        "... stuck and left out.",
        "a button was down at power-on and never came up",
        "look for a cap that jams, then for solder between its pads",
        ("2.4",),
    ),
    Said(
        " MENU does the work of ...",
        "as above; so long MENU is that button",
        "as above",
        ("2.4",),
    ),
    Said("Battery low: charge me soon.", "the cell is below 3.4 V", "charge", ("6.2", "6.6")),
    Said(
        "Battery very low: the dice stay dark now. Charge me, the game is saved.",
        "the cell is below 3.3 V",
        "charge",
        ("6.2", "6.6"),
    ),
    Said(
        "Battery empty: charge me. The game is saved, I go to sleep.",
        "the cell is below 3.2 V",
        "charge; with a full cell measure the divider",
        ("6.2", "6.3"),
    ),
    Said(
        "The dice have no randomness: no dice are thrown. Switch off and on.",
        "the Pico's random source does not answer",
        "switch off and on; if it stays, change the Pico",
        (),
    ),
    Said(
        "The dice are stuck: no dice are thrown. Switch off and on.",
        "the Pico's random source gives one value for ever",
        "switch off and on; if it stays, change the Pico",
        (),
    ),
    Said(
        "The memory is full: ... was not saved, the earlier record is kept.",
        "the Pico's flash is full",
        "`make backup`, then remove own variants or logs with mpremote",
        (),
    ),
    Said(
        "The record ... could not be saved (error ...): the earlier one is kept.",
        "the flash did not take it",
        "switch off and on; if it comes again, `make backup` and change the Pico",
        (),
    ),
    Said(
        "A save is set aside as ...",
        "a record on the flash cannot be read",
        "`make doctor` says more; the console goes on without it",
        (),
    ),
    Said(
        "Not fair. KEEP: again",
        "the self-test threw one face too often or too seldom; of fair consoles one in 1000 says so by chance",
        "press a KEEP button to throw again; if it stays, change the Pico",
        (),
    ),
    Said(
        "Write and read: BAD",
        "in the self-test the flash did not give back what was written",
        "`make backup`, then change the Pico",
        (),
    ),
    Said(
        "SIXPIP STOPPED",
        "the firmware crashed; the last lines say where",
        "`make repl`, then look at crash.log; switch off and on to go on with the game as it was saved",
        (),
    ),
)
"""What stands on the OLED."""

SEEN = (
    Seen(
        "First pixel of die 1 wrong, the others right",
        "level of the data, or R5",
        "solder U3 and R5 again",
        ("1.7", "4.2"),
    ),
    Seen(
        "Dark from one die on",
        "IN and OUT exchanged there, a plug half in, or DIN and DOUT swapped on a stock module",
        "push the plugs home; on modules follow the copper, not the print",
        ("5.1",),
    ),
    Seen(
        "Dark from one pixel on, within a die",
        "that LED or the one before it",
        "heat both again; else change first the dark one",
        ("4.2", "5.1"),
    ),
    Seen(
        "Red and green exchanged",
        "LEDs that want red first",
        "change the LEDs: the firmware sends green first",
        ("4.2",),
    ),
    Seen(
        "Every second row mirrored",
        "modules with progressive rows",
        "Settings, Rows: progressive",
        ("4.2",),
    ),
    Seen("Dice light up while the Pico starts or is in BOOTSEL", "R1 is missing", "solder R1", ("1.4", "2.7")),
    Seen(
        "Dice stay dark, OLED well",
        "only the Pico's USB feeds it: that gives nothing to the dice; or LED rail: U2, LED_EN; or the cell is low",
        "SW10 on; then measure LED EN and LED 5V",
        ("2.6", "3.4"),
    ),
    Seen(
        "The console resets on ROLL", "D1, C1, or a weak cell or supply", "measure VSYS while rolling", ("3.3", "6.5")
    ),
    Seen(
        "Dice darken a little by themselves",
        "the limiter acts, or half a minute without a press",
        "nothing is wrong",
        ("5.3",),
    ),
    Seen(
        "All off, comes back after minutes",
        "F1 was hot and had opened",
        "find what draws too much before you go on",
        ("5.2", "5.3"),
    ),
    Seen(
        "The OLED stays dark, the dice play on",
        "no contact, another address than 0x3C, or SDA and SCL exchanged",
        "from the boot menu MENU, MENU, KEEP 3, KEEP 3 (Workshop, Self-test): the dice spell OLEDNO as long as it does "
        "not answer, OLEDOK when it does; solder its four pins again; it comes back by itself",
        ("1.8", "2.3"),
    ),
    Seen("OLED shifted by two columns", "an SH1106 sold as SSD1306", "change the OLED", ("2.3",)),
    Seen("Battery reads about 5 V", "sensed behind the converter", "wire 4 of J1 goes to Bat, not to 5Vo", ("6.3",)),
    Seen("Battery reads none", "R3 open, or wire 4 of J1", "measure BAT, then BAT/2", ("1.5", "6.2", "6.3")),
    Seen(
        "Off after half a minute of play",
        "another converter (IP5306) that sleeps on small loads",
        "use the one of the BOM",
        ("6.4",),
    ),
    Seen("SW10 does nothing", "BOOST EN has no contact", "measure BOOST EN: 0 V when off", ("6.7",)),
    Seen("No drive, no port on the computer", "a cable that only charges", "another cable; `make doctor`", ("2.1",)),
)
"""What one sees."""
