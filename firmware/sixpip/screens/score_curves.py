"""The picture of a finished game: a curve with the scores of each player, on the OLED and across the six tiles."""

from sixpip.app.score_history import ScoreHistory
from sixpip.board.buttons import BANK, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Screen
from sixpip.view import chart, palette, tiles
from sixpip.view.text import WIDTH, points

if TYPE_CHECKING:
    from sixpip.app.app import App

_TOP = const(2)
_BOTTOM = const(53)
_ROWS = const(7)  # of the OLED that labels can use
_TALL = const(3)  # with up to three players a label has two rows: the name, and the score below it
_LETTERS = const(10)  # of a label in one row
_CELL = const(6)
_STUB = const(6)  # columns of a curve's line before its label
_CROSS = const(2)  # pixels from the center of a cross to its ends
_BEND = const(6)  # columns in which a curve is led to its label


class ScoreCurves(Screen):
    """The curves with names and end scores; BANK goes back. In Phase 10, ROLL opens the score sheets."""

    def __init__(self, app: "App") -> None:
        """Reads the log of the game. Raises ValueError when there is no game."""
        super().__init__(app)
        if app.session is None:
            raise ValueError("no game has ended")
        self._session = app.session
        self._has_sheets = app.session.engine == "phase_ten"
        self._history = history = ScoreHistory(app.session)
        game = app.session.game
        highest = max([max(samples) for samples in history.samples])
        lowest = min([min(samples) for samples in history.samples])
        self._target = (
            game.target if game.target <= 2 * highest else 0
        )  # a game can end in other ways, far from the target
        self._ends = [history.ends[seat] if game.out[seat] else history.last for seat in range(game.players)]
        self._low = min(0, lowest)
        self._high = max(1, highest, self._target)
        self._seats = sorted(range(game.players), key=self._place)
        self._rows = 2 if game.players <= _TALL else 1  # of a label
        self._letters = self._label_letters()
        self._end_x = WIDTH - self._letters * _CELL - _STUB - _BEND - 2

    def _place(self, seat: int) -> "tuple[bool, int, bool, int]":
        """Sorts the players from the highest curve to the lowest; those who are out come last."""
        game = self._session.game
        return game.out[seat], -game.scores[seat], seat != game.winner, seat

    def _score(self, seat: int) -> str:
        """The end score in words."""
        game = self._session.game
        return "out" if game.out[seat] else points(game.scores[seat])

    def _label_letters(self) -> int:
        """The letters of the widest label."""
        names = self._session.names
        if self._rows > 1:
            return max([max(len(names[seat]), len(self._score(seat))) for seat in self._seats])
        return min(_LETTERS, max([len(names[seat]) + 1 + len(self._score(seat)) for seat in self._seats]))

    def press(self, button: int) -> None:
        """Goes back, or opens the score sheets."""
        if button == BANK:
            self.app.close()
        elif button == ROLL and self._has_sheets:
            self.app.open("phase_ten.scores", self._session.game.winner)
        else:
            self.refuse()

    # On the tiles

    def paint(self) -> None:
        """Paints the curves in the colors of the players; dark without them."""
        pixels = self.app.board.pixels
        tiles.clear(pixels)
        if not self._history.complete:
            return
        self._load_colors()
        chart.paint_curves(pixels, self._history.samples, self._ends, chart.Scale(self._low, self._high, 0, 7))

    def _load_colors(self) -> None:
        """Loads the colors of the computers; two of the same style would look alike, so the second has its seat's."""
        seats = self._session.seats
        for seat in range(len(seats)):
            color = b""
            if seats[seat] and seats[seat] not in seats[:seat]:
                from sixpip.players.styles import color_of  # games of persons do not need it

                color = color_of(seats[seat])
            palette.set_seat(self.app.board.palette, seat, color)

    # On the OLED

    def draw(self) -> None:
        """Draws the curves, each led to its label at the right."""
        canvas = self.app.canvas
        self.labels("sheets" if self._has_sheets else "", "back")
        if not self._history.complete:
            self.head("SCORE CURVES")
            canvas.center(3, "The log of this game")
            canvas.center(4, "is not complete.")
            return
        if not self._has_sheets:
            turns = self._history.turns
            canvas.at(0, 7, f"{turns} turn" + ("s" if turns > 1 else ""))
        scale = chart.Scale(self._low, self._high, _TOP, _BOTTOM)
        self._draw_frame(scale)
        row = 0
        for place in range(len(self._seats)):
            seat = self._seats[place]
            wanted = (scale.row(self._session.game.scores[seat]) >> 3) - self._rows // 2
            row = min(max(row, wanted), _ROWS - self._rows * (len(self._seats) - place))
            self._draw_curve(place, row, scale)
            self._draw_label(seat, row)
            row += self._rows

    def _draw_frame(self, scale: "chart.Scale") -> None:
        """Draws the lines around the curves, and the target with its points."""
        target = scale.row(self._target) if self._target else -1
        chart.draw_frame(self.app.canvas, scale.row(0), self._end_x, _BOTTOM, target)
        if self._target:
            self.app.canvas.at(3, (target >> 3) + 1, points(self._target))

    def _draw_label(self, seat: int, row: int) -> None:
        """Writes the name and the end score."""
        canvas = self.app.canvas
        x = WIDTH - self._letters * _CELL + 1
        score = self._score(seat)
        name = self._session.names[seat]
        if self._rows > 1:
            canvas.at(x, row, name)
            canvas.at(x, row + 1, score)
        else:
            canvas.at(x, row, self._short(name, self._letters - 1 - len(score)))
            canvas.right(row, score)

    def _short(self, name: str, letters: int) -> str:
        """Cuts a name; where another player's name begins with the same letters, its last letter stays."""
        others = [other for other in self._session.names if other != name and other[:letters] == name[:letters]]
        return name[: letters - 1] + name[-1] if others and len(name) > letters else name[:letters]

    def _draw_curve(self, place: int, row: int, scale: "chart.Scale") -> None:
        """Draws the curve of a player and leads it to the label; the curve of a player who is out ends in a cross."""
        canvas = self.app.canvas
        seat = self._seats[place]
        samples = self._history.samples[seat]
        pattern = chart.PATTERNS[place]
        last = self._history.last
        pen = chart.Pen(canvas, pattern, 0, scale.row(samples[0]))
        for step in range(1, self._ends[seat] + 1):
            pen.line(step * self._end_x // last, scale.row(samples[step]))
        label_y = row * 8 + (7 if self._rows > 1 else 3)
        if self._session.game.out[seat]:
            chart.draw_cross(canvas, max(pen.x, _CROSS), min(pen.y, _BOTTOM - _CROSS))
            pen = chart.Pen(canvas, pattern, self._end_x + _BEND, label_y)
        pen.line(self._end_x + _BEND, label_y)
        pen.line(self._end_x + _BEND + _STUB, label_y)
