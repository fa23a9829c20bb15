"""The game being played: its players, its save and its log. How it is restored after power-on: resume.py.

A match of several games: lineup.py.
"""

import json

from sixpip.app.games.game_log import GameLog
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import log_text
from sixpip.rules.core.actions import OVER, ROLL
from sixpip.rules.core.events import BANKED, BUST, GAME_OVER, HOT, MADE, MISSED, TURN
from sixpip.storage.record_store import NewerRecord, StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from sixpip.app.games.game_players import ComputerPlayers
    from sixpip.rules.core.actions import Action, Dice
    from sixpip.rules.core.engine import Game
    from sixpip.rules.core.events import Event
    from sixpip.storage.record_store import Store


RECORD = "game"
"""The record of the game in play."""
LAST = "last"
"""The record of the game played last (lineup.py)."""
PARKED = "parked"
"""The folder of the parked games (parking.py)."""
PAD = "pad"
"""The record of the score pad (screens/extras/score_pad.py)."""

COACH_OFF = const(0)
COACH_ASKED = const(1)
COACH_ALWAYS = const(2)
"""When the coach advises: never, when asked, at every choice. The choices of the setting "coach"."""


class Session:
    """One game with the names of its players; every action goes through `apply`, so that it is saved and logged."""

    def __init__(self, game: "Game", names: "list[str]", best: int = 0, styles: "list[int] | None" = None) -> None:
        """`names` has one for each player, of up to NAME_LETTERS letters; `best` is the most points of a turn so far.

        `styles` has the style of each computer (players/styles.py), and 0 for a person; None is people only.
        """
        self.game = game
        self.names = names
        self.styles = styles or [0] * game.players
        self.members: list[list[str]] = []
        """The two names of each team, who take turns; [] in a game without teams. `names` has those of the teams."""
        self.match: list[int] = []
        """As in Lineup (app/games/lineup.py): the match that this game is part of."""
        self.wins: dict[str, int] = {}
        """App.wins, which is saved with the game."""
        self.best = best
        self.coach = COACH_OFF
        """When the coach advises in this game, one of COACH_OFF, COACH_ASKED, COACH_ALWAYS."""
        self.helped = [0] * game.players
        """For each player how many choices the coach advised; counted in screens/play/coach_turn.py."""
        self.advised: tuple[int, ...] = ()
        """Checksums of the last choices that the coach advised: each is counted once, also after an undo."""
        self.best_turns = [0] * game.players
        """For each player the most points made in one turn."""
        self.busts = [0] * game.players
        """For each player how many turns ended with a bust or a missed phase."""
        self.hot_dice = [0] * game.players
        """For each player the most hot dice in one turn."""
        self.hot_now = 0
        """Hot dice in the turn that is played."""
        self.log = GameLog()
        self.unsaved = True
        self._players: ComputerPlayers | None = None
        self.import_next: Callable[[str], bool] = lambda name: False
        """Imports one of the modules that a module needs (Board.import_next). The app sets it."""
        self.undo: Undo | None = None
        """How the last decision can be taken back, None when it cannot; not saved."""
        self.other_records: dict[str, object] | None = None
        """Records by name that are saved along with the next save, such as the names for the next game."""

    @property
    def engine(self) -> str:
        """The name of the engine that plays the game (rules/core/engine.py)."""
        return self.game.engine

    def apply(self, action: "Action", dice: "Dice") -> "list[Event]":
        """Applies one action to the game; returns its events. Raises Illegal.

        At the end of a turn the log gets a comment with the scores before and after it: the page of the last turn
        (screens/play/last_turn.py) finds the turns by it.
        """
        game = self.game
        player = game.player
        turns, score = game.turns[player], game.scores[player]
        events = game.apply(action, dice)
        self.log.add(game.log_line(action, events))
        if game.turns[player] != turns:
            self.log.add(log_text.turn_end(player, self.names[player], score, game.scores[player]))
        self.unsaved = True
        for event in events:
            self._count(event)
        return events

    def _count(self, event: "Event") -> None:
        """Counts what the statistics need at the end of the game and its state does not have."""
        kind = event.kind
        player = event.player
        if kind == GAME_OVER:
            self.count_win(1)
        if kind in (BANKED, MADE):
            self.best = max(self.best, event.points)
            self.best_turns[player] = max(self.best_turns[player], event.points)
        elif kind in (BUST, MISSED):
            self.busts[player] += 1
        elif kind == HOT:
            self.hot_now += 1
            self.hot_dice[player] = max(self.hot_dice[player], self.hot_now)
        elif kind == TURN:
            self.hot_now = 0

    def count_win(self, change: int) -> None:
        """Adds to the games that the winner has won, if there is one among several players. `change`: 1 or -1."""
        winner = self.game.winner
        if winner >= 0 and len(self.names) > 1:
            name = self.names[winner]
            self.wins[name] = self.wins.get(name, 0) + change
            if self.match:
                self.match[1 + winner] += change

    def before(self, todo: "tuple[Action, ...]") -> "Undo | None":
        """Returns the value of `undo` for a decision that is applied next; None for dice and for computers."""
        return None if todo[-1][0] == ROLL or self.styles[self.game.player] else Undo(self, todo)

    def counts(self) -> "list[int]":
        """Returns the numbers for the statistics, three for each player and one more."""
        return self.best_turns + self.busts + self.hot_dice + [self.hot_now]

    def set_counts(self, counts: "list[int]") -> None:
        """Sets what is counted to such a list."""
        players = self.game.players
        self.best_turns = counts[:players]
        self.busts = counts[players : 2 * players]
        self.hot_dice = counts[2 * players : 3 * players]
        self.hot_now = counts[-1]

    @property
    def players(self) -> "ComputerPlayers":
        """The computer players and the coach of this game."""
        if not self._players:
            from sixpip.app.games.game_players import ComputerPlayers  # games of people do not need it

            self._players = ComputerPlayers(self.game, self.import_next)
        return self._players

    def drop_players(self) -> None:
        """Drops the computer players and the coach; they are made again when they are needed."""
        if self._players:
            self._players.clear()
            self._players = None

    def save(self, store: "Store") -> None:
        """Saves the game and its log if they changed since the last save.

        Raises StorageFull, StorageError; StorageError also, once, when the game is saved but its log was given up, or
        another record is of a later format.
        """
        if not self.unsaved:
            return
        mark = self.log.write(store, self.game, self.names, self._seat_words())
        store.save(RECORD, self._record(mark))
        self.unsaved = False
        trouble = ""
        for name, value in (self.other_records or {}).items():
            try:
                store.save(name, value)
            except NewerRecord as error:
                trouble = error.args[0]
        self.other_records = None
        trouble = self.log.trouble() or trouble
        if trouble:
            raise StorageError(trouble)

    def _record(self, log_mark: "list[int]") -> "dict[str, object]":
        """Returns what to save in RECORD; resume.py reads it."""
        record: dict[str, object] = {"names": self.names, "best": self.best, "log": log_mark}
        record["game"] = self.game.record()
        if self.coach:
            record["coach"] = self.coach
        if self.wins:
            record["wins"] = self.wins
        lists: dict[str, Sequence[Any]] = {
            "seats": self.styles,
            "members": self.members,
            "match": self.match,
            "helped": self.helped,
            "advised": self.advised,
            "counts": self.counts(),
        }
        for name in lists:
            if any(lists[name]):
                record[name] = lists[name]
        return record

    def name_now(self) -> str:
        """Returns the name of the player whose turn it is; in a team that of the member who throws in this turn."""
        player = self.game.player
        if not self.members:
            return self.names[player]
        return self.members[player][self.game.turns[player] % 2]

    def as_last_game(self) -> "dict[str, object]":
        """Returns what to save in LAST. `first` is the seat that started, `loser` that of the last place, or -1."""
        game = self.game
        return {
            "variant": game.variant.name,
            "rules": game.overrides,
            "names": self.names,
            "seats": self.styles,
            "head_start": game.head_start,
            "members": self.members,
            "match": self.match,
            "first": game.first if any(game.turns) or game.rolls else -1,
            "loser": self.ranking()[-1] if game.stage == OVER else -1,
        }

    def _seat_words(self) -> "tuple[str, ...]":
        """Returns what the log calls each seat, "person" or a style, or nothing if only people play."""
        if not any(self.styles):
            return ()
        from sixpip.players.styles import NAMES  # games of people do not need it

        return tuple([NAMES[style].lower() or "person" for style in self.styles])

    def ranking(self) -> "list[int]":
        """Returns the players by place: the winner, then the others by score and seat, and those who are out last."""
        game = self.game

        def place(player: int) -> "tuple[bool, bool, int, int]":
            return player != game.winner, game.out[player], -game.scores[player], player

        return sorted(range(game.players), key=place)


class Undo:
    """The state before a decision of a person, which can be restored."""

    def __init__(self, session: Session, todo: "tuple[Action, ...]") -> None:
        """Notes the state of a session. `todo` has the actions of the decision, which are applied next."""
        self.player = session.game.player
        """Who decides."""
        self.action = todo[-1]
        """The last action of the decision."""
        self._actions = len(todo)
        self._game = json.dumps(session.game.record())  # a text takes less memory than its parts
        self._best = session.best
        self._counts = session.counts()

    def restore(self, session: Session) -> None:
        """Restores the state, and logs that."""
        if session.game.stage == OVER:
            session.count_win(-1)
        session.drop_players()  # they have seen another game
        session.game.restore(json.loads(self._game))
        session.best = self._best
        session.set_counts(self._counts)
        session.log.add(f"{log_text.UNDO} {self._actions}")
        session.unsaved = True


def take_back(session: Session) -> None:
    """Restores the game as it was before the last decision, and logs that. Does nothing where there is none.

    The next save has the game before the decision. After a power cut until then the decision stands.
    """
    undo, session.undo = session.undo, None
    if undo:
        undo.restore(session)
