"""What `make flash` is about to do with a board: worked out from what is there, before anything is changed.

Nothing is read or written here. In which order it is done, and why a cut does no harm, is told in install.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from tools.flash import manifest
from tools.flash.board import Room
from tools.flash.errors import DiskFull, InTheWay
from tools.flash.manifest import Manifest

MAIN = "main.py"
PART = ".part"
"""Ends the name of a file that is renamed when it is whole: main.py and the manifest."""
PARTS = (MAIN + PART, manifest.NAME + PART)

_OURS = b"sixpip"
_SPARE_BLOCKS = 8
"""Left free for the saves and logs to come."""


@dataclass(frozen=True)
class Survey:
    """What was found on a board."""

    sizes: Mapping[str, int]
    folders: frozenset[str]
    hashes: Mapping[str, str]
    """Of the files that may be ours."""
    manifest: Manifest | None
    """None when there is none, or a damaged one."""
    main: bytes
    """The text of main.py, if it is neither the new one nor the manifest's; else nothing."""
    room: Room


@dataclass(frozen=True)
class Plan:
    """Which files of the new firmware are not yet on the board, and what of an older one has to go."""

    manifest: Manifest
    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    manifest_differs: bool = False
    aside: str = ""
    """The name that somebody else's main.py gets, if there is one."""

    @property
    def copied(self) -> list[str]:
        """The files to copy, main.py among them."""
        return sorted(self.new + self.changed)

    @property
    def idle(self) -> bool:
        """Whether no file of the firmware differs."""
        return not (self.new or self.changed or self.stale)


def is_shadowing(path: str, survey: Survey, gone: set[str]) -> str:
    """What MicroPython would import in place of the module `path`: it looks for a folder first, then .py, then .mpy."""
    module = path.removesuffix(".mpy")
    if module == path or PurePosixPath(module).name == "__init__":
        return ""
    if module + ".py" in survey.sizes and module + ".py" not in gone:
        return module + ".py"
    kept = [name for name in survey.sizes if name.startswith(module + "/") and name not in gone]
    return kept[0] if kept else ""


def _check_way(wanted: Mapping[str, bytes], survey: Survey, gone: set[str]) -> None:
    """Raise InTheWay for a file that is not ours and would be imported, or stands where a folder must be."""
    files = {path for path in survey.sizes if path not in gone}
    for path in sorted(wanted):
        parents = [str(parent) for parent in PurePosixPath(path).parents]
        blocking = [name for name in (*parents, is_shadowing(path, survey, gone)) if name in files]
        if blocking:
            raise InTheWay(
                f"{blocking[0]} on the board was not put there by make flash and would be taken in place of {path}: "
                f"if it is dear to you save it; remove it, `mpremote fs rm :{blocking[0]}`, and try again."
            )
        if path in survey.folders:
            raise InTheWay(
                f"{path} on the board is a folder: remove it with `mpremote fs rm -r :{path}`, then try again."
            )


def _blocks(size: int, room: Room) -> int:
    return max(1, -(-size // room.block))


def _check_room(plan: Plan, wanted: Mapping[str, bytes], survey: Survey) -> None:
    """Raise DiskFull unless all of it fits, the old copy of one file at a time beside the new one."""
    room = survey.room
    needs = {path: _blocks(len(wanted[path]), room) for path in plan.copied}
    folders = {str(parent) for path in plan.new for parent in PurePosixPath(path).parents} - survey.folders - {"."}
    freed = sum(_blocks(survey.sizes[path], room) for path in [*plan.stale, *plan.changed])
    lists = 2 * _blocks(len(plan.manifest.text()), room)
    most = sum(needs.values()) + 2 * len(folders) + max(needs.values(), default=0) + lists + _SPARE_BLOCKS
    missing = most - freed - room.free
    if missing <= 0:
        return
    ours = {*wanted, *(survey.manifest.hashes if survey.manifest else ()), manifest.NAME, *PARTS}
    others = sorted((path for path in survey.sizes if path not in ours), key=lambda path: -survey.sizes[path])
    biggest = f" (the biggest: {', '.join(others[:3])})" if others else ""
    raise DiskFull(
        f"The board's disk is too full by {missing * room.block // 1024} KB: remove files of your own from it"
        f"{biggest} with `mpremote fs rm :NAME` and run the same command again."
    )


def _aside(survey: Survey) -> str:
    """A free name for somebody else's main.py; nothing when there is none, or it is one of ours."""
    if not survey.main or _OURS in survey.main:
        return ""
    names = ["main_before_sixpip.py", *(f"main_before_sixpip_{number}.py" for number in range(2, 100))]
    return next(name for name in names if name not in survey.sizes)


def make_plan(survey: Survey, wanted: Mapping[str, bytes], version: str) -> Plan:
    """What to do so that the board holds `wanted` (path: content), and of ours nothing else.

    Files that no manifest names stay, whatever they are. Raises InTheWay and DiskFull.
    """
    listed = set(survey.manifest.hashes) if survey.manifest else set()
    aside = _aside(survey)
    target = manifest.manifest_of(wanted, version)
    left = manifest.NAME + PART in survey.sizes  # renaming a new one in its place does away with it
    plan = Plan(target, manifest_differs=left or survey.manifest != target, aside=aside)
    for path in sorted(wanted):
        if path not in survey.sizes or (path == MAIN and aside):
            plan.new.append(path)
        elif survey.hashes.get(path) == target.hashes[path]:
            plan.same.append(path)
        else:
            plan.changed.append(path)
    plan.stale.extend(sorted(path for path in {*listed, MAIN + PART} - set(wanted) if path in survey.sizes))
    _check_way(wanted, survey, set(plan.stale))
    if not plan.idle:
        _check_room(plan, wanted, survey)
    return plan
