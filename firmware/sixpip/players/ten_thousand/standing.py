"""Where a player stands in a game of the ten-thousand family, beyond the score. It only reads the game."""

from sixpip.port import TYPE_CHECKING
from sixpip.written import points as written

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import Game


def to_pass(game: "Game", score: int) -> int:
    """The fewest points that pass the target, for a score that only reaches it (TT-12); else 0."""
    if game.options["reach"] == "at" or score != int(game.options["target"]):
        return 0
    return min([row[1] for row in game.scorer.of_a_kind if row[1] > 0] or [1])


def streak(game: "Game", seat: int) -> str:
    """The bad turns in a row of a player, of which the third costs points (DT-05, CT-06), in words; "" for none."""
    counts = game.house_rules.record()
    busts = (counts.get("busts") or [0] * game.players)[seat]
    cold = (counts.get("cold_start") or [0] * game.players)[seat]
    if busts and busts >= cold:
        price = game.options["busts"]
        cost = price if price == "all" else written(-int(price))
        return f"next bust costs {cost}" if busts == 2 else "bust 1 of 3"
    return f"cold start {cold} of 3" if cold else ""
