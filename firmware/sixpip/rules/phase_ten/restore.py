"""Restores a game of Phase 10 from its record and validates each field (record.py calls it)."""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core.actions import OVER, READY, ROLLED
from sixpip.rules.core.errors import MOST, BadRecord, check_number, check_numbers
from sixpip.rules.phase_ten.game import ROLLS, PhaseTenGame, StartOrder
from sixpip.rules.phase_ten.phases import FINISHED, PHASES

if TYPE_CHECKING:
    from typing import Any


def restore(game: PhaseTenGame, record: "dict[str, Any]") -> None:
    """Restores a new game from a record. Raises BadRecord, or KeyError for a field that is missing."""
    players = game.players
    all_players = (1 << players) - 1
    game.scores = check_numbers(record["scores"], players, -MOST, MOST, "scores")
    game.turns = check_numbers(record["turns"], players, 0, MOST, "turns")
    game.phases = check_numbers(record["phases"], players, 1, FINISHED, "phases")
    game.order = check_numbers(record["order"], players, 0, players - 1, "order")
    game.boxes = _columns(record["boxes"], players, -1, "boxes")
    game.misses = _columns(record["misses"], players, 0, "misses")
    game.player = check_number(record["player"], 0, players - 1, "player")
    game.winner = check_number(record["winner"], -1, players - 1, "winner")
    game.finisher = check_number(record["finisher"], -1, players - 1, "finisher")
    for name in ("half", "finish", "may_follow"):
        setattr(game, name, check_number(record[name], 0, all_players, name))
    game.faces = bytearray(check_numbers(record["faces"], game.dice, 0, 5, "faces"))
    game.kept = check_number(record["kept"], 0, game.all, "kept")
    game.rolls = check_number(record["rolls"], 0, ROLLS, "rolls")
    game.stage = record["stage"]
    game.start = None
    if record["start"]:
        game.start = StartOrder(players)
        game.start.restore(record["start"])
    if not (_phases_are_valid(game) and _is_consistent(game)):
        raise BadRecord("The saved game is inconsistent")


def _columns(lists: object, players: int, least: int, what: str) -> "list[list[int]]":
    """Returns one list per player, with a number for every phase. Raises BadRecord for any other value."""
    if not isinstance(lists, list) or len(lists) != players:
        raise BadRecord(f"The saved game has no list for every player in '{what}'")
    return [check_numbers(column, PHASES, least, MOST, what) for column in lists]


def _phases_are_valid(game: PhaseTenGame) -> bool:
    """Returns whether exactly the phases that each player has made have points, and the order contains every player."""
    if sorted(game.order) != list(range(game.players)):
        return False
    for player in range(game.players):
        for box in range(PHASES):
            if (game.boxes[player][box] >= 0) != (box + 1 < game.phases[player]):
                return False
    return True


def _is_consistent(game: PhaseTenGame) -> bool:
    """Returns whether dice, stage and players are consistent."""
    finished = [player for player in game.order if game.finished(player)]
    if game.finisher not in (finished or [-1]):
        return False
    if game.stage == OVER:
        return (bool(finished) or game.rounds_are_over()) and game.winner >= 0
    if game.winner >= 0 or not all([player in _had_turns(game) for player in finished]):
        return False
    if game.start:
        first = game.start.thrower() == game.player and not finished and not sum(game.turns)
        return game.stage == READY and first
    if game.stage == READY:
        return not game.rolls and not game.kept
    return game.stage == ROLLED and game.rolls > 0


def _had_turns(game: PhaseTenGame) -> "list[int]":
    """Returns the players who can have finished: the first one, and those who have had their closing turns since."""
    players: list[int] = []
    player = game.finisher
    while player >= 0 and player != game.player:
        players.append(player)
        player = game.order[(game.order.index(player) + 1) % game.players]
    return players
