"""Boards for the tests of faults: the real firmware on the emulated Pico, a turn saved in its flash, and how a person
looks at them.
"""

import functools
import tempfile
from pathlib import Path
from typing import Any

from sixpip.app.session import Session
from sixpip.rules.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools.bench.pico import firmware
from tools.emulator import Machine
from tools.frames import oled_lines
from tools.image import make_image
from tools.power_loss.disk import saved_game

EXACT_EVERY = 8
BOOT_MS = 5000
REST_MS = 700
PROMPT = ">>> "


@functools.cache
def saved_turn() -> dict[str, bytes]:
    """The files of ANNA's turn, three 1s and a 5 just thrown; dice do not dance, which takes most of the time."""
    game = Game("dice-10000", {"opening": 0}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        Session(game, ["ANNA", "BEN"]).save(store)
        store.save("settings", {"tumble": 2})
        return {name: (Path(folder) / name).read_bytes() for name in ("game", "settings")}


def put(files: dict[str, bytes], folder: Path) -> str:
    """Have these files in a folder, for a console on the host; its name."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return str(folder)


def board(extra: dict[str, bytes] | None = None, oled: bool = True) -> Machine:
    """A board that is about to be switched on; `extra` files lie beside the firmware."""
    return Machine(make_image(firmware(), extra), seed=3, oled=oled, exact_every=EXACT_EVERY)


def is_lit(machine: Machine) -> bool:
    """Whether the dice show something."""
    frames = machine.led_frames
    return bool(frames) and any(frames[-1].grb)


def switched_on(machine: Machine) -> Machine:
    """The board, once its first screen rests."""
    machine.run_until(lambda: is_lit(machine), BOOT_MS, 5)
    machine.run_ms(REST_MS)
    return machine


def tap(machine: Machine, *buttons: int) -> Machine:
    """Press buttons one after another, each time waiting until the console rests."""
    for button in buttons:
        machine.press(button)
        machine.run_ms(REST_MS)
        sent = -1
        while sent != len(machine.led_frames):
            sent = len(machine.led_frames)
            machine.run_ms(REST_MS / 2)
    return machine


def words(machine: Machine) -> str:
    """All the OLED says, as a person reads it."""
    return " ".join(" ".join(oled_lines(machine.oled)).split())


def wait_for(machine: Machine, said: str, limit_ms: float = BOOT_MS) -> None:
    """Let the console run until its OLED says these words."""
    machine.run_until(lambda: said in words(machine), limit_ms, 20)


def record(machine: Machine) -> dict[str, Any]:
    """The game as the console wrote it to its flash."""
    return saved_game(machine.filesystem())


def ask(machine: Machine, line: str) -> str:
    """What the REPL prints for a line of Python."""
    already = len(machine.console_text)
    machine.send(line + "\r\n")
    machine.run_until(lambda: machine.console_text[already + len(line) :].endswith(PROMPT), BOOT_MS)
    return machine.console_text[already + len(line) :].removesuffix(PROMPT).strip()
