"""The turns of the computer players in a game. They think between frames, and each choice is shown before it is made.

A held ROLL skips to the result of the turn. With the pace "quick", three or more computers in a row are shown as one
summary. `mark` of the game screen shows a choice on the dice. The module is imported only for games with computers.
"""

from sixpip.board.contract import ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.styles import TIMID
from sixpip.rules.core import events
from sixpip.rules.core.actions import BANK, READY
from sixpip.screens.screen import HeldButton
from sixpip.view.text import COLUMNS, points_text

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.games.game_players import ComputerPlayer
    from sixpip.app.games.session import Session
    from sixpip.board.contract import Board
    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.events import Event
    from sixpip.screens.play.scoreboard import Scoreboard
    from sixpip.view.text import Canvas


_LOOK_MS = const((500, 150, 0))  # by the setting "pace": from the dice at rest until the choice is marked
_SHOW_MS = const((1000, 500, 100))  # from the round of the loop after that until it is made
_RESULT_MS = const((2500, 1200, 550))
_SLOW = const(0)  # a value of the setting, as the next one
_QUICK = const(2)
_MANY = const(3)  # computers in a row
_LINE_MS = const(1000)  # for each line of a summary
_OUTCOMES = const(14)  # columns of names and outcomes in a summary


class ComputerTurn:
    """Lets the computer player whose turn it is think and choose, and shows the choice."""

    def __init__(self, session: "Session") -> None:
        """`session` is the game and its seats."""
        self._session = session
        self._taken_over = -1  # the number of the turn that is played for a person, -1 for none
        self.skips = False
        """Whether nothing is shown until the result of the turn."""
        self._held: HeldButton | None = None
        self._shows_all = False  # whether a press asked for it, up to the next turn of a person
        self.summary: list[str] | None = None
        """The turns of several computers in a row, a line each, in place of their pages; None if all is shown."""
        self.begin()

    def begin(self) -> None:
        """Begins the next choice, because the game has changed."""
        self.todo: tuple[Action, ...] = ()
        self.reason = ""
        self.hurried = self.skips or self.summary is not None
        """Whether a press asked to go on without a pause."""
        self._ready = False
        game: Any = self._session.game
        self._has_choice = game.stage != READY or len(game.legal()) > 1  # not where a turn begins with a roll

    def press(self, board: "Board", button: int) -> None:
        """Notes a press: ROLL may be held, and any press shows in full what is left of a summary."""
        self.summary = None
        self._shows_all = True
        self._held = HeldButton(board, ROLL) if button == ROLL else None

    def is_held(self) -> bool:
        """Returns whether ROLL is held to skip what is shown."""
        return self._held is not None and self._held.is_long()

    def begin_turn(self, pace: int) -> None:
        """Begins a summary before the turns of several computers if the pace is quick, and ends it after them."""
        session = self._session
        styles, game = session.styles, session.game
        if not self.plays():
            self.summary = None
            self.skips = self._shows_all = False
        elif pace == _QUICK and self.summary is None and not self._shows_all and game.stage == READY and 0 in styles:
            row = 0
            while styles[(game.player + row) % len(styles)]:
                row += 1
            if row >= _MANY:
                self.summary = []

    def note(self, event: "Event", scoreboard: "Scoreboard") -> bool:
        """Adds the result of a turn to the summary; False if it is another event, or there is no summary."""
        if self.summary is None or event.kind not in (events.BANKED, events.BUST, events.MADE, events.MISSED):
            return False
        gained = event.kind in (events.BANKED, events.MADE)
        outcome = f"+{points_text(event.points)}" if gained else "miss" if event.kind == events.MISSED else "bust"
        name = self._session.names[event.player].replace(" ", "")  # "Steady2": all columns are needed
        room = _OUTCOMES - len(outcome)
        left = f"{name[: room - 1]:<{room}}{outcome}"
        score = points_text(scoreboard.scores[event.player])
        self.summary.append(f"{left}{score:>{COLUMNS - _OUTCOMES}}")
        return True

    def summary_ms(self) -> int:
        """Returns how long the complete summary is shown."""
        return _LINE_MS * len(self.summary or ())

    def draw_summary(self, canvas: "Canvas", scoreboard: "Scoreboard") -> None:
        """Draws the turns of the computers so far, and who leads."""
        canvas.head("COMPUTERS", "")
        canvas.write(1, self.summary or [])
        if scoreboard.leader >= 0:
            canvas.name(6, self._session.names[scoreboard.leader], "leads")
        canvas.choice("next", "")

    def plays(self) -> bool:
        """Returns whether it is the turn of a computer."""
        return self._style() != 0

    def take_over(self) -> None:
        """Plays the rest of this turn for a person: banks as soon as it may, and until then plays as Timid would."""
        self._taken_over = sum(self._session.game.turns)

    def has_taken_over(self) -> bool:
        """Returns whether this turn is played for a person."""
        return self._taken_over == sum(self._session.game.turns)

    def _style(self) -> int:
        return self._session.styles[self._session.game.player] or (TIMID if self.has_taken_over() else 0)

    def _player(self) -> "ComputerPlayer | None":
        """Returns the computer player whose turn it is, None until it is made, and in the turn of a person.

        Seats with the same style share one.
        """
        style = self._style()
        return self._session.players.computer(style) if style else None

    def _missing(self) -> int:
        """Returns the style of a computer player that is still to be made, 0 if there is none."""
        players = self._session.players
        for style in self._session.styles:
            if style and not players.computer(style):
                return style
        return TIMID if self.has_taken_over() and not players.computer(TIMID) else 0

    def think(self) -> bool:
        """Thinks for some milliseconds, or works ahead while a choice is shown. Returns True while there is more to
        think.
        """
        missing = self._missing()
        if missing:
            return self._session.players.make(missing)
        player = self._player()
        if player and not self._ready:
            self._ready = not player.think()
            return True
        return self.prepare()

    def think_on(self) -> bool:
        """Thinks for at most 5 ms in the turn of a computer, if it is made. Returns True while there is more."""
        player = self._player()
        return player is not None and (player.prepare() or player.think())

    def prepare(self) -> bool:
        """Lets the computers work ahead for some milliseconds in a person's turn. Returns True while more is left."""
        missing = self._missing()
        if missing:
            return self._session.players.make(missing)
        for style in self._session.styles:
            player = self._session.players.computer(style) if style else None
            if player and player.prepare():
                return True
        return False

    def left_ms(self, elapsed_ms: int, pace: int) -> int:
        """Returns the milliseconds until it is time to choose, or to apply the choice; 0 or less if it is time.

        `elapsed_ms` is the time since the screen changed, and `pace` is the setting of that name. The roll that begins
        a turn is shown as a choice only when slow.
        """
        if self.hurried or (pace != _SLOW and self.todo and not self._has_choice):
            return 0
        return (_SHOW_MS if self.todo else _LOOK_MS)[pace] - elapsed_ms

    @staticmethod
    def result_ms(pace: int) -> int:
        """Returns how long the result of a turn is shown."""
        return _RESULT_MS[pace]

    @staticmethod
    def counts_up(pace: int) -> bool:
        """Returns whether the points of a turn count up: when quick, the next computer thinks in this time."""
        return pace != _QUICK

    def can_go_on(self) -> bool:
        """Returns whether the choice is made, or nothing is left to think before it."""
        return bool(self.todo or (self._ready and self._player()))

    def choose(self) -> None:
        """Lets the player choose, and sets `todo` and `reason`."""
        player = self._player()
        if player:
            self.todo, self.reason = player.choose()
            if self.has_taken_over():
                self.reason = "time is up"
                game: Any = self._session.game
                if BANK in game.legal() and not game.bank_refusal():
                    self.todo = ((BANK, None),)
