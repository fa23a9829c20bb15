"""The single source of pins: which GPIO of the Pico is connected to which net.

The drivers use the names and BUTTONS. The wiring diagrams and pin tables of the docs are generated from PINS.
"""

from sixpip.compat import MICROPYTHON, const

KEEP1 = const(2)
KEEP2 = const(3)
KEEP3 = const(4)
KEEP4 = const(5)
KEEP5 = const(6)
KEEP6 = const(7)
ROLL = const(8)
BANK = const(9)
MENU = const(10)
LED_DATA = const(16)
LED_EN = const(17)  # active high: pads reset with pull-downs, so the rail stays off in BOOTSEL
BUZZER = const(18)
POWER_OFF = const(19)  # active high: the pad's pull-down at reset leaves the supply on
OLED_SDA = const(20)
OLED_SCL = const(21)
CHARGER = const(22)
VBAT = const(28)

BUTTONS = (KEEP1, KEEP2, KEEP3, KEEP4, KEEP5, KEEP6, ROLL, BANK, MENU)
"""The GPIO of each button, by its number in contract.py. Any GPIO may be any button."""

if not MICROPYTHON:  # only computers need the descriptions
    PINS = sorted(
        (
            (KEEP1, "KEEP1", "button under die 1, to GND, internal pull-up"),
            (KEEP2, "KEEP2", "button under die 2, to GND, internal pull-up"),
            (KEEP3, "KEEP3", "button under die 3, to GND, internal pull-up"),
            (KEEP4, "KEEP4", "button under die 4, to GND, internal pull-up"),
            (KEEP5, "KEEP5", "button under die 5, to GND, internal pull-up"),
            (KEEP6, "KEEP6", "button under die 6, to GND, internal pull-up"),
            (ROLL, "ROLL", "button ROLL, to GND, internal pull-up"),
            (BANK, "BANK", "button BANK, to GND, internal pull-up"),
            (MENU, "MENU", "button MENU, to GND, internal pull-up; held at power-on stays at the REPL"),
            (LED_DATA, "LED_DATA", "data of the 384 LEDs (PIO), through level shifter and 330 ohm"),
            (LED_EN, "LED_EN", "LED rail switch, active high, pull-down"),
            (BUZZER, "BUZZER", "piezo buzzer (PWM)"),
            (POWER_OFF, "POWER_OFF", "cuts the console's own supply, active high, pull-down; ROLL switches on again"),
            (OLED_SDA, "OLED_SDA", "I2C0 data of the OLED"),
            (OLED_SCL, "OLED_SCL", "I2C0 clock of the OLED"),
            (
                CHARGER,
                "CHARGER",
                "high while a charger is plugged in, 200 k and 330 k from the converter; driven low between readings",
            ),
            (VBAT, "VBAT", "half the cell voltage, 2 x 200 k (ADC2)"),
        )
    )
    """Every pin used, as (GPIO number, net, meaning), by GPIO number."""
