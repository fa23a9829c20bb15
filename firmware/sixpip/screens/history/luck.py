"""Luck and choices: what the dice gave each player of a finished game, and what the choices cost.

It plays the log again and has each action judged (players/ten_thousand/judge.py), while the console is idle.
"""

import os

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.ten_thousand.judge import TurnJudge
from sixpip.rules.core import actions
from sixpip.screens.history.logged_game import BROKEN, LoggedGame, reason_of
from sixpip.screens.screen import Screen, wrap
from sixpip.view.text import points_text, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.app.app import App

_LUCK_END = const(86)  # of the column of luck, in pixels
_CELL = const(6)  # of a letter
_MOST_ROWS = const(4)  # of players, with a row for the unit


class LuckAndChoices(Screen):
    """A row for each player: what the dice gave, and what the choices cost. BANK goes back, also before it is ready."""

    def __init__(self, app: "App", path: str) -> None:
        """`path` is the log of a game of the ten-thousand family."""
        super().__init__(app)
        self._work = self._judge(path)
        self._done = 0  # percent
        self._why_not = ""
        self._found: LoggedGame | None = None
        self._luck: list[float] = []  # of each player, as TurnJudge counts it
        self._cost: list[float] = []

    def _judge(self, path: str) -> "Iterator[None]":
        """Adds up the luck and the cost of all actions; yields every few milliseconds. Raises BROKEN."""
        size = max(1, os.stat(path)[6])
        found = LoggedGame(path)
        yield
        judge = TurnJudge(found.game)
        luck, cost = [0.0] * found.game.players, [0.0] * found.game.players
        while not found.at_end():
            player = found.game.player
            for _ in judge.before(
                found.next_action(), found.lines[1:] + ([] if found.has_read_all else [actions.ROLL])
            ):
                yield
            loss = judge.find_loss(judge.decides) if judge.decides else None
            cost[player] += loss[1] if loss else 0
            found.forward()
            luck[player] += judge.after(found.happened) or 0
            self._show_progress(found.offset * 100 // size)
            yield
        self._found, self._luck, self._cost = found, luck, cost
        self.app.redraw()

    def _show_progress(self, percent: int) -> None:
        if percent != self._done:
            self._done = percent
            self.app.power.keep_awake()
            self.app.redraw()

    def idle(self) -> bool:
        """Judges for some milliseconds. Returns True while there is more to judge."""
        try:
            for _ in self._work:
                return True
        except BROKEN as error:
            self._why_not = reason_of(error)
            self.app.redraw()
        return False

    def draw(self) -> None:
        """Draws the rows of all players, or how much of the game has been judged."""
        canvas = self.app.canvas
        canvas.choice("", "back" if self._found or self._why_not else "stop")
        self.head("LUCK AND CHOICES")
        if self._why_not:
            canvas.write_centered(3, wrap(self._why_not))
        elif self._found:
            self._draw_players(self._found)
        else:
            canvas.center(1, "Looking at each turn")
            canvas.center_large(3, f"{self._done}%")

    def _draw_players(self, found: LoggedGame) -> None:
        canvas = self.app.canvas
        first = 1
        if found.game.players <= _MOST_ROWS:
            first = 2
            self._write_row(1, "", "dice ", "choices")
            canvas.center(6, "in points" if found.game.players == 1 else "100% is one win")
        for seat in range(found.game.players):
            gave, cost = self._amount(self._luck[seat]), self._amount(-self._cost[seat])
            self._write_row(first + seat, found.names[seat], gave, cost)

    def _write_row(self, row: int, name: str, gave: str, cost: str) -> None:
        """Writes a row of the table; a name that is too long is cut."""
        canvas = self.app.canvas
        x = _LUCK_END - text_width(gave)
        canvas.at(0, row, name[: (x - 1) // _CELL])
        canvas.at(x, row, gave)
        canvas.right(row, cost)

    def _amount(self, value: float) -> str:
        """Returns a gain or a loss with its sign, such as +22.5%; in points in a game alone."""
        assert self._found
        sign = "-" if value < 0 else "+"
        rounded = int(abs(value) + 0.5)
        if self._found.game.players == 1:
            return sign + points_text(rounded)
        return f"{sign}{rounded // 10}.{rounded % 10}%"
