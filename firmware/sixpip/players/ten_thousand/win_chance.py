"""The chance to win a game from the scores: what a bank, a bust and the outcomes of house rules are worth.

For two players the chance is that of win_table.py; for more it is the product of the chances against each other player.
"""

from array import array

from sixpip.players.ten_thousand.passes import MOST_STEPS, OUTCOME
from sixpip.players.ten_thousand.roll_codes import BANKED, BUST, CANCELED, OUT, OUTCOMES, WIN, WRECK
from sixpip.players.ten_thousand.turn_solver import CERTAIN, MOST_VALUE
from sixpip.players.ten_thousand.win_table import CELLS, LAST_TURNS, STATES, WinTable
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sixpip.players.ten_thousand.turn_solver import TurnSolver
    from sixpip.rules.ten_thousand.game import Game

_ZERO = const(4000)
"""The value of no points, so that a loss of points has a value, too."""
_STEP = const(128)
"""The value of one unit of points."""
_BANKS = const(8)  # computed in one step: a few milliseconds
_CLEARED = const(512)  # numbers set to 0 in one step
_SET = const(32)  # values set in one step


class WinChance:
    """The chances in one game. Call `prepare` until it returns False, once; then `values` in each turn likewise."""

    def __init__(self, game: "Game", solver: "TurnSolver") -> None:
        """`solver`: the solver of the game, with its classes built; it is used to prepare."""
        self._game = game
        self._solver = solver
        self._work = array("H", bytes(2 * max(solver.size, STATES * STATES)))
        self._table = WinTable(self._work)
        self._target = int(game.options["target"])
        self._most = min(MOST_STEPS, self._target // solver.unit + 1)
        self._closer = -1  # who reached the target first
        self._preparing: Iterable[None] = self._prepare()

    def prepare(self) -> bool:
        """Works for some milliseconds. True while more is left."""
        for _ in self._preparing:
            return True
        self._preparing = ()
        return False

    # Preparation: what one turn gains

    def _prepare(self) -> "Iterator[None]":
        """Computes the gains of a turn, the chances of a last turn and the table; yields every few milliseconds."""
        opening = int(self._game.options["opening"])
        yield from self._gains(0, self._table.gains[0])
        if opening:
            yield from self._gains(opening, self._table.gains[1])
        else:
            self._table.gains[1][:] = self._table.gains[0]
        if self._game.options["end"] not in ("sudden", "exact"):
            yield from self._last_turns()
        self._table.start()
        while self._table.step():
            yield

    def _gains(self, opening: int, gains: "array[int]") -> "Iterator[None]":
        """Finds how often a turn of a risk-neutral player gains how many cells."""
        solver = self._solver
        least = max(opening, int(self._game.options["bank_min"]))
        for units in range(self._most + 1):
            allowed = units * solver.unit >= least
            solver.values[units] = _ZERO + units * _STEP if allowed and units else 0
            if units % _SET == 0:
                yield
        self._set_outcomes()
        solver.start(self._most)
        yield
        while solver.step():
            yield
        yield
        chances = self._work
        for i in range(len(chances)):
            chances[i] = 0
            if i % _CLEARED == 0:
                yield
        chances[solver.place(0, solver.first_row)] = CERTAIN
        for units in range(self._most + 1):
            solver.follow(chances, units)
            if units % 2:
                yield
        yield from self._collect(chances, gains)

    def _set_outcomes(self) -> None:
        """Sets the values of outcomes in points: a third bust in a row is one of about ten."""
        values = self._solver.values
        options = self._game.options
        busts = options["busts"]
        price = 0 if busts == "none" else 2000 if busts == "all" else -int(busts)
        wreck = options["train_wreck"]
        wreck_price = 0 if wreck == "none" else 5000 if wreck == "all" else -int(wreck)
        values[OUTCOME + BUST] = max(0, _ZERO - price * _STEP // (10 * self._solver.unit))
        values[OUTCOME + WRECK] = max(0, _ZERO - wreck_price * _STEP // self._solver.unit)
        values[OUTCOME + CANCELED] = values[OUTCOME + OUT] = 0
        values[OUTCOME + WIN] = MOST_VALUE

    def _collect(self, chances: "array[int]", gains: "array[int]") -> "Iterator[None]":
        """Collects the chances of banks in cells; a bank between two cells counts for both in proportion."""
        solver = self._solver
        unit = solver.unit
        sums = [0] * (CELLS + 2)
        for units in range(self._most + 1):
            chance = chances[units] + (chances[solver.place(units, BANKED)] if solver.shift == 4 else 0)
            if chance:
                place = units * unit * CELLS * 256 // self._target
                cell = min(place >> 8, CELLS)
                part = chance * (place & 255) >> 8
                sums[cell] += chance - part
                sums[cell + 1] += part
            if units % _SET == 0:
                yield
        sums[CELLS] += sums[CELLS + 1]
        for cell in range(1, CELLS + 1):
            gains[cell] = sums[cell]
        gains[0] = CERTAIN - sum(sums[1 : CELLS + 1])

    def _last_turns(self) -> "Iterator[None]":
        """Finds the chances to gain more than a number of cells in a last turn."""
        solver = self._solver
        for i in range(OUTCOMES):
            solver.values[OUTCOME + i] = 0
        solver.values[OUTCOME + WIN] = MOST_VALUE
        for cells in range(LAST_TURNS):
            needed = cells * self._target // CELLS
            for units in range(self._most + 1):
                solver.values[units] = MOST_VALUE if units * solver.unit > needed else 0
                if units % _SET == 0:
                    yield
            solver.start(self._most)
            while solver.step():
                yield
            self._table.last_turn[cells] = solver.value(0, solver.first_row)

    # In a turn: the values of banks and outcomes

    def values(self) -> "Iterator[None]":
        """Sets the values of the solver for the turn of game.player; yields every few milliseconds."""
        game = self._game
        solver = self._solver
        score = game.scores[game.player]
        self._closer = game.house_rules.record()["end"][0]
        least = self._least_bank()
        for units in range(self._most + 1):
            points = units * solver.unit
            value = 0
            if units and points >= least:
                value = max(1, self.after(score + game.bank_value(points), True))
            solver.values[units] = value
            if units % _BANKS == 0:
                yield
        yield
        solver.values[OUTCOME + BUST] = self.after_loss(self._bust_price(score))
        solver.values[OUTCOME + WRECK] = self.after_loss(self._wreck_price(score))
        solver.values[OUTCOME + CANCELED] = self.after_loss(score)
        solver.values[OUTCOME + OUT] = 0
        solver.values[OUTCOME + WIN] = MOST_VALUE
        solver.start(self._most)

    def _least_bank(self) -> int:
        """The fewest turn points that can be banked."""
        options = self._game.options
        least = int(options["bank_min"])
        if not self._game.opened[self._game.player]:
            least = max(least, int(options["opening"]))
        return least

    def _bust_price(self, score: int) -> int:
        """What a bust costs now: the price of three in a row if it is the third."""
        busts = self._game.options["busts"]
        if busts == "none":
            return 0
        running = self._game.house_rules.record().get("busts")
        if not running or running[self._game.player] < 2:
            return 0
        return score if busts == "all" else -int(busts)

    def _wreck_price(self, score: int) -> int:
        wreck = self._game.options["train_wreck"]
        if wreck == "none":
            return 0
        return score if wreck == "all" else -int(wreck)

    def after_loss(self, price: int) -> int:
        """The chance of game.player to win after a turn that costs `price` points."""
        game = self._game
        score = game.scores[game.player] - price
        if score < 0 and game.options["negative"] == "no":
            score = 0
        return self.after(score, game.opened[game.player])

    def after(self, score: int, opened: bool) -> int:
        """The chance of game.player to win with this score after the turn; MOST_VALUE is certain."""
        game = self._game
        beat = game.to_beat()
        if beat >= 0 and score <= beat:
            return 0
        over = beat >= 0 or self._reaches(score)
        if over and game.options["end"] in ("sudden", "exact"):
            return MOST_VALUE if score == self._target or game.options["end"] == "sudden" else 0
        chance = CERTAIN
        for player in range(game.players):
            if player != game.player and not game.out[player]:
                if not over:
                    chance = chance * (CERTAIN - self._win(player, score, opened)) >> 15
                elif self._has_turn(player):
                    lead = (score - game.scores[player]) * CELLS // self._target
                    chance = chance * (CERTAIN - self._table.beaten(max(0, lead))) >> 15
        return min(chance, MOST_VALUE)

    def _reaches(self, score: int) -> bool:
        above = self._game.options["reach"] == "above"
        return score > self._target if above else score >= self._target

    def _has_turn(self, player: int) -> bool:
        """Whether another player still has a turn once game.player has reached the target or beaten the leader."""
        game = self._game
        if game.to_beat() < 0:
            later = (player - game.first) % game.players > (game.player - game.first) % game.players
            return later or game.options["end"] != "same-round"
        closer = self._closer
        return (closer - player) % game.players < (closer - game.player) % game.players and player != closer

    def _win(self, player: int, score: int, opened: bool) -> int:
        """The chance of another player, who has the move, to win against game.player with this score."""
        own, part = self._state(self._game.scores[player], self._game.opened[player])
        other, other_part = self._state(score, opened)
        chance = self._table.chance(own, other, other_part)
        if part and own < CELLS:
            chance += (self._table.chance(own + 1, other, other_part) - chance) * part >> 8
        return chance

    def _state(self, score: int, opened: bool) -> "tuple[int, int]":
        """The state of a player in the table, and the part of a cell above it (of 256)."""
        if not opened:
            return 0, 0
        place = max(0, score) * CELLS * 256 // self._target
        return min(CELLS, 1 + (place >> 8)), place & 255 if place < CELLS * 256 else 0
