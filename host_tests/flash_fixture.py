"""A Pico in memory for the tests of tools.board.flash: mpremote's transport at one end, a real littlefs at the other.

The scripts for the board's raw REPL run under CPython, with the disk in place of `os` and `open`. The tests with the
real MicroPython and the real mpremote are in test_flash_emulator.py.
"""

import builtins
import contextlib
import hashlib
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mpremote.transport import TransportExecError  # type: ignore[import-untyped]

from tools.board.flash import manifest
from tools.board.flash.board import Board
from tools.board.flash.install import install, read_state
from tools.board.flash.plan import DiskSpace, Plan, make_plan
from tools.board.image import BLOCK_SIZE
from tools.check.power_loss.disk import Disk, File, file_mode, format_image

BLOCKS = 96
RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n"
IDENTITY = ("micropython", (1, 24, 1), "Raspberry Pi Pico with RP2040", "rp2", 0x1306)


class PicoDisk(Disk):
    """The calls of MicroPython's `os` that the scripts use."""

    def __init__(self, image: bytes) -> None:
        super().__init__(image)
        self.opened: list[File] = []
        """Files stay open until they are closed or the board is reset."""

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]:
        """As os.ilistdir on littlefs."""
        for entry in list(self._call(lambda: self._fs.scandir(path))):
            yield entry.name, file_mode(entry), 0, entry.size

    def rmdir(self, path: str) -> None:
        """As os.rmdir."""
        self._call(lambda: self._fs.rmdir(path))

    def statvfs(self, path: str) -> tuple[int, ...]:
        """As os.statvfs: block size twice, blocks, free blocks. As on the board, the blocks of folders count twice."""
        folders = sum(len(names) for _, names, _ in self._fs.walk(path))
        blocks = self._fs.block_count
        return BLOCK_SIZE, BLOCK_SIZE, blocks, blocks - self._fs.used_block_count - 2 * folders

    def open(self, path: str, mode: str) -> File:
        """As open."""
        file = super().open(path, mode)
        self.opened.append(file)
        return file


class FakeSerial:
    """The part of pySerial that board.py uses: bytes typed at the friendly REPL."""

    timeout: float
    write_timeout: float

    def __init__(self, pico: "FakePico") -> None:
        self._pico = pico

    def read(self, count: int) -> bytes:
        """The start of the prompt, which MicroPython prints after Ctrl-C."""
        return b"\r\n>>> "[:count]

    def reset_output_buffer(self) -> None:
        """All has been taken."""

    def write(self, data: bytes) -> None:
        """Ctrl-D resets: in the raw REPL with boot.py, else with main.py, too. Ctrl-C stops a boot.py."""
        if data == b"\x04":
            self._pico.soft_reset()
            self._pico.output += b"\r\nMPY: soft reboot\r\n"
            if self._pico.raw:
                self._pico.output += self._pico.boot_output + (RAW_PROMPT if self._pico.boot_ends else b"")
            else:
                self._pico.run_main()
        elif data == b"\x03" and self._pico.raw:
            self._pico.output += RAW_PROMPT


class FakePico:
    """A board with its disk, and the transport to it.

    `disconnect_after`: the cable is pulled after this many programs.
    """

    def __init__(self, image: bytes | None = None, identity: tuple[Any, ...] = IDENTITY) -> None:
        self.disk = PicoDisk(image or format_image(BLOCKS))
        self.identity = identity
        self.serial = FakeSerial(self)
        self.output = b""
        self.programs = 0
        self.most = 0
        self.disconnect_after: int | None = None
        self.starts = True
        self.runs = 0
        """How often main.py was started."""
        self.boot_output = b""
        """What boot.py prints, and whether it ends."""
        self.boot_ends = True
        self.raw = False
        self.closed = False
        self.registers: dict[int, int] = {}
        self._globals: dict[str, Any] = {}

    def soft_reset(self) -> None:
        """As MicroPython does: close open files with what has been written so far, clear all names."""
        for file in self.disk.opened:
            file.close()
        self.disk.opened.clear()
        self._globals = {"__builtins__": {**vars(builtins), "__import__": self._import, "open": self.disk.open}}

    def _import(self, name: str, *rest: Any) -> Any:
        if name == "os":
            return self.disk
        if name == "machine":
            return types.SimpleNamespace(mem32=self.registers)
        if name == "sys":
            kind, version, machine, platform, mpy = self.identity
            implementation = types.SimpleNamespace(name=kind, version=version, _machine=machine, _mpy=mpy)
            return types.SimpleNamespace(implementation=implementation, platform=platform, path=[""])
        return __import__(name, *rest)

    def run_main(self) -> None:
        """Start main.py, which prints the text after its first "#"."""
        try:
            text = self.files()["main.py"].decode()
        except KeyError:
            self.output += b">>> "
            return
        self.runs += 1
        if self.starts:
            self.output += text.partition("#")[2].strip().encode() + b"\r\n"

    # The transport

    def _check_cable(self) -> None:
        if self.disconnect_after is not None and self.programs >= self.disconnect_after:
            raise OSError(5, "the cable is out")

    def enter_raw_repl(self, soft_reset: bool = True, timeout_overall: float | None = 10) -> None:
        """As SerialTransport."""
        del soft_reset, timeout_overall
        self._check_cable()
        self.raw = True
        self.output = b""

    def exit_raw_repl(self) -> None:
        """As SerialTransport."""
        self._check_cable()
        self.raw = False
        self.output = b">>> "

    def exec(self, command: str) -> bytes:
        """As SerialTransport: runs `command`."""
        self._check_cable()
        self.programs += 1
        printed: list[str] = []
        self._globals["__builtins__"]["print"] = lambda *words: printed.append(" ".join(map(str, words)) + "\r\n")
        try:
            exec(compile(command, "board", "exec"), self._globals)  # noqa: S102 our own scripts
        except OSError as error:
            raise TransportExecError(b"", f"Traceback\r\nOSError: {error.errno}\r\n") from error
        return "".join(printed).encode()

    def read_until(
        self, min_num_bytes: int, ending: bytes, *, timeout: float | None, timeout_overall: float | None
    ) -> bytes:
        """As SerialTransport, without waiting."""
        del min_num_bytes, timeout, timeout_overall
        self._check_cable()
        before, found, after = self.output.partition(ending)
        self.output = after
        return before + found

    def close(self) -> None:
        """As SerialTransport."""
        self.closed = True

    # For the tests

    def board(self) -> Board:
        """The board, interrupted."""
        board = Board(self, "a fake port")
        board.interrupt()
        return board

    def put(self, files: dict[str, bytes]) -> "FakePico":
        """Write these files to the disk."""
        write(self.disk, files)
        return self

    def files(self) -> dict[str, bytes]:
        """Every file on the disk, as found after a power loss now."""
        return Disk(self.disk.image).files()


def disk_space(pico: FakePico) -> DiskSpace:
    board = pico.board()
    return board.disk_space(*board.list_files())


def write(disk: PicoDisk, files: dict[str, bytes]) -> None:
    """Write files to a disk and make their folders."""
    for path, data in files.items():
        for index in [index for index, letter in enumerate(path) if letter == "/"]:
            with contextlib.suppress(OSError):  # the folder exists
                disk.mkdir(path[:index])
        with disk.open(path, "wb") as file:
            file.write(data)
    disk.opened.clear()


def flash(pico: FakePico, firmware: dict[str, bytes], version: str = "2") -> Plan:
    """Do what `make flash` does; return the plan that was carried out."""
    board = pico.board()
    state = read_state(board, firmware)
    plan = make_plan(state, firmware, version)
    install(board, state, plan, firmware, lambda name, count: None)
    return plan


def built_firmware(folder: Path, files: dict[str, bytes]) -> Path:
    """Writes files as a compiled firmware into a folder, and returns it."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def content(path: str, size: int) -> bytes:
    """Bytes in place of a compiled module, different for each path."""
    block = hashlib.sha256(path.encode()).digest()
    return (block * (size // len(block) + 1))[:size]


def with_manifest(files: dict[str, bytes], version: str) -> dict[str, bytes]:
    return {**files, manifest.NAME: manifest.manifest_of(files, version).text()}


OLD = {
    "main.py": b"import sixpip # Sixpip 1\n",
    "sixpip/__init__.mpy": content("init", 90),
    "sixpip/same.mpy": content("same", 700),
    "sixpip/changed.mpy": content("before", 3000),
    "sixpip/gone.mpy": content("gone", 1500),
    "sixpip/left/gone.mpy": content("left", 40),
}
NEW = {
    "main.py": b"import sixpip # Sixpip 2\n",
    "sixpip/__init__.mpy": content("init", 90),
    "sixpip/same.mpy": content("same", 700),
    "sixpip/changed.mpy": content("after", 5000),
    "sixpip/added.mpy": content("added", 300),
    "sixpip/more/added.mpy": content("more", 2500),
}
USER_FILES = {
    "game": content("game", 900),
    "game.old": content("game before", 880),
    "parked/farkle": content("parked game", 870),
    "settings": content("settings", 80),
    "logs/game-1.log": content("log", 4000),
    "variants/grandma.json": content("grandma", 300),
    "crash.log": content("crash", 60),
}
FOREIGN = {"boot.py": b"# of another program\n", "lib/other.mpy": content("other", 500)}


def old_pico() -> FakePico:
    """A board on which make flash installed an older version, with user files and the files of other programs."""
    return FakePico().put({**with_manifest(OLD, "1"), **USER_FILES, **FOREIGN})
