"""Records on the emulated Pico: MicroPython's littlefs on the emulated flash, with a power cut in each operation."""

import json
from pathlib import Path

import pytest

from host_tests.store_fixture import load
from tools import FIRMWARE
from tools.board.build import build
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, make_image, read_image
from tools.check.emulator import Machine
from tools.check.power_loss.disk import Operation
from tools.check.power_loss.images import cuts, to_operations

OLD = {"turn": 1, "log": list(range(80)), "names": ["Ann", "Bö", "😀"]}
NEW = {"turn": 2, "log": list(range(300, 420)), "names": ["Ann", "Bö", "😀", True, None]}

MAIN = f"""
import json
from sixpip.storage.records import Store
store = Store("/saves")
found = store.load("game")
if found is None:
    old, new = json.loads({json.dumps(OLD, ensure_ascii=False)!r}), json.loads({json.dumps(NEW, ensure_ascii=False)!r})
    print("saved", store.save("game", old), store.save("game", new), store.save("game", new), store.load("game") == new)
else:
    print("found", found["turn"], store.damaged, store.save("game", [5]), store.load("game") == [5])
"""


@pytest.fixture(scope="module")
def modules(emulator: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The compiled modules that storage/ needs, by their path on the board."""
    target = tmp_path_factory.mktemp("build") / "firmware"
    build(FIRMWARE, target)
    sixpip = target / "sixpip"
    paths = [*sixpip.glob("*.mp?"), *(sixpip / "storage").rglob("*.mpy")]
    return {path.relative_to(target).as_posix(): path.read_bytes() for path in paths}


def console_line(machine: Machine, word: str) -> str:
    """Run until the console shows a line that begins with `word`; returns it, or everything after an error."""
    machine.run_until(lambda: f"\r\n{word}" in "\r\n" + machine.console_text or "Error" in machine.console_text, 20_000)
    machine.run_ms(20)
    return next((line for line in machine.console_text.splitlines() if line.startswith(word)), machine.console_text)


def operations_of(machine: Machine) -> list[Operation]:
    """What the firmware did to the file system's flash."""
    found = to_operations(operation for operation in machine.flash_operations if operation.offset >= 0)
    assert all(place < BLOCK_COUNT * BLOCK_SIZE for place, _data in found)
    return found


@pytest.fixture(scope="module")
def saved(modules: dict[str, bytes]) -> list[bytes]:
    """The file system after a cut at each step of two saves on the Pico; the last one is complete."""
    image = make_image(None, {**modules, "main.py": MAIN.encode()})
    machine = Machine(image)
    assert console_line(machine, "saved") == "saved True True False True"
    images = [cut.image for cut in cuts(image, operations_of(machine))]
    assert images[-1] == machine.filesystem()
    return images


def test_a_cut_in_any_flash_operation_of_the_pico_leaves_the_old_or_the_new_record(saved: list[bytes]) -> None:
    seen = [load(image) for image in saved]
    first, second = seen.index(OLD), seen.index(NEW)
    assert seen == [None] * first + [OLD] * (second - first) + [NEW] * (len(seen) - second)
    assert first > 4
    assert second - first > 4


def test_the_pico_recovers_from_a_cut(saved: list[bytes]) -> None:
    seen = [load(image) for image in saved]
    files = [read_image(image) for image in saved]
    renaming = max(at for at, names in enumerate(files) if "saves/game.new" in names and "saves/game" not in names)
    for image, turn in ((saved[renaming], 2), (saved[seen.index(NEW) - 1], 1)):
        machine = Machine(image)
        assert console_line(machine, "found") == f"found {turn} [] True True"
