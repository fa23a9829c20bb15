"""What differs between the boards: the two chips and their registers, the names of the boards, the size of the flash.

The chips are the RP2040 (Pico, Pico H, Pico W) and the RP2350 (Pico 2, Pico 2 W). Numbers such as 2.17.8 are sections
of their datasheets; pages are those of the RP2350's, and move a little between editions. A link to a list of registers
always opens the right page: datasheets.raspberrypi.com/rp2040/rp2040-datasheet.pdf#tab-registerlist_rosc, the same with
_watchdog, and rp2350/rp2350-datasheet.pdf. What is the same on both chips is in the drivers.

The build inlines the constants, so that the Pico does not load this module. tools/board/boards.py reads the tables.
"""

from sixpip.compat import const

RP2040 = "RP2040"
RP2350 = "RP2350"
"""The name of the chip in `sys.implementation._machine`, after that of the board."""

RANDOM_BIT_RP2040 = const(0x4006001C)  # ROSC RANDOMBIT: 2.17.8, ROSC_BASE + 0x1c
RANDOM_BIT_RP2350 = const(0x400E8020)  # ROSC RANDOMBIT: 8.3.11, page 569, ROSC_BASE + 0x20
"""The register whose lowest bit is that of the ring oscillator."""

TRNG_RP2350 = const(0x400F0100)  # 12.12.5, TRNG_BASE + 0x100
"""The first register of the random number generator; the RP2040 has none."""

WATCHDOG_CLEAR_RP2040 = const(0x4005B000)  # WATCHDOG CTRL: 4.7.6, WATCHDOG_BASE; bits are cleared 0x3000 on: 2.1.2
WATCHDOG_CLEAR_RP2350 = const(0x400DB000)  # 12.9.7, page 1196; 2.1.3, page 26
"""The alias of the watchdog's register that clears the bits that are written."""

SCRATCH_RP2040 = const(0x4005800C)  # WATCHDOG SCRATCH0: 4.7.6, WATCHDOG_BASE + 0x0c
SCRATCH_RP2350 = const(0x400D800C)  # 12.9.7, page 1196
"""A register that keeps its value across a restart. Power-on clears it, and neither MicroPython nor the SDK uses it."""

CHIPS = {
    RP2040: (WATCHDOG_CLEAR_RP2040, 0xE48BFF56, 0x0003, "RPI-RP2"),
    RP2350: (WATCHDOG_CLEAR_RP2350, 0xE48BFF59, 0x000F, "RP2350"),
}
"""For each chip, the alias of the watchdog; then, for BOOTSEL mode, the family of UF2 files, the USB product ID, the
drive.

Families: utils/uf2families.json in github.com/microsoft/uf2; RP2350 5.5.3, page 402 (Arm, secure). Product IDs:
github.com/raspberrypi/usb-pid. Drives: RP2040 2.8.4.1; RP2350 5.5.1, page 399."""

BOARDS = (
    ("pico", "Pico, Pico H or Pico W", "Raspberry Pi Pico", "RPI_PICO", (1, 24), RP2040, 2048, 1408),
    ("pico2", "Pico 2", "Raspberry Pi Pico2", "RPI_PICO2", (1, 24), RP2350, 4096, 3072),
    ("pico2-w", "Pico 2 W", "Raspberry Pi Pico 2 W", "RPI_PICO2_W", (1, 25), RP2350, 4096, 2560),
)
"""Each board: name for BOARD= of make, title, and of its MicroPython the board name, the build, and the oldest
version that has this build and runs the firmware; then the chip, KB of flash, and KB of the file system at its end.

Board names, builds and file systems: MICROPY_HW_BOARD_NAME, folder and MICROPY_HW_FLASH_STORAGE_BYTES in
ports/rp2/boards of MicroPython, the same from 1.24 to 1.29-preview. Flash: chapter 1 of the datasheet of each board.
A Pico W runs RPI_PICO: RPI_PICO_W is not in the table because it has too little memory.
"""

WIRELESS_PINS = (23, 24, 25, 29)
"""GPIOs that belong to the wireless chip of a W board: CYW43_DEFAULT_PIN_* in boards/pico_w.h and pico2_w.h of the
Pico SDK. On a board without it, GPIO 25 is the LED."""
