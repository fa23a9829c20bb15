"""The players of the league: those of the firmware and a risk-neutral one, and the mixes in which they play."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Protocol

from sixpip.players.menus.styles import BOLD, MASTER, NAMES, STEADY, TIMID
from sixpip.players.ten_thousand import computer, master
from sixpip.players.ten_thousand.solver.turn_solver import (
    MOST_VALUE,
    TurnAdvice,
    set_points,
)
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.ten_thousand.house_rules.house_rule import BUST, CANCELED, WRECK
from tools.research.league.errors import LeagueError

if TYPE_CHECKING:
    from sixpip.rules.game.actions import Action

RISK_NEUTRAL = MASTER + 1
"""Plays for the most points in each turn."""
OTHERS = (TIMID, STEADY, BOLD, RISK_NEUTRAL)
"""The opponents of Master."""
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


class RiskNeutral(master.ComputerPlayer):
    """Plays for the most points in each turn: the turn solver of Master, with points instead of chances to win."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, MASTER)
        while self.solver.build():
            pass
        self.advice = TurnAdvice(game, self.solver, self._set_values)

    def _set_values(self) -> Iterator[None]:
        """Values banks by their points, up to the target; in the last turns by whether they pass the leader."""
        game, solver = self._game, self.solver
        values, unit, most = solver.values, solver.unit, solver.most_of(game)
        score, beat = game.scores[game.player], game.to_beat()
        short = int(game.options["target"]) - score
        needed = (short + (unit if game.options["reach"] == "above" else unit - 1)) // unit
        prices = [game.house_rules.loss(game, outcome) for outcome in (BUST, WRECK, CANCELED)]  # also beyond the score
        yield from set_points(solver, most, game.least_bank(game.player), *prices)
        for units in range(1, most + 1):
            if beat >= 0:
                values[units] = MOST_VALUE if values[units] and score + units * unit > beat else 0
            elif units > needed and values[units]:
                values[units] = solver.zero + needed * solver.unit_value
        if beat >= 0:
            solver.clear_outcomes()
        solver.start(most)


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
