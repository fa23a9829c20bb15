"""All ten dice on the OLED: numbers, and below each the letter of its colour, so that no colour need be seen.

Dice set aside are inside out, those that make the phase have a mark above; brackets hold the page on the tiles.
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
_INSIDE_OUT = (tiles.CHOSEN, tiles.KEPT)


def draw(canvas: "Canvas", tray: "PhaseTenDice") -> None:
    """The dice on the rows 5 and 6, the marks at the foot of row 4."""
    for place in range(dice.DICE):
        page = place // tray.per_page
        x = _LEFT + place * _ADVANCE + page * _APART
        if tray.falling >> place & 1:
            canvas.at(x + 3, _ROW, FREE)
            continue
        word = dice.written(place, tray.faces[place])
        number = word[:-1]
        canvas.at(x + (0 if len(number) > 1 else 3), _ROW, number)
        canvas.at(x + 3, _ROW + 1, word[-1])
        if tray.states[place] in _INSIDE_OUT:
            _turn_over(canvas, x)
        if tray.used >> place & 1:
            start = (_ROW - 1) * WIDTH + x + _MARK_X
            for column in range(len(_MARK)):
                canvas.buffer[start + column] |= _MARK[column]
    if not tray.falling:
        _brackets(canvas, _LEFT + tray.page * (_ADVANCE * tray.per_page + _APART), tray.per_page)


def _turn_over(canvas: "Canvas", x: int) -> None:
    """Both rows of one die inside out."""
    for row in (_ROW, _ROW + 1):
        for place in range(row * WIDTH + x, row * WIDTH + x + _CELL):
            canvas.buffer[place] ^= 0xFF if row == _ROW else 0x7F


def _brackets(canvas: "Canvas", x: int, many: int) -> None:
    """Brackets around the dice from column `x` on."""
    end = x + many * _ADVANCE
    for left, right in ((x - 3, x - 2), (end + 1, end)):
        for row, hook in ((_ROW, 0x01), (_ROW + 1, 0x40)):
            canvas.buffer[row * WIDTH + left] |= 0xFF if row == _ROW else 0x7F
            canvas.buffer[row * WIDTH + right] |= hook
