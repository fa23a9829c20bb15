"""The legal keeps of a roll with their points (TT-02, TT-05, TT-06).

A multiset of faces is one small int: four bits per face (the lowest four for face 0) count the dice, so that keeps are
found and compared without allocating memory. The fourth bit of each face is always 0, as a guard for `fits`. The
combinations of a game are built once from its options: dice of a kind (TT-08, TT-09) and patterns of a roll. The points
of each variant are in rules/rulebook/variants.py.
"""

from array import array

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.rulebook.variant import PIPS_KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import DiceSet

    Finder = Callable[[int, tuple[int, ...]], Sequence[int]]
    Pattern = tuple[Finder, int, tuple[int, ...], int, bool]
    """The function that finds it in a roll, its number of dice, shape and points, and whether its triple scores,
    too."""


NOTHING = const(-1)

PAIRS = {"strict": ((2, 2, 2),), "4+2": ((2, 2, 2), (4, 2), (6,))}  # TT-10: what counts as three pairs


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_SHAPES = {
    (2, 2, 2): "three pairs",
    (4, 2): "4 and 2 alike",
    (6,): "six alike",
    (3, 3): "two triplets",
    (3, 2): "full house",
}


def of_a_kind_rows(dice_set: "DiceSet", options: "Options", most: int) -> "list[list[int]]":
    """Returns for each face the most points of n dice of it kept together, n = 0..`most`; NOTHING if a die does not
    score.

    They are the points of singles, of three of a kind, and of more of a kind by the option `multiples` (TT-08, TT-09).
    """
    rows = []
    for face in range(len(dice_set.faces)):
        single = dice_set.singles[face]
        triple = dice_set.triples[face]
        if dice_set.kind == PIPS_KIND and dice_set.faces[face] == "1":
            triple = int(options["three_ones"])
        row = [0] + [NOTHING] * most
        for dice in range(1, most + 1):
            for together in range(1, dice + 1):
                rest = row[dice - together]
                points = _of_a_kind(together, single, triple, str(options["multiples"]))
                if together == 5 and dice_set.fives and dice_set.fives[face]:
                    points = dice_set.fives[face]  # CW-03
                if points and rest >= 0 and rest + points > row[dice]:
                    row[dice] = rest + points
        rows.append(row)
    return rows


def _of_a_kind(dice: int, single: int, triple: int, multiples: str) -> int:
    """Returns the points of one combination of `dice` dice of a kind; 0 when there is no such combination."""
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


def patterns(options: "Options", faces: int) -> "list[Pattern]":
    """Returns the patterns that score in a game: TT-10, FT-07, TG-09, HR-02 and the two triplets of section 8."""
    found: list[Pattern] = []
    if options["straight"]:
        found.append((one_each, faces, (0, faces), int(options["straight"]), False))
    if options["short_straights"] != "none":
        low, high = str(options["short_straights"]).split("/")
        found.append((one_each, 5, (0, 5), int(low), False))
        found.append((one_each, 5, (1, 6), int(high), False))
    if options["three_pairs"]:
        for shape in PAIRS[str(options["pairs_count"])]:
            found.append((groups, 6, shape, int(options["three_pairs"]), False))
    if options["two_triplets"]:
        found.append((groups, 6, (3, 3), int(options["two_triplets"]), False))
    if options["full_house"]:
        found.append((groups, 5, (3, 2), int(options["full_house"]), True))
    return found


def one_each(roll: int, span: "tuple[int, ...]") -> "tuple[int, ...]":
    """Returns the multiset with one die of each face in range(span[0], span[1]), if the roll shows them all."""
    made = 0
    for face in range(span[0], span[1]):
        if not (roll >> (4 * face)) & 7:
            return ()
        made += 1 << (4 * face)
    return (made,)


def groups(roll: int, shape: "tuple[int, ...]") -> "list[int]":
    """Returns every multiset within `roll` that has shape[0] dice of one face, shape[1] of another, and so on."""
    found = [0]
    for part in range(len(shape)):
        need = shape[part]
        alike = part and need == shape[part - 1]
        smaller = found
        found = []
        shift = 0
        left = roll
        while left:
            if left & 7 >= need:
                for made in smaller:  # of equal sizes the next has a higher face: none is found twice
                    if not (made >> shift if alike else made >> shift & 7):
                        found.append(made + (need << shift))
            left >>= 4
            shift += 4
    return found


def pattern_name(pattern: "Pattern") -> str:
    """Returns the name of a pattern."""
    shape = pattern[2]
    if pattern[0] is not one_each:
        return _SHAPES[shape]
    return f"straight {shape[0] + 1}-{shape[1]}" if pattern[1] == 5 else "straight"


_MAX_KEEPS = const(256)  # seven dice that all score alone have 128; patterns add a few
_LEAST_PATTERN = const(5)  # dice of the smallest one
_GUARDS = const(0x8888888)
_COUNTER = const(0xFFFFFF)


def pack(faces: "list[int] | bytes | bytearray | tuple[int, ...]") -> int:
    """Returns the multiset of some faces (numbers from 0)."""
    multiset = 0
    for face in faces:
        multiset += 1 << (4 * face)
    return multiset


def count(multiset: int, face: int) -> int:
    """Returns the number of dice in a multiset that show `face`."""
    return (multiset >> (4 * face)) & 7


def size(multiset: int) -> int:
    """Returns the number of dice in a multiset, at most 14. The sum of its digits in base 16 is the remainder by 15."""
    return multiset % 15


def fits(part: int, whole: int) -> bool:
    """Returns whether every die of the multiset `part` is in `whole`."""
    return ((whole | _GUARDS) - part) & _GUARDS == _GUARDS


def common_divisor(one: int, other: int) -> int:
    """Returns the greatest common divisor of two numbers that are not negative; MicroPython has no math.gcd."""
    while other:
        one, other = other, one % other
    return one


def in_pairs(multiset: int) -> int:
    """Returns the number of dice in a multiset that are not the only one with their face."""
    dice = 0
    while multiset:
        if multiset & 6:
            dice += multiset & 7
        multiset >>= 4
    return dice


def most_of_a_kind(multiset: int) -> int:
    """Returns the number of dice of the most frequent face in a multiset."""
    most = 0
    while multiset:
        if multiset & 7 > most:
            most = multiset & 7
        multiset >>= 4
    return most


def sun_faces(natural: int, sun: int) -> "list[int]":
    """Returns the faces that the sun (face number `sun`) may count as, next to the dice `natural`.

    It may count as any face; next to a pair or more, only as a face of those (CW-02, HR-07).
    """
    if most_of_a_kind(natural) < 2:
        return list(range(sun))
    return [face for face in range(sun) if natural >> (4 * face) & 7 > 1]


def readings(dice: int, sun: int) -> "list[int]":
    """Returns the multisets without a sun that a roll or a legal keep may count as: itself if it has no sun."""
    if sun < 0 or not count(dice, sun):
        return [dice]
    natural = dice - (1 << (4 * sun))
    return [natural + (1 << (4 * face)) for face in sun_faces(natural, sun)]


class Scorer:
    """Finds the legal keeps of rolls by the options of one game.

    After `score(roll)` the legal keeps are `keeps[i]` with `points[i]` for i in 0..`found`-1.
    """

    def __init__(self, dice_set: "DiceSet", options: "Options", dice: int) -> None:
        """`options` holds a value for every option key; `dice` is the size of the set."""
        self.dice_set = dice_set
        self.of_a_kind = of_a_kind_rows(dice_set, options, dice)
        self.rows = self.of_a_kind
        self.patterns = patterns(options, len(dice_set.faces) - (1 if dice_set.wild >= 0 else 0))
        nothing = [0] * _MAX_KEEPS  # one list, because its memory stays a gap between the arrays of the game
        self.keeps = array("I", nothing)
        self.points = array("I", nothing)
        self.found = 0
        self.scored = 0  # counts the rolls scored, so that a game notices when another roll was scored

    def score(self, roll: int, rows: "list[list[int]] | None" = None) -> int:
        """Finds every legal keep of the multiset `roll`; returns their number (0: a bust, TT-04).

        `rows` replaces `of_a_kind` where earlier dice change the points of dice of a kind.
        """
        self.rows = rows or self.of_a_kind
        self.scored = (self.scored + 1) & _COUNTER
        sun = self.dice_set.wild
        if sun >= 0 and (roll >> (4 * sun)) & 7:
            return self._with_sun(roll, sun)
        base = self._of_a_kind_keeps(roll)
        found = base
        dice = size(roll)
        paired = in_pairs(roll) if dice >= _LEAST_PATTERN and self.patterns else 0
        for pattern in self.patterns:
            if pattern[1] <= (paired if pattern[0] is groups else dice):  # a group has two dice or more
                found = self._with_pattern(pattern, roll, base, found)
        # Entry 0 is the empty keep that all others were built from: the last entry replaces it.
        found -= 1
        self.keeps[0] = self.keeps[found]
        self.points[0] = self.points[found]
        self.found = found
        return found

    def points_of(self, keep: int) -> int:
        """Returns the points of a keep of the last scored roll (TT-06), or NOTHING when it is not legal."""
        for i in range(self.found):
            if self.keeps[i] == keep:
                return self.points[i]
        return NOTHING

    def best(self) -> int:
        """Returns the keep of the last scored roll with the most points, 0 after a bust.

        Among equals it is the one with the fewest dice, which can be banked where keeping all dice would force another
        roll.
        """
        best = 0
        points = 0
        for i in range(self.found):
            more = self.points[i] - points
            if more > 0 or (more == 0 and size(self.keeps[i]) < size(best)):
                best = self.keeps[i]
                points = self.points[i]
        return best

    def best_part(self, whole: int) -> "tuple[int, int]":
        """Returns the best keep of the last scored roll among the dice `whole`, and its points; 0 and 0 for none."""
        best = points = 0
        for i in range(self.found):
            if self.points[i] > points and fits(self.keeps[i], whole):
                best, points = self.keeps[i], self.points[i]
        return best, points

    def smallest_with(self, part: int) -> int:
        """Returns the smallest keep of the last scored roll that has all dice of `part`, 0 if there is none.

        Among keeps of the same size it is the one with the most points.
        """
        best = points = 0
        least = _MAX_KEEPS
        for i in range(self.found):
            dice = size(self.keeps[i])
            if (dice < least or (dice == least and self.points[i] > points)) and fits(part, self.keeps[i]):
                best, least, points = self.keeps[i], dice, self.points[i]
        return best

    def reading(self, keep: int, rows: "list[list[int]] | None" = None) -> int:
        """Returns the multiset without a sun that a legal keep counts as (TT-06, CW-02). `rows` is as in `score`.

        It is the one with the most points; among equals, the one with the lower face for the sun.
        """
        found = readings(keep, self.dice_set.wild)
        best = found[0]
        if len(found) > 1:
            most = NOTHING
            for dice in found:
                points = self.split(dice, rows or self.of_a_kind)[0]
                if points > most:
                    best, most = dice, points
        return best

    def split(self, dice: int, rows: "list[list[int]]") -> "tuple[int, Pattern | None, int]":
        """Returns the best split of exactly these dice, without a sun, into a pattern (None for none) and dice of a
        kind.

        Returns the points, below 0 where a die scores nothing, the pattern and the dice of a kind outside it.
        """
        best: tuple[int, Pattern | None, int] = _points(rows, dice), None, dice
        for pattern in self.patterns:
            for made in pattern[0](dice, pattern[2]):
                points = self._pattern_points(pattern, made) + _points(rows, dice - made)
                if points > best[0]:
                    best = points, pattern, dice - made
        return best

    def add(self, multiset: int, points: int) -> None:
        """Adds a keep that a house rule makes legal, or raises its points."""
        self.found = self._enter(multiset, points, self.found)

    def remove(self, i: int) -> None:
        """Removes keep number `i`, which a house rule forbids; the last one takes its index."""
        self.found -= 1
        self.keeps[i] = self.keeps[self.found]
        self.points[i] = self.points[self.found]

    def why_not(self, keep: int) -> str:
        """Returns why a keep of the last scored roll is not legal, in a sentence for players."""
        if not keep:
            return "Choose scoring dice"
        for face in range(len(self.dice_set.faces)):
            dice = count(keep, face)
            scoring = dice
            while self.rows[face][scoring] < 0:
                scoring -= 1
            if dice - scoring > 1:
                number = NUMBERS[dice - scoring]
                return f"{number[0].upper()}{number[1:]} {self.dice_set.plural(face)} score nothing"
            if dice - scoring == 1 and face != self.dice_set.wild:
                return f"One {self.dice_set.faces[face]} scores nothing"  # not "A": it is a face, too
        return "These do not score"

    def _of_a_kind_keeps(self, roll: int) -> int:
        """Enters the keeps of singles and dice of a kind; returns their number with the empty one (entry 0)."""
        keeps = self.keeps
        points = self.points
        keeps[0] = points[0] = 0
        found = 1
        die = 1
        for row in self.rows:
            if roll & 7:
                kept = 0
                before = found
                for dice in range(1, (roll & 7) + 1):
                    kept += die
                    more = row[dice]
                    if more >= 0:
                        for i in range(before):
                            keeps[found] = keeps[i] + kept
                            points[found] = points[i] + more
                            found += 1
            roll >>= 4
            if not roll:
                break
            die <<= 4
        return found

    def _with_pattern(self, pattern: "Pattern", roll: int, base: int, found: int) -> int:
        """Adds the keeps that contain a pattern; returns the new number of entries."""
        keeps = self.keeps
        for made in pattern[0](roll, pattern[2]):
            left = roll - made
            value = self._pattern_points(pattern, made)
            for i in range(base):
                if fits(keeps[i], left):
                    found = self._enter(keeps[i] + made, self.points[i] + value, found)
        return found

    def _pattern_points(self, pattern: "Pattern", made: int) -> int:
        """Returns the points of the dice `made` as that pattern; a full house scores its triple, too (HR-02)."""
        points = pattern[3]
        if pattern[4]:
            for face in range(len(self.of_a_kind)):
                if count(made, face) == 3:
                    points += max(self.of_a_kind[face][3], 0)
        return points

    def _enter(self, multiset: int, points: int, found: int) -> int:
        """Adds a keep, or raises the points of the entry with the same dice (TT-06); returns the number of entries."""
        keeps = self.keeps
        for i in range(found):
            if keeps[i] == multiset:
                if self.points[i] < points:
                    self.points[i] = points
                return found
        keeps[found] = multiset
        self.points[found] = points
        return found + 1

    def _with_sun(self, roll: int, sun: int) -> int:
        """Finds the keeps of a roll with a sun, which counts as any face but must join a pair (CW-02, HR-07)."""
        natural = roll - (1 << (4 * sun))
        forced = most_of_a_kind(natural) > 1
        best: dict[int, int] = {}
        faces = sun_faces(natural, sun)
        if not forced and not self.patterns:  # then only a face that scores with one more die matters
            faces = [face for face in faces if self.rows[face][count(natural, face) + 1] >= 0] or faces
        for face in faces:
            one = 1 << (4 * face)
            for i in range(self.score(natural + one, self.rows)):
                multiset = self.keeps[i]
                shown = count(multiset, face)
                if shown >= (3 if forced else 1):
                    _note_best(best, multiset - one + (1 << (4 * sun)), self.points[i])
                if not forced and shown <= count(natural, face):
                    _note_best(best, multiset, self.points[i])
        self.found = 0
        for multiset in sorted(best):  # dicts have no order in MicroPython, and best() returns the first of equal keeps
            self.keeps[self.found] = multiset
            self.points[self.found] = best[multiset]
            self.found += 1
        return self.found


def _note_best(best: "dict[int, int]", multiset: int, points: int) -> None:
    if points > best.get(multiset, NOTHING):
        best[multiset] = points


def keep_name(scorer: "Scorer", multiset: int, points: int, letters: int) -> str:
    """Returns the name of a keep of the last scored roll that scores `points`, with at most `letters` letters.

    If its combinations take more, returns the faces; if these do, too, the number of dice.
    """
    faces = scorer.dice_set.faces
    name = _combinations(scorer, multiset, points)
    if len(name) > letters:
        name = " ".join([faces[face] for face in range(len(faces)) for _ in range(count(multiset, face))])
    return name if len(name) <= letters else f"{size(multiset)} dice"


def _combinations(scorer: "Scorer", multiset: int, points: int) -> str:
    """Returns the best split of a keep into a pattern and dice of a kind, in words."""
    found, pattern, rest = scorer.split(scorer.reading(multiset, scorer.rows), scorer.rows)
    if found != points:
        return "straight"  # one that was gathered over several rolls (TG-10): this roll shows only a part of it
    if pattern:
        return pattern_name(pattern) + (" and " + _in_words(scorer, rest) if rest else "")
    return _in_words(scorer, rest)


def _points(rows: "list[list[int]]", dice: int) -> int:
    """Returns the points of dice of a kind and singles; far below 0 when one does not score."""
    points = 0
    for row in rows:
        points += row[dice & 7] if row[dice & 7] >= 0 else -1000000
        dice >>= 4
    return points


def _in_words(scorer: "Scorer", dice: int) -> str:
    """Returns dice of a kind and singles in words, the largest set first."""
    names = scorer.dice_set
    words = ""
    for number in range(1, len(NUMBERS)):
        for face in range(len(names.faces) - 1, -1, -1):
            if count(dice, face) == number:
                part = names.faces[face] if number == 1 else f"{NUMBERS[number]} {names.plural(face)}"
                words = part + (" and " if " and " not in words else ", ") + words if words else part
    return words
