"""Rules by which a turn or a game could never end. conflicts.py refuses them."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadOption

if TYPE_CHECKING:
    from sixpip.rules.dice_sets import DiceSet
    from sixpip.rules.option import Options

_FACES = 6
_BONUSES = ("straight", "three_pairs", "two_triplets", "empty_six")
"""Options whose value is points."""
_FIXED = (1000, 2000, 3000)
_BET = 50  # of a call (DT-07)
_LAST_DIE = 500  # CT-07


def check(values: "Options", dice_set: "DiceSet") -> None:
    """Raises BadOption, with the reason, when a turn or a game with these values (one for every key) could not end."""
    if values["must_keep_all"] == "yes" and values["hot_dice"] == "forced" and min(dice_set.singles[:_FACES]) > 0:
        raise BadOption(
            "must_keep_all=yes does not go with hot_dice=forced: every die scores, so no turn would ever end"
        )
    target = int(values["target"])
    if values["end"] == "exact" and not _is_sum(target, _amounts(values, dice_set), _has_penalties(values)):
        raise BadOption(f"target={target} does not go with end=exact: no points of these dice add up to it")


def _amounts(values: "Options", dice_set: "DiceSet") -> "list[int]":
    """What a keep can be worth: every number of points that is not a sum of others."""
    amounts = list(dice_set.singles) + list(dice_set.triples) + list(dice_set.fives)
    amounts += [int(values[key]) for key in _BONUSES]
    amounts += _FIXED if values["multiples"] == "fixed" else ()
    if values["short_straights"] != "none":
        amounts += [int(points) for points in str(values["short_straights"]).split("/")]
    if values["full_house"]:
        amounts += [triple + int(values["full_house"]) for triple in dice_set.triples]
    if values["last_die"] == "yes":
        amounts += [single + _LAST_DIE for single in dice_set.singles if single]
    return sorted({points for points in amounts if points})


def _has_penalties(values: "Options") -> bool:
    """Whether a score can also fall by a number of points, or be raised by the bet of a call."""
    return (
        values["busts"] not in ("none", "all")
        or values["train_wreck"] not in ("none", "all")
        or values["cold_start"] == "yes"
        or values["calls"] == "yes"
    )


def _is_sum(target: int, amounts: "list[int]", penalties: bool) -> bool:
    """Whether some of the amounts, each any number of times, add up to the target.

    With `penalties`, multiples of 50, their greatest common divisor decides: a score can then be corrected.
    """
    unit = _BET if penalties else 0
    for points in amounts:
        unit = _common_divisor(unit, points)
    if target % unit:
        return False
    if penalties:
        return True
    reachable = 1  # one bit for every multiple of the unit, up to the target
    within = (1 << target // unit + 1) - 1
    for points in amounts:
        step = points // unit
        while step <= target // unit:  # once more, then twice, four times ...
            reachable |= reachable << step & within
            step *= 2
    return reachable >> target // unit == 1


def _common_divisor(one: int, other: int) -> int:
    """The greatest common divisor, `other` where `one` is 0; MicroPython has no math.gcd."""
    while one:
        one, other = other % one, one
    return other
