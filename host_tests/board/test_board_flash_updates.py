"""The blocks of the file of the modules in a real littlefs: after many updates of one disk, with a player's files."""

import importlib
import sys
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from littlefs import LittleFS, LittleFSError
from littlefs.context import UserContext

from host_tests.effort import scaled
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, GEOMETRY
from tools.board.module_file import MODULES, pointer_bytes

FLASH = 0x100A0000
UPDATES = scaled(60, 300)
NEW = MODULES + ".new"


class Disk(UserContext):
    """The flash that a littlefs is in; the file system of the console is mounted on it a second time."""

    def __init__(self) -> None:
        super().__init__(BLOCK_COUNT * BLOCK_SIZE)
        self.files = LittleFS(context=self, mount=False, block_count=BLOCK_COUNT, **GEOMETRY)
        self.files.format()
        self.files.mount()
        self.second: LittleFS | None = None

    def write(self, name: str, content: bytes) -> None:
        with self.files.open(name, "wb") as file:
            file.write(content)

    def bytes_at(self, address: int, length: int) -> bytes:
        """As uctypes.bytearray_at."""
        return bytes(self.buffer[address - FLASH : address - FLASH + length])

    def mounted(self, disk: Any, readsize: int) -> Any:
        """As vfs.VfsLfs2: a file system that reads through `disk`."""

        class Reader(UserContext):
            def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
                found = bytearray(size)
                disk.readblocks(block, found, off)
                return found

        geometry = {**GEOMETRY, "read_size": readsize, "cache_size": max(readsize, GEOMETRY["cache_size"])}
        files = LittleFS(context=Reader(0), mount=False, block_count=BLOCK_COUNT, **geometry)
        files.mount()
        self.second = files  # a file does not keep its file system alive
        return files

    def readblocks(self, number: int, buffer: bytearray, offset: int = 0) -> None:
        """As that of rp2.Flash."""
        at = number * BLOCK_SIZE + offset
        buffer[:] = self.buffer[at : at + len(buffer)]

    def ioctl(self, operation: int, _argument: int) -> int | None:
        """As that of rp2.Flash."""
        return {4: BLOCK_COUNT, 5: BLOCK_SIZE}.get(operation)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """An empty disk, in which sixpip.board.flash_file looks for files."""
    disk = Disk()
    uctypes = SimpleNamespace(bytearray_at=disk.bytes_at, addressof=lambda _: FLASH)
    parts: dict[str, Any] = {
        "rp2": SimpleNamespace(Flash=lambda: disk),
        "vfs": SimpleNamespace(VfsLfs2=disk.mounted),
        "uctypes": uctypes,
        "machine": MagicMock(),
    }
    for name, part in parts.items():
        monkeypatch.setitem(sys.modules, name, part)
    monkeypatch.delitem(sys.modules, "sixpip.board.flash_file", raising=False)
    return disk


def read_in_place(disk: Disk, size: int) -> bytes:
    """Returns the content of the file of the modules, read where the console runs its code."""
    flash_file: Any = importlib.import_module("sixpip.board.flash_file")
    found = b""
    for number, address in enumerate(flash_file.block_addresses(MODULES)):
        found += disk.bytes_at(address, BLOCK_SIZE)[pointer_bytes(number) :]
    return found[:size]


@pytest.mark.scaled
def test_after_each_of_many_updates_the_code_is_read_from_the_blocks_of_the_file_and_from_no_other(disk: Disk) -> None:
    chance = Random(5)
    for number in range(UPDATES):
        for _ in range(chance.randrange(6)):  # a player's saves, logs and own variants
            name = f"user{chance.randrange(12)}"
            try:
                disk.write(name, chance.randbytes(chance.choice((200, 3000, 9000, 40_000))))
            except LittleFSError:
                disk.files.remove(name)  # the disk is full
        content = chance.randbytes(chance.randrange(340_000, 380_000))
        while True:
            try:
                disk.write(NEW, content)
                break
            except LittleFSError:
                disk.files.remove(NEW)
                disk.files.remove(next(name for name in disk.files.listdir("/") if name.startswith("user")))
        disk.files.rename(NEW, MODULES)
        assert read_in_place(disk, len(content)) == content, number
