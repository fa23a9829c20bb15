"""`make flash` against the real MicroPython of the emulated Pico, by the real mpremote, with the cable pulled often.

With a toy firmware, because many cuts are tried; the real one is in test_flash_console.py.
"""

import pytest

from host_tests.flash_bench import content, listed
from sixpip import VERSION
from tools.emulator import Machine
from tools.emulator.serial_port import serving
from tools.flash.board import Board, connect
from tools.flash.install import install, survey
from tools.flash.plan import MAIN, Plan, make_plan
from tools.image import make_image, read_image
from tools.power_loss.images import cuts, to_operations

pytestmark = pytest.mark.usefixtures("emulator")

BOOT_MS = 5000
MENDED = 4
"""One cut in so many is mended in the emulator."""
BANNER = f"Sixpip {VERSION}\r\n"


def toy(mark: str, **sizes: int) -> dict[str, bytes]:
    """A firmware that starts only with all its modules."""
    modules = {f"sixpip/{name}.py": b"#" + content(mark + name, size).hex().encode() for name, size in sizes.items()}
    imports = "".join(f"import sixpip.{name}\n" for name in sizes)
    main = f"import time\ntime.sleep_ms(100)\nprint('starting {mark}')\n{imports}print('Sixpip {VERSION}')\n"
    return {"main.py": main.encode(), "sixpip/__init__.py": b"", "sixpip/deep/kept.py": b"X = 1\n", **modules}


OLD = toy("old", one=300, two=100, gone=40)
NEW = toy("new", one=1500, two=120, more=60)
OWN = {"game": b"a game", "logs/game-1.log": content("log", 700), "variants/x.json": b"{}", "boot.py": b"# mine\n"}


def bring(board: Board, wanted: dict[str, bytes], steps: int = -1) -> Plan:
    """Flash; the program on this computer dies after so many reports of progress (-1: it does not)."""
    left = steps

    def progress(name: str, many: int) -> None:
        nonlocal left
        if left == 0:
            raise InterruptedError(name)
        left -= 1

    found = survey(board, wanted)
    plan = make_plan(found, wanted, VERSION)
    install(board, found, plan, wanted, progress)
    return plan


def never_half(files: dict[str, bytes]) -> None:
    """If main.py is there, all of its version is; what is not ours is as it was."""
    if MAIN in files:
        version = OLD if files[MAIN] == OLD[MAIN] else NEW
        assert {path: files.get(path) for path in version} == version
    assert {path: files.get(path) for path in OWN} == OWN


BEFORE = make_image(None, {**listed(OLD, "old"), **OWN})


def flashed(steps: int = -1) -> tuple[Machine, bool]:
    """A board with the older toy, flashed, and whether the program on this computer died, after so many steps (-1: it
    does not).
    """
    machine = Machine(BEFORE)
    machine.run_until(lambda: BANNER in machine.console_text, BOOT_MS)
    with serving(machine) as address:
        board = connect(address)
        try:
            bring(board, NEW, steps)
        except InterruptedError:
            return machine, True
        finally:
            board.leave(restart=False)
    return machine, False


def mend(machine: Machine) -> None:
    """Flash again, and see the toy start."""
    with serving(machine) as address:
        board = connect(address)
        bring(board, NEW)
        board.start(VERSION)
        board.leave()
    assert read_image(machine.filesystem()) == {**listed(NEW, VERSION), **OWN}
    _, _, after = machine.console_text.partition(BANNER)
    assert after.count("starting new") == after.count(BANNER) == 1
    assert "starting old" not in after


def test_after_a_cable_pulled_at_each_step_nothing_half_starts_and_the_next_flash_mends_it() -> None:
    """Each step: before a file, in the middle of one, after one. (All mended, in memory: test_flash_cuts.py.)"""
    steps = 0
    machine, cut = flashed(steps)
    while cut:
        never_half(read_image(machine.filesystem()))
        if steps % MENDED == 0:
            mend(machine)
        steps += 1
        machine, cut = flashed(steps)
    assert steps > 2 * len([path for path in NEW if NEW[path] != OLD.get(path)])


def test_power_lost_at_any_flash_operation_of_the_real_micropython_never_half_starts() -> None:
    machine, _ = flashed()
    images = [cut.image for cut in cuts(BEFORE, to_operations(machine.flash_operations))]
    for image in images:
        never_half(read_image(image))
    assert images[-1] == machine.filesystem()


FED = """
import machine, time
time.sleep_ms(100)
print("fed")
dog = machine.WDT(timeout=500)
while True:
    dog.feed()
    time.sleep_ms(50)
"""


def test_a_watchdog_that_the_console_fed_does_not_reset_the_board_while_it_is_flashed() -> None:
    machine = Machine(make_image(None, {MAIN: FED.encode()}))
    machine.run_until(lambda: "fed" in machine.console_text, BOOT_MS)
    with serving(machine) as address:
        connect(address).leave(restart=False)
    machine.run_ms(3000)
    assert machine.console_text.count("fed") == 1
    machine.send("\x02\x04")
    machine.run_ms(3000)
    assert machine.console_text.count("fed") == 2
