"""Every cable of the two consoles as data: its plugs, wires, colors and length. Nothing is drawn here.

The nets of the board's plugs come from the carrier's netlist. The tabletop has the same circuit on a perfboard; its
buttons, modules and OLED hang on wires. Lengths and colors are decided unless a line says otherwise; those of the
tabletop's wires are computed from where things stand in its case.
"""

import math
from typing import NamedTuple

from hardware import dimensions
from hardware.boards import netlist
from hardware.boards.netlist import CELL, GND, LED_5V, V5_IN, V33

MM = dimensions.MM
DICE = int(MM["tile_columns"] * MM["tile_rows"])
BOARD = "board"
"""Owner of the nets of the carrier or of the perfboard, which are the same."""


class Plug(NamedTuple):
    """Something wires end at: whose it is, what it is, and its pins as (pin, word printed there, net of its owner)."""

    name: str
    owner: str
    kind: str
    pins: tuple[tuple[str, str, str], ...]

    def net(self, pin: str) -> str:
        """The owner's net at a pin. Raises KeyError."""
        return {name: net for name, _, net in self.pins}[pin]


class Cable(NamedTuple):
    """Wires side by side: each a color (WireViz code) and its two ends as (plug, pin); length in mm."""

    name: str
    kind: str
    gauge: str
    length: int
    wires: tuple[tuple[str, tuple[str, str], tuple[str, str]], ...]


class Harness(NamedTuple):
    """One drawing: plugs, cables between them, and plugs that sit in each other as (plug, plug, pin pairs)."""

    name: str
    title: str
    plugs: tuple[Plug, ...]
    cables: tuple[Cable, ...]
    mates: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = ()


def _numbered(*pins: tuple[str, str]) -> tuple[tuple[str, str, str], ...]:
    """Pins numbered from 1, each a word and its net."""
    return tuple((str(number), word, net) for number, (word, net) in enumerate(pins, 1))


def _carrier(reference: str, kind: str) -> Plug:
    """A plug of the carrier, with the nets of the netlist."""
    part = next(part for part in netlist.parts() if part.reference == reference)
    pins = tuple((pin, net, net) for pin, net in part.nets.items() if pin.isdigit())
    return Plug(f"CARRIER {reference}", BOARD, kind, pins)


def _wires(
    one: str, other: str, ends: tuple[tuple[str, str, str], ...]
) -> tuple[tuple[str, tuple[str, str], tuple[str, str]], ...]:
    """Wires from plug `one` to plug `other`: (color, pin, pin)."""
    return tuple((color, (one, start), (other, end)) for color, start, end in ends)


def _wire_length(start: dimensions.Point, end: dimensions.Point, more: float = 0) -> int:
    """Length of a wire of the tabletop in mm: along the sides of the case, and _SLACK; to the next 50 mm."""
    return math.ceil((abs(start[0] - end[0]) + abs(start[1] - end[1]) + more + _SLACK) / 50) * 50


_SLACK = 50
"""What a wire of the tabletop has to spare, so that body and lid can lie side by side while it is soldered."""


# --- the supply, the same in both

BATTERY = Plug(
    "CELL", "cell", "protected LiPo 2500 mAh, JST PH 2-pole", (("1", "+ red", "PLUS"), ("2", "- black", "MINUS"))
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
"""Adafruit PowerBoost 1000C rev B, its board file: row JP2 and the socket of the cell."""

BOOST = Plug(
    "BOOST", "boost", "Adafruit PowerBoost 1000C", (*BOOST_ROW, ("B1", "LiPo +", "BAT"), ("B2", "LiPo -", "GND"))
)
BOOST_UNCONNECTED = ("USB", "VS", "LBO")
"""Pins of the boost converter that stay open."""


def _supply(plug: Plug, length: int = 120) -> tuple[Cable, ...]:
    """The cell's own cable and the four wires to the board's plug, whose pins are those of the carrier's J1."""
    own = _wires("CELL", "BOOST", (("RD", "1", "B1"), ("BK", "2", "B2")))
    four = _wires("BOOST", plug.name, (("RD", "8", "1"), ("BK", "7", "2"), ("YE", "4", "3"), ("WH", "2", "4")))
    return Cable("W1", "the cell's own", "24 AWG", 100, own), Cable("W2", "silicone", "24 AWG", length, four)


# --- the chain of dice

CHAIN_COLORS = ("BK", "RD", "BU", "YE")
"""Of ready-made JST SH cables (assumed: as sold for Qwiic and STEMMA QT, pin 1 to pin 1; check with a meter)."""


def _tile(number: int) -> list[Plug]:
    """The two plugs of a tile."""
    kind = "JST SH SM04B-SRSS-TB on the tile"
    found = []
    for reference, word in (("J1", "IN"), ("J2", "OUT")):
        nets = netlist.tile_plug(netlist.TILE_PLUGS[reference])
        pins = tuple((pin, net, net) for pin, net in nets.items() if pin.isdigit())
        found.append(Plug(f"TILE {number} {word}", f"die {number}", kind, pins))
    return found


def _module(number: int) -> list[Plug]:
    """The two sides of a stock module; the order of the pads differs by maker: go by the words printed there."""
    found = []
    for word, data in (("IN", "DIN"), ("OUT", "DOUT")):
        pins = _numbered(("GND", GND), ("5V", LED_5V), (data, data))
        found.append(Plug(f"MODULE {number} {word}", f"die {number}", "8x8 WS2812B module, 65 mm", pins))
    return found


class ChainCables(NamedTuple):
    """What the cables of a chain are made of: kind, gauge, and the length in mm of each."""

    kind: str
    gauge: str
    lengths: tuple[int, ...]


def _chain(build: str, start: Plug, dice: list[list[Plug]], end: Plug, spec: ChainCables) -> Harness:
    """The chain of dice, a cable a row: from the board through every die and back to the board."""
    plugs = [start, *(plug for die in dice for plug in die), end]
    cables: list[Cable] = []
    for number, (one, other) in enumerate(zip(plugs[::2], plugs[1::2], strict=True), 3):
        pairs = zip(CHAIN_COLORS, one.pins, other.pins, strict=False)
        wires = _wires(one.name, other.name, tuple((color, here[0], there[0]) for color, here, there in pairs))
        cables.append(Cable(f"W{number}", spec.kind, spec.gauge, spec.lengths[len(cables)], wires))
    return Harness(f"{build}-dice", f"Sixpip {build}: chain of dice", tuple(plugs), tuple(cables))


# --- the handheld

OLED = Plug(
    "OLED",
    "oled",
    "0.96 inch SSD1306, I2C 0x3C",
    _numbered(("GND", "GND"), ("VCC", "VCC"), ("SCL", "SCL"), ("SDA", "SDA")),
)
"""The module whose first pin is GND; the carrier's bridges JP1 and JP2 take the other kind, too."""


_STOCK_LENGTHS = (100, *(50,) * (DICE - 1), 100)
"""Cables as they are sold."""


def handheld() -> list[Harness]:
    """The drawings of the handheld."""
    supply, screen = _carrier("J1", "JST PH S4B-PH-K"), _carrier("J4", "four soldered pins")
    mated = (screen.name, OLED.name, tuple((pin, pin) for pin, _, _ in screen.pins))
    plugs = (BATTERY, BOOST, supply, screen, OLED)
    power = Harness("handheld-power", "Sixpip handheld: cell, boost converter, OLED", plugs, _supply(supply), (mated,))
    tiles = [_tile(number) for number in range(1, DICE + 1)]
    start, end = _carrier("J2", "JST SH SM04B-SRSS-TB"), _carrier("J3", "JST SH SM04B-SRSS-TB")
    return [
        power,
        _chain("handheld", start, tiles, end, ChainCables("JST SH 4-pole, 1 to 1", "28 AWG", _STOCK_LENGTHS)),
    ]


# --- the tabletop

BUTTONS = tuple(part.value for part in netlist.buttons())
TABLE = dimensions.TABLETOP_MM
PANEL = dimensions.panel()
PANEL |= dict(zip(BUTTONS, dimensions.key_centers(TABLE), strict=False))
"""Where everything on the tabletop's front stands, and its perfboard."""


def _perfboard_pins(name: str, *nets: str) -> Plug:
    """A row of solder pins on the perfboard."""
    return Plug(
        f"PERF {name}", BOARD, "solder pins", tuple((str(number), net, net) for number, net in enumerate(nets, 1))
    )


def _panel() -> Harness:
    """Nine buttons, each with its own way to ground, the OLED and the power switch."""
    plugs: list[Plug] = []
    cables: list[Cable] = []

    def add(board: Plug, other: Plug, length: int, *colors: str) -> None:
        """A cable between two plugs, pin to pin."""
        ends = tuple((color, pin, pin) for color, (pin, _, _) in zip(colors, board.pins, strict=True))
        wires = _wires(board.name, other.name, ends)
        plugs.extend((board, other))
        cables.append(Cable(f"W{number_of_first + len(cables)}", "stranded", "26 AWG", length, wires))

    number_of_first = DICE + 4  # after the supply's and the chain's
    for number, name in enumerate(BUTTONS, 1):
        button = Plug(f"SW{number}", f"SW{number}", f"panel button {name}", _numbered(("", "A"), ("", "B")))
        add(_perfboard_pins(name, name, GND), button, _wire_length(PANEL["PERF"], PANEL[name]), "WH", "BK")
    screen = _perfboard_pins("OLED", GND, V33, "OLED_SCL", "OLED_SDA")
    add(screen, OLED, _wire_length(PANEL["PERF"], PANEL["OLED"]), "BK", "RD", "YE", "BU")
    switch = Plug("SW10", "SW10", "toggle switch", _numbered(("off", "A"), ("middle", "B")))
    add(_perfboard_pins("SWITCH", GND, "BOOST_EN"), switch, _wire_length(PANEL["PERF"], PANEL["SW10"]), "BK", "YE")
    return Harness("tabletop-panel", "Sixpip tabletop: buttons, OLED, power switch", tuple(plugs), tuple(cables))


def tabletop() -> list[Harness]:
    """The drawings of the tabletop."""
    supply = _perfboard_pins("POWER", V5_IN, GND, "BOOST_EN", CELL)
    title = "Sixpip tabletop: cell, boost converter"
    boost = dimensions.case_size(TABLE)[0] - TABLE["wall"] - TABLE["boost_length"], TABLE["boost_y"]
    power = Harness(
        "tabletop-power", title, (BATTERY, BOOST, supply), _supply(supply, _wire_length(boost, PANEL["PERF"]))
    )
    places = [PANEL["PERF"], *dimensions.tile_centers(TABLE), PANEL["PERF"]]
    lengths = tuple(
        _wire_length(one, other, TABLE["tile_size"]) for one, other in zip(places, places[1:])
    )  # pads on any side
    modules = [_module(number) for number in range(1, DICE + 1)]
    start, end = _perfboard_pins("LED OUT", GND, LED_5V, "LED_DIN"), _perfboard_pins("LED END", GND, LED_5V, "LED_DOUT")
    return [power, _chain("tabletop", start, modules, end, ChainCables("stranded", "22 AWG", lengths)), _panel()]


CONSOLES = {"handheld": handheld, "tabletop": tabletop}
"""The drawings of each console."""
