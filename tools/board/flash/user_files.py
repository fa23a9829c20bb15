"""The user's files on a board: saves, settings, own variants and logs. `make backup` and `make restore` copy them.

They are all files that the manifest does not list and that are not programs, so a backup also holds what a later
version of the console stores. A .zip of ours ends with MARK. A backup that somebody unpacked, or packed again, has no
MARK, and perhaps files of the system beside ours (JUNK) and one folder around all: it is known by our records in it.
"""

import errno
import io
import re
import zipfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from sixpip.app.games import game_log, session
from sixpip.app.house_rules import rule_choice
from sixpip.app.people import player_names, statistics
from sixpip.app.settings import RECORD as SETTINGS
from tools.archives import zipped
from tools.board.build import COMPILED
from tools.board.flash import manifest
from tools.board.flash.errors import DiskFull, FileConflict, UsageError, VerifyError
from tools.board.flash.install import read_manifest, write_atomically
from tools.board.flash.manifest import Manifest, sha256
from tools.board.flash.plan import PARTS, RESTORED
from tools.board.flash.sentences import sentence
from tools.board.module_file import MODULES as MODULE_FILE
from tools.files import DISK, MOST_FILES, BadFile, read_bytes, read_folder, read_zip
from tools.terminal import shown

if TYPE_CHECKING:  # the build of the page needs no mpremote
    from tools.board.flash.board import Board

PACKAGE = "sixpip"
OUR_NAMES = (manifest.NAME, *PARTS, PACKAGE, MODULE_FILE, "tables")
"""The files and folders of the firmware in the root folder, but its programs; PACKAGE is of older versions."""
PROGRAMS = (".py", COMPILED)
MODULES = frozenset(
    "aioble array asyncio binascii bluetooth builtins cmath collections cryptolib deflate dht ds18x20 errno framebuf "
    "gc hashlib heapq io json lwip machine math micropython mip neopixel network ntptime onewire os platform random "
    "re requests rp2 select socket ssl struct sys time tls typing uasyncio uctypes urequests vfs webrepl".split()
)
"""Modules of MicroPython on the boards: it imports a folder with such a name in place of its own module."""
RECORD_SUFFIXES = (".new", ".old")
"""The storage has up to two more files for a record NAME: NAME.new, which counts before it, and NAME.old."""

MARK = b"A backup of Sixpip."
"""The comment at the end of a .zip."""
JUNK = frozenset(
    ("__macosx", ".ds_store", ".spotlight-v100", ".trashes", ".fseventsd", ".temporaryitems", ".apdisk", ".localized")
    + ("thumbs.db", "ehthumbs.db", "desktop.ini", "$recycle.bin", "system volume information", ".directory", "@eadir")
)
"""Names of files and folders that systems add to folders and to .zip files, in small letters."""
JUNK_PREFIX = "._"
_NAMES = (session.RECORD, session.LAST, SETTINGS, statistics.RECORD, player_names.RECORD, "checked", "crash.log")
"""The records; "checked" is one of earlier firmware."""
_FOLDERS = (session.PARKED, game_log.FOLDER, "variants")
OUR_PATHS = (
    rf"(?:{'|'.join(map(re.escape, _NAMES))}|{rule_choice.RECORD}[\w-]+)(?:\.(?:new|old|bad\d*))?",
    rf"{_FOLDERS[0]}/[\w-]+(?:\.(?:new|old|bad\d*))?",
    rf"{_FOLDERS[1]}/game-\d+\.log",
    rf"{_FOLDERS[2]}/[\w-]+\.json",
)
"""What the paths of our records, logs and variants match."""
OUR_HEADER = b"sixpip "
"""With it and a digit each record begins, also one of a later version with another name."""
MOST_NAMED = 8
MOST_PATH = 1000
MOST_NAME = 255
"""The letters of a path in a backup; the bytes of each name in it, as on littlefs."""
_OUR_PATH = re.compile("|".join(OUR_PATHS), re.ASCII)
_NOT_OF_A_DISK = (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ, errno.EEXIST, errno.ENOENT, errno.ENOTDIR)
"""What a disk of this computer reports for a name that it cannot have: too long, a case twin, reserved."""

LeaveOut = Callable[[str], object]
"""Called with the path of each file that cannot be in a backup."""


def _ignore(path: str) -> None:
    """Do nothing."""


def _is_program(path: str) -> bool:
    """Whether a file is code, or of the firmware."""
    return path.partition("/")[0] in OUR_NAMES or path.endswith(PROGRAMS)


def user_files(paths: Iterable[str], installed: Manifest | None) -> list[str]:
    """Those of the board's files that are the user's, sorted."""
    ours = installed.hashes if installed else ()
    return sorted(path for path in paths if path not in ours and not _is_program(path))


def _is_safe(path: str) -> bool:
    """Whether a path stays in the folder that it is relative to, names each file in one way only, and can be shown."""
    if shown(path, MOST_PATH) != path or set(path) & set("\\:"):
        return False
    return all(name not in ("", ".", "..") and len(name.encode()) <= MOST_NAME for name in path.split("/"))


def may_be_restored(path: str) -> bool:
    """Whether a path in a backup can be that of a file of the user, whatever the case of its letters."""
    names = path.lower().split("/")
    ours = names[0] in OUR_NAMES or any(name.endswith(PROGRAMS) for name in names)
    return _is_safe(path) and not ours and not MODULES & {*names[:-1]}


def first_names(paths: Sequence[str]) -> str:
    """The first few of the paths, as `terminal.shown` shows them, and how many more there are."""
    more = f" and {len(paths) - MOST_NAMED} more" if len(paths) > MOST_NAMED else ""
    return ", ".join(map(shown, paths[:MOST_NAMED])) + more


def is_junk(path: str) -> bool:
    """Whether a path is that of a file which a system has added."""
    return any(name in JUNK or name.startswith(JUNK_PREFIX) for name in path.lower().split("/"))


def to_pack(sizes: Mapping[str, int], installed: Manifest | None) -> tuple[list[str], list[str]]:
    """The user's files that go into a backup, and those that cannot, sorted: our records first, then small ones."""
    packed: list[str] = []
    left_out: list[str] = []
    room = DISK
    paths = user_files(sizes, installed)
    for path in sorted(paths, key=lambda path: (not _OUR_PATH.fullmatch(path), sizes[path], path)):
        fits = sizes[path] <= room and len(packed) < MOST_FILES
        if fits and may_be_restored(path) and not is_junk(path):
            packed.append(path)
            room -= sizes[path]
        else:
            left_out.append(path)
    return sorted(packed), sorted(left_out)


def read_user_files(board: "Board", leave_out: LeaveOut = _ignore) -> dict[str, bytes]:
    """Read the user files of a backup from the board and compare them by hash; content by path.

    Raises FlashError, VerifyError.
    """
    sizes, _ = board.list_files()
    paths, left_out = to_pack(sizes, read_manifest(board, sizes))
    hashes = board.hashes(paths)
    files: dict[str, bytes] = {}
    for path in paths:
        if hashes[path] == "-":  # the board itself cannot read it
            left_out.append(path)
            continue
        files[path] = board.read(path)
        if len(files[path]) != sizes[path] or sha256(files[path]) != hashes[path]:
            raise VerifyError(sentence("misread", path=path))
    for path in sorted(left_out):
        leave_out(path)
    return files


def check_target(target: Path) -> None:
    """Raise UsageError when a backup would overwrite something."""
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise UsageError(f"{target} already exists, and a backup never overwrites: choose another name with TO=.")


def packed(files: Mapping[str, bytes]) -> bytes:
    """The .zip of a backup, which ends with MARK as its comment."""
    buffer = io.BytesIO(zipped(dict(files)))
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.comment = MARK
    return buffer.getvalue()


def write_backup(files: Mapping[str, bytes], target: Path, leave_out: LeaveOut = _ignore) -> None:
    """Write a backup: a .zip, or else a folder, without the files whose names this computer cannot have.

    Raises UsageError when the target exists or cannot be written.
    """
    check_target(target)
    try:
        if target.suffix == ".zip":
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(target.name + ".part")
            part.write_bytes(packed(files))
            part.replace(target)
        elif not files or without_folder(dict(files)) != files:
            raise UsageError(f"{target} would be a folder without saves of Sixpip: choose a .zip with TO=.")
        else:
            _write_folder(files, target, leave_out)
    except OSError as error:
        raise UsageError(f"{target} cannot be written ({error.strerror}): choose another place with TO=.") from error


def _write_folder(files: Mapping[str, bytes], target: Path, leave_out: LeaveOut) -> None:
    """Write each file into a folder; the first of two whose names are one for this computer. Raises OSError."""
    target.mkdir(parents=True, exist_ok=True)
    for path, data in files.items():
        try:
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            with open(target / path, "xb") as file:
                file.write(data)
        except OSError as error:
            if error.errno not in _NOT_OF_A_DISK:
                raise
            leave_out(path)


def read_backup(source: Path) -> dict[str, bytes]:
    """Read the files of a backup, by their paths on the board. Raises UsageError when it is none, or damaged."""
    try:
        files = _read_marked(source)
    except BadFile as error:
        raise UsageError(sentence("bad backup", source=source, reason=error)) from error
    if files is None:
        raise UsageError(sentence("no saves", source=source))
    if not files:
        raise UsageError(sentence("bad backup", source=source, reason="is empty"))
    for path in files:
        if not may_be_restored(path) or any(str(parent) in files for parent in PurePosixPath(path).parents):
            raise UsageError(sentence("no backup", source=source, path=shown(path)))
    return files


def _read_marked(source: Path) -> dict[str, bytes] | None:
    """The files of a .zip or a folder; None for one that has some, but no record of ours. Raises BadFile, UsageError.

    In a folder, or a .zip without MARK, the records may be in one folder.
    """
    if source.is_dir():
        _refuse_several(source, _backups_in(source))
        return without_folder(read_folder(source, wanted=is_wanted))
    files = read_zip(source, wanted=is_wanted)
    if read_bytes(source, 2 * DISK).endswith(MARK):
        return files
    _refuse_several(source, [path for path in files if path.endswith(".zip")] if not _has_record(files) else [])
    return without_folder(files)


def is_wanted(path: str) -> bool:
    """Whether a file of an archive or a folder is looked at: no junk."""
    return not is_junk(path)


def _has_record(files: Mapping[str, bytes]) -> bool:
    """Whether there is a record of ours at its place, or a file that begins like one."""
    return any(
        _OUR_PATH.fullmatch(path) or (data.startswith(OUR_HEADER) and data[len(OUR_HEADER) :][:1].isdigit())
        for path, data in files.items()
        if "/" not in path or _OUR_PATH.fullmatch(path)
    )


def without_folder(files: dict[str, bytes]) -> dict[str, bytes] | None:
    """The files without the one folder around all, if our records are in it; None when they are not there either."""
    if not files or _has_record(files):
        return files
    inner = {path.partition("/")[2]: data for path, data in files.items()}
    around = {path.partition("/")[0] for path in files}
    return inner if len(around) == 1 and not around & {"", ".", ".."} and _has_record(inner) else None


def _backups_in(folder: Path) -> list[str]:
    """The names of backups in a folder that is none itself, the newest first."""
    try:
        entries = sorted(folder.iterdir(), key=lambda path: (path.lstat().st_mtime, path.name), reverse=True)
    except OSError:
        return []  # reported when it is read
    inside = [path for name in _FOLDERS for path in (folder / name).glob("*")]
    if any(_OUR_PATH.fullmatch(path.relative_to(folder).as_posix()) for path in entries + inside):
        return []
    packed = [entry.name for entry in entries if entry.suffix.lower() == ".zip" and entry.is_file()]
    folders = [entry.name for entry in entries if entry.is_dir() and _is_backup(entry)]
    return packed + folders if packed or len(folders) > 1 else []


def _is_backup(folder: Path) -> bool:
    return any((folder / name).is_file() for name in _NAMES)


def _refuse_several(source: Path, backups: list[str]) -> None:
    """Raise UsageError that names them if there are backups in a source which is none itself."""
    if backups:
        names = first_names(backups)
        raise UsageError(sentence("holds backups", source=source, names=names, example=source / backups[0]))


def _outdated(files: Mapping[str, bytes], on_board: Iterable[str]) -> list[str]:
    """The files on the board that belong to another version of a restored record."""
    others = {path + suffix for path in files for suffix in RECORD_SUFFIXES}
    return sorted(others & set(on_board) - set(files))


def _check_places(files: Iterable[str], sizes: Mapping[str, int], folders: Collection[str]) -> None:
    """Raise FileConflict for a folder on the board with the path of a file, or a file with that of a folder."""
    for path in files:
        in_the_way = [str(parent) for parent in PurePosixPath(path).parents if str(parent) in sizes]
        for other in [*in_the_way, *({path} & set(folders))]:
            raise FileConflict(sentence("in the way", path=shown(other)))


def restore_user_files(board: "Board", files: Mapping[str, bytes]) -> None:
    """Write the files of a backup to the board, compared by hash; other files stay.

    Raises VerifyError and DiskFull, and FileConflict before anything is written.

    Logs and variants come before the records that refer to them. NAME.new, which would count before a restored record
    NAME, is deleted last: so after an interruption each file is as it was, or as it is in the backup.
    """
    sizes, folders = board.list_files()
    _check_places(files, sizes, folders)
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
