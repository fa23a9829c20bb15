"""Records under the real MicroPython: it writes the same files as CPython and survives the same power cuts."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from sixpip.storage.records import Store
from tools import ROOT

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
from sixpip.storage.records import Store
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

POWER_CUTS = """
import faulty_disk
from faulty_disk import FaultyDisk, after_each_cut
from sixpip.storage import record_file, records
from sixpip.storage.menus import recovery
OLDEST, OLD, NEW, NEWEST = {"turn": 1}, {"turn": 2, "x": "yy"}, {"turn": 3, "x": ["zz"]}, [4]

def on(disk):
    for name, part in disk.replacements().items():
        for module in (record_file, records, recovery):
            setattr(module, name, part)
    return records.Store("/saves")

def load(disk):
    return on(disk).load("game")

def save(value):
    return lambda disk: on(disk).save("game", value)

count = 0
for commits in (faulty_disk.AT_WRITE, faulty_disk.AT_CLOSE, faulty_disk.AT_FLUSH):
    for history in ([], [OLD], [OLDEST, OLD]):
        disk = FaultyDisk(commits)
        for value in history:
            save(value)(disk)
        old = history[-1] if history else None
        for world in after_each_cut(disk, save(NEW)):
            shown = load(world.copy())
            assert shown == old or shown == NEW, shown
            for recovered in after_each_cut(world, load):
                assert load(recovered.copy()) == shown
                for later in after_each_cut(recovered, save(NEWEST)):
                    store = on(later)
                    seen = store.load("game")
                    assert seen == shown or seen == NEWEST, seen
                    assert store.damaged == []
                    count += 1
        for step in range(7):
            full = disk.copy()
            full.fail_at(step, 28, True)
            try:
                save(NEW)(full)
                raise SystemExit("a full disk raised no error")
            except records.StorageFull as error:
                assert str(error).startswith("The memory is full and 'game'"), error
            full.clear_faults()
            seen = load(full)
            assert seen == old or seen == NEW, seen
print(count)
"""

DAMAGE = """
import os
from sixpip.storage.records import Store
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


def test_a_cut_or_a_full_disk_at_any_step_keeps_the_old_or_the_new_record_under_micropython(
    micropython: Callable[..., str],
) -> None:
    disk = (ROOT / "tools" / "play" / "host" / "faulty_disk.py").read_bytes()
    assert int(micropython(POWER_CUTS, {"/faulty_disk.py": disk})) > 900


def test_damaged_files_are_set_aside_under_micropython(micropython: Callable[..., str]) -> None:
    printed = micropython(DAMAGE, {"/bad/other": b""})
    assert printed.split("\n") == [
        "('game.bad', 'cut short')",
        "('game.bad2', 'too long')",
        "('game.bad3', 'not a record')",
        "('game.bad4', 'wrong check sum')",
        "['game.bad', 'game.bad2', 'game.bad3', 'game.bad4', 'other']",
        "",
    ]
