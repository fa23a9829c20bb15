"""The tables of what dice score in the ten-thousand family. What they do not show: notes.py."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.scorer import NUMBERS, of_a_kind_rows, one_each, pattern_name, patterns
from sixpip.screens.how_to_play.page import LINES, Page, faces_by_points, justify
from sixpip.view.text import COLUMNS
from sixpip.view.text import points as spaced

if TYPE_CHECKING:
    from sixpip.rules.options import Options
    from sixpip.rules.ten_thousand.scorer import Pattern
    from sixpip.rules.variant import DiceSet

_FACE = const(3)  # letters of the longest face
_COLUMNS_OF_A_TABLE = const(3)


def pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """The points: of one die and of three alike, of more alike, of the patterns of a whole roll."""
    dice = int(options["dice"])
    rows = of_a_kind_rows(dice_set, options, dice)
    found = [_table("POINTS", dice_set, rows, (1, 3))]
    more = _more_alike(dice_set, options, dice)
    for start in range(0, len(more), _COLUMNS_OF_A_TABLE):
        found.append(_table("ALIKE", dice_set, rows, more[start : start + _COLUMNS_OF_A_TABLE]))
    shapes = patterns(options, len(faces_by_points(dice_set)))
    for start in range(0, len(shapes), LINES):
        found.append(_pattern_page(dice_set, shapes[start : start + LINES]))
    return found


def _more_alike(dice_set: "DiceSet", options: "Options", dice: int) -> "tuple[int, ...]":
    """How many dice alike have points of their own, above three."""
    if options["multiples"] != "triples":
        return tuple(range(4, dice + 1))
    return (5,) if dice_set.fives else ()


def _table(title: str, dice_set: "DiceSet", rows: "list[list[int]]", numbers: "tuple[int, ...]") -> Page:
    """A line a face, a column for each number of dice alike; the title line names the columns."""
    width = (COLUMNS - _FACE) // len(numbers)
    end = COLUMNS - width * len(numbers)
    head = title if len(numbers) < _COLUMNS_OF_A_TABLE else ""
    for number in numbers:
        end += width
        head += justify("", NUMBERS[number], end - len(head))
    lines: list[str] = []
    for face in faces_by_points(dice_set):
        if numbers == (5,) and dice_set.fives and not dice_set.fives[face]:
            continue  # they end more than the turn (CW-03), or count alone
        line = justify(dice_set.faces[face], "", COLUMNS - width * len(numbers))
        for number in numbers:
            points = rows[face][number]
            written = spaced(points) if len(numbers) < _COLUMNS_OF_A_TABLE else str(points)
            line += justify("", written if points > 0 else "-", width)
        lines.append(line)
    return Page(head, lines)


def _pattern_page(dice_set: "DiceSet", found: "list[Pattern]") -> Page:
    """A line for each pattern, with an example on the dice."""
    lines: list[str] = []
    examples = []
    for pattern in found:
        points = ("+" if pattern[4] else "") + spaced(pattern[3])
        examples.append((len(lines), _example(dice_set, pattern)))
        lines.append("  " + justify(pattern_name(pattern), points, COLUMNS - 2))
    return Page("IN ONE ROLL", lines, tuple(examples))


def _example(dice_set: "DiceSet", pattern: "Pattern") -> "tuple[str, ...]":
    """Faces that make a pattern."""
    shape = pattern[2]
    if pattern[0] is one_each:
        return dice_set.faces[shape[0] : shape[1]]
    faces: tuple[str, ...] = ()
    for place in range(len(shape)):
        faces += (dice_set.faces[(1, 3, 5)[place]],) * shape[place]
    return faces
