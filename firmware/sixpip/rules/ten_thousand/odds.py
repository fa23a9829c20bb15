"""The odds that a roll busts, counted exactly with the scorer of the game."""

from sixpip import nearest
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.actions import bits
from sixpip.rules.rulebook.variant import NO_FACE
from sixpip.rules.ten_thousand.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import DiceSet
    from sixpip.rules.ten_thousand.game import TenThousandGame

_FACTORIALS = const((1, 1, 2, 6, 24, 120, 720, 5040))
_ROLLS = const(4)  # scored in one step of prepare: about 2 ms on the Pico


class BustOdds:
    """Computes how often a roll busts for each number of dice, and caches the results.

    It is for games whose house rules do not change the odds; changed_odds.py is for the others.
    """

    def __init__(self, dice_set: "DiceSet", options: "Options", dice: int, scorer: "Scorer | None" = None) -> None:
        """`dice_set`, `options` (a value for every key) and `dice`, the size of the set, are those of the game.

        `scorer` may be that of the game, which scores its own roll again when needed. A second scorer takes 4 KB.
        """
        self._scorer = scorer or Scorer(dice_set, options, dice)
        self._dice_set = dice_set
        self._faces = len(dice_set.faces) - (1 if dice_set.wild >= 0 else 0)
        # A roll with a face that scores alone never busts, so only rolls of the other faces are scored.
        self._idle = [face for face in range(self._faces) if self._scorer.of_a_kind[face][1] < 0]
        self._busts: dict[int, int] = {}
        self._prepared: Iterator[None] | None = None
        self.is_new = False
        """Whether `prepare` has just counted what `chance` was asked for."""

    def busts(self, dice: int, marked: bool = False) -> int:
        """Returns the number of ordered rolls (of faces ** dice) without a legal keep (TT-04). With `marked`, one die
        is marked.
        """
        key = dice * 2 + marked
        if key not in self._busts:
            for _ in self._counting(dice, marked):
                pass
        return self._busts[key]

    def prepare(self, most: int) -> bool:
        """Counts ahead for up to `most` dice, for some milliseconds. Returns True when more is left."""
        if not self._prepared:
            step = 2 if self._dice_set.wild < 0 else 1
            missing = [key for key in range(2, most * 2 + 2, step) if key not in self._busts]
            if not missing:
                return False
            self._prepared = self._counting(missing[0] >> 1, missing[0] & 1 == 1)
        scored = 0
        for _ in self._prepared:
            scored += 1
            if scored == _ROLLS:
                return True
        self._prepared = None
        return True

    def chance(
        self, game: "TenThousandGame", thrown: int, keep: int, points: int, hold: int
    ) -> "tuple[int, int] | None":
        """Returns the chance that the next roll of the game busts, as a fraction: (busts, rolls).

        The roll throws the tray positions `thrown` after `keep` of the last roll is kept, with `points` turn points.
        `hold` has the positions that must score with it (HR-03). Returns None while `prepare` has to count first.
        """
        dice = bits(thrown)
        return self.busts(dice, game.dice_set.wild >= 0 and thrown & 1 == 1), self._faces**dice

    def _counting(self, dice: int, marked: bool) -> "Iterator[None]":
        """Counts the busts of a number of dice and caches the result; yields after each roll that was scored."""
        rows = self._scorer.of_a_kind
        # alone or with a pair the sun then always scores
        sun_saves = (
            marked and len(self._idle) < self._faces and all([rows[face][3] >= 0 for face in range(self._faces)])
        )
        total = 0
        for roll, ways, shown in rolls_of(self._dice_set, dice, marked, self._idle):
            if sun_saves and shown == self._dice_set.wild:
                continue
            if not self._scorer.score(roll):
                total += ways
            yield
        self._busts[dice * 2 + marked] = total


def odds_text(busts: int, rolls: int) -> str:
    """Returns a chance in small numbers, such as "1 in 13 busts". It is off by a tenth at most."""
    if not busts:
        return "cannot bust"
    if busts == rolls:
        return "always busts"
    rarer = min(busts, rolls - busts)
    whole = rolls * 10 // (rarer * 11) - 1  # a smaller one than the next cannot be near enough
    part = 0
    while not part or abs(part * rolls - rarer * whole) * 10 > rarer * whole:
        whole += 1
        part = nearest(rarer * whole, rolls)
    whole = nearest(part * rolls, rarer)
    if busts > rarer:
        part = whole - part
    return f"{part} in {whole} busts" if part == 1 else f"{part} in {whole} bust"


def rolls_of(dice_set: "DiceSet", dice: int, marked: bool, faces: "Sequence[int]") -> "Iterator[tuple[int, int, int]]":
    """Yields every roll of some dice that show only `faces`: the multiset, the number of ways to throw it, the marked
    face.

    With `marked`, one of the dice is the marked one and may show the sun, too. Without it, the marked face is NO_FACE.
    """
    marked_faces = [NO_FACE]
    if marked:
        sides = [face for face in range(dice_set.wild) if face in faces or face == dice_set.under_wild]
        marked_faces = [dice_set.wild if face == dice_set.under_wild else face for face in sides]
        dice -= 1
    for shown in marked_faces:
        for parts in shares(dice, len(faces)):
            roll = 1 << (4 * shown) if marked else 0
            for place in range(len(parts)):
                roll += parts[place] << (4 * faces[place])
            yield roll, count_ways(parts, dice), shown


def shares(whole: int, parts: int) -> "Iterator[list[int]]":
    """Yields every way to distribute `whole` dice among `parts` faces, each time in the same list."""
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
    """Returns the number of ordered rolls of some dice in which each face shows as often as `parts` says."""
    found = _FACTORIALS[dice]
    for part in parts:
        if part > 1:
            found //= _FACTORIALS[part]
    return found
