"""The best keep of a roll, by the expected points of the turn."""

from dataclasses import dataclass

from tools.research.solve.errors import SolveError
from tools.research.solve.graph import Graph
from tools.research.solve.model import Model
from tools.research.solve.points import Turn
from tools.research.solve.probe import Probe
from tools.research.solve.situation import End, Move, Outcome


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
    """Points of the whole turn."""


def best_keeps(model: Model, solved: Turn, faces: list[str], turn_points: int) -> list[Advice]:
    """The keeps of a roll, the best first; empty for one that ends the turn.

    `solved`: the turn of a player on the table. Of keeps with equally many dice only the best is listed where nothing
    else matters. Where a die is marked, the first face is that of the marked die if all dice are thrown. Raises
    SolveError for faces or points that are not possible.
    """
    if turn_points < 0 or turn_points % model.step:
        raise SolveError(f"--turn {turn_points} is not possible: use a multiple of {model.step}.")
    most = len(solved.value) // 2 - 1
    if turn_points // model.step > most:
        raise SolveError(f"--turn {turn_points} is too large: the most is {most * model.step}.")
    probe = Probe(model.variant.name, model.graph_row)
    outcome = _outcome(model, probe, faces)
    if isinstance(outcome, End):
        return []
    listed = [_advice(model, probe, solved, move, turn_points) for move in outcome]
    best: dict[tuple[str, ...], Advice] = {}
    for one in listed:
        if one.faces not in best or best[one.faces].expected < one.expected:
            best[one.faces] = one
    return sorted(best.values(), key=lambda one: (-one.expected, one.faces))


def end_of(model: Model, faces: list[str]) -> End | None:
    """How a roll ends the turn; None when something can be kept. Raises SolveError for faces that are not possible."""
    outcome = _outcome(model, Probe(model.variant.name, model.graph_row), faces)
    return outcome if isinstance(outcome, End) else None


def _outcome(model: Model, probe: Probe, faces: list[str]) -> Outcome:
    roll, marked = _read_faces(probe, faces)
    return probe.outcome(model.graph.situations[model.graph.plain(len(faces), marked)], roll)


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


def _advice(model: Model, probe: Probe, solved: Turn, move: Move, turn_points: int) -> Advice:
    """What a move is worth."""
    points = turn_points + move.points
    at = 2 * _number(model.graph, move)
    row = points // model.step
    banks = move.can_bank and row >= model.least_bank(True) and points >= solved.value[row, at]
    kept = [face for face in range(7) for _ in range(move.key >> (4 * face) & 7)]
    faces = tuple(probe.dice_set.faces[face] for face in kept or move.next.held)
    return Advice(
        faces, bool(move.next.held), move.points, "bank" if banks else "roll", float(solved.value[row, at + banks])
    )


def _number(graph: Graph, move: Move) -> int:
    return graph.situations.index(move.next)
