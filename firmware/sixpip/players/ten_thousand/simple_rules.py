"""A rule in five sentences for each of three games, which the coach shows before its first advice.

The limits were found by tools/research/solve/simple_rules.py. Its page for people, SIMPLE_RULES.md, has these sentences
and what a player who follows them wins.
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.rules.core.engine import Game

TITLE = "A SIMPLE RULE"

LIMITS = {"farkle": (350, 3), "ten-grand": (350, 3), "kingdom": (350, 3)}
"""The least points of a bank, and the most dice that are left then, by variant."""


def sentences(game: "Game") -> "list[str]":
    """Returns the rule for a game; [] where there is none, as with house rules, unless they only say who starts.

    The first three sentences fill a page of the OLED, and the other two the next.
    """
    limit = LIMITS.get(game.variant.name)
    if not limit or any([key != "start" for key in game.overrides]):
        return []
    dice_set = game.variant.dice_set
    points = list(dice_set.singles)
    dear, cheap = [dice_set.faces[points.index(worth)] for worth in (100, 50)]
    return [
        f"Bank {limit[0]} or more with all that scores if up to {limit[1]} dice are left.",
        f"Bank to reach {points_text(int(game.options['target']))}.",
        "In the last turn bank only to get ahead.",
        "To roll on, keep all that scores if all do or 3 are alike.",
        f"Else keep just one {dear}, or one {cheap} if you have no {dear}.",
    ]
