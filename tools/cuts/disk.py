"""A littlefs image in memory as the firmware's storage sees it on the Pico, with the flash operations noted.

The firmware's own modules run on it unchanged; only `os`, `open` and two calls of sixpip.port are put in their place.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, TypeVar

from littlefs import LittleFS, LittleFSError, UserContext

from sixpip.app import custom_variants
from sixpip.storage import log_files, record_file, records, recovery
from tools.image import BLOCK_SIZE, GEOMETRY, files_in

T = TypeVar("T")

_FOLDER = 0x4000
_FILE = 0x8000
_BLANK = b"\xff" * BLOCK_SIZE
_DIRECTORY = 2
"""The type of a folder in littlefs."""
_STORAGE = (record_file, records, recovery, log_files, custom_variants)
"""The firmware's modules that touch files."""
_NONE = object()
"""A module has no such name of its own: `open` is Python's."""

Operation = tuple[int, bytes | None]
"""Where in the file system, and the bytes programmed there; None for the erase of a block."""


def formatted(blocks: int) -> bytes:
    """An image with an empty file system of so many blocks."""
    flash = _Flash(_BLANK * blocks)
    LittleFS(flash, mount=False, block_count=blocks, **GEOMETRY).format()
    return bytes(flash.buffer)


class _Flash(UserContext):
    """Flash in memory that notes each program (the bytes) and erase (None) with its place."""

    def __init__(self, image: bytes) -> None:
        super().__init__(buffer=bytearray(image))
        self.operations: list[Operation] = []

    # UserContext's own calls ask for a logger at each of a million reads

    def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
        """Reading."""
        start = block * BLOCK_SIZE + off
        return self.buffer[start : start + size]

    def prog(self, cfg: Any, block: int, off: int, data: bytes) -> int:
        """Programming, noted."""
        start = block * BLOCK_SIZE + off
        self.operations.append((start, bytes(data)))
        self.buffer[start : start + len(data)] = data
        return 0

    def erase(self, cfg: Any, block: int) -> int:
        """Erasing, noted."""
        start = block * BLOCK_SIZE
        self.operations.append((start, None))
        self.buffer[start : start + BLOCK_SIZE] = _BLANK
        return 0


def mode_of(entry: Any) -> int:
    """What os.stat and os.ilistdir say of an entry that littlefs found: a folder, or a file."""
    return _FOLDER if entry.type == _DIRECTORY else _FILE


@contextmanager
def in_place(parts: dict[str, object]) -> Iterator[None]:
    """Meanwhile the firmware's modules work with these parts of a disk, by name."""
    before = [(vars(module), name, vars(module).get(name, _NONE)) for module in _STORAGE for name in parts]
    for names, name, _own in before:
        names[name] = parts[name]
    try:
        yield
    finally:
        for names, name, own in before:
            if own is _NONE:
                del names[name]
            else:
                names[name] = own


class Disk:
    """What the firmware's storage needs of `os`, on a littlefs image, as MicroPython gives it on the Pico."""

    def __init__(self, image: bytes) -> None:
        """Mounts the image; raises LittleFSError when there is no file system in it."""
        self._flash = _Flash(image)
        self._fs = LittleFS(self._flash, mount=False, block_count=len(image) // BLOCK_SIZE, **GEOMETRY)
        self._fs.mount()  # never formats, as the default does

    @property
    def image(self) -> bytes:
        """The flash as it is now."""
        return bytes(self._flash.buffer)

    @property
    def operations(self) -> list[Operation]:
        """What was done to the flash, in that order."""
        return self._flash.operations

    def files(self) -> dict[str, bytes]:
        """Every file by its path, without the slash in front."""
        return files_in(self._fs)

    def _call(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except LittleFSError as error:
            raise OSError(-error.code, error.name) from error
        except OSError as error:
            if isinstance(error.__cause__, LittleFSError):  # littlefs-python raises Python's own without their number
                raise OSError(-error.__cause__.code, str(error)) from error
            raise

    def stat(self, path: str) -> tuple[int, ...]:
        """As os.stat."""
        found = self._call(lambda: self._fs.stat(path))
        return (mode_of(found), 0, 0, 0, 0, 0, found.size, 0, 0, 0)

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

    def open(self, path: str, mode: str) -> "File":
        """As open, unbuffered; "ab" makes a file that is not there, as on the Pico."""
        if mode == "ab":
            try:
                self.stat(path)
            except OSError:
                mode = "wb"
        return File(self._call, self._call(lambda: self._fs.open(path, mode, buffering=0)))

    def parts(self) -> dict[str, object]:
        """What to set in the firmware's modules, by name."""
        return {"os": self, "open": self.open, "replace": self.rename, "to_disk": lambda file: None}

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Meanwhile the firmware's modules work on this disk."""
        with in_place(self.parts()):
            yield


def saved_game(image: bytes) -> dict[str, Any]:
    """The record of the game in an image. Raises FileNotFoundError: there is none, or it is just being replaced."""
    with Disk(image).open("/game", "rb") as file:
        _head, text = file.read().split(b"\n", 1)
    game: dict[str, Any] = json.loads(text)["game"]
    return game


class File:
    """An open file of a Disk, with errors as MicroPython raises them."""

    def __init__(self, call: Callable[[Callable[[], Any]], Any], file: IO[bytes]) -> None:
        self._call = call
        self._file = file

    def read(self, count: int = -1) -> bytes:
        """The rest of the file, or `count` bytes of it."""
        return bytes(self._call(lambda: self._file.read(count)))

    def write(self, data: bytes) -> int:
        """Append."""
        return int(self._call(lambda: self._file.write(data)))

    def readinto(self, buffer: bytearray) -> int:
        """Fill the buffer; how many bytes came."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close it, which commits what was written."""
        self._call(self._file.close)

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
