"""The coach of the ten-thousand family: what a roll and a bank are worth in points, and which of them is better.

Near the end of a game, and in a last turn (TT-20), it is the chance to win that counts.
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.advice import Advice
from sixpip.players.ten_thousand.solver.turn_advice import TurnAdvice, percent, solver_of
from sixpip.players.ten_thousand.solver.turn_solver import (
    MOST_VALUE,
    chances_to_gain,
    losses,
    points_of,
    set_points,
    value_the_end,
    wins_at_once,
)
from sixpip.players.ten_thousand.win_chance import WinChance, win_chance_of
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED, bits

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from sixpip.rules.ten_thousand.game import TenThousandGame

_LETTERS = const(21)
_SET = const(20)  # values set in one step
_NEAR = const(30)
"""The units that the leader misses at most when the chance to win counts (tools/research/solve/exact_loss.py)."""


class Coach:
    """Advises game.player. Call `think` until it returns False."""

    def __init__(self, game: "TenThousandGame", shared: "dict[str, object]") -> None:
        """`shared` is what the players of this game share (turn_advice.solver_of)."""
        self._game = game
        self._shared = shared
        self.solver = solver_of(game, shared)
        make_advice = TurnAdvice
        self._estimates = game.options["clear"] == "yes"  # see cleared_rolls.py
        if self._estimates:
            from sixpip.players.ten_thousand.cleared_rolls import ClearedAdvice

            make_advice = ClearedAdvice
        self.advice = make_advice(game, self.solver, self._set_values)
        self._wins = False  # whether the values are chances to win, not points

    def think(self) -> bool:
        """Works for some milliseconds on the turn of game.player. Returns True while there is more to do."""
        if self.solver.classes.gave_up or not self._is_choice():
            return False
        return self.solver.build() or self.advice.think()

    def is_ready(self) -> bool:
        """Returns whether `advise` has advice for the present state of the game."""
        return self._is_choice() and self.advice.is_ready()

    def _is_choice(self) -> bool:
        """Returns whether dice are to be kept or an offer is to be answered, and not what another house rule asks."""
        game = self._game
        if not game.pending:
            return game.stage == ROLLED
        return actions.TAKE in game.legal() and game.winner_to_roll_off() < 0

    def _set_values(self) -> "Iterator[None]":
        """Sets the values of the solver for this turn and starts its pass; yields every few milliseconds."""
        game = self._game
        solver = self.solver
        most = solver.most_of(game)
        chance = self._win_chance()
        if chance:
            self._wins = True
            yield from chance.values()
            return
        self._wins = game.to_beat() >= 0
        later = game.later_players() if self._wins else []
        gains = None
        if later:
            gains = yield from chances_to_gain(solver, most, game)
        yield from set_points(solver, most, game.least_bank(game.player), *losses(game))
        if self._wins:
            for units in range(most + 1):
                if solver.values[units]:
                    solver.values[units] = self._chance(units, later, gains)
                if units % _SET == 0:
                    yield
            solver.clear_outcomes()
        elif not game.later_players():  # a bank can end the game
            yield from value_the_end(solver, most, game)
        yield
        solver.start(most)

    def _win_chance(self) -> "WinChance | None":
        """Returns the chances to win if they count now and are known: shipped, or built for Master."""
        game = self._game
        near = game.to_beat() >= 0 or max(game.scores) >= game.target - _NEAR * self.solver.unit
        if game.players == 1 or not near:
            return None
        if self.solver.last_turn is None and not self._shared.get("chance"):
            return None
        chance = win_chance_of(game, self.solver, self._shared)
        return chance if chance.is_ready() else None

    def _chance(self, units: int, later: "list[int]", gains: "array[int] | None") -> int:
        """Returns the chance to win with a bank in a last turn: it beats the leader, and no later player beats it.

        `gains` has the chances to gain each number of units in a last turn.
        """
        game = self._game
        unit = self.solver.unit
        score = game.scores[game.player] + units * unit
        if score <= game.to_beat():
            return 0
        chance = MOST_VALUE
        for player in later:
            needed = -(-max(score - game.scores[player] + 1, game.least_bank(player)) // unit)
            if gains and needed < len(gains):
                chance = chance * (MOST_VALUE - gains[needed]) // MOST_VALUE
        return max(1, min(chance, MOST_VALUE - 1)) if later else chance

    # In words

    def advise(self) -> Advice:
        """Returns the best choice of game.player now. Call it only when `is_ready`; it takes a few milliseconds."""
        game = self._game
        if actions.TAKE in game.legal():
            return self._answer_offer()
        advice = self.advice
        advice.compare()
        roll, bank = advice.roll_value, advice.bank_value
        if self._wins and bank == 1:  # it is allowed, but cannot win
            bank = 0
        keep = advice.keep()
        if advice.banks():
            return self._advise_bank(keep, roll, bank)
        reason = ("" if bank else game.bank_refusal(keep)) or self._why_roll(roll, bank)
        then = _roll_words(game.dice_next(keep))
        return Advice(keep, self._odds(roll, bank), self._order(keep, then), reason[:_LETTERS])

    def _advise_bank(self, keep: int, roll: int, bank: int) -> Advice:
        """Returns the advice to bank, with the keep that BANK takes if no dice are chosen, unless another is worth
        more.
        """
        game = self._game
        best = game.best_keep()
        if not game.bank_refusal(best) and self.advice.value_of_bank(game.points_after(best)) == bank:
            keep = best
        points = game.bank_value(game.points_after(keep))
        choice = f"Bank {points_text(points)}" if keep == best else self._order(keep, "bank")
        score = game.scores[game.player] + points
        last = game.roll_refusal()
        if last:
            return Advice(keep, last, choice, "the turn ends here")
        if wins_at_once(game, score) and game.to_beat() < 0:
            return Advice(keep, f"{points_text(score)} in all", choice, "that wins the game")
        reason = f"exactly {points_text(score)}" if points == game.missing() else self._why_bank(roll, bank)
        return Advice(keep, self._odds(roll, bank), choice, reason)

    def _answer_offer(self) -> Advice:
        """Returns whether to take up the dice of the player before (DT-06)."""
        game = self._game
        points = game.offered_points()
        dice = bits(game.offered())
        gain = self.advice.offer_value(points, game.offered())
        take = self.advice.value_of(points, game.offered())
        fresh = self.advice.value_of(0, game.all)
        odds = self._pair("take", take, "fresh", fresh)
        if gain > 0:
            return Advice(0, odds, f"Take {'it' if dice == 1 else 'them'}, {_roll_words(dice)}", "worth more")
        return Advice(0, odds, "Start fresh", "1 die is not enough" if dice == 1 else f"{dice} dice are too few")

    def _order(self, keep: int, then: str) -> str:
        """Returns the order to keep some dice and what to do then, with the faces to keep."""
        game = self._game
        if game.kept | keep == game.all:
            return f"Keep all, {then}"
        shown = [game.dice_set.faces[game.faces[place]] for place in range(game.dice) if keep >> place & 1]
        article = ""
        if len(shown) == 1:
            rolled = [game.dice_set.faces[game.faces[place]] for place in range(game.dice) if game.rolled >> place & 1]
            article = "the " if rolled.count(shown[0]) == 1 else "one "
        return f"Keep {article}{' '.join(sorted(shown))}, {then}"

    def _odds(self, roll: int, bank: int) -> str:
        """Returns what a roll and a bank are worth; a bank that is not allowed is left out."""
        if not bank and self._wins and self._game.to_beat() < 0:
            return f"roll: {percent(roll)} to win"
        if not bank and not self._wins:
            return f"{'about' if self._estimates else 'roll'} {_gained(points_of(self.solver, roll))} points"
        return self._pair("about" if self._estimates else "roll", roll, "bank", bank)

    def _pair(self, one: str, first: int, other: str, second: int) -> str:
        if self._wins:
            return f"{one} {percent(first)}, {other} {percent(second)}"
        words = f"{one} {_gained(points_of(self.solver, first))}"
        both = f"{words}, {other} {_gained(points_of(self.solver, second))}"
        if len(both) > _LETTERS:
            both = both.replace(",", "")
        return both if len(both) <= _LETTERS else words  # the reason says the rest

    def _why_bank(self, roll: int, bank: int) -> str:
        if self._wins:
            return "that is enough" if bank == MOST_VALUE else _compared(roll, bank)
        cost = points_of(self.solver, bank) - points_of(self.solver, roll)
        return f"rolling costs {points_text(cost)}" if cost else "the same, and safe"

    def _why_roll(self, roll: int, bank: int) -> str:
        if self._wins and self._game.to_beat() < 0:
            return _compared(roll, bank)
        if self._wins:
            return "others may beat that" if bank else "not enough to win yet"
        gain = points_of(self.solver, roll) - points_of(self.solver, bank)
        return f"{points_text(gain)} more by rolling" if bank and gain else "a bank is worth less"


def _compared(roll: int, bank: int) -> str:
    """Returns the reason for the better one of two chances to win."""
    return "about the same" if percent(roll) == percent(bank) else "the better chance"


def _gained(points: int) -> str:
    """Returns what the score gains, with a sign, because "roll 400" would read as an order."""
    return ("+" if points >= 0 else "") + points_text(points)


def _roll_words(dice: int) -> str:
    return "roll 1 die" if dice == 1 else f"roll {dice} dice"
