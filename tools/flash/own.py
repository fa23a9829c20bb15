"""A maker's own on the board: saves, settings, own variants and logs. Which files they are, and the way there and back.

Own is what no manifest names and is no program: so nothing that a later console keeps is forgotten.
"""

import contextlib
import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from tools.flash import manifest
from tools.flash.board import Board
from tools.flash.errors import NotWhole, UsageError
from tools.flash.install import read_manifest
from tools.flash.manifest import Manifest, sha256
from tools.flash.plan import PARTS
from tools.pack import COMPILED

_PROGRAMS = (".py", *COMPILED)
_OLDER_AND_NEWER = (".new", ".old")
"""Beside a record NAME may stand NAME.new, which counts before it, and NAME.old (storage/records.py)."""


def own_files(paths: Iterable[str], listed: Manifest | None) -> list[str]:
    """Those of the board's files that are a maker's own, sorted."""
    ours = {manifest.NAME, *PARTS, *(listed.hashes if listed else ())}
    return sorted(path for path in paths if path not in ours and not path.endswith(_PROGRAMS))


def fetch(board: Board) -> dict[str, bytes]:
    """Every file of the maker's own, by its path; each compared by its hash. Raises NotWhole."""
    sizes, _ = board.files()
    paths = own_files(sizes, read_manifest(board, sizes))
    hashes = board.hashes(paths)
    files: dict[str, bytes] = {}
    for path in paths:
        files[path] = board.read(path)
        if sha256(files[path]) != hashes[path]:
            raise NotWhole(f"{path} came differently from the board than it is there: run make backup again.")
    return files


def check_free(target: Path) -> None:
    """Raise UsageError when a backup cannot be written there because something is there already."""
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise UsageError(f"{target} is there already, and a backup does not replace another: choose another name, TO=.")


def keep(files: Mapping[str, bytes], target: Path) -> None:
    """Write a backup: a .zip, or else a folder. Raises UsageError when something is there already."""
    check_free(target)
    try:
        if target.suffix == ".zip":
            target.parent.mkdir(parents=True, exist_ok=True)
            _keep_zip(files, target)
            return
        target.mkdir(parents=True, exist_ok=True)
        for path, data in files.items():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_bytes(data)
    except OSError as error:
        raise UsageError(f"{target} cannot be written ({error.strerror}): name another place, TO=.") from error


def _keep_zip(files: Mapping[str, bytes], target: Path) -> None:
    """Write the zip at once or not at all."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    part = target.with_name(target.name + ".part")
    part.write_bytes(packed.getvalue())
    part.replace(target)


def kept(source: Path) -> dict[str, bytes]:
    """The files of a backup, by their paths on the board. Raises UsageError when it is none, or damaged."""
    files: dict[str, bytes] = {}
    if source.is_dir():
        for file in sorted(path for path in source.rglob("*") if path.is_file()):
            files[file.relative_to(source).as_posix()] = file.read_bytes()
    else:
        with contextlib.ExitStack() as stack:
            try:
                archive = stack.enter_context(zipfile.ZipFile(source))
                files = {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
            except (OSError, zipfile.BadZipFile, ValueError) as error:
                raise UsageError(
                    f"{source} is not a whole backup ({error}): name one that make backup made, FROM=."
                ) from error
    _check(source, files)
    return files


def _check(source: Path, files: Mapping[str, bytes]) -> None:
    """Raise UsageError for a backup with nothing in it, or with what a backup never holds."""
    if not files:
        raise UsageError(f"There is nothing in {source}: name a backup that make backup made, FROM=.")
    for path in files:
        parts = PurePosixPath(path).parts
        outside = path.startswith("/") or "\\" in path or ":" in path or ".." in parts
        if outside or path == manifest.NAME or path in PARTS or path.endswith(_PROGRAMS):
            raise UsageError(f"{source} is not a backup of ours, for it holds {path}: name one that make backup made.")


def _leftovers(files: Mapping[str, bytes], there: Iterable[str]) -> list[str]:
    """What on the board belongs to a later or earlier writing of a record that comes back."""
    beside = {path + suffix for path in files for suffix in _OLDER_AND_NEWER}
    return sorted(beside & set(there) - set(files))


def put_back(board: Board, files: Mapping[str, bytes]) -> None:
    """Write the files of a backup to the board, compare them by hash; what else is there stays. Raises NotWhole.

    Logs and variants come before the records that refer to them, and NAME.new, which would count before a record that
    comes back, goes last: so a cut leaves each record as it was or as it is in the backup.
    """
    sizes, _ = board.files()
    hashes = board.hashes(sorted(path for path, data in files.items() if sizes.get(path) == len(data)))
    changed = [path for path, data in files.items() if hashes.get(path) != sha256(data)]
    for path in sorted(changed, key=lambda path: (-path.count("/"), path)):
        board.write(path, files[path])
    found = board.hashes(sorted(files))
    wrong = [path for path, data in sorted(files.items()) if found[path] != sha256(data)]
    if wrong:
        raise NotWhole(f"{wrong[0]} is not on the board as it was written: run make restore again.")
    for path in _leftovers(files, sizes):
        board.remove(path)
