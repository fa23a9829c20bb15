"""The how-to-play pages of the ten-thousand family: the goal and a turn, what scores, banks and busts, the end."""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.engine import MOST_ROUNDS
from sixpip.rules.ten_thousand.game import MOST_ROLLS
from sixpip.rules.ten_thousand.scorer import NUMBERS, of_a_kind_rows, one_each, pattern_name, patterns
from sixpip.screens.start.how_to_play import LINES, Page, faces_by_points, justify, pages_of
from sixpip.view.text import COLUMNS, points_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import DiceSet
    from sixpip.rules.ten_thousand.scorer import Pattern


def pages(dice_set: "DiceSet", options: "Options", said: "dict[str, list[str]]") -> "Iterator[Page]":
    """Yields the pages of a game. `options` has a value for every key; `said` has what house rules say, by topic."""
    yield from _turn_pages(int(options["dice"]), options, said)
    yield from tables(dice_set, options)
    notes = said.get("alike", []) + said.get("sun", [])
    if dice_set.wild >= 0:  # cubes
        notes.append("The sun is any face. Next to a pair it must join the pair.")
    yield from pages_of("MORE ON POINTS", notes + said.get("points", []))
    yield from pages_of("TO BANK", said.get("bank") or ["You may bank any points."])
    yield from pages_of("A BUST", said["bust"] + said.get("cost", []))
    yield from pages_of("RARE ROLLS", said.get("rare", []))
    limits = [f"A turn ends after {MOST_ROLLS} rolls. After {MOST_ROUNDS} rounds the most points win."]
    yield from pages_of("THE END", said["end"] + limits)


def _turn_pages(dice: int, options: "Options", said: "dict[str, list[str]]") -> "Iterator[Page]":
    goal = said.get("goal", [])
    if options["end"] == "exact":
        goal = [f"Get exactly {points_text(int(options['target']))}."]
    goal.append("Roll dice and keep those that score. Stop in time!")
    yield from pages_of("THE GOAL", goal + said.get("start", []))
    turn = [f"ROLL rolls {dice} dice."] + said["keep"]
    turn += ["ROLL rolls the rest.", "BANK saves the points and ends your turn."]
    turn += said.get("hot", []) + said.get("join", [])
    if dice > 6:
        turn.append("Button 6 shows the other dice.")
    yield from pages_of("YOUR TURN", turn + said.get("turn", []))


_FACE = const(3)  # letters of the longest face
_THREE_COLUMNS = const(9999)  # the most points that have room in them


def tables(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """Returns the points of one die and of three alike, of more alike, and of the patterns of a whole roll."""
    dice = int(options["dice"])
    rows = of_a_kind_rows(dice_set, options, dice)
    found = [_table("POINTS", dice_set, rows, (1, 3))]
    more: tuple[int, ...] = (5,) if dice_set.fives else ()  # the numbers of dice alike that have points of their own
    if options["multiples"] != "triples":
        more = tuple(range(4, dice + 1))
    columns = 3 if max([max(row) for row in rows]) <= _THREE_COLUMNS else 2
    for start in range(0, len(more), columns):
        found.append(_table("ALIKE", dice_set, rows, more[start : start + columns]))
    shapes = [shape for shape in patterns(options, len(faces_by_points(dice_set))) if not _is_beaten(shape, rows)]
    for start in range(0, len(shapes), LINES):
        found.append(_pattern_page(dice_set, shapes[start : start + LINES]))
    return found


def _is_beaten(pattern: "Pattern", rows: "list[list[int]]") -> bool:
    """Returns whether a pattern is dice alike, of any face, for which the table of dice alike gives as much."""
    alike = pattern[2]
    return pattern[0] is not one_each and len(alike) == 1 and min([row[alike[0]] for row in rows]) >= pattern[3]


def _table(title: str, dice_set: "DiceSet", rows: "list[list[int]]", numbers: "tuple[int, ...]") -> Page:
    width = (COLUMNS - _FACE) // len(numbers)
    end = COLUMNS - width * len(numbers)
    head = title if len(numbers) < 3 else ""
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
            line += justify("", points_text(points) if points > 0 else "-", width)
        lines.append(line)
    return Page(head, lines)


def _pattern_page(dice_set: "DiceSet", found: "list[Pattern]") -> Page:
    lines: list[str] = []
    examples = []
    for pattern in found:
        points = ("+" if pattern[4] else "") + points_text(pattern[3])
        examples.append((len(lines), _example(dice_set, pattern)))
        lines.append("  " + justify(pattern_name(pattern), points, COLUMNS - 2))
    return Page("IN ONE ROLL", lines, tuple(examples))


def _example(dice_set: "DiceSet", pattern: "Pattern") -> "tuple[str, ...]":
    shape = pattern[2]
    if pattern[0] is one_each:
        return dice_set.faces[shape[0] : shape[1]]
    faces: tuple[str, ...] = ()
    for place in range(len(shape)):
        faces += (dice_set.faces[(1, 3, 5)[place]],) * shape[place]
    return faces
