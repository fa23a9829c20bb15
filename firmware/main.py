"""Starts the console and nothing else. MENU held at power-on gives the MicroPython prompt instead."""

import gc
import time

import machine
import micropython

from sixpip import VERSION
from sixpip.board import watchdog
from sixpip.board.button_driver import menu_is_held
from sixpip.port import abandon_game, ticks_ms

_GC_THRESHOLD = 65536
"""Bytes allocated between two automatic collections. Without a threshold the heap fills up before the first one, and
then it has no free block large enough for a module. In a game the console collects earlier, while no player waits. A
lower threshold would trigger too often: it also counts the stack frames that long functions allocate on the heap."""

_ERROR_BYTES = 256
"""For the message and the traceback of an error that is raised when the memory is full."""

_SETTLED_MS = 20_000
"""If memory runs out later than this after power-on, the console restarts and goes on with the saved game."""

_STUCK_MS = 10_000
"""MENU held for longer than this is a stuck button: the console starts."""


def menu_is_released_in_time() -> bool:
    """Wait until MENU is released. False when it is stuck, so that the console must start without the prompt."""
    for _ in range(_STUCK_MS // 100):
        if not menu_is_held():
            return True
        time.sleep_ms(100)
    return False


def main() -> None:
    """Run the console. After a crash report it and return to the MicroPython prompt."""
    gc.threshold(_GC_THRESHOLD)
    micropython.alloc_emergency_exception_buf(_ERROR_BYTES)
    print("Sixpip", VERSION)
    if menu_is_held():
        watchdog.stop()  # a watchdog started before a soft reset is still running
        print("MENU is held: release it for the MicroPython prompt. Reset the board to play.")
        if menu_is_released_in_time():
            return
    board = None
    try:
        from sixpip.app.app import run
        from sixpip.board.pico import PicoBoard

        board = PicoBoard()
        run(board)
    except SystemExit:  # the console wants to go on with empty memory
        machine.reset()
    except Exception as error:  # noqa: BLE001  the only place that catches every error
        abandon_game()  # the report is imported, and memory may be full
        from sixpip.board import crash

        crash.report(error, board)
        if isinstance(error, MemoryError) and ticks_ms() > _SETTLED_MS:
            machine.reset()
    finally:
        watchdog.stop()  # Ctrl-C, which mpremote sends, also ends here, and the prompt does not feed it


main()
