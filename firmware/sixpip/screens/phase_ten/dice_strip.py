"""All ten dice on the OLED: numbers, and below each the letter of its color, for players who cannot see the colors.

Dice set aside are inverted; those that make the phase, or that the coach would set aside, have a mark above. Brackets
enclose the page on the tiles.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice
from sixpip.view import tiles
from sixpip.view.text import FREE, WIDTH

if TYPE_CHECKING:
    from sixpip.screens.phase_ten.dice import PhaseTenDice
    from sixpip.view.text import Canvas

_ROW = const(5)
_CELL = const(11)
_ADVANCE = const(12)
_LEFT = const(3)
_APART = const(3)  # between the pages
_MARK = b"\x20\x60\xe0\x60\x20"
_MARK_X = const(3)
_INVERTED = (tiles.CHOSEN, tiles.KEPT)


def draw(canvas: "Canvas", view: "PhaseTenDice") -> None:
    """Draws the dice on rows 5 and 6, the marks at the bottom of row 4."""
    for place in range(dice.DICE):
        page = place // view.per_page
        x = _LEFT + place * _ADVANCE + page * _APART
        if view.falling >> place & 1:
            canvas.at(x + 3, _ROW, FREE)
            continue
        word = dice.written(place, view.faces[place])
        number = word[:-1]
        canvas.at(x + (0 if len(number) > 1 else 3), _ROW, number)
        canvas.at(x + 3, _ROW + 1, word[-1])
        if view.states[place] in _INVERTED:
            _invert(canvas, x)
        if view.marked >> place & 1:
            start = (_ROW - 1) * WIDTH + x + _MARK_X
            for column in range(len(_MARK)):
                canvas.buffer[start + column] |= _MARK[column]
    if not view.falling:
        _brackets(canvas, _LEFT + view.page * (_ADVANCE * view.per_page + _APART), view.per_page)


def _invert(canvas: "Canvas", x: int) -> None:
    """Inverts both rows of one die."""
    for row in (_ROW, _ROW + 1):
        for place in range(row * WIDTH + x, row * WIDTH + x + _CELL):
            canvas.buffer[place] ^= 0xFF if row == _ROW else 0x7F


def _brackets(canvas: "Canvas", x: int, many: int) -> None:
    """Draws brackets around `many` dice from column `x` on."""
    end = x + many * _ADVANCE
    for left, right in ((x - 3, x - 2), (end + 1, end)):
        for row, hook in ((_ROW, 0x01), (_ROW + 1, 0x40)):
            canvas.buffer[row * WIDTH + left] |= 0xFF if row == _ROW else 0x7F
            canvas.buffer[row * WIDTH + right] |= hook
