"""The scores of a parked game in three rows."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.view.text import points

if TYPE_CHECKING:
    from sixpip.view.text import Canvas

_TOP = const(4)
_ROWS = const(3)
_RIGHT_X = const(66)
_LETTERS = const(10)  # of half a row


def draw_scores(canvas: "Canvas", names: "list[str]", scores: "list[int]") -> None:
    """Draws names and scores in rows 4 to 6: one a row, or two if there are more than three."""
    for seat in range(len(names)):
        score = points(scores[seat])
        if len(names) <= _ROWS:
            canvas.both(_TOP + seat, names[seat], score)
            continue
        x = seat % 2 * _RIGHT_X
        name = names[seat][: _LETTERS - 1 - len(score)]
        canvas.at(x, _TOP + seat // 2, name + " " * (_LETTERS - len(name) - len(score)) + score)
