"""The computer player that plays to win. It makes every choice by the chance to win from the scores of all players."""

from array import array

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.ten_thousand.computer import BANK, ROLL, BasePlayer
from sixpip.players.ten_thousand.solver.roll_codes import BUST, CANCELED, CELLS, OUT, OUTCOME, STATES, WIN, WRECK
from sixpip.players.ten_thousand.solver.turn_advice import TurnAdvice, percent, solver_of
from sixpip.players.ten_thousand.solver.turn_solver import (
    CERTAIN,
    MOST_VALUE,
    TemporaryWorker,
    TurnSolver,
    losses,
    points_of,
    set_points,
    value_the_end,
    wins_at_once,
)
from sixpip.players.ten_thousand.solver.win_table import WinTable
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED, bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sixpip.rules.ten_thousand.game import TenThousandGame

    Rival = tuple[int, int, int]
    from sixpip.players.ten_thousand.computer import Choice
    from sixpip.players.ten_thousand.offers import OfferPrices


_CHANCES = const(6)  # against another player, computed in one step: a few milliseconds
_STEP = const(10)  # binary digits of a step of the tables
BAD_LUCK = array(
    "H",
    (0, 0, 2, 5, 13, 26, 46, 76, 119, 176, 252, 351, 476, 634, 830, 1070, 1364)
    + (1720, 2149, 2663, 3278, 4010, 4882, 5918, 7151, 8619, 10372, 12474, 15011, 18103, 21926, 26756, 32768),
)
"""The chance with bad luck (of 32 768), at the index 32 * chance against one player."""
AVERAGE = array(
    "H",
    (0, 138, 492, 1021, 1700, 2510, 3434, 4460, 5573, 6763, 8019, 9330, 10687, 12080, 13500, 14937, 16384)
    + (17831, 19268, 20688, 22081, 23438, 24749, 26005, 27195, 28308, 29334, 30258, 31068, 31747, 32276, 32630, 32768),
)
"""The same with average luck."""


def chance_against_all(chances: "Iterable[int]") -> int:
    """Returns the chance to win against all players, from those against each of them; 32 768 is certain."""
    bad = average = good = CERTAIN
    for chance in chances:
        bad = bad * _at(BAD_LUCK, chance) >> 15
        average = average * _at(AVERAGE, chance) >> 15
        good = good * (CERTAIN - _at(BAD_LUCK, CERTAIN - chance)) >> 15
    return (bad + 4 * average + good) // 6


def _at(table: "array[int]", chance: int) -> int:
    """Returns the entry for a chance, interpolated between two entries of the table."""
    place = chance >> _STEP
    below = table[place]
    rest = chance & (1 << _STEP) - 1
    return below + ((table[place + 1] - below) * rest >> _STEP) if rest else below


class WinChance:
    """The chances to win in one game. First call `prepare` until it returns False; then, in each turn, run `values`."""

    def __init__(self, game: "TenThousandGame", solver: TurnSolver) -> None:
        """`solver` is the solver of the game, with its classes built; it is used to prepare."""
        self._game = game
        self._solver = solver
        self.table = WinTable(solver.seats, solver.chances)
        self._most = solver.most_of(game)
        self.rivals: list[Rival] = []
        """The other players who are not out."""
        self._beat = -1  # the score that game.player must pass in the last turns
        self.later: list[int] = []
        """The seats that still have a turn once game.player has the lead."""
        self._offers: OfferPrices | None = None
        if solver.offers:
            from sixpip.players.ten_thousand import offers  # only games with pick-up need it

            self._offers = offers.OfferPrices(game, solver, self)
        self._builder: TemporaryWorker | None = None
        if solver.last_turn is None:
            self._builder = TemporaryWorker(self._begin)
        else:
            self.table.last_turn = solver.last_turn

    def _begin(self) -> "Iterator[None]":
        from sixpip.players.ten_thousand.solver.win_table_builder import WinTableBuilder

        return WinTableBuilder(self._game, self._solver, self.table).build()

    def prepare(self) -> bool:
        """Works for some milliseconds. Returns True while more is left."""
        if self._builder and not self._builder.step():
            self._builder = None
        return self._builder is not None

    def values(self) -> "Iterator[None]":
        """Sets the values of the solver for the turn of game.player; yields every few milliseconds."""
        game = self._game
        solver = self._solver
        score = game.scores[game.player]
        self._beat = game.to_beat()
        others = [player for player in range(game.players) if player != game.player and not game.out[player]]
        self.rivals = [self.rival(player, game.scores[player]) for player in others]
        self.later = sorted(game.later_players())  # the league's order: `after` rounds each product
        offers = self._offers
        if offers:
            yield from offers.set()
        least = game.least_bank(game.player)
        banks = max(1, _CHANCES // max(1, game.players - 1))  # in one step
        for units in range(self._most + 1):
            points = units * solver.unit
            value = 0
            if units and points >= least:
                value = max(1, self.after(score + game.bank_value(points), True))
            solver.values[units] = value
            if offers:
                offers.set_price(units, value)
            if units % banks == 0:
                yield
        yield
        for outcome, lost in zip((BUST, WRECK, CANCELED), losses(game)):
            solver.values[OUTCOME + outcome] = self.after(score - lost, game.opened[game.player])
        solver.values[OUTCOME + OUT] = 0
        solver.values[OUTCOME + WIN] = MOST_VALUE
        solver.start(self._most, offers is not None and offers.charges)

    def after(self, score: int, opened: bool) -> int:
        """Returns the chance of game.player to win with this score after the turn that `values` was last called for."""
        if self._beat >= 0 and score <= self._beat:
            return 0
        if not self.is_last(score):
            return self.against(self.rivals, score, opened)
        chance = CERTAIN
        for player in self.later:
            lead = score - self._game.scores[player]
            chance = chance * (CERTAIN - self.table.beaten(lead, self._solver.unit)) >> 15
        return min(chance, MOST_VALUE)

    def is_last(self, score: int) -> bool:
        """Returns whether each other player has at most one turn after game.player has banked this score."""
        return self._beat >= 0 or self._game.reaches(score)

    def against(self, rivals: "list[Rival]", score: int, opened: bool) -> int:
        """Returns the chance of game.player to win with this score after the turn, before the last turns."""
        state, part = self._state(score, opened)
        chances = [CERTAIN - self._win(rival, state, part) for rival in rivals]
        return min(chances[0] if len(chances) == 1 else chance_against_all(chances), MOST_VALUE)

    # The states of players

    def rival(self, player: int, score: int) -> "Rival":
        """Returns a player who is to move, the index in the table of the state with this score, and the part of a cell
        above it.
        """
        game = self._game
        own, part = self._state(score, game.opened[player])
        is_later = (player - game.first) % game.players > (game.player - game.first) % game.players  # in each round
        return player, self.table.place(is_later, own, 0), part if own < CELLS else 0

    def _win(self, rival: "Rival", state: int, part: int) -> int:
        """Returns the chance of another player, who has the move, to win against game.player in a state."""
        place = rival[1] + state
        chance = self.table.chance(place, part)
        if rival[2]:
            chance += (self.table.chance(place + STATES, part) - chance) * rival[2] >> 8
        return chance

    def _state(self, score: int, opened: bool) -> "tuple[int, int]":
        """Returns the state of a player in the table, and the part of a cell above it (of 256)."""
        if not opened:
            return 0, 0
        place = max(0, score) * CELLS * 256 // self._game.target
        return min(CELLS, 1 + (place >> 8)), place & 255 if place < CELLS * 256 else 0


_PATIENCE = const(180)  # steps of preparation, of at most 5 ms each, that people wait for once in a game
_ENOUGH = const(7)  # units
_FEW_DICE = const(2)


class MasterPlayer(BasePlayer):
    """Chooses what TurnAdvice finds best. Until that is ready it plays by two limits.

    A Master who plays alone plays for the most points in each turn.
    """

    def __init__(self, game: "TenThousandGame", style: int, shared: "dict[str, object] | None" = None) -> None:
        """`style` is always MASTER; `shared` is what the players of this game share (turn_advice.solver_of)."""
        del style
        super().__init__(game)
        self.solver = solver_of(game, {} if shared is None else shared)
        self._chance: WinChance | None = None
        self.advice: TurnAdvice | None = None
        self._steps = 0

    def prepare(self) -> bool:
        """Works ahead in the turn of another player. Returns True while more can be done."""
        if self.advice or self.solver.classes.gave_up:
            return False
        self._prepare()
        return True

    def _prepare(self) -> None:
        if self._chance is None:
            if self.solver.build() or self.solver.classes.gave_up:
                return
            if self._game.players == 1:
                self._advise(self._values_alone)
            else:
                self._chance = WinChance(self._game, self.solver)
        elif not self._chance.prepare():
            self._advise(self._chance.values)

    def _advise(self, set_values: "Callable[[], Iterator[None]]") -> None:
        """Makes the advice. `set_values` sets the values of all ends of a turn."""
        make_advice = TurnAdvice
        if self._game.options["clear"] == "yes":
            from sixpip.players.ten_thousand.cleared_rolls import ClearedAdvice

            make_advice = ClearedAdvice
        self.advice = make_advice(self._game, self.solver, set_values)

    def _values_alone(self) -> "Iterator[None]":
        """Sets the values of the solver for a turn without other players; yields every few milliseconds."""
        game = self._game
        most = self.solver.most_of(game)
        yield from set_points(self.solver, most, game.least_bank(game.player), *losses(game))
        yield from value_the_end(self.solver, most, game)
        self.solver.start(most)

    def think(self) -> bool:
        """Works for some milliseconds. Returns True while a choice needs more, but not for longer than people wait."""
        if not self.prepare():
            return self.advice is not None and self.advice.think()
        if self._game.stage != ROLLED:  # every style rolls then
            return False
        self._steps += 1
        return self._steps < _PATIENCE

    def _ready_advice(self) -> "TurnAdvice | None":
        """Returns the advice for this turn, None where there was no time for it."""
        return self.advice if self.advice and self.advice.is_ready() else None

    def answer_offer(self) -> "Choice":
        """Takes up the dice of the player before if they are worth more than all dice."""
        game = self._game
        advice = self._ready_advice()
        if not advice:
            return ((actions.FRESH, None),), "all dice are safer"
        dice = game.offered()
        points = game.offered_points()
        if advice.offer_value(points, dice) > 0:
            named = "1 die" if bits(dice) == 1 else f"{bits(dice)} dice"
            return ((actions.TAKE, None), ROLL), f"{named} with {points_text(points)}"
        return ((actions.FRESH, None),), "all dice are better"

    def go_on(self) -> "Choice":
        """Makes the keep that is best together with the bank or roll after it."""
        advice = self._ready_advice()
        if not advice:
            return self._go_on_by_limits()
        advice.compare()
        keep = advice.keep()
        if advice.banks():
            return self._keep(keep) + (BANK,), self._why_bank(advice.bank_value, self._game.points_after(keep))
        return self._roll_on(keep), self._reason(advice.roll_value, "roll")

    def _go_on_by_limits(self) -> "Choice":
        """Plays without advice: keeps the most points that may be banked, and banks enough points or before a roll of
        few dice.
        """
        game = self._game
        keys = game.scorer.keeps
        keeps = [game.positions_of(keys[i]) for i in range(game.find_keeps())] or [0]
        keeps.sort(key=game.points_after, reverse=True)
        for keep in keeps:
            if not game.bank_refusal(keep):  # not all dice where hot dice must be rolled, and nothing past a target
                reason = self._limit_reached(keep)
                return (self._keep(keep) + (BANK,), reason) if reason else (self._roll_on(keep), "not enough to bank")
        return self._roll_on(keeps[0]), "it may not bank yet"

    def _limit_reached(self, keep: int) -> str:
        """Returns the reason to bank with `keep` if there is no advice, "" to roll on."""
        game = self._game
        points = game.points_after(keep)
        score = game.scores[game.player] + points
        beat = game.to_beat()
        enough = points >= _ENOUGH * self.solver.unit or game.dice_next(keep) <= _FEW_DICE or game.reaches(score)
        if not enough or (beat >= 0 and score <= beat):
            return game.roll_refusal() or ""
        return f"{points_text(points)} is enough"

    def _why_bank(self, value: int, points: int) -> str:
        """Returns the reason to bank some points."""
        game = self._game
        if not wins_at_once(game, game.scores[game.player] + game.bank_value(points)):
            return self._reason(value, "bank")
        return "that is the target" if game.players == 1 else "that wins the game"

    def _reason(self, value: int, what: str) -> str:
        """Returns the chance to win as a reason; against several players it is an estimate. For a single player it is
        points.
        """
        if self._game.players == 1:
            return f"{what}: worth {points_text(points_of(self.solver, value))}"
        chance = percent(min(value, MOST_VALUE - 1))
        return f"{what}: {chance} to win" if self._game.players == 2 else f"{what} wins about {chance}"
