"""Values the roll after three alike in games where a roll that shows the same face again is thrown again (HR-09).

The turn solver ignores that rule. Here the next roll is valued without that face, but later rolls are not.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.ten_thousand.solver.roll_codes import BUST, MARKED, OUTCOME
from sixpip.players.ten_thousand.solver.turn_advice import TurnAdvice, choices
from sixpip.rules.core.actions import ROLLED, bits
from sixpip.rules.ten_thousand.house_rules.triples import faces_in_threes
from sixpip.rules.ten_thousand.odds import rolls_of
from sixpip.rules.ten_thousand.scorer import count, size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_DICE = const(3)  # with more of them, after hot dice, the solver's value remains


class ClearedAdvice(TurnAdvice):
    """TurnAdvice for games with this rule."""

    _state: "tuple[int, ...]" = ()
    _valuing: "Iterable[None]" = ()

    def think(self) -> bool:
        """Works for some milliseconds. Returns True while more is to be done before `compare` can be called."""
        if super().think():
            return True
        state = self._state_now()
        if state != self._state:
            self._state = state
            self._cleared: dict[int, int] = {}
            self._valuing = self._value_keeps()
        for _ in self._valuing:
            return True
        self._valuing = ()
        return False

    def is_ready(self) -> bool:
        """Returns whether the values are those of this roll."""
        return super().is_ready() and self._state == self._state_now() and not self._valuing

    def _state_now(self) -> "tuple[int, ...]":
        game = self._game
        return self._turn_now() + (game.points, game.kept, game.rolled) + tuple(game.faces)

    def roll_after(self, keep: int, points: int, thrown: int) -> int:
        """Returns the value of throwing dice after a keep."""
        value = self._cleared.get(keep)
        return super().roll_after(keep, points, thrown) if value is None else value

    def _value_keeps(self) -> "Iterator[None]":
        """Values the next roll after each keep with three alike; yields after each roll that is scored."""
        game = self._game
        if game.stage != ROLLED or game.pending:
            return
        game.find_keeps()
        scorer = game.scorer
        for multiset in [scorer.keeps[i] for i in range(scorer.found)]:
            faces = faces_in_threes(game, multiset)
            for keep in choices(game, multiset) if faces else ():
                thrown = game.all & ~(game.kept | keep)
                game.find_keeps()  # what the scorer holds may be another roll
                points = game.points_after(keep)
                if 0 < bits(thrown) <= MOST_DICE and not self._solver.classes.extends:
                    yield from self._value_roll(keep, points, thrown, faces)

    def _value_roll(self, keep: int, points: int, thrown: int, faces: int) -> "Iterator[None]":
        """Values a roll of some dice that does not show some faces; yields after each roll that is scored."""
        dice_set = self._game.dice_set
        sides = len(dice_set.faces) - (1 if dice_set.wild >= 0 else 0)
        clear = [face for face in range(sides) if not faces >> face & 1]
        total = 0
        rolls = 0
        for roll, ways, marked in rolls_of(dice_set, bits(thrown), dice_set.wild >= 0 and thrown & 1 == 1, clear):
            total += ways * self._best_after(roll, marked, points)
            rolls += ways
            yield
        self._cleared[keep] = total // rolls

    def _best_after(self, roll: int, marked: int, points: int) -> int:
        """Returns the value of the best choice after a roll. `marked` is the face of the marked die, -1 without it."""
        game = self._game
        solver = self._solver
        scorer = game.scorer
        best = 0
        found = scorer.score(roll)
        for i in range(found):
            multiset = scorer.keeps[i]
            left = size(roll) - size(multiset)
            banked = points + scorer.points[i]
            must_roll = game.house_rules.must_roll_after(game, multiset)
            rows = [left]
            if not left:
                rows = [solver.first_row]
                must_roll = must_roll or game.must_roll_hot
            elif marked >= 0 and not count(multiset, marked):
                rows = [left + MARKED]
            elif marked >= 0 and count(multiset, marked) < count(roll, marked):
                rows = [left, left + MARKED]
            best = max([best] + [solver.value(banked, row) for row in rows])
            if not must_roll:
                best = max(best, self.value_of_bank(banked))
        if not found:
            best = self.value_of_bank(points) if game.saves_points() else solver.values[OUTCOME + BUST]
        return best
