"""The user's files on a board: saves, settings, own variants and logs. `make backup` and `make restore` copy them.

They are all files that the manifest does not list and that are not programs, so a backup also holds what a later
version of the console stores.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from tools.archives import zipped
from tools.board.build import COMPILED
from tools.board.flash import manifest
from tools.board.flash.errors import DiskFull, FlashError, UsageError, VerifyError
from tools.board.flash.install import read_manifest, write_atomically
from tools.board.flash.manifest import Manifest, sha256
from tools.board.flash.plan import PARTS, RESTORED
from tools.board.flash.sentences import sentence
from tools.files import BadFile, read_folder, read_zip
from tools.terminal import shown

if TYPE_CHECKING:  # the build of the page needs no mpremote
    from tools.board.flash.board import Board

PACKAGE = "sixpip/"
PROGRAMS = (".py", COMPILED)
MODULES = frozenset(
    "aioble array asyncio binascii bluetooth builtins cmath collections cryptolib deflate dht ds18x20 errno framebuf "
    "gc hashlib heapq io json lwip machine math micropython mip neopixel network ntptime onewire os platform random "
    "re requests rp2 select socket ssl struct sys time tls typing uasyncio uctypes urequests vfs webrepl".split()
)
"""Modules of MicroPython on the boards: it imports a folder with such a name in place of its own module."""
RECORD_SUFFIXES = (".new", ".old")
"""The storage has up to two more files for a record NAME: NAME.new, which counts before it, and NAME.old."""


def _is_program(path: str) -> bool:
    """Whether a file is code, or in the folder of the firmware."""
    return path.startswith(PACKAGE) or path.endswith(PROGRAMS)


def user_files(paths: Iterable[str], installed: Manifest | None) -> list[str]:
    """Those of the board's files that are the user's, sorted."""
    ours = {manifest.NAME, *PARTS, *(installed.hashes if installed else ())}
    return sorted(path for path in paths if path not in ours and not _is_program(path))


def read_user_files(board: "Board") -> dict[str, bytes]:
    """Read all user files from the board and compare them by hash; content by path. Raises FlashError, VerifyError."""
    sizes, _ = board.list_files()
    paths = user_files(sizes, read_manifest(board, sizes))
    unsafe = [path for path in paths if not _is_safe(path)]
    if unsafe:
        raise FlashError(sentence("unsafe name", path=shown(unsafe[0])))
    hashes = board.hashes(paths)
    files: dict[str, bytes] = {}
    for path in paths:
        files[path] = board.read(path)
        if sha256(files[path]) != hashes[path]:
            raise VerifyError(sentence("misread", path=path))
    return files


def check_target(target: Path) -> None:
    """Raise UsageError when a backup would overwrite something."""
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise UsageError(f"{target} already exists, and a backup never overwrites: choose another name with TO=.")


def write_backup(files: Mapping[str, bytes], target: Path) -> None:
    """Write a backup: a .zip, or else a folder. Raises UsageError when the target exists or cannot be written."""
    check_target(target)
    try:
        if target.suffix == ".zip":
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(target.name + ".part")
            part.write_bytes(zipped(dict(files)))
            part.replace(target)
            return
        target.mkdir(parents=True, exist_ok=True)
        for path, data in files.items():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_bytes(data)
    except OSError as error:
        raise UsageError(f"{target} cannot be written ({error.strerror}): choose another place with TO=.") from error


def read_backup(source: Path) -> dict[str, bytes]:
    """Read the files of a backup, by their paths on the board. Raises UsageError when it is none, or damaged."""
    try:
        read = read_folder if source.is_dir() else read_zip
        files = read(source)
    except BadFile as error:
        raise UsageError(sentence("bad backup", source=source, reason=error)) from error
    if not files:
        raise UsageError(sentence("bad backup", source=source, reason="is empty"))
    for path in files:
        if not _may_be_restored(path):
            raise UsageError(sentence("no backup", source=source, path=shown(path)))
    return files


def _is_safe(path: str) -> bool:
    """Whether a path stays in the folder that it is relative to, and names each file in one way only."""
    parts = PurePosixPath(path).parts
    ordinary = bool(parts) and path == "/".join(parts) and ".." not in parts
    return ordinary and not path.startswith("/") and not set(path) & set("\\:\0")


def _may_be_restored(path: str) -> bool:
    """Whether a path in a backup can be that of a file of the user."""
    ours = path in (manifest.NAME, *PARTS, PACKAGE.rstrip("/"))
    return _is_safe(path) and not ours and not _is_program(path) and not MODULES & {*PurePosixPath(path).parts[:-1]}


def _outdated(files: Mapping[str, bytes], on_board: Iterable[str]) -> list[str]:
    """The files on the board that belong to another version of a restored record."""
    others = {path + suffix for path in files for suffix in RECORD_SUFFIXES}
    return sorted(others & set(on_board) - set(files))


def restore_user_files(board: "Board", files: Mapping[str, bytes]) -> None:
    """Write the files of a backup to the board, compared by hash; other files stay. Raises VerifyError, DiskFull.

    Logs and variants come before the records that refer to them. NAME.new, which would count before a restored record
    NAME, is deleted last: so after an interruption each file is as it was, or as it is in the backup.
    """
    sizes, _ = board.list_files()
    hashes = board.hashes(sorted(path for path, data in files.items() if sizes.get(path) == len(data)))
    changed = [path for path, data in files.items() if hashes.get(path) != sha256(data)]
    for path in sorted(changed, key=lambda path: (-path.count("/"), path)):
        try:
            write_atomically(board, path, files[path], RESTORED)
        except DiskFull:
            board.delete(RESTORED)
            raise
    for path in _outdated(files, sizes):
        board.delete(path)
