"""The OLED: a model of its controller SSD1306, and the I2C bus on which transfers take as long as on a real one.

The controller takes commands and data and holds the 1024 bytes of the picture. It supports what board/oled.py uses:
horizontal addressing, the mode after power-on, and the commands without scrolling (datasheet SSD1306 rev 1.1, table 9).
On the bus a missing display answers NACK. MicroPython bit-bangs empty writes on the pins, so `scan` finds nothing.
"""

from collections.abc import Callable
from typing import Any

ADDRESS = 0x3C
WIDTH = 128
PAGES = 8
_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
"""Argument bytes of each command that has any."""
_HORIZONTAL = 0
_PAGE = 2


class Ssd1306:
    """The display controller. `frame` is its memory, MONO_VLSB: byte page * 128 + x, least significant bit on top."""

    def __init__(self, noise: bool = False) -> None:
        """`noise`: fill the memory with a pattern, as after a real power-on; otherwise it is zero."""
        self.frame = bytearray(b"\xa5\x3c" * (WIDTH * PAGES // 2) if noise else WIDTH * PAGES)
        self.on = False
        self.bytes_received = 0
        """Bytes since power-on without control bytes: the bus traffic of a page or a frame."""
        self.settings: dict[int, bytes] = {}
        """The last arguments of each command that has any."""
        self._mode = _PAGE
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self._command = bytearray()
        self._control: int | None = None

    def start(self) -> None:
        """Starts a transfer to this display."""
        self._control = None

    def write(self, byte: int) -> None:
        """Takes one byte of a transfer: a control byte, then commands or picture data."""
        if self._control is None:
            self._control = byte
            return
        self.bytes_received += 1
        if self._control & 0x40:
            self._data(byte)
        else:
            self._collect_command(byte)
        if self._control & 0x80:
            self._control = None  # with Co set, a control byte precedes every byte

    def _data(self, byte: int) -> None:
        """Stores one column of eight pixels and advances the address; after power-on it stays on its page."""
        self.frame[self._page * WIDTH + self._column] = byte
        self._column, wrapped = _next(self._column, self._columns)
        if wrapped and self._mode == _HORIZONTAL:
            self._page, _ = _next(self._page, self._pages)

    def _collect_command(self, byte: int) -> None:
        """Collects a command with its arguments and executes it when complete."""
        self._command.append(byte)
        if len(self._command) > _ARGUMENTS.get(self._command[0], 0):
            command, self._command = self._command, bytearray()
            self._execute(command[0], command[1:])

    def _execute(self, command: int, arguments: bytearray) -> None:
        """Executes one command; of commands without effect on this model only the arguments are kept."""
        if arguments:
            self.settings[command] = bytes(arguments)
        if command == 0x20:
            self._mode = arguments[0] & 0x03
        elif command == 0x21:
            self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
            self._column = self._columns[0]
        elif command == 0x22:
            self._pages = (arguments[0] & 0x07, arguments[1] & 0x07)
            self._page = self._pages[0]
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF


def _next(position: int, limits: tuple[int, int]) -> tuple[int, bool]:
    """Returns the next position inside `limits`, and whether it wrapped to the first."""
    if position == limits[1]:
        return limits[0], True
    return (position + 1) & 0x7F, False


_TX_EMPTY = 1 << 4
_WRITE = 0


class I2cBus:
    """Connects an I2C block of the chip to the display; `display` is None for a bus without devices."""

    def __init__(self, mcu: Any, block: int, display: Ssd1306 | None) -> None:
        self.display = display
        self._i2c = mcu.i2c[block]
        self._clock_hz = 125_000_000
        self._value = 0
        self._action: Callable[[], None] = _no_action
        self._alarm = mcu.clock.create_alarm(self._done)
        self._abort = self._i2c._abort
        self._i2c._abort = self._abort_and_wake
        self._i2c.on_connect = self._on_connect
        self._i2c.on_write_byte = self._on_write_byte
        self._i2c.on_read_byte = self._on_read_byte

    def _abort_and_wake(self, reason: int) -> None:
        """Raises TX_EMPTY after a NACK, as the chip does; the package does not, and the driver would wait forever."""
        self._abort(reason)
        self._i2c._set_interrupts(_TX_EMPTY)

    def _byte_ns(self) -> float:
        """Returns the time of nine bits at the configured bus clock (datasheet 4.3.14: counts plus fixed delays)."""
        low: int = self._i2c.scl_low_period + 1
        high: int = self._i2c.scl_high_period + self._i2c._spikelen + 7
        return 9e9 * (low + high) / self._clock_hz

    def _after_one_byte(self, action: Callable[[], None]) -> None:
        """Runs `action` after the time that one byte takes on the wire."""
        self._action = action
        self._alarm.schedule(self._byte_ns())

    def _done(self) -> None:
        self._action()

    def _on_connect(self, address: int, mode: int) -> None:
        there = self.display is not None and address == ADDRESS and int(mode) == _WRITE
        if there and self.display is not None:
            self.display.start()
        self._after_one_byte(lambda: self._i2c.complete_connect(there))

    def _on_write_byte(self, value: int) -> None:
        self._value = value
        self._after_one_byte(self._written)

    def _written(self) -> None:
        if self.display is None:  # unplugged in the middle of a transfer
            self._i2c.complete_write(False)
            return
        self.display.write(self._value)
        self._i2c.complete_write(True)

    def _on_read_byte(self, ack: bool) -> None:
        self._after_one_byte(lambda: self._i2c.complete_read(0xFF))


def _no_action() -> None:
    """The action while no transfer is in progress."""
