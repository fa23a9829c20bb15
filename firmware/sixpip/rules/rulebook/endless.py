"""Refuses rules by which a game could not end, as own variants are read.

Nearly all rules are accepted at a glance; the search for the others is in ten_thousand/turn_search.py.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.core.errors import BadOption, TooLong
from sixpip.rules.rulebook.options import OPTIONS, Limit
from sixpip.rules.rulebook.variant import PHASE_KIND
from sixpip.rules.rulebook.variants import CUBES, GRAND, PIPS

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import DiceSet
    from sixpip.rules.ten_thousand.bank_odds import BankOdds
    from sixpip.rules.ten_thousand.trial_rolls import TrialRolls

_SAFE_CUBES = const(100)
"""Points for a bank that five cubes reach often enough by all house rules; for other dice see Limit.safe."""
_FACES = const(6)
_RAREST = const(100000)
_MANY = const(1000000)
_DEMANDS = ("opening", "opening_rolls", "bank_min")


def check(dice_set: "DiceSet", values: "Options") -> None:
    """Raises BadOption, with the reason, where no game with these values (one for every option) could be ended.

    So it does where a bank is too rare, and where a second on the Pico is not enough to decide one of them.
    """
    if not _is_doubtful(dice_set, values):
        return
    check_dice(dice_set, values)
    from sixpip.rules.ten_thousand.trial_rolls import TrialRolls

    rolls = TrialRolls(dice_set, values)
    try:
        ends = _can_end(rolls)
    except TooLong as error:
        raise BadOption(
            f"{_named(values)}: it takes too long to find out whether a game can end, so use fewer of these rules"
        ) from error
    if not ends:
        why = "no points of these dice add up to it" if values["end"] == "exact" else "no turn could ever be banked"
        raise BadOption(f"{_named(values)}: {why}")
    needed = _needed(values)
    if not _banks_at_once(rolls, needed):
        _check_odds(rolls, needed)


def check_dice(dice_set: "DiceSet", values: "Options") -> None:
    """Raises BadOption when every roll must be kept and thrown again."""
    if values.get("must_keep_all") == "yes" and values["hot_dice"] == "forced" and min(dice_set.singles[:_FACES]) > 0:
        raise BadOption(
            "must_keep_all=yes does not go with hot_dice=forced: every die scores, so no turn would ever end"
        )


def _can_end(rolls: "TrialRolls") -> bool:
    """Whether a game can be ended. Raises TooLong."""
    from sixpip.rules.ten_thousand.turn_search import TurnSearch

    for plain in (rolls.alike(), rolls.alike_but_one()) if rolls.keep_all else (rolls.alike(),):
        for roll in plain:
            rolls.attempt(roll)
        if TurnSearch(rolls, True).can_end():
            return True
    is_complete = _try_all(rolls)
    if TurnSearch(rolls, False).can_end():
        return True
    if not is_complete:
        raise TooLong
    return False


def _needed(values: "Options") -> int:
    """The points that a first bank needs by its own rule, 0 where it has none."""
    return max([int(values[key]) for key in _DEMANDS])


def _banks_at_once(rolls: "TrialRolls", needed: int) -> bool:
    """Whether a roll of all dice, tried so far, lets a turn be banked: of up to six dice each is frequent enough."""
    if rolls.options["opening_rolls"]:
        return False
    if not needed:
        return True
    fewer = rolls.dice - (1 if rolls.dice > _FACES or rolls.options["hot_dice"] == "forced" else 0)
    least = rolls.dice if rolls.keep_all else 1
    most = int(rolls.options["target"]) if rolls.options["end"] == "exact" else _MANY
    return any(
        [
            move[3] and move[0] <= fewer and needed <= move[1] <= most
            for dice in range(least, rolls.dice + 1)
            for move in rolls.moves[dice]
        ]
    )


def _try_all(rolls: "TrialRolls") -> bool:
    """Tries all rolls, as far as there is time; returns whether there was. Raises TooLong."""
    for dice, tried in enumerate(rolls.by_size(), 1):
        if rolls.has_parts and dice < min(rolls.dice, _FACES):
            rolls.find_bust(tried, dice)
        elif rolls.has_time_for(tried):
            for roll in tried:
                rolls.attempt(roll)
        else:
            return False
    return True


def _add_rolls(rolls: "TrialRolls", odds: "BankOdds") -> None:
    """Adds the rolls of as many dice as there is time for. Raises TooLong."""
    from sixpip.rules.ten_thousand.bank_odds import ADD_US

    for tried in rolls.by_size():
        if not rolls.has_time_for(tried, ADD_US):
            break
        odds.begin()
        for roll in tried:
            odds.add(roll, max(rolls.throw(roll), 0))


def _check_odds(rolls: "TrialRolls", needed: int) -> None:
    """Raises BadOption, with the figure, where the bank is too rare."""
    from sixpip.rules.ten_thousand.bank_odds import BankOdds
    from sixpip.rules.ten_thousand.trial_rolls import LIMIT_US

    rolls.left_us = LIMIT_US
    odds = BankOdds(rolls, needed)
    chance = 0.0
    try:
        _add_rolls(rolls, odds)
        chance = odds.chance()
    except TooLong:
        odds.is_rough = True
    if chance * _RAREST >= 1:
        return
    values = rolls.options
    keys = [key for key in _DEMANDS if values[key]]
    key = keys[-1] if int(values["bank_min"]) > int(values["opening"]) else keys[0]
    demand = f"{key}={values[key]}"
    if odds.is_rough or not odds.is_complete:
        raise BadOption(f"{demand}: it takes too long to find out how often a turn reaches it, so use less")
    if chance * _MANY * _RAREST < 1:
        raise BadOption(f"{demand}: fewer than 1 of {_RAREST} turns reach it, so use less")
    raise BadOption(f"{demand}: only about 1 of {int(1 / chance)} turns reaches it, so use less")


def _named(values: "Options") -> str:
    """The options that can make an end impossible."""
    names = [f"target={values['target']} does not go with end=exact"] if values["end"] == "exact" else []
    return " and ".join(names + [f"{row.key}={values[row.key]}" for row in _limits(values)])


def _limits(values: "Options") -> "list[Limit]":
    return [row for row in OPTIONS if isinstance(row, Limit) and values[row.key] != row.values[0]]


def _is_doubtful(dice_set: "DiceSet", values: "Options") -> bool:
    """Whether only a search can show that a game can end."""
    if dice_set.kind == PHASE_KIND:
        return False
    needed = _needed(values)
    safe = min([Limit.safe] + [row.safe for row in _limits(values)])
    if any([dice_set.is_like(known) for known in (PIPS, GRAND, CUBES)]):
        return needed > (_SAFE_CUBES if dice_set.kind == CUBES.kind else safe)
    if values["must_keep_all"] == "yes" or values["opening_rolls"]:
        return True
    singles = [points for points in dice_set.singles if points]
    if values["end"] == "exact":  # else one die after the other hits the target
        return needed > 0 or not any([int(values["target"]) % points == 0 for points in singles])
    most = max(singles + [0])
    if values["press_on"] == "no":  # three of the dice, but not all, are bank enough, and frequent
        most = max(most * 3, max(dice_set.triples))
    return max(needed, 1) > most
