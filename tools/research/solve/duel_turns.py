"""Single turns of a game of two players: the chance to win from every state of a turn, at any scores."""

from typing import NamedTuple

import numpy as np

from tools.research.solve.duel import Duel, pass_values, setting_of
from tools.research.solve.graph import Chances, Floats, Ints
from tools.research.solve.model import Model
from tools.research.solve.one_turn import solve_turn
from tools.research.solve.pick_up import Offers, banks_of, offers_of
from tools.research.solve.pick_up import turn_values as values_with_offers
from tools.research.solve.points import Turn
from tools.research.solve.probe import End, SolveError

_MOST = 10
"""Targets: the highest score of a position."""


class Position(NamedTuple):
    """Two players before a turn; scores are in steps."""

    own: int
    """Of the player to move."""
    other: int
    counts: int = 0
    """Of bad turns of the player to move (Model.counts)."""
    others: int = 0
    """The same for the other player."""
    seat: int = 0
    """1 for the player who has the last turn of a round."""


def position_of(model: Model, own: int, other: int) -> Position:
    """The position with these points: the player to move began the round, unless the other one has the target.

    Raises SolveError for scores with which no player is to move.
    """
    last_licks = model.options["end"] == "last-licks" and other > own
    mosts = (_MOST * model.goal if last_licks else model.goal - 1), _MOST * model.goal
    if model.options["end"] == "sudden":
        mosts = model.goal - 1, model.goal - 1
    for score, most in zip((own, other), mosts):
        check_score(model, score, most)
    own, other = own // model.step, other // model.step
    return Position(own, other, seat=int(other >= model.goal))


def check_score(model: Model, score: int, most: int) -> None:
    """Raises SolveError for a score that no player can have; `most`: the highest one, in steps."""
    if score < 0 or score % model.step or score // model.step > most:
        raise SolveError(f"--scores {score} is not possible: use a multiple of {model.step} up to {most * model.step}.")


class DuelTurns:
    """The turns of one game; `duel` is its solution."""

    def __init__(self, model: Model, duel: Duel) -> None:
        self._model = model
        self._duel = duel
        self._setting = setting_of(model)
        self._offers = offers_of(model) if duel.offers is not None else None

    def turn(self, at: Position) -> Turn:
        """The turn of the player to move; the last turns have begun if the other one has reached the target."""
        if at.other >= self._model.goal:
            return self._last_turn(at)
        if self._offers and self._duel.offers is not None:
            return self._turn_with_offers(self._offers, self._duel.offers, at)
        setting, opened = self._setting, at.own > 0
        graph, arrays = self._model.turn_of(opened)
        least = int(setting.least_bank[int(opened)])
        top = max(min(self._model.goal - at.own + setting.beyond, setting.most), least)
        rows = np.arange(top + 1, dtype=np.int32)
        banks = self._after(at, 0, at.own + rows)
        ends = np.zeros((max(1, len(graph.ends)), len(rows)))
        for number, how in enumerate(graph.ends):
            ends[number] = self._after_end(at, how, rows)
        bank = np.where(rows >= least, banks, -np.inf)
        value = solve_turn(arrays, bank, ends, setting.beyond > 0 or top == setting.most)

        def end(how: End) -> float:
            return float(self._after_end(at, how, rows)[0])

        return Turn(value, lambda row, _: float(banks[min(row, top)]), end, opened)

    def _after(self, at: Position, counts: int, scores: Ints) -> Floats:
        """The chance to win after a turn that ends with some scores."""
        setting, win, goal, zero = self._setting, self._duel.win, self._model.goal, self._model.zero
        seat = at.seat % len(win)
        score = np.minimum(scores, goal - 1) + zero
        chances = 1.0 - win[(seat + 1) % len(win), at.others, counts, at.other + zero, score]
        missing = np.clip(scores - at.other + 1, 0, setting.closing.shape[2] - 1)
        after: Floats = np.where(scores >= goal, setting.closing[seat, int(at.other > 0), missing], chances)
        return after

    def _after_end(self, at: Position, how: End, rows: Ints) -> Floats:
        """The same after a turn that a roll ends, for each number of turn points in steps."""
        if how.ends_game:
            return np.full(len(rows), float(how.wins))
        price = self._model.price(how, at.counts)
        saves = how.saved & (at.own > 0 or rows >= self._setting.opening)
        return self._after(at, price.counts, np.maximum(-self._model.zero, at.own + rows * saves - price.steps))

    def _turn_with_offers(self, offers: Offers, win: Chances, at: Position) -> Turn:
        """A turn where the other player may take up dice."""
        lost = 1.0 - self._duel.win[0, 0, 0, at.other, at.own]
        bank = banks_of(offers, win, at.own, at.other)
        value = values_with_offers(offers, win, at.own, at.other, bank, lost)

        def end(how: End) -> float:
            return float(how.wins) if how.ends_game else float(lost)

        return Turn(value, lambda row, situation: float(bank[min(row, len(bank) - 1), situation]), end, at.own > 0)

    def _last_turn(self, at: Position) -> Turn:
        """A turn that must pass the score of the other player."""
        need = at.other - at.own + 1
        after = self._setting.closing[0, 1, 1:] if self._model.options["end"] == "last-licks" else None
        value = pass_values(self._model, need, at.own > 0, after)

        def bank(row: int, _: int) -> float:
            if row < need:
                return 0.0
            return 1.0 if after is None else float(after[min(row - need, len(after) - 1)])

        return Turn(value, bank, lambda how: float(how.wins), at.own > 0)
