"""Builds the classes of the rolls of a game (roll_classes.py) with its scorer, one roll at a time."""

from array import array

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.ten_thousand.solver.roll_codes import (
    BANKED,
    BUST,
    MARKED,
    MOST_JOINED,
    MOST_UNITS,
    MUST_ROLL,
    POINTS,
    ROWS,
    WRECK,
)
from sixpip.rules.rulebook.variant import NO_FACE
from sixpip.rules.ten_thousand.house_rules.number_of_rolls import LAST_DIE_BONUS
from sixpip.rules.ten_thousand.odds import rolls_of
from sixpip.rules.ten_thousand.scorer import size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.players.ten_thousand.solver.roll_classes import RollClasses
    from sixpip.rules.ten_thousand.game import TenThousandGame
    from sixpip.rules.ten_thousand.house_rules.keeping import Extend

_MOST_SIZE = const(9000)
_SAMPLE = const(
    4
)  # with seven dice and a sun, of their rolls of six or seven dice one in four is entered: not all fit in memory
_LEAST_SPECIAL = const(4)  # dice of a roll that ends the turn whatever is kept
_MANY = const(5)  # dice of a roll whose keeps alone take a step
_PLACES = const(512)
_MOST_FOUND = const(448)  # classes that can be found again; with more of them rolls are no longer merged
_ROOM = const(1536)  # the least work space: _PLACES numbers, then two for each of up to 512 classes of a row
_MOST_WEIGHT = const(65535)
_MOST_CODES = const(34)  # the most codes of one roll: one of each kind, after weight and count
_MORE = const(512)
_KINDS = const(32)  # kinds of codes, by row and flag


class Merger:
    """Merges rolls with the same useful keeps into classes.

    It collects the codes of one roll in `most`, merges them with `merge`, and ends a row of rolls with `close`.
    """

    def __init__(self, stream: "array[int]", kinds: bytes, room: "array[int]") -> None:
        """`kinds` are those of the codes that the game can have, in ascending order. `room` is work space, at first
        _PLACES zeros.
        """
        self._kinds = kinds
        self.most = array("I", [0] * _KINDS)
        """The most units of the roll for each kind of code, plus 1. Of each kind, only the code with the most units is
        useful."""
        self._stream = stream
        self._room = room  # the places of the classes + 1, by a hash of their codes; then the weights, two numbers each
        self.start = 0
        """Where the row begins in the stream."""
        self._begin()

    def _begin(self) -> None:
        """Begins a row behind the last one."""
        self.classes = 0  # of the row
        self._ways = 0
        self._class = self.start
        self._end = self.start + 2

    def enter(self, kind: int, units: int) -> None:
        """Enters a code of the roll. `kind` is its row and flag."""
        if self.most[kind] <= units:
            self.most[kind] = units + 1

    def merge(self, ways: int) -> None:
        """Ends a roll that can be thrown in `ways` ways. It is a new class, or adds weight to the class with the same
        codes.
        """
        self._ways += ways
        stream = self._stream
        most = self.most
        at = self._class
        end = at + 2
        mixed = 0
        for kind in self._kinds:
            units = most[kind]
            if units:
                most[kind] = 0
                stream[end] = code = kind | min(units - 1, MOST_UNITS) << POINTS
                mixed = (mixed * 31 + code) & 0xFFFFFF
                end += 1
        self._end = end
        stream[at + 1] = end - at - 2
        slot = (mixed ^ mixed >> 9) % _PLACES
        room = self._room
        while room[slot]:
            other = room[slot] - 1
            if self._same(other, at):
                self._weigh(stream[other], self._weight(stream[other]) + ways)
                self._end = at + 2
                return
            slot = (slot + 1) % _PLACES
        if self.classes < _MOST_FOUND:
            room[slot] = at + 1
        self._weigh(self.classes, ways)
        stream[at] = self.classes  # its weight follows in close()
        self.classes += 1
        self._class = self._end
        self._end += 2
        if len(stream) - self._end < _MOST_CODES:
            stream.extend(array("H", bytes(2 * _MORE)))

    def _weight(self, number: int) -> int:
        """Returns the weight of a class of the row."""
        at = _PLACES + 2 * number
        return self._room[at] | self._room[at + 1] << 16

    def _weigh(self, number: int, weight: int) -> None:
        """Sets the weight of a class."""
        at = _PLACES + 2 * number
        if at + 2 > len(self._room):
            self._room.extend(array("H", bytes(2 * _MORE)))
        self._room[at + 1] = weight >> 16
        self._room[at] = weight & 0xFFFF

    def _same(self, one: int, other: int) -> bool:
        """Returns whether the classes at two places have the same codes."""
        stream = self._stream
        for i in range(1, stream[one + 1] + 2):
            if stream[one + i] != stream[other + i]:
                return False
        return True

    def close(self) -> "Iterator[int]":
        """Ends a row and writes the weight of each class, scaled to 16 bits where necessary. Yields the sum of weights
        so far.
        """
        stream = self._stream
        yield 0
        total = self._ways
        scaled = 0
        at = self.start
        while at < self._class:
            number = stream[at]
            weight = self._weight(number)
            if total > _MOST_WEIGHT:
                weight = max(1, weight * _MOST_WEIGHT // total)
            stream[at] = weight
            scaled += weight
            at += 2 + stream[at + 1]
            if number % 64 == 63:
                yield scaled
        for place in range(_PLACES):
            self._room[place] = 0
            if place % 128 == 0:
                yield scaled
        self.start = self._class
        self._begin()
        yield scaled


class RollClassBuilder:
    """Fills the classes of a game."""

    def __init__(self, game: "TenThousandGame", classes: "RollClasses", room: "array[int]") -> None:
        """Uses the scorer of the game, which scores its own roll again. `room` is work space with any content."""
        self._game = game
        self._classes = classes
        self._room = room
        options = game.options
        self._first_row = classes.first_row
        self._unit = classes.unit
        self._hot = MUST_ROLL if game.must_roll_hot else 0
        self._keep_all = options["must_keep_all"] == "yes"
        self._two_throws = options["last_die"] == "yes"
        self._empty_points = int(options["empty_six"])
        rules = self._rules = game.house_rules
        self._presses = rules.override("must_roll_after")
        self._has_special = rules.override("outcome_of")
        self._bust_all = WRECK if rules.loss(game, WRECK, True) > rules.loss(game, BUST, True) else BUST
        self._extend: Extend | None = None
        if classes.extends:
            from sixpip.rules.ten_thousand.house_rules import keeping  # loaded by the game, too

            self._extend = keeping.Extend(options)
        self._plain = not (classes.marked or self._keep_all or self._presses or self._extend)

    def build(self) -> "Iterator[None]":
        """Builds row after row. Yields after each roll at the latest, which is every few milliseconds."""
        classes = self._classes
        room = self._room if len(self._room) >= _ROOM else array("H", bytes(2 * _ROOM))
        for place in range(_PLACES):
            room[place] = 0
            if place % 128 == 0:
                yield
        merger = Merger(classes.stream, self._kinds(), room)
        for row in range(ROWS):
            classes.starts[row] = merger.start
            if not classes.gave_up:
                yield from self._row(merger, row)
        classes.starts[ROWS] = merger.start

    def _row(self, merger: Merger, row: int) -> "Iterator[None]":
        """Builds one row, unless it does not belong to the game; yields after each roll."""
        classes = self._classes
        if self._extend and row > MARKED:
            for face in range(len(self._game.scorer.of_a_kind)):
                for dice in range(1, min(MOST_JOINED, self._game.dice - 3) + 1):
                    if classes.row_after_triple(dice, face) == row:
                        yield from self._rolls(merger, row, dice, face)
        elif row <= MARKED or classes.marked:
            dice = row if row <= MARKED else row - MARKED
            # all dice are only thrown with the marked one
            if 0 < dice <= self._game.dice and not (classes.marked and row == self._game.dice):
                yield from self._rolls(merger, row, dice, NO_FACE)
        if merger.classes and not classes.gave_up:
            for total in merger.close():
                classes.weights[row] = total
                yield

    def _rolls(self, merger: Merger, row: int, dice: int, triple: int) -> "Iterator[None]":
        """Enters the rolls of a row, or those of it that can join a triple of one face; yields after each roll."""
        classes = self._classes
        self._begin_rolls(triple)
        yield
        dice_set = self._game.dice_set
        scorer = self._game.scorer
        many = dice >= _MANY
        faces = range(len(dice_set.faces) - (1 if classes.marked else 0))
        samples = row > MARKED and dice > 5 and self._game.dice > 6
        skipped = 0
        for roll, ways, shown in rolls_of(dice_set, dice, classes.marked and row > MARKED, faces):
            if samples and skipped < _SAMPLE - 1:
                skipped += 1
                continue
            skipped = 0
            outcome = BUST
            if self._has_special and dice >= _LEAST_SPECIAL:
                outcome = self._rules.outcome_of(self._game, roll)
                yield
            bust = False
            if outcome != BUST:
                merger.enter(0, outcome)
            else:
                if many:
                    yield
                scorer.score(roll, self._of_a_kind)
                if many:
                    number = scorer.scored
                    yield
                    if scorer.scored != number:  # the game has scored its own roll meanwhile
                        scorer.score(roll, self._of_a_kind)
                bust = not scorer.found
                self._enter_keeps(merger, roll, shown, dice)
            merger.merge(ways if dice > 1 else self._throws_of_one(bust))
            if len(classes.stream) > _MOST_SIZE:
                classes.gave_up = True
                return
            if not many:
                yield

    def _begin_rolls(self, triple: int) -> None:
        """Sets the points of dice of a kind next to a kept triple."""
        self._triple = triple
        self._of_a_kind: list[list[int]] | None = None
        if self._extend and triple >= 0:
            self._extend.sets = [3 if face == triple else 0 for face in range(len(self._game.scorer.of_a_kind))]
            self._of_a_kind = self._extend.of_a_kind_rows(self._game)

    def _kinds(self) -> bytes:
        """Returns all kinds of codes that the game can have, in ascending order."""
        rows = list(range(ROWS if self._classes.marked or self._extend else MARKED + 1))
        flagged = rows if self._presses else [self._first_row]
        return bytes(rows + [row | MUST_ROLL for row in flagged + [BANKED]])

    def _enter_keeps(self, merger: Merger, roll: int, shown: int, dice: int) -> None:
        """Enters all that can follow a roll, which has just been scored. `shown` is the marked die's face or -1."""
        game = self._game
        scorer = game.scorer
        found = scorer.found
        if not found:
            self._enter_bust(merger, dice)
        keys = scorer.keeps
        points = scorer.points
        unit = self._unit
        most = merger.most
        classes = self._classes
        extends = classes.extends
        presses = self._presses
        shift = 4 * shown if shown > 0 else 0
        marked_alike = roll >> shift & 15 if shown >= 0 else 0
        least = max([size(keys[i]) for i in range(found)] + [0]) if self._keep_all else 0
        plain = self._plain
        for i in range(found):
            multiset = keys[i]
            left = dice - multiset % 15  # size(multiset)
            units = points[i] // unit
            if plain and left:
                if most[left] <= units:  # merger.enter(left, units)
                    most[left] = units + 1
                continue
            must_roll = presses and dice - left >= 3 and self._rules.must_roll_after(game, multiset)
            if not left:
                self._enter_hot(merger, points[i], dice, must_roll)
            elif dice - left >= least:
                flag = MUST_ROLL if must_roll else 0
                kept = multiset >> shift & 15
                if shown < 0 or kept:
                    kind = (classes.next_row(left, multiset, self._triple) if extends else left) | flag
                    if most[kind] <= units:  # merger.enter(kind, units)
                        most[kind] = units + 1
                if kept < marked_alike:  # another die with the face of the marked one can be kept instead
                    merger.enter(left + MARKED | flag, units)

    def _enter_bust(self, merger: Merger, dice: int) -> None:
        """Enters what follows a roll without a keep."""
        everything = dice == self._game.dice
        if everything and self._empty_points:
            merger.enter(self._first_row | MUST_ROLL, self._empty_points // self._unit)
        elif everything and self._bust_all:
            merger.enter(0, self._bust_all)
        elif self._game.saves_points():
            merger.enter(BANKED | MUST_ROLL, 0)
        else:
            merger.enter(0, BUST)

    def _enter_hot(self, merger: Merger, points: int, dice: int, must_roll: bool) -> None:
        """Enters a keep of all the dice thrown."""
        if dice == 1 and self._two_throws:
            points += LAST_DIE_BONUS
        merger.enter(self._first_row | (MUST_ROLL if must_roll else self._hot), points // self._unit)

    def _throws_of_one(self, bust: bool) -> int:
        """Returns how often a face of one die counts. A last die with two throws (CT-07) busts only if both do."""
        if not self._two_throws:
            return 1
        scorer = self._game.scorer
        faces = len(scorer.of_a_kind)
        busts = sum([1 for face in range(faces) if scorer.rows[face][1] < 0])
        return busts if bust else faces + busts
