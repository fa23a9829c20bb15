"""The values of house rules in words for people: a short label, and a line that says what the value means.

Saves, files, logs and command lines have the keys of options.py. Loaded only while house rules are shown.
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Option, OptionValue

_WORDS = {
    "hot_dice": "optional=may bank: roll all again or bank / forced=must roll: you must roll all again",
    "multiples": (
        "triples=no extra: it scores only what it scores alone / doubling=doubles: it doubles the points / "
        "adding=adds: it adds the points of the three / fixed=fixed: 1 000, 2 000, 3 000"
    ),
    "straight_gather": "no=no: it counts in one roll only",
    "pairs_count": ("strict=2+2+2: three different pairs only / 4+2=4+2 too: also four alike and two, or six alike"),
    "short_straights": "1250/1500=1 250/1 500",
    "opening": "0=any",
    "opening_rolls": "0=any",
    "bank_min": "0=any",
    "grow": "no=no: any bank will do",
    "no_risk": "no=no: they are lost",
    "busts": "none=nothing / all=all: the whole score",
    "cold_start": "no=no: they cost nothing more",
    "train_wreck": "none=nothing / all=all: the whole score",
    "pick_up": "no=no: with all dice",
    "rescue": "no=no: its dice are lost",
    "last_die": "no=no: it has one roll",
    "second_chance": "no=no: a bust ends the turn",
    "calls": "no=no: nothing is called",
    "must_keep_all": "no=no: keep those you like",
    "extend": "no=no: dice of one roll only",
    "wild_die": "no=no: all dice are the same",
    "six_alike": "no=no: they score as always",
    "four_twos": "no=no: they score as always",
    "six_ones": "score=score: they score as always / out=out: they put you out of the game",
    "five_alike": "no=no: they score as always",
    "press_on": "no=no: you may bank",
    "clear": "no=no: it counts as it is",
    "empty_six": "0=bust",
    "max_rolls": "0=any",
    "end": (
        "last-turn=last turns: all others, one more turn / same-round=full round: all, until the round ends / "
        "beat-or-bust=beat or bust: all others, to beat it or bust / exact=exact: no one; past it a bank is 0 / "
        "sudden=at once: no one / last-licks=new leads: all others, again at a new lead"
    ),
    "reach": "at=reach it: a score at the target or above / above=pass it: only a score above the target",
    "negative": "no=no: 0 is the least",
    "start": (
        "seated=player 1: by seat, player 1 first / all-dice=all dice: by the best roll of all dice / "
        "one-die=one die: by the highest roll of one die"
    ),
}
"""By option key: for a value its label, and after a colon the line that ends the meaning of the option (its row).

What is not named here is its own label, 0 is "none", and needs no line. A ~ is a space at which no line is broken."""


def _found(key: str, value: "OptionValue") -> "tuple[str, str]":
    """The label and the line of a value; "" for one that the table does not name."""
    start = f"{value}="
    for part in _WORDS.get(key, "").split(" / "):
        if part.startswith(start):
            label, _, line = part[len(start) :].partition(": ")
            return label, line
    return "none" if value == 0 else "", ""


def label_of(key: str, value: "OptionValue") -> str:
    """What a list shows for a value: "must roll" for hot_dice=forced, "1 000" for a number of points."""
    return _found(key, value)[0] or (points_text(value) if type(value) is int else str(value))


def meaning_of(option: "Option", value: "OptionValue") -> str:
    """What a house rule with this value means, in a sentence: "When all dice score: you must roll all again."."""
    line = _found(option.key, value)[1]
    words = option.meaning[0].upper() + option.meaning[1:]
    if not line:
        return words + "."
    return f"{words}. No: {line}." if value == "no" else f"{words}: {line}."


def meaning_with_values(option: "Option") -> str:
    """The meaning of a house rule with that of each value, by the keys of files and command lines."""
    lines = [f"{value}: {_found(option.key, value)[1]}" for value in option.values if value != "no"]
    named = [line for line in lines if not line.endswith(": ")]
    return f"{option.meaning} ({'; '.join(named)})".replace("~", " ") if named else option.meaning
