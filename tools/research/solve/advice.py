"""The best keep of a roll, by what the turn is then worth: points, or the chance to win."""

import math
from dataclasses import dataclass

from tools.research.solve.errors import SolveError
from tools.research.solve.model import Model
from tools.research.solve.probe import Probe
from tools.research.solve.situation import End, Move
from tools.research.solve.turn import Turn


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
