"""Carries out a plan on a board, in an order that allows the cable to be pulled at any moment:

    1  what hides modules, and a boot.py that fails, is renamed
    2  main.py is deleted, or renamed if it is not ours    so nothing starts from here on
    3  the manifest lists the old and the new files        so every file of ours is known from here on
    4  stale files are deleted
    5  the new and changed files are written
    6  all of them are read back and compared by hash
    7  the manifest lists the new files only
    8  main.py is written under another name, compared, and renamed: the console can start

So main.py exists only while all other files are complete, of one version, and those of the manifest. After an
interruption at any point, the next `make flash` finds by the hashes what remains to be done. littlefs renames a file,
and closes a written one, atomically. Saves, settings, own variants and logs are never opened.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tools.board.flash import manifest
from tools.board.flash.errors import VerifyError
from tools.board.flash.manifest import Manifest, sha256
from tools.board.flash.plan import BOOT, MAIN, PART, BoardState, Plan
from tools.board.flash.sentences import sentence

if TYPE_CHECKING:  # the build of the page needs no mpremote
    from tools.board.flash.board import Board

Progress = Callable[[str, int], None]
"""Called with the current step and the number of bytes sent since the last call."""


def read_manifest(board: "Board", sizes: Mapping[str, int]) -> Manifest | None:
    """The manifest on the board; None when there is none, or a damaged or too large one."""
    is_there = sizes.get(manifest.NAME, manifest.MOST_BYTES + 1) <= manifest.MOST_BYTES
    return manifest.parse(board.read(manifest.NAME)) if is_there else None


def read_state(board: "Board", firmware: Mapping[str, bytes]) -> BoardState:
    """Read what is on the board, with the hashes of the files that may be up to date."""
    sizes, folders = board.list_files()
    installed = read_manifest(board, sizes)
    same_size = [path for path, data in sorted(firmware.items()) if sizes.get(path) == len(data)]
    if MAIN in sizes and MAIN not in same_size:
        same_size.append(MAIN)
    hashes = board.hashes(same_size)
    known = {sha256(firmware[MAIN]), installed.hashes.get(MAIN, "") if installed else ""}
    foreign_main = board.read(MAIN) if MAIN in sizes and hashes[MAIN] not in known else b""
    boot_fault = board.boot_fault if BOOT in sizes else ""
    return BoardState(
        sizes, frozenset(folders), hashes, installed, foreign_main, board.disk_space(sizes, folders), boot_fault
    )


def write_atomically(board: "Board", path: str, data: bytes, part: str = "") -> None:
    """Write a file as `part` (default: its path + PART), compare it and rename it. Raises VerifyError."""
    part = part or path + PART
    board.write(part, data)
    verify(board, {part: data})
    board.rename(part, path)


def verify(board: "Board", files: Mapping[str, bytes]) -> None:
    """Raise VerifyError unless the board has these files with these contents."""
    hashes = board.hashes(sorted(files))
    wrong = [path for path, data in sorted(files.items()) if hashes[path] != sha256(data)]
    if wrong:
        raise VerifyError(sentence("differs", path=wrong[0]))


def _delete(board: "Board", paths: Sequence[str], progress: Progress) -> None:
    """Delete files, and the folders that are empty then."""
    for path in paths:
        progress(f"deleting {path}", 0)
        board.delete(path)
    folders = {path[:index] for path in paths for index, letter in enumerate(path) if letter == "/"}
    for folder in sorted(folders, reverse=True):
        board.delete_empty_folder(folder)


def install(board: "Board", state: BoardState, plan: Plan, firmware: Mapping[str, bytes], progress: Progress) -> None:
    """Carry out `plan` with the contents in `firmware`. Raises VerifyError and the errors of Board."""
    for path, new in plan.renames.items():
        if path != MAIN:
            board.rename(path, new)
    if not plan.is_up_to_date:
        if MAIN in plan.renames:
            board.rename(MAIN, plan.renames[MAIN])
        elif MAIN in state.sizes:
            board.delete(MAIN)
        old = state.manifest.hashes if state.manifest else {}
        both = Manifest(plan.manifest.version, {**old, **plan.manifest.hashes})
        write_atomically(board, manifest.NAME, both.text())
        _delete(board, plan.replaced, progress)
        modules = {path: firmware[path] for path in plan.to_copy if path != MAIN}
        for path, data in modules.items():
            progress(path, 0)
            board.write(path, data, partial(progress, path))
        progress("verifying", 0)
        verify(board, modules)
    if plan.manifest_differs or not plan.is_up_to_date:
        write_atomically(board, manifest.NAME, plan.manifest.text())
    if not plan.is_up_to_date:
        progress(MAIN, len(firmware[MAIN]))
        write_atomically(board, MAIN, firmware[MAIN])
