"""The steps of the self-test that count, sound, measure or calculate: buttons, buzzer, cell, fair dice, storage."""

from sixpip.app.dice_source import DeadSource
from sixpip.board.buttons import BANK, BUTTONS, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const, free_memory
from sixpip.screens.self_test.step import Step
from sixpip.storage.records import StorageError, StorageFull
from sixpip.storage.space import free_bytes
from sixpip.view import palette, sound
from sixpip.view.faces import letter
from sixpip.view.tiles import TILES, draw

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.screens.screen import Screen

_MOST = const(9)
_TONES = b"\xc8\x32\x00\x14\x32\x32"  # a quarter of a second of 2000 Hz, then of 500 Hz
_DICE = const(6000)
_PIECE = const(60)  # dice at a time: a press waits some milliseconds for them
_NEWS = const(1200)
FAIR = const(20500)
"""The most that chi-square may be with five degrees of freedom, in thousandths: fair dice are above it once in 1000."""
_NAME = "selftest"


class Buttons(Step):
    """Counts each button. The first press of ROLL, BANK and MENU counts; then they do what they say."""

    title = "BUTTONS"
    rows = ("2.4 buttons",)

    def __init__(self, app: "App", after: "Screen", number: int) -> None:
        """No button has been pressed."""
        super().__init__(app, after, number)
        self.counts = [0] * BUTTONS

    def press(self, button: int) -> None:
        """Count it."""
        before = self.counts[button]
        self.counts[button] = min(before + 1, _MOST)
        if before and button >= ROLL:
            super().press(button)

    def paint(self) -> None:
        """How often each KEEP button was pressed."""
        for tile in range(TILES):
            count = self.counts[tile]
            draw(self.app.board.pixels, tile, letter(str(count)), 0, palette.GREEN if count else palette.INK + 3)

    def words(self) -> "list[str]":
        """The counts."""
        counts = self.counts
        return [
            "Press each one once." if 0 in counts else f"All {BUTTONS} are there.",
            "",
            "KEEP " + " ".join([str(counts[keep]) for keep in range(TILES)]),
            f"ROLL {counts[ROLL]} BANK {counts[BANK]} MENU {counts[MENU]}",
        ]

    def ways(self) -> "tuple[str, str, str]":
        """None before the button has been counted."""
        counts = self.counts
        return "end" if counts[MENU] else "", "next" if counts[ROLL] else "", "back" if counts[BANK] else ""


class Buzzer(Step):
    """Two tones, loud whatever the settings say."""

    title = "TONES"
    rows = ("2.5 buzzer",)

    def __init__(self, app: "App", after: "Screen", number: int) -> None:
        """It sounds at once."""
        super().__init__(app, after, number)
        self.keep(0)

    def keep(self, button: int) -> None:
        """Once more."""
        self.app.sound.volume = sound.HIGH
        self.app.sound.play(_TONES)

    def words(self) -> "list[str]":
        """What to hear."""
        return ["A high one, then a", "low one? A KEEP", "button: once more."]


class Cell(Step):
    """The cell and its converter."""

    title = "CELL"
    rows: "tuple[str, ...]" = (
        "6.1 plug",
        "6.2 BAT 3.0-4.2 V",
        "6.3 BAT/2 1.50-2.12 V",
        "6.4 5V 5.0-5.3 V",
        "6.5 VSYS 4.5-5.1 V",
    )
    _shown_mv = -1

    def words(self) -> "list[str]":
        """What the console measures."""
        self._shown_mv = self.app.board.battery_mv()
        return [f"Cell: {self._shown_mv} mV" if self._shown_mv else "Cell: none"]

    def tick(self, now_ms: int) -> bool:
        """Measure again."""
        if self.app.board.battery_mv() != self._shown_mv:
            self.app.redraw()
        return False


class CellOff(Cell):
    """What follows from the cell being there."""

    rows = ("6.6 ABOUT 0.0-0.1 V", "6.7 5V 0.0-0.5 V", "6.8 BAT")

    def words(self) -> "list[str]":
        """What to compare."""
        return super().words() + ["As on the meter? Up", "to 4.2 V, charging?"]


class OnUsb(Cell):
    """The Pico alone: there is no cell yet."""

    title = "USB"
    rows = ("2.6 LED EN 3.1-3.4 V", "2.7 LED EN 0.0-0.3 V", "2.8 ABOUT")

    def words(self) -> "list[str]":
        """There is none yet."""
        return super().words() + ["It is not in yet?", "Then: none."]


class Fair(Step):
    """Throws the console's own dice, so many at a time as a press can wait for, and counts their faces."""

    title = "FAIR?"

    def __init__(self, app: "App", after: "Screen", number: int) -> None:
        """It begins at once."""
        super().__init__(app, after, number)
        self.keep(0)

    def keep(self, button: int) -> None:
        """From the beginning."""
        self.counts = [0] * TILES
        self._thrown = 0

    def idle(self) -> bool:
        """Some dice more."""
        if self._thrown >= _DICE:
            return False
        try:
            for face in self.app.dice.throw(_PIECE):
                self.counts[face] += 1
        except DeadSource as error:
            self._thrown = _DICE
            self.app.say(f"{error.args[0]}: no dice are thrown. Switch off and on.")
        self._thrown += _PIECE
        if self._thrown % _NEWS == 0:
            self.app.redraw()
        return True

    def paint(self) -> None:
        """The faces that are counted."""
        self.spell("123456", palette.INK + 3)

    def words(self) -> "list[str]":
        """The count of each face, and the verdict."""
        counts = self.counts
        lines = [f"{_DICE} dice, each face", f"about {_DICE // TILES} times:"]
        for first in (0, 3):
            lines.append(" ".join([f"{first + face + 1}:{counts[first + face]}" for face in range(3)]))
        if self._thrown < _DICE:
            return lines + [f"Thrown: {self._thrown}"]
        square = chi_square(counts)
        lines.append(f"chi2 {square // 1000}.{square // 100 % 10}, most {FAIR // 1000}.{FAIR // 100 % 10}")
        return lines + ["The dice are fair." if square <= FAIR and sum(counts) == _DICE else "Not fair. KEEP: again"]


def chi_square(counts: list[int]) -> int:
    """Chi-square of the counts of six faces against equal ones, in thousandths; 0 for none."""
    total = sum(counts)
    square = 0
    for count in counts:
        square += (count * TILES - total) ** 2
    return square * 1000 // (TILES * total) if total else 0


class Storage(Step):
    """Writes a small record, reads it, compares it and removes it; and what is free."""

    title = "STORE"

    def ways(self) -> "tuple[str, str, str]":
        """Nothing follows."""
        return "end", "end", "back"

    def __init__(self, app: "App", after: "Screen", number: int) -> None:
        """It begins once the page stands there."""
        super().__init__(app, after, number)
        self._lines = ["A record is written."]
        self._done = False

    def keep(self, button: int) -> None:
        """Once more."""
        self._done = False

    def idle(self) -> bool:
        """All of it at once."""
        if self._done:
            return False
        self._done = True
        app = self.app
        good = False
        try:
            good = _remembers(app)
        except (StorageFull, StorageError) as error:
            app.say(error.args[0])
        free = free_bytes(app.store.folder) // 1024
        self._lines = ["Write and read: good" if good else "Write and read: BAD", f"Free: {free} KB"]
        memory = free_memory()
        if memory:  # where it is short
            self._lines.append(f"Free memory: {memory // 1024} KB")
        app.redraw()
        return False

    def words(self) -> "list[str]":
        """What came out."""
        return self._lines


def _remembers(app: "App") -> bool:
    """Whether a record comes back as it was written. Raises StorageFull, StorageError."""
    store = app.store
    value = {"at": app.board.ticks_ms()}
    store.save(_NAME, value)
    back = store.load(_NAME)
    store.delete(_NAME)
    return bool(back == value) and store.load(_NAME) is None
