"""The turn clock: the time that a player has for a turn, by the setting "clock"."""

from sixpip.compat import TYPE_CHECKING, const, ticks_diff
from sixpip.view import sound
from sixpip.view.text import WIDTH, text_width

if TYPE_CHECKING:
    from sixpip.rules.core.engine import Game
    from sixpip.screens.play.computer_turn import ComputerTurn
    from sixpip.view.text import Canvas


_LIMITS_MS = const((0, 30_000, 60_000, 120_000))
"""The time for a turn, by the setting "clock"."""
_SHOWN_S = const(10)  # the last seconds are shown
_SCORE = " " * 9
_LONGEST_MS = const(1000)  # between two calls; a longer time was spent in a menu


class TurnClock:
    """The time left of a turn."""

    def __init__(self, limit: int, game: "Game", computer: "ComputerTurn") -> None:
        """`limit` is the setting "clock", not 0. `computer` plays a turn to its end when its time is up."""
        self._limit_ms = _LIMITS_MS[limit]
        self._game = game
        self._computer = computer
        self._turn = -1
        self._last_ms = 0
        self._left_ms = 0

    def step(self, now_ms: int) -> bytes:
        """Counts the time since the last call, while a person decides; lets the console play when the time is up.

        Returns the tune for what is to be shown now, b"" for nothing.
        """
        game = self._game
        turn = sum(game.turns) if game.rolls else -1
        passed_ms = ticks_diff(now_ms, self._last_ms)
        self._last_ms = now_ms
        if turn != self._turn:
            self._turn = turn
            self._left_ms = self._limit_ms
        if turn < 0 or self._computer.plays():
            return b""
        before = self.seconds_left()
        self._left_ms -= max(0, min(passed_ms, _LONGEST_MS))
        if self._left_ms <= 0:
            self._computer.take_over()
            return sound.NO
        return sound.TICK if self.seconds_left() != before and self.seconds_left() <= _SHOWN_S else b""

    def seconds_left(self) -> int:
        """Returns the seconds left, the last one as 1."""
        return (self._left_ms + 999) // 1000

    def draw(self, canvas: "Canvas") -> None:
        """Draws the last seconds over the score; nothing before them and when the time is up."""
        seconds = self.seconds_left()
        if self._turn >= 0 and 0 < seconds <= _SHOWN_S:
            words = f"TIME {seconds}"
            canvas.right(0, _SCORE)
            canvas.cap(WIDTH - text_width(words) - 2, 0, words)
