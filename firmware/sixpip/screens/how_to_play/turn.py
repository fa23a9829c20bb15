"""The goal and a turn in the ten-thousand family."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.house_rules.calls import BET
from sixpip.rules.ten_thousand.house_rules.last_die import LAST_DIE_BONUS
from sixpip.screens.how_to_play.page import Page, amount, pages_of

if TYPE_CHECKING:
    from sixpip.rules.options import Options
    from sixpip.rules.variant import DiceSet


def pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
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
