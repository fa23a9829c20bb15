"""The user's files on a board: saves, settings, own variants and logs. `make backup` and `make restore` copy them.

They are all files that the manifest does not list and that are not programs, so a backup also holds what a later
version of the console stores.
"""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from tools.archives import zipped
from tools.board.build import COMPILED
from tools.board.flash import manifest
from tools.board.flash.board import Board
from tools.board.flash.errors import DiskFull, FlashError, UsageError, VerifyError
from tools.board.flash.install import read_manifest, write_atomically
from tools.board.flash.manifest import Manifest, sha256
from tools.board.flash.plan import PARTS, RESTORED
from tools.files import BadFile, read_folder, read_zip
from tools.terminal import shown

_PACKAGE = "sixpip/"
_PROGRAMS = (".py", COMPILED)
_MODULES = sys.stdlib_module_names | {"framebuf", "machine", "micropython", "neopixel", "rp2", "uctypes", "vfs"}
"""Names of modules: MicroPython imports a folder with such a name in place of its own module."""
_RECORD_SUFFIXES = (".new", ".old")
"""The storage has up to two more files for a record NAME: NAME.new, which counts before it, and NAME.old."""


def _is_program(path: str) -> bool:
    """Whether a file is code, or in the folder of the firmware."""
    return path.startswith(_PACKAGE) or path.endswith(_PROGRAMS)


def user_files(paths: Iterable[str], installed: Manifest | None) -> list[str]:
    """Those of the board's files that are the user's, sorted."""
    ours = {manifest.NAME, *PARTS, *(installed.hashes if installed else ())}
    return sorted(path for path in paths if path not in ours and not _is_program(path))


def read_user_files(board: Board) -> dict[str, bytes]:
    """Read all user files from the board and compare them by hash; content by path. Raises FlashError, VerifyError."""
    sizes, _ = board.list_files()
    paths = user_files(sizes, read_manifest(board, sizes))
    unsafe = [path for path in paths if not _is_safe(path)]
    if unsafe:
        raise FlashError(
            f"The board has a file {shown(unsafe[0])} that cannot be backed up: rename or delete it with make repl."
        )
    hashes = board.hashes(paths)
    files: dict[str, bytes] = {}
    for path in paths:
        files[path] = board.read(path)
        if sha256(files[path]) != hashes[path]:
            raise VerifyError(f"{path} was not read correctly from the board: run make backup again.")
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
        raise UsageError(f"{source} {error}: name a backup that make backup made with FROM=.") from error
    if not files:
        raise UsageError(f"{source} is empty: name a backup that make backup made with FROM=.")
    for path in files:
        if not _may_be_restored(path):
            raise UsageError(
                f"{source} is not a backup because it contains {shown(path)}: name one that make backup made."
            )
    return files


def _is_safe(path: str) -> bool:
    """Whether a path stays in the folder that it is relative to, and names each file in one way only."""
    parts = PurePosixPath(path).parts
    ordinary = bool(parts) and path == "/".join(parts) and ".." not in parts
    return ordinary and not path.startswith("/") and not set(path) & set("\\:\0")


def _may_be_restored(path: str) -> bool:
    """Whether a path in a backup can be that of a file of the user."""
    ours = path in (manifest.NAME, *PARTS, _PACKAGE.rstrip("/"))
    return _is_safe(path) and not ours and not _is_program(path) and not _MODULES & {*PurePosixPath(path).parts[:-1]}


def _outdated(files: Mapping[str, bytes], on_board: Iterable[str]) -> list[str]:
    """The files on the board that belong to another version of a restored record."""
    others = {path + suffix for path in files for suffix in _RECORD_SUFFIXES}
    return sorted(others & set(on_board) - set(files))


def restore_user_files(board: Board, files: Mapping[str, bytes]) -> None:
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
