"""The risk-neutral player: the most points in each turn, up to the target, by the exact solver (tools/research/solve).

Where the next player may take up dice (DT-06), a bank is charged with what it offers: what a turn gains that begins
with these points and dice instead of none, and in which banks are charged likewise. In the last turns the player plays
to pass the leader.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixpip.players.styles import STEADY
from sixpip.players.ten_thousand.computer import BANK, ROLL, HabitPlayer
from sixpip.players.ten_thousand.solver.turn_advice import choices
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED, bits
from sixpip.rules.ten_thousand.house_rules.house_rule import BUST
from sixpip.rules.ten_thousand.house_rules.triples import faces_in_threes
from tools.research.compiled import compiled
from tools.research.solve.duel import pass_values
from tools.research.solve.graph import Floats, Graph, Ints
from tools.research.solve.kernel import empty, offer_pass
from tools.research.solve.model import Model
from tools.research.solve.probe import Situation, SolveError

if TYPE_CHECKING:
    from sixpip.rules.core.actions import Action
    from sixpip.rules.ten_thousand.game import TenThousandGame

_SETTLED = 1e-3
"""Points."""
_MOST_ROUNDS = 1000
_BUSTS_BEFORE = 2
"""Bad turns running before the one that has a price."""


class Neutral(NamedTuple):
    """The values of all turns: at 2 * situation what it is worth to roll, next to it to bank, if that is allowed."""

    turns: Floats
    """(case, steps missing to the target, turn points in steps, choice); see `case_of`."""
    last: Floats
    """(on the table, row, choice): the chance to come to the last row, at least."""
    plain: Ints
    """The situation of a roll of some dice that were offered."""
    step: int
    goal: int
    """In steps."""
    least: Ints
    """(on the table): the least bank, in steps."""


@compiled
def case_of(opened: bool, expensive: bool, charged: bool) -> int:
    """The number of a case: on the table, a bust has the price of several running, the next player may take dice."""
    return 4 * int(opened) + 2 * int(expensive) + int(charged)


def neutral_of(model: Model, players: int) -> Neutral:
    """The player for a game with this number of players. Raises SolveError where offers have no settled worth."""
    charge = offers(model, players) if model.on("pick_up") and players > 1 else None
    cases: list[Floats] = []
    for case in range(8):
        opened, expensive, charged = bool(case & 4), bool(case & 2), bool(case & 1)
        unused = (expensive and not model.on("busts")) or (charged and charge is None)
        cases.append(cases[case & 4] if unused else _turns(model, opened, expensive, charge if charged else None))
    rows = 3 * model.goal + 1
    last = np.array([pass_values(model, rows - 1, opened, None)[:rows] for opened in (False, True)])
    last[:, :-1, 1::2] = 0.0
    return Neutral(
        np.array(cases),
        last,
        np.array([max(0, model.graph.plain(dice, True)) for dice in range(8)], dtype=np.int32),
        model.step,
        model.goal,
        np.array([model.least_bank(False), model.least_bank(True)], dtype=np.int32),
    )


def _turns(model: Model, opened: bool, expensive: bool, charge: Floats | None) -> Floats:
    """The values of the turns with each number of steps missing to the target."""
    arrays = model.turn_of(opened)[1]
    rows = np.arange(max(model.goal, model.least_bank(False)) + 1)
    solved = np.zeros((model.goal + 1, len(rows), 2 * len(arrays.order)))
    for aim in range(1, model.goal + 1):
        value = _solve(model, opened, expensive, aim, charge)
        solved[aim] = value[np.minimum(rows, len(value) - 1)]
    return solved


def _solve(model: Model, opened: bool, expensive: bool, aim: int, charge: Floats | None) -> Floats:
    """One turn with `aim` steps missing."""
    graph, arrays = model.turn_of(opened)
    top = max(aim, model.least_bank(opened))
    bank = _banks(model, opened, np.minimum(np.arange(top + 1), aim))
    if charge is not None:
        ends_at = aim if model.options["end"] == "sudden" else top + 1
        bank[:ends_at] -= charge[np.minimum(np.arange(ends_at), len(charge) - 1)]
    value = empty(arrays, top + 1)
    offer_pass(arrays, bank, _ends(model, graph, expensive, aim, top), value)
    value = value[: top + 1]
    value[:, 1::2] = bank
    return value


def _banks(model: Model, opened: bool, gained: NDArray[np.integer[Any]]) -> Floats:
    """What banks are worth without offers, by row and situation."""
    bank: Floats = np.repeat((gained * float(model.step))[:, None], len(model.turn_of(opened)[0].situations), axis=1)
    bank[: model.least_bank(opened)] = -np.inf
    return bank


def _ends(model: Model, graph: Graph, expensive: bool, aim: int, top: int) -> Floats:
    """What the ends of a turn are worth in each row."""
    before = _BUSTS_BEFORE * (model.counts // 3) if expensive else 0
    ends = np.zeros((max(1, len(graph.ends)), top + 1))
    for number, end in enumerate(graph.ends):
        lost = model.price(end, before).steps
        ends[number] = -model.step * min(lost, model.goal if model.options["negative"] == "yes" else model.goal - aim)
        if end.ends_game:
            ends[number] = model.goal * model.step * (1 if end.wins else -1)
        elif end.saved:
            ends[number] += np.minimum(np.arange(top + 1), aim) * model.step
    return ends


def offers(model: Model, players: int) -> Floats:
    """The charge of a bank in each row and situation: what the next player gains, shared by all others.

    The target is ignored. Raises SolveError when this does not settle.
    """
    graph, arrays = model.turn_of(True)
    top = 2 * model.goal  # what is near the top counts for too little
    plain = [max(0, graph.plain(at.left, at.marked)) for at in graph.situations]
    no_offer = [at.left == graph.situations[0].left for at in graph.situations]
    charge = np.zeros((top + 1, len(plain)))
    value = empty(arrays, top + 1)
    for _ in range(_MOST_ROUNDS):
        bank = _banks(model, True, np.arange(top + 1)) - charge
        offer_pass(arrays, bank, _ends(model, graph, False, 1, top), value)
        new: Floats = np.maximum(0.0, value[: top + 1, 0::2][:, plain] - value[0, 0]) / (players - 1)
        new[:, no_offer] = 0.0
        change = np.abs(new - charge).max()
        if change < _SETTLED:
            return new[: model.goal + 1]
        charge = (charge + new) / 2
    raise SolveError("With these rules the worth of the dice that a bank offers does not settle.")


def situation_after(graph: Graph, game: "TenThousandGame", keep: int) -> int:
    """The number of the situation after keeping some positions of a roll."""
    left = game.all & ~(game.kept | keep) or game.all
    marked = game.dice_set.wild >= 0 and bool(left & 1)
    cleared = faces_in_threes(game, game.multiset_of(keep)) if game.options["clear"] == "yes" else 0
    wanted = Situation(bits(left), marked, rules=(("clear", (cleared,)),) if cleared else ())
    if wanted in graph.situations:
        return graph.situations.index(wanted)
    return max(0, graph.plain(bits(left), marked))


@compiled
def turn_of(neutral: Neutral, case: int, score: int, beat: int) -> tuple[Floats, int]:
    """The values of the turn of a player with a score, and their row without turn points.

    `beat`: the score to pass in a last turn, else -1.
    """
    opened = case >> 2
    if beat < 0:
        return neutral.turns[case, max(1, min(neutral.goal - score // neutral.step, neutral.goal))], 0
    last = neutral.last[opened]
    needed = max((beat - score) // neutral.step + 1, neutral.least[opened])
    return last, max(0, len(last) - 1 - needed)


@compiled
def value_at(values: Floats, row: int, choice: int) -> float:
    """What a choice is worth."""
    return float(values[min(row, len(values) - 1), choice])


@lru_cache(maxsize=2)
def _solved(variant: str, row: "tuple[tuple[str, int | str], ...]", players: int) -> tuple[Neutral, Graph]:
    model = Model(variant, dict(row))
    return neutral_of(model, players), model.graph


class RiskNeutral:
    """Plays in the engine; what is no choice between points it does as Steady: calls, holds, throws for the start."""

    def __init__(self, game: "TenThousandGame") -> None:
        self._game = game
        self._steady = HabitPlayer(game, STEADY)

    def prepare(self) -> bool:
        """Everything is prepared."""
        return False

    def think(self) -> bool:
        """Everything is prepared."""
        return False

    def choose(self) -> "tuple[tuple[Action, ...], str]":
        """The next actions, without a reason."""
        game = self._game
        if actions.TAKE in game.legal() and game.winner_to_roll_off() < 0:
            values, row = self._turn()
            neutral, graph = self._solved()
            offered = row + game.offered_points() // neutral.step
            situation = graph.plain(bits(game.offered()), bool(game.offered() & 1))
            takes = value_at(values, offered, 2 * situation) > values[row, 0]
            return ((actions.TAKE, None), ROLL) if takes else ((actions.FRESH, None),), ""
        if game.pending or game.stage != ROLLED:
            return self._steady.choose()
        return self._keep(), ""

    def _solved(self) -> tuple[Neutral, Graph]:
        """The solved turns; not stored here, so that copies of a player stay small."""
        return _solved(self._game.variant.name, tuple(self._game.overrides.items()), self._game.players)

    def _turn(self) -> tuple[Floats, int]:
        game = self._game
        player = following = game.player
        while following == player or game.out[following]:
            following = (following + 1) % game.players
        expensive = game.house_rules.loss(game, BUST) > 0
        case = case_of(game.opened[player], expensive, game.opened[following])
        return turn_of(self._solved()[0], case, game.scores[player], game.to_beat())

    def _keep(self) -> "tuple[Action, ...]":
        """Keeps what is worth most, and banks if that is as good as to roll."""
        game = self._game
        values, row = self._turn()
        neutral, graph = self._solved()
        best, chosen, then = -np.inf, 0, ROLL
        for key in list(game.scorer.keeps[: game.find_keeps()]):
            for keep in choices(game, key):
                at = row + game.points_after(keep) // neutral.step
                choice = 2 * situation_after(graph, game, keep)
                may_bank = game.bank_refusal(keep) is None
                roll, bank = value_at(values, at, choice), value_at(values, at, choice + 1) if may_bank else -np.inf
                if max(roll, bank) > best:
                    best, chosen, then = max(roll, bank), keep, BANK if bank >= roll else ROLL
        return (actions.KEEP, chosen), then
