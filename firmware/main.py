"""Starts the console, nothing else. MENU held at power-on stays at the REPL."""

from sixpip import VERSION
from sixpip.board.keys import menu_is_held


def main() -> None:
    """Run the console; after a crash say what happened and give the REPL."""
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
