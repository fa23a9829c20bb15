"""The odds that a roll busts, counted exactly with the scorer of the game."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.next_roll import NextRoll
from sixpip.rules.ten_thousand.scorer import Scorer, count, fits, most_of_a_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sixpip.rules.dice_sets import DiceSet
    from sixpip.rules.option import Options

_FACTORIALS = (1, 1, 2, 6, 24, 120, 720, 5040)
_ROLLS = const(4)  # scored in one step of prepare: about 2 ms on the Pico
_AT_ONCE = const(20)  # scored before the screen is drawn


class BustOdds:
    """How often rolls bust. Where no house rule changes that, it is counted once for each number of dice."""

    def __init__(self, dice_set: "DiceSet", options: "Options", dice: int, scorer: "Scorer | None" = None) -> None:
        """`dice_set`, `options` (a value for every key) and `dice`, the size of the set, are those of the game.

        `scorer`: that of the game can be shared, because the game scores its roll again when needed; a second one
        takes 4 KB.
        """
        self._scorer = scorer or Scorer(dice_set, options, dice)
        self._dice_set = dice_set
        self._faces = len(dice_set.faces) - (1 if dice_set.wild >= 0 else 0)
        rows = self._scorer.of_a_kind
        self._sun_scores = len(self._idle(rows)) < self._faces and all([row[3] >= 0 for row in rows[: self._faces]])
        self._busts: dict[int, int] = {}
        self._count: Iterator[None] | None = None
        self._asked: tuple[object, ...] | None = None
        self._counted: tuple[int, int] | None = None
        self.is_new = False
        """Whether `prepare` has just counted what `chance` was asked for."""

    def busts(self, dice: int, marked: bool = False) -> int:
        """The number of ordered rolls (of faces ** dice) without a legal keep (TT-04); `marked`: with the sun's die."""
        key = dice * 2 + marked
        if key not in self._busts:
            for _ in self._counting(_plain(dice, marked)):
                pass
        return self._busts[key]

    def prepare(self, most: int) -> bool:
        """Counts on for some milliseconds; True while more is left.

        First what `chance` was asked for, then ahead of busts() for up to `most` dice.
        """
        if not self._count:
            step = 2 if self._dice_set.wild < 0 else 1
            missing = [key for key in range(2, most * 2 + 2, step) if key not in self._busts]
            if not missing:
                return False
            self._count = self._counting(_plain(missing[0] >> 1, missing[0] & 1 == 1))
        waiting = self._asked is not None and self._counted is None
        self._count_on(_ROLLS)
        self.is_new = waiting and self._counted is not None
        return True

    def chance(self, roll: NextRoll) -> "tuple[int, int] | None":
        """The chance that a roll busts, as a fraction: (busts, rolls). None while `prepare` has to count it."""
        if roll.safe:
            return 0, 1
        if roll.is_plain():
            busts, rolls = self.busts(roll.dice, roll.marked), self._faces**roll.dice
        else:
            if roll.key() != self._asked:
                self._asked = roll.key()
                self._counted = None
                self._count = self._counting(roll)
                self._count_on(_AT_ONCE)
            if not self._counted:
                return None
            busts, rolls = self._counted
        return busts**roll.throws, rolls**roll.throws

    def _count_on(self, most: int) -> None:
        """Looks at up to `most` rolls more."""
        rolls = 0
        for _ in self._count or ():
            rolls += 1
            if rolls == most:
                return
        self._count = None

    def _counting(self, roll: NextRoll) -> "Iterator[None]":
        """Counts and notes the busts of a roll, and the rolls not thrown again; yields after each roll."""
        faces = range(self._faces)
        cleared = [face for face in faces if not roll.again >> face & 1]
        rolls = len(cleared) ** roll.dice
        if roll.marked and roll.again >> self._dice_set.under_wild & 1:  # that die has the sun in place of this face
            rolls += len(cleared) ** (roll.dice - 1)
        idle = faces if roll.held else self._idle(roll.rows or self._scorer.of_a_kind)
        busts = 0
        for key, ways in self._rolls(roll.dice, roll.marked, [face for face in cleared if face in idle]):
            if self._has_no_keep(key, roll):
                busts += ways
            yield
        if roll.ends_turn:
            for key, ways in self._rolls(roll.dice, roll.marked, faces):
                if roll.ends_turn(key):
                    busts += ways
                    if any([roll.again >> face & 1 and count(key, face) for face in faces]):
                        rolls += ways  # it is not thrown again
                yield
        if roll.is_plain():
            self._busts[roll.dice * 2 + roll.marked] = busts
        else:
            self._counted = busts, rolls

    def _has_no_keep(self, key: int, roll: NextRoll) -> bool:
        """Whether nothing can be kept of the thrown multiset `key`."""
        key += roll.held
        if roll.gathered and most_of_a_kind(roll.gathered + key) == 1:
            return False
        if roll.held:
            keys = self._scorer.keys
            return not any([fits(roll.held, keys[i]) for i in range(self._scorer.score(key, roll.rows))])
        return not self._scores(key, roll.rows)

    def _scores(self, key: int, rows: "list[list[int]] | None" = None) -> bool:
        if self._sun_scores and key >> (4 * self._faces):
            return True  # a sun alone counts as a face that scores, with a pair it makes three
        return self._scorer.score(key, rows) > 0

    def _idle(self, rows: "list[list[int]]") -> "list[int]":
        """The faces that do not score alone: only rolls of these can bust."""
        return [face for face in range(self._faces) if rows[face][1] < 0]

    def _rolls(self, dice: int, marked: bool, faces: "Sequence[int]") -> "Iterator[tuple[int, int]]":
        """Every multiset of some dice that show `faces` or a sun, with the number of ways to roll it."""
        table = self._dice_set
        first = [face for face in faces if face != table.under_wild] + [table.wild] if marked else [-1]
        for marked_face in first:
            left, shown = (dice - 1, 1 << (4 * marked_face)) if marked else (dice, 0)
            for parts in shares(left, len(faces)):
                key = shown
                for place in range(len(parts)):
                    key += parts[place] << (4 * faces[place])
                yield key, count_ways(parts, left)


def _plain(dice: int, marked: bool) -> NextRoll:
    """A roll of some dice that no house rule changes."""
    return NextRoll(dice, marked, 0, 0, 0, 0)


def in_words(busts: int, rolls: int) -> str:
    """A chance in small numbers, at most a tenth wrong: "1 in 4 busts", "2 in 3 bust"."""
    if not busts:
        return "cannot bust"
    if busts == rolls:
        return "always busts"
    rarer = min(busts, rolls - busts)
    whole = max(rolls * 10 // (rarer * 11), 1)  # a smaller one cannot be near enough
    while True:
        part = (busts * whole * 2 + rolls) // (rolls * 2)
        if part and abs(part * rolls - busts * whole) * 10 <= rarer * whole:
            return f"{part} in {whole} busts" if part == 1 else f"{part} in {whole} bust"
        whole += 1


def shares(whole: int, parts: int) -> "Iterator[list[int]]":
    """Every way to distribute `whole` dice among `parts` faces; yields the same list each time, changed."""
    shares = [whole] + [0] * (parts - 1)
    if not parts:
        return
    while True:
        yield shares
        place = 0
        while place < parts and not shares[place]:
            place += 1
        if place >= parts - 1:
            return
        first = shares[place]
        shares[place] = 0
        shares[0] = first - 1
        shares[place + 1] += 1


def count_ways(parts: "list[int]", dice: int) -> int:
    """The number of ordered rolls of some dice in which each face shows as often as `parts` says."""
    found = _FACTORIALS[dice]
    for part in parts:
        if part > 1:
            found //= _FACTORIALS[part]
    return found
