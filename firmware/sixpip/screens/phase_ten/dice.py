"""The dice of Phase 10 on the tiles, and all of them in small on the OLED."""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice
from sixpip.screens.phase_ten.decision import START, THROW, TurnView
from sixpip.screens.phase_ten.faces import SIDES, pool_of, ramp_of
from sixpip.screens.play.dice_view import DiceView
from sixpip.screens.screen import load_color
from sixpip.view import palette, tiles
from sixpip.view.text import FREE, WIDTH

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.view.text import Canvas


# All dice on the OLED

_ROW = const(5)
_CELL = const(11)
_ADVANCE = const(12)
_LEFT = const(3)
_APART = const(3)  # between the pages
_MARK = const(b"\x20\x60\xe0\x60\x20")
_MARK_X = const(3)


def draw_strip(canvas: "Canvas", view: "PhaseTenDice") -> None:
    """Draws the dice on rows 5 and 6, and the marks at the bottom of row 4."""
    for place in range(dice.DICE):
        page = place // view.per_page
        x = _LEFT + place * _ADVANCE + page * _APART
        if view.falling >> place & 1:
            canvas.at(x + 3, _ROW, FREE)
            continue
        word = dice.written(place, view.faces[place])
        number = word[:-1]
        canvas.at(x + (0 if len(number) > 1 else 3), _ROW, number)
        canvas.at(x + 3, _ROW + 1, word[-1])
        if view.states[place] in (tiles.CHOSEN, tiles.KEPT):
            for column in range(_ROW * WIDTH + x, _ROW * WIDTH + x + _CELL):
                canvas.buffer[column] ^= 0xFF
                canvas.buffer[column + WIDTH] ^= 0x7F
        if view.marked >> place & 1:
            start = (_ROW - 1) * WIDTH + x + _MARK_X
            for column in range(len(_MARK)):
                canvas.buffer[start + column] |= _MARK[column]
    if not view.falling:
        _brackets(canvas, _LEFT + view.page * (_ADVANCE * view.per_page + _APART), view.per_page)


def _brackets(canvas: "Canvas", x: int, many: int) -> None:
    end = x + many * _ADVANCE
    for left, right in ((x - 3, x - 2), (end + 1, end)):
        for row, hook in ((_ROW, 0x01), (_ROW + 1, 0x40)):
            canvas.buffer[row * WIDTH + left] |= 0xFF if row == _ROW else 0x7F
            canvas.buffer[row * WIDTH + right] |= hook


# On the tiles

_PAGE = const(5)
_LEVELS = bytes((4, 1, 3, 0, 2))  # of the dot that stands for a die on another page, by its state


class PhaseTenDice(DiceView):
    """Dice that are set aside and taken back. `marked` are the dice that make the phase, or that the coach advises."""

    arrow = palette.MARK

    def __init__(self, app: "App", player: int) -> None:
        """`player` is the one whose turn it is."""
        self.marked = 0
        super().__init__(app, dice.DICE, [], bytearray([ramp_of(place) for place in range(dice.DICE * SIDES)]))
        self._player = player
        self._scheme = (-1, -1)  # the settings "hues" and "signs" in force
        self._colors = b""
        self.load_colors()

    def load_colors(self) -> None:
        """Loads the pictures and colors that the settings ask for, and the palette if another screen has changed it."""
        values = self._app.settings.values
        scheme = (values["hues"], values["signs"])
        colors = self._app.board.palette
        if scheme[1] != self._scheme[1]:
            self._pool = pool_of(scheme[1] == 1)
        if scheme != self._scheme:
            self._scheme = scheme
            palette.load_dice_colors(colors, scheme[0])
            load_color(self._app, self._player)
            self._colors = bytes(colors)
        elif colors != self._colors:
            colors[:] = self._colors

    # At rest

    def show(self, decision: TurnView, name: str) -> None:
        """Shows the dice as they are now, or before the first roll of a turn the first letters of the player's name."""
        starting = decision.kind == START
        fresh = decision.kind == THROW
        self._player = decision.player
        self.falling = 0
        self.marked = decision.used
        self._set_pages(starting)
        self.spell(name if fresh else "", decision.player)
        if fresh:
            return
        self.faces[:] = decision.faces
        if starting:
            for place in range(dice.DICE):
                thrown = place < decision.players and decision.start_throw(place) >= 0
                self.states[place] = tiles.SCORES if thrown else tiles.OFF
        else:
            self.show_chosen(decision)

    def _set_pages(self, starting: bool) -> None:
        """Sets six dice per page for the throws before the game, one for each player, else five."""
        self.per_page = tiles.TILES if starting else _PAGE
        self.pages = 1 if starting else dice.DICE // _PAGE
        self.page = min(self.page, self.pages - 1)

    def spell(self, name: str, player: int) -> None:
        """Shows the first letters of a player's name in the player's color; "" for dice."""
        super().spell(name, player)
        if name:
            self.page = 0
        self._colors = bytes(self._app.board.palette)

    def show_chosen(self, decision: TurnView) -> None:
        """Shows which dice are set aside, and which of the others are marked."""
        for place in range(dice.DICE):
            if decision.chosen >> place & 1:
                self.states[place] = tiles.KEPT if decision.kept >> place & 1 else tiles.CHOSEN
            else:
                self.states[place] = tiles.SCORES if self.marked >> place & 1 else tiles.DULL

    def roll(self, faces: "bytes | bytearray", thrown: int, starting: bool) -> None:
        """Starts to roll the dice at `thrown`. With `starting`, they are thrown for the order of play."""
        self.marked = 0
        self._set_pages(starting)
        self.tumble(faces, thrown)

    def show_made(self, used: int) -> None:
        """Shows the dice that make the phase; the others go dark."""
        self.marked = used
        for place in range(dice.DICE):
            self.states[place] = tiles.CHOSEN if used >> place & 1 else tiles.OFF
        self.turn_to(used)

    # On the pixels

    def _dot(self, place: int) -> int:
        state = self.states[place]
        return palette.OFF if state == tiles.OFF else self._ramps[self._end(place)] + _LEVELS[state]
