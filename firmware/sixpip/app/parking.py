"""Parks the game that is left, and resumes a parked one. Both move one record, so a power cut loses nothing.

What is parked: parked_games.py.
"""

from sixpip.app.parked_games import MOST, load, log_number, parked_games, record_name, variant_of
from sixpip.app.resume import resume
from sixpip.app.session import LAST, RECORD
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.stages import OVER
from sixpip.storage.records import StorageError, StorageFull

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.app.session import Session
    from sixpip.storage.records import Store


_TITLE = const(13)  # letters of a title in a line of 21


def leave_game(app: "App") -> None:
    """Leaves the game in hand, as `leave` does, and opens the boot menu. Callers only return after this."""
    app.acknowledge_press()
    if app.session:
        try:
            trouble = leave(app.store, app.session)
        except StorageError as error:
            app.notify(error.args[0])
            return
        app.session = None
        app.start("boot_menu")
        if trouble:
            app.notify(trouble)


def leave(store: "Store", session: "Session") -> str:
    """Parks a game; deletes one that is over, has not begun or cannot be saved, and what `lost_by_leaving` names.

    Returns "" or one sentence for the player. Raises StorageError when the game is still in play.
    """
    try:
        store.save(LAST, session.as_last_game())
        trouble = ""
    except (StorageFull, StorageError) as error:
        trouble = error.args[0]
    if not _is_begun(session) or not _is_saved(store, session):
        store.delete(RECORD)
        return trouble
    store.move(RECORD, record_name(session.game.variant.name))
    while len(parked_games(store)) > MOST:
        oldest = _oldest(store, session.game.variant.name)
        if not oldest:
            break
        store.delete(record_name(oldest[0]))
    return trouble


def lost_by_leaving(store: "Store", session: "Session") -> "tuple[str, list[str], list[int]] | None":
    """What is lost when a game is left: the reason, names and scores of the lost game; None when nothing is."""
    variant = session.game.variant.name
    if not _is_begun(session):
        return None
    if not _is_saved(store, session):
        return "It cannot be saved", session.names, session.game.scores
    parked = load(store, variant)
    if parked:
        return "An older one is lost:", parked["names"], parked["game"]["scores"]
    if len(parked_games(store)) >= MOST:
        oldest = _oldest(store, variant)
        if oldest:
            return f"{_title(oldest[0])[:_TITLE]} is lost", oldest[1]["names"], oldest[1]["game"]["scores"]
    return None


def _title(name: str) -> str:
    """The title of the variant of a parked game; its name where its file is gone."""
    from sixpip.rules.variants import known  # not needed during play

    variant = variant_of(name)
    found = known(variant)
    return found.title if found else variant


def _oldest(store: "Store", but: str) -> "tuple[str, dict[str, Any]] | None":
    """The name and the record of the parked game that was started first, other than `but`."""
    found = None
    for name in parked_games(store):
        saved = load(store, name) if name != but else None
        if saved and (found is None or log_number(saved) < log_number(found[1])):
            found = name, saved
    return found


def resume_parked(store: "Store", name: str) -> "Session | None":
    """Resumes a parked game; None when it is damaged (store.damaged names it). Raises StorageError."""
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
    from sixpip.app import last_game, lineup  # few games are part of a match

    now = lineup.match_of_last_game(session, last_game.load(store))
    if now and now[0] == session.match[0] and not lineup.is_match_decided(now):
        session.match = now


def _is_begun(session: "Session") -> bool:
    """Whether there is anything to go on with: a roll has been made, and the game is not over."""
    game = session.game
    return game.stage != OVER and (game.rolls > 0 or any(game.turns))


def _is_saved(store: "Store", session: "Session") -> bool:
    """Saves the game again, in case the last save failed; whether it is saved."""
    session.unsaved = True
    try:
        session.save(store)
    except (StorageFull, StorageError):
        pass  # it may have been the log only
    saved = not session.unsaved
    session.unsaved = False  # the app would report it once more
    return saved
