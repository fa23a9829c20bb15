"""Draws both breadboards as SVG, from the layout. Units: steps of 2.54 mm, y down; board B is below board A."""

import math
from html import escape

from hardware.breadboard import layout
from hardware.perfboard.drawing import FONT

SCALE = 17
"""Pixels of one step."""

_ROW_Y = {row: 2.6 + step for row, step in zip(reversed(layout.ROWS), (0, 1, 2, 3, 4, 7, 8, 9, 10, 11), strict=True)}
_RAIL_Y = {"+": 0.0, "-": 1.0, "=": 15.4}
_TOP = {"A": 6.0, "B": 27.5}
_LEFT = 3.0
_FILLS = {"U1": "#cfe8cf", "U3": "#444b54", "OLED": "#11181f", "LS1": "#3b3b3b"}
_BODIES = {"C1": "#b8c0c8", "C8": "#d9a05b"}

Point = tuple[float, float]


def position(hole: str) -> Point:
    """Returns the place of a hole."""
    layout.strip(hole)  # raises ValueError for a hole that does not exist
    board, place = hole[0], hole[1:]
    if place[0] in _RAIL_Y:
        return _LEFT + float(place[1:]), _TOP[board] + _RAIL_Y[place[0]]
    return _LEFT + float(place[:-1]), _TOP[board] + _ROW_Y[place[-1]]


def _text(at: Point, text: str, size: float, fill: str = "#222", anchor: str = "middle", turn: float = 0) -> str:
    """Returns a text."""
    turned = f' transform="rotate({turn:g} {at[0]:.2f} {at[1]:.2f})"' if turn else ""
    return (
        f'<text x="{at[0]:.2f}" y="{at[1] + size * 0.35:.2f}" font-size="{size}" {FONT} text-anchor="{anchor}" '
        f'fill="{fill}"{turned}>{escape(text)}</text>'
    )


def _rect(low: Point, high: Point, fill: str, line: str = "#555", radius: float = 0.2) -> str:
    """Returns a rectangle."""
    return (
        f'<rect x="{low[0]:.2f}" y="{low[1]:.2f}" width="{high[0] - low[0]:.2f}" height="{high[1] - low[1]:.2f}" '
        f'rx="{radius}" fill="{fill}" stroke="{line}" stroke-width="0.08"/>'
    )


def _board(board: str) -> list[str]:
    """Returns an empty board: its holes, the names of its rows and every fifth column, and its rails."""
    columns, top = layout.COLUMNS[board], _TOP[board]
    found = [_rect((_LEFT - 1.2, top - 1.0), (_LEFT + columns + 2.2, top + 17.4), "#f7f3ea", "#a99", 0.6)]
    found.append(_text((_LEFT - 2.1, top + 8.1), board, 1.6))
    upper = ("+", "-") if board == "A" else ()
    for rail in (*upper, "="):
        y, color = top + _RAIL_Y[rail], layout.RED if rail == "+" else layout.BLACK
        found.append(
            f'<line x1="{_LEFT}" y1="{y - 0.55:.2f}" x2="{_LEFT + columns + 1}" y2="{y - 0.55:.2f}" '
            f'stroke="{color}" stroke-width="0.1"/>'
        )
        found.append(_text((_LEFT - 0.4, y), "+" if rail == "+" else "-", 0.9, color))
    names = [f"{board}{rail}{column}" for rail in (*upper, "=") for column in range(1, columns + 1)]
    names += [f"{board}{column}{row}" for column in range(1, columns + 1) for row in layout.ROWS]
    for hole in names:
        x, y = position(hole)
        found.append(f'<rect x="{x - 0.14:.2f}" y="{y - 0.14:.2f}" width="0.28" height="0.28" fill="#8d8778"/>')
    found += [
        _text((x, top + _ROW_Y[row]), row, 0.7, "#776") for row in layout.ROWS for x in (_LEFT, _LEFT + columns + 1)
    ]
    for column in (1, *range(5, columns + 1, 5)):
        found += [_text((_LEFT + column, top + y), str(column), 0.6, "#776") for y in (1.75, 14.55)]
    return found


def _around(holes: list[Point], margin: Point) -> tuple[Point, Point]:
    """Returns the corners of a box around holes."""
    xs, ys = [x for x, _ in holes], [y for _, y in holes]
    return (min(xs) - margin[0], min(ys) - margin[1]), (max(xs) + margin[0], max(ys) + margin[1])


def _part(part: layout.Part) -> list[str]:
    """Returns the body of a part and its legs."""
    holes = [position(hole) for _, hole in part.legs]
    middle = math.fsum(x for x, _ in holes) / len(holes), math.fsum(y for _, y in holes) / len(holes)
    found = []
    if part.name == "U1":
        found.append(_rect(*_around(holes, (0.6, 0.6)), _FILLS["U1"]))
        found.append(_rect((holes[0][0] - 1.4, middle[1] - 1.6), (holes[0][0] + 1.4, middle[1] + 1.6), "#c9ccd1"))
        found.append(_text(middle, part.label, 1.2))
        found.append(_text((holes[0][0] - 0.1, middle[1]), "USB", 0.7))
    elif part.name == "U3":
        found.append(_rect(*_around(holes, (0.5, -0.35)), _FILLS["U3"]))
        found.append(_text(middle, part.label, 0.9, "white"))
        found.append(f'<circle cx="{holes[0][0]:.2f}" cy="{holes[0][1] - 0.8:.2f}" r="0.2" fill="white"/>')
    elif part.name == "OLED":
        x, y = holes[1][0] + 0.5, holes[0][1]
        found.append(_rect((x - 5.4, y - 0.6), (x + 5.4, y + 10.3), _FILLS["OLED"]))
        found.append(_rect((x - 4.3, y + 2.6), (x + 4.3, y + 6.9), "#b8e8ff"))
        found += [
            _text((hole[0], y + 0.85), name, 0.45, "white") for (name, _), hole in zip(part.legs, holes, strict=True)
        ]
        found.append(_text((x, y + 4.7), "OLED", 1.1))
    elif part.name == "LS1":
        found.append(f'<circle cx="{middle[0]:.2f}" cy="{middle[1]:.2f}" r="2.4" fill="{_FILLS["LS1"]}"/>')
        found.append(_text((middle[0], middle[1] + 1.1), part.label, 0.7, "white"))
    elif part.name.startswith("SW"):
        found.append(_rect((holes[0][0] - 0.2, middle[1] - 1.2), (holes[0][0] + 2.2, middle[1] + 1.2), "#9aa3ad"))
        found.append(f'<circle cx="{middle[0]:.2f}" cy="{middle[1]:.2f}" r="0.7" fill="#f0b428"/>')
        found.append(_text((middle[0], middle[1] - 1.75), part.label, 0.52))
    else:
        (x0, y0), (x1, y1) = holes
        found.append(
            f'<line x1="{x0:.2f}" y1="{y0:.2f}" x2="{x1:.2f}" y2="{y1:.2f}" stroke="#777" stroke-width="0.16"/>'
        )
        flat = abs(x1 - x0) > abs(y1 - y0)
        half = (1.15, 0.36) if flat else (0.36, 0.36)
        if part.name == "C1":
            found.append(
                f'<circle cx="{middle[0]:.2f}" cy="{middle[1] - 1.4:.2f}" r="1.5" fill="{_BODIES["C1"]}" stroke="#555" '
                'stroke-width="0.08"/>'
            )
            found.append(_text((middle[0], middle[1] - 1.4), "470 uF", 0.6))
            found.append(_text((x0 - 0.6, y0 - 0.1), "+", 0.9, layout.RED))
        else:
            low, high = (middle[0] - half[0], middle[1] - half[1]), (middle[0] + half[0], middle[1] + half[1])
            found.append(_rect(low, high, _BODIES.get(part.name, "#f3e3c3")))
            found.append(_text((middle[0] - (0 if flat else 1.5), middle[1]), part.label, 0.6))
    found += [f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.17" fill="#c8a13a"/>' for x, y in holes]
    return found


def _wire(start: Point, end: Point, color: str) -> str:
    """Returns a curved wire between two holes."""
    bend = 0.12 * (end[0] - start[0]) if abs(end[1] - start[1]) > 3 else 0.0
    middle = (start[0] + end[0]) / 2 + bend, (start[1] + end[1]) / 2
    path = f"M {start[0]:.2f} {start[1]:.2f} Q {middle[0]:.2f} {middle[1]:.2f} {end[0]:.2f} {end[1]:.2f}"
    ends = "".join(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.24" fill="{color}"/>' for x, y in (start, end))
    drawn = f'<path d="{path}" fill="none" stroke="{color}" stroke-width="0.3" stroke-linecap="round" opacity="0.85"/>'
    return drawn + ends


def _panels() -> list[str]:
    """Returns the six panels in a row, with the chain between them and the three wires to board A."""
    found, left, top, side = [], 41.0, 29.0, 4.4
    for number in range(6):
        x, y = left + (number % 3) * 9.2, top + (number // 3) * 8.2
        found.append(_rect((x, y), (x + side, y + side), "#1f2328"))
        found += [
            f'<circle cx="{x + 0.45 + 0.5 * column:.2f}" cy="{y + 0.45 + 0.5 * row:.2f}" r="0.15" fill="#e0802a"/>'
            for column in range(8) for row in range(8)
        ]  # fmt: skip
        found.append(_text((x + side / 2, y + side + 0.8), f"die {number + 1}", 0.8))
        found += [_text((x - 0.2, y - 0.55), "DIN", 0.6), _text((x + side + 0.3, y - 0.55), "DOUT", 0.6)]
        if number < 5:
            if number == 2:
                right, low, aside = x + side + 2, y + 6.6, left - 2
                points = (
                    f"{x + side},{y + 1} {right},{y + 1} {right},{low} {aside},{low} {aside},{y + 9.2} {left},{y + 9.2}"
                )
            else:
                points = f"{x + side:.2f},{y + 1:.2f} {x + 9.2:.2f},{y + 1:.2f}"
            found.append(f'<polyline points="{points}" fill="none" stroke="#2f9e44" stroke-width="0.35"/>')
    for name, color, step in (("5V", layout.RED, 1.6), ("DIN", "#2f9e44", 0.9), ("GND", layout.BLACK, 2.3)):
        found.append(_wire(position(layout.PANEL_HOLES[name]), (left, top + step), color))
    return found


def svg() -> str:
    """Returns the drawing of both boards, the parts, the wires and the panels."""
    width, height = _LEFT + layout.COLUMNS["A"] + 4.5, 47.0
    lines = [
        _rect((0, 0), (width, height), "white", "none"),
        _text((width / 2, 1.6), "Sixpip on breadboards, not yet built: parts and jumper wires", 1.5),
        _text((width / 2, 3.4), "red: 5 V, black: ground; pin 1 of the 74AHCT125 is at the dot", 1.0),
    ]
    for board in layout.COLUMNS:
        lines += _board(board)
    for part in layout.PARTS:
        lines += _part(part)
    lines += _panels()
    lines += [_wire(position(wire.start), position(wire.end), wire.color) for wire in layout.WIRES]
    body = "\n".join(lines)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Written by `python -m hardware documents` from '
        "hardware/breadboard. Do not edit. -->\n"
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * SCALE:.0f}" height="{height * SCALE:.0f}" '
        f'viewBox="0 0 {width:g} {height:g}">\n{body}\n</svg>\n'
    )
