"""Restores a game of the ten-thousand family from its record and validates each field (record.py calls it)."""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core.actions import KEPT, OVER, READY, ROLLED
from sixpip.rules.core.errors import MOST, BadRecord, check_number, check_numbers
from sixpip.rules.ten_thousand.game import TenThousandGame

if TYPE_CHECKING:
    from typing import Any


def restore(game: TenThousandGame, record: "dict[str, Any]") -> None:
    """Restores a new game from a record. Raises BadRecord, or KeyError for a field that is missing."""
    players = game.players
    game.scores = check_numbers(
        record["scores"], players, -MOST if game.options["negative"] == "yes" else 0, MOST, "scores"
    )
    game.turns = check_numbers(record["turns"], players, 0, MOST, "turns")
    game.opened = [opened == 1 for opened in check_numbers(record["opened"], players, 0, 1, "opened")]
    game.out = [out == 1 for out in check_numbers(record["out"], players, 0, 1, "out")]
    game.first = check_number(record["first"], 0, players - 1, "first")
    game.player = check_number(record["player"], 0, players - 1, "player")
    game.winner = check_number(record["winner"], -1, players - 1, "winner")
    game.faces = bytearray(check_numbers(record["faces"], game.dice, 0, len(game.dice_set.faces) - 1, "faces"))
    game.rolled = check_number(record["rolled"], 0, game.all, "rolled")
    game.kept = check_number(record["kept"], 0, game.all, "kept")
    game.points = check_number(record["points"], 0, MOST, "points")
    game.rolls = check_number(record["rolls"], 0, MOST, "rolls")
    game.stage = record["stage"]
    if not isinstance(record["pending"], str):
        raise BadRecord("The saved game has no text for 'pending'")
    game.pending = game.house_rules.by_key(record["pending"]) if record["pending"] else None
    game.house_rules.restore(game, record["house_rules"])
    _check_consistent(game)


def _check_consistent(game: TenThousandGame) -> None:
    """Raises BadRecord unless dice, stage and players of a restored game are consistent."""
    if game.stage == OVER:
        won = not game.out[game.winner] if game.winner >= 0 else sum(game.out) == game.players  # or none is left to win
        fits = game.pending is None and won
    else:
        left = game.players - sum(game.out)
        fits = game.winner < 0 and not game.out[game.player] and left > (1 if game.players > 1 else 0)
        fits = fits and (
            game.house_rules.is_valid(game) if game.pending or game.stage == READY else _roll_is_valid(game)
        )
    if not fits:
        raise BadRecord("The saved game is inconsistent")


def _roll_is_valid(game: TenThousandGame) -> bool:
    """Returns whether rolled and kept dice make up the set, and the player can go on."""
    if game.rolled != game.all & ~game.kept or not game.rolls:
        return False
    if game.stage == KEPT:
        return game.kept != 0 and game.points > 0
    return game.stage == ROLLED and game.find_keeps() > 0
