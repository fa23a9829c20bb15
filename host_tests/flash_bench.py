"""A Pico in memory for the tests of tools.flash: mpremote's transport at one end, a real littlefs at the other.

What is sent to the board's raw REPL runs here under CPython, with the disk in place of `os` and `open`. The real
MicroPython behind a real mpremote is in test_flash_emulator.py.
"""

import builtins
import contextlib
import hashlib
import types
from collections.abc import Iterator
from typing import Any

from mpremote.transport import TransportError, TransportExecError  # type: ignore[import-untyped]

from tools.flash import manifest
from tools.flash.board import Board
from tools.flash.install import install, survey
from tools.flash.plan import Plan, make_plan
from tools.image import BLOCK_SIZE
from tools.power_loss.disk import Disk, File, file_mode, format_image

BLOCKS = 96
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
        """As os.statvfs: block size twice, blocks, free blocks."""
        del path
        blocks = self._fs.block_count
        return BLOCK_SIZE, BLOCK_SIZE, blocks, blocks - self._fs.used_block_count

    def open(self, path: str, mode: str) -> File:
        """As open."""
        file = super().open(path, mode)
        self.opened.append(file)
        return file


class Wire:
    """What board.py uses of pySerial: bytes typed at the prompt for people."""

    def __init__(self, pico: "FakePico") -> None:
        self._pico = pico

    def write(self, data: bytes) -> None:
        """Ctrl-D starts main.py."""
        if data == b"\x04":
            self._pico.soft_reset()
            self._pico.said += b"\r\nMPY: soft reboot\r\n"
            self._pico.run_main()


class FakePico:
    """A board with its disk, and the transport to it. `cut`: the cable is pulled after so many programs."""

    def __init__(self, image: bytes | None = None, identity: tuple[Any, ...] = IDENTITY) -> None:
        self.disk = PicoDisk(image or format_image(BLOCKS))
        self.identity = identity
        self.serial = Wire(self)
        self.said = b""
        self.programs = 0
        self.cut: int | None = None
        self.answers = True
        self.starts = True
        self.closed = False
        self.registers: dict[int, int] = {}
        self._globals: dict[str, Any] = {}

    def soft_reset(self) -> None:
        """As MicroPython does: open files are closed, with what has been written so far; names are forgotten."""
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
            return types.SimpleNamespace(implementation=implementation, platform=platform)
        return __import__(name, *rest)

    def run_main(self) -> None:
        """Start main.py: ours says its version."""
        try:
            text = self.files()["main.py"].decode()
        except KeyError:
            self.said += b">>> "
            return
        if self.starts:
            self.said += text.partition("#")[2].strip().encode() + b"\r\n"

    # The transport

    def _check_cable(self) -> None:
        if self.cut is not None and self.programs >= self.cut:
            raise OSError(5, "the cable is out")

    def enter_raw_repl(self, soft_reset: bool = True, timeout_overall: float | None = 10) -> None:
        """As SerialTransport."""
        del timeout_overall
        self._check_cable()
        if not self.answers:
            raise TransportError("could not enter raw repl")
        assert soft_reset
        self.soft_reset()

    def exit_raw_repl(self) -> None:
        """As SerialTransport."""
        self._check_cable()
        self.said = b">>> "

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
        """As SerialTransport, but for the waiting."""
        del min_num_bytes, timeout, timeout_overall
        self._check_cable()
        before, found, after = self.said.partition(ending)
        self.said = after
        return before + found

    def close(self) -> None:
        """As SerialTransport."""
        self.closed = True

    # What a test sees

    def board(self) -> Board:
        """The board, stopped."""
        board = Board(self, "a fake port")
        board.stop()
        return board

    def put(self, files: dict[str, bytes]) -> "FakePico":
        """Have these files on the disk."""
        write(self.disk, files)
        return self

    def files(self) -> dict[str, bytes]:
        """Every file on the disk, as it would be found after the power went."""
        return Disk(self.disk.image).files()


def write(disk: PicoDisk, files: dict[str, bytes]) -> None:
    """Put files on a disk."""
    for path, data in files.items():
        for at in [at for at, letter in enumerate(path) if letter == "/"]:
            with contextlib.suppress(OSError):  # it is there
                disk.mkdir(path[:at])
        with disk.open(path, "wb") as file:
            file.write(data)
    disk.opened.clear()


def flash(pico: FakePico, wanted: dict[str, bytes], version: str = "2") -> Plan:
    """Do what `make flash` does; the plan that was carried out."""
    board = pico.board()
    found = survey(board, wanted)
    plan = make_plan(found, wanted, version)
    install(board, found, plan, wanted, lambda name, many: None)
    return plan


def content(path: str, size: int) -> bytes:
    """Bytes that look like a compiled module, different for each path."""
    block = hashlib.sha256(path.encode()).digest()
    return (block * (size // len(block) + 1))[:size]


def listed(files: dict[str, bytes], version: str) -> dict[str, bytes]:
    """The files with their manifest."""
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
OWN = {
    "game": content("game", 900),
    "game.old": content("game before", 880),
    "settings": content("settings", 80),
    "logs/game-1.log": content("log", 4000),
    "variants/grandma.json": content("grandma", 300),
    "crash.log": content("crash", 60),
}
FOREIGN = {"boot.py": b"# somebody's\n", "lib/other.mpy": content("other", 500)}


def old_pico() -> FakePico:
    """A board on which an older version was put by make flash, and much else by others."""
    return FakePico().put({**listed(OLD, "1"), **OWN, **FOREIGN})
