"""A Store on a disk in memory, and the flash of a littlefs after a power loss, for the tests of the storage."""

from collections.abc import Callable
from typing import Any, TypeVar

from sixpip.storage.record_store import StorageFull, Store
from tools.check.power_loss.disk import Disk, patch_storage
from tools.check.power_loss.images import Cut, cuts
from tools.play.host.faulty_disk import FaultyDisk

T = TypeVar("T")

FOLDER = "/saves"


def on(disk: Disk | FaultyDisk, action: Callable[[Store], T]) -> T:
    """The result of `action` with a new store on this disk."""
    with patch_storage(disk.replacements()):
        return action(Store(FOLDER))


def full(*_: object) -> bool:
    """In place of a save: there is no room."""
    raise StorageFull("The disk is full: remove files to save again.")


def load(image: bytes) -> Any:
    """The game in this image; a power loss must never damage a file."""
    value, damaged = on(Disk(image), lambda store: (store.load("game"), store.damaged))
    assert damaged == []
    return value


def cuts_amid(image: bytes, action: Callable[[Store], object]) -> list[Cut]:
    """Every different image that a power loss during `action` leaves; the last one is without a power loss."""
    disk = Disk(image)
    on(disk, action)
    losses = list(cuts(image, disk.operations))
    assert losses[-1].image == disk.image
    return losses
