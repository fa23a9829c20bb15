"""Records on a disk without faults: values are loaded as saved, damage is set aside and reported."""

import json
import os
from binascii import crc32
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixpip.storage.record_store import StorageError, StorageFull, Store
from sixpip.storage.recovery import free_bytes

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)

OLD = {"points": 700, "names": ["Ann", "Bo"], "dice": [1, 5, 5, 2, 3, 6]}
NEW = {"points": 1250, "names": ["Ann", "Bo"], "dice": [4, 4, 4, 1, 2, 6]}


def record(content: bytes) -> bytes:
    """A record file with this content, made without the code under test."""
    return b"sixpip 1 %d %08x\n" % (len(content), crc32(content)) + content


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store in a new folder."""
    return Store(tmp_path.as_posix())


def files(store: Store) -> dict[str, bytes]:
    """The content of all files in the store's folder, by name."""
    return {path.name: path.read_bytes() for path in Path(store.folder).iterdir()}


def put(store: Store, file: str, data: bytes) -> None:
    """Write a file into the store's folder."""
    (Path(store.folder) / file).write_bytes(data)


@settings(deadline=None, max_examples=40)
@given(value=VALUES)
def test_what_is_saved_is_what_is_loaded(value: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    store = Store((tmp_path_factory.mktemp("round") / "a" / "b").as_posix())
    assert store.load("game") is None
    store.save("game", value)
    again = Store(store.folder).load("game")
    assert json.dumps(again, sort_keys=True) == json.dumps(value, sort_keys=True)  # JSON distinguishes 1, 1.0 and True


def test_a_record_is_one_line_of_header_and_json_with_sorted_keys(store: Store) -> None:
    store.save("settings", {"sound": 2, "bright": [True, None], "who": 'é"\n😀'})
    content = '{"bright":[true,null],"sound":2,"who":"é\\"\\n😀"}'.encode()
    assert files(store) == {"settings": record(content)}


def test_the_record_before_stays_next_to_the_new_one(store: Store) -> None:
    store.save("game", OLD)
    store.save("game", NEW)
    assert sorted(files(store)) == ["game", "game.old"]
    assert json.loads(files(store)["game.old"].split(b"\n", 1)[1]) == OLD


@pytest.mark.parametrize("fresh", [False, True], ids=["same store", "after a start"])
def test_an_unchanged_value_is_not_written_again(store: Store, fresh: bool) -> None:
    assert store.save("game", {"a": 1, "b": [2]})
    before = [(entry.name, entry.stat().st_mtime_ns, entry.stat().st_ino) for entry in os.scandir(store.folder)]
    again = Store(store.folder) if fresh else store
    assert not again.save("game", {"b": [2], "a": 1})
    assert [(entry.name, entry.stat().st_mtime_ns, entry.stat().st_ino) for entry in os.scandir(store.folder)] == before
    assert again.save("game", {"b": [3], "a": 1})


def test_one_and_true_are_different_values(store: Store) -> None:
    store.save("settings", {"sound": 1})
    assert store.save("settings", {"sound": True})
    assert store.load("settings")["sound"] is True


def test_a_deleted_record_leaves_no_files(store: Store) -> None:
    store.save("game", OLD)
    store.save("game", NEW)
    put(store, "game.new", b"sixpip 1 9")
    store.delete("game")
    assert files(store) == {}
    assert store.load("game") is None
    store.delete("game")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "cut short"),
        (b"sixpip 1 ", "cut short"),
        (b"sixpip 1 40", "cut short"),
        (record(b'{"a":1}')[:-1], "cut short"),
        (record(b'{"a":1}') + b" ", "wrong checksum"),
        (record(b'{"a":1}').replace(b"1}", b"2}"), "wrong checksum"),
        (record(b'{"a":1}').replace(b"\n", b"\r\n"), "wrong checksum"),
        (b"sixpip 1 7 zzzzzzzz\n" + b'{"a":1}', "wrong checksum"),
        (b"sixpip 1 \n", "wrong checksum"),
        (b"sixpip 1 many 00000000\n", "wrong checksum"),
        (b"sixpip 1 " + b"9" * 9000 + b" 00000000\n", "wrong checksum"),
        (b"sixpip 2 8 00000000\n" + b'{"a":1}', "cut short"),
        (b"sixpip 0 7 00000000\n" + b'{"a":1}', "not a record"),
        (b'{"a": 1}', "not a record"),
        (b"\x00" * 300, "not a record"),
        (record(b'"' + b"x" * 12_000 + b'"')[:-1], "cut short"),
        (b"x" * 16_384, "not a record"),
        (b"x" * 16_385, "too long"),
        (record(b'{"a":'), "not JSON"),
        (record(b'"\xff\xfe"'), "not JSON"),
    ],
    ids=lambda part: part if isinstance(part, str) else repr(part[:24]),
)
def test_a_damaged_record_is_set_aside_unchanged_and_the_one_before_counts(
    store: Store, data: bytes, reason: str
) -> None:
    put(store, "game.old", record(b"1"))
    put(store, "game", data)
    assert store.load("game") == 1
    assert store.damaged == ["game.bad"]
    assert store.reasons == {"game.bad": reason}
    assert store.reports == ["You can play on. Sixpip could not use the saved game and has set that data aside."]
    assert files(store)["game.bad"] == data
    assert Store(store.folder).load("game") == 1
    assert store.save("game", NEW)
    assert store.load("game") == NEW
    assert files(store)["game.bad"] == data


def test_a_complete_new_file_counts_and_the_record_becomes_the_one_before(store: Store) -> None:
    put(store, "game", record(b"1"))
    put(store, "game.old", record(b"0"))
    put(store, "game.new", record(b"2"))
    assert store.load("game") == 2
    assert files(store) == {"game": record(b"2"), "game.old": record(b"1")}


def test_a_half_written_new_file_is_not_damage(store: Store) -> None:
    put(store, "game", record(b"1"))
    put(store, "game.new", record(b'{"points":2}')[:-3])
    assert store.load("game") == 1
    assert store.damaged == []


def test_a_new_file_that_is_cut_short_after_the_record_was_renamed_is_damage(store: Store) -> None:
    put(store, "game.old", record(b"1"))
    put(store, "game.new", record(b'{"points":2}')[:-3])
    assert store.load("game") == 1
    assert store.damaged == ["game.bad"]


@pytest.mark.parametrize("file", ["game.new", "game.old"])
def test_a_complete_file_that_is_not_json_is_set_aside_once(store: Store, file: str) -> None:
    put(store, file, record(b'{"points":'))
    assert store.load("game") is None
    assert store.damaged == ["game.bad"]
    assert files(store) == {"game.bad": record(b'{"points":')}


def test_the_record_before_is_not_read_while_the_record_is_valid(store: Store) -> None:
    store.save("game", OLD)
    put(store, "game.old", b"garbage")
    assert store.load("game") == OLD
    assert store.damaged == []


def test_a_damaged_record_never_replaces_the_good_one_before(store: Store) -> None:
    put(store, "game", record(b"1")[:-1])
    put(store, "game.old", record(b"0"))
    store.save("game", 2)
    assert files(store) == {"game": record(b"2"), "game.old": record(b"0"), "game.bad": record(b"1")[:-1]}


def test_no_damaged_file_is_overwritten_by_a_later_one(store: Store) -> None:
    names = ["game.bad"] + [f"game.bad{number}" for number in range(2, 13)]
    for count in range(len(names)):
        put(store, "game", b"garbage %d" % count)
        assert store.load("game") is None
    assert files(store) == {name: b"garbage %d" % count for count, name in enumerate(names)}
    assert store.damaged == names


def test_a_folder_with_the_name_of_a_record_is_set_aside(store: Store) -> None:
    (Path(store.folder) / "game").mkdir()
    assert store.load("game") is None
    assert store.reasons == {"game.bad": "unreadable"}
    assert store.save("game", OLD)


def test_a_record_that_the_caller_cannot_use_is_set_aside_and_the_one_before_is_loaded_next(store: Store) -> None:
    store.save("game", OLD)
    store.save("game", ["of", "another", "version"])
    assert store.set_aside("game", "no game") == "game.bad"
    assert store.damaged == ["game.bad"]
    assert store.reasons == {"game.bad": "no game"}
    assert store.load("game") == OLD
    assert store.set_aside("game", "no game either") == "game.bad2"
    assert store.load("game") is None


def test_records_in_a_folder_of_the_store_are_listed_and_damaged_ones_are_not(store: Store) -> None:
    assert store.names("parked") == [] and not store.has("parked/zilch")
    for name, value in (("parked/zilch", OLD), ("parked/pure", OLD), ("parked/pure", NEW), ("game", OLD)):
        store.save(name, value)
    assert store.names("parked") == ["pure", "zilch"] and store.load("parked/pure") == NEW
    (Path(store.folder) / "parked" / "zilch").write_bytes(b"sixpip 2")
    assert store.load("parked/zilch") is None
    assert store.damaged == ["parked/zilch.bad"] and store.names("parked") == ["pure"]


def test_a_moved_record_replaces_another_with_all_its_versions(store: Store) -> None:
    for name in ("game", "parked/pure"):
        store.save(name, OLD)
        store.save(name, [name])
    store.move("game", "parked/pure")
    assert store.load("game") is None and not store.has("game")
    assert store.load("parked/pure") == ["game"]
    assert sorted(path.name for path in (Path(store.folder) / "parked").iterdir()) == ["pure"]


def test_a_record_that_is_not_there_cannot_be_moved(store: Store) -> None:
    store.save("parked/pure", OLD)
    with pytest.raises(StorageError, match="The game could not be moved"):
        store.move("game", "parked/pure")
    assert store.load("parked/pure") == OLD


@pytest.mark.parametrize("name", ["", "Game", "/a", "a/", "../a", "a/b/c", "game.old", "a b"])
@pytest.mark.parametrize(
    "call",
    [Store.load, Store.delete, lambda s, n: s.save(n, 1), lambda s, n: s.set_aside(n, "")],
    ids=["load", "delete", "save", "set_aside"],
)
def test_a_name_that_could_mean_another_folder_or_file_is_refused(
    store: Store, name: str, call: Callable[[Store, str], object]
) -> None:
    with pytest.raises(ValueError, match="cannot name a record"):
        call(store, name)


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ({1: 2}, TypeError),
        ({"a": b"bytes"}, TypeError),
        ([object()], TypeError),
        (float("nan"), ValueError),
        ([float("inf")], ValueError),
    ],
)
def test_a_value_that_json_cannot_hold_is_refused_and_the_record_stays(
    store: Store, value: Any, error: type[Exception]
) -> None:
    store.save("game", OLD)
    with pytest.raises(error, match="record"):
        store.save("game", value)
    assert store.load("game") == OLD


def test_a_record_that_is_too_long_to_load_is_refused_and_the_earlier_one_stays(store: Store) -> None:
    store.save("game", OLD)
    with pytest.raises(StorageError, match="The last change is too long to save"):
        store.save("game", "x" * 16_384)
    assert store.load("game") == OLD
    fits = "x" * (16_384 - len(b"sixpip 1 16358 12345678\n") - 2)
    with pytest.raises(StorageError, match="The last change is too long to save"):
        store.save("game", fits + "x")
    store.save("game", fits)
    assert store.load("game") == fits


@pytest.mark.parametrize(
    ("number", "error", "words"),
    [
        (28, StorageFull, ("The disk is full, so the last change is not saved. Delete a saved game.",)),
        (29, StorageError, ("The last change could not be saved. What was saved before stays. Try again.", 29)),
    ],
)
def test_a_record_that_cannot_be_written_is_reported_with_the_reason(
    number: int, error: type[Exception], words: tuple[object, ...], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise OSError(number, "")

    with monkeypatch.context() as patched:
        patched.setattr("builtins.open", fail)
        with pytest.raises(error) as caught:
            store.save("game", OLD)
    assert caught.value.args == words and store.load("game") is None


@pytest.mark.parametrize(("number", "shown"), [(13, 13), (0, 5)])
def test_a_record_that_cannot_be_deleted_is_reported_with_the_number_of_the_error(
    number: int, shown: int, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: str) -> None:
        raise OSError(number, "") if number else OSError

    store.save("game", OLD)
    with monkeypatch.context() as patched:
        patched.setattr("os.remove", fail)
        with pytest.raises(StorageError) as failed:
            store.delete("game")
    assert failed.value.args == ("It could not be deleted. Try again.", shown)
    assert store.load("game") == OLD


def test_the_free_space_is_that_of_the_free_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def statvfs(folder: str) -> tuple[int, ...]:
        asked.append(folder)
        return 11, 4096, 13, 17, 19, 23, 29, 31, 37, 41

    monkeypatch.setattr("os.statvfs", statvfs)
    assert [free_bytes(folder) for folder in ("", "/saves")] == [4096 * 19] * 2 and asked == ["/", "/saves"]


def test_under_micropython_the_blocks_of_every_folder_are_free_though_they_are_counted_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, file = 0x4000, 0x8000
    inside = {"/": ["sixpip", "main.py"], "/sixpip": ["board", "app", "version.py"], "/sixpip/app": ["game"]}

    def ilistdir(path: str) -> list[tuple[str | int, ...]]:
        mounted: list[tuple[str | int, ...]] = [(".sixpip", folder, 0)] if path == "/" else []  # no folder of the disk
        return mounted + [(name, file if "." in name else folder, 0, 5) for name in inside.get(path, [])]

    monkeypatch.setattr("sixpip.storage.recovery.MICROPYTHON", True)
    monkeypatch.setattr("os.statvfs", lambda folder: (11, 4096, 13, 17, 19, 23, 29, 31, 37, 41))
    monkeypatch.setattr("os.ilistdir", ilistdir, raising=False)
    assert free_bytes("/sixpip") == 4096 * (19 + 2 * 4)
