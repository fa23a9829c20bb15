"""What menus share: lists to pick from (Menu), pages of words (Page), dice and scores. No game in play needs them."""

from sixpip.board.contract import BANK, KEEP6, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, Stopwatch, const
from sixpip.rules.rulebook.variant import PHASE_KIND
from sixpip.screens.screen import Screen, match_words
from sixpip.view import palette, tiles
from sixpip.view.faces import face
from sixpip.view.text import CUP, points_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sixpip.app.app import App
    from sixpip.app.games.session import Session
    from sixpip.rules.rulebook.variant import DiceSet, Variant
    from sixpip.view.text import Canvas

_LINES = const(6)
_MARK_X = const(10)
_TEXT_X = const(18)
_ROOM = const(19)  # with fewer letters on both sides of a title there is room for a sign

_SCORES_TOP = const(4)
_SCORE_ROWS = const(3)
_RIGHT_X = const(66)
_LETTERS = const(10)  # of half a row

READ_MS = const(3000)
"""Time to read that the console switches itself off; BANK goes back until then."""

_PHASE_TEN = bytes((6 * 6 + 4, 0 * 6 + 3, 3 * 6 + 5, 7 * 6 + 2, 4 * 6 + 0, 5 * 6 + 4))
"""The faces W, 8, 10, 3, 5, 9 of Phase 10, each as die * 6 + side."""


class Menu(Screen):
    """A list. A KEEP button picks the line next to it, ROLL the marked one, and BANK goes back.

    MENU moves the mark down; in a list of more than six lines it turns to the next six.
    """

    title = ""
    roll = "pick"
    bank = "back"

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.at = 0
        self.variant: Variant | None = None
        """The variant that the list is about, if it is about one. Its dice are painted."""

    def lines(self) -> "list[str]":
        """Returns the lines to pick from, as they are now."""
        return []

    def pick(self, line: int) -> None:
        """Handles the line that the player picked (0 is the first)."""

    def head(self, left: str, right: str = "") -> None:
        """Draws the top line, with a sign of the charger where there is room: a bolt, a full battery once charged."""
        sign = ("", " \u26a1", " \u25ae")[self.app.power.charge]
        super().head(left + sign if len(left) + len(right) < _ROOM else left, right)

    def back(self) -> None:
        """Closes the list, for BANK."""
        self.app.close()

    def press(self, button: int) -> None:
        """Picks a line, moves the mark or goes back."""
        top = self._top()
        if button == ROLL and self.lines():
            self.pick(self.at)
        elif button == BANK:
            self.back()
        elif button == MENU and len(self.lines()) > 1:
            lines = len(self.lines())
            self.at = top + _LINES if lines > _LINES else self.at + 1
            if self.at >= lines:
                self.at = 0
        elif button <= KEEP6 and top + button < len(self.lines()):
            self.at = top + button
            self.pick(self.at)
        else:
            self.refuse(f"There is no line {button + 1}" if button <= KEEP6 else "")

    def paint(self) -> None:
        """Paints the dice of the variant, if the list is about one."""
        if self.variant:
            paint_variant(self.app, self.variant)
        else:
            super().paint()

    def draw(self) -> None:
        """Draws the title, up to six lines with the numbers of their KEEP buttons, and the labels."""
        canvas = self.app.canvas
        lines = self.lines()
        if self.at >= len(lines):  # a setting that was changed above has made the list shorter
            self.at = 0
        top = self._top()
        if len(lines) > _LINES:
            self.head(self.title, f"MENU {top // _LINES + 1}/{(len(lines) + _LINES - 1) // _LINES}")
        else:
            self.head(self.title, "MENU \u2193" if len(lines) > 1 else "")
        for row in range(min(_LINES, len(lines) - top)):
            if lines[top + row]:
                self.write(row + 1, top + row, lines[top + row])
                canvas.cap(0, row + 1, str(row + 1))
        canvas.choice(self.roll if lines else "", self.bank)

    def write(self, row: int, line: int, words: str) -> None:
        """Writes one line of the list, to the right of the number of its button."""
        canvas = self.app.canvas
        canvas.at(_TEXT_X, row, words)
        canvas.at(_MARK_X, row, "\u2192" if line == self.at else " ")

    def _top(self) -> int:
        return self.at // _LINES * _LINES


class Page(Screen):
    """A few words on top of another screen. BANK goes back; ROLL does what the page offers, if anything."""

    title = ""
    words: "tuple[str, ...]" = ()
    roll = ""
    bank = "back"

    def confirm(self) -> None:
        """Handles ROLL, where `roll` names what it does."""

    def press(self, button: int) -> None:
        """Confirms or goes back."""
        if button == ROLL and self.roll:
            self.confirm()
        else:
            super().press(button)

    def draw(self) -> None:
        """Draws the title, the words and the labels."""
        self.head(self.title)
        self.app.canvas.write(1, self.words)
        self.app.canvas.choice(self.roll, self.bank)


class Question(Page):
    """Asks before something is lost. ROLL does it, BANK goes back."""

    def __init__(
        self,
        app: "App",
        title: str,
        words: "tuple[str, ...]",
        roll: str,
        answer: "Callable[[], None]",
        bank: str = "back",
        details: "Callable[[], None] | None" = None,
        dice: "Callable[[], None] | None" = None,
    ) -> None:
        """`answer()` does what `roll` names, and closes the page; `details()` draws what is lost, if words do not.

        `dice()` paints the dice; without it they are those of the game, as below other pages.
        """
        super().__init__(app)
        self.title = title
        self.words = words
        self.roll = roll
        self.bank = bank
        self._answer = answer
        self._details = details
        self._dice = dice

    def confirm(self) -> None:
        """Answers the question."""
        self._answer()

    def paint(self) -> None:
        """Paints the dice."""
        if self._dice:
            self._dice()
        else:
            super().paint()

    def draw(self) -> None:
        """Draws the question and what is lost."""
        super().draw()
        if self._details:
            self._details()


class SwitchOff(Page):
    """Shows how to switch on again, then switches off."""

    title = "SWITCHING OFF"

    def __init__(self, app: "App") -> None:
        """The time to read starts with the first drawing."""
        super().__init__(app)
        self._watch = Stopwatch()

    def tick(self, now_ms: int) -> bool:
        """Switches off when the page has been read."""
        if self._watch.step(now_ms) >= READ_MS:
            self.app.close()  # shown again where the console stays on
            self.app.power.sleep(True)
        return False

    def draw(self) -> None:
        """Draws the page."""
        super().draw()
        canvas = self.app.canvas
        if self.app.session:
            canvas.center(2, "The game is saved.")
        canvas.write_centered(4, ("Press ROLL", "to switch on."))


# Dice and scores


def paint_variant(app: "App", variant: "Variant") -> None:
    """Paints the dice of a variant by its rule sheet, in its own color."""
    palette.load(app.board.palette, variant.ink)
    marked = variant.written("wild_die", "no") == "yes"
    paint_dice(app, variant.dice_set, int(variant.written("dice", "6")), marked)


def paint_dice(app: "App", dice_set: "DiceSet", dice: int, marked: bool) -> None:
    """Paints `dice` dice of a set, or six of Phase 10. With `marked`, the first one has a sun (HR-07)."""
    if dice_set.kind == PHASE_KIND:
        _paint_phase_ten(app)
        return
    pixels = app.board.pixels
    if marked:
        dice_set = dice_set.with_sun()
    names = list(dice_set.faces)
    if dice_set.wild >= 0:
        names = [names.pop()] + [name for name in names if name != "3"]
    for tile in range(tiles.TILES):
        if tile < dice and tile < len(names):
            tiles.paint(pixels, tile, face(names[tile], dice_set.kind), tiles.SCORES)
        else:
            tiles.clear_tile(pixels, tile)
    tiles.page_mark(pixels, 0, 2 if dice > tiles.TILES else 1)


def _paint_phase_ten(app: "App") -> None:
    from sixpip.screens.phase_ten.faces import picture, ramp_of

    values = app.settings.values
    palette.load_dice_colors(app.board.palette, values["hues"])
    for tile in range(tiles.TILES):
        place = _PHASE_TEN[tile]
        drawn = picture(place, values["signs"] == 1)
        tiles.paint_in_color(app.board.pixels, tile, drawn, tiles.SCORES, ramp_of(place))


def paint_numbers(app: "App", ramps: "list[int]") -> None:
    """Paints the number of each KEEP button in the ramp or seat color given for it; tiles without one are dark."""
    tiles.clear(app.board.pixels)
    for tile in range(len(ramps)):
        tiles.paint(app.board.pixels, tile, face(str(tile + 1)), tiles.SCORES, ramps[tile])


def draw_scores(canvas: "Canvas", names: "list[str]", scores: "list[int]") -> None:
    """Draws names and scores in rows 4 to 6: one per row, or two if there are more than three."""
    for seat in range(len(names)):
        score = points_text(scores[seat])
        if len(names) <= _SCORE_ROWS:
            canvas.both(_SCORES_TOP + seat, names[seat], score)
            continue
        x = seat % 2 * _RIGHT_X
        name = names[seat][: _LETTERS - 1 - len(score)]
        canvas.at(x, _SCORES_TOP + seat // 2, name + " " * (_LETTERS - len(name) - len(score)) + score)


def list_scores(screen: Screen, session: "Session") -> None:
    """Draws the target and a line for each player in seating order, with a mark at whose turn it is.

    A player who has to get in first and has no points is not in yet. Points without a bank, such as a head start, are
    shown. In a match, a cup stands before the games that each has won.
    """
    match = session.match
    game: Any = session.game
    screen.head("SCORES", f"to {points_text(game.target)}" if game.target else "")
    for seat in range(game.players):
        mark = "\u2192" if seat == game.player else " "
        is_out = game.options.get("opening") and not (game.opened[seat] or game.scores[seat])
        score = "not in yet" if is_out else points_text(game.scores[seat])
        won = f" {CUP}{match[1 + seat]}" if match and not is_out else ""  # there is no room for both
        screen.app.canvas.entry(seat + 1, mark, session.names[seat], score, won)
    if match and game.players < _LINES:
        screen.app.canvas.center(_LINES, match_words(match))
