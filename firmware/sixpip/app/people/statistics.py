"""The records of each variant and the statistics of each person, and how a finished game is added to them.

They are one bounded record of the store. Only what has been read row by row and is valid is used.

Records of a variant are set by people only, with the house rules of its sheet, without a head start, without advice of
the coach, and not in teams. The statistics of a person count every finished game, but not the points of a team.
"""

from binascii import crc32

from sixpip.app.games.lineup import NAME_LETTERS
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.errors import MOST
from sixpip.storage.record_store import trouble_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sixpip.app.games.session import Session
    from sixpip.storage.record_store import Store

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
MOST_PEOPLE = const(20)
"""With so many rows and usual numbers the record takes less than one flash block of 4096 bytes."""

_GENERATIONS = const(3)  # the record and the older ones that the store may still have
_FIGURES = const(6)
_VARIANT_LETTERS = const(16)  # as in rules/rulebook/variant_file.py


class Statistics:
    """The rows of variants and people, each list in the order of use: the last row was used last."""

    def __init__(self, store: "Store") -> None:
        """Loads the record. One with an invalid row is set aside (store.damaged names it); its valid rows stay."""
        self._store = store
        self.variants: list[list[Any]] = []
        """One row a variant: its name, then its records (BEST_TOTAL ...)."""
        self.people: list[list[Any]] = []
        """One row a person: the name, then the figures of each group."""
        self.last = [0, 0]
        """The checksum of the game added last, and what it changed."""
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
        self._store.save(RECORD, {"variants": self.variants, "persons": self.people, "last": self.last})

    def delete(self) -> None:
        """Deletes all rows. Raises StorageError."""
        self.variants.clear()
        self.people.clear()
        self._store.delete(RECORD)

    def delete_row(self, row: "list[Any]") -> None:
        """Deletes a row of `variants` or `people`, and saves. Raises StorageFull, StorageError."""
        for rows in (self.variants, self.people):
            if row in rows:
                rows.remove(row)
        self.save()

    def variant_row(self, name: str) -> "list[Any]":
        """Returns the row of a variant, a new one if it has none. It is now the row that was used last."""
        return _use(self.variants, [name, [], [], [], []], MOST_VARIANTS)

    def person_row(self, name: str) -> "list[Any]":
        """Returns the row of a person, a new one if there is none. It is now the row that was used last."""
        return _use(self.people, [name] + [[] for _ in GROUPS], MOST_PEOPLE)

    def _read(self, saved: "Any") -> str:
        """Takes the valid rows of a saved value. Returns "", or the reason why something was refused."""
        if not isinstance(saved, dict):
            return "not a table of records"
        refused = _read_rows(saved.get("variants"), self.variants, MOST_VARIANTS, _VARIANT_LETTERS, _is_record)
        refused = _read_rows(saved.get("persons"), self.people, MOST_PEOPLE, NAME_LETTERS, _is_figures) or refused
        last = saved.get("last")
        if isinstance(last, list) and len(last) == 2 and _is_number(last[0]) and _is_number(last[1]):
            self.last = last
        else:
            refused = "no valid last game"
        return refused


def row_named(rows: "list[list[Any]]", name: str) -> "list[Any] | None":
    """Returns the row of a name."""
    for row in rows:
        if row[0] == name:
            return row
    return None


def _use(rows: "list[list[Any]]", new: "list[Any]", most: int) -> "list[Any]":
    """Moves the row with the name of `new` to the end, or adds `new`; the row used longest ago makes room for it."""
    row = row_named(rows, new[0])
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
        if valid and len(rows) < most and not row_named(rows, row[0]) and all([is_part(part) for part in row[1:]]):
            rows.append(row)
        else:
            refused = f"row {number + 1} is not valid"
    return refused


def _is_record(value: "Any") -> bool:
    return value == [] or (
        isinstance(value, list) and len(value) == 2 and _is_number(value[0]) and _is_name(value[1], NAME_LETTERS)
    )


def _is_figures(value: "Any") -> bool:
    """Returns whether a part of a person's row is valid; only points can be below 0."""
    if not isinstance(value, list) or len(value) != _FIGURES:
        return value == []
    points = value[POINTS]
    counts = value[:POINTS] + value[POINTS + 1 :]
    return type(points) is int and abs(points) <= MOST and all([_is_number(count) for count in counts])


def _is_number(value: "Any") -> bool:
    return type(value) is int and 0 <= value <= MOST


def _is_name(value: "Any", letters: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= letters


# A finished game


_NAMES = const(("", "best total", "fewest turns", "best turn", "most hot dice"))
_PHASE = const("phase")
_GROUP = {"cubes": 2, _PHASE: 3}  # where the row of a person has the figures; 1 for other dice
_HELPED = const(0)  # the bit for: a record would have fallen, but the coach helped


class FinishedGame:
    """A finished game on its way into the statistics, step by step, because each step takes a while.

    Begin when the end of the game is saved: a game that was added already, as before a power loss, is not added again.
    """

    def __init__(self, session: "Session", store: "Store") -> None:
        self._session = session
        self._store = store
        self._statistics: Statistics | None = None
        self._fallen = -1
        self.words = ""
        """After the last step: which records fell, in at most 21 letters; "" for none."""

    def step(self) -> bool:
        """Loads the statistics, adds the game, saves; True while there is more. Raises StorageFull, StorageError."""
        session = self._session
        statistics = self._statistics
        if all(session.styles):
            return False
        if statistics is None:
            self._statistics = Statistics(self._store)
            return True
        number = _checksum(session)
        if self._fallen < 0 and statistics.last[0] != number:
            plain = not (session.game.overrides or session.game.head_start or session.members)
            self._fallen = _set_records(session, statistics) if plain else 0
            _count_figures(session, statistics)
            statistics.last = [number, self._fallen]
            return True
        if self._fallen >= 0:
            statistics.save()
        self.words = _words(statistics.last[1], session.game.dice_set.kind)
        return False


def _checksum(session: "Session") -> int:
    """Returns a checksum over the end of the game, which two games do not share."""
    game = session.game
    counts = session.best_turns + session.busts + session.hot_dice
    text = f"{game.variant.name} {session.names} {game.scores} {game.turns} {counts} {list(game.faces)}"
    return crc32(text.encode()) % MOST


def _set_records(session: "Session", statistics: Statistics) -> int:
    """Sets the records of the variant; returns those that had a value before, one bit each."""
    row = statistics.variant_row(session.game.variant.name)
    before = list(row)
    fallen = 0
    for seat in range(len(session.names)):
        if session.styles[seat]:
            continue
        results = _results(session, seat)
        for place in range(BEST_TOTAL, HOT_DICE + 1):
            value = results[place]
            if value <= 0 or not _is_better(value, row[place], place):
                continue
            if session.helped[seat]:
                fallen |= 1 << _HELPED
            else:
                row[place] = [value, session.names[seat]]
                fallen |= 1 << place if before[place] else 0
    return fallen


def _results(session: "Session", seat: int) -> "tuple[int, int, int, int, int]":
    """Returns what a person has reached, at the places of the records, and 0 for what does not count."""
    game = session.game
    alone = game.players == 1 and game.winner == 0 and not game.rounds_are_over()
    return (0, game.scores[seat], game.turns[seat] if alone else 0, session.best_turns[seat], session.hot_dice[seat])


def _is_better(value: int, record: "list[Any]", place: int) -> bool:
    """Returns whether a value beats a record; [] is beaten by every value."""
    return not record or bool(value < record[0] if place == FEWEST_TURNS else value > record[0])


def _count_figures(session: "Session", statistics: Statistics) -> None:
    """Adds the game to the figures of every person in it."""
    for seat in range(session.game.players):
        if session.styles[seat]:
            continue
        for name in session.members[seat] if session.members else [session.names[seat]]:
            _count_for(session, seat, statistics.person_row(name))


def _count_for(session: "Session", seat: int, row: "list[Any]") -> None:
    """Adds the game to the figures of one person; the turns and points of a team are of no one person."""
    game = session.game
    group = _GROUP.get(game.dice_set.kind, 1)
    figures = row[group] = row[group] or [0] * (BUSTS + 1)
    if game.players == 1:
        _increase(figures, ALONE, 1)
    else:
        _increase(figures, GAMES, 1)
        _increase(figures, WINS, 1 if game.winner == seat else 0)
    if not session.members:
        ahead = game.head_start[seat] if game.head_start else 0
        _increase(figures, TURNS, game.turns[seat])
        _increase(figures, POINTS, game.scores[seat] - ahead)
        _increase(figures, BUSTS, session.busts[seat])


def _increase(figures: "list[int]", place: int, by: int) -> None:
    """Adds to a figure, as far as the record can hold it."""
    figures[place] = max(-MOST, min(MOST, figures[place] + by))


def _words(fallen: int, kind: str) -> str:
    """Returns what the ranking shows for the records that fell."""
    places = [place for place in range(BEST_TOTAL, HOT_DICE + 1) if fallen >> place & 1]
    if len(places) > 1:
        return f"{len(places)} new records!"
    if places:
        return "record: " + ("best phase" if places[0] == BEST_TURN and kind == _PHASE else _NAMES[places[0]])
    return "no record with coach" if fallen >> _HELPED & 1 else ""
