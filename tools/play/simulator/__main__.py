"""The command `python -m tools.play.simulator`: options, environment (PORT, NO_BROWSER, VARIANTS, PAGES), messages."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import threading
import webbrowser
from pathlib import Path

from sixpip.app.settings import RECORD, setting_named
from sixpip.storage.record_store import StorageError, StorageFull, Store
from tools import ROOT, settings
from tools.play.simulator.apart_game import run_console
from tools.play.simulator.board import FirmwareThread, SimBoard
from tools.play.simulator.console import serve
from tools.play.simulator.lock import FolderInUse, FolderLock, locked
from tools.play.simulator.server import PortUnavailable, address_of, listen
from tools.terminal import Parser, command, print_message, shown, whole_number

DEFAULT_PORT = 8617
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class UsageError(Exception):
    """An option is invalid; the message is one sentence with the remedy."""


def port_from(text: str | None) -> int:
    """Parses the value of PORT. Raises UsageError."""
    if not text:
        return DEFAULT_PORT
    port = whole_number(text, 0, 65535)
    if port is None:
        raise UsageError(f'PORT must be a number from 0 to 65535 (0: any free port), not "{shown(text)}".')
    return port


def folder_from(text: str) -> Path:
    """Returns the folder for saved data and creates it if necessary. Raises UsageError."""
    folder = Path(text).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(folder, error) from None
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{folder} is not writable: choose another --folder.")
    return folder


def _no_folder(folder: Path, error: OSError) -> UsageError:
    return UsageError(f"{folder} cannot be used for saves ({error.strerror}): choose another --folder.")


def variants_from(text: str | None) -> str | None:
    """Returns the folder of own variants in VARIANTS, or None if it is empty. Raises UsageError."""
    if not text:
        return None
    folder = Path(text).absolute()
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        raise UsageError(
            f"VARIANTS: {folder} cannot be read ({error.strerror}): choose a folder of .json files."
        ) from None
    return str(folder)


def pages_from(text: str | None) -> str:
    """Returns the address of the demo in PAGES, with a slash at its end, or "" if there is none. Raises UsageError."""
    if not text:
        return ""
    try:
        return settings.web_address(text)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"PAGES: {error}.") from None


def has_desktop() -> bool:
    """Checks for a desktop; without one, webbrowser would start a text browser in this terminal."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


async def wait_for_stop(address: str, browser: bool) -> None:
    """Prints the address of the page, opens it if `browser`, and waits for SIGINT or SIGTERM.

    A second signal ends the process at once.
    """
    stopped = asyncio.Event()

    def stop() -> None:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        stopped.set()

    with contextlib.suppress(NotImplementedError):  # Windows raises KeyboardInterrupt instead
        for number in _SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, stop)
    print(f"Sixpip is running: {address}  (press Ctrl-C to stop)", flush=True)
    if browser and has_desktop():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    await stopped.wait()


def disable_sleep(folder: Path) -> None:
    """Saves settings with which the console never sleeps, unless `folder` has settings already."""
    store = Store(str(folder))
    if not any(name.startswith(RECORD) for name in os.listdir(folder)):
        with contextlib.suppress(StorageFull, StorageError):  # the console reports it when it saves something itself
            store.save(RECORD, {"sleep": setting_named("sleep").choices.index("never")})


def play(folder: Path, port: int, browser: bool, variants: str | None = None, pages: str = "") -> int:
    """Runs the console until it is stopped; returns the exit status. Raises PortUnavailable, FolderInUse, UsageError.

    `variants`: the folder of own variants, if not inside `folder`; `pages`: the address of a demo, for links to games.
    """
    with contextlib.ExitStack() as stack:
        try:
            lock = stack.enter_context(locked(folder))
        except OSError as error:
            raise _no_folder(folder, error) from None
        return _play_alone(lock, folder, port, browser, variants, pages)


def _play_alone(lock: FolderLock, folder: Path, port: int, browser: bool, variants: str | None, pages: str) -> int:
    sock = listen(port)
    lock.write(address_of(sock))
    disable_sleep(folder)
    board = SimBoard(str(folder))
    board.variants = variants or board.variants
    thread = FirmwareThread(board, run_console)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(thread, sock, lambda: wait_for_stop(address_of(sock), browser), pages))
    if thread.crash:
        print("\nSixpip has stopped. The firmware crashed with the error above.", flush=True)
        return 1
    print("\nSixpip has stopped. The game is saved and resumes at the next start.", flush=True)
    return 0


@command(finishes=True)
def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit status: 0 stopped by the user, 1 firmware crashed, 2 invalid option."""
    parser = Parser(prog="python -m tools.play.simulator", description="Play Sixpip in the browser.")
    parser.add_argument("--folder", default=str(ROOT / ".play"), help="folder for saved games (default: .play)")
    parser.add_argument(
        "--variants", metavar="DIR", help="folder of own variants (default: $VARIANTS, else FOLDER/variants)"
    )
    options = parser.parse_args(arguments)
    try:
        browser = os.environ.get("NO_BROWSER", "") in ("", "0")
        variants = variants_from(options.variants or os.environ.get("VARIANTS"))
        pages = pages_from(os.environ.get("PAGES"))
        return play(folder_from(options.folder), port_from(os.environ.get("PORT")), browser, variants, pages)
    except (UsageError, PortUnavailable, FolderInUse) as error:
        print_message(error)
        return 2


if __name__ == "__main__":
    sys.exit(main())
