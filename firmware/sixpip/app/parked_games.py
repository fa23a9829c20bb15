"""The parked games: which there are, and what their records hold. They are parked and resumed in parking.py.

A parked game is the record of a game in the folder PARKED with the name of its variant: one a variant, unless the
console has parked a game by itself; a second one has a number behind the name. A folder of its own, because each file
next to main.py delays every import.
"""

from sixpip.app.session import PARKED, RECORD
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Any

    from sixpip.storage.records import Store

_BETWEEN = "_"  # no variant has it in its name
MOST = const(6)
"""Parked games at a time; their logs and that of the game in play are fewer than the logs that are stored."""


def parked_games(store: "Store") -> "list[str]":
    """The names of the parked games: that of the variant, a second game has a number behind it."""
    return store.names(PARKED)


def variant_of(name: str) -> str:
    """The variant of a parked game."""
    return name.partition(_BETWEEN)[0]


def record_name(name: str) -> str:
    """The name of the record of a parked game."""
    return PARKED + "/" + name


def load(store: "Store", name: str) -> "dict[str, Any] | None":
    """The record of a parked game, with names and scores that can be shown; None without one.

    Only what a list of scores needs is checked; the rest is when the game is resumed.
    """
    saved = store.load(record_name(name))
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
    saved = store.load(RECORD)
    if not isinstance(saved, dict) or not _has_scores(saved.get("names"), saved.get("game")):
        return False
    variant = saved["game"].get("variant")
    if not isinstance(variant, str):
        return False
    name = variant
    number = 1
    try:
        while store.has(record_name(name)):
            number += 1
            name = f"{variant}{_BETWEEN}{number}"
        store.move(RECORD, record_name(name))
    except ValueError:  # no variant has such a name
        return False
    return True


def _has_scores(names: object, game: object) -> bool:
    """Whether there is a score for every name."""
    scores = game.get("scores") if isinstance(game, dict) else None
    if not isinstance(names, list) or not isinstance(scores, list) or not 0 < len(names) == len(scores):
        return False
    return all([isinstance(name, str) for name in names]) and all([type(score) is int for score in scores])


def log_number(saved: "dict[str, Any]") -> int:
    """The number of the log of a parked game, 0 for none. An older game has a smaller one."""
    mark = saved.get("log")
    return mark[0] if isinstance(mark, list) and mark and type(mark[0]) is int else 0


def logs_in_use(store: "Store") -> "list[int]":
    """The numbers of the logs that go on when parked games are resumed."""
    return [log_number(saved) for saved in [load(store, name) for name in parked_games(store)] if saved]
