"""Records under the real MicroPython, and on the emulated Pico with a power cut in each operation of its littlefs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tests.store_fixture import load
from sixpip.storage.record_store import Store
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, make_image, read_image
from tools.check.bench.pico import MOUNT, firmware
from tools.check.emulator import Machine
from tools.check.power_loss.disk import Operation
from tools.check.power_loss.images import cuts, to_operations
from tools.files import read_folder

OLD = {"turn": 1, "log": list(range(80)), "names": ["Ann", "Bö", "😀"]}
NEW = {"turn": 2, "log": list(range(300, 420)), "names": ["Ann", "Bö", "😀", True, None]}

MAIN = f"""
{MOUNT}
import json
from sixpip.storage.record_store import Store
store = Store("/saves")
found = store.load("game")
if found is None:
    old, new = json.loads({json.dumps(OLD, ensure_ascii=False)!r}), json.loads({json.dumps(NEW, ensure_ascii=False)!r})
    print("saved", store.save("game", old), store.save("game", new), store.save("game", new), store.load("game") == new)
else:
    print("found", found["turn"], store.damaged, store.save("game", [5]), store.load("game") == [5])
"""


@pytest.fixture(scope="module")
def modules(emulator: Path) -> dict[str, bytes]:
    return read_folder(firmware())


def console_line(machine: Machine, word: str) -> str:
    """Run until the console shows a line that begins with `word`; returns it, or everything after an error."""
    machine.run_until(lambda: f"\r\n{word}" in "\r\n" + machine.console_text or "Error" in machine.console_text, 20_000)
    machine.run_ms(20)
    return next((line for line in machine.console_text.splitlines() if line.startswith(word)), machine.console_text)


def operations_of(machine: Machine) -> list[Operation]:
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


# Records under the real MicroPython


VALUES: list[Any] = [
    {"b": 1, "a": [1, -2, 2**40, None, True, False], "nested": {"z": {}, "y": []}},
    {"text": 'quote " slash \\ / tab \t line \n return \r nul \x00 bell \x07 delete \x7f', "é": "ß € 😀 \u2028"},
    ["", 0, -1, [[[]]], "sixpip 1 2 00000000\n"],
    "one word",
    12345,
    None,
]

ROUND_TRIP = """
import json, os
from sixpip.storage.record_store import Store
store = Store("/made/here")
given = Store("/given")
for number, value in enumerate(json.loads(open("/values.json").read())):
    assert given.load("v%d" % number) == value, value
    assert store.save("v%d" % number, value)
    assert not store.save("v%d" % number, value)
    assert store.load("v%d" % number) == value, value
    print(open("/made/here/v%d" % number, "rb").read().hex())
assert given.damaged == [] and store.damaged == []
"""

DAMAGE = """
import os
from sixpip.storage.record_store import Store
store = Store("/bad")
for data in (b"", b"x" * 20000, b'{"a": 1}', b"\\xff" * 50, b"sixpip 1 7 00000000\\n{}", b"sixpip 1 2 00000000\\n{}"):
    with open("/bad/game", "wb") as file:
        file.write(data)
    assert store.load("game") is None
for reason in sorted(store.reasons.items()):
    print(reason)
print(sorted(os.listdir("/bad")))
"""


def test_both_interpreters_read_the_records_of_the_other(
    micropython: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    here, there = (tmp_path_factory.mktemp(name) for name in ("here", "there"))
    store = Store(here.as_posix())
    for number, value in enumerate(VALUES):
        store.save(f"v{number}", value)
    files = {f"/given/{path.name}": path.read_bytes() for path in here.iterdir()}
    printed = micropython(ROUND_TRIP, {**files, "/values.json": json.dumps(VALUES, ensure_ascii=False).encode()})
    for number, line in enumerate(printed.split()):
        (there / f"v{number}").write_bytes(bytes.fromhex(line))
    theirs = Store(there.as_posix())
    assert [theirs.load(f"v{number}") for number in range(len(VALUES))] == VALUES
    assert theirs.damaged == []


def test_damaged_files_are_set_aside_under_micropython(micropython: Callable[..., str]) -> None:
    printed = micropython(DAMAGE, {"/bad/other": b""})
    assert printed.split("\n") == [
        "('game.bad', 'cut short')",
        "('game.bad2', 'too long')",
        "('game.bad3', 'not a record')",
        "('game.bad4', 'not a record')",
        "('game.bad5', 'cut short')",
        "('game.bad6', 'wrong checksum')",
        "['game.bad', 'game.bad2', 'game.bad3', 'game.bad4', 'game.bad5', 'game.bad6', 'other']",
        "",
    ]
