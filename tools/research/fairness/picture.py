"""The picture of a sample of dice as an SVG: the faces, the pairs of neighbors, and the p-values of all tests."""

import math
from collections.abc import Sequence

from tools.research import svg
from tools.research.fairness.sequences import Throw
from tools.research.fairness.statistical_tests import ALPHA, FACES, Result

_LEFT, _TOP, _BAR, _HEIGHT = 60, 60, 42, 160
_PAIRS_LEFT, _CELL = 390, 26
_LIST_TOP, _ROW = 290, 18
_P_LEFT, _P_WIDTH, _DECADES = 330, 300, 6
_WIDTH = 700
_SPAN = 5.0
"""Standard deviations at the edge of a bar's room, and of the darkest cell."""
_FAIR, UNFAIR = "#2a9d6a", "#c4342b"


def deviation(count: int, total: int, chance: float) -> float:
    """Returns by how many standard deviations a count differs from the expected one."""
    spread = (total * chance * (1 - chance)) ** 0.5
    return (count - total * chance) / spread if spread else 0.0


def _bars(dice: Sequence[int]) -> list[str]:
    """A bar for each face, from the expected count to the count, in standard deviations; a band of two of them."""
    middle = _TOP + _HEIGHT / 2
    scale = _HEIGHT / 2 / _SPAN
    width = FACES * _BAR
    parts = [svg.text(_LEFT, _TOP - 18, f"{len(dice)} dice: faces, in standard deviations")]
    parts.append(svg.rectangle(_LEFT, middle - 2 * scale, width, 4 * scale, "#ddf4e4"))
    for face in range(FACES):
        away = deviation(dice.count(face), len(dice), 1 / FACES)
        away = max(-_SPAN, min(_SPAN, away))
        x = _LEFT + face * _BAR
        top = middle - max(away, 0) * scale
        parts.append(svg.rectangle(x + 8, top, _BAR - 16, abs(away) * scale, _FAIR if abs(away) < 4 else UNFAIR))
        parts.append(svg.text(x + _BAR / 2, _TOP + _HEIGHT + 16, str(face + 1), "middle"))
    for sigmas in (-4, -2, 0, 2, 4):
        y = middle - sigmas * scale
        parts += [svg.line(_LEFT, y, _LEFT + width, y, "#d0d7de"), svg.text(_LEFT - 8, y + 4, f"{sigmas:+d}", "end")]
    return parts


def _pairs(dice: Sequence[int]) -> list[str]:
    """A square for each pair of neighbors: red is too often, blue too rarely."""
    pairs = list(zip(dice[0::2], dice[1::2]))
    parts = [svg.text(_PAIRS_LEFT, _TOP - 18, "pairs of neighbors: red too often, blue too rarely")]
    for first in range(FACES):
        parts.append(svg.text(_PAIRS_LEFT - 8, _TOP + first * _CELL + 18, str(first + 1), "end"))
        parts.append(svg.text(_PAIRS_LEFT + (first + 0.5) * _CELL, _TOP + FACES * _CELL + 16, str(first + 1), "middle"))
        for second in range(FACES):
            away = deviation(pairs.count((first, second)), len(pairs), 1 / FACES**2) / _SPAN
            fade = round(255 * (1 - min(1.0, abs(away))))
            color = f"#ff{fade:02x}{fade:02x}" if away > 0 else f"#{fade:02x}{fade:02x}ff"
            parts.append(svg.rectangle(_PAIRS_LEFT + second * _CELL, _TOP + first * _CELL, _CELL - 1, _CELL - 1, color))
    return parts


def _p_values(results: Sequence[Result]) -> list[str]:
    """A row for each test with its corrected p-value on a logarithmic scale; left of the line is unfair."""

    def x(p: float) -> float:
        return _P_LEFT + _P_WIDTH * (1 + max(math.log10(max(p, 1e-99)), -_DECADES) / _DECADES)

    bottom = _LIST_TOP + _ROW * len(results)
    parts = [svg.text(_P_LEFT, _LIST_TOP - 26, "p-value, corrected for the number of tests (Holm)")]
    for decade in range(-_DECADES, 1):
        at = x(10.0**decade)
        parts += [svg.line(at, _LIST_TOP - 6, at, bottom, "#d0d7de")]
        parts.append(svg.text(at, _LIST_TOP - 10, f"1e{decade}" if decade else "1", "middle"))
    parts.append(svg.line(x(ALPHA), _LIST_TOP - 6, x(ALPHA), bottom, UNFAIR))
    for row, result in enumerate(results):
        y = _LIST_TOP + _ROW * (row + 0.5)
        color = _FAIR if result.is_fair else UNFAIR
        parts.append(svg.text(_P_LEFT - 20, y + 4, result.name, "end"))
        parts.append(svg.dot(x(result.adjusted), y, color))
    return parts


def drawing(throws: Sequence[Throw], results: Sequence[Result]) -> str:
    """Returns the picture."""
    dice = [face for throw in throws for face in throw]
    height = _LIST_TOP + _ROW * len(results) + 20
    return svg.picture(_WIDTH, height, [*_bars(dice), *_pairs(dice), *_p_values(results)])
