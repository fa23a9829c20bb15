"""The parked games: which there are, and what their records hold. They are parked and resumed in parking.py.

A parked game is the record of a game in the folder PARKED with the name of its variant: one a variant. A folder of its
own, because each file next to main.py delays every import.
"""

from sixpip.app.session import PARKED
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Any

    from sixpip.storage.records import Store

MOST = const(6)
"""Parked games at a time; their logs and that of the game in play are fewer than the logs that are stored."""


def parked_variants(store: "Store") -> "list[str]":
    """The names of the variants that have a parked game."""
    return store.names(PARKED)


def record_name(variant: str) -> str:
    """The name of the record of a parked game."""
    return PARKED + "/" + variant


def load(store: "Store", variant: str) -> "dict[str, Any] | None":
    """The record of the parked game of a variant, with names and scores that can be shown; None without one.

    Only what a list of scores needs is checked; the rest is when the game is resumed.
    """
    saved = store.load(record_name(variant))
    if saved is None:
        return None
    if not isinstance(saved, dict) or not _has_scores(saved.get("names"), saved.get("game")):
        store.set_aside(record_name(variant), "The saved game is not complete")
        return None
    return saved


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
    return [log_number(saved) for saved in [load(store, variant) for variant in parked_variants(store)] if saved]
