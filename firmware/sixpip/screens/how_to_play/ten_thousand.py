"""The pages of the ten-thousand family: the goal and a turn, what scores, banks and busts, the end."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.house_rules.calls import BET
from sixpip.rules.ten_thousand.house_rules.last_die import LAST_DIE_BONUS
from sixpip.rules.ten_thousand.house_rules.streaks import COLD_PRICE
from sixpip.rules.ten_thousand.scorer import NUMBERS, of_a_kind_rows, one_each, pattern_name, patterns
from sixpip.screens.how_to_play.page import LINES, Page, amount, faces_by_points, justify, pages_of
from sixpip.view.text import COLUMNS
from sixpip.view.text import points as spaced

if TYPE_CHECKING:
    from sixpip.rules.options import Options, OptionValue
    from sixpip.rules.ten_thousand.scorer import Pattern
    from sixpip.rules.variant import DiceSet


def turn_pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """What to aim for, who starts, and what to do in a turn."""
    found = pages_of(
        "THE GOAL", [_goal(options), "Roll dice and keep those that score. Stop in time!", _start(options)]
    )
    return found + pages_of("YOUR TURN", _turn(options) + _special(options))


def _goal(options: "Options") -> str:
    """The points to reach."""
    target = amount(int(options["target"]))
    if options["end"] == "exact":
        return f"Get exactly {target}."
    return f"Get over {target}." if options["reach"] == "above" else f"Get {target} points."


def _start(options: "Options") -> str:
    """Who has the first turn."""
    if options["start"] == "one-die":
        return "The highest roll of one die starts."
    if options["start"] == "all-dice":
        return f"The best roll of all {options['dice']} dice starts."
    return "Player 1 starts."


def _turn(options: "Options") -> "list[str]":
    """Roll, keep, roll on or bank, hot dice."""
    dice = options["dice"]
    every = "all " if options["must_keep_all"] == "yes" else ""
    hot = f"You must roll all {dice} again." if options["hot_dice"] == "forced" else f"Roll all {dice} again, or bank."
    together = "Only dice of one roll count together."
    if options["extend"] == "yes":
        together = "Kept three alike? A later die of that face joins them and scores what it adds."
    return [
        f"ROLL rolls {dice} dice.",
        f"Press 1 to 6 below {every}dice that score.",
        "ROLL rolls the rest.",
        "BANK saves the points and ends your turn.",
        f"All {dice} score? Hot dice! {hot}",
        together,
        "Button 6 shows the other dice." if int(dice) > 6 else "",
    ]


def _special(options: "Options") -> "list[str]":
    """What house rules add to a turn."""
    rules = []
    if options["press_on"] == "yes":
        rules.append("After you keep three alike you must roll again.")
    if options["clear"] == "yes":
        rules.append("Does that roll show their face again? Roll it once more.")
    if options["last_die"] == "yes":
        bonus = amount(LAST_DIE_BONUS)
        more = amount(2 * LAST_DIE_BONUS)
        rules.append(f"One die left? It has two rolls. If it scores: {bonus} extra, next time {more}.")
    if options["calls"] == "yes":
        rules.append(f"Before a roll you may call what it will show. Right: +{BET}. A bust: -{BET}.")
    if options["pick_up"] == "yes":
        rules.append("Once you are in, you may start with the dice left and the points of the bank just before.")
    if options["empty_six"]:
        nothing = amount(int(options["empty_six"]))
        rules.append(f"All {options['dice']} dice rolled, none scores: that is {nothing}! Roll all again.")
    return rules


_FACE = const(3)  # letters of the longest face
_COLUMNS_OF_A_TABLE = const(3)


def tables(dice_set: "DiceSet", options: "Options") -> "list[Page]":
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


def note_pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """Dice above three alike, the sun, full houses, straights over some rolls."""
    return pages_of("MORE ON POINTS", _notes(dice_set, options))


def _notes(dice_set: "DiceSet", options: "Options") -> "list[str]":
    """What the tables do not show."""
    notes = []
    if options["multiples"] == "triples":
        notes.append("A fourth die alike scores only if it scores alone.")
    elif options["multiples"] == "fixed" and int(options["dice"]) > 6:
        notes.append("With seven alike one die scores alone.")
    if dice_set.wild >= 0 or options["wild_die"] == "yes":
        if dice_set.kind != "cubes":
            notes.append("One die has a sun in place of its 3.")
        notes.append("The sun is any face. Next to a pair it must join the pair.")
    if options["full_house"]:
        notes.append(
            f"Full house: three and two alike. The three score, and {amount(int(options['full_house']))} more."
        )
    if options["straight_gather"] == "yes":
        notes.append(
            "You may build a straight over several rolls if all kept dice are different. It replaces their points."
        )
    return notes


def bank_pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """How to get in, which banks are allowed, what a bust costs."""
    return pages_of("TO BANK", _needed(options)) + pages_of("A BUST", _bust(options))


def _needed(options: "Options") -> "list[str]":
    """What a bank needs."""
    rules = []
    if options["opening"]:
        rules.append(f"To get in you need {amount(int(options['opening']))} in one turn.")
    if options["opening_rolls"]:
        rules.append(f"That turn must have {options['opening_rolls']} rolls or more.")
    if options["bank_min"]:
        every = "After that every" if options["opening"] else "Every"
        rules.append(f"{every} bank needs {amount(int(options['bank_min']))}.")
    if options["grow"] == "yes":
        rules.append("A bank must beat the last one of the player before you. After a miss that one counts no more.")
    return rules or ["You may bank any points."]


def _bust(options: "Options") -> "list[str]":
    """What a bust is, what it costs, and what can still save it."""
    rules = ["No die scores? Bust! Your turn is over and its points are lost."]
    if options["no_risk"] == "yes":
        rules[0] = "No die scores? Bust! Your turn is over, but its points are banked" + (
            " once you are in." if options["opening"] or options["opening_rolls"] else "."
        )
    if options["second_chance"] == "yes":
        rules.append("Second chance: hold 2 dice or more, roll the rest once. All you hold must score with them.")
    if options["rescue"] == "yes":
        rules.append(
            "The next player may roll the dice of the bust. If they score, its points are saved for that player."
        )
    if options["train_wreck"] != "none":
        rules.append(f"A bust with all dice costs {_price(options['train_wreck'])}.")
    if options["busts"] != "none":
        rules.append(f"Three busts in a row cost {_price(options['busts'])}.")
    if options["cold_start"] == "yes":
        rules.append(f"Three turns in a row that bust at once cost {amount(-COLD_PRICE)}.")
    if options["negative"] == "yes":
        rules.append("A score can fall below 0.")
    return rules


def _price(price: "OptionValue") -> str:
    """What a penalty costs, in words."""
    return "your whole score" if price == "all" else amount(-int(price))


def end_pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """Rare rolls, and the end."""
    found = pages_of("RARE ROLLS", _rare(options))
    return found + pages_of("THE END", _end(options))


def _rare(options: "Options") -> "list[str]":
    """Rolls that win the game, cost the score or put a player out."""
    rules = []
    if options["six_alike"] == "yes":
        rules.append("Six alike in one roll win the game!")
    if options["five_alike"] == "yes":
        rules.append("Five 6s in one roll win the game!")
        rules.append("Five 10s in one roll: you are out of the game.")
    if options["six_ones"] == "out":
        rules.append("Six 1s in one roll: you are out of the game.")
    if options["four_twos"] == "yes":
        rules.append("Four 2s in one roll: your score is 0 again.")
    return rules


def _end(options: "Options") -> "list[str]":
    """Who still has a turn when a player is there, and who wins."""
    end = options["end"]
    if end == "sudden":
        return ["The first to reach the target wins at once."]
    if end == "exact":
        return [
            "A bank that goes past it scores 0.",
            "Did the winner leave dice? The next player may roll them once. If they score, the win is undone.",
        ]
    if end == "same-round":
        return ["Target reached? The round is played to its end. The highest score wins."]
    if end == "beat-or-bust":
        return ["Target reached? All others have one turn to beat the best score, or bust."]
    if end == "last-licks":
        return ["Target reached? All others have one more turn. A new best score? All others have a turn again."]
    return ["Target reached? All others have one more turn. The highest score wins."]


TOPICS = (turn_pages, tables, note_pages, bank_pages, end_pages)
"""The functions that make the pages, in their order. Each takes the dice and a value for every option."""
