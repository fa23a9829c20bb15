"""A scripted player that presses buttons, reads the OLED, and reads the saved game from the flash.

On the emulated Pico the presses are edges on the pins; on the host the same console runs on a littlefs in memory, a
thousand times faster. The script of the session is in session.py.
"""

from abc import abstractmethod
from typing import Any

from sixpip.app.app import App
from sixpip.board.contract import BANK, MENU, ROLL
from sixpip.rules.core import actions
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.record import from_record
from tools.check.emulator import Machine
from tools.check.power_loss.disk import Disk, Operation, saved_game
from tools.check.power_loss.images import to_operations
from tools.play.host.fake import FakeBoard
from tools.play.host.screen_reader import ScreenReader, Stuck, buttons_under

_STEP_MS = 60
_CLOCKS_PER_MS = 125_000
_IDLE_LOAD = 0.1
"""Share of the CPU clocks: an idle console only polls its buttons, a busy one uses all clocks."""
_IDLE_STEPS = 2
_MAX_STEPS = 200
_BOOT_MS = 6000
_EXACT_EVERY = 100_000
"""The LED frames are not used: only the first is decoded bit by bit."""
_MAX_PRESSES = 12
_SHOW_STEPS = 15
"""Steps to wait for the effect of a press while an animation may be running."""


class ScriptedPlayer(ScreenReader):
    """The actions of a player at any console; PicoPlayer and HostPlayer implement the access to it."""

    @abstractmethod
    def image(self) -> bytes:
        """Returns the current bytes of the file system."""

    @abstractmethod
    def operations(self) -> list[Operation]:
        """Returns the flash operations since power-on."""

    @abstractmethod
    def tap(self, button: int) -> None:
        """Presses a button and releases it a moment later."""

    @abstractmethod
    def step(self) -> bool:
        """Runs the console for a moment; returns whether it was idle. Raises Stuck if it crashed."""

    def press(self, *buttons: int) -> None:
        """Presses buttons one after another and waits after each until the console is idle."""
        for button in buttons:
            self.tap(button)
            self.settle()

    def settle(self) -> None:
        """Waits until the console is idle. Raises Stuck if it stays busy."""
        if not self.wait_until_idle(_MAX_STEPS):
            raise Stuck(f"The console does not become idle: {self.lines}")

    def wait_until_idle(self, steps: int) -> bool:
        """Runs at most `steps` steps until the console is idle; returns whether it is."""
        idle = 0
        for _ in range(steps):
            idle = idle + 1 if self.step() else 0
            if idle == _IDLE_STEPS:
                return True
        return False

    def pick(self, text: str) -> None:
        """Pages through a list to the line that starts with `text` and presses its KEEP button. Raises Stuck."""
        self.press(self.find_line(text, lambda: self.press(MENU)))

    def game(self) -> Any:
        """Returns the saved game, restored by the firmware's rules; None if there is none or it is being replaced."""
        try:
            return from_record(saved_game(self.image()))
        except FileNotFoundError:
            return None

    def play_action(self, bank_at: int) -> bool:
        """Rolls, or keeps the best dice and banks from `bank_at` points on. Returns False if the game is over.

        The result may still be on the screen; the next press ends that. Raises Stuck.
        """
        before = self.game()
        if before is None or self.is_over():
            return False
        button = ROLL
        if actions.KEEP in before.legal():
            self.settle()  # a press during the animation would only stop it
            keep = before.best_keep()
            if before.bank_refusal(keep) is None and before.points + before.keep_points(keep) >= bank_at:
                button = BANK  # with no dice chosen, the console keeps the best
            else:
                self.press(*buttons_under(keep))
        self._press_until_saved(before, button)
        return True

    def is_over(self) -> bool:
        """Whether the saved game is over."""
        game = self.game()
        return game is not None and game.stage == OVER

    def play_again(self) -> None:
        """Starts the next game with the same players at the end of a game. Raises Stuck."""
        self._press_until_saved(self.game(), ROLL)

    def _press_until_saved(self, before: Any, button: int) -> None:
        """Presses `button`, then ROLL, until the saved game differs from `before`. Raises Stuck."""
        record = before.record()
        for _ in range(_MAX_PRESSES):
            self.tap(button)
            for _ in range(_SHOW_STEPS):
                idle = self.step()
                after = self.game()
                if after and after.record() != record:
                    return
                if idle and not self._is_refused():
                    break
            if not self._is_refused():
                button = ROLL
        raise Stuck(f"The game does not continue: {self.lines}")

    def _is_refused(self) -> bool:
        """Whether the console has ignored the press, so soon after a menu."""
        return any("again" in line and line.startswith("Press ") for line in self.lines)


class PicoPlayer(ScriptedPlayer):
    """Plays on an emulated Pico, from power-on."""

    def __init__(self, filesystem: bytes, seed: int = 1) -> None:
        """`seed`: of the dice."""
        self.machine = Machine(filesystem, seed=seed, exact_every=_EXACT_EVERY)
        machine = self.machine
        machine.run_until(lambda: bool(machine.led_frames) and any(machine.oled), _BOOT_MS, poll_ms=10)
        self.wait_until_idle(_SHOW_STEPS)

    def image(self) -> bytes:
        """Reads the flash."""
        return self.machine.filesystem()

    def operations(self) -> list[Operation]:
        """Returns the operations recorded on the flash's SPI."""
        return to_operations(operation for operation in self.machine.flash_operations if operation.offset >= 0)

    def oled(self) -> bytes:
        """Returns the memory of the emulated display."""
        return self.machine.oled

    def tap(self, button: int) -> None:
        """Presses the button on its pin."""
        self.machine.press(button)

    def step(self) -> bool:
        """Runs for 60 emulated ms; the console was idle if the CPU slept most of that time."""
        before = self.machine.cycles
        self.machine.run_ms(_STEP_MS)
        if "Traceback" in self.machine.console_text:
            raise Stuck(self.machine.console_text)
        return self.machine.cycles - before < _IDLE_LOAD * _CLOCKS_PER_MS * _STEP_MS


class HostPlayer(ScriptedPlayer):
    """Plays on the console under CPython, with its storage on a littlefs in memory."""

    def __init__(self, filesystem: bytes, seed: int = 1) -> None:
        """`seed`: of the dice."""
        self._disk = Disk(filesystem)
        self._board = FakeBoard("", seed=seed)
        with self._disk.mounted():
            self._app = App(self._board)
        self.wait_until_idle(_SHOW_STEPS)

    def image(self) -> bytes:
        """Returns the image of the disk."""
        return self._disk.image

    def operations(self) -> list[Operation]:
        """Returns the operations of the disk."""
        return list(self._disk.operations)

    def oled(self) -> bytes:
        """Returns the memory of the simulated display."""
        return bytes(self._board.oled_shown)

    def tap(self, button: int) -> None:
        """Presses the button on the fake board."""
        self._board.press(button)

    def step(self) -> bool:
        """Runs one iteration of the main loop; the console was idle if it waited and sent no frame."""
        before, before_ms = self._board.tile_shows, self._board.elapsed_ms
        with self._disk.mounted():
            self._app.step()
        waited = self._board.elapsed_ms != before_ms
        return waited and self._board.tile_shows == before and not self._board.presses_left
