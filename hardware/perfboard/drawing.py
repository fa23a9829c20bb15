"""Draws both sides of the perfboard as SVG, from the layout.

The front shows the parts; the back is mirrored, as one sees it after turning the board over like a page, and shows the
wires. Units of the drawings: mm.
"""

from html import escape

from hardware.boards import REVISION
from hardware.perfboard import check, grid, layout
from hardware.perfboard.check import Terminal
from hardware.perfboard.layout import Place

MARGIN, HEAD, FOOT, SCALE = 5.0, 6.0, 6.0, 12.0
"""Space for the names of columns and rows, for title and legend, and pixels per mm."""

_COLORS = {
    "GND": "#222222",
    "5V_IN": "#d40000",
    "5V": "#d40000",
    "LED_5V": "#e8590c",
    "3V3": "#c2255c",
    "VSYS": "#a61e4d",
    "CELL": "#7048e8",
    "SENSE": "#7048e8",
}
_OTHER_COLORS = ("#1971c2", "#2f9e44", "#0b7285", "#5c940d", "#1864ab", "#087f5b")
"""Colors of nets: supplies have their own, other nets share some."""

_FILLS = {"resistor": "#f3e3c3", "Pico": "#d9f2d9", "DIP-14": "#d0d4da", "adapter": "#e4d9f5", "fuse": "#ffe08a"}
_FILL = "#e7ecf2"
FONT = "font-family=\"Arial, 'Liberation Sans', Helvetica, sans-serif\""
"""Attribute of all text."""

HEADER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Written by `python -m hardware documents` from '
    "hardware/perfboard. Do not edit. -->\n"
)
"""First lines of each drawing."""

Point = tuple[float, float]


def color(net: str) -> str:
    """Returns the color of a net."""
    return _COLORS.get(net, _OTHER_COLORS[sum(map(ord, net)) % len(_OTHER_COLORS)])


class Canvas:
    """The elements of a drawing of one side; mirrored for the back."""

    def __init__(self, title: str, mirrored: bool) -> None:
        self._mirrored = mirrored
        self._lines: list[str] = []
        self.text((grid.WIDTH / 2, -8.5), f"Sixpip tabletop, perfboard, {REVISION}, not yet built", 2.4, mirror=False)
        self.text((grid.WIDTH / 2, -5.3), title, 2.4, mirror=False)

    def x(self, x: float) -> float:
        """Returns the horizontal position in the drawing."""
        return grid.WIDTH - x if self._mirrored else x

    def box(self, box: check.Box, fill: str, line: str = "#555", radius: float = 0.4, dash: str = "") -> None:
        """Adds a rectangle."""
        left, right = sorted((self.x(box[0]), self.x(box[2])))
        self._lines.append(
            f'<rect x="{left:.2f}" y="{box[1]:.2f}" width="{right - left:.2f}" height="{box[3] - box[1]:.2f}" '
            f'rx="{radius}" fill="{fill}" stroke="{line}" stroke-width="0.2" stroke-dasharray="{dash}"/>'
        )

    def circle(self, at: Point, radius: float, fill: str, line: str = "none", width: float = 0.2) -> None:
        """Adds a circle."""
        self._lines.append(
            f'<circle cx="{self.x(at[0]):.2f}" cy="{at[1]:.2f}" r="{radius}" fill="{fill}" stroke="{line}" '
            f'stroke-width="{width}"/>'
        )

    def line(self, points: list[Point], stroke: str, width: float, dash: str = "") -> None:
        """Adds a line through points."""
        path = " ".join(f"{self.x(x):.2f},{y:.2f}" for x, y in points)
        self._lines.append(
            f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{width}" '
            f'stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="{dash}"/>'
        )

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        fill: str = "#111",
        turned: bool = False,
        mirror: bool = True,
        outline: str = "white",
    ) -> None:
        """Adds centered text with an outline, vertical when `turned`."""
        x, y = self.x(at[0]) if mirror else at[0], at[1]
        turn = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if turned else ""
        self._lines.append(
            f'<text x="{x:.2f}" y="{y + size * 0.35:.2f}" font-size="{size}" {FONT} text-anchor="middle" '
            f'fill="{fill}" stroke="{outline}" stroke-width="0.25" paint-order="stroke"{turn}>{escape(text)}</text>'
        )

    def svg(self) -> str:
        """Returns the drawing."""
        left, top = -MARGIN, -MARGIN - HEAD
        width, height = grid.WIDTH + 2 * MARGIN, grid.HEIGHT + 2 * MARGIN + HEAD + FOOT
        return (
            f'{HEADER}<svg xmlns="http://www.w3.org/2000/svg" width="{width * SCALE:.0f}" '
            f'height="{height * SCALE:.0f}" viewBox="{left} {top} {width} {height}">\n'
            f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="white"/>\n'
            + "\n".join(self._lines)
            + "\n</svg>\n"
        )


def _board(canvas: Canvas) -> None:
    """Adds the board with its corner holes, all pads, and the names of columns and rows on all sides."""
    canvas.box((0, 0, grid.WIDTH, grid.HEIGHT), "#f6f1e4", "#8a7a4a", 1.0)
    corner = check.CORNER_HOLE
    for x in (corner, grid.WIDTH - corner):
        for y in (corner, grid.HEIGHT - corner):
            canvas.circle((x, y), 1.1, "white", "#8a7a4a")
    for column in range(grid.COLUMNS):
        for row in range(grid.ROWS):
            canvas.circle(grid.position((column, row)), 0.42, "#ffffff", "#c9b98a", 0.25)
    for column in range(grid.COLUMNS):
        for y in (-1.8, grid.HEIGHT + 1.8):
            canvas.text((grid.position((column, 0))[0], y), grid.name((column, 0))[0], 1.9)
    for row in range(grid.ROWS):
        for x in (-2.0, grid.WIDTH + 2.0):
            canvas.text((x, grid.position((0, row))[1]), str(row + 1), 1.9)


def _part(canvas: Canvas, place: Place) -> None:
    """Adds a part with its leads, its name and value, and its orientation."""
    outline, package = check.body(place), grid.PACKAGES[place.package]
    holes = [grid.position(hole) for hole in check.lead_holes(place)]
    middle = ((outline[0] + outline[2]) / 2, (outline[1] + outline[3]) / 2)
    if len(holes) == 2:
        canvas.line(holes, "#8d99a6", 0.6)
    if package.round:
        canvas.circle(middle, package.size[0] / 2, _FILL, "#555")
    else:
        canvas.box(outline, _FILLS.get(place.package, _FILL))
    tall = outline[3] - outline[1] > outline[2] - outline[0]
    for hole, (label, _) in zip(holes, place.leads, strict=True):
        canvas.circle(hole, 0.55, "#8d99a6", "#333", 0.15)
        if label in ("K", "+"):
            _mark(canvas, place, hole, middle, outline, label)
        elif label == "1" and len(holes) > 3:
            canvas.circle(hole, 0.8, "none", "#d40000", 0.3)
    _flat_side(canvas, place, outline)
    _caption(canvas, place, middle, tall)


def _mark(canvas: Canvas, place: Place, hole: Point, middle: Point, outline: check.Box, label: str) -> None:
    """Adds the ring of a diode, or the + of a capacitor, at the side of the body next to a lead."""
    if label == "+":
        canvas.text((hole[0] + (1.3 if place.turns % 2 else 0), hole[1] + (0 if place.turns % 2 else 1.3)), "+", 2.4)
        return
    left, top, right, bottom = outline
    if place.turns % 2:
        y = bottom - 0.9 if hole[1] > middle[1] else top + 0.9
        canvas.line([(left + 0.3, y), (right - 0.3, y)], "#111", 0.7)
    else:
        x = right - 0.9 if hole[0] > middle[0] else left + 0.9
        canvas.line([(x, top + 0.3), (x, bottom - 0.3)], "#111", 0.7)


def _flat_side(canvas: Canvas, place: Place, outline: check.Box) -> None:
    """Adds a thick line at the flat side of a transistor, the notch of a chip, or the USB socket of the Pico."""
    left, top, right, bottom = outline
    if place.package == "TO-92":
        y = bottom if place.turns == 0 else top
        canvas.line([(left + 0.3, y), (right - 0.3, y)], "#111", 0.7)
    elif place.package == "DIP-14":
        canvas.circle((left, (top + bottom) / 2), 1.0, "white", "#555")
    elif place.package == "Pico":
        middle = (top + bottom) / 2
        canvas.box((left - 1.3, middle - 3.8, left + 4.5, middle + 3.8), "#b9c0c8")
        canvas.text((left + 1.7, middle), "USB", 1.7, turned=True)


def _caption(canvas: Canvas, place: Place, middle: Point, tall: bool) -> None:
    """Adds the name of a part, and its value where there is room."""
    x, y = middle
    value = place.part.replace(", radial", "").replace(" 1 %", "").replace(" on adapter", "")
    if place.package in ("buzzer", "adapter"):
        canvas.text((x, y - (4.4 if place.package == "buzzer" else 1.0)), place.name, 2.2)
        canvas.text((x, y + (4.4 if place.package == "buzzer" else 1.2)), value, 1.2)
    elif place.package in ("Pico", "DIP-14"):
        canvas.text(middle, f"{place.name} {value}", 2.4)
    elif place.package in ("resistor", "ceramic"):
        canvas.text(middle, f"{place.name} {value}", 1.3 if place.package == "resistor" else 1.05, turned=tall)
    else:
        shift = {"small diode": -0.4, "TO-92": 1.2 if place.turns else -1.2}.get(place.package, 0)
        canvas.text((x, y + shift), place.name, 1.3, turned=tall)


def _panel_wires(canvas: Canvas) -> None:
    """Adds the wires that leave the board, with the number of their pin and the name of their plug."""
    plugs = check.harness_plugs()
    for name, holes in layout.PANEL.items():
        for number, (net, hole) in enumerate(zip(plugs.get(name, []), holes.split()), 1):
            x, y = grid.position(grid.hole(hole))
            canvas.circle((x, y), 0.9, color(net), "white", 0.2)
            canvas.text((x, y), str(number), 1.2, "#fff", outline=color(net))
            dx, dy, turned = LABELS.get(f"{name} {number}", LABELS.get(hole[0], (0, 0, False)))
            if dx or dy:
                text = name if name.startswith(("KEEP", "BANK", "MENU", "LED")) else f"{name} {number}"
                canvas.text((x + dx, y + dy), text, 1.35, "#0b3d91", turned)


LABELS: dict[str, tuple[float, float, bool]] = {f"KEEP{number} 1": (0, -5.0, True) for number in range(1, 7)}
LABELS |= {"BANK 1": (0, -5.0, True), "MENU 1": (0, -5.0, True), "ROLL 1": (0, 2.0, False), "ROLL 2": (0, -7.6, True)}
LABELS |= {"LED OUT 2": (0, -1.9, False), "LED END 2": (0, -1.9, False), "SWITCH 3": (0, 1.9, False)}
LABELS |= {"OLED 1": (-3.6, 0, False), "OLED 2": (0, -1.9, False), "X": (4.3, 0, False)}
"""Labels of panel wires: offset in mm, and whether the text is vertical; "X" is for all wires in column X."""

FRONT_LEGEND = (
    "Numbered dots: wires to the panel, in the order of the pins of their plug. Red ring: pin 1.",
    "Black bar: ring of a diode, flat side of a transistor. +: long lead. D2a, D2b, D3, D5: 1N4148.",
)
BACK_LEGEND = (
    "Ring: wire to the panel. White dot: pin 1, +, or the ring of a diode. Gray: lead without connection.",
    "Bare wires are straight and are soldered to each pad that they pass. Dashed wires are insulated.",
)


def _legend(canvas: Canvas, lines: tuple[str, ...]) -> None:
    """Adds the explanation of the symbols below the board."""
    for number, line in enumerate(lines):
        canvas.text((grid.WIDTH / 2, grid.HEIGHT + 5.5 + 2.4 * number), line, 1.75, mirror=False)


def front() -> str:
    """Returns the drawing of the front: every part and every wire to the panel."""
    canvas = Canvas("FRONT: parts and wires to the panel", False)
    _board(canvas)
    for place in sorted(layout.PLACES, key=lambda place: place.package != "Pico"):
        _part(canvas, place)
    _panel_wires(canvas)
    _legend(canvas, FRONT_LEGEND)
    return canvas.svg()


def back() -> str:
    """Returns the drawing of the back: leads, bare wires and insulated wires, mirrored."""
    canvas = Canvas("BACK, mirrored: bare wires (solid), insulated wires (dashed)", True)
    _board(canvas)
    for place in layout.PLACES:
        canvas.box(check.body(place), "none", "#b5b5b5", dash="0.6 0.6")
    for net, start, end in check.ends(layout.TRACKS):
        canvas.line([grid.position(start), grid.position(end)], color(net), 0.9)
    for net, start, end in check.ends(layout.WIRES):
        canvas.line([grid.position(start), grid.position(end)], "white", 0.9)
        canvas.line([grid.position(start), grid.position(end)], color(net), 0.55, "1.4 0.7")
    for one in check.terminals(check.Layout()):
        _joint(canvas, one)
    for place in layout.PLACES:
        left, top, right, bottom = check.body(place)
        canvas.text(((left + right) / 2, (top + bottom) / 2), place.name, 1.5, "#666")
    _legend(canvas, BACK_LEGEND)
    return canvas.svg()


def _joint(canvas: Canvas, one: Terminal) -> None:
    """Adds the solder joint of a lead, round, or of a panel wire, with a ring."""
    at = grid.position(one.hole)
    panel = one.label.rpartition(".")[0] in layout.PANEL
    canvas.circle(at, 0.75 if one.net else 0.55, color(one.net) if one.net else "#9aa3ad", "white", 0.15)
    if panel:
        canvas.circle(at, 0.95, "none", "#111", 0.25)
    elif one.label.endswith((".1", ".K", ".+")):
        canvas.circle(at, 0.3, "white")
