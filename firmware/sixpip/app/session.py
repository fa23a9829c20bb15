"""The game being played: who plays it, what stands in the save and the log, and the way back from the save."""

from sixpip.app.game_log import GameLog
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import log_writer
from sixpip.rules.engine import new_game
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
_GENERATIONS = const(3)  # the record and those that the store may still have from before
NAME_LETTERS = 8  # TT-14


class Session:
    """One game with the names of its players; every action goes through here, so that it is saved and logged."""

    def __init__(self, game: "AnyGame", names: "list[str]", best: int = 0) -> None:
        """`names`: one a player, of up to NAME_LETTERS letters; `best`: most points banked in one turn so far."""
        self.game: Any = game  # of its engine's class
        self.names = names
        self.best = best
        self.log = GameLog()
        self.unsaved = True

    def apply(self, action: "Action", dice: "Dice") -> "list[Event]":
        """Do one action of the game; returns its events. Raises Illegal."""
        events = self.game.apply(action, dice)
        self.log.note(log_writer.line(self.game, action, events))
        self.unsaved = True
        for event in events:
            if event.kind in (BANKED, MADE):
                self.best = max(self.best, event.points)
        return events

    def again(self) -> "Session":
        """A new game of the same variant, house rules and players."""
        return Session(new_game(self.game.variant.name, self.game.row, self.game.players), self.names)

    def save(self, store: "Store") -> None:
        """Keep the game as it stands and its log, if it changed since.

        Raises the errors of the store; StorageError also, once, when the game is saved but has no log any more.
        """
        if self.unsaved:
            mark = self.log.write(store, self.game, self.names)
            store.save(_RECORD, {"names": self.names, "best": self.best, "game": self.game.record(), "log": mark})
            self.unsaved = False
            trouble = self.log.trouble()
            if trouble:
                raise StorageError(trouble)

    def ranking(self) -> "list[int]":
        """The players from the first to the last place: the winner, then by score and seat, who is out comes last."""
        game = self.game

        def place(player: int) -> "tuple[bool, bool, int, int]":
            return player != game.winner, game.out[player], -game.scores[player], player

        return sorted(range(game.players), key=place)


def last_played(store: "Store") -> str:
    """The name of the variant that was started last, "" when there is none."""
    name = store.load(LAST)
    return name if isinstance(name, str) else ""


def forget(store: "Store") -> None:
    """Drop the saved game. Raises the errors of the store."""
    store.delete(_RECORD)


def resume(store: "Store") -> "Session | None":
    """The saved game, None when there is none. One that cannot be taken up is set aside (store.damaged names it)."""
    for _ in range(_GENERATIONS):
        saved = store.load(_RECORD)
        if saved is None:
            break
        try:
            session = _session_of(saved)
        except BadRecord as error:
            store.set_aside(_RECORD, error.args[0])
        else:
            session.log.take_up(store, saved.get("log"))
            return session
    return None


def _session_of(saved: "Any") -> Session:
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
