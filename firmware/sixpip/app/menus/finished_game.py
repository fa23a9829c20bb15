"""Adds a finished game to the records and statistics: who can set a record, and what is counted.

Records of a variant are set by persons only, with the house rules of its sheet, without a head start, without advice of
the coach, and not in teams. The statistics of a person count every finished game, but not the points of a team.
"""

from binascii import crc32

from sixpip.app.menus import statistics as stats
from sixpip.app.menus.statistics import Statistics
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.game.errors import MOST

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.game.session import Session
    from sixpip.storage.records import Store

_NAMES = ("", "best total", "fewest turns", "best turn", "most hot dice")
_PHASE = "phase"
_GROUP = {"cubes": 2, _PHASE: 3}  # where the row of a person has the figures; 1 for other dice
_HELPED = const(0)  # the bit for: a record would have fallen, but the coach helped


class FinishedGame:
    """A finished game on its way into the statistics, step by step, because each step takes a while.

    Begin when the end of the game is saved: a game that was added already, as before a power loss, is not added again.
    """

    def __init__(self, session: "Session", store: "Store") -> None:
        """`session`: of the finished game."""
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
        if all(session.seats):
            return False
        if statistics is None:
            self._statistics = Statistics(self._store)
            return True
        number = _checksum(session)
        if self._fallen < 0 and statistics.last[0] != number:
            plain = not (session.game.row or session.game.head_start or session.members)
            self._fallen = _set_records(session, statistics) if plain else 0
            _count_figures(session, statistics)
            statistics.last = [number, self._fallen]
            return True
        if self._fallen >= 0:
            statistics.save()
        self.words = _words(statistics.last[1], session.game.dice_set.kind)
        return False


def _checksum(session: "Session") -> int:
    """A number that two games do not share: a checksum over the end of the game."""
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
        if session.seats[seat]:
            continue
        results = _results(session, seat)
        for place in range(stats.BEST_TOTAL, stats.HOT_DICE + 1):
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
    """What a person has reached, at the places of the records; 0 where it does not count."""
    game = session.game
    alone = game.players == 1 and game.winner == 0
    return (0, game.scores[seat], game.turns[seat] if alone else 0, session.best_turns[seat], session.hot_dice[seat])


def _is_better(value: int, record: "list[Any]", place: int) -> bool:
    """Whether a value beats a record; [] is beaten by every value."""
    if not record:
        return True
    return bool(value < record[0] if place == stats.FEWEST_TURNS else value > record[0])


def _count_figures(session: "Session", statistics: Statistics) -> None:
    """Adds the game to the figures of every person in it."""
    for seat in range(session.game.players):
        if session.seats[seat]:
            continue
        for name in session.members[seat] if session.members else [session.names[seat]]:
            _count_for(session, seat, statistics.person_row(name))


def _count_for(session: "Session", seat: int, row: "list[Any]") -> None:
    """Adds the game to the figures of one person; the turns and points of a team are of no one person."""
    game = session.game
    group = _GROUP.get(game.dice_set.kind, 1)
    figures = row[group] = row[group] or [0] * (stats.BUSTS + 1)
    if game.players == 1:
        _increase(figures, stats.ALONE, 1)
    else:
        _increase(figures, stats.GAMES, 1)
        _increase(figures, stats.WINS, 1 if game.winner == seat else 0)
    if not session.members:
        ahead = game.head_start[seat] if game.head_start else 0
        _increase(figures, stats.TURNS, game.turns[seat])
        _increase(figures, stats.POINTS, game.scores[seat] - ahead)
        _increase(figures, stats.BUSTS, session.busts[seat])


def _increase(figures: "list[int]", place: int, by: int) -> None:
    """Adds to a figure, as far as the record can hold it."""
    figures[place] = max(-MOST, min(MOST, figures[place] + by))


def _words(fallen: int, kind: str) -> str:
    """What the ranking shows for the records that fell."""
    places = [place for place in range(stats.BEST_TOTAL, stats.HOT_DICE + 1) if fallen >> place & 1]
    if len(places) > 1:
        return f"{len(places)} new records!"
    if places:
        return "record: " + ("best phase" if places[0] == stats.BEST_TURN and kind == _PHASE else _NAMES[places[0]])
    return "no record with coach" if fallen >> _HELPED & 1 else ""
