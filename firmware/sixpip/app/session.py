"""The game being played: its players, its save and its log, and how it is resumed after power-on."""

from sixpip.app.game_log import GameLog
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import log_writer
from sixpip.rules.errors import BadRecord
from sixpip.rules.events import BANKED, MADE
from sixpip.storage.records import StorageError

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.actions import Action, Dice
    from sixpip.rules.engine import AnyGame
    from sixpip.rules.events import Event
    from sixpip.storage.records import Store

_RECORD = "game"
LAST = "last"
"""The record that names the variant started last."""
_GENERATIONS = const(3)  # the record and the older ones that the store may still have
NAME_LETTERS = 8  # TT-14


class Session:
    """One game with the names of its players; every action goes through `apply`, so that it is saved and logged."""

    def __init__(self, game: "AnyGame", names: "list[str]", best: int = 0) -> None:
        """`names`: one a player, of up to NAME_LETTERS letters; `best`: most points made in one turn so far."""
        self.game = game
        self.names = names
        self.best = best
        self.log = GameLog()
        self.unsaved = True
        self.other_records: dict[str, object] | None = None
        """Records by name that are saved along with the next save, such as the names for the next game."""

    @property
    def engine(self) -> str:
        """The name of the engine that plays the game (rules/engine.py)."""
        return self.game.variant.dice_set.engine

    def apply(self, action: "Action", dice: "Dice") -> "list[Event]":
        """Applies one action to the game; returns its events. Raises Illegal."""
        events = self.game.apply(action, dice)
        self.log.add(log_writer.line(self.game, action, events))
        self.unsaved = True
        for event in events:
            if event.kind in (BANKED, MADE):
                self.best = max(self.best, event.points)
        return events

    def save(self, store: "Store") -> None:
        """Saves the game and its log if they changed since the last save.

        Raises StorageFull, StorageError; StorageError also, once, when the game is saved but its log was given up.
        """
        if self.unsaved:
            mark = self.log.write(store, self.game, self.names)
            store.save(_RECORD, {"names": self.names, "best": self.best, "game": self.game.record(), "log": mark})
            self.unsaved = False
            for name, value in (self.other_records or {}).items():
                store.save(name, value)
            self.other_records = None
            trouble = self.log.trouble()
            if trouble:
                raise StorageError(trouble)

    def ranking(self) -> "list[int]":
        """The players from the first to the last place: the winner, then by score and seat; players out come last."""
        game = self.game

        def place(player: int) -> "tuple[bool, bool, int, int]":
            return player != game.winner, game.out[player], -game.scores[player], player

        return sorted(range(game.players), key=place)


def last_played(store: "Store") -> str:
    """The name of the variant that was started last, "" when there is none."""
    name = store.load(LAST)
    return name if isinstance(name, str) else ""


def delete_saved_game(store: "Store") -> None:
    """Deletes the saved game. Raises StorageError."""
    store.delete(_RECORD)


def resume(store: "Store") -> "Session | None":
    """Restores the saved game, None without one. One that cannot be restored is set aside (store.damaged names it)."""
    for _ in range(_GENERATIONS):
        saved = store.load(_RECORD)
        if saved is None:
            break
        try:
            session = _session_of(saved)
        except BadRecord as error:
            store.set_aside(_RECORD, error.args[0])
        else:
            session.log.resume(store, saved.get("log"))
            return session
    return None


def _session_of(saved: "Any") -> Session:
    """The session of a saved value. Raises BadRecord."""
    if not isinstance(saved, dict) or not isinstance(saved.get("game"), dict):
        raise BadRecord("The saved game is not complete")
    from sixpip.rules.record import from_record  # only at power-on

    game = from_record(saved["game"])
    names = saved.get("names")
    best = saved.get("best")
    if not isinstance(names, list) or len(names) != game.players or not isinstance(best, int):
        raise BadRecord("The saved game does not name its players")
    if not all([isinstance(name, str) and 0 < len(name) <= NAME_LETTERS for name in names]):
        raise BadRecord("The saved game has a name that cannot be shown")
    session = Session(game, names, best)
    session.unsaved = False
    return session
