"""Merges rolls with the same useful keeps into classes, in a stream of 16-bit numbers (roll_classes.py)."""

from array import array

from sixpip.players.ten_thousand.roll_codes import MOST_UNITS, POINTS
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLACES = const(512)
_MOST_FOUND = const(448)  # classes that can be found again; with more of them rolls are no longer merged
_CLASSES = const(128)  # of a row in most games; the array grows where there are more
_MOST_WEIGHT = const(65535)
_MOST_CODES = const(34)  # of one roll: one of each kind, behind weight and count
_MORE = const(512)
_KINDS = const(32)  # of codes, by row and flag


class Merger:
    """Collects the codes of one roll in `most`, merges them with `merge`, and ends a row of rolls with `close`."""

    def __init__(self, stream: "array[int]", kinds: "bytes") -> None:
        """`kinds`: of the codes that the game can have, in ascending order."""
        self._kinds = kinds
        self.most = array("I", [0] * _KINDS)
        """For each kind of code the most units of the roll + 1: of one kind only the code with the most is useful."""
        self._stream = stream
        self._weights = array("I", [0] * _CLASSES)
        self._places = array("H", bytes(2 * _PLACES))  # of the classes + 1, by a hash of their codes
        self.start = 0
        """Where the row begins in the stream."""
        self._begin()

    def _begin(self) -> None:
        """Begins a row behind the last one."""
        self._classes = 0
        self._class = self.start
        self._end = self.start + 2
        for place in range(_PLACES):
            self._places[place] = 0

    def enter(self, kind: int, units: int) -> None:
        """Enters a code of the roll: its row and flag, and its units."""
        if self.most[kind] <= units:
            self.most[kind] = units + 1

    def merge(self, ways: int) -> None:
        """Ends a roll that can be thrown in a number of ways: a new class, or more weight for one with its codes."""
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
        while self._places[slot]:
            other = self._places[slot] - 1
            if self._same(other, at):
                self._weights[stream[other]] += ways
                self._end = at + 2
                return
            slot = (slot + 1) % _PLACES
        if self._classes < _MOST_FOUND:
            self._places[slot] = at + 1
        if self._classes == len(self._weights):
            self._weights.append(ways)
        self._weights[self._classes] = ways
        stream[at] = self._classes  # its weight follows in close()
        self._classes += 1
        self._class = self._end
        self._end += 2
        if len(stream) - self._end < _MOST_CODES:
            stream.extend(array("H", bytes(2 * _MORE)))

    def has_classes(self) -> bool:
        """Whether the row has any rolls."""
        return self._classes > 0

    def _same(self, one: int, other: int) -> bool:
        """Whether the classes at two places have the same codes."""
        stream = self._stream
        for i in range(1, stream[one + 1] + 2):
            if stream[one + i] != stream[other + i]:
                return False
        return True

    def close(self) -> "Iterator[int]":
        """Ends a row: writes the weight of each class, scaled to 16 bits where necessary; yields their sum so far."""
        stream = self._stream
        total = 0
        for i in range(self._classes):
            total += self._weights[i]
        yield 0
        scaled = 0
        at = self.start
        while at < self._class:
            number = stream[at]
            weight = self._weights[number]
            if total > _MOST_WEIGHT:
                weight = max(1, weight * _MOST_WEIGHT // total)
            stream[at] = weight
            scaled += weight
            at += 2 + stream[at + 1]
            if number % 64 == 63:
                yield scaled
        self.start = self._class
        yield scaled
        self._begin()
        yield scaled
