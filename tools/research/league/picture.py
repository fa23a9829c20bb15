"""The picture of README.md: how often Master wins in games for two, as an SVG made from the stored results."""

from pathlib import Path

from tools.research import svg
from tools.research.league.report import OPPONENTS, variants
from tools.research.league.results import FILE, Match, Results, load

PICTURE = Path(__file__).resolve().parent / "league.svg"
_COLORS = {"Timid": "#2a9d6a", "Steady": "#3a76c4", "Bold": "#c2477f", "Risk-neutral": "#8a6d1b"}
_LEFT, _TOP, _WIDTH, _ROW = 120, 64, 560, 30
_LOW, _HIGH = 0.45, 0.85


def _x(share: float) -> float:
    """The place of a share."""
    return _LEFT + _WIDTH * (min(max(share, _LOW), _HIGH) - _LOW) / (_HIGH - _LOW)


def _mark(match: Match, y: float) -> list[str]:
    """The interval of a match and its middle."""
    low, high = match.interval
    color = _COLORS[match.mix[1]]
    return [svg.line(_x(low), y, _x(high), y, color, 2), svg.dot(_x(match.share), y, color)]


def _legend() -> list[str]:
    parts = []
    for number, (name, color) in enumerate(_COLORS.items()):
        x = _LEFT + 125 * number
        parts += [svg.dot(x, 40, color), svg.text(x + 10, 44, name)]
    return parts


def drawing(found: Results) -> str:
    """The picture."""
    names = variants()
    bottom = _TOP + _ROW * len(names)
    parts = [svg.text(_LEFT, 20, "Games for two that Master wins, of 100, with 95 % intervals, against"), *_legend()]
    for percent in range(round(100 * _LOW), round(100 * _HIGH) + 1, 5):
        x = _x(percent / 100)
        parts += [svg.line(x, _TOP, x, bottom, "#24292f" if percent == 50 else "#d0d7de")]
        parts += [svg.text(x, bottom + 18, str(percent), "middle")]
    for row, variant in enumerate(names):
        y = _TOP + _ROW * (row + 0.5)
        parts.append(svg.text(_LEFT - 12, y + 4, variant, "end"))
        for number, name in enumerate(OPPONENTS):
            match = found.match(variant, ("Master", name))
            parts += _mark(match, y + 6 * (number - 1.5)) if match else []
    return svg.picture(_LEFT + _WIDTH + 30, bottom + 30, parts)


def write() -> None:
    """Writes the picture of the stored results."""
    PICTURE.write_text(drawing(load(FILE)), encoding="utf-8")
