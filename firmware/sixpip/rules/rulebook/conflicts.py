"""Values of options that do not go together."""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.errors import BadOption

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options, OptionValue
    from sixpip.rules.rulebook.variant import DiceSet

_FACES = const(6)  # without a sun

ON = "on"  # any value but the first, which means off
OFF = "off"

CONFLICTS = (
    ("straight_gather", ON, "straight", OFF, "a straight must count to be built, so set straight too"),
    ("opening_rolls", ON, "opening", OFF, "such rolls need points to get in, so set opening too"),
    ("pairs_count", ON, "three_pairs", OFF, "4+2 counts as three pairs, so set three_pairs too"),
    ("extend", ON, "multiples", OFF, "a fourth die must count, so set multiples to another value"),
    ("end", "exact", "reach", "above", "exact is the target itself, not above it"),
    ("grow", ON, "end", "exact", "what is missing to the target can be less than the bank to beat"),
    ("six_alike", ON, "six_ones", ON, "six 1s cannot both win and put the player out"),
    ("clear", ON, "extend", ON, "a die that could extend the three is rolled again"),
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
"""(key, its value, other key, its value, why they do not go together)."""


_POINTS = ("straight", "three_pairs", "two_triplets", "full_house", "empty_six", "busts", "train_wreck")
_FIXED_POINTS = (
    ("calls", "yes", 50),
    ("last_die", "yes", 500),
    ("cold_start", "yes", 1000),
    ("multiples", "fixed", 1000),
)
"""The options with points of their own, and (key, its value, the points that it then can give or take)."""


def drop_overruled(values: "Options", defaults: "Options", chosen: "Options") -> None:
    """Sets the options of a variant that conflict with those in `chosen` to their defaults."""
    final = list(chosen)
    before = -1
    while len(final) > before:  # repeated, because a dropped option may be one that another needs
        before = len(final)
        for key, value, other, against, _ in CONFLICTS:
            if _is(values[key], value, defaults[key]) and _is(values[other], against, defaults[other]):
                for stays, dropped in ((key, other), (other, key)):
                    if stays in final and dropped not in final:
                        values[dropped] = defaults[dropped]
                        final.append(dropped)


def check(values: "Options", defaults: "Options", dice_set: "DiceSet") -> None:
    """Raises BadOption, with the reason, when two of the values (one for every key) do not go together."""
    for key, value, other, against, why in CONFLICTS:
        if _is(values[key], value, defaults[key]) and _is(values[other], against, defaults[other]):
            raise BadOption(f"{key}={values[key]} does not go with {other}={values[other]}: {why}")
    if dice_set.kind == "cubes" and values["dice"] != 5:
        raise BadOption(f"dice={values['dice']} does not go with these dice: there are five cubes")
    if values["straight_gather"] == "yes" and int(values["straight"]) <= _most_replaced(values, dice_set):
        gathered = f"straight_gather=yes does not go with straight={values['straight']}"
        raise BadOption(
            f"{gathered}: it must be more than the {_most_replaced(values, dice_set)} points it may replace"
        )
    if int(values["target"]) < 500 and dice_set.kind != "cubes":
        raise BadOption(f"target={values['target']} is for five cubes: use a multiple of 500")
    if values["end"] == "exact" and int(values["opening"]) > int(values["target"]):
        first = f"opening={values['opening']} does not go with target={values['target']} and end=exact"
        raise BadOption(f"{first}: the first bank would be past the target")
    if values["end"] == "exact" and int(values["target"]) % _common_divisor(values, dice_set):
        raise BadOption(f"target={values['target']} does not go with end=exact: no points of these dice add up to it")
    _check_bank(values, dice_set)


def _common_divisor(values: "Options", dice_set: "DiceSet") -> int:
    """The greatest number that divides all points by which a score can change."""
    found = list(dice_set.singles + dice_set.triples + dice_set.fives)
    found += [abs(int(values[key])) for key in _POINTS if isinstance(values[key], int)]
    found += [points for key, value, points in _FIXED_POINTS if values[key] == value]
    if values["short_straights"] != "none":
        found += [int(points) for points in str(values["short_straights"]).split("/")]
    divisor = 0
    for points in found:
        while points:
            divisor, points = points, divisor % points
    return divisor or 1


def _check_bank(values: "Options", dice_set: "DiceSet") -> None:
    """Raises BadOption where no turn could be banked, because each keep must be followed by a roll."""
    if values["must_keep_all"] == "yes" and values["hot_dice"] == "forced" and min(dice_set.singles[:_FACES]) > 0:
        raise BadOption(
            "must_keep_all=yes does not go with hot_dice=forced: every die scores, so no turn could ever be banked"
        )
    others = max(dice_set.singles) or values["straight"] or values["three_pairs"] or values["short_straights"] != "none"
    if values["press_on"] == "yes" and values["no_risk"] == "no" and not others:
        raise BadOption("press_on=yes: only three alike score, so no turn could ever be banked")


def _most_replaced(values: "Options", dice_set: "DiceSet") -> int:
    """The most points that the dice of a gathered straight can have before its last roll."""
    singles = sum(dice_set.singles) + (max(dice_set.singles) if values["wild_die"] == "yes" else 0)
    short = str(values["short_straights"])
    return singles if short == "none" else max(singles, int(short.split("/")[1]))


def _is(value: "OptionValue", wanted: "OptionValue", default: "OptionValue") -> bool:
    """Whether `value` is `wanted`, which may be ON or OFF."""
    if wanted in (ON, OFF):
        return (value == default) == (wanted == OFF)
    return value == wanted
