"""Records on a real littlefs, as on the Pico: power is cut before and during every flash operation of a save."""

from typing import Any

import pytest

from host_tests.store_fixture import cuts_amid, load, on
from tools.check.power_loss.disk import Disk, format_image

OLDEST = {"turn": 1, "log": list(range(80))}
OLD = {"turn": 2, "log": list(range(100, 200))}
NEW = {"turn": 3, "log": list(range(300, 420))}
NEWEST = {"turn": 4}


@pytest.fixture(scope="module")
def empty() -> bytes:
    """A small file system with nothing in it."""
    return format_image(16)


def saved(image: bytes, *values: Any) -> bytes:
    """The image after these saves."""
    for value in values:
        disk = Disk(image)
        on(disk, lambda store, value=value: store.save("game", value))  # type: ignore[misc]
        image = disk.image
    return image


@pytest.mark.parametrize("history", [[], [OLD], [OLDEST, OLD]], ids=["first save", "second save", "third save"])
def test_a_cut_in_any_flash_operation_leaves_the_old_or_the_new_record(empty: bytes, history: list[Any]) -> None:
    old = history[-1] if history else None
    found = cuts_amid(saved(empty, *history), lambda store: store.save("game", NEW))
    seen = [load(cut.image) for cut in found]
    turn = seen.index(NEW)
    assert seen == [old] * turn + [NEW] * (len(found) - turn)
    assert found[turn].index > 2


def test_a_second_cut_in_the_recovery_or_in_the_next_save_loses_nothing(empty: bytes) -> None:
    for cut in cuts_amid(saved(empty, OLDEST, OLD), lambda store: store.save("game", NEW)):
        shown = load(cut.image)
        recovered = cuts_amid(cut.image, lambda store: store.load("game"))
        assert all(load(later.image) == shown for later in recovered)
        later = [load(cut.image) for cut in cuts_amid(recovered[-1].image, lambda store: store.save("game", NEWEST))]
        turn = later.index(NEWEST)
        assert turn and later == [shown] * turn + [NEWEST] * (len(later) - turn)
