"""A model of the SSD1306 controller of a 128x64 OLED: takes commands and data, holds the 1024 bytes of the picture.

Supports what board/oled.py uses: horizontal addressing, the mode after power-on, and the commands without scrolling
(datasheet SSD1306 rev 1.1, table 9). No timing.
"""

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
        self.inverted = False
        self.contrast = 0x7F
        self.bytes_received = 0
        """Bytes since power-on without control bytes: the bus traffic of a page or a frame."""
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
        """Executes one command; commands without effect on this model are ignored."""
        if command == 0x20:
            self._mode = arguments[0] & 0x03
        elif command == 0x21:
            self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
            self._column = self._columns[0]
        elif command == 0x22:
            self._pages = (arguments[0] & 0x07, arguments[1] & 0x07)
            self._page = self._pages[0]
        elif command == 0x81:
            self.contrast = arguments[0]
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF


def _next(position: int, limits: tuple[int, int]) -> tuple[int, bool]:
    """Returns the next position inside `limits`, and whether it wrapped to the first."""
    if position == limits[1]:
        return limits[0], True
    return (position + 1) & 0x7F, False
