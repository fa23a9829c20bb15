"""What a record says put back into a game of Phase 10 dice, checked on the way (see saved.py)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadRecord
from sixpip.rules.phase_ten.game import Game
from sixpip.rules.phase_ten.phases import FINISHED, PHASES
from sixpip.rules.phase_ten.start_order import StartOrder
from sixpip.rules.phase_ten.state import ROLLS
from sixpip.rules.stages import OVER, READY, ROLLED
from sixpip.rules.validators import MOST, whole, wholes

if TYPE_CHECKING:
    from typing import Any


def restore(game: Game, record: "dict[str, Any]") -> None:
    """Put a record into a new game. Raises BadRecord, or KeyError for what is not there."""
    players = game.players
    everybody = (1 << players) - 1
    game.scores = wholes(record["scores"], players, -MOST, MOST, "scores")
    game.turns = wholes(record["turns"], players, 0, MOST, "turns")
    game.phases = wholes(record["phases"], players, 1, FINISHED, "phases")
    game.order = wholes(record["order"], players, 0, players - 1, "order")
    game.boxes = _columns(record["boxes"], players, -1, "boxes")
    game.misses = _columns(record["misses"], players, 0, "misses")
    game.player = whole(record["player"], 0, players - 1, "player")
    game.winner = whole(record["winner"], -1, players - 1, "winner")
    game.finisher = whole(record["finisher"], -1, players - 1, "finisher")
    for name in ("half", "finish", "may_follow"):
        setattr(game, name, whole(record[name], 0, everybody, name))
    game.faces = bytearray(wholes(record["faces"], game.dice, 0, 5, "faces"))
    game.kept = whole(record["kept"], 0, game.all, "kept")
    game.rolls = whole(record["rolls"], 0, ROLLS, "rolls")
    game.stage = record["stage"]
    game.start = None
    if record["start"]:
        game.start = StartOrder(players)
        game.start.restore(record["start"])
    if not (_sheets_fit(game) and _moment_fits(game)):
        raise BadRecord("The saved game stands at no moment of a game")


def _columns(lists: "Any", players: int, least: int, what: str) -> "list[list[int]]":
    """One list a player, with a number for every phase."""
    if not isinstance(lists, list) or len(lists) != players:
        raise BadRecord(f"The saved game has no list for every player in '{what}'")
    return [wholes(column, PHASES, least, MOST, what) for column in lists]


def _sheets_fit(game: Game) -> bool:
    """Whether exactly the phases behind each player have points, and the order names everybody."""
    if sorted(game.order) != list(range(game.players)):
        return False
    for player in range(game.players):
        for box in range(PHASES):
            if (game.boxes[player][box] >= 0) != (box + 1 < game.phases[player]):
                return False
    return True


def _moment_fits(game: Game) -> bool:
    """Whether dice, stage and players go together."""
    finished = [player for player in game.order if game.finished(player)]
    if game.finisher not in (finished or [-1]):
        return False
    if game.stage == OVER:
        return bool(finished) and game.winner >= 0
    if game.winner >= 0 or not all([player in _been(game) for player in finished]):
        return False
    if game.start:
        first = game.start.thrower() == game.player and not finished and not sum(game.turns)
        return game.stage == READY and first
    if game.stage == READY:
        return not game.rolls and not game.kept
    return game.stage == ROLLED and game.rolls > 0


def _been(game: Game) -> "list[int]":
    """The players who can have finished: the first one, and who has had his closing turns since."""
    been: list[int] = []
    player = game.finisher
    while player >= 0 and player != game.player:
        been.append(player)
        player = game.order[(game.order.index(player) + 1) % game.players]
    return been
