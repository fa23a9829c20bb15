"""Restarts the console, which then goes on with the game in hand; imported only where memory is short.

Games leave the free memory in small pieces, because MicroPython neither frees names nor moves what is in use. With
computer players a game may find no piece that is large enough for it; after a restart there is one.
"""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    from sixpip.board.contract import Board
    from sixpip.view.text import Canvas

    class App(Protocol):
        """What the restart needs of the app."""

        board: Board
        canvas: Canvas

        def save(self) -> bool:
            """Saves what has changed."""
            ...


def restart(app: "App") -> None:
    """Saves the game and restarts. Does not return."""
    app.canvas.clear()
    app.canvas.center(3, "One moment...")
    app.board.show_oled()
    app.save()
    app.board.restart()
