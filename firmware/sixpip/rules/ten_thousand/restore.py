"""What a record says put back into a game of the ten-thousand family, checked on the way (see saved.py)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadRecord
from sixpip.rules.stages import KEPT, OVER, READY, ROLLED
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.validators import MOST, whole, wholes

if TYPE_CHECKING:
    from typing import Any


def restore(game: Game, record: "dict[str, Any]") -> None:
    """Put a record into a new game. Raises BadRecord, or KeyError for what is not there."""
    players = game.players
    game.scores = wholes(record["scores"], players, -MOST if game.options["negative"] == "yes" else 0, MOST, "scores")
    game.turns = wholes(record["turns"], players, 0, MOST, "turns")
    game.opened = [opened == 1 for opened in wholes(record["opened"], players, 0, 1, "opened")]
    game.out = [out == 1 for out in wholes(record["out"], players, 0, 1, "out")]
    game.first = whole(record["first"], 0, players - 1, "first")
    game.player = whole(record["player"], 0, players - 1, "player")
    game.winner = whole(record["winner"], -1, players - 1, "winner")
    game.faces = bytearray(wholes(record["faces"], game.dice, 0, len(game.dice_set.faces) - 1, "faces"))
    game.rolled = whole(record["rolled"], 0, game.all, "rolled")
    game.kept = whole(record["kept"], 0, game.all, "kept")
    game.points = whole(record["points"], 0, MOST, "points")
    game.rolls = whole(record["rolls"], 0, MOST, "rolls")
    game.stage = record["stage"]
    if not isinstance(record["floor"], str):
        raise BadRecord("The saved game has no word for 'floor'")
    game.pending = game.house_rules.by_key(record["floor"]) if record["floor"] else None
    game.house_rules.restore(game, record["houses"])
    _check_moment(game)


def _check_moment(game: Game) -> None:
    """Raise BadRecord unless dice, stage and players of a restored game go together."""
    if game.stage == OVER:
        fits = game.pending is None and _has_ended(game)
    else:
        left = game.players - sum(game.out)
        fits = game.winner < 0 and not game.out[game.player] and left > (1 if game.players > 1 else 0)
        fits = fits and (game.house_rules.stand(game) if game.pending or game.stage == READY else _lies_right(game))
    if not fits:
        raise BadRecord("The saved game stands at no moment of a game")


def _has_ended(game: Game) -> bool:
    """Whether there is a winner, or nobody left to win."""
    return not game.out[game.winner] if game.winner >= 0 else sum(game.out) == game.players


def _lies_right(game: Game) -> bool:
    """Whether a roll is on the table beside what was kept, and the player can go on with it."""
    if game.rolled != game.all & ~game.kept or not game.rolls:
        return False
    if game.stage == KEPT:
        return game.kept != 0 and game.points > 0
    return game.stage == ROLLED and game.find_keeps() > 0
