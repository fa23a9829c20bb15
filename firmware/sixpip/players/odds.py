"""The odds of a roll, counted exactly from a score sheet of the game in play."""

from sixpip.rules.sheet import Sheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.tables import Table


class BustOdds:
    """How often a roll of so many dice busts. Counted when first asked, then remembered."""

    def __init__(self, table: "Table", options: "dict[str, Any]", dice: int, sheet: "Sheet | None" = None) -> None:
        """The dice and the house rules of the game in play.

        They hold only where what scores depends on nothing but the roll (Houses.keeps_depend). `sheet`: the game's may
        be lent, which finds the keeps of its roll anew when it is asked next; a second one would cost 4 KB.
        """
        self._sheet = sheet or Sheet(table, options, dice)
        self._table = table
        self._faces = len(table.faces) - (1 if table.wild >= 0 else 0)
        # A face that scores alone never busts, so only rolls of the other faces are looked at.
        self._idle = [face for face in range(self._faces) if self._sheet.alike[face][1] < 0]
        self._busts: dict[int, int] = {}

    def busts(self, dice: int, marked: bool = False) -> int:
        """How many of the faces ** dice ordered rolls have no legal keep (TT-04); `marked`: with the sun's die."""
        key = dice * 2 + marked
        if key not in self._busts:
            self._busts[key] = self._count_marked(dice) if marked else self._count(dice, 0, 0, 1)
        return self._busts[key]

    def prepare(self, most: int) -> None:
        """Count the busts of one more number of dice up to `most`: that may take a third of a second on the Pico."""
        for dice in range(1, most + 1):
            if dice * 2 not in self._busts:
                self.busts(dice)
                return

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

    def _count_marked(self, dice: int) -> int:
        """As busts, one die showing a sun in place of its 3: each of its faces with all rolls of the others."""
        total = 0
        rows = self._sheet.alike
        sun_saves = len(self._idle) < self._faces and all([rows[face][3] >= 0 for face in range(self._faces)])
        for face in self._idle:
            if sun_saves and face == self._table.under_wild:
                continue  # alone or with a pair it always scores: no need to look at all those rolls
            shown = self._table.wild if face == self._table.under_wild else face
            total += self._count(dice - 1, 0, 1 << (4 * shown), 1)
        return total

    def _count(self, left: int, at: int, roll: int, ways: int) -> int:
        """Ordered rolls that bust among those of `roll` and `left` more dice; `ways`: arrangements so far."""
        if at == len(self._idle):
            return ways if not left and not self._sheet.score(roll) else 0
        total = 0
        for many in range(left + 1):
            arranged = ways * _choose(left, many)
            total += self._count(left - many, at + 1, roll + (many << (4 * self._idle[at])), arranged)
        return total


def _choose(whole: int, part: int) -> int:
    """In how many ways `part` can be picked out of `whole`."""
    ways = 1
    for i in range(part):
        ways = ways * (whole - i) // (i + 1)
    return ways
