"""A Store on a disk in memory, for the tests of what storage keeps, and power cuts in the flash of a littlefs."""

from collections.abc import Callable
from typing import Any, TypeVar

from sixpip.storage.records import Store
from tools.host.faulty_disk import FaultyDisk
from tools.power_loss.disk import Disk, patch_storage
from tools.power_loss.images import Cut, cuts

T = TypeVar("T")

FOLDER = "/saves"


def on(disk: Disk | FaultyDisk, action: Callable[[Store], T]) -> T:
    """What `action` gives with a fresh store on this disk."""
    with patch_storage(disk.replacements()):
        return action(Store(FOLDER))


def load(image: bytes) -> Any:
    """The game in this image; no cut may look like damage."""
    value, damaged = on(Disk(image), lambda store: (store.load("game"), store.damaged))
    assert damaged == []
    return value


def cuts_amid(image: bytes, action: Callable[[Store], object]) -> list[Cut]:
    """Every different image that a cut in the flash operations of `action` leaves; the last one is without a cut."""
    disk = Disk(image)
    on(disk, action)
    found = list(cuts(image, disk.operations))
    assert found[-1].image == disk.image
    return found
