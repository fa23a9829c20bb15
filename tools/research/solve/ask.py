"""What the console's computer player Master and its coach choose in a position of two players, and what that loses."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sixpip.players.menus.styles import MASTER
from sixpip.players.ten_thousand.coach import Coach
from sixpip.players.ten_thousand.master import ComputerPlayer
from sixpip.rules import actions
from sixpip.rules.menus.replay import Script
from sixpip.rules.ten_thousand.game import Game
from tools.play.host.seeded_dice import SeededDice
from tools.research.solve.advice import Roll
from tools.research.solve.duel_turns import Position
from tools.research.solve.model import Model
from tools.research.solve.referee import Referee
from tools.research.solve.turn import Turn

if TYPE_CHECKING:
    from sixpip.rules.actions import Action


class Choice(NamedTuple):
    """A choice after a roll."""

    keep: list[str]
    """The faces; none where nothing is kept."""
    then: str
    """The action after it."""
    loss: float
    """What the choice loses against the best one, as a chance to win."""


def game_at(model: Model, at: Position, roll: Roll) -> Game:
    """A game for two after a roll: the other dice are alike and were kept before.

    No bad turns came before, and no house rule has counted anything yet.
    """
    game = Game(model.variant.name, {**model.graph_row, "start": "seated"}, 2)
    for player, score in ((at.seat, at.own), (1 - at.seat, at.other)):
        game.scores[player] = score * model.step
        game.opened[player] = score > 0
    if at.other >= model.goal:
        game.house_rules.restore(game, {**game.house_rules.record(), "end": [1 - at.seat] * 2})
    game.open_turn(at.seat, [])
    if roll.turn_points:
        game.take_offer(game.all & ~roll.positions or game.all, roll.turn_points, [])
        game.rolls = max(1, roll.rolls_before)
    game.apply((actions.ROLL, None), Script(list(roll.faces)))
    return game


def master_choice(model: Model, turn: Turn, at: Position, roll: Roll) -> Choice:
    """The choice of Master; `turn`: solved for this position."""
    game = game_at(model, at, roll)
    player = ComputerPlayer(game, MASTER)
    while player.prepare():
        pass
    while player.think():
        pass
    return _judged(model, turn, roll, game, player.choose()[0])


def coach_choice(model: Model, turn: Turn, at: Position, roll: Roll) -> Choice | None:
    """What the coach advises, None where it advises nothing."""
    game = game_at(model, at, roll)
    coach = Coach(game, {})
    while coach.think():
        pass
    if not coach.is_ready():
        return None
    keep = coach.advise().dice
    keeps = [(actions.KEEP, keep)] if keep else []
    return _judged(model, turn, roll, game, [*keeps, (actions.BANK if coach.advice.banks() else actions.ROLL, None)])


def _judged(model: Model, turn: Turn, roll: Roll, game: Game, todo: "Sequence[Action]") -> Choice:
    """Compares actions with the best ones."""
    referee = Referee(model, turn.opened)
    referee.begin(turn, roll.turn_points // model.step, roll.situation)
    referee.rolled(roll.faces)
    keep = next((detail or 0 for kind, detail in todo if kind == actions.KEEP), 0)
    faces = [game.dice_set.faces[game.faces[place]] for place in range(game.dice) if keep >> place & 1]
    for action in todo:
        referee.act(game, action, SeededDice(0))
    return Choice(sorted(faces), todo[-1][0], round(referee.loss, 6) + 0.0)
