"""The option table: every house rule by key, with its values, its words and the class that plays it.

One row is all that screens, command lines, validation and docs know of a house rule. The first value is the
default and, where a class plays the rule, means that it is off. No rule is played here.
"""

from sixpip.rules.refusal import BadOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Option:
    """One house rule as data."""

    def __init__(
        self,
        key: str,
        values: "tuple[Any, ...]",
        label: str,
        meaning: str,
        rule: str,
        span: "tuple[int, int, int] | None" = None,
        house: "tuple[str, ...] | str | None" = None,
    ) -> None:
        """`span` (least, most, step) lets other numbers than `values` in; `house` names the class that plays the
        rule as "module:Class" below rules/house: one for every value but the first, or a tuple with one a value.
        """
        self.key = key
        self.values = values
        self.label = label
        self.meaning = meaning
        self.rule = rule
        self.span = span
        self.house = house

    def house_for(self, value: "Any") -> "str | None":
        """The class that plays this value, as "module:Class"; None when the base turn or the sheet does."""
        if isinstance(self.house, tuple):
            return self.house[self.values.index(value)]
        return None if value == self.values[0] else self.house

    def read(self, text: str) -> "Any":
        """The value that `text` (as in key=value) stands for. Raises BadOption with the values there are."""
        for value in self.values:
            if str(value) == text:
                return value
        if self.span and is_whole(text):
            return self.check(int(text))
        raise BadOption(f"{self.key}={text} is not a value of {self.key}: use {self.choices()}")

    def check(self, value: "Any") -> "Any":
        """`value` itself when it is one of this option's. Raises BadOption."""
        for known in self.values:
            if known == value and type(known) is type(value):
                return value
        if self.span and isinstance(value, int) and not isinstance(value, bool):
            least, most, step = self.span
            if least <= value <= most and value % step == 0:
                return value
        raise BadOption(f"{self.key}={value} is not a value of {self.key}: use {self.choices()}")

    def choices(self) -> str:
        """The values in words: "no or yes", "0, 500 or any multiple of 50 up to 10000"."""
        words = [str(value) for value in self.values]
        if self.span:
            words.append(f"any multiple of {self.span[2]} from {self.span[0]} to {self.span[1]}")
        if len(words) == 1:
            return words[0]
        return ", ".join(words[:-1]) + " or " + words[-1]


def is_whole(text: str) -> bool:
    """Whether `text` is a whole number, perhaps with a minus sign."""
    digits = text[1:] if text[:1] == "-" else text
    return bool(digits) and all("0" <= letter <= "9" for letter in digits)


OPTIONS = (
    Option(
        "hot_dice",
        ("optional", "forced"),
        "Hot dice",
        "after all dice score: roll on or bank, or must roll on",
        "TT-07",
    ),
    Option(
        "multiples",
        ("triples", "doubling", "adding", "fixed"),
        "4 or more alike",
        "what a die above three alike does: nothing, doubles, adds the triple again, or 1000/2000/3000",
        "TT-09",
    ),
    Option("three_ones", (1000, 300), "Three 1s", "points of three 1s", "TT-08"),
    Option("straight", (0, 1500), "Straight", "points of 1-6 in one roll, 0 for none", "TT-10", (0, 5000, 50)),
    Option("three_pairs", (0, 1000, 1500), "Three pairs", "points of three pairs, 0 for none", "TT-10", (0, 5000, 50)),
    Option(
        "pairs_count",
        ("strict", "4+2"),
        "4+2 as pairs",
        "whether four alike and a pair, and six alike, are pairs",
        "TT-10",
    ),
    Option(
        "opening",
        (0, 350, 500, 750, 1000),
        "To get in",
        "points needed in one turn for the first bank",
        "DT-02",
        (0, 5000, 50),
        "thresholds:Opening",
    ),
    Option(
        "bank_min",
        (0, 300),
        "Least bank",
        "points needed in a turn to bank it",
        "DT-03",
        (0, 5000, 50),
        "thresholds:LeastBank",
    ),
    Option(
        "busts",
        ("none", -500, -1000, "all"),
        "3 busts",
        "price of three busts in turns running",
        "DT-05",
        None,
        "zilches:ThreeZilches",
    ),
    Option(
        "pick_up",
        ("no", "yes"),
        "Pick up",
        "start with the dice and the points that the player before left when he banked",
        "DT-06",
        None,
        "pick_up:PickUp",
    ),
    Option(
        "end",
        ("last-turn",),
        "The end",
        "who still has a turn when the target is reached",
        "TT-20",
        None,
        ("endings:LastTurn",),
    ),
    Option("target", (10000, 5000, 20000), "Target", "points to play for", "TT-12", (500, 50000, 500)),
    Option("reach", ("at", "above"), "Win", "whether the target is reached at it, or only above it", "TT-12"),
    Option("negative", ("no", "yes"), "Below zero", "whether penalties may take a score below 0", "TT-11"),
)


def find(key: str) -> Option:
    """The option of that key. Raises BadOption with the keys there are."""
    for option in OPTIONS:
        if option.key == key:
            return option
    raise BadOption(f"There is no option '{key}': use one of {', '.join([option.key for option in OPTIONS])}")


def resolve(*rows: "dict[str, Any]") -> "dict[str, Any]":
    """A value for every key: the defaults, then each row over the ones before. Raises BadOption."""
    values = {option.key: option.values[0] for option in OPTIONS}
    for row in rows:
        for key in row:
            values[key] = find(key).check(row[key])
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
