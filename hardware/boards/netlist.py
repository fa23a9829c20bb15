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
SENSE = "SENSE"
"""The cell behind R14: supplies the off latch, and carries a few mA at most in a short circuit."""

R0805 = "Resistor_SMD:R_0805_2012Metric_Pad1.20x1.40mm_HandSolder"
C0805 = "Capacitor_SMD:C_0805_2012Metric_Pad1.18x1.45mm_HandSolder"
BULK = "Capacitor_SMD:CP_Elec_6.3x7.7"
SOT23 = "Package_TO_SOT_SMD:SOT-23_Handsoldering"
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
    """A part of the carrier or the tile: its nets by pad number, the position of its origin, and its printed label."""

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
    D4 conducts when the supply is reversed or far above 5 V, and F1 trips.
    R3 and R14 are next to J1, because the cell has no fuse: beyond them a short circuit draws some mA at most.
    R15 and R16 show the Pico the 5 V of a charger as 3 V.
    """
    supply = {"1": V5_IN, "2": GND, "3": "BOOST_EN", "4": CELL, "5": "USB_5V"}
    switch = {"1": V5, "2": GND, "3": "LED_EN", "4": "RISE", "5": "DISCHARGE", "6": LED_5V}
    return [
        Part("J1", "S5B-PH-K", "Connector_JST:JST_PH_S5B-PH-K_1x05_P2.00mm_Horizontal", supply, 200.0, 60.0, 180, True),
        _two_pads(
            "F1", "PTC 1.5 A", "Fuse:Fuse_1206_3216Metric_Pad1.42x1.75mm_HandSolder", (V5_IN, V5), 200.0, 55.8, 0
        ),
        _two_pads("D4", "SMBJ5.0A", "Diode_SMD:D_SMB_Handsoldering", (V5, GND), 208.5, 58.6, 0),
        _two_pads("C1", "220u 10V", BULK, (V5, GND), 136.6, 79.4, 90),
        _two_pads("C2", "1u", C0805, (V5, GND), 129.0, 69.0, 90),
        Part("U2", "TPS22918DBV", "Package_TO_SOT_SMD:SOT-23-6_Handsoldering", switch, 133.5, 69.0, 0),
        _two_pads("R1", "8.2k", R0805, ("LED_EN", GND), 128.0, 64.5, 0),
        _two_pads("C3", "4.7n", C0805, ("RISE", GND), 133.0, 64.5, 0),
        _two_pads("R2", "220", R0805, ("DISCHARGE", LED_5V), 138.5, 66.0, 90),
        _two_pads("C4", "220u 10V", BULK, (LED_5V, GND), 132.0, 59.9, 180),
        _two_pads("C5", "220u 10V", BULK, (LED_5V, GND), 162.0, 58.5, 0),
        _two_pads("C6", "220u 10V", BULK, (LED_5V, GND), 66.0, 60.0, 0),
        _two_pads("D1", "1N5817", "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal", (VSYS, V5), 61.0, 86.5, 0),
        _two_pads("R3", "200k", R0805, (CELL, "VBAT"), 190.6, 64.0, 180),
        _two_pads("R4", "200k", R0805, ("VBAT", GND), 22.0, 57.0, 0),
        _two_pads("C7", "100n", C0805, ("VBAT", GND), 27.0, 57.0, 0),
        _two_pads("R14", "1k", R0805, (CELL, SENSE), 195.4, 64.0, 0),
        _two_pads("R15", "100k", R0805, ("USB_5V", "CHARGER"), 207.0, 64.6, 0),
        _two_pads("R16", "150k", R0805, ("CHARGER", GND), 212.0, 64.6, 0),
    ]


def off_latch() -> list[Part]:
    """Returns the circuit that switches the boost converter off at the firmware's request, and on again with ROLL.

    It is supplied by the cell (SENSE), and draws some uA. Q1 and Q2 hold each other on: then BOOST_EN is at ground.

    - POWER_OFF, high for some ms, charges C10 through R17 and D3: Q1 pulls HOLD down, Q2 keeps OFF_LATCH up.
    - ROLL pulls WAKE to ground, and OFF_LATCH with it through D2: both switch off, and R13 pulls HOLD up. The Pico sees
      the same press through the other half of D2. While the Pico is without power, D2 blocks.
    - The diodes are of silicon: the leakage of Schottky diodes would switch a warm console off. While ROLL is pressed,
      OFF_LATCH is at half a volt: Q1 must not conduct at that (bring-up 6.10).
    - SW10 connects the enable pin of the converter to HOLD (I) or to ground (O). The pull-up of the pin is on the
      converter: 200 k (assumed: check the schematic of the PowerBoost 1000C).
    """
    switch = {"1": GND, "2": "BOOST_EN", "3": "HOLD"}
    return [
        Part("Q1", "BSS138", SOT23, {"1": "OFF_LATCH", "2": GND, "3": "HOLD"}, 200.8, 75.2),
        Part("Q2", "BSS84", SOT23, {"1": "HOLD", "2": SENSE, "3": "OFF_DRIVE"}, 200.8, 80.5),
        Part("D2", "BAV70", SOT23, {"1": "ROLL", "2": "OFF_LATCH", "3": "WAKE"}, 200.8, 64.6),
        Part("D3", "BAS16", SOT23, {"1": "OFF_PULSE", "3": "OFF_LATCH"}, 200.8, 69.9),
        _two_pads("R10", "220k", R0805, ("WAKE", SENSE), 207.5, 69.9, 0),
        _two_pads("R11", "47k", R0805, ("OFF_LATCH", "OFF_DRIVE"), 207.5, 80.5, 0),
        _two_pads("R12", "470k", R0805, ("OFF_LATCH", GND), 207.0, 75.2, 0),
        _two_pads("R13", "1M", R0805, ("HOLD", SENSE), 212.5, 80.5, 180),
        _two_pads("R17", "1k", R0805, ("OFF_PULSE", "POWER_OFF"), 212.3, 69.9, 0),
        _two_pads("C10", "100n", C0805, ("OFF_LATCH", GND), 212.0, 75.2, 0),
        Part(
            "SW10",
            "OS102011MA1QN1",
            "Button_Switch_THT:SW_CuK_OS102011MA1QN1_SPDT_Angled",
            switch,
            MM["switch_x"] - 2,
            MM["switch_y"],
            0,
            True,
        ),
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
    """Returns the nine buttons to ground; the Pico has internal pull-ups. ROLL also starts the console, through D2."""
    names = [GPIO_NETS[gpio] for gpio in pins.BUTTONS]
    centers = dimensions.key_centers() + dimensions.action_centers()
    found = []
    for number, (name, center) in enumerate(zip(names, centers, strict=True), 1):
        x, y = center[0] - BUTTON_CENTER[0], center[1] + BUTTON_CENTER[1]
        net = "WAKE" if name == "ROLL" else name
        found.append(Part(f"SW{number}", name, BUTTON, {"1": net, "2": GND}, x, y, label=name))
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
    ("OFF", "OFF_LATCH"),
)
"""Printed label and net of each test point."""

BAT_POINT = (187.0, 61.5)
"""Position of the test point of the cell: CELL is kept short."""


def test_points() -> list[Part]:
    """Returns the test points: rows of pads on the back, to the right of the battery; BAT next to J1."""
    found = []
    for number, (label, net) in enumerate(TEST_POINTS):
        x, y = 148.0 + 7.5 * (number % 4), 50.0 - 9.0 * (number // 4)
        if net == CELL:
            x, y = BAT_POINT
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
    return [pico, *power(), *off_latch(), *led_chain(), *screen_and_sound(), *buttons(), *test_points(), *holes()]
