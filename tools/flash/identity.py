"""Checks that a board can run the firmware, by what its MicroPython reports. board.py reads that from the board."""

from dataclasses import dataclass

from tools.flash.errors import WrongBoard

OLDEST = (1, 24)
_PLATFORM = "rp2"
_MACHINE = "RP2040"
_MPY = (6, 3)
"""The version of .mpy files with native code, for MicroPython 1.23 to 1.29."""


@dataclass(frozen=True)
class Identity:
    """What MicroPython reports about itself and the board."""

    name: str
    version: tuple[int, int, int]
    machine: str
    platform: str
    mpy: int

    def __str__(self) -> str:
        return f"{self.machine}, MicroPython {'.'.join(str(part) for part in self.version)}"

    def check(self) -> None:
        """Raise WrongBoard unless the board can run the firmware."""
        remedy = "flash the official MicroPython for the Raspberry Pi Pico (RPI_PICO, 1.24 or newer) first"
        if self.name != "micropython":
            raise WrongBoard(f"The board runs {self.name or 'something'} and not MicroPython: {remedy}.")
        version = ".".join(str(part) for part in self.version)
        if self.platform == _PLATFORM and self.version[:2] < OLDEST:
            raise WrongBoard(f"The board's MicroPython {version} is too old: {remedy}.")
        if self.platform != _PLATFORM or _MACHINE not in self.machine:
            board = self.machine or self.platform
            raise WrongBoard(f"This board is not a Raspberry Pi Pico ({board}): connect a Pico with an RP2040 instead.")
        if (self.mpy & 0xFF, self.mpy >> 8 & 3) != _MPY:
            raise WrongBoard(
                f"The board's MicroPython {version} cannot load our compiled files: flash MicroPython 1.24 to 1.29."
            )
