"""Starts the console, nothing else. MENU held at power-on stays at the REPL."""

import gc
import time

from sixpip import VERSION
from sixpip.board import watchdog
from sixpip.board.keys import menu_is_held

_GARBAGE = 65536
"""Bytes allocated between two collections: left to itself the heap fills up first, and then no module's code fits
in one piece. In play the console collects before it comes to that, when nobody waits (port.tidy): less would not do,
for the frames of long functions count, too, though they are given back at once."""


_STUCK_MS = 10_000
"""MENU held for so long is no finger any more but stuck: the console starts all the same."""


def wants_prompt() -> bool:
    """Whether a person holds MENU, for the MicroPython prompt."""
    for _ in range(_STUCK_MS // 100):
        if not menu_is_held():
            return True
        time.sleep_ms(100)
    return False


def main() -> None:
    """Run the console; after a crash say what happened and give the REPL."""
    gc.threshold(_GARBAGE)
    print("Sixpip", VERSION)
    if menu_is_held():
        watchdog.stop()  # one that ran before a soft reset still counts
        print("MENU is held: let go for the MicroPython prompt. Reset to play.")
        if wants_prompt():
            return
    board = None
    try:
        from sixpip.app.app import run
        from sixpip.board.pico import PicoBoard

        board = PicoBoard()
        run(board)
    except Exception as error:  # noqa: BLE001 the one place for what nobody foresaw
        from sixpip.board import crash

        crash.report(error, board)
    finally:
        watchdog.stop()  # Ctrl-C, as mpremote sends it, ends here, too: nobody feeds it any more


main()
