"""Restores the saved game after power-on, or a parked one. session.py saves games, parking.py parks them."""

from sixpip.app.game.session import COACH_ALWAYS, COACH_OFF, LAST, RECORD, Session
from sixpip.app.setup.lineup import is_match_decided, load_last_game, match_of_last_game, of_record
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.game.errors import MOST, BadRecord, check_numbers

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.game.engine import AnyGame
    from sixpip.storage.records import Store

_GENERATIONS = const(3)  # the record and the older ones that the store may still have
_MOST_HELP = const(1 << 30)


def resume(store: "Store") -> "Session | None":
    """Restores the saved game, None without one. One that cannot be restored is set aside (store.damaged names it)."""
    for _ in range(_GENERATIONS):
        saved = store.load(RECORD)
        if saved is None:
            break
        try:
            session = _session_of(saved)
        except BadRecord as error:
            store.set_aside(RECORD, error.args[0])
        else:
            session.log.resume(store, saved.get("log"))
            if not session.log.is_begun():
                from sixpip.app.setup.parking import logs_in_use  # a log is hardly ever missing

                session.log.in_use = logs_in_use(store)
            return session
    return None


def resume_parked(store: "Store", name: str) -> "Session | None":
    """Resumes a parked game; None when it is damaged (store.damaged names it). Raises StorageError."""
    from sixpip.app.setup.parking import load, record_name  # not at power-on

    if load(store, name) is None:
        return None
    store.move(record_name(name), RECORD)
    session = resume(store)
    if session:
        if session.match:
            _catch_up_match(store, session)
        session.other_records = {LAST: session.as_last_game()}
    return session


def _catch_up_match(store: "Store", session: "Session") -> None:
    """Gives a resumed game the match as it stands after the games that the same players have played since."""
    now = match_of_last_game(session, load_last_game(store))
    if now and now[0] == session.match[0] and not is_match_decided(now):
        session.match = now


def _session_of(saved: "Any") -> Session:
    """The session of a saved value. Raises BadRecord."""
    if not isinstance(saved, dict) or not isinstance(saved.get("game"), dict):
        raise BadRecord("The saved game is not complete")
    from sixpip.rules.setup.record import from_record  # only at power-on

    game = from_record(saved["game"])
    lineup = of_record(saved)
    best = saved.get("best")
    if len(lineup.names) != game.players or not isinstance(best, int):
        raise BadRecord("The saved game does not name its players")
    session = Session(game, lineup.names, best, lineup.seats)
    session.members = lineup.members
    session.match = lineup.match
    session.coach = _number(saved.get("coach", COACH_OFF), COACH_ALWAYS)
    session.plain_master = _number(saved.get("plain", 0), 1) == 1
    session.helped = _helped_of(saved, game)
    session.advised = _advised_of(saved)
    if "counts" in saved:
        _restore_counts(session, saved["counts"])
    session.wins = _wins_of(saved)
    session.unsaved = False
    return session


def _number(value: "object", most: int) -> int:
    """A saved number from 0 to `most`. Raises BadRecord."""
    if type(value) is not int or not 0 <= value <= most:
        raise BadRecord("The saved game has a wrong number for its coach or for Master")
    return value


def _wins_of(saved: "dict[str, Any]") -> "dict[str, int]":
    """The games that each player has won; none without an entry. Raises BadRecord."""
    wins = saved.get("wins", {})
    if not isinstance(wins, dict):
        raise BadRecord("The saved game does not say who has won games before")
    check_numbers(list(wins.values()), len(wins), 0, MOST, "wins")
    return wins


def _helped_of(saved: "dict[str, Any]", game: "AnyGame") -> "list[int]":
    """How often the coach advised each player; none without an entry. Raises BadRecord."""
    helped = saved.get("helped", [0] * game.players)
    if not isinstance(helped, list) or len(helped) != game.players:
        raise BadRecord("The saved game does not say whom the coach advised")
    return [_number(count, _MOST_HELP) for count in helped]


def _advised_of(saved: "dict[str, Any]") -> "tuple[int, ...]":
    """The checksums of the last choices that the coach advised; none without an entry. Raises BadRecord."""
    advised = saved.get("advised", [])
    if not isinstance(advised, list):
        raise BadRecord("The saved game does not say which choices the coach advised")
    return tuple(check_numbers(advised, len(advised), 0, MOST, "advised"))


def _restore_counts(session: Session, saved: "object") -> None:
    """Restores what the session has counted for the statistics. Raises BadRecord."""
    players = session.game.players
    counts = check_numbers(saved, 3 * players + 1, 0, MOST, "counts")
    session.set_counts(counts)
