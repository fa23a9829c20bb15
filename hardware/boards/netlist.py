"""The parts, nets and positions of the carrier as data. The GPIO nets come from sixpip.board.pins.

Needs no KiCad, so that electrical checks and documents can use it. Positions are in the coordinates of
hardware/dimensions.py (mm, y up, seen from the front); rotations are counterclockwise in degrees, seen from the side
that the part is on.
"""

from typing import NamedTuple

from hardware import dimensions
from sixpip.board import pins

MM = dimensions.MM
GND, V5_IN, V5, LED_5V, VSYS, V33, CELL = "GND", "5V_IN", "5V", "LED_5V", "VSYS", "3V3", "CELL"

R0805 = "Resistor_SMD:R_0805_2012Metric_Pad1.20x1.40mm_HandSolder"
C0805 = "Capacitor_SMD:C_0805_2012Metric_Pad1.18x1.45mm_HandSolder"
BULK = "Capacitor_SMD:CP_Elec_6.3x7.7"
PLUG = "Connector_JST:JST_SH_SM04B-SRSS-TB_1x04-1MP_P1.00mm_Horizontal"
BUTTON = "Button_Switch_THT:SW_PUSH_6mm_H7.3mm"
JUMPER = "Jumper:SolderJumper-3_P1.3mm_Open_RoundedPad1.0x1.5mm"
TEST = "TestPoint:TestPoint_Pad_D2.0mm"
HEADER3 = "Connector_PinHeader_2.54mm:PinHeader_1x03_P2.54mm_Vertical"
HEADER4 = "Connector_PinHeader_2.54mm:PinHeader_1x04_P2.54mm_Vertical"
HOLE = "MountingHole:MountingHole_3.2mm_M3"
PICO = "sixpip:pico"
"""KiCad 6 has no such footprint: footprints.py draws it."""

BUTTON_CENTER = (3.25, 2.25)
"""Center of the BUTTON footprint from its first pad, right and down."""

PICO_ROTATION = 270
"""Points the USB socket of the Pico to the left wall, as seen from the front."""


class Part(NamedTuple):
    """A part of the carrier: its nets by pad number, the position of its origin, and its printed label."""

    reference: str
    value: str
    footprint: str
    nets: dict[str, str]
    x: float
    y: float
    rotation: float = 0
    back: bool = False
    label: str = ""


GPIO_NETS = {gpio: net for gpio, net, _ in pins.PINS} | {0: "UART_TX", 1: "UART_RX"}
"""Net of each used GPIO: those of pins.py, and the debug port on GPIO 0 and 1."""

GPIO_OF_PIN = {1: 0, 2: 1, 4: 2, 5: 3, 6: 4, 7: 5, 9: 6, 10: 7, 11: 8, 12: 9, 14: 10, 15: 11, 16: 12, 17: 13, 19: 14}
GPIO_OF_PIN |= {20: 15, 21: 16, 22: 17, 24: 18, 25: 19, 26: 20, 27: 21, 29: 22, 31: 26, 32: 27, 34: 28}
"""GPIO by pin of the Pico."""

_PICO_POWER = dict.fromkeys((3, 8, 13, 18, 23, 28, 33, 38), GND) | {36: V33, 39: VSYS}
"""Power pins, assumed: check figure 4 of the Raspberry Pi Pico datasheet (docs.wokwi.com lists the same pins).

30 RUN, 35 ADC_VREF, 37 3V3_EN and 40 VBUS are not connected.
"""


def pico_nets() -> dict[str, str]:
    """Returns the net by pin of the Pico, without the pins that are not connected."""
    nets = {pin: GPIO_NETS[gpio] for pin, gpio in GPIO_OF_PIN.items() if gpio in GPIO_NETS}
    return {str(pin): net for pin, net in sorted((nets | _PICO_POWER).items())}


LED_PINS = {"1": "DO", "2": "GND", "3": "DI", "4": "VDD"}
"""Pins of a WS2812B-2020 as in KiCad's library; check the datasheet of the LEDs that you order."""

TILE_PLUGS = {"J1": "DIN", "J2": "DOUT"}
"""The two connectors of a tile and the net of their data pin: J1 is labeled IN, J2 OUT."""


def tile_plug(data: str) -> dict[str, str]:
    """Returns the nets by pin of a chain connector on a tile or the carrier; `data` is the net of its data pin."""
    return {"1": GND, "2": LED_5V, "3": data, "4": GND, "MP": GND}


def _two_pads(
    reference: str, value: str, footprint: str, nets: tuple[str, str], x: float, y: float, rotation: float = 0
) -> Part:
    """Returns a part with two pads on the front."""
    return Part(reference, value, footprint, {"1": nets[0], "2": nets[1]}, x, y, rotation)


def power() -> list[Part]:
    """Returns the parts between the boost converter and 5 V, VSYS and the switched LED rail.

    R1: 8.2k suits both the Pico and the Pico 2 (erratum RP2350-E9).
    C3 sets the rise time of the LED rail: 4.7 nF is about 2.6 ms/V, which limits the inrush current to about 0.27 A
    (computed in hardware/power.py; the formula and the pinout of the TPS22918 are assumed: check its datasheet).
    R2 limits the discharge current of 660 uF through the switch.
    F1 holds 1.1 A cold and about 0.9 A at 40 °C (assumed), more than the 0.75 A of limiter and Pico.
    SW10 pulls the enable pin of the converter to ground to switch off. Check with a multimeter which position that is
    (assumed: the one marked O).
    """
    supply = {"1": V5_IN, "2": GND, "3": "BOOST_EN", "4": CELL}
    switch = {"1": V5, "2": GND, "3": "LED_EN", "4": "RISE", "5": "DISCHARGE", "6": LED_5V}
    return [
        Part("J1", "S4B-PH-K", "Connector_JST:JST_PH_S4B-PH-K_1x04_P2.00mm_Horizontal", supply, 200.0, 60.0, 180, True),
        _two_pads(
            "F1", "PTC 1.1 A", "Fuse:Fuse_1206_3216Metric_Pad1.42x1.75mm_HandSolder", (V5_IN, V5), 194.0, 55.8, 180
        ),
        _two_pads("C1", "220u 10V", BULK, (V5, GND), 136.6, 79.4, 90),
        _two_pads("C2", "1u", C0805, (V5, GND), 129.0, 69.0, 90),
        Part("U2", "TPS22918DBV", "Package_TO_SOT_SMD:SOT-23-6_Handsoldering", switch, 133.5, 69.0, 0),
        _two_pads("R1", "8.2k", R0805, ("LED_EN", GND), 128.0, 64.5, 0),
        _two_pads("C3", "4.7n", C0805, ("RISE", GND), 133.0, 64.5, 180),
        _two_pads("R2", "220", R0805, ("DISCHARGE", LED_5V), 138.5, 66.0, 90),
        _two_pads("C4", "220u 10V", BULK, (LED_5V, GND), 132.0, 58.5, 180),
        _two_pads("C5", "220u 10V", BULK, (LED_5V, GND), 163.0, 58.5, 0),
        _two_pads("C6", "220u 10V", BULK, (LED_5V, GND), 66.0, 60.0, 0),
        _two_pads("D1", "1N5817", "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal", (VSYS, V5), 61.0, 86.5, 0),
        Part(
            "SW10",
            "OS102011MA1QN1",
            "Button_Switch_THT:SW_CuK_OS102011MA1QN1_SPDT_Angled",
            {"1": GND, "2": "BOOST_EN"},
            MM["switch_x"] - 2,
            MM["switch_y"],
            0,
            True,
        ),
        _two_pads("R3", "200k", R0805, (CELL, "VBAT"), 17.0, 57.0, 180),
        _two_pads("R4", "200k", R0805, ("VBAT", GND), 22.0, 57.0, 0),
        _two_pads("C7", "100n", C0805, ("VBAT", GND), 27.0, 57.0, 0),
    ]


def led_chain() -> list[Part]:
    """Returns the level shifter on the switched rail and the connectors of both ends of the LED chain."""
    shifter = {"1": GND, "2": "LED_DATA", "3": "LED_SHIFTED", "4": GND, "5": GND, "7": GND}
    shifter |= {"9": GND, "10": GND, "12": GND, "13": GND, "14": LED_5V}
    first, last = tile_plug("LED_DIN"), tile_plug("LED_DOUT")
    return [
        Part("U3", "74AHCT125", "Package_SO:SOIC-14_3.9x8.7mm_P1.27mm", shifter, 64.0, 70.5, 0),
        _two_pads("C8", "100n", C0805, (LED_5V, GND), 67.5, 78.0, 0),
        _two_pads("R5", "330", R0805, ("LED_SHIFTED", "LED_DIN"), 54.0, 57.5, 180),
        Part("J2", "SM04B-SRSS-TB", PLUG, first, 43.0, 57.2, 270, label="LED OUT"),
        Part("J3", "SM04B-SRSS-TB", PLUG, last, 183.0, 57.2, 90, label="LED END"),
    ]


def screen_and_sound() -> list[Part]:
    """Returns the OLED with the solder jumpers for its pin order, the buzzer and the debug port."""
    oled = {"1": "OLED_PIN1", "2": "OLED_PIN2", "3": "OLED_SCL", "4": "OLED_SDA"}
    jumpers = ({"1": GND, "2": "OLED_PIN1", "3": V33}, {"1": V33, "2": "OLED_PIN2", "3": GND})
    buzzer = "Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm"
    uart = {"1": "UART_TX", "2": "UART_RX", "3": GND}
    x = MM["oled_x"]
    return [
        Part("J4", "OLED 0.96 I2C", HEADER4, oled, x - 3.81, MM["oled_pins_y"], 90),
        Part("JP1", "GND first", JUMPER, jumpers[0], 100.0, 88.0),
        Part("JP2", "GND first", JUMPER, jumpers[1], 119.0, 88.0),
        _two_pads("R6", "4.7k", R0805, ("OLED_SCL", V33), 107.0, 78.0, 270),
        _two_pads("R7", "4.7k", R0805, ("OLED_SDA", V33), 113.0, 78.0, 270),
        _two_pads("C9", "100n", C0805, (V33, GND), 110.0, 73.0, 0),
        Part("LS1", "PS1240P02BT", buzzer, {"1": "BUZZ", "2": GND}, MM["buzzer_x"] - 2.5, MM["buzzer_y"], 0),
        _two_pads("R8", "220", R0805, ("BUZZER", "BUZZ"), 75.0, 62.5, 0),
        _two_pads("R9", "10k", R0805, ("BUZZ", GND), 81.0, 62.5, 0),
        Part("J5", "UART", HEADER3, uart, 18.0, 86.5, 90, label="TX RX GND"),
    ]


def buttons() -> list[Part]:
    """Returns the nine buttons to ground; the Pico has internal pull-ups."""
    names = [GPIO_NETS[gpio] for gpio in pins.BUTTONS]
    centers = dimensions.key_centers() + dimensions.action_centers()
    found = []
    for number, (name, center) in enumerate(zip(names, centers, strict=True), 1):
        x, y = center[0] - BUTTON_CENTER[0], center[1] + BUTTON_CENTER[1]
        found.append(Part(f"SW{number}", name, BUTTON, {"1": name, "2": GND}, x, y, label=name))
    return found


TEST_POINTS = (
    ("BAT", CELL),
    ("5V", V5),
    ("VSYS", VSYS),
    ("3V3", V33),
    ("LED 5V", LED_5V),
    ("LED EN", "LED_EN"),
    ("DATA", "LED_DATA"),
    ("DIN", "LED_DIN"),
    ("DOUT", "LED_DOUT"),
    ("BAT/2", "VBAT"),
    ("BOOST EN", "BOOST_EN"),
    ("GND", GND),
)
"""Printed label and net of each test point."""


def test_points() -> list[Part]:
    """Returns the test points: rows of pads on the back, to the right of the battery."""
    found = []
    for number, (label, net) in enumerate(TEST_POINTS):
        x, y = 148.0 + 7.5 * (number % 4), 50.0 - 9.0 * (number // 4)
        found.append(Part(f"TP{number + 1}", label, TEST, {"1": net}, x, y, 0, True, label))
    return found


def holes() -> list[Part]:
    """Returns the screw holes, first those of the case screws."""
    where = dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS
    return [Part(f"H{number}", "M3", HOLE, {}, x, y) for number, (x, y) in enumerate(where, 1)]


def parts() -> list[Part]:
    """Returns all parts of the carrier."""
    middle = MM["pico_x"] + MM["pico_length"] / 2
    pico = Part("U1", "Raspberry Pi Pico", PICO, pico_nets(), middle, MM["pico_y"], PICO_ROTATION, True)
    return [pico, *power(), *led_chain(), *screen_and_sound(), *buttons(), *test_points(), *holes()]
