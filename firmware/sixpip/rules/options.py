"""The option table: every house rule by key, with its values, its words and the class that plays it.

One row is all that screens, command lines, validation and docs know of a house rule. The first value is the
default and, where a class plays the rule, means that it is off. No rule is played here.
"""

from sixpip.rules.conflicts import check, settle
from sixpip.rules.option import Option
from sixpip.rules.refusal import BadOption
from sixpip.rules.tables import PHASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.tables import Table

_ANY = (0, 5000, 50)
_LOW = (0, 5000, 5)  # five cubes count in fives
_NO_YES = ("no", "yes")
_PIPS = ("pips", "own-pips")
_CARDS = ("pips", "own-pips", "grand", "own")  # six faces that a straight can run through


def _switch(
    key: str, label: str, meaning: str, rule: str, house: "str | None" = None, kinds: "tuple[str, ...]" = ()
) -> Option:
    """The row of a house rule that is on or off."""
    return Option(key, _NO_YES, label, meaning, rule, None, house, kinds)


OPTIONS = (
    Option("dice", (6, 5, 7), "Dice", "how many dice a turn starts with", "TT-01"),
    Option("hot_dice", ("optional", "forced"), "Hot dice", "after all dice score: bank or roll, or must roll", "TT-07"),
    Option(
        "multiples",
        ("triples", "doubling", "adding", "fixed"),
        "4+ alike",
        "a die above three alike adds nothing, doubles, adds the triple, or 1000-3000",
        "TT-09",
    ),
    Option("three_ones", (1000, 300), "Three 1s", "points of three 1s", "TT-08", None, None, ("pips",)),
    Option(
        "straight",
        (0, 200, 1500, 2500, 3000),
        "Straight",
        "points of one of each face in one roll",
        "TT-10",
        _ANY,
        None,
        _CARDS,
    ),
    _switch(
        "straight_gather",
        "Gather it",
        "a straight may be gathered over the rolls of one set",
        "TG-10",
        "gather:GatherStraight",
        _CARDS,
    ),
    Option("three_pairs", (0, 750, 1000, 1500), "Three pairs", "points of three pairs", "TT-10", _ANY, None, _CARDS),
    Option(
        "pairs_count",
        ("strict", "4+2"),
        "4+2 is pairs",
        "whether four alike and a pair, and six alike, are three pairs",
        "TT-10",
        None,
        None,
        _CARDS,
    ),
    Option("two_triplets", (0, 2500), "2 triplets", "points of two triplets", "section 8", _ANY, None, _CARDS),
    Option(
        "short_straights",
        ("none", "500/750", "1250/1500"),
        "1-5, 2-6",
        "points of 1-5 and of 2-6 in one roll",
        "FT-07",
        None,
        None,
        _PIPS,
    ),
    Option("full_house", (0, 250, 500), "Full house", "bonus of a triple with a pair", "HR-02", _ANY),
    Option(
        "opening",
        (0, 35, 350, 500, 750, 1000),
        "To get in",
        "points needed in one turn for the first bank",
        "DT-02",
        _LOW,
        "thresholds:Opening",
    ),
    Option(
        "opening_rolls",
        (0, 3),
        "Rolls first",
        "rolls needed in the turn of the first bank",
        "TG-08",
        None,
        "thresholds:Rolls",
    ),
    Option(
        "bank_min", (0, 300), "Least bank", "points needed in a turn to bank it", "DT-03", _LOW, "thresholds:LeastBank"
    ),
    _switch("grow", "Bank more", "a bank must beat the last one of the player before", "HR-04", "thresholds:Grow"),
    _switch("no_risk", "No risk", "a bust ends the turn, but its points are banked", "HR-05", "busts:NoRisk"),
    Option(
        "busts",
        ("none", -500, -1000, "all"),
        "3 busts",
        "price of three busts in turns running",
        "DT-05",
        None,
        "zilches:ThreeZilches",
    ),
    _switch(
        "cold_start", "Cold start", "three first rolls running with nothing cost 1000", "CT-06", "zilches:ColdStart"
    ),
    Option(
        "train_wreck", ("none", -500, "all"), "Wreck", "price of a bust on all dice", "HR-06", None, "busts:TrainWreck"
    ),
    _switch(
        "pick_up",
        "Pick up",
        "start with the dice and the points that the player before left when he banked",
        "DT-06",
        "pick_up:PickUp",
    ),
    _switch("rescue", "Rescue", "take up the dice and the points of the bust just before", "CT-05", "pick_up:Rescue"),
    _switch(
        "last_die", "Last die", "one die left has two throws, and a bonus of 500, 1000 ...", "CT-07", "last_die:LastDie"
    ),
    _switch(
        "second_chance",
        "2nd chance",
        "after a bust hold two dice or more and throw the others once",
        "HR-03",
        "second_chance:SecondChance",
    ),
    _switch("calls", "Calls", "name what the roll will show: +50, a bust costs 50", "DT-07", "calls:Calls", _PIPS),
    _switch("must_keep_all", "Keep all", "every die that scores must be kept", "HR-01", "keeping:KeepAll"),
    _switch("extend", "Extend", "a later die may join a triple kept before", "HR-10", "keeping:Extend"),
    _switch("wild_die", "Wild die", "one die has a wild sun in place of its 3", "HR-07", None, _PIPS),
    _switch("six_alike", "Six alike", "six alike in one roll win the game", "CT-09", "outright:SixAlike", _CARDS),
    _switch("four_twos", "Four 2s", "four 2s in one roll cancel the whole score", "CT-08", "outright:FourTwos", _PIPS),
    Option(
        "six_ones",
        ("score", "out"),
        "Six 1s",
        "six 1s score, or put the player out",
        "HR-11",
        None,
        "outright:SixOnes",
        _PIPS,
    ),
    _switch(
        "five_alike",
        "Five alike",
        "five 6s in one roll win the game, five 10s put the player out",
        "CW-03",
        "outright:FiveAlike",
        ("cubes",),
    ),
    _switch("press_on", "Press on", "after three alike the player must roll again", "HR-08", "flash:PressOn"),
    _switch("clear", "Clear it", "a roll with the face just kept in threes is thrown again", "HR-09", "flash:Clear"),
    Option(
        "empty_six",
        (0, 500),
        "Nothing is",
        "points of all dice thrown with nothing, then roll again",
        "section 8",
        _ANY,
        "busts:EmptySix",
    ),
    Option(
        "end",
        ("last-turn", "same-round", "beat-or-bust", "exact", "sudden", "last-licks"),
        "End",
        "who still has a turn when the target is reached",
        "TT-20",
        None,
        (
            "endings:LastTurn",
            "endings:SameRound",
            "endings:BeatOrBust",
            "exact:Exact",
            "endings:Sudden",
            "endings:LastLicks",
        ),
    ),
    Option("target", (10000, 300, 5000, 20000), "Target", "points to play for", "TT-12", (500, 50000, 500)),
    Option("reach", ("at", "above"), "Win", "whether the target is reached at it, or only above it", "TT-12"),
    Option("negative", _NO_YES, "Below 0", "whether penalties may take a score below 0", "TT-11"),
    Option(
        "start",
        ("seated", "all-dice", "one-die"),
        "Who starts",
        "the first seat, or who throws highest with all dice or with one",
        "TT-13",
        None,
        "start:StartOrder",
    ),
)

PHASE_OPTIONS = (
    Option("start", ("seated", "one-die"), "Who starts", "seat by seat, or in the order of what each throws", "PH-02"),
)
"""Phase 10 dice have turns, points and an end of their own: none of the others makes sense there."""


def of(kind: str) -> "tuple[Option, ...]":
    """The options of the games that are played with a kind of dice (Table.kind)."""
    return PHASE_OPTIONS if kind == PHASE.kind else OPTIONS


def find(key: str, kind: str = "") -> Option:
    """The option of that key, as games with a kind of dice have it. Raises BadOption with the keys there are."""
    for table in (of(kind), OPTIONS):
        for option in table:
            if option.key == key:
                return option
    raise BadOption(f"There is no option '{key}': use one of {', '.join([option.key for option in of(kind)])}")


def resolve(table: "Table", *rows: "dict[str, Any]") -> "dict[str, Any]":
    """A value for every key: the defaults, then each row over the ones before.

    What an earlier row says against a house rule of the last one gives way (see conflicts.settle).

    Raises BadOption for a key or value there is not, one that makes no sense with these dice, or two that exclude
    each other.
    """
    own = of(table.kind)
    defaults = {option.key: option.values[0] for option in own}
    values = dict(defaults)
    for row in rows:
        for key in row:
            option = find(key, table.kind)
            value = option.check(row[key])
            if option in own and option.fits(table.kind):
                values[key] = value
            elif value != option.values[0]:
                raise BadOption(f"{key}={row[key]} makes no sense with these dice ({' '.join(table.faces)})")
    if own is not OPTIONS:
        return values
    if len(rows) > 1:
        settle(values, defaults, rows[-1])
    check(values, defaults, table)
    return values


def read_pairs(words: "list[str]") -> "dict[str, Any]":
    """The row that words of the form key=value stand for. Raises BadOption."""
    row = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals:
            raise BadOption(f"'{word}' is not of the form key=value")
        row[key] = find(key).read(text)
    return row
