"""House rules that need or exclude each other, as data with the reason; and the check of a whole row."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadOption

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.dice_sets import DiceSet

ON = "on"  # any value but the first, which is always the one that is off
OFF = "off"

CONFLICTS = (
    ("straight_gather", ON, "straight", OFF, "a straight can be gathered only where it counts: set straight too"),
    ("opening_rolls", ON, "opening", OFF, "rolls are counted for an opening: set opening too"),
    ("pairs_count", ON, "three_pairs", OFF, "4+2 counts as three pairs only where those count: set three_pairs too"),
    ("extend", ON, "multiples", OFF, "a fourth die joins nothing: set multiples to another value than triples"),
    ("end", "exact", "reach", "above", "exact is the target itself, not above it"),
    ("six_alike", ON, "six_ones", ON, "six 1s cannot both win and put the player out"),
    ("clear", ON, "extend", ON, "a die that could extend the triple is thrown again"),
    ("no_risk", ON, "rescue", ON, "a bust that banks its points leaves none to rescue"),
    ("empty_six", ON, "train_wreck", ON, "a roll of all dice with nothing scores, so it is never a bust"),
    ("empty_six", ON, "cold_start", ON, "a first roll with nothing scores, so no start is cold"),
    ("dice", 5, "straight", ON, "a straight needs six dice"),
    ("dice", 5, "three_pairs", ON, "three pairs need six dice"),
    ("dice", 5, "two_triplets", ON, "two triplets need six dice"),
    ("dice", 5, "six_alike", ON, "six alike need six dice"),
    ("dice", 5, "six_ones", ON, "six 1s need six dice"),
    ("dice", 7, "straight_gather", ON, "seven dice are never one of each face"),
)
"""(key, its value, other key, the other's value, why they do not go together)."""


def settle(values: "dict[str, Any]", defaults: "dict[str, Any]", chosen: "dict[str, Any]") -> None:
    """Take back what the sheet of a variant says against the house rules in `chosen`: such a key has its default."""
    settled = list(chosen)
    before = -1
    while len(settled) > before:  # what gives way may leave another rule without what it needs
        before = len(settled)
        for key, value, other, against, _ in CONFLICTS:
            if _is(values[key], value, defaults[key]) and _is(values[other], against, defaults[other]):
                for mine, yields in ((key, other), (other, key)):
                    if mine in settled and yields not in settled:
                        values[yields] = defaults[yields]
                        settled.append(yields)


def check(values: "dict[str, Any]", defaults: "dict[str, Any]", table: "DiceSet") -> None:
    """Raise BadOption, with the reason, when a value for every key holds two that do not go together."""
    for key, value, other, against, why in CONFLICTS:
        if _is(values[key], value, defaults[key]) and _is(values[other], against, defaults[other]):
            raise BadOption(f"{key}={values[key]} does not go with {other}={values[other]}: {why}")
    if table.kind == "cubes" and values["dice"] != 5:
        raise BadOption(f"dice={values['dice']} does not go with these dice: there are five cubes")
    if values["straight_gather"] == "yes" and values["straight"] <= _most_replaced(values, table):
        gathered = f"straight_gather=yes does not go with straight={values['straight']}"
        raise BadOption(f"{gathered}: it must be more than the {_most_replaced(values, table)} points it may replace")
    if values["target"] < 500 and table.kind != "cubes":
        raise BadOption(f"target={values['target']} is for five cubes: use a multiple of 500")
    if values["end"] == "exact" and values["opening"] > values["target"]:
        first = f"opening={values['opening']} does not go with target={values['target']} and end=exact"
        raise BadOption(f"{first}: the first bank would be past the target")


def _most_replaced(values: "dict[str, Any]", table: "DiceSet") -> int:
    """The most points that dice kept before the last of a gathered straight can have."""
    alone = sum(table.singles) + (max(table.singles) if values["wild_die"] == "yes" else 0)
    short = values["short_straights"]
    return alone if short == "none" else max(alone, int(short.split("/")[1]))


def _is(value: "Any", wanted: "Any", default: "Any") -> bool:
    if wanted in (ON, OFF):
        return bool((value == default) == (wanted == OFF))
    return bool(value == wanted)
