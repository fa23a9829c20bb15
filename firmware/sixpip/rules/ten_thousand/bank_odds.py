"""How often a turn can bank enough for the first bank, by the best play: for the check of own rules (endless.py)."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.scorer import size
from sixpip.rules.ten_thousand.turn_search import common_divisor

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.trial_rolls import TrialRolls

    Choice = tuple[int, int, bool]
    """Dice kept, their points, whether the turn can then be banked."""
    Step = tuple[int, int, bool]
    """Whole steps of points, dice to roll next, whether the turn can be banked."""

_FACES = const(6)
_ROUNDS = const(2)
"""How often points are gone through to which a turn can come back after hot dice: each time more chance is found."""
_CHOICE_US = const(20)
_CLASS_US = const(110)
_LEAST_STEPS = const(4)


class BankOdds:
    """The chance, from all rolls of the numbers of dice that were added; never too high.

    A roll of more dice counts as one of the most dice added, and where there is no time for all points, those of a keep
    are rounded down to whole steps.
    """

    def __init__(self, rolls: "TrialRolls", needed: int) -> None:
        """`needed`: the points of the bank."""
        self._rolls = rolls
        self._needed = needed
        self._rolls_needed = int(rolls.options["opening_rolls"])
        self._classes: list[dict[tuple[Choice, ...], int]] = []
        """For each number of dice: rolls with the same useful keeps, and how often they show."""
        self._unit = 0
        self.is_rough = False
        """Whether points were rounded down to whole steps."""
        self._empty_points = int(rolls.options["empty_six"])

    def begin(self) -> None:
        """Begins with the rolls of one die more."""
        self._classes.append({})

    @property
    def is_complete(self) -> bool:
        """Whether all rolls were added."""
        return len(self._classes) == self._rolls.dice

    def add(self, roll: int, found: int) -> None:
        """Adds a roll, of which the scorer holds `found` keeps."""
        rolls = self._rolls
        best: dict[tuple[int, bool], int] = {}
        for i in range(found):
            key = rolls.scorer.keys[i]
            points = rolls.scorer.points[i]
            kind = (size(key), rolls.can_bank(key))
            if best.get(kind, 0) < points:
                best[kind] = points
                self._unit = common_divisor(self._unit, points)
        if not found and len(self._classes) == rolls.dice and self._empty_points:
            best[(rolls.dice, False)] = self._empty_points
        choices = tuple(sorted([(kind[0], best[kind], kind[1]) for kind in best]))
        classes = self._classes[-1]
        classes[choices] = classes.get(choices, 0) + self._rolls.ways(roll)

    def chance(self) -> float:
        """The chance that a turn can be banked with the points and rolls needed."""
        if not self._unit:
            return 0.0  # no roll added has a keep
        grid = self._find_grid()
        top = -(-self._needed // grid)
        dice = self._rolls.dice
        classes = [self._prepared(left, grid) for left in range(dice + 1)]
        later: list[list[float]] = []
        for made in range(self._rolls_needed, -1, -1):
            table = [[0.0] * (dice + 1) for _ in range(top + 1)]
            after = later or table
            enough = made + 1 >= self._rolls_needed
            for units in range(top, -1, -1):
                for _ in range(_ROUNDS if after is table and (self.is_rough or units == top) else 1):
                    for left in range(1, dice + 1):
                        table[units][left] = _chance(classes[left], units, after, enough)
            later = table
        return later[0][dice]

    def _find_grid(self) -> int:
        """The points of one step, so many that the work is done in time."""
        us = 0
        for dice in range(1, self._rolls.dice + 1):
            for choices in self._of(dice):
                us += _CLASS_US + _CHOICE_US * len(choices)
        us *= self._rolls_needed + 1
        left = self._rolls.left_us
        if us * (self._needed // self._unit) <= left:
            return self._unit
        self.is_rough = True
        steps = max(left // (_ROUNDS * us), _LEAST_STEPS)
        return -(-self._needed // (steps * self._unit)) * self._unit

    def _of(self, dice: int) -> "dict[tuple[Choice, ...], int]":
        return self._classes[min(dice, len(self._classes)) - 1]

    def _prepared(self, dice: int, grid: int) -> "list[tuple[float, list[Step]]]":
        """The classes of the rolls of some dice, with what follows each keep."""
        if not dice:
            return []
        forced = self._rolls.options["hot_dice"] == "forced"
        rolls = _FACES ** min(dice, len(self._classes))
        found = []
        for choices, ways in self._of(dice).items():
            steps = []
            for kept, points, ends in choices:
                hot = kept == dice
                left = self._rolls.dice if hot else dice - kept
                steps.append((points // grid, left, ends and not (hot and forced)))
            found.append((ways / rolls, steps))
        return found


def _chance(classes: "list[tuple[float, list[Step]]]", units: int, after: "list[list[float]]", enough: bool) -> float:
    """The chance before a roll with some turn points; `after`: the chances after it; `enough`: it is rolls enough."""
    total = 0.0
    top = len(after) - 1
    for share, steps in classes:
        most = 0.0
        for more, left, ends in steps:
            reached = units + more
            chance = after[min(reached, top)][left]
            if reached >= top and ends and enough:
                chance = 1.0
            if chance > most:
                most = chance
        total += most * share
    return total
