"""Reads files that may be damaged or hostile: in bounded memory, with one kind of error."""

import io
import os
import stat
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.board.boards import BOARDS

DISK = max(board.flash_kb for board in BOARDS) << 10
"""The flash of the largest board in bytes: no backup holds more."""
MOST_FILES = 2000
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class BadFile(Exception):
    """A file that cannot be used. The text is a predicate such as "cannot be read (No such file or directory)"."""


def read_bytes(path: Path, most: int, pipes: bool = False) -> bytes:
    """The content of a file of at most `most` bytes. Raises BadFile, without `pipes` also for a pipe or a device."""
    try:
        with open(path, "rb", opener=None if pipes else _open_at_once) as file:
            if not pipes and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadFile("is not a file")
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise BadFile(f"cannot be read ({getattr(error, 'strerror', None) or error})") from error
    if len(data) > most:
        raise BadFile(f"is larger than {most} bytes")
    return data


def _open_at_once(path: str, flags: int) -> int:
    """Open a file; a named pipe without waiting for its writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(path: Path, most: int) -> str:
    """The content of a UTF-8 file or pipe of at most `most` bytes. Raises BadFile."""
    try:
        return read_bytes(path, most, pipes=True).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadFile("cannot be read (it is not text)") from error


def _all(path: str) -> bool:
    return True


def read_folder(folder: Path, most: int = DISK, wanted: Callable[[str], bool] = _all) -> dict[str, bytes]:
    """The wanted files below a folder by their relative paths, sorted, with at most `most` bytes.

    Raises BadFile, also for a symbolic link: it can lead to a file that its owner never meant to give away.
    """
    files: dict[str, bytes] = {}
    for path in sorted(_walk(folder, wanted)):
        name = path.relative_to(folder).as_posix()
        try:
            files[name] = read_bytes(path, most)
        except BadFile as error:
            raise BadFile(f"has a file {name} that {error}") from error
        most -= len(files[name])
    return files


def _walk(folder: Path, wanted: Callable[[str], bool]) -> Iterator[Path]:
    """The wanted files below a folder. Raises BadFile for too many, a symbolic link, a folder that cannot be read."""
    count = 0
    try:
        for root, folders, names in os.walk(folder, onerror=_stop):
            for name in folders + names:
                if Path(root, name).is_symlink():
                    raise BadFile(f"has a symbolic link {Path(root, name).relative_to(folder).as_posix()}")
            for name in names:
                if not wanted(Path(root, name).relative_to(folder).as_posix()):
                    continue
                count += 1
                if count > MOST_FILES:
                    raise BadFile(f"has more than {MOST_FILES} files")
                yield Path(root, name)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot be read ({getattr(error, 'strerror', None) or error})") from error


def _stop(error: OSError) -> None:
    raise error


def read_zip(path: Path, most: int = DISK, wanted: Callable[[str], bool] = _all) -> dict[str, bytes]:
    """The wanted files in a .zip, with at most `most` bytes unpacked. Raises BadFile."""
    data = read_bytes(path, 2 * most)
    try:
        return _unpack(data, most, wanted)
    except BadFile:
        raise
    except Exception as error:  # zipfile documents no complete list of what it raises for damaged bytes
        raise BadFile("is damaged or not a .zip") from error


def _opened(data: bytes) -> zipfile.ZipFile:
    """A .zip whose names are UTF-8, also where it does not say so (macOS), or else CP437 (Windows)."""
    try:
        return zipfile.ZipFile(io.BytesIO(data), metadata_encoding="utf-8")
    except UnicodeDecodeError:
        return zipfile.ZipFile(io.BytesIO(data))


def _unpack(data: bytes, most: int, wanted: Callable[[str], bool]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    with _opened(data) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir() and wanted(entry.filename)]
        if len(entries) > MOST_FILES:
            raise BadFile(f"has more than {MOST_FILES} files")
        for entry in entries:
            if entry.filename in files:
                raise BadFile(f"has two files {entry.filename}")
            if entry.compress_type not in _METHODS:
                raise BadFile("is packed in an unusual way")
            with archive.open(entry) as file:
                files[entry.filename] = file.read(most + 1)
            most -= len(files[entry.filename])
            if most < 0:
                raise BadFile("holds more than fits on a Pico")
    return files
