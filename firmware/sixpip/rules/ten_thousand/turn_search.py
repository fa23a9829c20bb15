"""Whether a game can end: a search through turns, and through scores where the target must be hit exactly.

Points are counted in units, the largest number that divides all of them. A set of points is one number: bit i stands
for i units. The moves of each turn are those of trial_rolls.py.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.scorer import common_divisor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.rules.ten_thousand.trial_rolls import Move, TrialRolls

    State = tuple[int, int, int, int]
    """Dice to roll; rolls made, as far as they matter; last dice that scored; faces that a roll must not show."""

_MOST_BELOW_ZERO = const(10000)
_MANY = const(1000000)
_FEW_POINTS = const(500)
_FEW_SETS = const(3)
_STEP_US = const(850)
_WORD = const(512)  # bits
_WORD_US = const(120)
_BYTE_US = const(45)


class TurnSearch:
    """A search with the moves that some rolls have found."""

    def __init__(self, rolls: "TrialRolls", short_turns: bool) -> None:
        """`rolls`: those tried so far.

        `short_turns`: only turns of few rolls, with few points more than they need, are searched.
        """
        values = rolls.options
        self._rolls = rolls
        self._values = values
        self._exact = values["end"] == "exact"
        self._forced = values["hot_dice"] == "forced"
        prices = [rule.price for rule in rolls.house_rules.rules]
        self._loses_all = "all" in prices
        self._penalties = [-price for price in prices if isinstance(price, int) and price and any(rolls.can_bust)]
        self._unit = self._find_unit()
        needed = max(rolls.least_bank(0), 1)
        self._most = self._in_units(needed)
        if self._exact:
            below = _MOST_BELOW_ZERO if self._penalties and values["negative"] == "yes" else 0
            self._below = below // self._unit
            self._most = int(values["target"]) // self._unit + self._below
        self._most_in_turn = self._most
        self._sets = _MANY
        """How often all dice may be rolled in a turn."""
        if short_turns:
            self._most_in_turn = min(self._most, self._in_units(needed + _FEW_POINTS))
            self._sets = _FEW_SETS
        self._within = (2 << self._most) - 1
        self._within_turn = (2 << self._most_in_turn) - 1
        self._moves = [self._moves_of(dice) for dice in range(rolls.dice + 1)]

    def can_end(self) -> bool:
        """Whether these moves can end a game. Raises TooLong."""
        if self._rolls.ends_outright:
            return True
        return self._hits() if self._exact else self._banks(False)[1] > 0

    # Units

    def _find_unit(self) -> int:
        """The largest number that divides all points that matter."""
        unit = int(self._values["target"]) if self._exact else 0
        for moves in self._rolls.moves:
            for move in moves:
                unit = common_divisor(common_divisor(unit, move[1]), move[2])
        for points in self._penalties:
            unit = common_divisor(unit, points)
        return unit or 1

    def _in_units(self, points: int) -> int:
        """The least number of units that is so many points or more."""
        return -(-points // self._unit)

    # Turns

    def _moves_of(self, dice: int) -> "list[Move]":
        found = self._rolls.moves
        return list(found[dice]) if self._rolls.keep_all else [move for moves in found[: dice + 1] for move in moves]

    def _turns(self, opened: bool) -> "tuple[int, int]":
        """The points with which a turn can be banked, and those that a bust can bank (HR-05), as sets."""
        rolls_needed = 0 if opened else int(self._values["opening_rolls"])
        most_rolls = self._rolls.house_rules.most_rolls()
        saves = self._rolls.saves_points()
        seen: dict[State, int] = {}
        waiting: dict[State, int] = {(self._rolls.dice, 0, 0, 0): 1}
        banked = saved = 0
        for _ in range(self._sets):
            for dice in range(self._rolls.dice, 0, -1):
                for state in [state for state in waiting if state[0] == dice]:
                    points = waiting.pop(state) & ~seen.get(state, 0)
                    seen[state] = seen.get(state, 0) | points
                    rolled = min(state[1] + 1, max(rolls_needed, most_rolls))
                    if saves and rolled >= rolls_needed and self._rolls.can_bust[dice]:
                        saved |= points
                    for move in self._moves[dice] if points else ():
                        after, following = self._after(state, move, points, rolled)
                        if move[3] and rolled >= rolls_needed and not (self._forced and move[0] == dice):
                            banked |= after
                        known = seen.get(following, 0)
                        if after | known != known and not (most_rolls and rolled >= most_rolls):
                            waiting[following] = waiting.get(following, 0) | after
                    if not self._exact and (banked | saved) >> self._most:
                        return banked, saved  # enough, and more points are not less
            if not waiting:
                break
        return banked, saved

    def _after(self, state: "State", move: "Move", points: int, rolled: int) -> "tuple[int, State]":
        """The turn points after a move, and the state that follows."""
        dice, _, successes, avoided = state
        kept, worth, more, _, threes, shown = move
        if avoided & shown:
            return 0, state
        hot = kept == dice
        if more and hot:
            successes += 1
            worth += more * successes
        after = self._limited(points << worth // self._unit, self._most_in_turn)
        if self._values["clear"] == "yes":
            avoided = threes
        else:
            avoided = 0 if hot else avoided | threes
        return after, (self._rolls.dice if hot else dice - kept, rolled, successes, avoided)

    def _limited(self, points: int, most: int) -> int:
        """A set without more than `most` units; where the target is not exact, all above that count as `most`."""
        self._step(most)
        within = self._within if most == self._most else self._within_turn
        if not self._exact and points > within:
            points |= 1 << most
        return points & within

    def _step(self, bits: int) -> None:
        self._rolls.spend(_STEP_US + bits // _WORD * _WORD_US)

    def _banks(self, opened: bool) -> "tuple[int, int]":
        """The points that a turn can bank where they hit an exact target, and in other banks, as sets."""
        banked, saved = self._turns(opened)
        least = 1 if opened else max(int(self._values["opening"]), 1)
        saved = self._at_least(saved, least)
        return (
            self._at_least(banked, least) | saved,
            self._at_least(banked, max(least, int(self._values["bank_min"]))) | saved,
        )

    def _at_least(self, points: int, least: int) -> int:
        """The part of a set that has `least` points or more."""
        units = self._in_units(least)
        return points >> units << units

    # Scores, for an exact target: bit i stands for i - below units

    def _hits(self) -> bool:
        """Whether some banks, with penalties in between, add up to the target."""
        start = self._fallen(1 << self._below)
        last, banks = self._banks(False)
        if self._completes(start, last):
            return True
        scores = 0
        for score in self._members(start):
            scores |= self._limited(banks << score, self._most)
        last, banks = self._banks(True) if scores else (0, 0)
        before = -1
        while before != scores:
            before = scores
            scores = self._fallen(self._with_sums(scores, banks))
        return bool(scores >> self._most & 1) or self._completes(scores, last)

    def _fallen(self, scores: int) -> int:
        """A set of scores with those that penalties leave of them."""
        if self._penalties and scores and not self._below:
            scores |= 1  # a score does not fall below 0
        if self._loses_all and scores:
            scores |= 1 << self._below
        for points in self._penalties:
            fall = points // self._unit
            while fall <= self._most:
                self._step(self._most)
                scores |= scores >> fall
                fall *= 2
        return scores

    def _with_sums(self, scores: int, banks: int) -> int:
        """A set of scores with those that any number of banks makes of them."""
        sums = 1
        while banks & ~sums and not scores >> self._most & 1:
            points = next(self._members(banks & ~sums))
            sums = self._with_multiples(sums, points)
            scores = self._with_multiples(scores, points)
        return scores

    def _with_multiples(self, scores: int, points: int) -> int:
        """A set of scores with those that any number of banks of some points makes of them."""
        while points <= self._most:  # once more, then twice, four times ...
            scores |= self._limited(scores << points, self._most)
            points *= 2
        return scores

    def _completes(self, scores: int, banks: int) -> bool:
        """Whether one of the banks makes the target of one of the scores."""
        reached = self._in_bytes(scores)
        for points in self._members(banks):
            missing = self._most - points
            if reached[missing >> 3] >> (missing & 7) & 1:
                return True
        return False

    def _members(self, points: int) -> "Iterator[int]":
        for at, byte in enumerate(self._in_bytes(points)):
            self._rolls.spend(_BYTE_US)
            for i in range(8 if byte else 0):
                if byte >> i & 1:
                    yield at * 8 + i

    def _in_bytes(self, points: int) -> bytes:
        """A set, eight units in each byte."""
        return points.to_bytes((self._most >> 3) + 1, "little")
