"""A littlefs image in memory for the firmware's storage modules, with a record of all flash operations.

The modules run unchanged; only `os`, `open` and two functions of sixpip.compat are replaced in them.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, TypeVar

from littlefs import LittleFS, LittleFSError, UserContext

from sixpip import compat
from sixpip.app.games import game_log
from sixpip.app.house_rules import custom_variants
from sixpip.screens.history import last_games, score_curves
from sixpip.screens.play import last_turn
from sixpip.storage import record_store, recovery
from tools.board.image import BLOCK_SIZE, GEOMETRY, files_in

T = TypeVar("T")

_FOLDER = 0x4000
_FILE = 0x8000
_BLANK = b"\xff" * BLOCK_SIZE
_DIRECTORY = 2
"""The type of a directory in littlefs."""
_STORAGE = (compat, record_store, recovery, game_log, custom_variants, last_games, last_turn, score_curves)
"""The firmware's modules that access files."""

Operation = tuple[int, bytes | None]
"""Offset in the file system, and the bytes programmed there; None for the erase of a block."""


def format_image(blocks: int) -> bytes:
    """Returns an image of `blocks` blocks with an empty file system."""
    flash = _Flash(_BLANK * blocks)
    LittleFS(flash, mount=False, block_count=blocks, **GEOMETRY).format()
    return bytes(flash.buffer)


class _Flash(UserContext):
    """Flash in memory that records each program (its bytes) and erase (None) with its offset."""

    def __init__(self, image: bytes) -> None:
        super().__init__(buffer=bytearray(image))
        self.operations: list[Operation] = []
        self.commits = 0

    # UserContext's own methods look up a logger in each of a million reads

    def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
        """Reads `size` bytes."""
        start = block * BLOCK_SIZE + off
        return self.buffer[start : start + size]

    def prog(self, cfg: Any, block: int, off: int, data: bytes) -> int:
        """Programs and records it."""
        start = block * BLOCK_SIZE + off
        self.operations.append((start, bytes(data)))
        self.buffer[start : start + len(data)] = data
        return 0

    def erase(self, cfg: Any, block: int) -> int:
        """Erases a block and records it."""
        start = block * BLOCK_SIZE
        self.operations.append((start, None))
        self.buffer[start : start + BLOCK_SIZE] = _BLANK
        return 0

    def sync(self, cfg: Any) -> int:
        """Counts the commit of metadata that ends here."""
        self.commits += 1
        return 0


def file_mode(entry: Any) -> int:
    """Returns the mode that os.stat and os.ilistdir report for a littlefs entry: directory or file."""
    return _FOLDER if entry.type == _DIRECTORY else _FILE


@contextmanager
def patch_storage(names: dict[str, Any]) -> Iterator[None]:
    """Replaces these names in the firmware's storage modules inside the `with` block."""
    modules = [vars(module) for module in _STORAGE]
    before = [{name: module[name] for name in names if name in module} for module in modules]
    try:
        for module in modules:
            module.update(names)
        yield
    finally:
        for module, values in zip(modules, before, strict=True):
            for name in names.keys() - values.keys():
                del module[name]
            module.update(values)


class Disk:
    """The part of `os` that the firmware's storage uses, on a littlefs image, with MicroPython's behavior."""

    def __init__(self, image: bytes) -> None:
        """Mounts the image. Raises LittleFSError if it has no file system."""
        self._flash = _Flash(image)
        self._fs = LittleFS(self._flash, mount=False, block_count=len(image) // BLOCK_SIZE, **GEOMETRY)
        self._fs.mount()  # never formats, as the default does

    @property
    def image(self) -> bytes:
        """The current bytes of the flash."""
        return bytes(self._flash.buffer)

    @property
    def operations(self) -> list[Operation]:
        """The operations on the flash so far, in order."""
        return self._flash.operations

    @property
    def commits(self) -> int:
        """The count of commits of metadata so far."""
        return self._flash.commits

    def files(self) -> dict[str, bytes]:
        """Returns the content of every file by its path, without the leading slash."""
        return files_in(self._fs)

    def exists(self, path: str) -> bool:
        """Checks whether there is a file or directory at that path."""
        try:
            self.stat(path)
        except OSError:
            return False
        return True

    def _call(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except LittleFSError as error:
            raise OSError(-error.code, error.name) from error
        except OSError as error:
            if isinstance(error.__cause__, LittleFSError):  # littlefs-python's FileNotFoundError has no errno
                raise OSError(-error.__cause__.code, str(error)) from error
            raise

    def stat(self, path: str) -> tuple[int, ...]:
        """As os.stat."""
        entry = self._call(lambda: self._fs.stat(path))
        return (file_mode(entry), 0, 0, 0, 0, 0, entry.size, 0, 0, 0)

    def statvfs(self, path: str) -> tuple[int, ...]:
        """As os.statvfs: the bytes of a block at index 1, the free blocks at index 4."""
        blocks = len(self._flash.buffer) // BLOCK_SIZE
        return (BLOCK_SIZE, BLOCK_SIZE, blocks, 0, blocks - self._fs.used_block_count, 0, 0, 0, 0, 255)

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
        """As open, unbuffered; "ab" creates a missing file, as on the Pico."""
        if mode == "ab":
            try:
                self.stat(path)
            except OSError:
                mode = "wb"
        return File(self._call, self._call(lambda: self._fs.open(path, mode, buffering=0)))

    def replacements(self) -> dict[str, object]:
        """Returns the names to replace in the firmware's storage modules (see patch_storage)."""
        return {"os": self, "open": self.open, "replace": self.rename, "to_disk": lambda file: None}

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Makes the firmware's storage modules use this disk inside the `with` block."""
        with patch_storage(self.replacements()):
            yield


def saved_game(image: bytes) -> dict[str, Any]:
    """Returns the record of the game in an image. Raises FileNotFoundError if there is none or it is being replaced."""
    with Disk(image).open("/game", "rb") as file:
        _head, text = file.read().split(b"\n", 1)
    game: dict[str, Any] = json.loads(text)["game"]
    return game


class File:
    """An open file of a Disk that raises the same errors as MicroPython."""

    def __init__(self, call: Callable[[Callable[[], Any]], Any], file: IO[bytes]) -> None:
        self._call = call
        self._file = file

    def read(self, count: int = -1) -> bytes:
        """Reads `count` bytes, or the rest of the file."""
        return bytes(self._call(lambda: self._file.read(count)))

    def seek(self, offset: int, origin: int = 0) -> int:
        """Sets the place to read from, as in Python; returns it."""
        return int(self._call(lambda: self._file.seek(offset, origin)))

    def write(self, data: bytes) -> int:
        """Writes all of `data`; returns the count of bytes."""
        return int(self._call(lambda: self._file.write(data)))

    def readinto(self, buffer: bytearray) -> int:
        """Reads into the buffer; returns the count of bytes."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Closes the file, which commits its data to the flash."""
        self._call(self._file.close)

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
