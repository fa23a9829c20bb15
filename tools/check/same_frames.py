"""Compares the frames of the emulated Pico, with its code in the flash, with those of the firmware on this computer.

    python -m tools.check.same_frames --presses 1000

Both consoles get the same random presses, the same dice and a clock that runs by waiting alone. On the Pico garbage is
collected after each round of the loop and after each 2 KB in between, while generators are suspended; a timer and the
buttons interrupt all the time. Only the page About differs: it names the interpreter and the memory. Less than 2 KB of
free stack is a fault, too.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

from sixpip.app.app import App
from sixpip.board.contract import BUTTONS
from sixpip.players.styles import BOLD, MASTER, TIMID
from sixpip.rules.rulebook.variants import VARIANTS
from tools.board.image import make_image
from tools.check import scripted_console
from tools.check.bench.hour import STACK_BUDGET, deepest_stack, paint_stack
from tools.check.bench.pico import MOUNT, NO_EXACT_FRAMES, firmware
from tools.check.bench.saves import files_of, last_game, settings
from tools.check.emulator import Machine, has_image
from tools.check.scripted_console import run, scripted
from tools.play.host.board import HostBoard
from tools.settings import JOBS
from tools.terminal import Parser, command, whole

_SCRIPT = f"""
import gc
from machine import Timer

gc.threshold(2048)
from sixpip.board.pico import PicoBoard

timer = Timer(-1, period=3, callback=staticmethod)  # allocates, but needs no stack for a function of its own
from sixpip.app.app import App
{Path(scripted_console.__file__).read_text(encoding="utf-8")}
def main():  # as deep as the main.py of the console
    try:
        run(board, App, PRESSES, gc.collect)
    finally:
        timer.deinit()

board = scripted(PicoBoard)()
print("BOARD")
main()
print("FLASH", board.code_in_flash()[0] > 0)
print("END")
"""
_BATCH = 100
"""So many presses are given to one console."""
_DIFFERS = "About"
_START_MS = 10_000
_LIMIT_MS = 900_000
_PRESS_EVERY_MS = 130
"""Between two presses of the real buttons, which only interrupt."""
_STYLES = ((0, 0), (0, TIMID), (0, 0, 0), (0, BOLD), (0, 0), (0, MASTER))


class Run(NamedTuple):
    """The result of one batch of presses."""

    seed: int
    presses: int
    """How many were compared."""
    seconds: int
    """How long the Pico ran."""
    stack: int
    """The bytes of its stack that it used."""
    fault: str
    """"" or what went wrong."""


def compare(seed: int, presses: int = _BATCH) -> Run:
    """Gives both consoles the presses of one seed."""
    chance = Random(seed)
    buttons = [*range(BUTTONS), 6, 6, 6, 7]  # more of ROLL and BANK
    pressed = bytes(chance.choice(buttons) for _ in range(presses))
    styles = _STYLES[seed % len(_STYLES)]
    last = last_game(VARIANTS[seed % len(VARIANTS)].name, {}, ("ANNA", "BEN", "CORA")[: len(styles)], styles)
    saves = files_of({**last, **settings(coach="off" if seed % 3 else "always")})
    on_pico, seconds, stack = _on_pico(pressed, saves, chance)
    fault = "the stack is too deep" if stack > STACK_BUDGET else ""
    expected = _on_computer(pressed, saves)
    for frame, other in zip(on_pico, expected, strict=True):
        if frame != other and not _DIFFERS == frame.split()[2] == other.split()[2]:
            fault = f"{frame} on the Pico, {other} on this computer"
            break
    return Run(seed, len(on_pico), seconds, stack, fault)


def _on_pico(presses: bytes, saves: Mapping[str, bytes], chance: Random) -> tuple[list[str], int, int]:
    """Returns a line for the frames after each press, the seconds, and the stack that was used."""
    script = f"{MOUNT}PRESSES = {presses!r}\n{_SCRIPT}"
    machine = Machine(make_image(firmware(), {"main.py": script.encode(), **saves}), exact_every=NO_EXACT_FRAMES)
    machine.run_until(lambda: "BOARD" in machine.console_text, _START_MS)
    paint_stack(machine)
    end_ms = machine.now_us / 1000 + _LIMIT_MS
    while "\nEND" not in machine.console_text:
        machine.press(chance.randrange(BUTTONS))
        machine.run_ms(_PRESS_EVERY_MS)
        if machine.now_us / 1000 > end_ms or "Traceback" in machine.console_text:
            raise RuntimeError(machine.console_text[-1000:])
    lines = machine.console_text.splitlines()
    assert "FLASH True" in lines, lines[-3:]
    return [line for line in lines if line.startswith("FRAMES")], int(machine.now_us / 1e6), deepest_stack(machine)


def _on_computer(presses: bytes, saves: Mapping[str, bytes]) -> list[str]:
    """Returns the same lines for the firmware on this computer."""
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
        for name, content in saves.items():
            (Path(folder) / name).write_bytes(content)
        run(scripted(HostBoard)(folder), App, presses, lambda: None)
    return printed.getvalue().splitlines()


def _report(runs: Iterator[Run]) -> int:
    """Prints a line for each batch; returns the number of faults."""
    presses = seconds = stack = faults = 0
    for batch in runs:
        presses += batch.presses
        seconds += batch.seconds
        stack = max(stack, batch.stack)
        faults += bool(batch.fault)
        played = f"seed {batch.seed}: {batch.presses} presses, {batch.seconds} s, a stack of {batch.stack} bytes"
        print(f"{played} {batch.fault}".rstrip(), flush=True)
    print(f"{presses} presses compared, {seconds // 60} min, a stack of {stack} bytes, {faults} faults.")
    return faults


@command
def main(arguments: list[str] | None = None) -> int:
    """Prints a line for each 100 presses; returns 0, 1 after a fault, 2 without the image."""
    parser = Parser(prog="python -m tools.check.same_frames", description="Compares frames on the emulated Pico.")
    parser.add_argument("--presses", type=whole(1, 100_000, "number of presses"), default=1000, help="in all (1000)")
    parser.add_argument("--seed", type=whole(0, 1_000_000, "seed"), default=1, help="of the first 100 presses (1)")
    parser.add_argument("--jobs", type=JOBS, default=2, help="processes at a time (2)")
    options = parser.parse_args(arguments)
    if not has_image():
        return 2
    seeds = range(options.seed, options.seed + -(-options.presses // _BATCH))
    with ProcessPoolExecutor(options.jobs) as pool:
        return 1 if _report(pool.map(compare, seeds)) else 0


if __name__ == "__main__":
    sys.exit(main())
