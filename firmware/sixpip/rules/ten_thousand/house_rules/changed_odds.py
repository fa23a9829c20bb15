"""The odds of the next roll in games whose house rules change them, and the class that describes that roll."""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.actions import bits
from sixpip.rules.ten_thousand.odds import BustOdds, rolls_of
from sixpip.rules.ten_thousand.scorer import count, fits, most_of_a_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sixpip.rules.ten_thousand.game import TenThousandGame


class NextRoll:
    """A description of the next roll. House rules set the fields after `scored` in their hook `next_roll`."""

    def __init__(self, dice: int, marked: bool, keep: int, points: int, hold: int, scored: int) -> None:
        """Describes a roll of `dice` dice after the tray positions `keep` of the last roll are kept; see
        BustOdds.chance.
        """
        self.dice = dice
        self.marked = marked
        """Whether the die with the sun is thrown."""
        self.keep = keep
        self.points = points
        """The turn points before the roll."""
        self.hold = hold
        """The positions held after a bust (HR-03)."""
        self.scored = scored
        """The positions that are scored together."""
        self.held = 0
        """The multiset that every keep must contain."""
        self.rows: list[list[int]] | None = None
        """Other points for dice of a kind, in the shape of Scorer.of_a_kind."""
        self.gathered = 0
        """The kept multiset that makes a straight together with a roll whose dice all differ from it and from each
        other."""
        self.again = 0
        """The faces, one bit each, that cause a roll to be thrown again."""
        self.ends_turn: Callable[[int], bool] | None = None
        """Says whether a multiset ends the turn although it scores; None if none does."""
        self.throws = 1
        """The number of rolls without a keep after which it is a bust."""
        self.is_uncounted = False
        """Whether the roll may be lost although dice score. How often that happens is not counted."""
        self.safe = False
        """Whether the roll cannot bust."""

    def is_plain(self) -> bool:
        """Returns whether the scorer alone says which rolls have no keep."""
        return not (self.held or self.rows or self.gathered or self.again or self.ends_turn)

    def key(self) -> "tuple[object, ...]":
        """Returns a key; two rolls of a game with equal keys are equally likely to have no keep."""
        return self.dice, self.marked, self.held, self.rows, self.gathered, self.again, self.ends_turn is None


_AT_ONCE = const(20)  # rolls scored before the screen is drawn
_IN_A_STEP = const(4)  # rolls scored in one step of prepare: about 4 ms on the Pico


class ChangedOdds(BustOdds):
    """Computes how often a roll busts with the house rules of the game. Caches only the last roll asked for."""

    _asked: "tuple[object, ...] | None" = None
    _counted: "tuple[int, int] | None" = None
    _count: "Iterator[None] | None" = None

    def prepare(self, most: int) -> bool:
        """Continues the count that `chance` began, then works as BustOdds.prepare does."""
        if not self._count:
            self.is_new = False
            return super().prepare(most)
        self._count_on(_IN_A_STEP)
        self.is_new = self._counted is not None
        return True

    def chance(
        self, game: "TenThousandGame", thrown: int, keep: int, points: int, hold: int
    ) -> "tuple[int, int] | None":
        """Works as BustOdds.chance does, with the house rules. Always returns None where they make it too hard to
        count.
        """
        marked = self._dice_set.wild >= 0 and thrown & 1 == 1
        roll = NextRoll(bits(thrown), marked, keep, points, hold, thrown | hold)
        for rule in game.house_rules.rules:
            rule.next_roll(game, roll)
        if roll.is_uncounted:
            return None
        if roll.safe:
            return 0, 1
        if roll.is_plain():
            chance = self.busts(roll.dice, marked), self._faces**roll.dice
        else:
            if roll.key() != self._asked:
                self._asked = roll.key()
                self._counted = None
                self._count = self._counting_changed(roll)
                self._count_on(_AT_ONCE)
            if not self._counted:
                return None
            chance = self._counted
        return chance[0] ** roll.throws, chance[1] ** roll.throws

    def _count_on(self, most: int) -> None:
        """Continues the count with up to `most` rolls."""
        rolls = 0
        for _ in self._count or ():
            rolls += 1
            if rolls == most:
                return
        self._count = None

    def _counting_changed(self, roll: NextRoll) -> "Iterator[None]":
        """Counts the busts of a roll and the rolls that are not thrown again; yields after each roll."""
        faces = range(self._faces)
        cleared = [face for face in faces if not roll.again >> face & 1]
        rolls = len(cleared) ** roll.dice
        if roll.marked and roll.again >> self._dice_set.under_wild & 1:  # that die has the sun in place of this face
            rolls += len(cleared) ** (roll.dice - 1)
        rows = roll.rows or self._scorer.of_a_kind
        idle = [face for face in cleared if roll.held or rows[face][1] < 0]
        busts = 0
        for multiset, ways, _ in rolls_of(self._dice_set, roll.dice, roll.marked, idle):
            if self._has_no_keep(multiset, roll):
                busts += ways
            yield
        if roll.ends_turn:
            for multiset, ways, _ in rolls_of(self._dice_set, roll.dice, roll.marked, faces):
                if roll.ends_turn(multiset):
                    busts += ways
                    if any([roll.again >> face & 1 and count(multiset, face) for face in faces]):
                        rolls += ways  # it is not thrown again
                yield
        self._counted = busts, rolls

    def _has_no_keep(self, multiset: int, roll: NextRoll) -> bool:
        """Returns whether nothing can be kept of a thrown multiset."""
        multiset += roll.held
        if roll.gathered and most_of_a_kind(roll.gathered + multiset) == 1:
            return False
        if roll.held:
            keys = self._scorer.keeps
            return not any([fits(roll.held, keys[i]) for i in range(self._scorer.score(multiset, roll.rows))])
        return not self._scorer.score(multiset, roll.rows)
