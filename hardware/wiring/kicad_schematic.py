"""The schematics of the carrier and of the tile as KiCad files (.kicad_sch). Needs no KiCad.

The parts come from netlist.py and tile_plan.py, their symbols from kicad_symbols.py. Each pin has a global label with
its net. A file contains its symbols, so no library is needed. KiCad 6 and later open it. hardware/package.py puts both
files into the zip file of hardware/production.
"""

import uuid
from collections.abc import Sequence
from typing import NamedTuple

from hardware.boards import REVISION, netlist, tile_plan
from hardware.boards.netlist import Part
from hardware.wiring import kicad_symbols, symbols
from hardware.wiring.kicad_symbols import FLAG, GRID, LIBRARY, font, property_text, quoted
from hardware.wiring.schematic import SHEETS

PAPER = "A3"
ROWS = 96
"""Height of a column of parts, in steps of GRID."""

_LEFT, _TOP = 19, 8
"""Center of the first part, in steps of GRID."""

_NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")


class Group(NamedTuple):
    """Parts under one heading."""

    title: str
    parts: Sequence[Part]


class Sheet(NamedTuple):
    """What a file shows: its groups of parts, the nets that get a power flag, and the width of a column of parts.

    `source` is the module with the parts. The width is in steps of GRID, with the labels of the pins.
    """

    name: str
    source: str
    groups: Sequence[Group]
    flagged: Sequence[str]
    column: int


class Placed(NamedTuple):
    """A part on a sheet, with the center of its first row of pins."""

    part: Part
    x: float
    y: float


class Heading(NamedTuple):
    """The title of a group of parts, above them."""

    text: str
    x: float
    y: float


def carrier() -> Sheet:
    """Returns the sheet of the carrier, with the groups of the drawn schematic."""
    groups = [Group(name.replace("-", " "), parts()) for name, parts in SHEETS.items()]
    return Sheet("carrier", "hardware/boards/netlist.py", groups, _fed_through_parts(), 26)


def _fed_through_parts() -> list[str]:
    """Returns the supply nets of the carrier that get their power through a fuse, a diode or a solder jumper."""
    parts = {part.reference: part for part in netlist.parts()}
    passed = {parts[name].nets[end] for name, (_, end) in symbols.PASSES_POWER.items()}
    driven = {
        part.nets[pin]
        for part in parts.values()
        for pin, (_, kind) in symbols.pins(part).items()
        if kind == symbols.POWER_OUT and pin in part.nets
    }
    return sorted(passed - driven)


def tile() -> Sheet:
    """Returns the sheet of one tile: each row of LEDs, with its capacitors, is a column. Power comes in through J1."""
    cells = range(tile_plan.CELLS)
    groups = []
    for row in cells:
        leds = [tile_plan.led(row * tile_plan.CELLS + place) for place in cells]
        below = [tile_plan.capacitor(row, column) for column in cells] if row < tile_plan.CELLS - 1 else []
        groups.append(Group(f"LED row {row + 1}", leds + below))
    groups.append(Group("connectors", [tile_plan.plug(reference) for reference in netlist.TILE_PLUGS]))
    return Sheet("tile", "hardware/boards/tile_plan.py", groups, (tile_plan.SUPPLY, tile_plan.GROUND), 15)


def sheets() -> list[Sheet]:
    """Returns the sheets of all files."""
    return [carrier(), tile()]


def place(sheet: Sheet) -> tuple[list[Placed], list[Heading]]:
    """Returns all parts of a sheet, in columns, and the heading of each group."""
    found, headings, column, row = [], [], 0, 0
    for group in sheet.groups:
        for number, part in enumerate(group.parts):
            heading = 0 if number else 2
            needed = kicad_symbols.rows(part) + 4
            if row + heading + needed > ROWS:
                column, row = column + 1, 0
            x, y = (_LEFT + column * sheet.column) * GRID, (_TOP + row + heading) * GRID
            if not number:
                headings.append(Heading(group.title, x - min(10, sheet.column // 2) * GRID, y - 3 * GRID))
            found.append(Placed(part, x, y))
            row += heading + needed
    return found, headings


def text(sheet: Sheet) -> str:
    """Returns the text of a file."""
    return _Writer(sheet).text()


class _Writer:
    """Writes one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.placed, self.headings = place(sheet)

    def text(self) -> str:
        """Returns the text of the file."""
        title = quoted(f"Sixpip {self.sheet.name}, {REVISION}, not yet built")
        comment = quoted(f"Written by `make hardware` from {self.sheet.source}")
        definitions: dict[str, str] = {}
        for part, _, _ in self.placed:
            definitions.setdefault(kicad_symbols.name(part), kicad_symbols.definition(part))
        return (
            f"(kicad_sch (version 20211123) (generator sixpip)\n  (uuid {self._identifier('sheet')})\n"
            f'  (paper "{PAPER}")\n'
            f"  (title_block (title {title}) (rev {quoted(REVISION)}) (comment 1 {comment}))\n"
            f"  (lib_symbols\n{''.join(definitions.values())}{kicad_symbols.flag()}  )\n"
            f"{''.join(map(self._part, self.placed))}{''.join(map(self._flag, range(len(self.sheet.flagged))))}"
            f"{''.join(map(self._heading, self.headings))}"
            f'  (sheet_instances\n    (path "/" (page "1"))\n  )\n  (symbol_instances\n{self._paths()}  )\n)\n'
        )

    def _identifier(self, *names: str) -> str:
        """Returns an identifier that depends on its names only, so that the file has the same bytes in each run."""
        return str(uuid.uuid5(_NAMESPACE, "/".join(("sixpip", self.sheet.name, *names))))

    def _label(self, net: str, x: float, y: float, right: bool) -> str:
        """Returns the global label of a net at the end of a pin."""
        justified = font(f"(justify {'left' if right else 'right'})")
        where = f"(at {x:.2f} {y:.2f} {0 if right else 180})"
        identifier = self._identifier(net, f"{x:.2f}", f"{y:.2f}")
        shape = f"(global_label {quoted(net)} (shape passive) {where} (fields_autoplaced) {justified}"
        return f"  {shape} (uuid {identifier}))\n"

    def _symbol(self, name: str, x: float, y: float, reference: str, properties: list[str], pins: list[str]) -> str:
        """Returns a symbol on the sheet."""
        lines = [
            f'  (symbol (lib_id "{LIBRARY}:{name}") (at {x:.2f} {y:.2f} 0) (unit 1) (in_bom yes) (on_board yes)',
            f"    (uuid {self._identifier(reference)})",
            f"    {' '.join([*properties, property_text('Datasheet', '', 3, x, y, True)])}",
        ]
        lines += [f"    (pin {quoted(pin)} (uuid {self._identifier(reference, pin)}))" for pin in pins]
        return "\n".join([*lines, "  )"]) + "\n"

    def _part(self, placed: Placed) -> str:
        """Returns a part on the sheet with the labels of its pins; pins left open get a cross."""
        part, x, y = placed
        properties = [
            property_text("Reference", part.reference, 0, x, y - 1.5 * GRID),
            property_text("Value", part.value, 1, x, y + (kicad_symbols.rows(part) + 0.5) * GRID),
            property_text("Footprint", part.footprint, 2, x, y, True),
        ]
        found = self._symbol(kicad_symbols.name(part), x, y, part.reference, properties, list(symbols.pins(part)))
        for pin in kicad_symbols.layout(part):
            if pin.number in part.nets:
                found += self._label(part.nets[pin.number], x + pin.x, y + pin.y, pin.x > 0)
            else:
                where = f"(at {x + pin.x:.2f} {y + pin.y:.2f})"
                found += f"  (no_connect {where} (uuid {self._identifier('open', part.reference, pin.number)}))\n"
        return found

    def _flag(self, index: int) -> str:
        """Returns a power flag with its net, to the right of all parts."""
        x = max(one.x for one in self.placed) + self.sheet.column * GRID
        y, reference = (_TOP + 5 * (index + 1)) * GRID, f"#FLG{index + 1}"
        properties = [
            property_text("Reference", reference, 0, x, y, True), property_text("Value", FLAG, 1, x, y - 3.81),
            property_text("Footprint", "", 2, x, y, True),
        ]  # fmt: skip
        return self._symbol(FLAG, x, y, reference, properties, ["1"]) + self._label(
            self.sheet.flagged[index], x, y, True
        )

    def _heading(self, heading: Heading) -> str:
        """Returns the title of a group."""
        effects = "(effects (font (size 2.5 2.5) bold) (justify left bottom))"
        where = f"(at {heading.x:.2f} {heading.y:.2f} 0)"
        return f"  (text {quoted(heading.text)} {where} {effects} (uuid {self._identifier('heading', heading.text)}))\n"

    def _paths(self) -> str:
        """Returns the list of all symbols with their references."""
        listed = [(one.part.reference, one.part.value, one.part.footprint) for one in self.placed]
        listed += [(f"#FLG{index + 1}", FLAG, "") for index in range(len(self.sheet.flagged))]
        return "".join(
            f"    (path {quoted('/' + self._identifier(reference))} (reference {quoted(reference)}) (unit 1) "
            f"(value {quoted(value)}) (footprint {quoted(footprint)}))\n"
            for reference, value, footprint in listed
        )
