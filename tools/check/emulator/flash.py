"""The flash chip: the file system in it, and a record of every erase and program operation."""

from dataclasses import dataclass
from typing import Any

from tools.board.image import BLOCK_COUNT, BLOCK_SIZE

FILESYSTEM_OFFSET = 0xA0000
FILESYSTEM_SIZE = BLOCK_COUNT * BLOCK_SIZE
_SECTOR_ERASE = 0x20
_BLOCK_ERASE = 0xD8
_PAGE_PROGRAM = 0x02
_ERASED = {_SECTOR_ERASE: 4096, _BLOCK_ERASE: 65536}


@dataclass(frozen=True)
class FlashOperation:
    """One erase or program command, as sent over the flash chip's SPI."""

    us: float
    """Emulated time, microseconds since reset."""
    offset: int
    """First byte affected, from the start of the file system (negative: in the MicroPython image)."""
    size: int
    data: bytes | None
    """The bytes programmed (they can only clear bits); None for an erase."""


class Flash:
    """Loads a file system into the flash, reads it back, and records the operations that change it."""

    def __init__(self, mcu: Any, filesystem: bytes) -> None:
        if len(filesystem) != FILESYSTEM_SIZE:
            raise ValueError(f"A file system image has {FILESYSTEM_SIZE} bytes, this one {len(filesystem)}.")
        self.operations: list[FlashOperation] = []
        self._mcu = mcu
        self._apply = mcu.ssi._apply_command
        mcu.ssi._apply_command = self._record
        mcu.flash[FILESYSTEM_OFFSET : FILESYSTEM_OFFSET + FILESYSTEM_SIZE] = filesystem

    def filesystem(self) -> bytes:
        """Returns the current bytes of the file system."""
        return bytes(self._mcu.flash[FILESYSTEM_OFFSET : FILESYSTEM_OFFSET + FILESYSTEM_SIZE])

    def _record(self) -> None:
        """Called when chip select rises: records the command, then executes it."""
        ssi = self._mcu.ssi
        sent = ssi._tx_buffer
        if ssi._write_enabled and len(sent) >= 4 and (sent[0] in _ERASED or sent[0] == _PAGE_PROGRAM):
            offset = int.from_bytes(sent[1:4], "big") - FILESYSTEM_OFFSET
            data = bytes(sent[4:]) if sent[0] == _PAGE_PROGRAM else None
            size = _ERASED[sent[0]] if data is None else len(data)
            self.operations.append(FlashOperation(self._mcu.clock.micros, offset, size, data))
        self._apply()
