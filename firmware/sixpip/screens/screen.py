"""The base class of all screens, and buttons that are held for a second meaning (HOLD_MS).

Lists and pages of words are in menu.py, game screens in play/.

Words on the OLED are written by these rules. Bars (the top line of a menu, a banner), the names of buttons and what a
computer player does now are in capitals. Lines of lists, questions, sentences, and what the console answers to a press
or advises begin with a capital. What ROLL, BANK and MENU do, and the other words about a game in play, are in lower
case without a full stop. Points have a space between thousands (sixpip.points_text). A die is "one J" and not "a J",
because letters are faces, too.
"""

from sixpip.board.contract import BANK, button_name
from sixpip.compat import TYPE_CHECKING, Stopwatch, const
from sixpip.view import palette, sound, tiles
from sixpip.view.text import COLUMNS

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.board.contract import Board

HOLD_MS = const(500)
"""How long a button is held for its second meaning."""
_REFUSED_ROW = const(6)


class Screen:
    """What the OLED and the dice show at one time. The app calls the methods below; a screen calls `app` to go on."""

    shows_game = False
    """Whether it is a game in play: its dice stay visible below menus and pages."""
    wait_ms = 500
    """How long the app waits for a press before the next `tick`, while nothing moves and there is nothing to think."""
    keyboard = ""
    """What a keyboard types here (Board.keyboard)."""
    refused = ""
    """Why the last press did nothing; "" if it did something, or if the screen shows it."""

    def __init__(self, app: "App") -> None:
        """`app` is the console that shows it."""
        self.app = app

    def press(self, button: int) -> None:
        """Handles a press of a button (numbers in board/contract.py): BANK goes back, the others do nothing."""
        if button == BANK:
            self.app.close()
        else:
            self.refuse()

    def refresh(self) -> None:
        """Shows the game again, which has changed while a menu was open."""

    def explain(self) -> None:
        """Says what to press from now on, if a person decides in a game."""

    def guard(self, button: int, ms: int) -> None:
        """Ignores BANK and `button` for `ms` after a menu has closed, because a press too many cannot be taken back."""

    def tick(self, now_ms: int) -> bool:
        """Paints the next frame of what moves on the dice. Returns True while anything moves."""
        return False

    def idle(self) -> bool:
        """Works ahead for some milliseconds when nothing else is to be done. Returns True while there is more to do."""
        return False

    def think(self) -> bool:
        """Works for at most 5 ms between two frames of moving dice. Returns True while there is more to do."""
        return False

    def paint(self) -> None:
        """Paints the dice at rest. They are shown before `update` and `draw` run.

        Without an override it paints those of the game below it, or makes them dark if there is no game.
        """
        if not self.app.paint_game():
            tiles.clear(self.app.board.pixels)

    def update(self) -> bool:
        """Computes what `draw` shows and takes long. Returns True when the dice are to be painted again with it."""
        return False

    def draw(self) -> None:
        """Draws the OLED, which was cleared before. It only reads."""

    def head(self, left: str, right: str = "") -> None:
        """Draws the top line of menus and notices: a bright bar."""
        self.app.canvas.head(left, right)

    def refuse(self, why: str = "") -> None:
        """Answers a button that does nothing now: with the low tone, and with the reason above the bottom line."""
        self.low_tone()
        self.refused = why or f"{button_name(self.app.handled)} does nothing"

    def draw_refusal(self) -> None:
        """Writes `refused` over what is above the bottom line."""
        canvas = self.app.canvas
        canvas.blank(_REFUSED_ROW)
        canvas.center(_REFUSED_ROW, self.refused)

    def low_tone(self) -> None:
        """Sounds the low tone, where the screen itself shows why a button does nothing now."""
        self.app.sound.play(sound.NO)


class HeldButton:
    """A button that has just gone down and may be held for its second meaning."""

    def __init__(self, board: "Board", button: int) -> None:
        self._board = board
        self._button = button
        self._watch = Stopwatch()
        self._watch.start(board.ticks_ms())
        self._down = True

    def release(self) -> None:
        """Ends it, because another button was pressed or the second meaning has been used."""
        self._down = False

    def is_down(self) -> bool:
        """Returns whether it has been down ever since."""
        self._down = self._down and self._board.held() >> self._button & 1 == 1
        return self._down

    def is_long(self) -> bool:
        """Returns whether it is down and has been so for HOLD_MS. Call it in every round of the loop."""
        held_ms = self._watch.step(self._board.ticks_ms())
        return self.is_down() and held_ms >= HOLD_MS


def load_color(app: "App", player: int) -> None:
    """Loads the color of a player of the current game: a person has that of the seat, a computer that of its style."""
    style = app.playing.styles[player]
    if style:
        palette.set_hue(app.board.palette, palette.style_color(style))
    else:
        palette.set_player(app.board.palette, player)


def match_words(match: "list[int]") -> str:
    """Returns how a match of two stands, or for more players its length, in at most 21 letters; "" without a match."""
    if len(match) == 3:
        return f"match {match[1]}:{match[2]}, first to {match[0]}"
    return f"best of {2 * match[0] - 1}: first to {match[0]}" if match else ""


def wrap(words: str, width: int = COLUMNS) -> "list[str]":
    """Breaks words into lines of at most `width` letters, but no number such as 1 000; a longer word is cut."""
    whole: list[str] = []
    for word in words.split():
        if whole and whole[-1][-1].isdigit() and len(word) >= 3 and word[:3].isdigit():
            whole[-1] += " " + word
        else:
            whole.append(word)
    lines = [""]
    for word in whole:
        while len(word) > width:
            lines.append(word[:width])
            word = word[width:]
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = lines[-1] + " " + word if lines[-1] else word
    return [line for line in lines if line]
