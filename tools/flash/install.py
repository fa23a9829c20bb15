"""Brings a board to a plan, in an order in which the cable may be pulled at any moment.

    1  the manifest names the old and the new files        so that every file of ours is known, whatever comes
    2  main.py goes                                         from here on nothing starts
    3  files of ours that are no longer wanted go
    4  the new and changed files are written
    5  all of them are read back and compared by hash
    6  the manifest names the new files only
    7  main.py is written under another name, compared, and renamed: now it starts

So main.py is there only while all other files are whole and of one version, and after a cut anywhere the next
`make flash` sees by the hashes what is left to do. On littlefs a rename, and the closing of a written file, happen at
once or not at all. Saves, settings, own variants and logs are never opened.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tools.flash import manifest
from tools.flash.board import Board
from tools.flash.errors import NotWhole
from tools.flash.manifest import Manifest, sha256
from tools.flash.plan import MAIN, PART, Plan, Survey

Progress = Callable[[str, int], None]
"""Told what is being done, and how many more bytes have gone to the board."""


def read_manifest(board: Board, sizes: Mapping[str, int]) -> Manifest | None:
    """The manifest on the board; None when there is none, or a damaged one."""
    return manifest.parse(board.read(manifest.NAME)) if manifest.NAME in sizes else None


def survey(board: Board, wanted: Mapping[str, bytes]) -> Survey:
    """Look at what is on the board, with the hashes of what may stay as it is."""
    sizes, folders = board.files()
    listed = read_manifest(board, sizes)
    same_size = [path for path, data in sorted(wanted.items()) if sizes.get(path) == len(data)]
    if MAIN in sizes and MAIN not in same_size:
        same_size.append(MAIN)
    hashes = board.hashes(same_size)
    known = {sha256(wanted[MAIN]), listed.hashes.get(MAIN, "") if listed else ""}
    main = board.read(MAIN) if MAIN in sizes and hashes[MAIN] not in known else b""
    return Survey(sizes, frozenset(folders), hashes, listed, main, board.room())


def _write_whole(board: Board, path: str, data: bytes) -> None:
    """Write a file that is either as it was or whole: under another name first. Raises NotWhole."""
    board.write(path + PART, data)
    _compare(board, {path + PART: data})
    board.rename(path + PART, path)


def _compare(board: Board, files: Mapping[str, bytes]) -> None:
    """Raise NotWhole unless the board has these files as they are here."""
    found = board.hashes(sorted(files))
    wrong = [path for path, data in sorted(files.items()) if found[path] != sha256(data)]
    if wrong:
        raise NotWhole(
            f"{wrong[0]} is not on the board as it was written: run the same command again, and if it stays like that "
            "the board's flash is worn out, so take another Pico."
        )


def _remove(board: Board, paths: Sequence[str], progress: Progress) -> None:
    """Remove files, and the folders that are empty then."""
    for path in paths:
        progress(f"removing {path}", 0)
        board.remove(path)
    folders = {path[:at] for path in paths for at, letter in enumerate(path) if letter == "/"}
    for folder in sorted(folders, reverse=True):
        board.remove_folder(folder)


def install(board: Board, found: Survey, plan: Plan, wanted: Mapping[str, bytes], progress: Progress) -> None:
    """Carry out `plan` with the contents `wanted`, as told at the top. Raises the errors of Board, and NotWhole."""
    if not plan.idle:
        old = found.manifest.hashes if found.manifest else {}
        _write_whole(board, manifest.NAME, Manifest(plan.manifest.version, {**old, **plan.manifest.hashes}).text())
        if plan.aside:
            board.rename(MAIN, plan.aside)
        elif MAIN in found.sizes:
            board.remove(MAIN)
        _remove(board, plan.stale, progress)
        modules = {path: wanted[path] for path in plan.copied if path != MAIN}
        for path, data in modules.items():
            progress(path, 0)
            board.write(path, data, partial(progress, path))
        progress("comparing", 0)
        _compare(board, modules)
    if plan.manifest_differs or not plan.idle:
        _write_whole(board, manifest.NAME, plan.manifest.text())
    if not plan.idle:
        progress(MAIN, len(wanted[MAIN]))
        _write_whole(board, MAIN, wanted[MAIN])
