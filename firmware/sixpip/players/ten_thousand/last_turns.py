"""The end of a game: which banks win at once, who still has a last turn (TT-20), how often one gains enough points."""

from array import array

from sixpip.players.ten_thousand.turn_solver import MOST_VALUE
from sixpip.players.ten_thousand.win_table import CERTAIN
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Generator

    from sixpip.players.ten_thousand.turn_solver import TurnSolver
    from sixpip.rules.option import Options
    from sixpip.rules.ten_thousand.game import Game

_SMALL_LEAD = const(5)
"""Units by which a leader is passed, about."""
_SET = const(20)  # values set or read in one step


def wins_at_once(game: "Game", score: int) -> bool:
    """Whether game.player wins with this score after the turn, and nobody has a turn any more.

    False for an exact target (TT-23): that win may be rolled off.
    """
    options = game.options
    end = options["end"]
    target = int(options["target"])
    if score < target or (score == target and options["reach"] == "above") or end == "exact":
        return False
    beat = game.to_beat()
    wins = end == "sudden" or ((beat >= 0 or end == "same-round") and not later_players(game))
    return wins and score > beat


def later_players(game: "Game") -> "list[int]":
    """The players who still have a turn after game.player, in the last turns or (TT-21) in this round."""
    end = game.options["end"]
    stop = game.first if end == "same-round" else game.house_rules.record()["end"][0]
    if end == "last-licks":  # the last turns begin again with each new leader
        stop = game.player
    found = []
    player = (game.player + 1) % game.players
    while player not in (stop, game.player):
        if not game.out[player]:
            found.append(player)
        player = (player + 1) % game.players
    return found


def chances_to_gain(solver: "TurnSolver", most: int, options: "Options") -> "Generator[None, None, array[int]]":
    """Finds the chances to gain at least a number of units in a last turn; yields every few milliseconds.

    The only goal of the pass is `most`, its highest turn points: so many units below it are so many still to be gained.
    """
    for units in range(most + 1):
        solver.values[units] = MOST_VALUE if units == most else 0
        if units % _SET == 0:
            yield
    solver.clear_outcomes()
    solver.start(most)
    while solver.step():
        yield
    least = min(most, int(options["bank_min"]) // solver.unit)
    chances = array("H", [0] * (most + 1))
    for units in range(most + 1):
        chances[units] = solver.values[solver.place(most - max(units, least), solver.first_row)]
        if units % _SET == 0:
            yield
    if options["end"] == "last-licks":  # who is passed has a turn again, and may pass the other in return
        reply = CERTAIN + chances[min(most, _SMALL_LEAD)]
        for units in range(most + 1):
            chances[units] = chances[units] * CERTAIN // reply
    return chances
