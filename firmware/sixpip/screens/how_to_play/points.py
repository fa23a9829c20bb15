"""What dice score in the ten-thousand family: the tables, and what goes with them."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.combinations import of_a_kind_rows, one_each, patterns
from sixpip.rules.ten_thousand.keep_names import NUMBERS, pattern_name
from sixpip.screens.how_to_play.page import LINES, Page, amount, faces_by_points, justify, pages_of
from sixpip.view.text import COLUMNS
from sixpip.view.text import points as spaced

if TYPE_CHECKING:
    from sixpip.rules.dice_sets import DiceSet
    from sixpip.rules.option import Options
    from sixpip.rules.ten_thousand.combinations import Pattern

_FACE = const(3)  # letters of the longest face
_COLUMNS_OF_A_TABLE = const(3)


def tables(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """The points: of one die and of three alike, of more alike, of the patterns of a whole roll."""
    dice = int(options["dice"])
    rows = of_a_kind_rows(dice_set, options, dice)
    pages = [_table("POINTS", dice_set, rows, (1, 3))]
    more = _more_alike(dice_set, options, dice)
    for start in range(0, len(more), _COLUMNS_OF_A_TABLE):
        pages.append(_table("ALIKE", dice_set, rows, more[start : start + _COLUMNS_OF_A_TABLE]))
    found = patterns(options, len(faces_by_points(dice_set)))
    for start in range(0, len(found), LINES):
        pages.append(_pattern_page(dice_set, found[start : start + LINES]))
    return pages


def pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """The tables, and in words what they do not show."""
    return tables(dice_set, options) + pages_of("MORE ON POINTS", _notes(dice_set, options))


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


def _notes(dice_set: "DiceSet", options: "Options") -> "list[str]":
    """What the tables do not show."""
    notes = []
    if options["multiples"] == "triples":
        notes.append("A fourth die alike counts alone, or not.")
    elif options["multiples"] == "fixed" and int(options["dice"]) > 6:
        notes.append("With seven alike one die counts alone.")
    if dice_set.wild >= 0 or options["wild_die"] == "yes":
        if dice_set.kind != "cubes":
            notes.append("One die has a sun in place of its 3.")
        notes.append("The sun is any face. Next to a pair it must join the pair.")
    if options["full_house"]:
        notes.append(
            f"Full house: three and two alike. The three score, and {amount(int(options['full_house']))} more."
        )
    if options["straight_gather"] == "yes":
        notes.append("A straight may grow over some rolls, if all kept dice are different. It replaces their points.")
    return notes
