"""How often a turn can bank enough for the first bank, by the best play: for the check of own rules (endless.py)."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.scorer import common_divisor, size
from sixpip.rules.ten_thousand.trial_rolls import FOUND_US

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.trial_rolls import TrialRolls

    Choices = tuple[int, ...]
    """The most points of a keep of n dice: in 2 n without a bank after it, in 2 n + 1 with one; 0: there is none."""
    Step = tuple[int, int, bool]
    """Whole steps of points, dice to roll next, whether the turn can be banked."""
    Class = tuple[float, list[Step]]
    """The share of all rolls, and what can follow them."""

_FACES = const(6)
_ROUNDS = const(2)
"""How often points are gone through to which a turn can come back after hot dice: each time more chance is found."""
_FEW_ROLLS = const(3)
"""The rolls that count where a turn has no more than some: with more the chance is not lower. No rule needs more."""
_CHOICE_US = const(40)
_CLASS_US = const(110)
ADD_US = const(900)
_LEAST_STEPS = const(4)


class BankOdds:
    """The chance, from all rolls of the numbers of dice that were added; never too high.

    A roll of more dice counts as one of the most dice added, and where there is no time for all points, those of a keep
    are rounded down to whole steps.
    """

    def __init__(self, rolls: "TrialRolls", needed: int) -> None:
        self._rolls = rolls
        self._needed = needed
        self._rolls_needed = int(rolls.options["opening_rolls"])
        self._most_rolls = min(rolls.house_rules.most_rolls(), _FEW_ROLLS)
        self._classes: list[dict[Choices, int]] = []
        """For each number of dice: rolls with the same useful keeps, and how often they show."""
        self._unit = 0
        self.is_rough = False
        """Whether points were rounded down to whole steps."""

    def begin(self) -> None:
        """Begins with the rolls of one die more."""
        self._classes.append({})

    @property
    def is_complete(self) -> bool:
        """Whether all rolls were added."""
        return len(self._classes) == self._rolls.dice

    def add(self, roll: int, found: int) -> None:
        """Adds a roll, of which the scorer holds `found` keeps. Raises TooLong."""
        rolls = self._rolls
        rolls.spend(ADD_US + FOUND_US * found)
        best = [0] * (2 * rolls.dice + 2)
        keys = rolls.scorer.keys
        for i in range(found):
            kind = 2 * size(keys[i]) + rolls.can_bank(keys[i])
            points = rolls.scorer.points[i]
            if best[kind] < points:
                best[kind] = points
                if not self._unit or points % self._unit:
                    self._unit = common_divisor(self._unit, points)
        if not found and len(self._classes) == rolls.dice:
            best[2 * rolls.dice] = rolls.empty_points
        choices = tuple(best)
        classes = self._classes[-1]
        classes[choices] = classes.get(choices, 0) + rolls.ways(roll)

    def chance(self) -> float:
        """The chance that a turn can be banked with the points and rolls needed. Raises TooLong."""
        if not self._unit:
            return 0.0  # no roll added has a keep
        grid = self._find_grid()
        top = -(-self._needed // grid)
        dice = self._rolls.dice
        classes = [self._prepared(left, grid) for left in range(dice + 1)]
        if self._most_rolls:
            return self._within_rolls(classes, top)
        after = _no_chances(top, dice)
        for units in range(top, -1, -1):
            for _ in range(_ROUNDS if self.is_rough or units == top else 1):
                for left in range(1, dice + 1):
                    after[units][left] = _chance(classes[left], units, after, True)
        return self._with_rolls(classes, after) if self._rolls_needed > 1 else after[0][dice]

    def _within_rolls(self, classes: "list[list[Class]]", top: int) -> float:
        """The chance where a turn has no more than some rolls: from the last of them back to the first."""
        after = _no_chances(top, self._rolls.dice)
        for made in range(self._most_rolls, 0, -1):
            enough = made >= self._rolls_needed
            after = [
                [0.0] + [_chance(of_dice, units, after, enough) for of_dice in classes[1:]] for units in range(top + 1)
            ]
        return after[0][self._rolls.dice]

    def _with_rolls(self, classes: "list[list[Class]]", after: "list[list[float]]") -> float:
        """The chance where more rolls are needed: before the last of them the turn keeps as few dice as it can.

        `after`: the chances without that demand, by points and dice. Raises TooLong.
        """
        self.is_rough = True
        top = len(after) - 1
        fewest = [[(share, steps[:1]) for share, steps in of_dice] for of_dice in classes]
        reached = [{(0, self._rolls.dice)}]
        for made in range(1, self._rolls_needed):
            reached.append(set())
            for units, left in reached[made - 1]:
                self._rolls.spend(_ROUNDS * self._us_of(left))
                for _, steps in fewest[left]:
                    for more, following, _ends in steps:
                        reached[made].add((min(units + more, top), following))
        enough = True
        for states in reversed(reached):
            before = _no_chances(top, self._rolls.dice)
            for units, left in states:
                before[units][left] = _chance((classes if enough else fewest)[left], units, after, enough)
            after, enough = before, False
        return after[0][self._rolls.dice]

    def _us_of(self, dice: int) -> int:
        """How many microseconds the Pico takes to find the chance before a roll of some dice."""
        return sum([_CLASS_US + _CHOICE_US * (len(choices) - choices.count(0)) for choices in self._of(dice)])

    def _find_grid(self) -> int:
        """The points of one step, so many that the work is done in time. Raises TooLong."""
        us = sum([self._us_of(dice) for dice in range(1, self._rolls.dice + 1)])
        steps = -(-self._needed // self._unit)
        rounds = self._most_rolls or _ROUNDS
        times = (steps + 1) * rounds if self._most_rolls else steps + rounds
        left = self._rolls.left_us * 2 // 3
        if us * times > left:
            self.is_rough = True
            times = left // us
            steps = max(times // rounds - 1, _LEAST_STEPS)
            times = (steps + 1) * rounds
        self._rolls.spend(us * times)
        return -(-self._needed // (steps * self._unit)) * self._unit

    def _of(self, dice: int) -> "dict[Choices, int]":
        return self._classes[min(dice, len(self._classes)) - 1]

    def _prepared(self, dice: int, grid: int) -> "list[Class]":
        """The classes of the rolls of some dice, with what follows each keep."""
        if not dice:
            return []
        forced = self._rolls.options["hot_dice"] == "forced"
        rolls = _FACES ** min(dice, len(self._classes))
        found = []
        for choices, ways in self._of(dice).items():
            steps = []
            for kind, points in enumerate(choices):
                if points:
                    hot = kind >> 1 == dice
                    left = self._rolls.dice if hot else dice - (kind >> 1)
                    steps.append((points // grid, left, bool(kind & 1) and not (hot and forced)))
            found.append((ways / rolls, steps))
        return found


def _no_chances(top: int, dice: int) -> "list[list[float]]":
    return [[0.0] * (dice + 1) for _ in range(top + 1)]


def _chance(classes: "list[Class]", units: int, after: "list[list[float]]", enough: bool) -> float:
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
