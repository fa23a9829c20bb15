"""Records under the real MicroPython: it writes the same files as CPython and sets the same damage aside."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from sixpip.storage.records import Store

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
