"""The players of the league: those of the firmware and a risk-neutral one, and the mixes in which they play."""

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Protocol

from sixpip.players.styles import BOLD, MASTER, NAMES, STEADY, TIMID
from sixpip.players.ten_thousand import computer, master
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.research.league.neutral import RiskNeutral

if TYPE_CHECKING:
    from sixpip.rules.core.actions import Action

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


def names(mix: Mix) -> tuple[str, ...]:
    """The names of the players of a mix."""
    return tuple(_NAMES[style] for style in mix)


def new_player(game: TenThousandGame, style: int) -> Player:
    """A player of a game, with all its work ahead done."""
    player: Player
    if style == RISK_NEUTRAL:
        player = RiskNeutral(game)
    elif style == MASTER:
        player = master.MasterPlayer(game, MASTER)
    else:
        player = computer.HabitPlayer(game, style)
    while player.prepare():
        pass
    return player


def mixes(players: int) -> list[Mix]:
    """Master and every mix of the others, for a number of players."""
    return [(MASTER, *mix) for mix in combinations_with_replacement(OTHERS, players - 1)]
