"""A person at the buttons, who reads the OLED and looks into the flash to see how the game stands.

On the emulated Pico the presses are edges on the pins; on the host the same console runs on a littlefs in memory, in a
thousandth of the time. Which game is played, and what else is done, stands in session.py.
"""

from abc import abstractmethod
from typing import Any

from sixpip.app.app import App
from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.rules import actions
from sixpip.rules.record import from_record
from sixpip.rules.stages import OVER
from tools.cuts.disk import Disk, Operation, saved_game
from tools.cuts.images import plain
from tools.emulator import Machine
from tools.host.fake import FakeBoard
from tools.reader import Reader, Stuck, buttons_under

_STEP_MS = 60
_CLOCKS_PER_MS = 125_000
_RESTING = 0.1
"""Of the clocks: a console at rest looks at its buttons now and then, one at work takes them all."""
_REST_STEPS = 2
_MOST_STEPS = 200
_BOOT_MS = 6000
_EXACT_EVERY = 100_000
"""The LED frames are no matter here: none but the first is decoded bit by bit."""
_TRIES = 12
_SHOW_STEPS = 15
"""So long to wait for what a press does where the dice may be dancing."""


class Hands(Reader):
    """What a person does at any console; PicoHands and HostHands say how."""

    @abstractmethod
    def image(self) -> bytes:
        """The file system as it is now."""

    @abstractmethod
    def operations(self) -> list[Operation]:
        """What was done to the file system's flash since power-on."""

    @abstractmethod
    def tap(self, button: int) -> None:
        """A button goes down, and up a little later."""

    @abstractmethod
    def step(self) -> bool:
        """Let a moment pass; whether the console rested in it. Raises Stuck when it crashed."""

    def press(self, *buttons: int) -> None:
        """Press buttons one after another, each time waiting until the console rests."""
        for button in buttons:
            self.tap(button)
            self.settle()

    def settle(self) -> None:
        """Wait until the console has little to do. Raises Stuck when it always has."""
        if not self.rests(_MOST_STEPS):
            raise Stuck(f"The console does not come to rest: {self.lines}")

    def rests(self, steps: int) -> bool:
        """Wait until the console has little to do, but not for long: whether it came to that."""
        resting = 0
        for _ in range(steps):
            resting = resting + 1 if self.step() else 0
            if resting == _REST_STEPS:
                return True
        return False

    def pick(self, words: str) -> None:
        """In a list, turn pages until a line begins with `words`, and press the KEEP button beside it. Raises Stuck."""
        self.press(self.find(words, lambda: self.press(MENU)))

    def game(self) -> Any:
        """The saved game as the firmware's rules take it up; None when there is none, or it is just being replaced."""
        try:
            return from_record(saved_game(self.image()))
        except FileNotFoundError:
            return None

    def act(self, enough: int) -> bool:
        """Do the next thing in a game: roll, or keep the best, and bank from `enough` points on. False when it is over.

        What follows may still be shown: the next press finishes that. Raises Stuck.
        """
        before = self.game()
        if before is None or before.stage == OVER:
            return False
        button = ROLL
        if actions.KEEP in before.legal():
            self.settle()  # a press while the dice move would only stop them
            keep = before.best_keep()
            if before.bank_refusal(keep) is None and before.points + before.worth(keep) >= enough:
                button = BANK  # with nothing chosen the best is kept
            else:
                self.press(*buttons_under(keep))
        self._go_on(before, button)
        return True

    def again(self) -> None:
        """From the end of a game into the next with the same players. Raises Stuck."""
        self._go_on(self.game(), ROLL)

    def _go_on(self, before: Any, button: int) -> None:
        """Press `button`, then ROLL, until the game is another one than `before`, and saved. Raises Stuck."""
        record = before.record()
        for _ in range(_TRIES):
            self.tap(button)
            for _ in range(_SHOW_STEPS):
                resting = self.step()
                after = self.game()
                if after and after.record() != record:
                    return
                if resting:
                    break
            button = ROLL
        raise Stuck(f"The game does not go on: {self.lines}")


class PicoHands(Hands):
    """Switches an emulated Pico on and plays on it."""

    def __init__(self, filesystem: bytes, seed: int = 1) -> None:
        """`seed`: which dice fall."""
        self.machine = Machine(filesystem, seed=seed, exact_every=_EXACT_EVERY)
        machine = self.machine
        machine.run_until(lambda: bool(machine.led_frames) and any(machine.oled), _BOOT_MS, poll_ms=10)
        self.rests(_SHOW_STEPS)

    def image(self) -> bytes:
        """From the flash."""
        return self.machine.filesystem()

    def operations(self) -> list[Operation]:
        """From the flash's SPI."""
        return plain(operation for operation in self.machine.flash_operations if operation.offset >= 0)

    def oled(self) -> bytes:
        """From the I2C bus."""
        return self.machine.oled

    def tap(self, button: int) -> None:
        """On the pin."""
        self.machine.press(button)

    def step(self) -> bool:
        """Rested is who left the chip most of its clocks."""
        before = self.machine.cycles
        self.machine.run_ms(_STEP_MS)
        if "Traceback" in self.machine.console_text:
            raise Stuck(self.machine.console_text)
        return self.machine.cycles - before < _RESTING * _CLOCKS_PER_MS * _STEP_MS


class HostHands(Hands):
    """Plays on the console as it runs on CPython, its records on a littlefs."""

    def __init__(self, filesystem: bytes, seed: int = 1) -> None:
        """`seed`: which dice fall."""
        self._disk = Disk(filesystem)
        self._board = FakeBoard("", seed=seed)
        with self._disk.in_place():
            self._app = App(self._board)
        self.rests(_SHOW_STEPS)

    def image(self) -> bytes:
        """From the disk."""
        return self._disk.image

    def operations(self) -> list[Operation]:
        """From the disk."""
        return list(self._disk.operations)

    def oled(self) -> bytes:
        """From the board."""
        return bytes(self._board.oled_shown)

    def tap(self, button: int) -> None:
        """On the board."""
        self._board.press(button)

    def step(self) -> bool:
        """One round of the console's loop; it rested when it showed nothing new and did not work ahead."""
        before, before_ms = self._board.tile_shows, self._board.elapsed_ms
        with self._disk.in_place():
            self._app.step()
        waited = self._board.elapsed_ms != before_ms
        return waited and self._board.tile_shows == before and not self._board.presses_left
