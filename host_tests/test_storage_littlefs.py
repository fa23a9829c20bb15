"""Records on a real littlefs, as on the Pico: power cut before and in the middle of every flash operation of a save."""

from typing import Any

import pytest

from host_tests.little_disk import after_each_cut, formatted, load, on
from sixpip.storage.records import StorageFull, Store

OLDEST = {"turn": 1, "log": list(range(80))}
OLD = {"turn": 2, "log": list(range(100, 200))}
NEW = {"turn": 3, "log": list(range(300, 420))}
NEWEST = {"turn": 4}


@pytest.fixture(scope="module")
def empty() -> bytes:
    """A small file system with nothing in it."""
    return formatted(16)


def saved(image: bytes, *values: Any) -> bytes:
    """The image after these saves."""
    for value in values:
        _result, flash = on(image, lambda store, value=value: store.save("game", value))  # type: ignore[misc]
        image = bytes(flash.buffer)
    return image


@pytest.mark.parametrize("history", [[], [OLD], [OLDEST, OLD]], ids=["first save", "second save", "third save"])
def test_a_cut_in_any_flash_operation_leaves_the_old_or_the_new_record(empty: bytes, history: list[Any]) -> None:
    old = history[-1] if history else None
    images = after_each_cut(saved(empty, *history), lambda store: store.save("game", NEW))
    seen = [load(image) for image in images]
    turn = seen.index(NEW)
    assert seen == [old] * turn + [NEW] * (len(images) - turn)
    assert turn > 4


def test_a_second_cut_in_the_recovery_or_in_the_next_save_loses_nothing_either(empty: bytes) -> None:
    for image in after_each_cut(saved(empty, OLDEST, OLD), lambda store: store.save("game", NEW))[::3]:
        shown = load(image)
        recovered = after_each_cut(image, lambda store: store.load("game"))
        assert all(load(later) == shown for later in recovered)
        for later in after_each_cut(recovered[-1], lambda store: store.save("game", NEWEST)):
            assert load(later) in (shown, NEWEST)


def test_an_unchanged_value_costs_no_flash_operation(empty: bytes) -> None:
    written, flash = on(saved(empty, OLD), lambda store: store.save("game", OLD))
    assert not written
    assert flash.operations == []


def test_a_full_flash_is_said_and_the_record_stays(empty: bytes) -> None:
    def fill(store: Store) -> int:
        store.save("game", OLD)
        for count in range(100):
            try:
                store.save(f"filler{count}", "x" * 12_000)
            except StorageFull:
                return count
        return 0

    count, flash = on(empty, fill)
    assert count > 1
    image = bytes(flash.buffer)
    assert load(image) == OLD
    assert on(image, lambda store: store.load(f"filler{count}"))[0] is None
