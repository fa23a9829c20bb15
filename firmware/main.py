"""Starts the console, nothing else. MENU held at power-on stays at the REPL."""

import gc

from sixpip import VERSION
from sixpip.board.keys import menu_is_held

_GARBAGE = 16384
"""Bytes allocated between two collections: left to itself the heap fills up first, and then no module's code fits
in one piece."""


def main() -> None:
    """Run the console; after a crash say what happened and give the REPL."""
    gc.threshold(_GARBAGE)
    print("Sixpip", VERSION)
    if menu_is_held():
        print("MENU is held: here is the REPL. Reset to play.")
        return
    board = None
    try:
        from sixpip.board.pico import PicoBoard
        from sixpip.console.app import run

        board = PicoBoard()
        run(board)
    except Exception as error:  # noqa: BLE001 the one place for what nobody foresaw
        from sixpip.board import crash

        crash.report(error, board)


main()
