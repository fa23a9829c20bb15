"""What `make flash` has to do on a board, computed from what is there before anything is changed.

Nothing is read or written in this module. install.py carries the plan out.
Which files the firmware has: tools/board/build.py.
"""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from tools.board import boards
from tools.board.flash import manifest
from tools.board.flash.errors import DiskFull, FileConflict
from tools.board.flash.imports import hideable_modules
from tools.board.flash.manifest import Manifest
from tools.board.flash.sentences import sentence
from tools.board.module_file import MODULES

MAIN = "main.py"
BOOT = "boot.py"
"""MicroPython runs it before main.py, and runs no main.py if it stops with an error. Never ours."""
PART = ".part"
"""Suffix of main.py and the manifest until they are complete and renamed."""
RESTORED = "restore" + PART
PARTS = (MAIN + PART, manifest.NAME + PART, RESTORED)

PLACES = ("", "lib/")
"""The folders in which MicroPython looks for modules before its built-in ones: those of sys.path."""
INIT = "/__init__.mpy"
"""Of a package, in which MicroPython looks for no folder of this name."""
OUR_MARK = b"sixpip"
SPARE_BLOCKS = 8
"""Blocks left free for saves and logs."""
FOLDER_BLOCKS = 2
LINKS = 8
"""Bytes in each block of a file but the first that link it to earlier ones, on average at most."""


def file_blocks(size: int, block_size: int) -> int:
    """The blocks of a file on the board, at most: a small one may be in the block of its folder."""
    return 1 + max(0, -(-(size - block_size) // (block_size - LINKS)))


@dataclass(frozen=True)
class DiskSpace:
    """The board's disk: the size of a block in bytes, the number of blocks, and how many are free."""

    block_size: int
    blocks: int
    free: int


@dataclass(frozen=True)
class BoardState:
    """What is on a board."""

    sizes: Mapping[str, int]
    """Bytes of every file."""
    folders: frozenset[str]
    hashes: Mapping[str, str]
    """Of the files that may be up to date."""
    manifest: Manifest | None
    """None when there is none, or a damaged one."""
    foreign_main: bytes
    """The content of main.py unless it is the new one or the one in the manifest; else empty."""
    disk: DiskSpace
    boot_fault: str = ""
    """As in Board."""


@dataclass(frozen=True)
class Plan:
    """What to do, by the paths of files."""

    manifest: Manifest
    """The manifest of the new firmware."""
    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    """Files of the installed firmware to delete."""
    manifest_differs: bool = False
    renames: dict[str, str] = field(default_factory=dict)
    """The new names of files and folders of the user's that would keep the firmware from running."""
    boot_fault: str = ""

    @property
    def to_copy(self) -> list[str]:
        """The files to copy, main.py among them."""
        return sorted(self.new + self.changed)

    @property
    def replaced(self) -> list[str]:
        """The files to delete before others are copied: there is no room for the old and the new ones."""
        return sorted(path for path in self.stale + self.changed if path != MAIN)

    @property
    def is_up_to_date(self) -> bool:
        """Whether no file of the firmware differs."""
        return not (self.new or self.changed or self.stale)

    def rename_sentences(self) -> list[str]:
        """One sentence for each file or folder that is renamed, with the reason."""
        return [rename_sentence(path, self.boot_fault, self.renames[path]) for path in self.renames]


def rename_sentence(path: str, boot_fault: str, new: str) -> str:
    """Why the file or folder `path` gets the name `new`. `boot_fault`: as in Board."""
    if path == MAIN:
        return sentence("main.py renamed", new=new)
    if path == BOOT:
        return sentence("boot.py renamed", fault=boot_fault, new=new)
    return sentence("hider renamed", path=path, new=new)


def hiding_paths(sizes: Mapping[str, int], folders: Collection[str], ours: Collection[str]) -> list[str]:
    """The files and folders that MicroPython would import in place of its own modules, or of ours at the paths `ours`.

    It looks for a folder, with or without files, for .py and for .mpy, first in the root folder and then in lib, before
    it takes the built-in module. A folder in place of one of our modules counts only if no file is in it: for others
    see `shadowing_file`.
    """
    modules = [place + name for name in hideable_modules() for place in PLACES]
    files = [module + suffix for module in modules for suffix in (".py", ".mpy")]
    empty = set(folders) - {str(parent) for path in sizes for parent in PurePosixPath(path).parents}
    found = {path for path in files if path in sizes} | {path for path in modules if path in folders}
    imported = {path.removesuffix(".mpy") for path in ours if path.endswith(".mpy") and not path.endswith(INIT)}
    return sorted(found | (empty & imported))


def shadowing_file(path: str, sizes: Mapping[str, int], stale: frozenset[str] = frozenset()) -> str:
    """The file that MicroPython would import in place of the module at `path`, or of one in the file of the modules;
    empty if there is none.

    MicroPython looks for a folder first, then for .py, then for .mpy; sixpip_importer.py in the folder `sixpip` before
    the file. Files in `stale` do not count.
    """
    if path == MODULES:
        copied = [name for name in sizes if name.startswith("sixpip/") and name.endswith((".py", ".mpy"))]
        return min((name for name in copied if name not in stale), default="")
    module = path.removesuffix(".mpy")
    if module == path:
        return ""
    if module + ".py" in sizes and module + ".py" not in stale:
        return module + ".py"
    if path.endswith(INIT):
        return ""
    inside = [name for name in sizes if name.startswith(module + "/") and name not in stale]
    return inside[0] if inside else ""


def _check_conflicts(firmware: Mapping[str, bytes], state: BoardState, stale: frozenset[str]) -> None:
    """Raise FileConflict for a foreign file that would be imported in place of ours, or has the path of a folder."""
    files = set(state.sizes) - stale
    for path in sorted(firmware):
        parents = [str(parent) for parent in PurePosixPath(path).parents]
        conflicts = [name for name in (*parents, shadowing_file(path, state.sizes, stale)) if name in files]
        if conflicts:
            raise FileConflict(sentence("shadows", file=conflicts[0], path=path))
        if path in state.folders:
            raise FileConflict(sentence("is a folder", path=path))


def _check_space(plan: Plan, firmware: Mapping[str, bytes], state: BoardState) -> None:
    """Raise DiskFull unless everything fits."""
    disk = state.disk
    needed = {path: file_blocks(len(firmware[path]), disk.block_size) for path in plan.to_copy}
    folders = {str(parent) for path in plan.new for parent in PurePosixPath(path).parents} - state.folders - {"."}
    freed = sum(file_blocks(state.sizes[path], disk.block_size) for path in [*plan.stale, *plan.changed])
    manifests = 2 * file_blocks(len(plan.manifest.text()), disk.block_size)
    most = sum(needed.values()) + 2 * len(folders) + manifests + SPARE_BLOCKS
    missing = most - freed - disk.free
    if missing <= 0:
        return
    ours = {*firmware, *(state.manifest.hashes if state.manifest else ()), manifest.NAME, *PARTS}
    others = sorted((path for path in state.sizes if path not in ours), key=lambda path: -state.sizes[path])
    largest = f" (the largest: {', '.join(others[:3])})" if others else ""
    kilobytes = missing * disk.block_size // 1024
    raise DiskFull(sentence("needs space", kilobytes=kilobytes, largest=largest, boards=boards.NAMES))


def _renames(state: BoardState, firmware: Collection[str]) -> dict[str, str]:
    """Free names for what would keep the firmware from running, by path: a main.py that is not ours at the end."""
    installed = state.manifest.hashes if state.manifest else {}
    paths = [path for path in hiding_paths(state.sizes, state.folders, firmware) if path not in installed]
    if state.boot_fault and BOOT in state.sizes:
        paths.append(BOOT)
    if state.foreign_main and OUR_MARK not in state.foreign_main:
        paths.append(MAIN)
    return {path: _free_name(path, {*state.sizes, *state.folders}) for path in paths}


def _free_name(path: str, taken: Collection[str]) -> str:
    """The path with "_before_sixpip" in its name, and a number if that is taken."""
    stem, suffix = os.path.splitext(path)
    names = (f"{stem}_before_sixpip{number}{suffix}" for number in ["", *(f"_{count}" for count in range(2, 100))])
    return next(name for name in names if name not in taken)


def make_plan(state: BoardState, firmware: Mapping[str, bytes], version: str) -> Plan:
    """What to do so that the board holds `firmware` (content by path) and no other file of an installed firmware.

    Files that are not in the manifest stay. Raises FileConflict and DiskFull.
    """
    installed = set(state.manifest.hashes) if state.manifest else set()
    renames = _renames(state, firmware)
    target = manifest.manifest_of(firmware, version)
    unfinished = manifest.NAME + PART in state.sizes  # writing the manifest again replaces it
    differs = unfinished or state.manifest != target
    plan = Plan(target, manifest_differs=differs, renames=renames, boot_fault=state.boot_fault)
    for path in sorted(firmware):
        if path not in state.sizes or path in renames:
            plan.new.append(path)
        elif state.hashes.get(path) == target.hashes[path]:
            plan.unchanged.append(path)
        else:
            plan.changed.append(path)
    plan.stale.extend(
        sorted(path for path in {*installed, MAIN + PART, RESTORED} - set(firmware) if path in state.sizes)
    )
    _check_conflicts(firmware, state, frozenset(plan.stale))
    if not plan.is_up_to_date:
        _check_space(plan, firmware, state)
    return plan
