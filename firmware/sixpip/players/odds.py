"""The odds of a roll, counted exactly from a score sheet of the game in play."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from sixpip.rules.dice_sets import DiceSet

_ROLLS = const(4)  # looked at in one go: about 2 ms on the Pico


class BustOdds:
    """How often a roll of so many dice busts. Counted when first asked, then remembered."""

    def __init__(
        self, dice_set: "DiceSet", options: "dict[str, Any]", dice: int, scorer: "Scorer | None" = None
    ) -> None:
        """The dice and the house rules of the game in play.

        They hold only where what scores depends on nothing but the roll (HouseRules.keeps_depend). `scorer`: the game's
        may be lent, which finds the keeps of its roll anew when it is asked next; a second one would cost 4 KB.
        """
        self._scorer = scorer or Scorer(dice_set, options, dice)
        self._dice_set = dice_set
        self._faces = len(dice_set.faces) - (1 if dice_set.wild >= 0 else 0)
        # A face that scores alone never busts, so only rolls of the other faces are looked at.
        self._idle = [face for face in range(self._faces) if self._scorer.of_a_kind[face][1] < 0]
        self._busts: dict[int, int] = {}
        self._ahead: Iterator[None] | None = None

    def busts(self, dice: int, marked: bool = False) -> int:
        """How many of the faces ** dice ordered rolls have no legal keep (TT-04); `marked`: with the sun's die."""
        key = dice * 2 + marked
        if key not in self._busts:
            for _ in self._counting(dice, marked):
                pass
        return self._busts[key]

    def prepare(self, most: int) -> bool:
        """Look at a few rolls ahead of busts() for up to `most` dice: some milliseconds. True: there are more."""
        if not self._ahead:
            missing = [dice for dice in range(1, most + 1) if dice * 2 not in self._busts]
            if not missing:
                return False
            self._ahead = self._counting(missing[0], False)
        looked = 0
        for _ in self._ahead:
            looked += 1
            if looked == _ROLLS:
                return True
        self._ahead = None
        return True

    def in_words(self, dice: int, marked: bool = False) -> str:
        """The odds as small numbers, at most a tenth off: "1 in 4 busts", "2 in 3 bust"."""
        of = self._faces**dice
        busts = self.busts(dice, marked)
        if not busts:
            return "cannot bust"
        whole = 1
        while True:
            part = (busts * whole * 2 + of) // (of * 2)
            if part and abs(part * of - busts * whole) * 10 <= busts * whole:
                return f"{part} in {whole} busts" if part == 1 else f"{part} in {whole} bust"
            whole += 1

    def _counting(self, dice: int, marked: bool) -> "Iterator[None]":
        """Count the busts of so many dice and remember them; stops after each roll that was looked at."""
        total = 0
        for left, shown in self._marked_rolls(dice) if marked else [(dice, 0)]:
            for parts in _shares(left, len(self._idle)):
                roll = shown
                ways = 1
                free = left
                for place in range(len(parts)):
                    roll += parts[place] << (4 * self._idle[place])
                    ways *= _choose(free, parts[place])
                    free -= parts[place]
                if not self._scorer.score(roll):
                    total += ways
                yield
        self._busts[dice * 2 + marked] = total

    def _marked_rolls(self, dice: int) -> "list[tuple[int, int]]":
        """One die with a sun in place of its 3, in each face that may bust: dice besides it, and what it shows."""
        rows = self._scorer.of_a_kind
        sun_saves = len(self._idle) < self._faces and all([rows[face][3] >= 0 for face in range(self._faces)])
        rolls = []
        for face in self._idle:
            if sun_saves and face == self._dice_set.under_wild:
                continue  # alone or with a pair it always scores: no need to look at all those rolls
            rolls.append((dice - 1, 1 << (4 * (self._dice_set.wild if face == self._dice_set.under_wild else face))))
        return rolls


def _shares(whole: int, parts: int) -> "Iterator[list[int]]":
    """Every way to share `whole` dice among so many faces; the list is the same one, changed."""
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


def _choose(whole: int, part: int) -> int:
    """In how many ways `part` can be picked out of `whole`."""
    ways = 1
    for i in range(part):
        ways = ways * (whole - i) // (i + 1)
    return ways
