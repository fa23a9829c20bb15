"""All dice of a game in small on the OLED, for a tray that has more of them than tiles.

The dice of the page that the tiles show stand in brackets; chosen and kept dice are solid. Which dice those are is
the tray's matter.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.view import text, tiles

if TYPE_CHECKING:
    from sixpip.rules.dice_sets import DiceSet
    from sixpip.screens.dice_view import DiceView
    from sixpip.view.text import Canvas

_ROW = const(5)
_ADVANCE = const(8)
_APART = const(3)
_PIPS = "123456"


def draw(canvas: "Canvas", tray: "DiceView", table: "DiceSet") -> None:
    """The little dice at the left; at the right how many are on the other page, and how many are chosen there."""
    x = 0
    for place in range(len(tray.faces)):
        page = place // tray.per_page
        first = place % tray.per_page == 0
        if first and page == tray.page:
            x = canvas.at(x, _ROW, "[")
        _die(canvas, x, tray, place, table.faces[tray.faces[place]])
        x += _ADVANCE
        if place + 1 == len(tray.faces) or (place + 1) % tray.per_page == 0:
            x = canvas.at(x, _ROW, "]") if page == tray.page else x + _APART
    canvas.right(_ROW, _elsewhere(tray))


def _die(canvas: "Canvas", x: int, tray: "DiceView", place: int, name: str) -> None:
    """One die at column `x`: pips as pips, another face by its first letter, a blank one while it falls."""
    taken = tray.states[place] in (tiles.CHOSEN, tiles.KEPT)
    if tray.falling >> place & 1:
        canvas.at(x + 1, _ROW, text.FREE)
    elif name in _PIPS:
        canvas.die(x, _ROW, _PIPS.index(name) + 1, taken)
    elif taken:
        canvas.cap(x, _ROW, _short(name))
    else:
        canvas.at(x + 1, _ROW, _short(name))


def _short(name: str) -> str:
    return text.STAR if name == "sun" else name[0]


def _elsewhere(tray: "DiceView") -> str:
    """In words: "2 more >", or "1 of 2 >" when one of them is chosen; on the last page "< 5 more"."""
    away = 0
    chosen = 0
    for place in range(len(tray.states)):
        if place // tray.per_page != tray.page:
            away += 1
            chosen += tray.states[place] == tiles.CHOSEN
    words = f"{chosen} of {away}" if chosen else f"{away} more"
    return words + " >" if tray.page + 1 < tray.pages else "< " + words
