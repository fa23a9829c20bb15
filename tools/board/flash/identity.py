"""Checks that a board can run the firmware, by what its MicroPython reports. board.py reads that from the board."""

from dataclasses import dataclass

from tools.board import boards
from tools.board.boards import Board
from tools.board.flash.errors import WrongBoard
from tools.board.flash.sentences import sentence
from tools.terminal import shown

PLATFORM = "rp2"
MPY = (6, 3)
"""The version of .mpy files with native code, for MicroPython 1.23 to 1.29."""
ARM = range(4, 9)
"""The processors that run code for the Cortex-M0+: MP_NATIVE_ARCHARMV6M to ARMV7EMDP in py/persistentcode.h."""
RISCV = ("RISCV", 11)
"""In the name of the chip, and the number of MP_NATIVE_ARCH_RV32IMC."""


@dataclass(frozen=True)
class Identity:
    """What MicroPython reports about itself and the board."""

    name: str
    version: tuple[int, int, int]
    machine: str
    platform: str
    mpy: int

    def __str__(self) -> str:
        kind = self.board.title if self.board else "An unknown board"
        return f"{kind} ({shown(self.machine)}), MicroPython {'.'.join(str(part) for part in self.version)}"

    @property
    def board(self) -> Board | None:
        """The board in the table of boards; None for another board with one of their chips."""
        return boards.reported_board(self.machine)

    @property
    def _chip(self) -> str:
        """The chip, as MicroPython names it: "RP2350-RISCV" in place of "RP2350" in the build for RISC-V."""
        return self.machine.rpartition(" with ")[2]

    @property
    def _arch(self) -> int:
        """The processor for which the MicroPython loads native code, as in py/persistentcode.h; 0: none."""
        return self.mpy >> 10 & 0x1F

    def check(self) -> None:
        """Raise WrongBoard unless the board can run the firmware."""
        chip = self._chip.partition("-")[0]
        same_chip = boards.with_chip(chip)
        board = self.board or next((entry for entry in same_chip if self.machine.startswith(entry.machine + " ")), None)
        wanted = [board] if board else same_chip or [boards.PICO]
        needed = " or ".join(boards.official(entry) for entry in wanted)
        if self.name != "micropython":
            raise WrongBoard(sentence("other program", name=self.name or "something", builds=needed))
        if self.machine == boards.PICO_W_MACHINE:
            raise WrongBoard(sentence("RPI_PICO_W", refused=boards.PICO_W_REFUSED))
        version = ".".join(str(part) for part in self.version)
        if self.platform == PLATFORM and self.version[:2] < min(entry.oldest for entry in wanted):
            raise WrongBoard(sentence("too old", version=version, builds=needed))
        if self.platform != PLATFORM or not same_chip:
            found = self.machine or self.platform
            raise WrongBoard(sentence("no Pico", found=found, boards=boards.NAMES))
        if RISCV[0] in self._chip or self._arch == RISCV[1]:
            raise WrongBoard(sentence("RISC-V", builds=needed))
        if (self.mpy & 0xFF, self.mpy >> 8 & 3) != MPY or self._arch not in ARM:
            raise WrongBoard(sentence("other .mpy", version=version))
