"""What a roll is worth: every legal keep of it with its points (TT-02, TT-05, TT-06).

A multiset of faces is one small int, four bits a face (the lowest four for face 0), so that keeps are found
and compared without allocating; the fourth bit of each face stays free as a guard for `fits`.
"""

from array import array

from sixpip.port import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.tables import Table

    Pattern = tuple[Any, int, tuple[int, ...], int]  # finder, dice, shape, points

_MOST_KEEPS = const(256)  # seven dice that all score alone give 128; patterns add a few
_GUARDS = const(0x8888888)
NOTHING = const(-1)


def pack(faces: "list[int] | bytes | bytearray | tuple[int, ...]") -> int:
    """The multiset of some faces (numbers from 0)."""
    key = 0
    for face in faces:
        key += 1 << (4 * face)
    return key


def count(key: int, face: int) -> int:
    """How many dice of a multiset show `face`."""
    return (key >> (4 * face)) & 7


def size(key: int) -> int:
    """How many dice a multiset holds."""
    dice = 0
    while key:
        dice += key & 7
        key >>= 4
    return dice


def bits(positions: int) -> int:
    """How many positions a set holds."""
    many = 0
    while positions:
        many += positions & 1
        positions >>= 1
    return many


def fits(part: int, whole: int) -> bool:
    """Whether every die of the multiset `part` is in `whole`."""
    return ((whole | _GUARDS) - part) & _GUARDS == _GUARDS


def alike_rows(table: "Table", options: "dict[str, Any]", most: int) -> "list[list[int]]":
    """For each face the best points of n dice of it kept together, n = 0..`most`; NOTHING where one would not score.

    TT-08 and TT-09: singles, three of a kind, and more of a kind by the option `multiples`.
    """
    rows = []
    for face in range(len(table.faces)):
        single = table.singles[face]
        triple = table.triples[face]
        if table.faces[face] == "1":
            triple = options["three_ones"]
        row = [0] + [NOTHING] * most
        for dice in range(1, most + 1):
            for together in range(1, dice + 1):
                rest = row[dice - together]
                worth = _of_a_kind(together, single, triple, options["multiples"])
                if worth and rest >= 0 and rest + worth > row[dice]:
                    row[dice] = rest + worth
        rows.append(row)
    return rows


def _of_a_kind(dice: int, single: int, triple: int, multiples: str) -> int:
    """Points of one combination of `dice` alike; 0 when there is no such combination."""
    if dice < 3:
        return single if dice == 1 else 0
    if dice == 3:
        return triple
    if multiples == "doubling":
        return triple << (dice - 3)
    if multiples == "adding":
        return triple * (dice - 2)
    if multiples == "fixed" and dice <= 6:
        return 1000 * (dice - 3)
    return 0


class Sheet:
    """The score sheet of one game: built once from the options, then walked for every roll.

    After `score(roll)` the legal keeps stand in `keys[i]`, `points[i]` for i in 0..`found`-1.
    """

    def __init__(self, table: "Table", options: "dict[str, Any]", dice: int) -> None:
        """`options` holds a value for every option key; `dice` is the size of the set."""
        self.table = table
        self.alike = alike_rows(table, options, dice)
        self.patterns = _patterns(options, len(table.faces))
        self.keys = array("I", [0] * _MOST_KEEPS)
        self.points = array("I", [0] * _MOST_KEEPS)
        self.found = 0
        self.roll = 0

    def score(self, roll: int) -> int:
        """Find every legal keep of the multiset `roll`; returns how many there are (0: a bust, TT-04)."""
        if roll == self.roll and roll:
            return self.found
        self.roll = roll
        base = self._alone(roll)
        found = base
        dice = size(roll)
        for pattern in self.patterns:
            if pattern[1] <= dice:
                found = self._with_pattern(pattern, roll, base, found)
        # Entry 0 was the empty keep that all others were built on: the last one takes its place.
        found -= 1
        self.keys[0] = self.keys[found]
        self.points[0] = self.points[found]
        self.found = found
        return found

    def worth(self, keep: int) -> int:
        """Points of a keep of the last scored roll (TT-06), or NOTHING when it is not legal."""
        for i in range(self.found):
            if self.keys[i] == keep:
                return self.points[i]
        return NOTHING

    def best(self) -> int:
        """The keep of the last scored roll with the most points (0 after a bust); of equals the one of most dice."""
        best = 0
        points = 0
        for i in range(self.found):
            more = self.points[i] - points
            if more > 0 or (more == 0 and size(self.keys[i]) > size(best)):
                best = self.keys[i]
                points = self.points[i]
        return best

    def why_not(self, keep: int) -> str:
        """Why a keep of the last scored roll is not legal, in words for players."""
        if not keep:
            return "Choose scoring dice"
        for face in range(len(self.table.faces)):
            dice = count(keep, face)
            scoring = dice
            while self.alike[face][scoring] < 0:
                scoring -= 1
            if dice - scoring > 1:
                return f"{dice - scoring} {self.table.words[face]} score nothing"
            if dice - scoring == 1:
                return f"A {self.table.faces[face]} scores nothing"
        return "These do not score"

    def _alone(self, roll: int) -> int:
        """Fill in the keeps made of singles and dice alike; returns how many, the empty one (entry 0) included."""
        keys = self.keys
        points = self.points
        keys[0] = 0
        points[0] = 0
        found = 1
        for face in range(len(self.alike)):
            dice = (roll >> (4 * face)) & 7
            if dice:
                row = self.alike[face]
                before = found
                for kept in range(1, dice + 1):
                    if row[kept] >= 0:
                        for i in range(before):
                            keys[found] = keys[i] + (kept << (4 * face))
                            points[found] = points[i] + row[kept]
                            found += 1
        return found

    def _with_pattern(self, pattern: "Pattern", roll: int, base: int, found: int) -> int:
        """Add the keeps that hold one whole-roll pattern; returns the new number of entries."""
        for made in pattern[0](roll, pattern[2]):
            left = roll - made
            for i in range(base):
                if fits(self.keys[i], left):
                    found = self._add(self.keys[i] + made, self.points[i] + pattern[3], found)
        return found

    def _add(self, key: int, points: int, found: int) -> int:
        """Enter a keep, or raise the points of the entry that has the same dice (TT-06)."""
        for i in range(1, found):
            if self.keys[i] == key:
                if self.points[i] < points:
                    self.points[i] = points
                return found
        self.keys[found] = key
        self.points[found] = points
        return found + 1


def _patterns(options: "dict[str, Any]", faces: int) -> "list[Pattern]":
    """The patterns a game counts, as (finder, dice, shape, points): TT-10."""
    found: list[Pattern] = []
    if options["straight"]:
        found.append((_one_each, faces, (0, faces), options["straight"]))
    if options["three_pairs"]:
        shapes = ((2, 2, 2),) if options["pairs_count"] == "strict" else ((2, 2, 2), (4, 2), (6,))
        for shape in shapes:
            found.append((groups, 6, shape, options["three_pairs"]))
    return found


def _one_each(roll: int, span: "tuple[int, int]") -> "tuple[int, ...]":
    """The multiset with one die of each face from span[0] up to (not with) span[1], if the roll shows them all."""
    made = 0
    for face in range(span[0], span[1]):
        if not (roll >> (4 * face)) & 7:
            return ()
        made += 1 << (4 * face)
    return (made,)


def groups(roll: int, shape: "tuple[int, ...]", first: int = 0, made: int = 0, depth: int = 0) -> "list[int]":
    """Every multiset within `roll` that has shape[0] dice of one face, shape[1] of another, and so on.

    The other parameters are where the search stands.
    """
    if depth == len(shape):
        return [made]
    found: list[int] = []
    need = shape[depth]
    for face in range(first, 7):
        if (roll >> (4 * face)) & 7 >= need and not (made >> (4 * face)) & 7:
            more = depth + 1
            start = face + 1 if more < len(shape) and shape[more] == need else 0
            found += groups(roll, shape, start, made + (need << (4 * face)), more)
    return found
