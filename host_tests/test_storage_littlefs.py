"""Records on a real littlefs, as on the Pico: power cut before and in the middle of every flash operation of a save."""

from collections.abc import Callable
from typing import IO, Any, TypeVar

import pytest
from littlefs import LittleFS, LittleFSError, UserContext

from sixpip.storage import records
from sixpip.storage.records import StorageFull, Store
from tools.image import BLOCK_SIZE

T = TypeVar("T")

BLOCKS = 16
GEOMETRY: dict[str, Any] = {
    "prog_size": 256,
    "read_size": 32,
    "cache_size": 1024,
    "lookahead_size": 32,
    "block_cycles": 100,
}
OLDEST = {"turn": 1, "log": list(range(80))}
OLD = {"turn": 2, "log": list(range(100, 200))}
NEW = {"turn": 3, "log": list(range(300, 420))}
NEWEST = {"turn": 4}


class RecordedFlash(UserContext):
    """Flash in memory that notes each program (the bytes) and erase (None) with its place."""

    def __init__(self, image: bytes) -> None:
        super().__init__(buffer=bytearray(image))
        self.operations: list[tuple[int, bytes | None]] = []

    def prog(self, cfg: Any, block: int, off: int, data: bytes) -> int:
        """Programming, noted."""
        self.operations.append((block * BLOCK_SIZE + off, bytes(data)))
        return int(super().prog(cfg, block, off, data))

    def erase(self, cfg: Any, block: int) -> int:
        """Erasing, noted."""
        self.operations.append((block * BLOCK_SIZE, None))
        return int(super().erase(cfg, block))


class LittleDisk:
    """What the module under test needs of `os`, on a littlefs image, as MicroPython gives it on the Pico."""

    def __init__(self, image: bytes) -> None:
        self.flash = RecordedFlash(image)
        self._fs = LittleFS(self.flash, block_size=BLOCK_SIZE, block_count=BLOCKS, **GEOMETRY)

    def _call(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except LittleFSError as error:
            raise OSError(-error.code, error.name) from error

    def stat(self, path: str) -> tuple[int, ...]:
        """As os.stat."""
        return (0, 0, 0, 0, 0, 0, self._call(lambda: self._fs.stat(path)).size, 0, 0, 0)

    def mkdir(self, path: str) -> None:
        """As os.mkdir."""
        self._call(lambda: self._fs.mkdir(path))

    def remove(self, path: str) -> None:
        """As os.remove."""
        self._call(lambda: self._fs.remove(path))

    def rename(self, source: str, target: str) -> None:
        """As os.rename on littlefs."""
        self._call(lambda: self._fs.rename(source, target))

    def open(self, path: str, mode: str) -> "LittleFile":
        """As open, unbuffered."""
        return LittleFile(self._call, self._call(lambda: self._fs.open(path, mode, buffering=0)))


class LittleFile:
    """An open file of a LittleDisk, with errors as MicroPython raises them."""

    def __init__(self, call: Callable[[Callable[[], Any]], Any], file: IO[bytes]) -> None:
        self._call = call
        self._file = file

    def read(self) -> bytes:
        """The whole file."""
        return bytes(self._call(self._file.read))

    def write(self, data: bytes) -> int:
        """Append."""
        return int(self._call(lambda: self._file.write(data)))

    def __enter__(self) -> "LittleFile":
        return self

    def __exit__(self, *_error: object) -> None:
        self._call(self._file.close)


def on(image: bytes, action: Callable[[Store], T]) -> tuple[T, RecordedFlash]:
    """What `action` gives with a store on this image, and the flash after it."""
    disk = LittleDisk(image)
    parts = {"os": disk, "open": disk.open, "replace": disk.rename, "to_disk": lambda file: None}
    with pytest.MonkeyPatch.context() as patch:
        for name, part in parts.items():
            patch.setattr(records, name, part, raising=False)
        return action(Store("/saves")), disk.flash


def load(image: bytes) -> Any:
    """The game in this image; no cut may look like damage."""
    (value, damaged), _flash = on(image, lambda store: (store.load("game"), store.damaged))
    assert damaged == []
    return value


def after_each_cut(image: bytes, action: Callable[[Store], object]) -> list[bytes]:
    """The image as a cut before and in the middle of each flash operation of `action` leaves it, and without a cut."""
    _result, flash = on(image, action)
    now = bytearray(image)
    images = []
    for place, data in flash.operations:
        images.append(bytes(now))
        done = b"\xff" * BLOCK_SIZE if data is None else data
        half = len(done) // 2
        images.append(bytes(now[:place] + done[:half] + now[place + half :]))
        now[place : place + len(done)] = done
    assert now == flash.buffer
    return [*images, bytes(now)]


@pytest.fixture(scope="module")
def empty() -> bytes:
    """A formatted image."""
    flash = RecordedFlash(b"\xff" * (BLOCKS * BLOCK_SIZE))
    filesystem = LittleFS(flash, mount=False, block_size=BLOCK_SIZE, block_count=BLOCKS, **GEOMETRY)
    filesystem.format()
    return bytes(flash.buffer)


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
