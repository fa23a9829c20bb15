"""The self-test: the bring-up of hardware/BRINGUP.md on the screen, step by step, with the same codes."""

from sixpip.app.power import FULL
from sixpip.app.screen_table import TABLE
from sixpip.board.contract import BANK, BUTTONS, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, const, free_memory
from sixpip.screens.screen import Screen
from sixpip.storage.record_store import StorageError, StorageFull
from sixpip.storage.recovery import free_bytes
from sixpip.view import palette, sound, tiles
from sixpip.view.tiles import TILES, draw, letter

if TYPE_CHECKING:
    from sixpip.app.app import App

_LAST = const(6)  # row above the labels


_FAMILY = const("self_test.")
STEPS = [row.split(" ")[0][len(_FAMILY) :] for row in TABLE.split("\n") if row.startswith(_FAMILY)]
"""The steps in the order of TABLE, those of the bring-up first. The screen of a step is "self_test." and its name."""


class Step(Screen):
    """One step, with the rows of the bring-up guide and something to try. ROLL opens the next step, BANK the previous
    one.

    A step may have parts, which ROLL goes through before the next step.
    """

    title = ""
    rows: "tuple[str, ...]" = ()
    """Code, test point and range, as in hardware/BRINGUP.md."""
    hints: "tuple[str, ...]" = ()
    parts = 1

    def __init__(self, app: "App", number: int = 0) -> None:
        """`number` is the place in STEPS."""
        super().__init__(app)
        self.part = 0
        self._number = number

    def words(self) -> "list[str]":
        """Returns the lines below the rows, which say what to look at."""
        return list(self.hints)

    def handle_keep(self, button: int) -> None:
        """Handles a KEEP button (0 to 5)."""
        self.refuse()

    def press(self, button: int) -> None:
        """Goes on with ROLL, back with BANK, and ends the self-test with MENU."""
        step = 1 if button == ROLL else -1
        if button == MENU:
            self.go(-1)
        elif button not in (ROLL, BANK):
            self.handle_keep(button)
        elif 0 <= self.part + step < self.parts:
            self.part += step
        else:
            self.go(self._number + step)

    def go(self, number: int) -> None:
        """Opens the step of that number; ends the self-test where there is none."""
        app = self.app
        app.settings.apply(app.board, app.sound)  # a step may have set its own brightness and volume
        if 0 <= number < len(STEPS):
            app.replace("self_test." + STEPS[number], number)
        else:
            app.close()

    def paint(self) -> None:
        """Spells the code of the step on the dice, for a console whose OLED is dark."""
        self.spell(self.rows[0].split(" ")[0] if self.rows else self.title, palette.INK + 3)

    def spell(self, text: str, color: int, start: int = 0) -> None:
        """Paints letters on the tiles from `start` on, all others dark."""
        pixels = self.app.board.pixels
        tiles.clear(pixels)
        for place in range(len(text)):
            tiles.draw(pixels, start + place, letter(text[place]), 0, color)

    def button_labels(self) -> "tuple[str, str, str]":
        """Returns the labels of MENU, ROLL and BANK; "" for a button that does nothing yet."""
        return "end", "next", "before"

    def draw(self) -> None:
        """Draws the rows, what to look at, and the labels."""
        out, roll, bank = self.button_labels()
        self.head(f"{self._number + 1}/{len(STEPS)} {self.title}", "MENU " + out if out else "")
        words = self.words()
        gap = [""] if 0 < len(self.rows) < _LAST - len(words) else []
        self.app.canvas.write(1, list(self.rows) + gap + words)
        self.app.canvas.choice(roll, bank)


# The OLED and the dice

_PIXELS = const(384)
_PURE = palette.SEAT  # three colors of the palette that are pure red, green and blue here
_STEP_MS = const(20)


class Display(Step):
    """The OLED with text, all lit, all dark, and a frame. The dice show whether it answers, if it is dark."""

    title = "OLED"
    rows = ("2.1 VSYS 4.3-5.2 V", "2.2 3V3 3.2-3.4 V", "2.3 OLED")
    hints = ("Level and centered?", "Next: all lit, all", "dark, then a frame.")
    parts = 4
    _answers = True

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
        "3.3 VSYS 4.5-4.9 V",
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
    rows = ("4.2 die 1", "4.3 LED 5V 4.7-5.1 V", "4.4 tile", "5.1 dice")
    parts = 4

    def words(self) -> "list[str]":
        """Returns what the builder should see in this part."""
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
    hints = ("All dark.", "5050 stock: +154 mA")


class AllWhite(Step):
    """Lights all LEDs white, as bright as the current limiter allows; the console does not sleep meanwhile."""

    title = "WHITE"
    rows: "tuple[str, ...]" = ("5.3 supply 352-814 mA", "5.4 die 6 4.4-5.1 V")
    hints = ("All white: more than", "that? Switch off.")

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


class HeatTest(AllWhite):
    """Lights all LEDs white for half an hour, to measure the heat."""

    title = "HEAT"
    rows = ("6.16 case 15-45 C", "6.17 foam 15-45 C", "6.18 R_CHARGE 15-75 C", "6.19 case 15-50 C")
    hints = ("All white for 30 min,", "then while charging.")


class MovingPixels(Step):
    """Moves a red, a green and a blue pixel through the whole chain, a row apart."""

    title = "CHAIN"
    rows = ("5.5 DOUT",)
    hints = ("No flicker, no wrong", "color?")

    def __init__(self, app: "App", number: int = 0) -> None:
        """Loads the pure colors; the pixels start with the first frame."""
        super().__init__(app, number)
        _load_pure(app.board.palette)

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
    for place in range(9):
        colors[_PURE * 3 + place] = 0 if place & 3 else 255


def _fill(pixels: bytearray, color: int) -> None:
    for place in range(_PIXELS):
        pixels[place] = color


# Buttons, buzzer, cell and storage

_MOST = const(9)
_TONES = const(b"\xc8\x32\x00\x14\x32\x32")  # a quarter of a second of 2000 Hz, then of 500 Hz
_NAME = const("selftest")


class Buttons(Step):
    """Counts the presses of each button. ROLL, BANK and MENU do their work from the second press on."""

    title = "BUTTONS"
    rows = ("2.4 buttons",)

    def __init__(self, app: "App", number: int = 0) -> None:
        super().__init__(app, number)
        self.counts = [0] * BUTTONS

    def press(self, button: int) -> None:
        """Counts the press; ROLL, BANK and MENU do their work from the second press on."""
        before = self.counts[button]
        self.counts[button] = min(before + 1, _MOST)
        if before and button >= ROLL:
            super().press(button)

    def paint(self) -> None:
        """Paints the counts of the KEEP buttons, green once one was pressed."""
        for tile in range(TILES):
            count = self.counts[tile]
            draw(self.app.board.pixels, tile, letter(str(count)), 0, palette.GREEN if count else palette.INK + 3)

    def words(self) -> "list[str]":
        """Returns the counts, and whether all buttons were pressed."""
        counts = self.counts
        return [
            "Press each one once." if 0 in counts else f"All {BUTTONS} are there.",
            "",
            "1-6: " + " ".join([str(counts[keep]) for keep in range(TILES)]),
            f"ROLL {counts[ROLL]} BANK {counts[BANK]} MENU {counts[MENU]}",
        ]

    def button_labels(self) -> "tuple[str, str, str]":
        """Returns a label for each button that has been counted."""
        counts = self.counts
        return "end" if counts[MENU] else "", "next" if counts[ROLL] else "", "before" if counts[BANK] else ""


class Buzzer(Step):
    """Plays two tones, loud whatever the settings are."""

    title = "TONES"
    rows = ("2.5 buzzer",)
    hints = ("A high one, then a", "low one? Press 1-6", "to hear them again.")

    def __init__(self, app: "App", number: int = 0) -> None:
        super().__init__(app, number)
        self.handle_keep(0)

    def handle_keep(self, button: int) -> None:
        """Plays the tones again."""
        self.app.sound.volume = sound.HIGH
        self.app.sound.play(_TONES)


class Cell(Step):
    """The cell and its boost converter."""

    title = "CELL"
    rows: "tuple[str, ...]" = (
        "6.1 plug",
        "6.2 W2 5.10-5.25 V",
        "6.3 BAT 3.0-4.2 V",
        "6.4 5V 4.80-5.25 V",
        "6.5 VSYS 4.5-5.1 V",
    )
    _shown_mv = -1

    def words(self) -> "list[str]":
        """Returns the cell voltage that the console measures, then what to look at."""
        self._shown_mv = self.app.board.battery_mv()
        return [f"Cell: {self._shown_mv} mV" if self._shown_mv else "Cell: none"] + super().words()

    def tick(self, now_ms: int) -> bool:
        """Measures again, and redraws when the voltage has changed."""
        if self.app.board.battery_mv() != self._shown_mv:
            self.app.redraw()
        return False


class CellOff(Cell):
    """The voltage of the cell on the meter, the switch and the off latch."""

    rows = ("6.6 BAT/2 1.50-2.12 V", "6.7 ABOUT 0.00-0.02 V", "6.8 5V 0.0-2.0 V", "6.9 5V 0.0-2.0 V", "6.10 ROLL")


class Charge(Cell):
    """The current of a console that is off, and the charger."""

    title = "CHARGE"
    rows = ("6.11 1 k 0.06-0.12 V", "6.12 BAT", "6.13 USB 0.45-0.60 A", "6.14 5V 4.80-5.25 V", "6.15 ABOUT")


class OnUsb(Cell):
    """The Pico on USB alone, before the cell is connected."""

    title = "USB"
    rows = ("2.6 LED EN 3.1-3.4 V", "2.7 LED EN 0.0-0.3 V", "2.8 ABOUT")
    hints = ("No cell yet? Then it", "must show: none.")


class Storage(Step):
    """Writes a small record, reads it back, compares and deletes it; shows the free space."""

    title = "STORE"

    def button_labels(self) -> "tuple[str, str, str]":
        """Returns the labels of the last step, in which ROLL ends the self-test."""
        return "end", "end", "before"

    def __init__(self, app: "App", number: int = 0) -> None:
        """The test runs once the page is shown."""
        super().__init__(app, number)
        self._lines = ["Writing a test file."]
        self._done = False

    def handle_keep(self, button: int) -> None:
        """Runs the test again."""
        self._done = False

    def idle(self) -> bool:
        """Runs the test."""
        if self._done:
            return False
        self._done = True
        app = self.app
        good = False
        try:
            good = _record_survives(app)
        except (StorageFull, StorageError) as error:
            app.notify(error.args[0])
        free = free_bytes(app.store.folder) // 1024
        self._lines = ["Write and read: good" if good else "Write and read: BAD", f"Free: {free} KB"]
        memory = free_memory()
        if memory:  # where it is short
            self._lines.append(f"Free memory: {memory // 1024} KB")
        app.redraw()
        return False

    def words(self) -> "list[str]":
        """Returns the result of the test."""
        return self._lines


def _record_survives(app: "App") -> bool:
    """Returns whether a record reads back as it was written. Raises StorageFull, StorageError."""
    store = app.store
    value = {"at": app.board.ticks_ms()}
    store.save(_NAME, value)
    back = store.load(_NAME)
    store.delete(_NAME)
    return bool(back == value) and store.load(_NAME) is None
