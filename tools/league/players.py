"""The players of the league: those of the firmware and a risk-neutral one, and the mixes in which they play."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Protocol

from sixpip.players.styles import BOLD, MASTER, NAMES, STEADY, TIMID
from sixpip.players.ten_thousand import computer, master
from sixpip.players.ten_thousand.passes import OUTCOME
from sixpip.players.ten_thousand.roll_codes import BUST, OUTCOMES, WIN, WRECK
from sixpip.players.ten_thousand.turn_advice import TurnAdvice
from sixpip.players.ten_thousand.turn_solver import MOST_VALUE, TurnSolver
from sixpip.players.ten_thousand.win_chance import WinChance
from sixpip.rules.ten_thousand.game import Game
from tools.league.errors import LeagueError

if TYPE_CHECKING:
    from sixpip.rules.actions import Action

RISK_NEUTRAL = MASTER + 1
"""Plays for the most points in each turn."""
OTHERS = (TIMID, STEADY, BOLD, RISK_NEUTRAL)
"""The opponents of Master."""
ZERO = 4000
"""The value of no points to the risk-neutral player, so that a loss of points has a value, too."""
STEP = 128
"""The value of one unit of points to the risk-neutral player."""

Mix = tuple[int, ...]
"""The styles of the players of a match; Master is the first."""

_NAMES = (*NAMES, "Risk-neutral")


class Player(Protocol):
    """What the league needs of a computer player."""

    def prepare(self) -> bool:
        """Works ahead; True while more can be done."""

    def think(self) -> bool:
        """Prepares `choose`; True while there is more to prepare."""

    def choose(self) -> "tuple[tuple[Action, ...], str]":
        """The next actions of game.player, and the reason."""


class PointsValue(WinChance):
    """Values banks by their points, up to the target; in the last turns by whether they pass the leader."""

    def __init__(self, game: Game, solver: TurnSolver) -> None:
        super().__init__(game, solver)
        self._preparing = ()

    def values(self) -> Iterator[None]:
        """Sets the values of the solver for the turn of game.player."""
        game, values, unit = self._game, self._solver.values, self._solver.unit
        score, beat, least = game.scores[game.player], game.to_beat(), self._least_bank()
        needed = (self._target - score + (unit if game.options["reach"] == "above" else unit - 1)) // unit
        for units in range(self._most + 1):
            allowed = units > 0 and units * unit >= least
            worth = ZERO + min(units, needed) * STEP if beat < 0 else MOST_VALUE * (score + units * unit > beat)
            values[units] = worth if allowed else 0
        for outcome in range(OUTCOMES):
            values[OUTCOME + outcome] = 0
        for outcome, price in ((BUST, self._bust_price(score)), (WRECK, self._wreck_price(score))):
            values[OUTCOME + outcome] = max(0, ZERO - price // unit * STEP) if beat < 0 else 0
        values[OUTCOME + WIN] = MOST_VALUE
        self._solver.start(self._most)
        yield


class RiskNeutral(master.ComputerPlayer):
    """Plays for the most points in each turn: the turn solver of Master, with points instead of chances to win."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, MASTER)
        self._advice = _PointsAdvice(game)


class _PointsAdvice(TurnAdvice):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._chance = PointsValue(game, self._solver)


def name_of(style: int) -> str:
    """The name of a player."""
    return _NAMES[style]


def style_of(name: str) -> int:
    """The style of an opponent with a name, in any case. Raises LeagueError."""
    for style in OTHERS:
        if name_of(style).lower() == name.lower():
            return int(style)
    raise LeagueError(f"Master has no opponent '{name}': use one of {', '.join(map(name_of, OTHERS))}")


def new_player(game: Game, style: int) -> Player:
    """A player of a game, with all its work ahead done."""
    player: Player
    if style == RISK_NEUTRAL:
        player = RiskNeutral(game)
    elif style == MASTER:
        player = master.ComputerPlayer(game, MASTER)
    else:
        player = computer.ComputerPlayer(game, style)
    while player.prepare():
        pass
    return player


def mixes(players: int, others: Sequence[int] = OTHERS) -> list[Mix]:
    """Master and every mix of the others, for a number of players."""
    return [(MASTER, *mix) for mix in combinations_with_replacement(others, players - 1)]
