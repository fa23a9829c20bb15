"""The odds of a roll, counted exactly from the score sheet of the game in play."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.rules.sheet import Sheet


class BustOdds:
    """How often a roll of so many dice busts. Counted when first asked, then remembered."""

    def __init__(self, sheet: "Sheet") -> None:
        """`sheet` of the game in play."""
        self._sheet = sheet
        self._faces = len(sheet.table.faces)
        # A face that scores alone never busts, so only rolls of the other faces are looked at.
        self._idle = [face for face in range(self._faces) if sheet.alike[face][1] < 0]
        self._busts: dict[int, int] = {}

    def busts(self, dice: int) -> int:
        """How many of the faces ** dice ordered rolls have no legal keep (TT-04)."""
        if dice not in self._busts:
            self._busts[dice] = self._count(dice, 0, 0, 1, dice)
        return self._busts[dice]

    def in_words(self, dice: int) -> str:
        """The odds as small numbers, at most a tenth off: "1 in 4 busts", "2 in 3 bust"."""
        of = self._faces**dice
        busts = self.busts(dice)
        if not busts:
            return "cannot bust"
        whole = 1
        while True:
            part = (busts * whole * 2 + of) // (of * 2)
            if part and abs(part * of - busts * whole) * 10 <= busts * whole:
                return f"{part} in {whole} busts" if part == 1 else f"{part} in {whole} bust"
            whole += 1

    def _count(self, left: int, at: int, roll: int, ways: int, dice: int) -> int:
        """Ordered rolls that bust among those that begin with the multiset `roll`; `ways` it can be arranged."""
        if at == len(self._idle):
            return ways if not left and not self._sheet.score(roll) else 0
        total = 0
        for many in range(left + 1):
            arranged = ways * _choose(left, many)
            total += self._count(left - many, at + 1, roll + (many << (4 * self._idle[at])), arranged, dice)
        return total


def _choose(whole: int, part: int) -> int:
    """In how many ways `part` can be picked out of `whole`."""
    ways = 1
    for i in range(part):
        ways = ways * (whole - i) // (i + 1)
    return ways
