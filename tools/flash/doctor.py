"""What `make doctor` says of a board: what it is, what is installed, whether it is whole. It changes nothing.

The findings are worked out here; the words for people about ports stand in ports.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tools.flash import manifest
from tools.flash.board import Board, Room
from tools.flash.install import read_manifest
from tools.flash.manifest import Manifest
from tools.flash.own import own_files
from tools.flash.plan import MAIN, PARTS, Survey, is_shadowing

_NAMED = 6


@dataclass
class Findings:
    """Facts to print, as (heading, words), and sentences about what is wrong with the remedy."""

    facts: list[tuple[str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def _names(paths: list[str]) -> str:
    """The first few of the paths, and how many more there are."""
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return (", ".join(paths[:_NAMED]) + more) if paths else "none"


def _whole(listed: Manifest, hashes: Mapping[str, str], found: Findings) -> None:
    """Compare what is there with the manifest."""
    broken = sorted(path for path, value in listed.hashes.items() if hashes.get(path, "") not in ("", value))
    absent = sorted(path for path in listed.hashes if path not in hashes)
    words = f"{len(listed.hashes)} files, "
    words += "all whole" if not broken + absent else f"{len(absent)} missing, {len(broken)} not as they were written"
    found.facts.append(("Installed", f"Sixpip {listed.version}: {words}"))
    if MAIN in absent:
        found.faults.append("main.py is missing, so nothing starts (a flash that broke off leaves it so): make flash.")
    elif broken + absent:
        found.faults.append(f"These files are not as they should be: {_names(absent + broken)}: make flash mends them.")


def _disk(sizes: Mapping[str, int], listed: Manifest | None, room: Room, found: Findings) -> None:
    """Room, and whose the other files are."""
    own = own_files(sizes, listed)
    ours = {*(listed.hashes if listed else ()), manifest.NAME, *PARTS, *own}
    foreign = sorted(set(sizes) - ours)
    kilobytes = room.block / 1024
    found.facts.append(("Free space", f"{room.free * kilobytes:.0f} of {room.blocks * kilobytes:.0f} KB"))
    found.facts.append(("Your own", f"{_names(own)} ({sum(sizes[path] for path in own)} bytes)"))
    found.facts.append(("Not ours", _names(foreign)))
    survey = Survey(sizes, frozenset(), {}, listed, b"", room)
    shadows = {is_shadowing(path, survey, set()) for path in (listed.hashes if listed else ())} - {""}
    for path in sorted(shadows - set(listed.hashes if listed else ())):
        found.faults.append(f"{path} would be imported in place of ours: remove it with `mpremote fs rm :{path}`.")


def examine(board: Board, version: str) -> Findings:
    """Look at a board; `version`: of the Sixpip that `make flash` would put there."""
    found = Findings([("Board", f"{board.identity} on {board.name}")])
    sizes, _ = board.files()
    listed = read_manifest(board, sizes)
    if listed:
        _whole(listed, board.hashes(sorted(set(listed.hashes) & set(sizes))), found)
        if listed.version != version:
            found.facts.append(("Here", f"Sixpip {version}: make flash brings it to the board"))
    elif any(path.startswith("sixpip/") for path in sizes):
        found.facts.append(("Installed", "a Sixpip that make flash did not put there"))
        found.faults.append("It cannot be said whether the files are whole without their list: make flash writes one.")
    else:
        found.facts.append(("Installed", "nothing of Sixpip"))
        found.faults.append("Sixpip is not on this board: make flash puts it there.")
    _disk(sizes, listed, board.room(), found)
    return found
