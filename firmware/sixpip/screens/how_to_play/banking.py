"""What a bank needs and what a bust costs in the ten-thousand family."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.house_rules.streaks import COLD_PRICE
from sixpip.screens.how_to_play.page import Page, amount, pages_of

if TYPE_CHECKING:
    from sixpip.rules.options import Options, OptionValue
    from sixpip.rules.variant import DiceSet


def pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
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
