"""The command `python -m tools.play`: options, environment (PORT, NO_BROWSER, VARIANTS), words in the terminal."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import threading
import webbrowser
from pathlib import Path

from tools import ROOT
from tools.play.board import SimBoard
from tools.play.machine import Machine, firmware
from tools.play.server import PortRefused, address_of, listen
from tools.play.session import serve

DEFAULT_PORT = 8617


class UsageError(Exception):
    """What was asked cannot be done; the message is one sentence with the remedy."""


def port_from(text: str | None) -> int:
    """The port that PORT asks for. Raises UsageError."""
    if not text:
        return DEFAULT_PORT
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise UsageError(f'PORT must be a number from 0 to 65535 (0: any free one), not "{text}".')
    return int(text)


def folder_from(text: str) -> Path:
    """The folder for the records, made if it is not there. Raises UsageError."""
    folder = Path(text).resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"{folder} cannot be used for saves ({problem.strerror}): name another --folder.") from None
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{folder} cannot be written to: name another --folder.")
    return folder


def variants_from(text: str | None) -> str | None:
    """The folder of own variants that VARIANTS asks for, None when it asks for none. Raises UsageError."""
    if not text:
        return None
    folder = Path(text).resolve()
    try:
        next(folder.iterdir(), None)
    except OSError as problem:
        raise UsageError(
            f"VARIANTS: {folder} cannot be read ({problem.strerror}): name a folder of .json files."
        ) from None
    return str(folder)


def has_desktop() -> bool:
    """False where webbrowser could only start a text browser, in the terminal that we print to."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


async def until_stopped(address: str, browser: bool) -> None:
    """Say where the page is, open it if asked to, and wait for Ctrl-C or a request to end."""
    stopped = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C comes as KeyboardInterrupt instead
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    print(f"Sixpip is on: {address}  (Ctrl-C switches it off)", flush=True)
    if browser and has_desktop():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    await stopped.wait()


def play(folder: Path, port: int, browser: bool, variants: str | None = None) -> int:
    """Run the console until it is stopped; the exit status. `variants`: a folder of its own. Raises PortRefused."""
    sock = listen(port)
    board = SimBoard(str(folder))
    board.variants = variants or board.variants
    machine = Machine(board, firmware())
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(machine, sock, lambda: until_stopped(address_of(sock), browser)))
    if machine.crash:
        print("\nSixpip is off; the firmware had stopped with the error above.", flush=True)
        return 1
    print("\nSixpip is off; the game is kept and goes on at the next start.", flush=True)
    return 0


def main(arguments: list[str] | None = None) -> int:
    """The command; gives the exit status: 0 stopped by hand, 1 firmware failed, 2 asked for the impossible."""
    parser = argparse.ArgumentParser(prog="python -m tools.play", description="Play Sixpip in the browser.")
    parser.add_argument("--folder", default=str(ROOT / ".play"), help="where saves are kept (default: .play)")
    parser.add_argument(
        "--variants", metavar="DIR", help="your own variants (default: $VARIANTS, else FOLDER/variants)"
    )
    chosen = parser.parse_args(arguments)
    try:
        browser = os.environ.get("NO_BROWSER", "") in ("", "0")
        variants = variants_from(chosen.variants or os.environ.get("VARIANTS"))
        return play(folder_from(chosen.folder), port_from(os.environ.get("PORT")), browser, variants)
    except (UsageError, PortRefused) as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
