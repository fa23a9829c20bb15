"""The turns of the computer players in a game. They think between frames, and each choice is shown before it is made.

`mark` of the game screen shows a choice on the dice. The module is imported only for games with computer players.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.styles import TIMID
from sixpip.rules.core.actions import BANK

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.games.game_players import ComputerPlayer
    from sixpip.app.games.session import Session
    from sixpip.rules.core.actions import Action


_LOOK_MS = const((500, 500, 0))  # by the setting "tumble": from the dice at rest until the choice is marked
_SHOW_MS = const((1000, 500, 500))  # from the round of the loop after that until it is made


class ComputerTurn:
    """Lets the computer player whose turn it is think and choose, and shows the choice."""

    def __init__(self, session: "Session") -> None:
        """`session` is the game and its seats."""
        self._session = session
        self._taken_over = -1  # the number of the turn that is played for a person, -1 for none
        self.begin()

    def begin(self) -> None:
        """Begins the next choice, because the game has changed."""
        self.todo: tuple[Action, ...] = ()
        self.reason = ""
        self.hurried = False
        """Whether a press asked to go on without a pause."""
        self._ready = False

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
        """Returns the computer player whose turn it is, None until it is made. Seats with the same style share one."""
        return self._session.players.computer(self._style())

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
        return self._work_ahead()

    def think_on(self) -> bool:
        """Thinks for at most 5 ms in the turn of a computer, if it is made. Returns True while there is more."""
        player = self._player()
        return player is not None and (player.prepare() or player.think())

    def prepare(self) -> bool:
        """Lets the computers work ahead for some milliseconds in a person's turn. Returns True while more is left."""
        missing = self._missing()
        return self._session.players.make(missing) if missing else self._work_ahead()

    def _work_ahead(self) -> bool:
        for style in self._session.styles:
            player = self._session.players.computer(style) if style else None
            if player and player.prepare():
                return True
        return False

    def left_ms(self, elapsed_ms: int, speed: int) -> int:
        """Returns the milliseconds until it is time to choose, or to apply the choice; 0 or less if it is time.

        `elapsed_ms` is the time since the screen changed, and `speed` is the setting "tumble".
        """
        return 0 if self.hurried else (_SHOW_MS if self.todo else _LOOK_MS)[speed] - elapsed_ms

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
