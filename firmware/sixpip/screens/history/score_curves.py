"""The picture of a finished game: a curve with the scores of each player, on the OLED and across the six tiles."""

from array import array

from sixpip.board.contract import ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions
from sixpip.rules.core.log_text import TURN_END, UNDO
from sixpip.screens.screen import Screen
from sixpip.view import palette, tiles
from sixpip.view.text import WIDTH, points_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sixpip.app.app import App
    from sixpip.app.games.session import Session
    from sixpip.view.text import Canvas

# The scores in the log

SAMPLES = const(96)
"""The most scores that are stored of a player, the one before the first turn included."""
_CHUNK = const(512)  # bytes of the log that are read at a time
_ROLL = actions.ROLL.encode()
_UNDO = UNDO.encode()
_TURN_END = TURN_END.encode()


class ScoreHistory:
    """The score of each player before the first turn and after each of their turns.

    `samples` has an array for each seat. In a game with more turns than SAMPLES some turns share a sample, which has
    the score after the last of them. Where a player had fewer turns than others, the last score is repeated.
    """

    def __init__(self, session: "Session") -> None:
        """Reads the log. `complete` is False when the log does not have all turns of the game."""
        game = session.game
        self._game = game
        self._read = [0] * game.players  # turns read, by seat
        self._lines: list[bytes] = []  # since the last roll, so they can be taken back: ends of turns, b"" for actions
        self.turns = max(game.turns)
        self.last = min(self.turns, SAMPLES - 1)
        self.samples = [array("i", [score] * (self.last + 1)) for score in game.scores]
        self.ends = [self.position(turns) for turns in game.turns]
        """The index of the sample after the last turn of each player."""
        try:
            self._read_log(session.log.path(), session.log.lines)
            self.complete = self._read == game.turns
        except (OSError, ValueError, OverflowError):
            self.complete = False  # the file is missing, or a line of it is damaged
        for seat in range(game.players):  # the last score can have changed in the turn of another player
            for place in range(min(self.ends[seat] + 1, self.last), self.last + 1):
                self.samples[seat][place] = game.scores[seat]

    def position(self, turn: int) -> int:
        """Returns the index of the sample after turn number `turn` of a player; turn 0 stands for the start."""
        return turn if self.turns < SAMPLES else turn * self.last // self.turns

    def _read_log(self, path: str, unwritten: "list[str]") -> None:
        rest = b""
        with open(path, "rb") as stream:
            while True:
                chunk = stream.read(_CHUNK)
                if not chunk:
                    break
                rest = self._add_lines(rest + chunk)
        for line in unwritten:
            self._add(line.encode(), 0, len(line.encode()))
        self._store_turns()

    def _add_lines(self, data: bytes) -> bytes:
        """Handles all whole lines and returns the rest. It does not split them, because garbage would cost the most
        time here.
        """
        start = 0
        end = data.find(b"\n")
        while end >= 0:
            self._add(data, start, end)
            start = end + 1
            end = data.find(b"\n", start)
        return data[start:]

    def _add(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(_ROLL, start):
            if self._lines:
                self._store_turns()  # a roll is never taken back, nor what was before it
        elif data.startswith(b"#", start):
            if data.find(_TURN_END, start, end) >= 0:
                self._lines.append(data[start + 2 : end])
        elif data.startswith(_UNDO, start):
            undone = int(data[start + len(_UNDO) : end])
            while self._lines and undone:
                if not self._lines.pop():
                    undone -= 1
        else:
            self._lines.append(b"")

    def _store_turns(self) -> None:
        for line in self._lines:
            if line:
                player, _, scores = line.rpartition(b": ")
                before, _, after = scores.partition(_TURN_END)
                self._store(int(player.split(b" ")[0]) - 1, int(before), int(after))
        self._lines.clear()

    def _store(self, seat: int, before: int, after: int) -> None:
        """Stores the score of a player after a turn; of the first turn also the score before it. Raises ValueError."""
        if not 0 <= seat < len(self.samples) or self._read[seat] == self._game.turns[seat]:
            raise ValueError("no turn of the game")
        samples = self.samples[seat]
        if not self._read[seat]:
            samples[0] = before
        self._read[seat] += 1
        samples[self.position(self._read[seat])] = after


# Lines and curves

PATTERNS = b"\xff\xee\x55\xfa\x11\xc9"
"""The line of each place, eight pixels long: solid, dashes, dots, dash and dot, far dots, dash and far dot."""
_COLUMNS = const(48)  # of all tiles


class Scale:
    """Converts scores to pixel rows: `low` is on row `bottom`, `high` on row `top`."""

    def __init__(self, low: int, high: int, top: int, bottom: int) -> None:
        """The rows count from 0 at the top."""
        self._low = low
        self._span = max(1, high - low)
        self._bottom = bottom
        self._rows = bottom - top

    def row(self, score: int) -> int:
        """Returns the row of a score, rounded to the nearest."""
        return self._bottom - ((score - self._low) * self._rows * 2 + self._span) // (self._span * 2)


class CurvePen:
    """Draws connected lines on the OLED in one pattern, which goes on from line to line."""

    def __init__(self, canvas: "Canvas", pattern: int, x: int, y: int) -> None:
        self._buffer = canvas.buffer
        self._pattern = pattern
        self._step = 0
        self.x = x
        self.y = y
        self._dot()

    def line(self, x: int, y: int) -> None:
        """Draws a line from the last pixel to this one."""
        wide, high = x - self.x, abs(y - self.y)
        down = 1 if y > self.y else -1
        error = wide - high
        while self.x != x or self.y != y:
            twice = 2 * error
            if twice > -high:
                error -= high
                self.x += 1
            if twice < wide:
                error += wide
                self.y += down
            self._dot()

    def _dot(self) -> None:
        if self._pattern >> (self._step & 7) & 1:
            self._buffer[(self.y >> 3) * WIDTH + self.x] |= 1 << (self.y & 7)
        self._step += 1


def _light(canvas: "Canvas", x: int, y: int) -> None:
    canvas.buffer[(y >> 3) * WIDTH + x] |= 1 << (y & 7)


def paint_curves(pixels: bytearray, curves: "Sequence[Sequence[int]]", ends: "Sequence[int]", scale: Scale) -> None:
    """Paints curves over the six tiles, as one picture of 48 columns, in the colors palette.SEAT, SEAT + 1 ...

    Where curves meet, the one with the highest score is on top. `ends` is the index of the last score of each curve to
    paint; all curves have the same number of scores.
    """
    last = len(curves[0]) - 1
    rows = [scale.row(curve[0]) for curve in curves]
    for x in range(_COLUMNS):
        place = x * last // (_COLUMNS - 1)
        for score, seat in sorted([(curves[seat][place], seat) for seat in range(len(curves))]):
            row = scale.row(score)
            if place <= ends[seat]:
                for y in range(min(row, rows[seat]), max(row, rows[seat]) + 1):
                    pixels[(x >> 3) * tiles.TILE + y * 8 + (x & 7)] = palette.SEAT + seat
            rows[seat] = row


# The screen

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
    """The curves with names and end scores. ROLL shows luck and choices, in Phase 10 the score sheets."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._session = app.playing
        self._has_sheets = self._session.engine == "phase_ten"
        self._history = history = ScoreHistory(self._session)
        game = self._session.game
        highest = max([max(samples) for samples in history.samples])
        lowest = min([min(samples) for samples in history.samples])
        self._target = game.target if game.target <= 2 * highest else 0  # far from it a game can end in other ways
        self._ends = [history.ends[seat] if game.out[seat] else history.last for seat in range(game.players)]
        self._low = min(0, lowest)
        self._high = max(1, highest, self._target)
        # from the highest curve to the lowest; those who are out come last
        self._seats = sorted(
            range(game.players), key=lambda seat: (game.out[seat], -game.scores[seat], seat != game.winner, seat)
        )
        self._rows = 2 if game.players <= _TALL else 1  # of a label
        self._letters = self._label_letters()
        self._end_x = WIDTH - self._letters * _CELL - _STUB - _BEND - 2

    def _score(self, seat: int) -> str:
        game = self._session.game
        return "out" if game.out[seat] else points_text(game.scores[seat])

    def _label_letters(self) -> int:
        names = self._session.names
        if self._rows > 1:
            return min(_LETTERS, max([max(len(names[seat]), len(self._score(seat))) for seat in self._seats]))
        return min(_LETTERS, max([len(names[seat]) + 1 + len(self._score(seat)) for seat in self._seats]))

    def press(self, button: int) -> None:
        """Goes back, or opens luck and choices or the score sheets."""
        session = self._session
        if button == ROLL and self._has_sheets:
            self.app.open("phase_ten.scores", session.game.winner)
        elif button == ROLL and self._history.complete:
            session.drop_players()  # their memory is for the judge: the game is over
            self.app.open("luck", session.log.path())
        else:
            super().press(button)

    # On the tiles

    def paint(self) -> None:
        """Paints the curves in the colors of the players, or makes the dice dark without curves."""
        pixels = self.app.board.pixels
        tiles.clear(pixels)
        if not self._history.complete:
            return
        styles = self._session.styles
        for seat in range(len(styles)):
            color = b""
            if styles[seat] and styles[seat] not in styles[:seat]:  # the second of a style would look like the first
                color = palette.style_color(styles[seat])
            palette.set_seat(self.app.board.palette, seat, color)
        paint_curves(pixels, self._history.samples, self._ends, Scale(self._low, self._high, 0, 7))

    # On the OLED

    def draw(self) -> None:
        """Draws the curves, each led to its label at the right."""
        canvas = self.app.canvas
        canvas.choice("sheets" if self._has_sheets else "luck" if self._history.complete else "", "back")
        if not self._history.complete:
            self.head("SCORE CURVES")
            canvas.write_centered(3, ("The log of this game", "is not complete."))
            return
        scale = Scale(self._low, self._high, _TOP, _BOTTOM)
        self._draw_frame(scale)
        row = 0
        for place in range(len(self._seats)):
            seat = self._seats[place]
            wanted = (scale.row(self._session.game.scores[seat]) >> 3) - self._rows // 2
            row = min(max(row, wanted), _ROWS - self._rows * (len(self._seats) - place))
            self._draw_curve(place, row, scale)
            self._draw_label(seat, row)
            row += self._rows
        if self._target:
            canvas.at(3, (scale.row(self._target) >> 3) + 1, points_text(self._target))

    def _draw_frame(self, scale: "Scale") -> None:
        """Draws lines at the left and at zero points, dotted ones at the right and at the target."""
        canvas, zero, target = self.app.canvas, scale.row(0), scale.row(self._target)
        for x in range(self._end_x):
            _light(canvas, x, zero)
            if self._target and not x & 3:
                _light(canvas, x, target)
        for y in range(_BOTTOM + 1):
            _light(canvas, 0, y)
            if not y & 1:
                _light(canvas, self._end_x, y)

    def _draw_label(self, seat: int, row: int) -> None:
        canvas = self.app.canvas
        x = WIDTH - self._letters * _CELL + 1
        score = self._score(seat)
        name = self._session.names[seat]
        if self._rows > 1:
            canvas.at(x, row, self._short(name, self._letters))
            canvas.at(x, row + 1, score)
        else:
            canvas.at(x, row, self._short(name, self._letters - 1 - len(score)))
            canvas.right(row, score)

    def _short(self, name: str, letters: int) -> str:
        """Cuts a name; where another player's name begins with the same letters, its last letter stays."""
        others = [other for other in self._session.names if other != name and other[:letters] == name[:letters]]
        return name[: letters - 1] + name[-1] if others and len(name) > letters else name[:letters]

    def _draw_curve(self, place: int, row: int, scale: "Scale") -> None:
        """Draws the curve of a player and leads it to the label; the curve of a player who is out ends in a cross."""
        canvas = self.app.canvas
        seat = self._seats[place]
        samples = self._history.samples[seat]
        pattern = PATTERNS[place]
        last = self._history.last
        pen = CurvePen(canvas, pattern, 0, scale.row(samples[0]))
        for step in range(1, self._ends[seat] + 1):
            pen.line(step * self._end_x // last, scale.row(samples[step]))
        label_y = row * 8 + (7 if self._rows > 1 else 3)
        if self._session.game.out[seat]:
            x, y = max(pen.x, _CROSS), min(pen.y, _BOTTOM - _CROSS)
            for step in range(-_CROSS, _CROSS + 1):
                _light(canvas, x + step, y + step)
                _light(canvas, x + step, y - step)
            pen = CurvePen(canvas, pattern, self._end_x + _BEND, label_y)
        pen.line(self._end_x + _BEND, label_y)
        pen.line(self._end_x + _BEND + _STUB, label_y)
