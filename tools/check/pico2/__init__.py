"""An emulated Pico 2 that runs the real MicroPython: boot a file system, press buttons, read the OLED and the prompt.

Neither the emulator nor MicroPython is part of this repository; README.md says how to get them, and what was seen.
SIXPIP_RP2350JS names the folder of the emulator with its compiled `dist`, SIXPIP_PICO2_UF2 the RPI_PICO2 image.
bridge.mjs documents what the emulator lacks and how the console is run all the same. Times are not those of a board.
"""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from sixpip.board import pins
from tools.board.boards import board_named, disk_offset
from tools.check.emulator.machine import EmulatorTimeout
from tools.check.emulator.oled import Ssd1306

BOARD = board_named("pico2")
EMULATOR = "SIXPIP_RP2350JS"
IMAGE = "SIXPIP_PICO2_UF2"
_BRIDGE = Path(__file__).with_name("bridge.mjs")
_PRESS_MS = 70.0
_POLL_MS = 20.0


def missing() -> str:
    """Returns in one sentence what this computer lacks for the emulated Pico 2; "" when there is all of it."""
    lacking = [variable for variable in (EMULATOR, IMAGE) if not Path(os.environ.get(variable) or "-").exists()]
    if lacking:
        return f"Emulated Pico 2: set {' and '.join(lacking)}, see tools/check/pico2/README.md."
    return "" if shutil.which("node") else "Emulated Pico 2: Node is not installed."


class Pico2:
    """A Pico 2 with OLED and buttons, from power-on. Use it in a `with` statement, which ends the emulator.

    `filesystem`: a littlefs image for BOARD (tools.board.image.make_image). Raises KeyError without the variables.
    """

    def __init__(self, filesystem: bytes) -> None:
        self.console_text = ""
        """All text printed over USB since power-on."""
        self.now_ms = 0.0
        self._display = Ssd1306()
        with tempfile.NamedTemporaryFile(suffix=".img", delete=False) as file:
            file.write(filesystem)
        self._disk = Path(file.name)
        where = [os.environ[EMULATOR], os.environ[IMAGE], file.name, str(disk_offset(BOARD))]
        command = ["node", str(_BRIDGE), *where, *map(str, pins.BUTTONS)]
        pipe = subprocess.PIPE
        self._emulator = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8")

    def __enter__(self) -> "Pico2":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._emulator.kill()
        self._emulator.communicate()
        self._disk.unlink()

    def _ask(self, ms: float, send: str = "", levels: tuple[tuple[int, bool], ...] = ()) -> None:
        """Runs for some emulated milliseconds after typing `send` and setting the levels of pins."""
        assert self._emulator.stdin and self._emulator.stdout
        self._emulator.stdin.write(json.dumps({"ms": ms, "send": send, "levels": levels}) + "\n")
        self._emulator.stdin.flush()
        answer = json.loads(self._emulator.stdout.readline())
        self.now_ms = answer["ms"]
        self.console_text += answer["text"]
        for byte in answer["i2c"]:
            if byte < 0:
                self._display.start()
            else:
                self._display.write(byte)

    @property
    def oled(self) -> bytes:
        """The display's memory: 1024 bytes, MONO_VLSB."""
        return bytes(self._display.frame)

    def run_ms(self, ms: float) -> "Pico2":
        """Runs for some emulated milliseconds; returns the board."""
        self._ask(ms)
        return self

    def run_until(self, condition: Callable[[], bool], limit_ms: float) -> None:
        """Runs until the condition is true. Raises EmulatorTimeout after `limit_ms`."""
        end = self.now_ms + limit_ms
        while not condition():
            if self.now_ms > end:
                raise EmulatorTimeout(f"{limit_ms:.0f} ms have passed; the console printed:\n{self.console_text}")
            self.run_ms(_POLL_MS)

    def press(self, button: int) -> "Pico2":
        """Presses and releases a button (contract.py); returns the board."""
        gpio = pins.BUTTONS[button]
        self.set_pin(gpio, False).run_ms(_PRESS_MS)
        return self.set_pin(gpio, True).run_ms(_PRESS_MS)

    def set_pin(self, gpio: int, high: bool) -> "Pico2":
        """Sets the level of a pin from outside; returns the board."""
        self._ask(0, levels=((gpio, high),))
        return self

    def send(self, text: str) -> None:
        """Types a text at the USB console."""
        self._ask(_POLL_MS, send=text)
