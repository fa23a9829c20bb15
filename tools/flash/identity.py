"""Whether a board is one for us, by what its MicroPython says of itself. Asking it is board.py's business."""

from dataclasses import dataclass

from tools.flash.errors import WrongBoard

NEEDED = (1, 24)
_PLATFORM = "rp2"
_MACHINE = "RP2040"
_MPY = (6, 3)
"""The version of .mpy files with native code: of MicroPython 1.23 to 1.29."""


@dataclass(frozen=True)
class Identity:
    """What MicroPython on the board says of itself."""

    name: str
    version: tuple[int, int, int]
    machine: str
    platform: str
    mpy: int

    def __str__(self) -> str:
        return f"{self.machine}, MicroPython {'.'.join(str(part) for part in self.version)}"

    def check(self) -> None:
        """Raise WrongBoard unless the firmware can run on it."""
        remedy = "flash the official MicroPython for the Raspberry Pi Pico (RPI_PICO, 1.24 or newer) first"
        if self.name != "micropython":
            raise WrongBoard(f"The board runs {self.name or 'something'} and not MicroPython: {remedy}.")
        version = ".".join(str(part) for part in self.version)
        if self.platform == _PLATFORM and self.version[:2] < NEEDED:
            raise WrongBoard(f"The board's MicroPython {version} is too old: {remedy}.")
        if self.platform != _PLATFORM or _MACHINE not in self.machine:
            what = self.machine or self.platform
            raise WrongBoard(f"This board is another one ({what}): connect a Raspberry Pi Pico with RP2040 instead.")
        if (self.mpy & 0xFF, self.mpy >> 8 & 3) != _MPY:
            raise WrongBoard(
                f"The board's MicroPython {version} reads other compiled files than ours: take 1.24 to 1.29."
            )
