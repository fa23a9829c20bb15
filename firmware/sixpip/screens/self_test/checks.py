"""The steps of the self-test that count, sound, measure or save: buttons, buzzer, cell, storage."""

from sixpip.board.buttons import BANK, BUTTONS, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const, free_memory
from sixpip.screens.self_test.step import Step
from sixpip.storage.records import StorageError, StorageFull
from sixpip.view import palette, sound
from sixpip.view.faces import letter
from sixpip.view.tiles import TILES, draw

if TYPE_CHECKING:
    from sixpip.app.app import App

_MOST = const(9)
_TONES = b"\xc8\x32\x00\x14\x32\x32"  # a quarter of a second of 2000 Hz, then of 500 Hz
_NAME = "selftest"


class Buttons(Step):
    """Counts each button. The first press of ROLL, BANK and MENU counts; then they do what they say."""

    title = "BUTTONS"
    rows = ("2.4 buttons",)

    def __init__(self, app: "App", number: int = 0) -> None:
        """All counts are 0."""
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
        """The counts, and whether all buttons were pressed."""
        counts = self.counts
        return [
            "Press each one once." if 0 in counts else f"All {BUTTONS} are there.",
            "",
            "1-6: " + " ".join([str(counts[keep]) for keep in range(TILES)]),
            f"ROLL {counts[ROLL]} BANK {counts[BANK]} MENU {counts[MENU]}",
        ]

    def button_labels(self) -> "tuple[str, str, str]":
        """A label appears once its button has been counted."""
        counts = self.counts
        return "end" if counts[MENU] else "", "next" if counts[ROLL] else "", "back" if counts[BANK] else ""


class Buzzer(Step):
    """Plays two tones, loud whatever the settings are."""

    title = "TONES"
    rows = ("2.5 buzzer",)

    def __init__(self, app: "App", number: int = 0) -> None:
        """Plays the tones."""
        super().__init__(app, number)
        self.handle_keep(0)

    def handle_keep(self, button: int) -> None:
        """Plays the tones again."""
        self.app.sound.volume = sound.HIGH
        self.app.sound.play(_TONES)

    def words(self) -> "list[str]":
        """What the builder should hear."""
        return ["A high one, then a", "low one? Press 1-6", "to hear them again."]


class Cell(Step):
    """The cell and its boost converter."""

    title = "CELL"
    rows: "tuple[str, ...]" = (
        "6.1 plug",
        "6.2 W2 5.10-5.25 V",
        "6.3 BAT 3.0-4.2 V",
        "6.4 BAT/2 1.50-2.12 V",
        "6.5 5V 5.00-5.25 V",
    )
    _shown_mv = -1

    def words(self) -> "list[str]":
        """The cell voltage that the console measures."""
        self._shown_mv = self.app.board.battery_mv()
        return [f"Cell: {self._shown_mv} mV" if self._shown_mv else "Cell: none"]

    def tick(self, now_ms: int) -> bool:
        """Measures again, and redraws when the voltage has changed."""
        if self.app.board.battery_mv() != self._shown_mv:
            self.app.redraw()
        return False


class CellOff(Cell):
    """The voltage of the cell on the meter, and the switch."""

    rows = ("6.6 VSYS 4.5-5.1 V", "6.7 ABOUT 0.00-0.02 V", "6.8 5V 0.0-0.5 V")

    def words(self) -> "list[str]":
        """The voltage, to compare with the meter."""
        return super().words() + ["As on the meter? Set", "it in the Workshop."]


class Charge(Cell):
    """The off latch and the charger."""

    title = "OFF"
    rows = ("6.9 5V 0.0-0.5 V", "6.10 ROLL", "6.11 BAT", "6.12 ABOUT")

    def words(self) -> "list[str]":
        """The voltage, which rises while the cell is charged."""
        return super().words() + ["Up to 4.2 V, charged?"]


class OnUsb(Cell):
    """The Pico on USB alone, before the cell is connected."""

    title = "USB"
    rows = ("2.6 LED EN 3.1-3.4 V", "2.7 LED EN 0.0-0.3 V", "2.8 ABOUT")

    def words(self) -> "list[str]":
        """The voltage, which should be none."""
        return super().words() + ["No cell yet? Then it", "must show: none."]


class Storage(Step):
    """Writes a small record, reads it back, compares and deletes it; shows the free space."""

    title = "STORE"

    def button_labels(self) -> "tuple[str, str, str]":
        """The last step: ROLL ends the self-test."""
        return "end", "end", "back"

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
        free = app.store.free_bytes() // 1024
        self._lines = ["Write and read: good" if good else "Write and read: BAD", f"Free: {free} KB"]
        memory = free_memory()
        if memory:  # where it is short
            self._lines.append(f"Free memory: {memory // 1024} KB")
        app.redraw()
        return False

    def words(self) -> "list[str]":
        """The result."""
        return self._lines


def _record_survives(app: "App") -> bool:
    """Whether a record reads back as it was written. Raises StorageFull, StorageError."""
    store = app.store
    value = {"at": app.board.ticks_ms()}
    store.save(_NAME, value)
    back = store.load(_NAME)
    store.delete(_NAME)
    return bool(back == value) and store.load(_NAME) is None
