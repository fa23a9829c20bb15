"""Every cable of the two consoles as data: its plugs, wires, colours and length. Nothing is drawn here.

The nets of the board's plugs come from the carrier's netlist. The tabletop has the same circuit on a perfboard; its
buttons, modules and OLED hang on wires. Lengths and colours are decided unless a line says otherwise.
"""

from typing import NamedTuple

from hardware import dimensions
from hardware.boards import netlist
from hardware.boards.netlist import CELL, GND, LED_5V, RAW, V33

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
    """Wires side by side: each a colour (WireViz code) and its two ends as (plug, pin); length in mm."""

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


def _row(*pins: tuple[str, str]) -> tuple[tuple[str, str, str], ...]:
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
    """Wires from plug `one` to plug `other`: (colour, pin, pin)."""
    return tuple((colour, (one, start), (other, end)) for colour, start, end in ends)


# --- the supply, the same in both

BATTERY = Plug(
    "CELL", "cell", "protected LiPo 2500 mAh, JST PH 2-pole", (("1", "+ red", "PLUS"), ("2", "- black", "MINUS"))
)
BOOST_ROW = _row(
    ("USB", "USB"), ("Bat", "BAT"), ("Vs", "VS"), ("EN", "EN"), ("GND", "GND"), ("LBO", "LBO"), ("GND", "GND"), ("5Vo", "5VO")
)
"""Adafruit PowerBoost 1000C rev B, its board file: row JP2 and the socket of the cell."""

BOOST = Plug("BOOST", "boost", "Adafruit PowerBoost 1000C", (*BOOST_ROW, ("B1", "LiPo +", "BAT"), ("B2", "LiPo -", "GND")))
BOOST_OPEN = ("USB", "VS", "LBO")
"""Pins of the boost converter that stay open."""


def _supply(plug: Plug) -> tuple[Cable, ...]:
    """The cell's own cable and the four wires to the board's plug, whose pins are those of the carrier's J1."""
    own = _wires("CELL", "BOOST", (("RD", "1", "B1"), ("BK", "2", "B2")))
    four = _wires("BOOST", plug.name, (("RD", "8", "1"), ("BK", "7", "2"), ("YE", "4", "3"), ("WH", "2", "4")))
    return Cable("W1", "the cell's own", "24 AWG", 100, own), Cable("W2", "silicone", "24 AWG", 120, four)


# --- the chain of dice

CHAIN_COLOURS = ("BK", "RD", "BU", "YE")
"""Of ready-made JST SH cables (assumed: as sold for Qwiic and STEMMA QT, pin 1 to pin 1; check with a meter)."""

LINK_MM, END_MM = 50, 100
"""Cables from tile to tile, and from the carrier to the first and from the last tile."""


def _tile(number: int) -> Plug:
    """A tile with both plugs, its pins as I1..I4 and O1..O4."""
    pins = []
    for letter, reference in (("I", "J1"), ("O", "J2")):
        for pin, net in netlist.tile_plug(netlist.TILE_PLUGS[reference]).items():
            if pin.isdigit():
                pins.append((f"{letter}{pin}", f"{'IN' if letter == 'I' else 'OUT'} {net}", net))
    return Plug(f"TILE {number}", f"die {number}", "LED tile, 64 WS2812B-2020", tuple(pins))


def _module(number: int) -> Plug:
    """A stock module; the order of its pads differs by maker, so they are named, not numbered."""
    pins = tuple((f"{side} {word}", "", net) for side, data in (("IN", "DIN"), ("OUT", "DOUT")) for word, net in (
        ("GND", GND), ("5V", LED_5V), ("D", data)))
    return Plug(f"MODULE {number}", f"die {number}", "8x8 WS2812B module, 65 mm", pins)


def _chain(plugs: list[Plug], outputs: tuple[str, ...], inputs: tuple[str, ...], kind: str, gauge: str, lengths: tuple[int, int], first: int) -> tuple[Cable, ...]:
    """Cables from each plug to the next; `lengths`: at the ends, between dice; `first`: number of the first cable."""
    found = []
    for number, (one, other) in enumerate(zip(plugs, plugs[1:], strict=False), first):
        ends = [plug.owner == BOARD for plug in (one, other)]
        starts = tuple(pin for pin, _, _ in one.pins) if ends[0] else outputs
        stops = tuple(pin for pin, _, _ in other.pins) if ends[1] else inputs
        wires = _wires(one.name, other.name, tuple(zip(CHAIN_COLOURS, starts, stops, strict=False)))
        found.append(Cable(f"W{number}", kind, gauge, lengths[0] if any(ends) else lengths[1], wires))
    return tuple(found)


def _dice(build: str, start: Plug, dice: list[Plug], end: Plug, outputs: tuple[str, ...], inputs: tuple[str, ...], kind: str, gauge: str, lengths: tuple[int, int]) -> list[Harness]:
    """The chain in two drawings; the die in the middle is on both."""
    half = len(dice) // 2
    found = []
    for part, plugs, first in ((1, [start, *dice[: half + 1]], 3), (2, [*dice[half:], end], 4 + half)):
        title = f"Sixpip {build}: chain of dice, part {part} of 2"
        cables = _chain(plugs, outputs, inputs, kind, gauge, lengths, first)
        found.append(Harness(f"{build}-dice-{part}", title, tuple(plugs), cables))
    return found


# --- the handheld

OLED = Plug("OLED", "oled", "0.96 inch SSD1306, I2C 0x3C", _row(("GND", "GND"), ("VCC", "VCC"), ("SCL", "SCL"), ("SDA", "SDA")))
"""The module whose first pin is GND; the carrier's bridges JP1 and JP2 take the other kind, too."""


def handheld() -> list[Harness]:
    """The drawings of the handheld."""
    supply = _carrier("J1", "JST PH S4B-PH-K")
    screen = _carrier("J4", "four soldered pins")
    pairs = tuple((str(pin), str(pin)) for pin in range(1, 5))
    power = Harness("handheld-power", "Sixpip handheld: cell, boost converter, OLED", (BATTERY, BOOST, supply, screen, OLED), _supply(supply), ((screen.name, OLED.name, pairs),))
    tiles = [_tile(number) for number in range(1, DICE + 1)]
    outputs, inputs = tuple(f"O{pin}" for pin in range(1, 5)), tuple(f"I{pin}" for pin in range(1, 5))
    start, end = _carrier("J2", "JST SH SM04B-SRSS-TB"), _carrier("J3", "JST SH SM04B-SRSS-TB")
    return [power, *_dice("handheld", start, tiles, end, outputs, inputs, "JST SH 4-pole, 1 to 1", "28 AWG", (END_MM, LINK_MM))]


# --- the tabletop

BUTTONS = tuple(part.value for part in netlist.keys())


def _perfboard(name: str, *nets: str) -> Plug:
    """A row of solder pins on the perfboard."""
    return Plug(f"PERF {name}", BOARD, "solder pins", tuple((str(number), net, net) for number, net in enumerate(nets, 1)))


def _panel() -> Harness:
    """Nine buttons, each with its own way to ground, the OLED and the power switch."""
    keys = _perfboard("KEYS", *BUTTONS, GND)
    screen = _perfboard("OLED", GND, V33, "OLED_SCL", "OLED_SDA")
    switch = _perfboard("SWITCH", GND, "BOOST_EN")
    plugs = [keys, screen, OLED, switch, Plug("SW10", "SW10", "toggle switch", _row(("off", "A"), ("middle", "B")))]
    wires = []
    for number, name in enumerate(BUTTONS, 1):
        plugs.append(Plug(f"SW{number}", f"SW{number}", f"panel button {name}", _row(("", "A"), ("", "B"))))
        wires.append(("WH", (keys.name, str(number)), (f"SW{number}", "1")))
        wires.append(("BK", (keys.name, str(len(BUTTONS) + 1)), (f"SW{number}", "2")))
    four = (("BK", "1", "1"), ("RD", "2", "2"), ("YE", "3", "3"), ("BU", "4", "4"))
    cables = (
        Cable("W10", "stranded", "26 AWG", 200, tuple(wires)),
        Cable("W11", "stranded", "26 AWG", 150, _wires(screen.name, OLED.name, four)),
        Cable("W12", "stranded", "26 AWG", 150, _wires(switch.name, "SW10", (("BK", "1", "1"), ("YE", "2", "2")))),
    )
    return Harness("tabletop-panel", "Sixpip tabletop: buttons, OLED, power switch", tuple(plugs), cables)


def tabletop() -> list[Harness]:
    """The drawings of the tabletop."""
    supply = _perfboard("POWER", RAW, GND, "BOOST_EN", CELL)
    power = Harness("tabletop-power", "Sixpip tabletop: cell, boost converter", (BATTERY, BOOST, supply), _supply(supply))
    modules = [_module(number) for number in range(1, DICE + 1)]
    start, end = _perfboard("LED OUT", GND, LED_5V, "LED_DIN"), _perfboard("LED END", GND, LED_5V, "LED_DOUT")
    outputs, inputs = ("OUT GND", "OUT 5V", "OUT D"), ("IN GND", "IN 5V", "IN D")
    return [power, *_dice("tabletop", start, modules, end, outputs, inputs, "stranded", "22 AWG", (200, 100)), _panel()]


CONSOLES = {"handheld": handheld, "tabletop": tabletop}
"""The drawings of each console."""
