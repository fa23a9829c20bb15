"""The best keep of a roll, by what the turn is then worth: points, or the chance to win.

For two players also what the console's computer player Master and its coach choose there, and what that loses.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sixpip.players.styles import MASTER
from sixpip.players.ten_thousand.coach import Coach
from sixpip.players.ten_thousand.master import MasterPlayer
from sixpip.rules.core import actions
from sixpip.rules.core.replay import Script
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.play.host.seeded_dice import SeededDice
from tools.research.solve.duel_turns import Position
from tools.research.solve.model import Model
from tools.research.solve.points import Turn
from tools.research.solve.probe import End, Move, Probe, SolveError
from tools.research.solve.referee import Referee

if TYPE_CHECKING:
    from sixpip.rules.core.actions import Action


@dataclass(frozen=True)
class Advice:
    """One keep and what follows."""

    faces: tuple[str, ...]
    """Those to keep; none where the dice are thrown again."""
    held: bool
    """They are held for a second chance (HR-03), not kept."""
    points: int
    then: str
    """ "bank" or "roll", whichever is worth more."""
    expected: float
    """Points of the whole turn, or the chance to win."""


@dataclass(frozen=True)
class Roll:
    """A roll in a turn."""

    faces: tuple[int, ...]
    """As the probe wants them: the marked die first."""
    turn_points: int
    """Before it."""
    situation: int
    """The number of the situation before it."""
    positions: int
    """The tray positions of its dice."""
    rolls_before: int
    """In this turn, as far as they matter."""


def read_roll(model: Model, faces: list[str], turn_points: int, opened: bool = True) -> Roll:
    """A roll with these faces. Raises SolveError for faces or points that are not possible.

    Where a die is marked, the first face is that of the marked die if all dice are thrown.
    """
    if turn_points < 0 or turn_points % model.step:
        raise SolveError(f"--turn {turn_points} is not possible: use a multiple of {model.step}.")
    graph = model.turn_of(opened)[0]
    probe = Probe(model.variant.name, model.graph_row, opened)
    roll, marked = _read_faces(probe, faces)
    number = graph.plain(len(roll), marked)
    if turn_points:  # not the first roll
        alike = graph.situations[number]._replace(rolls=probe.rolls_that_matter)
        number = graph.situations.index(alike) if alike in graph.situations else number
    places = (1 << len(roll)) - 1
    if probe.with_sun and not marked:
        places <<= probe.dice - len(roll)
    return Roll(roll, turn_points, number, places, graph.situations[number].rolls)


def _read_faces(probe: Probe, faces: list[str]) -> tuple[tuple[int, ...], bool]:
    """The roll as the probe wants it, and whether the marked die is in it. Raises SolveError."""
    if not 1 <= len(faces) <= probe.dice:
        raise SolveError(f"A roll of {probe.variant.name} has 1 to {probe.dice} dice, not {len(faces)}.")
    for face in faces:
        if face not in probe.dice_set.faces:
            raise SolveError(f"There is no face '{face}': use {', '.join(probe.dice_set.faces)}.")
    roll = [probe.dice_set.index(face) for face in faces]
    wild = probe.dice_set.wild
    if roll.count(wild) > 1:
        raise SolveError("Only one die has a sun.")
    if probe.with_sun and wild in roll:
        roll.remove(wild)
        return (probe.dice_set.under_wild, *roll), True
    marked = probe.with_sun and len(roll) == probe.dice
    if marked and roll[0] == probe.dice_set.under_wild:
        raise SolveError(f"The first die is the marked one: it has a sun instead of a {faces[0]}.")
    return tuple(roll), marked


def best_keeps(model: Model, solved: Turn, roll: Roll) -> list[Advice] | End:
    """The keeps of a roll, the best first, or how it ends the turn.

    Of keeps with equally many dice only the best is listed where nothing else matters.
    """
    probe = Probe(model.variant.name, model.graph_row, solved.opened)
    outcome = probe.outcome(model.turn_of(solved.opened)[0].situations[roll.situation], roll.faces)
    if isinstance(outcome, End):
        return outcome
    listed = [_advice(model, probe, solved, move, roll.turn_points) for move in outcome]
    best: dict[tuple[str, ...], Advice] = {}
    for one in listed:
        if one.faces not in best or best[one.faces].expected < one.expected:
            best[one.faces] = one
    return sorted(best.values(), key=lambda one: (-one.expected, one.faces))


def _advice(model: Model, probe: Probe, solved: Turn, move: Move, turn_points: int) -> Advice:
    """What a move is worth."""
    row = (turn_points + move.points) // model.step
    at = model.turn_of(solved.opened)[0].situations.index(move.next)
    may_bank = move.can_bank and row >= model.least_bank(solved.opened)
    rolled, banked = solved.value_at(row, 2 * at), solved.bank(row, at) if may_bank else -math.inf
    banks = banked >= rolled
    kept = [face for face in range(7) for _ in range(move.key >> (4 * face) & 7)]
    faces = tuple(probe.dice_set.faces[face] for face in kept or move.next.held)
    return Advice(faces, bool(move.next.held), move.points, "bank" if banks else "roll", max(rolled, banked))


class Choice(NamedTuple):
    """A choice after a roll."""

    keep: list[str]
    """The faces; none where nothing is kept."""
    then: str
    """The action after it."""
    loss: float
    """What the choice loses against the best one, as a chance to win."""


def game_at(model: Model, at: Position, roll: Roll) -> TenThousandGame:
    """A game for two after a roll: the other dice are alike and were kept before.

    No bad turns came before, and no house rule has counted anything yet.
    """
    game = TenThousandGame(model.variant.name, {**model.graph_row, "start": "seated"}, 2)
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
    player = MasterPlayer(game, MASTER)
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


def _judged(model: Model, turn: Turn, roll: Roll, game: TenThousandGame, todo: "Sequence[Action]") -> Choice:
    """Compares actions with the best ones."""
    referee = Referee(model, turn.opened)
    referee.begin(turn, roll.turn_points // model.step, roll.situation)
    referee.rolled(roll.faces)
    keep = next((detail or 0 for kind, detail in todo if kind == actions.KEEP), 0)
    faces = [game.dice_set.faces[game.faces[place]] for place in range(game.dice) if keep >> place & 1]
    for action in todo:
        referee.act(game, action, SeededDice(0))
    return Choice(sorted(faces), todo[-1][0], round(referee.loss, 6) + 0.0)
