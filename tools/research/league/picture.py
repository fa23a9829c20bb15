"""The picture of README.md: how often Master wins in games for two, as an SVG made from the stored results."""

from pathlib import Path

from tools.research.league.report import OPPONENTS, variants
from tools.research.league.results import FILE, Match, Results, load

PICTURE = Path(__file__).resolve().parent / "league.svg"
_COLORS = {"Timid": "#2a9d6a", "Steady": "#3a76c4", "Bold": "#c2477f", "Risk-neutral": "#8a6d1b"}
_LEFT, _TOP, _WIDTH, _ROW = 120, 64, 560, 30
_LOW, _HIGH = 0.45, 0.85
_FONT = 'font-family="sans-serif" font-size="13" fill="#24292f"'


def _x(share: float) -> float:
    """The place of a share."""
    return _LEFT + _WIDTH * (min(max(share, _LOW), _HIGH) - _LOW) / (_HIGH - _LOW)


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {_FONT}>{words}</text>'


def _line(x: float, top: float, bottom: float, color: str) -> str:
    return f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}" stroke="{color}"/>'


def _mark(match: Match, y: float) -> list[str]:
    """The interval of a match and its middle."""
    low, high = match.interval
    color = _COLORS[match.mix[1]]
    return [
        f'<line x1="{_x(low):.1f}" y1="{y:.1f}" x2="{_x(high):.1f}" y2="{y:.1f}" stroke="{color}" stroke-width="2"/>',
        f'<circle cx="{_x(match.share):.1f}" cy="{y:.1f}" r="4" fill="{color}"/>',
    ]


def _legend() -> list[str]:
    parts = []
    for number, (name, color) in enumerate(_COLORS.items()):
        x = _LEFT + 125 * number
        parts += [f'<circle cx="{x}" cy="40" r="4" fill="{color}"/>', _text(x + 10, 44, name)]
    return parts


def drawing(found: Results) -> str:
    """The picture."""
    names = variants()
    bottom = _TOP + _ROW * len(names)
    parts = [_text(_LEFT, 20, "Games for two that Master wins, of 100, with 95 % intervals, against"), *_legend()]
    for percent in range(round(100 * _LOW), round(100 * _HIGH) + 1, 5):
        x = _x(percent / 100)
        parts += [_line(x, _TOP, bottom, "#24292f" if percent == 50 else "#d0d7de")]
        parts += [_text(x, bottom + 18, str(percent), "middle")]
    for row, variant in enumerate(names):
        y = _TOP + _ROW * (row + 0.5)
        parts.append(_text(_LEFT - 12, y + 4, variant, "end"))
        for number, name in enumerate(OPPONENTS):
            match = found.match(variant, ("Master", name))
            parts += _mark(match, y + 6 * (number - 1.5)) if match else []
    size = f'width="{_LEFT + _WIDTH + 30}" height="{bottom + 30}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#ffffff"/>', *parts, "</svg>"]) + "\n"


def write() -> None:
    """Writes the picture of the stored results."""
    PICTURE.write_text(drawing(load(FILE)), encoding="utf-8")
