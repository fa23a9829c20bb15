"""Runs the firmware on a simulator board in a thread and stores the traceback if it crashes."""

import sys
import threading
import traceback
from collections.abc import Callable

from tools.play.host.board import Restarted
from tools.play.simulator.board import SimBoard, SwitchedOff

Run = Callable[[SimBoard], None]
STOP_SECONDS = 3.0


def firmware_entry() -> Run:
    """Returns the console's entry point, which firmware/main.py calls on the Pico."""
    from sixpip.app.app import run

    return run


class FirmwareThread:
    """A thread that runs the firmware on `board`. `crash` is the traceback after a crash, otherwise empty."""

    def __init__(self, board: SimBoard, run: Run) -> None:
        """Does not start the thread: see start()."""
        self.board = board
        self.crash = ""
        self.on_crash: Callable[[], None] = lambda: None
        self._run = run
        self._thread = threading.Thread(target=self._main, name="firmware", daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the firmware's thread is alive."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Starts the firmware."""
        self._thread.start()

    def stop(self) -> None:
        """Stops the firmware at its next wait; returns after three seconds even if it never waits."""
        self.board.stop()
        if self.is_running:
            self._thread.join(STOP_SECONDS)

    def _run_until_stopped(self) -> None:
        """Runs the firmware, again from its start whenever it has switched itself off and ROLL is pressed."""
        while True:
            self.board.wants_letters = False
            try:
                self._run(self.board)
            except SwitchedOff:
                self.board.wait_for_start()
            except Restarted:
                continue
            else:
                return

    def _main(self) -> None:
        try:
            self._run_until_stopped()
        except SystemExit:
            return  # raised by SimBoard after stop
        except Exception:  # noqa: BLE001 - any crash is shown on the page and in the terminal
            self.crash = traceback.format_exc()
        else:
            self.crash = "The console's run() returned unexpectedly.\n"
        print(self.crash, file=sys.stderr, end="", flush=True)
        self.on_crash()
