"""The steps of the self-test for the OLED and the dice."""

from sixpip.app.power import FULL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.self_test.step import Step
from sixpip.view import palette, tiles

if TYPE_CHECKING:
    from sixpip.app.app import App

_PIXELS = const(384)
_PURE = palette.SEAT  # three colors of the palette that are pure red, green and blue here
_STEP_MS = const(20)


class Display(Step):
    """The OLED: text, all lit, all dark, a frame. The dice show whether it answers, in case the OLED is dark."""

    title = "OLED"
    rows = ("2.1 VSYS 4.3-5.2 V", "2.2 3V3 3.2-3.4 V", "2.3 OLED")
    parts = 4
    _answers = True

    def words(self) -> "list[str]":
        """What the builder will see."""
        return ["Level and centered?", "Next: all lit, all", "dark, then a frame."]

    def tick(self, now_ms: int) -> bool:
        """Redraws when the OLED was plugged in or pulled."""
        if self.app.board.screen_answers() != self._answers:
            self.app.redraw()
        return False

    def paint(self) -> None:
        """Spells OLEDOK or OLEDNO."""
        self._answers = self.app.board.screen_answers()
        self.spell("OLEDOK" if self._answers else "OLEDNO", palette.GREEN if self._answers else palette.RED)

    def draw(self) -> None:
        """Draws the part: the page, all lit, nothing, or a frame."""
        canvas = self.app.canvas
        if self.part == 0:
            super().draw()
        elif self.part == 1:
            for place in range(len(canvas.buffer)):
                canvas.buffer[place] = 0xFF
        elif self.part == 3:
            canvas.rule(0)
            canvas.rule(63)
            for row in range(8):
                canvas.buffer[row * 128] = canvas.buffer[row * 128 + 127] = 0xFF
            canvas.center(3, "A whole frame?")
            canvas.center(5, "ROLL next")


class Bench(Step):
    """Measurements of the carrier on the bench supply, then with one dark tile."""

    title = "BENCH"
    rows: "tuple[str, ...]" = (
        "3.1 supply 20-109 mA",
        "3.2 5V 4.9-5.1 V",
        "3.3 VSYS 4.5-4.8 V",
        "3.4 LED 5V 4.8-5.1 V",
        "3.5 LED 5V 0.0-0.3 V",
        "4.1 supply 39-167 mA",
    )

    def paint(self) -> None:
        """Paints all dice dark."""
        tiles.clear(self.app.board.pixels)


class EachDie(Step):
    """Shows its number on each die, then all red, all green, all blue."""

    title = "DICE"
    rows = ("4.2 die 1", "4.3 LED 5V 4.7-5.1 V", "5.1 dice")
    parts = 4

    def words(self) -> "list[str]":
        """What the builder should see."""
        return [("Each its number?", "All red?", "All green?", "All blue?")[self.part]]

    def paint(self) -> None:
        """Paints the part: numbers or one color."""
        board = self.app.board
        if self.part == 0:
            self.spell("123456", palette.INK + 1)
            return
        _load_pure(board.palette)
        _fill(board.pixels, _PURE + self.part - 1)


class AllDark(Bench):
    """Measures the current of the chain with all LEDs off."""

    title = "DARK"
    rows = ("5.2 supply 250-340 mA",)

    def words(self) -> "list[str]":
        """What modules with 5050 LEDs draw on top."""
        return ["All dark.", "5050 stock: +154 mA"]


class AllWhite(Step):
    """Lights all LEDs white, as bright as the current limiter allows; the console does not sleep meanwhile."""

    title = "WHITE"
    rows: "tuple[str, ...]" = ("5.3 supply 352-814 mA", "5.4 die 6 4.4-5.1 V")

    def words(self) -> "list[str]":
        """When to switch off."""
        return ["All white: more than", "that? Switch off."]

    def tick(self, now_ms: int) -> bool:
        """Keeps the console awake while the battery is not low."""
        if self.app.power.battery == FULL:
            self.app.power.keep_awake()
        return False

    def paint(self) -> None:
        """Paints all dice white at full brightness."""
        board = self.app.board
        board.brightness = 255
        _fill(board.pixels, palette.MARK)


class Heat(AllWhite):
    """Lights all LEDs white for half an hour, to measure the heat."""

    title = "HEAT"
    rows = ("6.13 case 15-45 C", "6.14 foam 15-45 C", "6.15 R16 15-75 C", "6.16 case 15-50 C")

    def words(self) -> "list[str]":
        """How long to wait."""
        return ["All white for 30 min,", "then while charging."]


class Travel(Step):
    """Moves a red, a green and a blue pixel through the whole chain, a row apart."""

    title = "CHAIN"
    rows = ("5.5 DOUT",)
    _shown = 0

    def __init__(self, app: "App", number: int = 0) -> None:
        """Loads the pure colors; the pixels start with the first frame."""
        super().__init__(app, number)
        _load_pure(app.board.palette)

    def words(self) -> "list[str]":
        """What the builder should look for."""
        return ["No flicker, no wrong", "color?"]

    def tick(self, now_ms: int) -> bool:
        """Paints one frame."""
        pixels = self.app.board.pixels
        self.paint()
        for color in range(3):
            place = (now_ms // _STEP_MS - color * 8) % _PIXELS
            pixels[place] = _PURE + color
        return True

    def paint(self) -> None:
        """Clears the dice; `tick` paints the pixels."""
        tiles.clear(self.app.board.pixels)


def _load_pure(colors: bytearray) -> None:
    """Loads pure red, green and blue into the palette."""
    for place in range(9):
        colors[_PURE * 3 + place] = 0 if place & 3 else 255


def _fill(pixels: bytearray, color: int) -> None:
    """Paints all dice in one color of the palette."""
    for place in range(_PIXELS):
        pixels[place] = color
