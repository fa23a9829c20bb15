"""Starts the console and nothing else. With MENU held at power-on, it starts without the saved game, or not at all."""

import gc
import sys
import time

import micropython
from machine import Timer

import sixpip_importer

sixpip_importer.mount()

from sixpip import VERSION  # noqa: E402  the line before lets MicroPython find it
from sixpip.board import watchdog  # noqa: E402
from sixpip.board.contract import MOST_FAILURES  # noqa: E402
from sixpip.compat import TYPE_CHECKING, collect_garbage  # noqa: E402

if TYPE_CHECKING:
    from typing import Any

    from sixpip.board.pico import PicoBoard

_GC_THRESHOLD = 32768
"""Bytes allocated between two automatic collections. What stays of the modules that are imported between two of them is
spread over so much of the heap, with holes between where their code was: with twice as much no block was left that is
large enough for the tables of Master. In a game the console collects earlier, while no player waits. A lower threshold
would trigger too often: it also counts the stack frames that long functions allocate on the heap."""

_ERROR_BYTES = 256
"""The bytes that are reserved for the message and the traceback of an error that is raised when the memory is full."""

_PROMPT_MS = 3_000
"""MENU held for longer than this gives the MicroPython prompt, for a shorter time the boot menu."""

_STUCK_MS = 10_000
"""MENU held for longer than this is a stuck button: the console starts."""

_POLL_MS = 100

_OFF_MS = 300_000
"""A console at the MicroPython prompt switches itself off after this time, because nothing else would before its cell
is empty. It tries again after the same time. A soft reset stops the timer."""

_OLED = 0x3C
_OLED_OFF = b"\x00\xae"
_CUT_MS = 1000

_parts: "list[Any]" = []  # the I2C bus of the OLED, the pins that switch the dice on and the console off
_prompt_timer = Timer(-1)  # in a global name, because the garbage collector would stop it


def _switch_off(_timer: Timer) -> None:
    """Switches OLED, dice and console off. It uses no code in the flash, because other files may be there by now."""
    try:
        _parts[0].writeto(_OLED, _OLED_OFF)
    except OSError:
        pass  # no OLED
    _parts[1].value(0)
    _parts[2].value(1)
    time.sleep_ms(_CUT_MS)
    _parts[2].value(0)


def wait_for_menu(board: "PicoBoard") -> int:
    """Waits until MENU is released, and shows what that will do. Returns how long it was held, in milliseconds."""
    from sixpip.board import crash

    held_ms = 0
    while board.menu_is_held() and held_ms < _STUCK_MS:
        if held_ms == 0:
            crash.show_rows(board, ["", "Release MENU now", "for the menu.", "", "A saved game is", "parked."])
        elif held_ms == _PROMPT_MS:
            crash.show_rows(board, ["", "Release MENU now", "for MicroPython.", "", "To play, switch", "off and on."])
        time.sleep_ms(_POLL_MS)
        held_ms += _POLL_MS
    return held_ms


def abandon_game() -> None:
    """Frees what screens, players and rules hold, so that a crash can be reported even if the memory is full.

    None of their functions may be called afterwards. Allocates next to nothing itself.
    """
    for folder in ("sixpip.screens.", "sixpip.players.", "sixpip.rules."):
        for name in sys.modules:
            if name.startswith(folder):
                sys.modules[name].__dict__.clear()
    collect_garbage()


def menu_held_ms(board: "PicoBoard") -> int:
    """Returns for how many milliseconds MENU is held at power-on, after its release; 0 if it is not."""
    if not board.menu_is_held():
        return 0
    watchdog.stop()  # a watchdog started before a soft reset is still running
    print("MENU is held. Release it within 3 seconds for the boot menu, later for the MicroPython prompt.")
    return wait_for_menu(board)


def main() -> None:
    """Runs the console. After a crash, reports it and returns to the MicroPython prompt, which switches off later."""
    gc.threshold(_GC_THRESHOLD)
    micropython.alloc_emergency_exception_buf(_ERROR_BYTES)
    print("Sixpip", VERSION)
    board = None
    try:
        from sixpip.board.pico import PicoBoard

        board = PicoBoard()
        held_ms = menu_held_ms(board)
        if _PROMPT_MS <= held_ms < _STUCK_MS:
            board.switch(False, False)
        else:
            from sixpip.app.app import run

            run(board, 0 < held_ms < _PROMPT_MS)
    except Exception as error:  # noqa: BLE001  the only place that catches every error
        abandon_game()  # the report is imported, and memory may be full
        full = board if board and isinstance(error, MemoryError) and board.failures <= MOST_FAILURES else None
        try:
            from sixpip.board import crash
        except MemoryError:  # the names of one more module may need a large block
            if full:
                full.restart()  # without a report: after a restart there is memory for one
            raise

        if full:
            crash.log(error)
            crash.show_rows(full, ["", "", "", " One moment..."])
            full.restart()
        crash.report(error, board)
    finally:
        watchdog.stop()  # Ctrl-C, which mpremote sends, also ends here, and the prompt does not feed it
        if board:
            _parts.extend(board.stop())
            _prompt_timer.init(period=_OFF_MS, callback=_switch_off)


main()
