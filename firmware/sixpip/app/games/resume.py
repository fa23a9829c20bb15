"""Restores the saved game after power-on, or a parked one. session.py saves games, parking.py parks them.

The format of the files is that of all records: storage/record_store.py.
"""

from sixpip.app.games import parking
from sixpip.app.games.lineup import is_match_decided, load_last_game, match_of_last_game, of_record
from sixpip.app.games.session import COACH_ALWAYS, COACH_OFF, LAST, RECORD, Session
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.errors import MOST, BadRecord, UnknownRules, check_number, check_numbers
from sixpip.rules.core.record import from_record
from sixpip.storage.record_store import StorageError

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.core.engine import Game
    from sixpip.storage.record_store import Store

_GENERATIONS = const(3)  # the record and the older ones that the store may still have


def resume(store: "Store") -> "Session | None":
    """Restores the saved game, None without one. One that cannot be restored is set aside (store.damaged names it).

    One with rules that are not known here is parked (store.reports says so), and one of a later format stays as it is
    (store.refusal has a sentence about it).
    """
    for _ in range(_GENERATIONS):
        saved = store.load(RECORD, False)
        if saved is None:
            break
        try:
            session = _session_of(saved, from_record(_saved_game(saved)))
        except BadRecord as error:
            if isinstance(error, UnknownRules) and _is_parked(store):
                store.report(f"This game cannot go on: {error.args[0]}. It is parked.")
                break
            store.set_aside(RECORD, error.args[0])
        else:
            _continue_log(store, session, saved)
            return session
    return None


def _is_parked(store: "Store") -> bool:
    """Parks the saved game, which is not damaged, until its rules are there again; whether it is parked."""
    try:
        return parking.park_record(store)
    except StorageError:
        return False


def _continue_log(store: "Store", session: "Session", saved: "dict[str, Any]") -> None:
    session.log.resume(store, saved.get("log"))
    if not session.log.is_begun():
        session.log.in_use = parking.logs_in_use(store)


def resume_parked(store: "Store", name: str, coach: int) -> "Session | None":
    """Resumes a parked game with the coach of the settings; None when it is damaged (store.damaged names it).

    Raises StorageError; a game that cannot be restored stays parked then.
    """
    saved = parking.load(store, name)
    if saved is None:
        refusal = store.refusal(parking.record_name(name))
        if refusal:
            raise StorageError(refusal)
        return None
    try:
        session = _session_of(saved, from_record(_saved_game(saved)))
    except BadRecord as error:
        raise StorageError(f"This game cannot go on: {error.args[0]}. It stays parked.") from error
    store.move(parking.record_name(name), RECORD)
    _continue_log(store, session, saved)
    session.coach = coach
    if session.match:
        _catch_up_match(store, session)
    session.other_records = {LAST: session.as_last_game()}
    return session


def _catch_up_match(store: "Store", session: "Session") -> None:
    """Gives a resumed game the match as it stands after the games that the same players have played since."""
    now = match_of_last_game(session, load_last_game(store))
    if now and now[0] == session.match[0] and not is_match_decided(now):
        session.match = now


def _saved_game(saved: "Any") -> "dict[str, Any]":
    """Returns the record of the game in a saved value. Raises BadRecord."""
    if not isinstance(saved, dict) or not isinstance(saved.get("game"), dict):
        raise BadRecord("The saved game is not complete")
    game: dict[str, Any] = saved["game"]
    return game


def _session_of(saved: "dict[str, Any]", game: "Game") -> Session:
    """Returns the session of a saved value with this game. Raises BadRecord."""
    lineup = of_record(saved)
    best = saved.get("best")
    if len(lineup.names) != game.players or not isinstance(best, int):
        raise BadRecord("The saved game does not name its players")
    session = Session(game, lineup.names, best, lineup.styles)
    session.members = lineup.members
    session.match = lineup.match
    session.coach = check_number(saved.get("coach", COACH_OFF), 0, COACH_ALWAYS, "coach")
    session.helped = check_numbers(saved.get("helped", [0] * game.players), game.players, 0, MOST, "helped")
    session.advised = tuple(_numbers(saved.get("advised", []), "advised"))
    if "counts" in saved:
        session.set_counts(check_numbers(saved["counts"], 3 * game.players + 1, 0, MOST, "counts"))
    session.wins = saved.get("wins", {})
    _numbers(list(session.wins.values()) if isinstance(session.wins, dict) else None, "wins")
    session.unsaved = False
    return session


def _numbers(values: "object", what: str) -> "list[int]":
    """Returns a saved list of numbers, of any length. Raises BadRecord."""
    return check_numbers(values, len(values) if isinstance(values, list) else 0, 0, MOST, what)
