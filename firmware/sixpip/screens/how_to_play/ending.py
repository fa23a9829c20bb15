"""Rolls that decide a game of the ten-thousand family, and how it ends."""

from sixpip.port import TYPE_CHECKING
from sixpip.screens.how_to_play.page import Page, pages_of

if TYPE_CHECKING:
    from sixpip.rules.options import Options
    from sixpip.rules.variant import DiceSet


def pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
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
