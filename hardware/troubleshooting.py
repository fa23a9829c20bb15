"""The troubleshooting tables as data: messages of the console and symptoms, each with cause and remedy.

The messages are those of the firmware; GAP stands for text that it fills in. Steps are those of hardware/bringup.
"""

from typing import NamedTuple

GAP = "..."


class Message(NamedTuple):
    """A message of the firmware, its cause and remedy, and the bring-up steps to repeat."""

    sentence: str
    cause: str
    remedy: str
    steps: tuple[str, ...]


class Symptom(NamedTuple):
    """A symptom, its cause and remedy, and the bring-up steps to repeat."""

    symptom: str
    cause: str
    remedy: str
    steps: tuple[str, ...]


MESSAGES = (
    Message(
        "... is stuck: free it",
        "a button was pressed at power-on and was not released",
        "check for a jammed cap, then for a solder bridge between its pads",
        ("2.4",),
    ),
    Message(
        " Until then use MENU for ...",
        "see above; until it is fixed, MENU replaces that button",
        "see above",
        ("2.4",),
    ),
    Message("Battery low: charge it soon.", "the cell is below 3.4 V", "charge the cell", ("6.3", "6.7")),
    Message(
        "Battery very low: the dice stay dark until you charge it. The game is saved.",
        "the cell is below 3.3 V",
        "charge the cell",
        ("6.3", "6.7"),
    ),
    Message(
        "Battery empty: charge it. The game is saved, and the console switches off.",
        "the cell is below 3.2 V",
        "charge the cell; if it is full, measure the voltage divider",
        ("6.3", "6.6"),
    ),
    Message(
        "Too hot for charging with lit dice: they stay dark until it is cooler.",
        "a charger is plugged in, and the Pico's own sensor shows 54 °C or more (HEAT.md)",
        "unplug the charger, or wait in a cooler room; below 50 °C the dice light again",
        (),
    ),
    Message(
        "It stays on: USB gives it power. Unplug USB, or use the switch.",
        "it was switched off in the menu, but a USB cable in DATA supplies the Pico, or the board is rev A",
        "unplug the cable; press ROLL to light the dice again",
        ("6.9",),
    ),
    Message(
        "There is no cell: connect it first.",
        "Workshop, Cell voltage measures no cell",
        "plug in the cell and W2; then measure the voltage divider",
        ("6.3", "6.6"),
    ),
    Message(
        "More than 5 % off: check R3 and R4.",
        "Workshop, Cell voltage: multimeter and console differ too much",
        "measure at BAT; then check the values of R3 and R4",
        ("1.5", "1.6", "6.6"),
    ),
    Message(
        "No roll: the dice would not be fair now. Switch off and on.",
        "the random bits of the Pico failed a test: they stopped, repeat or are nearly all equal",
        "switch off and on; if it happens again, run step FAIR? of the self-test and replace the Pico",
        (),
    ),
    Message(
        "The memory is full and '...' is not saved: delete a saved game.",
        "the flash of the Pico is full",
        "run `make backup`, then delete custom variants or logs with mpremote",
        (),
    ),
    Message(
        "'...' could not be saved (error ...), the last save stays: try again.",
        "writing to the flash failed",
        "switch off and on; if it happens again, run `make backup` and replace the Pico",
        (),
    ),
    Message(
        "You can play on. A save is set aside as ...",
        "a record in the flash is damaged",
        "none required: the console continues without it; `make doctor` shows details",
        (),
    ),
    Message(
        "Dice: NOT FAIR",
        "in the self-test, one face came up too often or too rarely",
        "press one of the buttons 1 to 6 to repeat the test; if it fails again, replace the Pico",
        (),
    ),
    Message(
        "Bits: NOT EVEN",
        "in the self-test, ones and zeros of the random bits are not equally frequent",
        "none required: the dice are made of so many bits that they are fair all the same (firmware/RANDOMNESS.md)",
        (),
    ),
    Message(
        "Bits: REPEAT AT ...",
        "in the self-test, random bits are equal, or unequal, to the bit so many places earlier too often",
        "none required: the dice are made of so many bits that they are fair all the same (firmware/RANDOMNESS.md)",
        (),
    ),
    Message(
        "Bits: TEST FAILED",
        "in the self-test, the random bits failed a test that also runs in play",
        "press one of the buttons 1 to 6 to repeat the test; if it fails again, replace the Pico",
        (),
    ),
    Message(
        "Write and read: BAD",
        "in the self-test, the data read from the flash differ from the data written",
        "run `make backup`, then replace the Pico",
        (),
    ),
    Message(
        "SIXPIP STOPPED",
        "the firmware crashed; the last lines show where",
        "read crash.log with `make repl`; switch off and on to resume the saved game; after five minutes the console "
        "switches itself off",
        (),
    ),
)
"""Messages on the OLED."""

SYMPTOMS = (
    Symptom(
        "First pixel of die 1 is wrong, the others are correct",
        "wrong signal level at DIN: U3 or R5",
        "resolder U3 and R5",
        ("1.7", "4.2"),
    ),
    Symptom(
        "All dice are dark from one die on",
        "IN and OUT are swapped there, a plug is loose, or the labels DIN and DOUT of a stock module are swapped",
        "push the plugs in fully; on modules, follow the traces instead of the labels",
        ("5.1",),
    ),
    Symptom(
        "One die is dark from one pixel on",
        "that LED or the one before it",
        "resolder both; if that does not help, replace the dark one first",
        ("4.2", "5.1"),
    ),
    Symptom(
        "Red and green are swapped",
        "LEDs with RGB color order",
        "replace the LEDs: the firmware sends GRB",
        ("4.2",),
    ),
    Symptom(
        "Every second row is mirrored",
        "modules with progressive row order",
        "Workshop, LED chain, Rows: progressive",
        ("4.2",),
    ),
    Symptom("Dice light up while the Pico starts or is in BOOTSEL mode", "R1 is missing", "solder R1", ("1.4", "2.7")),
    Symptom(
        "Dice stay dark, OLED works",
        "powered only through the USB port of the Pico, which does not supply the dice; U2; LED_EN; or a low cell",
        "set SW10 to on, then measure LED EN and LED 5V",
        ("2.6", "3.4"),
    ),
    Symptom(
        "The console resets on ROLL", "D1, C1, or a weak cell or supply", "measure VSYS during a roll", ("3.3", "6.5")
    ),
    Symptom(
        "Dice get slightly darker without a button press",
        "the current limiter is active, or the console dims after 30 s",
        "none required: this is normal",
        ("5.3",),
    ),
    Symptom(
        "Everything is off, and comes back after some minutes",
        "F1 tripped and has cooled down",
        "find the cause of the overcurrent before you continue",
        ("5.2", "5.3"),
    ),
    Symptom(
        "The OLED stays dark, the dice work",
        "no contact, an address other than 0x3C, or SDA and SCL are swapped",
        "from the boot menu, press MENU, MENU, 4, 3 (Workshop, Self-test): the dice show OLEDNO while the "
        "OLED does not respond, OLEDOK when it does; resolder its four pins; the picture returns without a restart",
        ("1.8", "2.3"),
    ),
    Symptom(
        "Picture on the OLED is shifted by two columns", "an SH1106 sold as an SSD1306", "replace the OLED", ("2.3",)
    ),
    Symptom(
        "Battery voltage reads about 5 V",
        "BAT is wired to the converter output",
        "connect the wire BAT of W2 to Bat, not to 5Vo",
        ("6.6",),
    ),
    Symptom(
        "Battery voltage reads none",
        "R3 or the wire BAT of W2 is open",
        "measure BAT, then BAT/2",
        ("1.5", "6.3", "6.6"),
    ),
    Symptom(
        "Console switches off after about 30 s",
        "a different boost converter (IP5306) that shuts down at low load",
        "use the converter in the BOM",
        ("6.4",),
    ),
    Symptom(
        "SW10 does nothing",
        "BOOST EN is not connected, or the outer terminals of the tabletop's switch are swapped",
        "measure BOOST EN: it must be 0 V at O",
        ("6.8",),
    ),
    Symptom(
        "The console does not start",
        "it has switched itself off, SW10 is at O, or the cell is empty",
        "set SW10 to I and press ROLL; if that does not help, charge it for ten minutes and press ROLL again",
        ("6.3", "6.4"),
    ),
    Symptom(
        "The console does not start on ROLL, but when the cell is unplugged and plugged in",
        "the circuit at ROLL: D2, R10 or SW7; or another Q1 than in the parts list",
        "measure OFF while you press ROLL: it must fall to about 0.5 V; if it does, and HOLD stays low, replace Q1 "
        "(tabletop: check D5 and R12 first)",
        ("6.10",),
    ),
    Symptom(
        "The console switches off as soon as ROLL is released",
        "OFF is high: R12 or D3",
        "measure OFF with the console on: it must be 0 V; resolder R12 and D3",
        ("6.4", "6.10"),
    ),
    Symptom(
        "5 V at J1, but none at test point 5V",
        "F1 has tripped: a short circuit, with a supply that gives 3 A or more",
        "switch off, check the polarity at J1, wait a minute, measure again without tiles; replace D4 if it is shorted",
        ("1.1", "3.2"),
    ),
    Symptom(
        "The bench supply is at its limit, and D4 gets hot",
        "a reversed supply at J1, or one above 6.4 V; F1 does not trip at the limits of the bring-up",
        "switch off at once; check polarity and voltage; replace D4 if it is shorted",
        ("1.1", "3.1"),
    ),
    Symptom(
        "Switched off, it stays on with dark dice",
        "a USB cable in DATA supplies the Pico",
        "none required: this is normal; unplug the cable, or press ROLL to go on",
        ("6.9",),
    ),
    Symptom(
        "On the cell, Switch off in the menu leaves it on",
        "HOLD is not connected to BOOST EN: SW10, Q1, Q2 or D3",
        "set SW10 to I; after Switch off, OFF is at about 3 V, and HOLD, the terminal I of SW10, at 0 V",
        ("6.9",),
    ),
    Symptom(
        "With a charger but without a cell, Switch off restarts it at once",
        "without a cell, the off latch has no supply that lasts",
        "none required: plug in the cell; without one, use SW10",
        ("6.3", "6.9"),
    ),
    Symptom(
        "It starts without ROLL when SW10 goes from O to I, or when the cell is plugged in",
        "it had not switched itself off before",
        "none required: this is normal",
        ("6.4",),
    ),
    Symptom(
        "The charge current is about 1 A",
        "another resistor than R_CHARGE of the converter was replaced",
        "unplug the charger at once; exchange the right one (BUILD.md, section 5), and put the other one back",
        ("6.13",),
    ),
    Symptom(
        "It switches itself off after a break",
        "it does so when it has been asleep for five minutes",
        "none required: this is normal; press ROLL, the game is saved",
        ("6.10",),
    ),
    Symptom(
        "It does not show that a charger is plugged in",
        "the wire USB of W2, R_USB, R15 or R16; or the cable is in DATA",
        "use the socket CHARGE; measure USB at J1: about 4 V with a charger, because R_USB is in the wire",
        ("6.15",),
    ),
    Symptom(
        "Neither yellow nor green light at CHARGE",
        "a supply or cable without power, or the cell is not plugged in",
        "use a supply of 5 V and 2 A or more, and another cable",
        ("6.12",),
    ),
    Symptom(
        "Battery voltage differs by some percent from the multimeter",
        "tolerance of R3, R4 and the reference of the Pico",
        "calibrate: Workshop, Cell voltage",
        ("6.6", "6.7"),
    ),
    Symptom(
        "The computer finds no drive and no serial port",
        "a charge-only USB cable",
        "use another cable, then run `make doctor`",
        ("2.1",),
    ),
)
"""Symptoms."""
