"""The command `python -m tools.board.flash COMMAND`: its options, environment variables (PORT, TO, FROM) and output."""

import argparse
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from sixpip import VERSION
from tools import ROOT
from tools.board.build import BuildError, firmware_files
from tools.board.flash import serial_ports, user_files
from tools.board.flash.board import Board, connect
from tools.board.flash.doctor import examine
from tools.board.flash.errors import FlashError, UsageError
from tools.board.flash.install import Progress as Callback
from tools.board.flash.install import install, read_state
from tools.board.flash.plan import BOOT, Plan, make_plan
from tools.board.flash.sentences import sentence
from tools.targets import runner
from tools.terminal import Parser, command, print_message, progress_console, quoted, shown

BACKUPS = ROOT / "backups"
_CTRL_X = 24


def find_port(named: str) -> str:
    """The port of the board: `named` if it is given, else the only one with MicroPython. Raises PortError."""
    ports = () if named else serial_ports.list_ports()
    return serial_ports.choose(ports, "" if named else serial_ports.in_bootsel(), named)


@contextlib.contextmanager
def interrupted_board(port: str) -> Iterator[Board]:
    """A board with its console interrupted, which is started again at the end."""
    board = connect(find_port(port))
    restart = True
    try:
        yield board
    except KeyboardInterrupt:
        restart = False  # the board may be in the middle of a command
        raise
    finally:
        board.close(restart)


@contextlib.contextmanager
def progress_bar(total: int) -> Iterator[Callback]:
    """Show a bar of `total` bytes and give the callback that advances it; nothing where the output is no terminal."""
    console = progress_console()
    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn(), TextColumn("{task.fields[name]}", markup=False))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, name="")
        yield lambda name, count: progress.update(task, advance=count, name=name)


def print_plan(plan: Plan, done: bool) -> None:
    """Print the changes of a plan, as done or as to be done."""
    copied, deleted = ("copied", "deleted") if done else ("would copy", "would delete")
    for path in plan.to_copy if plan.unchanged or plan.changed else []:  # not each file of a first installation
        print(f"  {copied} {path} ({'new' if path in plan.new else 'changed'})")
    for path in plan.stale:
        print(f"  {deleted} {path}")


def print_renames(plan: Plan) -> None:
    """Print which files and folders of the user's get another name, and why."""
    for text in plan.rename_sentences():
        print(f"  {text}", flush=True)


def flash(arguments: argparse.Namespace) -> None:
    """Update the board to the firmware in this folder and start it."""
    started = time.monotonic()
    firmware = firmware_files(arguments.source)
    with interrupted_board(arguments.port) as board:
        print(f"{board.identity} on {board.name}", flush=True)
        state = read_state(board, firmware)
        plan = make_plan(state, firmware, VERSION)
        print_renames(plan)
        size = sum(len(firmware[path]) for path in plan.to_copy)
        with progress_bar(size) as progress:
            install(board, state, plan, firmware, progress)
        print_plan(plan, done=True)
        if plan.is_up_to_date:
            print(f"All {len(plan.unchanged)} files are up to date.")
        else:
            counts = f"deleted {len(plan.stale)}, {len(plan.unchanged)} unchanged"
            print(f"Copied {len(plan.to_copy)} files ({size} bytes), {counts}.")
        print("Saves, settings, own variants and logs are unchanged. Starting ...", flush=True)
        board.start(VERSION, has_boot=BOOT in state.sizes and BOOT not in plan.renames)
    print(f"Sixpip {VERSION} is running, after {time.monotonic() - started:.1f} s.")


def dry(arguments: argparse.Namespace) -> None:
    """Print what flash would do; only interrupts the console."""
    firmware = firmware_files(arguments.source)
    with interrupted_board(arguments.port) as board:
        print(f"{board.identity} on {board.name}")
        plan = make_plan(read_state(board, firmware), firmware, VERSION)
    print_renames(plan)
    print_plan(plan, done=False)
    if plan.is_up_to_date:
        manifest = " and write the list of files" if plan.manifest_differs else ""
        print(f"All {len(plan.unchanged)} files are up to date: make flash would only restart the console{manifest}.")
    else:
        size = sum(len(firmware[path]) for path in plan.to_copy)
        counts = f"delete {len(plan.stale)} and leave {len(plan.unchanged)} unchanged"
        print(f"make flash would copy {len(plan.to_copy)} files ({size} bytes), {counts}. Nothing was changed.")


def backup(arguments: argparse.Namespace) -> None:
    """Copy the user's files from the board."""
    target = Path(arguments.to or BACKUPS / f"sixpip-{datetime.now():%Y-%m-%d-%H%M%S}.zip")
    user_files.check_target(target)  # before the console is interrupted
    left_out: list[str] = []
    with interrupted_board(arguments.port) as board:
        files = user_files.read_user_files(board, left_out.append)
    if files:
        user_files.write_backup(files, target, left_out.append)
    for path in left_out:
        files.pop(path, None)
        print(f"  left out {shown(path)}")
    if left_out:
        print_message(sentence("left out", names=user_files.first_names(left_out)))
    if not files:
        print("There are no saves, settings, variants or logs on the board: no backup was written.")
        return
    _print_sizes(files)
    restore = f"{runner()} {quoted(['restore', f'FROM={target}'])}"
    print(f"Copied {len(files)} files to {target}; `{restore}` puts them back on a board.")


def restore(arguments: argparse.Namespace) -> None:
    """Copy the files of a backup to the board."""
    if not arguments.source:
        raise UsageError("No backup is named: use make restore FROM=backups/NAME.zip (make backup prints the name).")
    files = user_files.read_backup(Path(arguments.source))
    with interrupted_board(arguments.port) as board:
        user_files.restore_user_files(board, files)
    _print_sizes(files)
    print(f"Restored {len(files)} files; all other files on the board are unchanged.")


def _print_sizes(files: dict[str, bytes]) -> None:
    for path, data in files.items():
        print(f"  {path} ({len(data)} bytes)")


def doctor(arguments: argparse.Namespace) -> int:
    """Print the state of the board; return 1 when something is wrong."""
    with interrupted_board(arguments.port) as board:
        findings = examine(board, VERSION)
    for heading, text in findings.facts:
        print(f"{heading + ':':12} {text}")
    for fault in findings.faults:
        print(fault)
    if not findings.faults:
        print("No faults found.")
    return 1 if findings.faults else 0


def repl(arguments: argparse.Namespace) -> int:
    """Connect the terminal to the running console, which is not interrupted, or to its prompt; return the exit status.

    With mpremote for a serial port. For a network port, on which mpremote cannot wait, with pySerial.
    """
    port = find_port(arguments.port)
    command = ["mpremote", "connect", port, "repl"]
    if "://" in port:
        command = ["serial.tools.miniterm", "--quiet", "--raw", "--eol=CR", f"--exit-char={_CTRL_X}", port]
    print("Enter: the console prints what it shows, and from then on each change. Ctrl-C stops it at the prompt.")
    print("Ctrl-D restarts it from there, Ctrl-X leaves the prompt.", flush=True)
    return subprocess.run([sys.executable, "-m", *command], check=False).returncode


Command = Callable[[argparse.Namespace], int | None]
COMMANDS: dict[str, tuple[Command, str]] = {
    "flash": (flash, "copy what has changed to the board and start it"),
    "dry": (dry, "print what flash would do"),
    "backup": (backup, "copy saves, settings, own variants and logs into a .zip or a folder"),
    "restore": (restore, "copy a backup to the board"),
    "doctor": (doctor, "report what is connected and installed, and whether it is intact"),
    "repl": (repl, "open a terminal at the board, to listen to the console or for the MicroPython prompt"),
}


def parse_arguments(argv: list[str]) -> argparse.Namespace:
    """The command line, with defaults from the environment variables PORT, TO and FROM."""
    parser = Parser(prog="python -m tools.board.flash", description="Installs Sixpip on a Pico.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, description) in COMMANDS.items():
        command = commands.add_parser(name, help=description, description=description)
        command.add_argument(
            "--port",
            default=os.environ.get("PORT", ""),
            help="serial port or socket://host:port (default: PORT, or the only board)",
        )
        if name in ("flash", "dry"):
            command.add_argument("--source", type=Path, help="a compiled firmware (default: compile firmware/ now)")
        if name == "backup":
            command.add_argument("--to", default=os.environ.get("TO"), help="folder or .zip (default: TO, or backups/)")
        if name == "restore":
            command.add_argument("--from", dest="source", default=os.environ.get("FROM"), help="backup (default: FROM)")
    return parser.parse_args(argv)


@command(finishes=True)
def main(argv: list[str]) -> int:
    """Run one command; return the exit status: 1 for an error of the board or the build, 2 for wrong arguments."""
    arguments = parse_arguments(argv)
    try:
        return COMMANDS[arguments.command][0](arguments) or 0
    except UsageError as error:
        print_message(error)
        return 2
    except (FlashError, BuildError) as error:
        print_message(error)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
