"""What differs between the boards: register addresses of the two chips; for the tools also names and flash sizes.

Each address names the section of the datasheets of the RP2040 (Pico, Pico H, Pico W) and of the RP2350 (Pico 2,
Pico 2 W), and the page of the RP2350's; pages move between editions. The lists of registers are also at
datasheets.raspberrypi.com/rp2040/rp2040-datasheet.pdf and .../rp2350/rp2350-datasheet.pdf, #tab-registerlist_rosc,
#tab-registerlist_watchdog and #tab-registerlist_sio. The drivers use all other registers through MicroPython.
"""

import sys

from sixpip.port import MICROPYTHON, const

RP2040 = "RP2040"
RP2350 = "RP2350"

# The same on both chips
GPIO_IN = const(0xD0000004)  # SIO, all pins in one read: RP2040 2.3.1.7; RP2350 3.1.11, page 61
PIO0_TX0 = const(0)  # DMA request of state machine 0 of PIO 0: RP2040 2.5.3.1; RP2350 12.6.4.1, page 1101
WATCHDOG_ENABLE = const(1 << 30)  # bit of the watchdog's CTRL: RP2040 4.7.6; RP2350 12.9.7, page 1196


def registers(machine: str) -> "tuple[int, int]":
    """Returns the addresses of the random bit and of the watchdog's alias that clears bits, for the chip of `machine`.

    `machine` contains the name of the chip, as `sys.implementation._machine` does.
    """
    if RP2350 in machine:
        return (
            0x400E8020,  # ROSC RANDOMBIT, 8.3.11, page 569: ROSC_BASE + 0x20
            0x400DB000,  # WATCHDOG CTRL, 12.9.7, page 1196: WATCHDOG_BASE; bits are cleared 0x3000 on (2.1.3, page 26)
        )
    return (
        0x4006001C,  # ROSC RANDOMBIT, 2.17.8: ROSC_BASE + 0x1c
        0x4005B000,  # WATCHDOG CTRL, 4.7.6: WATCHDOG_BASE; bits are cleared 0x3000 on (2.1.2)
    )


RANDOM_BIT, WATCHDOG_CLEAR = registers(getattr(sys.implementation, "_machine", RP2040))

if not MICROPYTHON:  # only the tools need to know the boards
    from typing import NamedTuple

    class Chip(NamedTuple):
        """What the tools need to know of a chip."""

        family: int
        """Of UF2 files: github.com/microsoft/uf2, utils/uf2families.json; RP2350 5.5.3, page 402 (Arm, secure)."""
        bootsel_id: int
        """USB product ID in BOOTSEL mode: github.com/raspberrypi/usb-pid; RP2350 5.6.1."""
        drive: str
        """Name of the drive in BOOTSEL mode: RP2040 2.8.4.1; RP2350 5.5.1, page 399."""

    CHIPS = {RP2040: Chip(0xE48BFF56, 0x0003, "RPI-RP2"), RP2350: Chip(0xE48BFF59, 0x000F, "RP2350")}

    class Board(NamedTuple):
        """What the tools need to know of a board."""

        name: str
        """For BOARD= of make."""
        title: str
        """For messages."""
        machine: str
        """MICROPY_HW_BOARD_NAME: what the MicroPython of this board reports before " with " and the chip."""
        build: str
        """MicroPython's name of its build for this board, as in the names of its UF2 files."""
        oldest: "tuple[int, int]"
        """The first MicroPython from 1.24 on that has this build."""
        chip: str
        flash_kb: int
        """Datasheet of each board, section 1: 2 MB on the Pico and Pico W, 4 MB on the Pico 2 and Pico 2 W."""
        disk_kb: int
        """MICROPY_HW_FLASH_STORAGE_BYTES: the file system, at the end of the flash."""

    BOARDS = (
        Board("pico", "Pico or Pico H", "Raspberry Pi Pico", "RPI_PICO", (1, 24), RP2040, 2048, 1408),
        Board("pico-w", "Pico W", "Raspberry Pi Pico W", "RPI_PICO_W", (1, 24), RP2040, 2048, 848),
        Board("pico2", "Pico 2", "Raspberry Pi Pico2", "RPI_PICO2", (1, 24), RP2350, 4096, 3072),
        Board("pico2-w", "Pico 2 W", "Raspberry Pi Pico 2 W", "RPI_PICO2_W", (1, 25), RP2350, 4096, 2560),
    )
    """From MicroPython's ports/rp2/boards; names and sizes are the same from 1.24 to 1.29."""

    WIRELESS_PINS = (23, 24, 25, 29)
    """GPIOs that belong to the wireless chip of a W board (Pico W datasheet 2.1, Pico 2 W datasheet 2.1).

    Without it they are the supply mode, USB power, the LED and the supply voltage (Pico datasheet 2.1).
    """
