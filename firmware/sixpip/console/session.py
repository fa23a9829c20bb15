"""The game being played: who plays it, what stands in the save and the log, and the way back from the save."""

from sixpip.console.history import History
from sixpip.port import const
from sixpip.rules import actions, written
from sixpip.rules.engines import new_game
from sixpip.rules.refusal import BadRecord
from sixpip.storage.records import StorageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.engines import AnyGame
    from sixpip.rules.game import Action, Dice, Event
    from sixpip.storage.records import Store

_RECORD = "game"
LAST = "last"
"""The record that names the variant started last."""
_POINTS = {actions.BANKED: 2, actions.MADE: 3}  # where an event has them
_GENERATIONS = const(3)  # the record and those that the store may still have from before
NAME_LETTERS = 8  # TT-14


class Session:
    """One game with the names of its players; every action goes through here, so that it is saved and logged."""

    def __init__(self, game: "AnyGame", names: "list[str]", best: int = 0) -> None:
        """`names`: one a player, of up to NAME_LETTERS letters; `best`: most points banked in one turn so far."""
        self.game: Any = game  # of its engine's class
        self.names = names
        self.best = best
        self.history = History()
        self.unsaved = True

    def apply(self, action: "Action", dice: "Dice") -> "list[Event]":
        """Do one action of the game; returns its events. Raises Illegal."""
        events = self.game.apply(action, dice)
        self.history.note(written.line(self.game, action, events))
        self.unsaved = True
        for event in events:
            if event[0] in _POINTS:
                self.best = max(self.best, event[_POINTS[event[0]]])
        return events

    def again(self) -> "Session":
        """A new game of the same variant, house rules and players."""
        return Session(new_game(self.game.variant.name, self.game.row, self.game.players), self.names)

    def save(self, store: "Store") -> None:
        """Keep the game as it stands and its log, if it changed since.

        Raises the errors of the store; StorageError also, once, when the game is saved but has no log any more.
        """
        if self.unsaved:
            mark = self.history.write(store, self.game, self.names)
            store.save(_RECORD, {"names": self.names, "best": self.best, "game": self.game.record(), "log": mark})
            self.unsaved = False
            trouble = self.history.trouble()
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
    store.remove(_RECORD)


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
            session.history.take_up(store, saved.get("log"))
            return session
    return None


def _session_of(saved: "Any") -> Session:
    if not isinstance(saved, dict) or not isinstance(saved.get("game"), dict):
        raise BadRecord("The saved game is not complete")
    from sixpip.rules.saved import from_record  # only at power-on

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
