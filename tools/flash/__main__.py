"""The command `python -m tools.flash COMMAND`: options, environment (PORT, TO, FROM), words in the terminal."""

import argparse
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from sixpip import VERSION
from tools import ROOT
from tools.build import BuildError
from tools.flash import own, ports
from tools.flash.board import Board, connect
from tools.flash.doctor import examine
from tools.flash.errors import FlashError, UsageError
from tools.flash.install import install, survey
from tools.flash.plan import Plan, make_plan
from tools.flash.progress import bar
from tools.flash.source import firmware

BACKUPS = ROOT / "backups"
_STOPPED = 130
_CTRL_X = 24


def find(wanted: str) -> str:
    """The port of the board: the one that is named, or the only one with MicroPython. Raises PortError."""
    return ports.choose(() if wanted else ports.listed(), not wanted and ports.in_bootsel(), wanted)


@contextlib.contextmanager
def stopped_board(port: str) -> Iterator[Board]:
    """The board with its console stopped, which goes on at the end if it can."""
    board = connect(find(port))
    restart = True
    try:
        yield board
    except KeyboardInterrupt:
        restart = False  # perhaps in the middle of a command: there is no asking now
        raise
    finally:
        board.leave(restart)


def tell(plan: Plan, past: bool) -> None:
    """Say what a plan changes, as done or as to be done."""
    verbs = ("copied", "removed", "kept as") if past else ("would copy", "would remove", "would keep as")
    for path in plan.copied if plan.same or plan.changed else []:  # of a first installation the number is enough
        print(f"  {verbs[0]} {path} ({'new' if path in plan.new else 'changed'})")
    for path in plan.stale:
        print(f"  {verbs[1]} {path}")
    if plan.aside:
        print(f"  {verbs[2]} {plan.aside} the main.py that was not ours")


def flash(chosen: argparse.Namespace) -> None:
    """Bring the board to the firmware as it is here, and see it start."""
    began = time.monotonic()
    wanted = firmware(chosen.source)
    with stopped_board(chosen.port) as board:
        print(f"{board.identity} on {board.name}", flush=True)
        found = survey(board, wanted)
        plan = make_plan(found, wanted, VERSION)
        size = sum(len(wanted[path]) for path in plan.copied)
        with bar(size) as progress:
            install(board, found, plan, wanted, progress)
        tell(plan, past=True)
        if plan.idle:
            print(f"All {len(plan.same)} files are up to date.")
        else:
            print(f"Copied {len(plan.copied)} files ({size} bytes), removed {len(plan.stale)}, left {len(plan.same)}.")
        print("Saves, settings, own variants and logs are as they were. Starting ...", flush=True)
        board.start(VERSION)
    print(f"Sixpip {VERSION} is running, after {time.monotonic() - began:.1f} s.")


def dry(chosen: argparse.Namespace) -> None:
    """Say what flash would do, and do nothing but interrupt the console."""
    wanted = firmware(chosen.source)
    with stopped_board(chosen.port) as board:
        print(f"{board.identity} on {board.name}")
        plan = make_plan(survey(board, wanted), wanted, VERSION)
    tell(plan, past=False)
    if plan.idle:
        listed = " and write their list" if plan.manifest_differs else ""
        print(f"All {len(plan.same)} files are up to date: make flash would only start the console anew{listed}.")
    else:
        size = sum(len(wanted[path]) for path in plan.copied)
        print(f"make flash would copy {len(plan.copied)} files ({size} bytes), remove {len(plan.stale)}, ", end="")
        print(f"leave {len(plan.same)}. Nothing was changed.")


def backup(chosen: argparse.Namespace) -> None:
    """Fetch what is the maker's own from the board."""
    target = Path(chosen.to or BACKUPS / f"sixpip-{datetime.now():%Y-%m-%d-%H%M%S}.zip")
    own.check_free(target)  # before the console is interrupted
    with stopped_board(chosen.port) as board:
        files = own.fetch(board)
    if not files:
        print("There are no saves, settings, variants or logs on the board: nothing was written.")
        return
    own.keep(files, target)
    for path, data in files.items():
        print(f"  {path} ({len(data)} bytes)")
    print(f"{len(files)} files are in {target}; `make restore FROM={target}` puts them back.")


def restore(chosen: argparse.Namespace) -> None:
    """Put a backup back on the board."""
    if not chosen.source:
        raise UsageError("Say which backup: make restore FROM=backups/NAME.zip (make backup says where it wrote it).")
    files = own.kept(Path(chosen.source))
    with stopped_board(chosen.port) as board:
        own.put_back(board, files)
    for path, data in files.items():
        print(f"  {path} ({len(data)} bytes)")
    print(f"{len(files)} files are back on the board; what else was there stayed.")


def doctor(chosen: argparse.Namespace) -> int:
    """Say how the board is; 1 when something is wrong."""
    with stopped_board(chosen.port) as board:
        found = examine(board, VERSION)
    for heading, words in found.facts:
        print(f"{heading + ':':12} {words}")
    for sentence in found.faults:
        print(sentence)
    if not found.faults:
        print("All is well.")
    return 1 if found.faults else 0


def repl(chosen: argparse.Namespace) -> int:
    """Give the terminal to MicroPython's prompt; the exit status.

    mpremote's own for a serial port; it cannot wait for a network one, which pySerial's can.
    """
    port = find(chosen.port)
    words = ["mpremote", "connect", port, "repl"]
    if "://" in port:
        words = ["serial.tools.miniterm", "--quiet", "--raw", "--eol=CR", f"--exit-char={_CTRL_X}", port]
    print("Ctrl-C stops the console, Ctrl-D starts it anew, Ctrl-X leaves.", flush=True)
    return subprocess.run([sys.executable, "-m", *words], check=False).returncode


Command = Callable[[argparse.Namespace], int | None]
COMMANDS: dict[str, tuple[Command, str]] = {
    "flash": (flash, "copy to the board what has changed, and start it"),
    "dry": (dry, "say what flash would do"),
    "backup": (backup, "fetch saves, settings, own variants and logs into a .zip or a folder"),
    "restore": (restore, "put a backup back"),
    "doctor": (doctor, "say what is connected, what is installed and whether it is whole"),
    "repl": (repl, "MicroPython's prompt on the board"),
}


def arguments_of(words: list[str]) -> argparse.Namespace:
    """The command line, with PORT, TO and FROM from the environment where they are not given."""
    parser = argparse.ArgumentParser(prog="python -m tools.flash", description="Puts Sixpip on a Pico.")
    kinds = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, words_for_it) in COMMANDS.items():
        one = kinds.add_parser(name, help=words_for_it, description=words_for_it)
        one.add_argument(
            "--port",
            default=os.environ.get("PORT", ""),
            help="serial port or socket://host:port (default: PORT, or found)",
        )
        if name in ("flash", "dry"):
            one.add_argument("--source", type=Path, help="a compiled firmware (default: compile firmware/ now)")
        if name == "backup":
            one.add_argument("--to", default=os.environ.get("TO"), help="folder or .zip (default: TO, or backups/)")
        if name == "restore":
            one.add_argument("--from", dest="source", default=os.environ.get("FROM"), help="a backup (default: FROM)")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Do one command; the exit status: 1 for what the board does not allow, 2 for a wrong call."""
    chosen = arguments_of(words)
    try:
        return COMMANDS[chosen.command][0](chosen) or 0
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    except (FlashError, BuildError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. Running the same command again takes it up where it stopped.", file=sys.stderr)
        return _STOPPED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
