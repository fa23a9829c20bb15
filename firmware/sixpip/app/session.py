"""The game being played: its players, its save and its log, and how it is resumed after power-on."""

from sixpip.app.game_log import GameLog
from sixpip.port import TYPE_CHECKING, const, load_module
from sixpip.rules import log_writer
from sixpip.rules.errors import BadRecord
from sixpip.rules.events import BANKED, MADE
from sixpip.storage.records import StorageError

if TYPE_CHECKING:
    from typing import Any, Protocol

    from sixpip.rules.actions import Action, Dice
    from sixpip.rules.engine import AnyGame
    from sixpip.rules.events import Event
    from sixpip.storage.records import Store

    class ComputerPlayer(Protocol):
        """The interface of the computer players of all engines."""

        def prepare(self) -> bool:
            """Works ahead for some milliseconds, in the turn of another player; True while more can be done."""
            ...

        def think(self) -> bool:
            """Works for some milliseconds on the next choice; True while more is needed before `choose`."""
            ...

        def choose(self) -> "tuple[tuple[Action, ...], str]":
            """The next actions of the player whose turn it is, and the reason in at most 21 characters."""
            ...


_RECORD = "game"
LAST = "last"
"""The record that names the variant started last."""
_GENERATIONS = const(3)  # the record and the older ones that the store may still have
NAME_LETTERS = 8  # TT-14


class Session:
    """One game with the names of its players; every action goes through `apply`, so that it is saved and logged."""

    def __init__(self, game: "AnyGame", names: "list[str]", best: int = 0, seats: "list[int] | None" = None) -> None:
        """`names`: one a player, of up to NAME_LETTERS letters; `best`: most points made in one turn so far.

        `seats`: for each player the style of a computer (players/styles.py), 0 for a person; None: persons only.
        """
        self.game = game
        self.names = names
        self.seats = seats or [0] * game.players
        self.best = best
        self.log = GameLog()
        self.unsaved = True
        self._shared: dict[str, object] = {}  # by the computer players and the coach of this game
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

    def computer_player(self, style: int) -> "ComputerPlayer":
        """Makes a computer player for this game; `style`: one of players/styles.py that its engine offers."""
        from sixpip.players.styles import module_of

        module = load_module(module_of(self.engine, style))
        player: ComputerPlayer = module.ComputerPlayer(self.game, style, self._shared)
        return player

    def save(self, store: "Store") -> None:
        """Saves the game and its log if they changed since the last save.

        Raises StorageFull, StorageError; StorageError also, once, when the game is saved but its log was given up.
        """
        if self.unsaved:
            mark = self.log.write(store, self.game, self.names, self._seat_words())
            record = {"names": self.names, "best": self.best, "game": self.game.record(), "log": mark}
            if any(self.seats):
                record["seats"] = self.seats
            store.save(_RECORD, record)
            self.unsaved = False
            for name, value in (self.other_records or {}).items():
                store.save(name, value)
            self.other_records = None
            trouble = self.log.trouble()
            if trouble:
                raise StorageError(trouble)

    def _seat_words(self) -> "tuple[str, ...]":
        """What the log calls each seat: "person" or a style; empty for persons only."""
        if not any(self.seats):
            return ()
        from sixpip.players.styles import NAMES  # games of persons do not need it

        return tuple([NAMES[style].lower() or "person" for style in self.seats])

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
    session = Session(game, names, best, _seats_of(saved, game))
    session.unsaved = False
    return session


def _seats_of(saved: "dict[str, Any]", game: "AnyGame") -> "list[int]":
    """The seats of a saved value; a save without any has persons only. Raises BadRecord."""
    if "seats" not in saved:
        return [0] * game.players
    from sixpip.players.styles import OFFERED

    seats = saved["seats"]
    styles = (0,) + OFFERED[game.variant.dice_set.engine]
    if not isinstance(seats, list) or len(seats) != game.players:
        raise BadRecord("The saved game does not seat its players")
    if not all([type(style) is int and style in styles for style in seats]):
        raise BadRecord("The saved game has a computer player that is not known")
    return list(seats)
