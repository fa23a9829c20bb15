"""The coach of the ten-thousand family: what a roll and a bank are worth in points, and which of them is better.

In a last turn (TT-20) it is the chance to beat the leader that counts.
"""

from sixpip.players.advice import Advice
from sixpip.players.ten_thousand.turn_advice import TurnAdvice, solver_of
from sixpip.players.ten_thousand.turn_points import (
    ZERO,
    bust_price,
    least_bank,
    points_of,
    set_points,
    wreck_price,
)
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import actions
from sixpip.rules.stages import ROLLED, bits
from sixpip.written import points as written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.rules.ten_thousand.game import Game

_CERTAIN = const(32767)
_LETTERS = const(21)


class Coach:
    """Advises game.player. Call `think` until it returns False."""

    def __init__(self, game: "Game", shared: "dict[str, object]") -> None:
        """`shared`: what the players of this game share (turn_advice.solver_of)."""
        self._game = game
        self._solver = solver_of(game, shared)
        self._advice = TurnAdvice(game, self._solver, self._set_values, False)
        self._wins = False  # the values are chances to win, not points

    def think(self) -> bool:
        """Works for some milliseconds on the turn of game.player; True while there is more to do."""
        if self._solver.classes.is_too_large or not self._is_choice():
            return False
        try:
            return self._solver.build() or self._advice.think()
        except MemoryError:
            self._solver.give_up()
            return False

    def is_ready(self) -> bool:
        """Whether `advise` has something to say about the present state of the game."""
        return self._is_choice() and self._advice.is_ready()

    def _is_choice(self) -> bool:
        """Whether dice are to be kept, or an offer is to be answered; a house rule may ask something else."""
        game = self._game
        if actions.TAKE in game.legal():
            return game.winner_to_roll_off() < 0
        return game.stage == ROLLED and not game.pending

    def _set_values(self) -> "Iterator[None]":
        """Sets the values of the solver for this turn and starts its pass; yields every few milliseconds."""
        game = self._game
        solver = self._solver
        most = solver.most_of(game)
        yield from set_points(solver, most, least_bank(game), bust_price(game), wreck_price(game))
        score = game.scores[game.player]
        beat = game.to_beat()
        self._wins = beat >= 0
        if self._wins:
            for units in range(most + 1):
                solver.values[units] = _CERTAIN if solver.values[units] and score + units * solver.unit > beat else 0
            solver.clear_outcomes()
        elif game.options["end"] in ("sudden", "exact"):
            self._value_the_end(score, most)
        yield
        solver.start(most)

    def _value_the_end(self, score: int, most: int) -> None:
        """Values the banks that reach the target, where the game ends with that: more points are worth no more.

        A bank that would pass an exact target scores nothing (CW-07, HR-12).
        """
        game = self._game
        values = self._solver.values
        enough = 0
        for units in range(most + 1):
            points = units * self._solver.unit
            if values[units] and game.bank_value(points) < points:
                values[units] = ZERO
            elif values[units] and self._ends(score + points):
                enough = enough or values[units]
                values[units] = enough

    def _ends(self, score: int) -> bool:
        """Whether a score ends the game at once."""
        options = self._game.options
        target = int(options["target"])
        if options["end"] == "exact":
            return score == target
        return options["end"] == "sudden" and (score > target or (score == target and options["reach"] == "at"))

    # In words

    def advise(self) -> Advice:
        """The best choice of game.player now. Call it only when `is_ready`; it takes a few milliseconds."""
        game = self._game
        if actions.TAKE in game.legal():
            return self._answer_offer()
        advice = self._advice
        advice.compare()
        roll, bank = advice.roll_value, advice.bank_value
        keep = advice.keep()
        if advice.banks():
            points = game.points_after(keep)
            wins = self._ends(game.scores[game.player] + points)
            reason = "that wins the game" if wins else self._why_bank(roll, bank)
            return Advice(keep, self._odds(roll, bank), f"Bank {written(points)}", reason)
        reason = game.bank_refusal(keep) or self._why_roll(roll, bank)
        return Advice(keep, self._odds(roll, bank), self._order(keep, game.dice_next(keep)), reason[:_LETTERS])

    def _answer_offer(self) -> Advice:
        """Whether to take up the dice of the player before (DT-06)."""
        game = self._game
        points = game.pending.record()[0] if game.pending else 0
        gain = self._advice.offer_value(points, game.offered())
        take = self._advice.value_of(points, game.offered())
        fresh = self._advice.value_of(0, game.all)
        odds = self._pair("take", take, "fresh", fresh)
        if gain > 0:
            return Advice(0, odds, f"Take them, roll {bits(game.offered())}", "worth more")
        return Advice(0, odds, "Start fresh", f"{bits(game.offered())} dice are too few")

    def _order(self, keep: int, dice: int) -> str:
        """The order to keep some dice and roll others, with the faces to keep where they fit."""
        game = self._game
        then = f"roll {dice}"
        if game.kept | keep == game.all:
            return f"Keep all, {then}"
        shown = [game.dice_set.faces[game.faces[place]] for place in range(game.dice) if keep >> place & 1]
        order = f"Keep {' '.join(sorted(shown))}, {then}"
        return order if len(order) <= _LETTERS else f"Keep {len(shown)}, {then}"

    def _odds(self, roll: int, bank: int) -> str:
        """What a roll and a bank are worth; a bank that is not allowed is left out."""
        if not bank and not self._wins:
            return f"roll {written(points_of(self._solver, roll))}"
        return self._pair("roll", roll, "bank", bank)

    def _pair(self, one: str, first: int, other: str, second: int) -> str:
        """Two values side by side."""
        if self._wins:
            return f"{one} {first * 100 // _CERTAIN}%, {other} {second * 100 // _CERTAIN}%"
        points, other_points = points_of(self._solver, first), points_of(self._solver, second)
        words = f"{one} {written(points)}, {other} {written(other_points)}"
        if len(words) > _LETTERS:
            words = words.replace(",", "")
        return words if len(words) <= _LETTERS else f"{one} {points} {other} {other_points}"

    def _why_bank(self, roll: int, bank: int) -> str:
        if self._wins:
            return "that is enough" if bank == _CERTAIN else "the better chance"
        return f"rolling costs {points_of(self._solver, bank) - points_of(self._solver, roll)}"

    def _why_roll(self, roll: int, bank: int) -> str:
        if self._wins:
            return "not enough to win yet"
        gain = points_of(self._solver, roll) - points_of(self._solver, bank)
        return f"{gain} more by rolling" if bank and gain else "a bank is worth less"
