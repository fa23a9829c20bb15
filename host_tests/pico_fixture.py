"""Helpers for tests with the real firmware on the emulated Pico: boards, a saved turn, presses, and reading results."""

import functools
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sixpip.app.games.session import Session
from sixpip.players.styles import NAMES
from sixpip.rules.core.replay import Script
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.storage.record_store import Store
from tools.board.image import make_image
from tools.check.bench.pico import MOUNT, firmware
from tools.check.emulator import Machine
from tools.check.power_loss.disk import saved_game
from tools.play.host.frames import oled_lines

EXACT_EVERY = 8
BOOT_MS = 5000
REST_MS = 400
MOST_RESTS = 300
"""Times half of REST_MS: a minute."""
PROMPT = ">>> "


def saved_files(game: Any = None, seats: Sequence[int] = (0, 0), **settings: int) -> dict[str, bytes]:
    """Returns the files of a console with these settings and a saved game of ANNA and BEN or a computer player."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        store.save("settings", settings)
        if game:
            names = [NAMES[seat] or person for seat, person in zip(seats, ("ANNA", "BEN"), strict=True)]
            Session(game, names, styles=list(seats)).save(store)
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


@functools.cache
def saved_turn() -> dict[str, bytes]:
    """Returns the files of ANNA's turn with three 1s and a 5 just rolled, and the tumble animation off to save time."""
    game = TenThousandGame("dice-10000", {"opening": 0}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    return saved_files(game, tumble=2)


def write_files(files: dict[str, bytes], folder: Path) -> str:
    """Writes these files to a folder for a console on the host; returns the folder's path."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return str(folder)


def new_board(files: dict[str, bytes] | None = None, oled: bool = True) -> Machine:
    return Machine(make_image(firmware(), files), seed=3, oled=oled, exact_every=EXACT_EVERY)


def is_lit(machine: Machine) -> bool:
    """Returns whether any LED is lit."""
    frames = machine.led_frames
    return bool(frames) and any(frames[-1].grb)


def boot(machine: Machine) -> Machine:
    """Runs the board until its first screen is complete; returns the board."""
    machine.run_until(lambda: is_lit(machine), BOOT_MS, 5)
    machine.run_ms(REST_MS)
    return machine


def tap(machine: Machine, *buttons: int) -> Machine:
    """Presses buttons one after another and waits after each until the LEDs do not change; returns the board."""
    for button in buttons:
        machine.press(button)
        machine.run_ms(REST_MS)
        frames = [-1]
        for _ in range(MOST_RESTS):
            frames.append(len(machine.led_frames))
            if frames[-1] == frames[-2]:
                break
            machine.run_ms(REST_MS / 2)
        else:
            raise AssertionError(f"the dice still move: {screen_text(machine)}")
    return machine


def leave_alone(machine: Machine, ms: int) -> None:
    """Lets a time pass without a press, most of it in leaps of less than a minute, which the firmware counts."""
    while ms > 0:
        passed_ms = min(ms, 50_000)
        run_ms = min(passed_ms, 2500)
        machine.leap((passed_ms - run_ms) / 1000)
        machine.run_ms(run_ms)
        ms -= passed_ms


def screen_text(machine: Machine) -> str:
    """Returns the text on the OLED in one line."""
    return " ".join(" ".join(oled_lines(machine.oled)).split())


def wait_for_text(machine: Machine, text: str, limit_ms: float = BOOT_MS) -> None:
    """Runs the console until its OLED shows this text."""
    machine.run_until(lambda: text in screen_text(machine), limit_ms, 20)


def saved_record(machine: Machine) -> dict[str, Any]:
    """Returns the record of the game in the flash."""
    return saved_game(machine.filesystem())


def repl(machine: Machine, line: str) -> str:
    """Runs a line of Python at the REPL; returns its output."""
    start = len(machine.console_text)
    machine.send(line + "\r\n")
    machine.run_until(lambda: re.search(f"\n.*{PROMPT}$", machine.console_text[start:], re.DOTALL) is not None, BOOT_MS)
    return machine.console_text[start:].partition("\n")[2].removesuffix(PROMPT).strip()  # without the echo


def mpremote(arguments: str, address: str, folder: Path) -> str:
    """Runs mpremote in `folder`, connected to the board at `address`; returns its output."""
    command = [sys.executable, "-m", "mpremote", "connect", address, *shlex.split(arguments)]
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_script(script: str) -> Machine:
    """Returns a board with the firmware and `script`, which may import its modules, as main.py."""
    return Machine(make_image(firmware(), {"main.py": (MOUNT + script).encode()}))


def wait_for_prompt(machine: Machine) -> Machine:
    """Runs the board until the REPL's prompt is shown and the first frame is sent; returns the board."""
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), 3000)
    machine.run_ms(15)
    return machine
