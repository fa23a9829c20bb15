"""A real littlefs in memory for the storage tests, and power cuts in the middle of its flash operations."""

from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, TypeVar

import pytest
from littlefs import LittleFS, LittleFSError, UserContext

from sixpip.storage import history, mending, records
from sixpip.storage.records import Store
from tools.image import BLOCK_SIZE

T = TypeVar("T")

GEOMETRY: dict[str, Any] = {
    "block_size": BLOCK_SIZE,
    "prog_size": 256,
    "read_size": 32,
    "cache_size": 1024,
    "lookahead_size": 32,
    "block_cycles": 100,
}
"""As MicroPython mounts it on the Pico."""

Operation = tuple[int, bytes | None]
"""Where in the image, and the bytes programmed there; None for the erase of a block."""


def formatted(blocks: int) -> bytes:
    """An image with an empty file system of so many blocks."""
    flash = UserContext(blocks * BLOCK_SIZE)
    LittleFS(flash, mount=False, block_count=blocks, **GEOMETRY).format()
    return bytes(flash.buffer)


class RecordedFlash(UserContext):
    """Flash in memory that notes each program (the bytes) and erase (None) with its place."""

    def __init__(self, image: bytes) -> None:
        super().__init__(buffer=bytearray(image))
        self.operations: list[Operation] = []

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
        self._fs = LittleFS(self.flash, block_count=len(image) // BLOCK_SIZE, **GEOMETRY)

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

    def listdir(self, path: str) -> list[str]:
        """As os.listdir."""
        return self._call(lambda: self._fs.listdir(path))

    def open(self, path: str, mode: str) -> "LittleFile":
        """As open, unbuffered; "ab" makes a file that is not there, as on the Pico."""
        if mode == "ab":
            try:
                self.stat(path)
            except OSError:
                mode = "wb"
        return LittleFile(self._call, self._call(lambda: self._fs.open(path, mode, buffering=0)))


class LittleFile:
    """An open file of a LittleDisk, with errors as MicroPython raises them."""

    def __init__(self, call: Callable[[Callable[[], Any]], Any], file: IO[bytes]) -> None:
        self._call = call
        self._file = file

    def read(self, count: int = -1) -> bytes:
        """The rest of the file, or `count` bytes of it."""
        return bytes(self._call(lambda: self._file.read(count)))

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
            for module in (records, mending, history):
                patch.setattr(module, name, part, raising=False)
        return action(Store("/saves")), disk.flash


def load(image: bytes) -> Any:
    """The game in this image; no cut may look like damage."""
    (value, damaged), _flash = on(image, lambda store: (store.load("game"), store.damaged))
    assert damaged == []
    return value


def cuts(image: bytes, operations: Iterable[Operation]) -> Iterator[bytes]:
    """The image as a cut before and in the middle of each operation leaves it; the last one without a cut."""
    now = bytearray(image)
    for place, data in operations:
        yield bytes(now)
        done = b"\xff" * BLOCK_SIZE if data is None else data
        half = len(done) // 2
        now[place : place + half] = done[:half]
        yield bytes(now)
        now[place : place + len(done)] = done
    yield bytes(now)


def after_each_cut(image: bytes, action: Callable[[Store], object]) -> list[bytes]:
    """The image as a cut before and in the middle of each flash operation of `action` leaves it, and without a cut."""
    _result, flash = on(image, action)
    images = list(cuts(image, flash.operations))
    assert images[-1] == flash.buffer
    return images
