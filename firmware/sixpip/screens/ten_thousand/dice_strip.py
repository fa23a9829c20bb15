"""All dice of a game in small on the OLED, for a game that has more dice than tiles.

The dice of the page that the tiles show are in brackets; chosen and kept dice are solid.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.screens.ten_thousand.decision import CHOOSE
from sixpip.view import text, tiles

if TYPE_CHECKING:
    from sixpip.rules.rulebook.variant import DiceSet
    from sixpip.screens.play.coach_turn import CoachTurn
    from sixpip.screens.play.dice_view import DiceView
    from sixpip.screens.ten_thousand.decision import TurnView
    from sixpip.view.text import Canvas

_ROW = const(5)
_ADVANCE = const(8)
_APART = const(3)
_PIPS = const("123456")
_UNDER_HEAD = const(8)  # pixels from the top: the line below name and score


def draw(canvas: "Canvas", dice: "DiceView", table: "DiceSet") -> None:
    """Draws the little dice at the left, and at the right how many are on the other page and are chosen there."""
    x = 0
    for place in range(len(dice.faces)):
        page = place // dice.per_page
        first = place % dice.per_page == 0
        if first and page == dice.page:
            x = canvas.at(x, _ROW, "[")
        _die(canvas, x, dice, place, table.faces[dice.faces[place]])
        x += _ADVANCE
        if place + 1 == len(dice.faces) or (place + 1) % dice.per_page == 0:
            x = canvas.at(x, _ROW, "]") if page == dice.page else x + _APART
    canvas.right(_ROW, _elsewhere(dice))


def _die(canvas: "Canvas", x: int, dice: "DiceView", place: int, name: str) -> None:
    """Draws one die at column `x`: pips, the first letter of another face, or a blank die while it falls."""
    taken = dice.states[place] in (tiles.CHOSEN, tiles.KEPT)
    if dice.falling >> place & 1:
        canvas.at(x + 1, _ROW, text.FREE)
    elif name in _PIPS:
        canvas.die(x, _ROW, _PIPS.index(name) + 1, taken)
    elif taken:
        canvas.cap(x, _ROW, _short(name))
    else:
        canvas.at(x + 1, _ROW, _short(name))


def _short(name: str) -> str:
    return text.STAR if name == "sun" else name[0]


def _elsewhere(dice: "DiceView") -> str:
    away = [dice.states[place] for place in range(len(dice.states)) if place // dice.per_page != dice.page]
    chosen = away.count(tiles.CHOSEN)
    words = f"{chosen} of {len(away)}" if chosen else f"{len(away)} more"
    return words + " >" if dice.page + 1 < dice.pages else "< " + words


def draw_advice(coach: "CoachTurn", canvas: "Canvas", decision: "TurnView") -> None:
    """Draws what the coach says around the little dice; the turn points become small, for the reason."""
    rows: tuple[int, ...] = (4, 6)
    if coach.is_shown() and decision.kind == CHOOSE:
        for row in (1, 2):
            canvas.blank(row)
        canvas.rule(_UNDER_HEAD)
        canvas.center(2, f"{text.points_text(decision.points)} so far")
        rows = (3, 4, 6)
    coach.draw(canvas, rows)
