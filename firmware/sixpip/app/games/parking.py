"""The parked games: which there are, what their records hold, and how the game that is left becomes one of them.

A parked game is the record of a game in the folder PARKED with the name of its variant: one a variant, unless the
console has parked a game by itself; a second one has a number behind the name. A folder of its own, because each file
next to main.py delays every import. Parking and resuming (resume.py) move one record, so a power cut loses nothing.
"""

from sixpip.app.games.session import LAST, PARKED, RECORD
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.actions import OVER
from sixpip.storage.record_store import StorageError, StorageFull, trouble_of

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.app.games.session import Session
    from sixpip.storage.record_store import Store

_BETWEEN = const("_")  # no variant has it in its name
_UNKNOWN = const("unknown")  # in place of a variant that cannot be read
_TITLE = const(13)  # letters of a title in a line of 21
MOST = const(6)
"""Parked games at a time; their logs and that of the game in play are fewer than the logs that are stored."""


def parked_games(store: "Store") -> "list[str]":
    """Returns the names of the parked games. A name is that of the variant; a second game has a number behind it."""
    return store.names(PARKED)


def record_name(name: str) -> str:
    """Returns the name of the record of a parked game."""
    return PARKED + "/" + name


def load(store: "Store", name: str) -> "dict[str, Any] | None":
    """Returns the record of a parked game, with names and scores that can be shown, or None if there is none.

    Only what a list of scores needs is checked; the rest is when the game is resumed.
    """
    saved = store.load(record_name(name), False)
    if saved is None:
        return None
    if not isinstance(saved, dict) or not _has_scores(saved.get("names"), saved.get("game")):
        store.set_aside(record_name(name), "The saved game is not complete")
        return None
    return saved


def park_record(store: "Store") -> bool:
    """Parks the saved game without restoring it, next to one of the same variant; False where it cannot be read.

    Raises StorageError when it cannot be moved.
    """
    saved = store.load(RECORD, False)
    if not isinstance(saved, dict) or not _has_scores(saved.get("names"), saved.get("game")):
        return False
    variant = saved["game"].get("variant")
    if not isinstance(variant, str):
        return False
    try:
        store.move(RECORD, record_name(_free_name(store, variant)))
    except ValueError:  # no variant has such a name
        return False
    return True


def _free_name(store: "Store", variant: str) -> str:
    """Returns a name for one more parked game of a variant. Raises ValueError for a name that no variant has."""
    name = variant
    number = 1
    while store.has(record_name(name)):
        number += 1
        name = f"{variant}{_BETWEEN}{number}"
    return name


def make_way(store: "Store") -> None:
    """Parks a saved game of a later format unchanged, before another game is saved. Raises StorageError."""
    if not store.refusal(RECORD):
        return
    saved = store.peek(RECORD)
    game = saved.get("game") if isinstance(saved, dict) else None
    variant = game.get("variant") if isinstance(game, dict) else None
    try:
        name = _free_name(store, variant if isinstance(variant, str) else _UNKNOWN)
    except ValueError:
        name = _free_name(store, _UNKNOWN)
    store.move(RECORD, record_name(name))


def _has_scores(names: object, game: object) -> bool:
    scores = game.get("scores") if isinstance(game, dict) else None
    if not isinstance(names, list) or not isinstance(scores, list) or not 0 < len(names) == len(scores):
        return False
    return all([isinstance(name, str) for name in names]) and all([type(score) is int for score in scores])


def log_number(saved: "Any") -> int:
    """Returns the number of the log of a parked game, 0 for none. An older game has a smaller one."""
    mark = saved.get("log") if isinstance(saved, dict) else None
    return mark[0] if isinstance(mark, list) and mark and type(mark[0]) is int else 0


def logs_in_use(store: "Store") -> "list[int]":
    """Returns the numbers of the logs that go on when parked games are resumed."""
    return [log_number(load(store, name) or store.peek(record_name(name))) for name in parked_games(store)]


def leave_game(app: "App") -> None:
    """Leaves the game in hand, as `leave` does, and opens the boot menu."""
    app.acknowledge_press()
    try:
        trouble = leave(app.store, app.playing)
    except StorageError as error:
        app.notify(error.args[0])
        return
    app.open_game(None)
    app.notify(trouble)


def leave(store: "Store", session: "Session") -> str:
    """Parks a game; deletes one that is over, has not begun or cannot be saved, and what `lost_by_leaving` names.

    Returns "" or one sentence for the player. Raises StorageError when the game is still in play.
    """
    trouble = trouble_of(store.save, LAST, session.as_last_game())
    if not _is_begun(session) or not _is_saved(store, session):
        store.delete(RECORD)
        return trouble
    name = session.game.variant.name
    if store.refusal(record_name(name)):
        name = _free_name(store, name)  # nothing takes the place of a game of a later format
    store.move(RECORD, record_name(name))
    while len(parked_games(store)) > MOST:
        oldest = _oldest(store, name)
        if not oldest:
            break
        store.delete(record_name(oldest[0]))
    return trouble


def lost_by_leaving(store: "Store", session: "Session") -> "tuple[str, list[str], list[int]] | None":
    """Returns the reason why a game is lost, its names and its scores, or None if leaving loses none."""
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
    """Returns the title of the variant of a parked game, or its name if the file of the variant is gone."""
    from sixpip.rules.rulebook.variants import known  # not needed during play

    variant = name.partition(_BETWEEN)[0]
    found = known(variant)
    return found.title if found else variant


def _oldest(store: "Store", but: str) -> "tuple[str, dict[str, Any]] | None":
    """Returns the name and the record of the parked game that was started first, other than `but`."""
    found = None
    for name in parked_games(store):
        saved = load(store, name) if name != but else None
        if saved and (found is None or log_number(saved) < log_number(found[1])):
            found = name, saved
    return found


def _is_begun(session: "Session") -> bool:
    """Returns whether a roll has been made and the game is not over, so that there is something to go on with."""
    game = session.game
    return game.stage != OVER and (game.rolls > 0 or any(game.turns))


def _is_saved(store: "Store", session: "Session") -> bool:
    """Saves the game again, in case the last save failed; whether it is saved."""
    session.unsaved = True
    try:
        session.save(store)
    except (StorageFull, StorageError):
        pass  # it may be the log only
    saved = not session.unsaved
    session.unsaved = False  # the app would report it once more
    return saved
