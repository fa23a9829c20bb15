"""Code that runs from the flash, on the emulated Pico: what does, what stays in memory, and damaged files."""

import ast
import functools
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tests.flash_fixture import with_manifest
from host_tests.pico_fixture import PROMPT, boot, new_board, repl, saved_turn, screen_text, tap
from sixpip import VERSION
from sixpip.board.contract import BANK, KEEP1, MENU, ROLL
from tools import FIRMWARE, ROOT
from tools.board.build import board_sources, compile_module, compiled_path
from tools.board.flash.board import connect
from tools.board.flash.doctor import examine
from tools.board.image import make_image
from tools.board.module_file import MODULES
from tools.check.bench.pico import MOUNT, firmware
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving
from tools.check.same_frames import compare
from tools.files import read_folder

GAME = "sixpip.rules.ten_thousand.game"
RECORD, ENTRY = 16, 8
LIMIT_MS = 30_000

SCRIPT = """
import gc, sys
from machine import mem32
from sixpip.board.flash_code import FlashCode
code = None
try:
    code = FlashCode()
except OSError as error:
    print("REASON", error.args[-1])
import random_play
from sixpip.rules.core.engine import new_game

def play(variant, seed):
    lcg = random_play.Lcg(seed)
    game = new_game(variant, {}, 2)
    for _ in range(60):
        if game.legal():
            game.apply(random_play.decide(game, lcg), lcg)
            gc.collect()
    return game.scores, bytes(game.faces)

before = set(sys.modules)
steps = 0
while code and code.import_next("sixpip.view.animation"):
    steps += 1
print("AHEAD", steps, sorted(set(sys.modules) - before))
print("NEEDED", sorted(code.needed(["sixpip.view.animation"])) if code else None)

print("SCORES", play("dice-10000", 1), play("five-cubes", 2))
game = sys.modules["sixpip.rules.ten_thousand.game"].TenThousandGame
print("FLASH", mem32[id(game._perform) + 12] >> 28 == 1, code and code.moved > 10_000)
"""


@functools.cache
def module_file() -> bytes:
    return (firmware() / MODULES).read_bytes()


def play(file: bytes | None = None) -> dict[str, str]:
    """Plays two games on a board with this file of modules, collecting garbage after each action.

    Returns what is printed.
    """
    files = {
        "main.py": (MOUNT + SCRIPT).encode(),
        "random_play.py": (ROOT / "host_tests" / "random_play.py").read_bytes(),
    }
    if file is not None:
        files[MODULES] = file
    machine = Machine(make_image(firmware(), files))
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), LIMIT_MS, 100)
    lines = [line.partition(" ") for line in machine.console_text.splitlines()]
    assert "Traceback" not in machine.console_text
    return {first: rest for first, _, rest in lines}


def changed(at: int) -> bytes:
    """The file with one byte changed."""
    file = bytearray(module_file())
    file[at] ^= 0x55
    return bytes(file)


@functools.cache
def undamaged() -> dict[str, str]:
    return play()


def record_of(name: str) -> int:
    """The offset in the file of the record of a module; all of them are in the first block."""
    count, records = struct.unpack_from("<II", module_file(), 12)
    for at in range(offset(records), offset(records) + count * RECORD, RECORD):
        where = struct.unpack_from("<I", module_file(), at + 4)[0]
        if offset(where) + (where >> 20) <= len(module_file()):
            if module_file()[offset(where) : offset(where) + (where >> 20)] == name.encode():
                return at
    raise KeyError(name)


def offset(position: int) -> int:
    """The offset in the file of a position: each block but the first begins with pointers of the file system."""
    block = position >> 12 & 0xFF
    pointers = sum(4 * (number & -number).bit_length() for number in range(1, block + 1))
    return (block << 12) - pointers + (position & 0xFFF)


def places() -> Iterator[tuple[str, int]]:
    """The bytes to change: one of each kind, of a function with inner functions and of the tables."""
    record = record_of(GAME)
    entries = struct.unpack_from("<I", module_file(), record + 8)[0]
    first = offset(entries)
    for at in range(first, first + (entries >> 20) * ENTRY, ENTRY):
        where, sizes = struct.unpack_from("<II", module_file(), at)
        if where >> 20 and sizes & 0xFFFF:
            break
    yield from (("position", at + 1), ("children", at + 3), ("length", at + 4), ("subtree", at + 6))
    yield from (("checksum", record), ("name", offset_of_name(record)), ("records", 17), ("count", 12), ("build", 5))
    yield from (("module", record + 9), ("number of entries", record + 11), ("needs", record + 13), ("blocks", 29))


def offset_of_name(record: int) -> int:
    return offset(struct.unpack_from("<I", module_file(), record + 4)[0]) + 8


def test_functions_run_from_the_flash_and_play_as_from_memory(emulator: Path) -> None:
    from_memory = play(changed(offset(struct.unpack_from("<I", module_file(), 16)[0])))
    assert undamaged()["SCORES"] == from_memory["SCORES"]
    assert undamaged()["FLASH"] == "True True"
    assert from_memory["FLASH"] == "False None"
    assert from_memory["REASON"] == "the file of the modules is damaged"


def test_a_module_is_imported_ahead_in_parts_and_what_it_needs_is_known(emulator: Path) -> None:
    steps, _, names = undamaged()["AHEAD"].partition(" ")
    modules = {"sixpip.view.animation", "sixpip.view.tiles", "sixpip.view.text"}
    assert int(steps) >= len(modules) and {*ast.literal_eval(names)} == {"sixpip.view", *modules}
    assert {*ast.literal_eval(undamaged()["NEEDED"])} >= modules and ".rules." not in undamaged()["NEEDED"]


@pytest.mark.parametrize("number", range(13))
def test_a_changed_byte_in_a_table_leaves_code_in_memory_and_changes_no_game(number: int, emulator: Path) -> None:
    place, at = list(places())[number]
    assert play(changed(at))["SCORES"] == undamaged()["SCORES"], place


@pytest.mark.sweep
def test_random_presses_give_the_frames_of_the_firmware_on_a_computer(emulator: Path) -> None:
    run = compare(1, 20)
    assert (run.presses, run.fault) == (20, "")


def test_nothing_runs_from_the_flash_at_the_prompt(emulator: Path) -> None:
    machine = boot(new_board(saved_turn()))
    tap(machine, MENU)
    assert "PAUSE" in screen_text(machine)
    tap(machine, ROLL)
    machine.send("\x03")
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), 5000)
    repl(
        machine,
        "import rp2; from sixpip.board.flash_file import block_addresses; from sixpip.board.flash_code import MODULES",
    )
    repl(machine, "blocks = [(at & 0xffffff) - 0xa0000 >> 12 for at in block_addresses(MODULES)]; disk = rp2.Flash()")
    repl(machine, "for block in blocks: disk.writeblocks(block, bytes(4096))\r\n")
    for button in (KEEP1, BANK, MENU):
        machine.press(button)
        machine.run_ms(200)
    machine.run_ms(301_000)  # the timer that switches a console at the prompt off
    assert repl(machine, "print(6 * 7)") == "42"


def examined(files: dict[str, bytes]) -> tuple[dict[str, str], list[str]]:
    """Returns the facts and faults that `make doctor` reports of a board with the firmware and these files."""
    flashed = {str(path): data for path, data in read_folder(firmware()).items()}
    machine = boot(Machine(make_image(None, with_manifest({**flashed, **files}, VERSION))))
    with serving(machine) as address:
        board = connect(address)
        findings = examine(board, VERSION)
        board.close(restart=False)
    return dict(findings.facts), findings.faults


def test_doctor_reports_how_much_code_runs_from_the_flash_or_why_none_does(emulator: Path) -> None:
    facts, faults = examined({})
    assert int(facts["Code in flash"].split(" KB")[0]) > 10 and faults == []
    facts, faults = examined({MODULES: changed(offset(struct.unpack_from("<I", module_file(), 16)[0]))})
    assert facts["Code in flash"].startswith("0 KB")
    assert faults == ["All code is in memory, because the file of the modules is damaged: run make flash again."]


def test_about_names_a_module_that_was_copied_by_hand_and_stays_in_memory(emulator: Path) -> None:
    path = "sixpip/screens/workshop/workshop.py"
    module = compile_module(path, "\n" + board_sources(FIRMWARE)[path])
    machine = tap(boot(new_board({compiled_path(path): module})), MENU, MENU, 3, KEEP1)
    assert re.search(r"Code in flash \d+ KB ROLL why", screen_text(machine))
    tap(machine, ROLL)
    assert "sixpip.screens." in screen_text(machine)


START = """
import gc
from machine import mem32
kind = id(type((lambda: (yield))()))
from sixpip.app import app
from sixpip.board.pico import PicoBoard

def overwrite(size):
    chain = None
    try:
        while True:
            chain = [bytearray(size), chain]
    except MemoryError:
        pass

def count():
    for size in (1024, 16):
        overwrite(size)  # free memory has no old objects in it then
        gc.collect()
    return len([at for at in range(0x20000000, 0x20040000, 4) if mem32[at] == kind])

def run_code_from_flash(board, *running):
    print("STAY", sorted([function.__name__ for function in running]))
    found = count()
    kept = (lambda: (yield))()
    print("GENERATORS", found, count() - found)
    raise ValueError

PicoBoard.run_code_from_flash = run_code_from_flash
app.run(PicoBoard())
"""


@pytest.mark.parametrize("files", [{}, saved_turn()], ids=["boot menu", "saved game"])
def test_when_the_first_modules_are_moved_no_generator_is_suspended_and_only_modules_that_stay_are_running(
    files: dict[str, bytes], emulator: Path
) -> None:
    machine = Machine(make_image(firmware(), {**files, "main.py": (MOUNT + START).encode()}))
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), LIMIT_MS, 100)
    assert "GENERATORS 0 1\r\n" in machine.console_text
    running = re.findall(r'File "(sixpip[\w.]*)", line \d+, in (\w+)', machine.console_text)
    assert {module for module, _ in running} == {"sixpip.app.app"}
    assert f"STAY {sorted(function for _, function in running)}" in machine.console_text
