"""The cables of both consoles as data: connectors, wires, colors and lengths. drawing.py draws them.

The nets of the board's connectors come from the netlist of the carrier. The tabletop has the same circuit on a
perfboard, with buttons, modules and OLED connected by wires. The lengths of its wires are computed from the positions
in its case; other lengths and colors are design choices unless noted otherwise.
"""

import math
from typing import NamedTuple

from hardware import dimensions
from hardware.boards import netlist
from hardware.boards.netlist import CELL, GND, LED_5V, V5_IN, V33

MM = dimensions.MM
DICE = int(MM["tile_columns"] * MM["tile_rows"])
BOARD = "board"
"""Owner name of the nets of the carrier or the perfboard."""


class Plug(NamedTuple):
    """An end point of wires: its owner, its kind, and its pins as (pin, printed label, net of the owner)."""

    name: str
    owner: str
    kind: str
    pins: tuple[tuple[str, str, str], ...]

    def net(self, pin: str) -> str:
        """Returns the net of the owner at a pin. Raises KeyError."""
        return {name: net for name, _, net in self.pins}[pin]


class Cable(NamedTuple):
    """A cable: each wire has a color (WireViz code) and two ends as (plug, pin); the length is in mm."""

    name: str
    kind: str
    gauge: str
    length: int
    wires: tuple[tuple[str, tuple[str, str], tuple[str, str]], ...]
    notes: str = ""


class Harness(NamedTuple):
    """One drawing: plugs, the cables between them, and plugs that mate directly as (plug, plug, pin pairs)."""

    name: str
    title: str
    plugs: tuple[Plug, ...]
    cables: tuple[Cable, ...]
    mates: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = ()


def _numbered(*pins: tuple[str, str]) -> tuple[tuple[str, str, str], ...]:
    """Numbers pins from 1; each argument is a label and its net."""
    return tuple((str(number), label, net) for number, (label, net) in enumerate(pins, 1))


def _carrier(reference: str, kind: str) -> Plug:
    """Returns a connector of the carrier, with the nets of the netlist."""
    part = next(part for part in netlist.parts() if part.reference == reference)
    pins = tuple((pin, net, net) for pin, net in part.nets.items() if pin.isdigit())
    return Plug(f"CARRIER {reference}", BOARD, kind, pins)


def _wires(
    one: str, other: str, ends: tuple[tuple[str, str, str], ...]
) -> tuple[tuple[str, tuple[str, str], tuple[str, str]], ...]:
    """Returns the wires from plug `one` to plug `other`; `ends` has (color, pin, pin)."""
    return tuple((color, (one, start), (other, end)) for color, start, end in ends)


def _wire_length(start: dimensions.Point, end: dimensions.Point, extra: float = 0) -> int:
    """Returns the length of a wire in the tabletop: parallel to the case walls, plus _SLACK, rounded up to 50 mm."""
    return math.ceil((abs(start[0] - end[0]) + abs(start[1] - end[1]) + extra + _SLACK) / 50) * 50


_SLACK = 50
"""Extra length of the wires in the tabletop in mm, so that body and lid fit side by side for soldering."""


# --- power supply of both consoles

BATTERY = Plug(
    "CELL", "cell", "protected LiPo 2500 mAh, JST PH 2-pin", (("1", "+ red", "PLUS"), ("2", "- black", "MINUS"))
)
BOOST_ROW = _numbered(
    ("USB", "USB"),
    ("Bat", "BAT"),
    ("Vs", "VS"),
    ("EN", "EN"),
    ("GND", "GND"),
    ("LBO", "LBO"),
    ("GND", "GND"),
    ("5Vo", "5VO"),
)
"""Pins of the Adafruit PowerBoost 1000C rev B, from its board file: row JP2."""

BOOST = Plug(
    "BOOST", "boost", "Adafruit PowerBoost 1000C", (*BOOST_ROW, ("B1", "LiPo +", "BAT"), ("B2", "LiPo -", "GND"))
)
BOOST_UNCONNECTED = ("VS", "LBO")
"""Pins of the boost converter that are not connected."""


SUPPLY_WIRES = {V5_IN: ("RD", "8"), GND: ("BK", "7"), "BOOST_EN": ("YE", "4"), CELL: ("WH", "2"), "USB_5V": ("OG", "1")}
"""Color and pin of the converter of each wire to the board by its net."""


WIRE_RESISTORS = {CELL: ("R_BAT", 1e3), "USB_5V": ("R_USB", 100e3)}
"""Name and ohm of the resistors in two wires of W2, soldered into them at the converter, by net.

So the wires of cell and charger carry 4.2 mA and 50 uA at most in any short circuit behind them.
"""


def _supply(plug: Plug, length: int = 120) -> tuple[Cable, ...]:
    """Returns the cable of the cell and the five wires to the board."""
    cell_leads = _wires("CELL", "BOOST", (("RD", "1", "B1"), ("BK", "2", "B2")))
    ends = tuple((SUPPLY_WIRES[net][0], SUPPLY_WIRES[net][1], pin) for pin, _, net in plug.pins)
    supply = _wires("BOOST", plug.name, ends)
    inside = (f"{SUPPLY_WIRES[net][0]}: {name} {ohm / 1000:g} k" for net, (name, ohm) in WIRE_RESISTORS.items())
    notes = f"in the wires, at BOOST: {', '.join(inside)}"
    return (
        Cable("W1", "cell leads", "24 AWG", 100, cell_leads),
        Cable("W2", "silicone", "26 AWG", length, supply, notes),
    )


# --- chain of dice

CHAIN_COLORS = ("BK", "RD", "BU", "YE")
"""Wire colors of JST SH cables (assumed: as sold for Qwiic and STEMMA QT, pin 1 to pin 1; check with a multimeter)."""


def _tile(number: int) -> list[Plug]:
    """Returns the two connectors of a tile."""
    kind = "JST SH SM04B-SRSS-TB on the tile"
    found = []
    for reference, label in (("J1", "IN"), ("J2", "OUT")):
        nets = netlist.tile_plug(netlist.TILE_PLUGS[reference])
        pins = tuple((pin, net, net) for pin, net in nets.items() if pin.isdigit())
        found.append(Plug(f"TILE {number} {label}", f"die {number}", kind, pins))
    return found


def _module(number: int) -> list[Plug]:
    """Returns both ends of a stock module. The order of the pads varies by manufacturer: only the labels count."""
    found = []
    for label, data in (("IN", "DIN"), ("OUT", "DOUT")):
        pins = _numbered(("GND", GND), ("5V", LED_5V), (data, data))
        found.append(Plug(f"MODULE {number} {label}", f"die {number}", "8x8 WS2812B module, 65 mm", pins))
    return found


class ChainCables(NamedTuple):
    """The cables of a chain: kind, gauge, and the length of each in mm."""

    kind: str
    gauge: str
    lengths: tuple[int, ...]


def _chain(console: str, first: Plug, dice: list[list[Plug]], last: Plug, spec: ChainCables) -> Harness:
    """Returns the chain of dice: from the board through every die and back to the board."""
    plugs = [first, *(plug for die in dice for plug in die), last]
    cables: list[Cable] = []
    for number, (one, other) in enumerate(zip(plugs[::2], plugs[1::2], strict=True), 3):
        pairs = zip(CHAIN_COLORS, one.pins, other.pins, strict=False)
        wires = _wires(one.name, other.name, tuple((color, start[0], end[0]) for color, start, end in pairs))
        cables.append(Cable(f"W{number}", spec.kind, spec.gauge, spec.lengths[len(cables)], wires))
    return Harness(f"{console}-dice", f"Sixpip {console}: chain of dice", tuple(plugs), tuple(cables))


# --- handheld

OLED = Plug(
    "OLED",
    "oled",
    "0.96 inch SSD1306, I2C 0x3C",
    _numbered(("GND", "GND"), ("VCC", "VCC"), ("SCL", "SCL"), ("SDA", "SDA")),
)
"""The module whose first pin is GND; solder jumpers JP1 and JP2 adapt the carrier to the other pin order."""


_STOCK_LENGTHS = (100, *(50,) * (DICE - 1), 100)
"""Lengths of ready-made cables in mm."""


def handheld() -> list[Harness]:
    """Returns the harnesses of the handheld."""
    supply, screen = _carrier("J1", "JST PH S5B-PH-K"), _carrier("J4", "four soldered pins")
    mated = (screen.name, OLED.name, tuple((pin, pin) for pin, _, _ in screen.pins))
    plugs = (BATTERY, BOOST, supply, screen, OLED)
    power = Harness("handheld-power", "Sixpip handheld: cell, boost converter, OLED", plugs, _supply(supply), (mated,))
    tiles = [_tile(number) for number in range(1, DICE + 1)]
    start, end = _carrier("J2", "JST SH SM04B-SRSS-TB"), _carrier("J3", "JST SH SM04B-SRSS-TB")
    return [
        power,
        _chain("handheld", start, tiles, end, ChainCables("JST SH 4-pin, straight-through", "28 AWG", _STOCK_LENGTHS)),
    ]


# --- tabletop

BUTTONS = tuple(part.value for part in netlist.buttons())
TABLE = dimensions.TABLETOP_MM
PANEL = dimensions.panel()
PANEL |= dict(zip(BUTTONS, dimensions.key_centers(TABLE), strict=False))
"""Positions of the parts on the front of the tabletop, and of its perfboard."""


def _perfboard_pins(name: str, *nets: str) -> Plug:
    """Returns a row of solder pins on the perfboard."""
    return Plug(
        f"PERF {name}", BOARD, "solder pins", tuple((str(number), net, net) for number, net in enumerate(nets, 1))
    )


def _panel() -> Harness:
    """Returns the wiring of the nine buttons, each with its own ground wire, the OLED and the power switch."""
    plugs: list[Plug] = []
    cables: list[Cable] = []

    def add(board: Plug, other: Plug, length: int, *colors: str) -> None:
        """Adds a cable between two plugs, pin to pin."""
        ends = tuple((color, pin, pin) for color, (pin, _, _) in zip(colors, board.pins, strict=True))
        wires = _wires(board.name, other.name, ends)
        plugs.extend((board, other))
        cables.append(Cable(f"W{first_number + len(cables)}", "stranded", "26 AWG", length, wires))

    first_number = DICE + 4  # W numbers after those of supply and chain
    for number, name in enumerate(BUTTONS, 1):
        button = Plug(f"SW{number}", f"SW{number}", f"panel button {name}", _numbered(("", "A"), ("", "B")))
        net = next(part.nets["1"] for part in netlist.buttons() if part.value == name)
        add(_perfboard_pins(name, net, GND), button, _wire_length(PANEL["PERF"], PANEL[name]), "WH", "BK")
    screen = _perfboard_pins("OLED", GND, V33, "OLED_SCL", "OLED_SDA")
    add(screen, OLED, _wire_length(PANEL["PERF"], PANEL["OLED"]), "BK", "RD", "YE", "BU")
    switch = Plug("SW10", "SW10", "toggle switch", _numbered(("O", "A"), ("middle", "B"), ("I", "C")))
    pins = _perfboard_pins("SWITCH", GND, "BOOST_EN", "HOLD")
    add(pins, switch, _wire_length(PANEL["PERF"], PANEL["SW10"]), "BK", "YE", "GN")
    return Harness("tabletop-panel", "Sixpip tabletop: buttons, OLED, power switch", tuple(plugs), tuple(cables))


def tabletop() -> list[Harness]:
    """Returns the harnesses of the tabletop."""
    supply = _perfboard_pins("POWER", V5_IN, GND, "BOOST_EN", CELL, "USB_5V")
    title = "Sixpip tabletop: cell, boost converter"
    boost = dimensions.case_size(TABLE)[0] - TABLE["wall"] - TABLE["boost_length"], TABLE["boost_y"]
    power = Harness(
        "tabletop-power", title, (BATTERY, BOOST, supply), _supply(supply, _wire_length(boost, PANEL["PERF"]))
    )
    places = [PANEL["PERF"], *dimensions.tile_centers(TABLE), PANEL["PERF"]]
    lengths = tuple(
        _wire_length(one, other, TABLE["tile_size"]) for one, other in zip(places, places[1:])
    )  # the pads may be on any side
    modules = [_module(number) for number in range(1, DICE + 1)]
    start, end = _perfboard_pins("LED OUT", GND, LED_5V, "LED_DIN"), _perfboard_pins("LED END", GND, LED_5V, "LED_DOUT")
    return [power, _chain("tabletop", start, modules, end, ChainCables("stranded", "22 AWG", lengths)), _panel()]


CONSOLES = {"handheld": handheld, "tabletop": tabletop}
"""Returns the harnesses of each console by its name."""
