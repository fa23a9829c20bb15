"""Draws the toggle switch SW10 of the tabletop in both positions, as SVG."""

from hardware.perfboard.drawing import FONT, HEADER, color

TERMINALS = (("upper: GND (O)", "GND"), ("middle: BOOST_EN", "BOOST_EN"), ("lower: HOLD (I)", "HOLD"))
"""Terminals of SW10 in the case from the top, and their nets."""

POSITIONS = (
    ("lever up: I, on", 2, "middle and lower terminal connected"),
    ("lever down: O, off", 0, "middle and upper terminal connected"),
)
"""Position of the lever, the terminal that it connects with the middle one (assumed), and this in words."""


def _text(x: float, y: float, text: str, size: float, anchor: str = "middle") -> str:
    """Returns a line of text."""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" {FONT}>{text}</text>'


def _position(x: float, position: str, terminal: int, result: str) -> list[str]:
    """Returns the elements of the switch in one position, with its pivot at `x`."""
    tip, y = 6 if terminal == 2 else 38, 16 + 6 * terminal
    lever = f'<line x1="{x - 7}" y1="22" x2="{x - 13}" y2="{tip}" stroke="#777" stroke-width="2.4"'
    lines = [f'{lever} stroke-linecap="round"/>']
    lines.append(f'<rect x="{x - 8}" y="12" width="12" height="20" rx="1" fill="#dfe5ec" stroke="#555"/>')
    for row, (name, net) in enumerate(TERMINALS):
        lines.append(f'<circle cx="{x}" cy="{16 + 6 * row}" r="1.3" fill="{color(net)}"/>')
        lines.append(_text(x + 6, 16.9 + 6 * row, name, 2.6, "start"))
    bridge = f"M {x - 1.6} 22 q -4 {(y - 22) / 2} 0 {y - 22}"
    lines.append(f'<path d="{bridge}" fill="none" stroke="#d40000" stroke-width="0.7"/>')
    return [*lines, _text(x, 46, position, 3), _text(x, 50, result, 2.4)]


def svg() -> str:
    """Returns the drawing."""
    lines = [_text(54, 4, "SW10 from the side: lever to the left, terminals to the right", 2.6)]
    for number, position in enumerate(POSITIONS):
        lines += _position(24 + 52 * number, *position)
    return (
        f'{HEADER}<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="550" viewBox="0 0 108 55" '
        'stroke-width="0.3">\n<rect width="108" height="55" fill="white"/>\n' + "\n".join(lines) + "\n</svg>\n"
    )
