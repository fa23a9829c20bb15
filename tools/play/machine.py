"""The firmware's thread: starts the console on a board, and remembers why it ended if it did. No network here."""

import sys
import threading
import traceback
from collections.abc import Callable

from tools.play.board import SimBoard

Run = Callable[[SimBoard], None]
STOP_SECONDS = 3.0


def firmware() -> Run:
    """The console's entry point, as firmware/main.py calls it."""
    from sixpip.app.app import run

    return run


class Machine:
    """A board with the firmware running on it. `crash` is empty while all is well, else the traceback."""

    def __init__(self, board: SimBoard, run: Run) -> None:
        """Nothing runs before start()."""
        self.board = board
        self.crash = ""
        self.on_crash: Callable[[], None] = lambda: None
        self._run = run
        self._thread = threading.Thread(target=self._live, name="firmware", daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the firmware's thread is alive."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Power on."""
        self._thread.start()

    def stop(self) -> None:
        """Power off, at the firmware's next wait; gives up on a firmware that never waits."""
        self.board.power_off()
        if self.is_running:
            self._thread.join(STOP_SECONDS)

    def _live(self) -> None:
        try:
            self._run(self.board)
        except SystemExit:
            return  # the power was switched off
        except Exception:  # noqa: BLE001 - whatever it is, page and terminal show it
            self.crash = traceback.format_exc()
        else:
            self.crash = "The console's run() came back, which it never should.\n"
        print(self.crash, file=sys.stderr, end="", flush=True)
        self.on_crash()
