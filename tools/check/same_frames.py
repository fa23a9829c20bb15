"""Compares the frames of the console with its code in the flash and with all code in memory, on the emulated Pico.

    python -m tools.check.same_frames --presses 1000

Both consoles get the same random presses, the same dice and a clock that runs by waiting alone. Garbage is collected
after each round of the loop and after each 2 KB in between, while generators are suspended. A timer and the buttons
interrupt all the time. With all code in memory a game with computer players may run out of it: the comparison of that
run ends there. Less than 2 KB of free stack is a fault, too.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from sixpip.board.contract import BUTTONS
from sixpip.players.styles import BOLD, MASTER, TIMID
from sixpip.rules.rulebook.variants import VARIANTS
from tools.board.image import make_image
from tools.check.bench.hour import STACK_BUDGET, deepest_stack, paint_stack
from tools.check.bench.pico import MOUNT, NO_EXACT_FRAMES, firmware
from tools.check.bench.saves import files_of, last_game, settings
from tools.check.emulator import Machine, has_image
from tools.settings import JOBS
from tools.terminal import Parser, command, whole

_SCRIPT = """
import gc
from binascii import crc32
from machine import Timer

gc.threshold(2048)
from sixpip import compat
from sixpip.board.pico import PicoBoard

compat.free_memory = lambda: 0  # Workshop > About would differ

class Board(PicoBoard):
    def __init__(self):
        super().__init__()
        self.now_ms = self.byte = 0
        self.press = -1
        for name, result in (("feed", None), ("restart", None), ("gather_entropy", False), ("held", 0)):
            setattr(self, name, lambda result=result: result)
        self.ticks_ms = lambda: self.now_ms
        self.random_bytes = self.draw
        self.next_press = self.take_press

    def run_code_from_flash(self, *running):
        if IN_FLASH:
            super().run_code_from_flash(*running)

    def code_in_flash(self):
        return 0, "not shown here"  # the same page

    def draw(self, count):
        drawn = bytearray(count)
        for at in range(count):
            self.byte = (self.byte * 1103515245 + 12345) & 0x7FFFFFFF
            drawn[at] = self.byte >> 16 & 0xFF
        return bytes(drawn)

    def take_press(self):
        press, self.press = self.press, -1
        return press

    def wait(self, ms):
        self.now_ms += ms

    def ignore(self, *args):
        pass

    to_bootsel = power_off = count_raw_bits = ignore

    def battery_mv(self):
        return 3900

    def check_charger(self):
        return False

    def chip_celsius(self):
        return 27

timer = Timer(-1, period=3, callback=staticmethod)  # allocates, but needs no stack for a function of its own
from sixpip.app.app import App

def run():
    app = App(board)
    app.step()
    board.run_code_from_flash()
    frames = 0
    for number, press in enumerate(PRESSES):
        board.press = press
        end_ms = board.now_ms + 600
        while board.now_ms < end_ms:
            app.step()
            gc.collect()
            frames = crc32(board.oled, crc32(board.palette, crc32(board.pixels, frames)))
        print("FRAMES", number, frames)

def main():  # as deep as the main.py of the console
    try:
        run()
    except MemoryError:
        print("FULL")

board = Board()
print("BOARD")
main()
timer.deinit()
print("FLASH", PicoBoard.code_in_flash(board))
print("END")
"""
_BATCH = 100
"""So many presses are given to one console."""
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
    """How long the console with the code in the flash ran."""
    stack: int
    """The bytes of its stack that it used."""
    fault: str
    """"" or what went wrong."""


def compare(seed: int, presses: int = _BATCH) -> Run:
    """Gives both consoles the presses of one seed, until the one with all code in memory has no more of it."""
    in_flash, seconds, stack = _frames(seed, presses, True)
    in_memory, _, _ = _frames(seed, presses, False)
    fault = ""
    if stack > STACK_BUDGET:
        fault = "the stack is too deep"
    if len(in_flash) != presses:
        fault = "the memory is full with the code in the flash"
    for number, (frame, other) in enumerate(zip(in_flash, in_memory, strict=False)):
        if frame != other:
            fault = f"press {number}: {frame} in the flash, {other} in memory"
            break
    return Run(seed, min(len(in_flash), len(in_memory)), seconds, stack, fault)


def _frames(seed: int, count: int, in_flash: bool) -> tuple[list[str], int, int]:
    """Runs one console; returns the check sum of all frames up to each press, the seconds, and the stack it used."""
    chance = Random(seed)
    buttons = [*range(BUTTONS), 6, 6, 6, 7]  # more of ROLL and BANK
    presses = bytes(chance.choice(buttons) for _ in range(count))
    styles = _STYLES[seed % len(_STYLES)]
    last = last_game(VARIANTS[seed % len(VARIANTS)].name, {}, ("ANNA", "BEN", "CORA")[: len(styles)], styles)
    saves = files_of({**last, **settings(coach="off" if seed % 3 else "always")})
    script = MOUNT + f"PRESSES = {presses!r}\nIN_FLASH = {in_flash}\n" + _SCRIPT
    machine = Machine(make_image(firmware(), {"main.py": script.encode(), **saves}), exact_every=NO_EXACT_FRAMES)
    machine.run_until(lambda: "BOARD" in machine.console_text, _START_MS)
    paint_stack(machine)
    end_ms = machine.now_us / 1000 + _LIMIT_MS
    while "\nEND" not in machine.console_text:
        if not in_flash and "MemoryError" in machine.console_text:
            break  # in the timer or in the console, which may hardly get any further
        machine.press(chance.choice(buttons))
        machine.run_ms(_PRESS_EVERY_MS)
        if machine.now_us / 1000 > end_ms or "Traceback" in machine.console_text:
            raise RuntimeError(f"seed {seed}: {machine.console_text[-1000:]}")
    lines = machine.console_text.splitlines()
    ended = [line.startswith("FLASH (0,") for line in lines if line.startswith("FLASH")]
    assert ended != [in_flash], lines[-3:]
    frames = [line for line in lines if line.startswith("FRAMES")]
    return frames, int(machine.now_us / 1e6), deepest_stack(machine)


def _report(runs: Iterator[Run]) -> int:
    """Prints a line for each batch; returns the number of faults."""
    presses = seconds = stack = faults = 0
    for run in runs:
        presses += run.presses
        seconds += run.seconds
        stack = max(stack, run.stack)
        faults += bool(run.fault)
        played = f"seed {run.seed}: {run.presses} presses, {run.seconds} s, a stack of {run.stack} bytes"
        print(f"{played} {run.fault}".rstrip(), flush=True)
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
