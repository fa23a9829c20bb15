"""The records of each variant and the statistics of each person, in one bounded record of the store.

Only what has been read row by row and is valid is used. What a finished game adds: finished_game.py.
"""

from sixpip.app.game.session import NAME_LETTERS
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.game.errors import MOST
from sixpip.storage.records import trouble_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sixpip.storage.records import Store

RECORD = "statistics"

BEST_TOTAL = const(1)
FEWEST_TURNS = const(2)
BEST_TURN = const(3)
HOT_DICE = const(4)
"""Where the row of a variant holds its records, each [value, name of the person]; [] where there is none yet."""

GAMES = const(0)
WINS = const(1)
ALONE = const(2)
TURNS = const(3)
POINTS = const(4)
BUSTS = const(5)
"""Where the figures of a person hold games against others, those won, games alone, turns, points and busts."""

GROUPS = ("Ten-thousand games", "Five cubes", "Phase 10")
"""The games whose points can be compared; the first are those of all other variants.

The row of a person has, after the name, the figures of each group, or []."""

MOST_VARIANTS = const(24)
MOST_PERSONS = const(20)
"""With so many rows and usual numbers the record takes less than one flash block of 4096 bytes."""

_GENERATIONS = const(3)  # the record and the older ones that the store may still have
_FIGURES = const(6)
_VARIANT_LETTERS = const(16)  # as in rules/menus/custom.py


class Statistics:
    """The rows of variants and persons, each list in the order of use: the last row was used last."""

    def __init__(self, store: "Store") -> None:
        """Loads the record. One with an invalid row is set aside (store.damaged names it); its valid rows stay."""
        self._store = store
        self.variants: list[list[Any]] = []
        """One row a variant: its name, then its records (BEST_TOTAL ...)."""
        self.persons: list[list[Any]] = []
        """One row a person: the name, then the figures of each group."""
        self.last = [0, 0]
        """The checksum of the game added last, and what it changed (finished_game.py)."""
        for _ in range(_GENERATIONS):
            saved = store.load(RECORD)
            if saved is None:
                return
            refused = self._read(saved)
            if refused:
                store.set_aside(RECORD, refused)
            if isinstance(saved, dict):
                break
        if refused:
            trouble_of(self.save)  # what is left of it; the next save reports an error

    def save(self) -> None:
        """Saves the rows. Raises StorageFull, StorageError."""
        self._store.save(RECORD, {"variants": self.variants, "persons": self.persons, "last": self.last})

    def delete(self) -> None:
        """Deletes all rows. Raises StorageError."""
        self.variants.clear()
        self.persons.clear()
        self._store.delete(RECORD)

    def delete_row(self, row: "list[Any]") -> None:
        """Deletes a row of `variants` or `persons`, and saves. Raises StorageFull, StorageError."""
        for rows in (self.variants, self.persons):
            if row in rows:
                rows.remove(row)
        self.save()

    def variant_row(self, name: str) -> "list[Any]":
        """The row of a variant, a new one if it has none; it is now the one used last."""
        return _use(self.variants, [name, [], [], [], []], MOST_VARIANTS)

    def person_row(self, name: str) -> "list[Any]":
        """The row of a person, a new one if there is none; it is now the one used last."""
        return _use(self.persons, [name] + [[] for _ in GROUPS], MOST_PERSONS)

    def _read(self, saved: "Any") -> str:
        """Takes the valid rows of a saved value. Returns "", or the reason why something was refused."""
        if not isinstance(saved, dict):
            return "not a table of records"
        refused = _read_rows(saved.get("variants"), self.variants, MOST_VARIANTS, _VARIANT_LETTERS, _is_record)
        refused = _read_rows(saved.get("persons"), self.persons, MOST_PERSONS, NAME_LETTERS, _is_figures) or refused
        last = saved.get("last")
        if isinstance(last, list) and len(last) == 2 and _is_number(last[0]) and _is_number(last[1]):
            self.last = last
        else:
            refused = "no valid last game"
        return refused


def find(rows: "list[list[Any]]", name: str) -> "list[Any] | None":
    """The row of a name."""
    for row in rows:
        if row[0] == name:
            return row
    return None


def _use(rows: "list[list[Any]]", new: "list[Any]", most: int) -> "list[Any]":
    """Moves the row with the name of `new` to the end, or adds `new`; the row used longest ago makes room for it."""
    row = find(rows, new[0])
    if row:
        rows.remove(row)
    elif len(rows) >= most:
        rows.pop(0)
    row = row or new
    rows.append(row)
    return row


def _read_rows(saved: "Any", rows: "list[list[Any]]", most: int, letters: int, is_part: "Callable[[Any], bool]") -> str:
    """Appends the valid rows of a saved list to `rows`. Returns "", or which row was refused last."""
    if not isinstance(saved, list):
        return "no list of rows"
    refused = ""
    parts = 4 if is_part is _is_record else len(GROUPS)
    for number in range(len(saved)):
        row = saved[number]
        valid = isinstance(row, list) and len(row) == 1 + parts and _is_name(row[0], letters)
        if valid and len(rows) < most and not find(rows, row[0]) and all([is_part(part) for part in row[1:]]):
            rows.append(row)
        else:
            refused = f"row {number + 1} is not valid"
    return refused


def _is_record(value: "Any") -> bool:
    """Whether a part of a variant's row is valid."""
    return value == [] or (
        isinstance(value, list) and len(value) == 2 and _is_number(value[0]) and _is_name(value[1], NAME_LETTERS)
    )


def _is_figures(value: "Any") -> bool:
    """Whether a part of a person's row is valid; only points can be below 0."""
    if not isinstance(value, list) or len(value) != _FIGURES:
        return value == []
    points = value[POINTS]
    counts = value[:POINTS] + value[POINTS + 1 :]
    return type(points) is int and abs(points) <= MOST and all([_is_number(count) for count in counts])


def _is_number(value: "Any") -> bool:
    return type(value) is int and 0 <= value <= MOST


def _is_name(value: "Any", letters: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= letters
