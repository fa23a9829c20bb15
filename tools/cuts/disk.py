"""A littlefs image in memory as the firmware's storage sees it on the Pico, with the flash operations noted.

The firmware's own modules run on it unchanged; only `os`, `open` and two calls of sixpip.port are put in their place.
"""

import errno
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any, TypeVar
from unittest.mock import patch

from littlefs import LittleFS, LittleFSError, UserContext

from sixpip.console import own_variants
from sixpip.storage import history, mending, records
from tools.image import BLOCK_SIZE

T = TypeVar("T")

_GEOMETRY: dict[str, Any] = {
    "block_size": BLOCK_SIZE,
    "prog_size": 256,
    "read_size": 32,
    "cache_size": 1024,
    "lookahead_size": 32,
    "block_cycles": 100,
    "disk_version": 0x00020001,
}
"""As MicroPython mounts it on the Pico."""
_FOLDER = 0x4000
_FILE = 0x8000
_BLANK = b"\xff" * BLOCK_SIZE
_DIRECTORY = 2
"""The type of a folder in littlefs."""

Operation = tuple[int, bytes | None]
"""Where in the file system, and the bytes programmed there; None for the erase of a block."""


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


class Disk:
    """What the firmware's storage needs of `os`, on a littlefs image, as MicroPython gives it on the Pico."""

    def __init__(self, image: bytes) -> None:
        """Mounts the image; raises LittleFSError when there is no file system in it."""
        self._flash = _Flash(image)
        self._fs = LittleFS(self._flash, mount=False, block_count=len(image) // BLOCK_SIZE, **_GEOMETRY)
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
        found = {}
        for root, _folders, names in self._fs.walk("/"):
            for name in names:
                path = f"{root.rstrip('/')}/{name}"
                with self._fs.open(path, "rb") as file:
                    found[path.lstrip("/")] = file.read()
        return found

    def _call(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except LittleFSError as error:
            raise OSError(-error.code, error.name) from error
        except FileNotFoundError as error:  # littlefs-python raises it without its number
            raise OSError(errno.ENOENT, str(error)) from error

    def stat(self, path: str) -> tuple[int, ...]:
        """As os.stat."""
        found = self._call(lambda: self._fs.stat(path))
        return (_FOLDER if found.type == _DIRECTORY else _FILE, 0, 0, 0, 0, 0, found.size, 0, 0, 0)

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

    def open(self, path: str, mode: str) -> "_File":
        """As open, unbuffered; "ab" makes a file that is not there, as on the Pico."""
        if mode == "ab":
            try:
                self.stat(path)
            except OSError:
                mode = "wb"
        return _File(self._call, self._call(lambda: self._fs.open(path, mode, buffering=0)))

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Meanwhile the firmware's modules work on this disk."""
        parts = {"os": self, "open": self.open, "replace": self.rename, "to_disk": lambda file: None}
        with ExitStack() as stack:
            for module in (records, mending, history, own_variants):
                for name, part in parts.items():
                    stack.enter_context(patch.object(module, name, part, create=True))
            yield


class _File:
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

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, *_error: object) -> None:
        self._call(self._file.close)
