"""What `make doctor` reports about a board: what it is, what is installed, whether it is intact. Changes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sixpip.board.chips import RP2350
from sixpip.storage.recovery import MAX_BYTES
from tools.board.flash import manifest
from tools.board.flash.install import read_manifest
from tools.board.flash.manifest import Manifest
from tools.board.flash.plan import BOOT, MAIN, PARTS, DiskSpace, hiding_paths, shadowing_file
from tools.board.flash.sentences import sentence
from tools.board.flash.user_files import PACKAGE, user_files
from tools.board.module_file import MODULES
from tools.play.records.reader import FILES, records_in
from tools.terminal import shown

if TYPE_CHECKING:  # the build of the page needs no mpremote
    from tools.board.flash.board import Board

LISTED = 6


@dataclass
class Findings:
    """What was found: facts as (heading, text), and faults as one sentence each with the remedy."""

    facts: list[tuple[str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def _names(paths: list[str]) -> str:
    """The first few of the paths, and how many more there are."""
    more = f" and {len(paths) - LISTED} more" if len(paths) > LISTED else ""
    return (", ".join(shown(path) for path in paths[:LISTED]) + more) if paths else "none"


def _check_files(installed: Manifest, hashes: Mapping[str, str], findings: Findings) -> None:
    damaged = sorted(path for path, value in installed.hashes.items() if hashes.get(path, "") not in ("", value))
    missing = sorted(path for path in installed.hashes if path not in hashes)
    state = "all intact" if not damaged + missing else f"{len(missing)} missing, {len(damaged)} damaged"
    findings.facts.append(("Installed", f"Sixpip {installed.version}: {len(installed.hashes)} files, {state}"))
    if MAIN in missing:
        findings.faults.append(sentence("main missing"))
    elif damaged + missing:
        findings.faults.append(sentence("damaged", names=_names(missing + damaged)))


def _check_code(board: "Board", findings: Findings) -> None:
    """Report how much of an intact firmware runs from the flash, and why none does; a Pico 2 has memory for all."""
    if RP2350 in board.identity.machine:
        return
    size, reason = board.code_in_flash()
    findings.facts.append(("Code in flash", f"{size / 1024:.0f} KB of what starts the console"))
    if reason:
        findings.faults.append(sentence("code in memory", reason=reason))


def _check_disk(sizes: Mapping[str, int], installed: Manifest | None, disk: DiskSpace, findings: Findings) -> None:
    """Report the free space, the user's files and other files."""
    users = user_files(sizes, installed)
    ours = set(installed.hashes if installed else ())
    others = sorted(set(sizes) - {*ours, manifest.NAME, *PARTS, *users})
    kilobytes = disk.block_size / 1024
    findings.facts.append(("Free space", f"{disk.free * kilobytes:.0f} of {disk.blocks * kilobytes:.0f} KB"))
    findings.facts.append(("Your files", f"{_names(users)} ({sum(sizes[path] for path in users)} bytes)"))
    findings.facts.append(("Other files", _names(others)))
    for path in sorted({shadowing_file(path, sizes) for path in ours} - {""} - ours):
        findings.faults.append(sentence("shadowed", file=path))


def _check_records(board: "Board", sizes: Mapping[str, int], findings: Findings) -> None:
    """Report how many records the console has, and damage that it will find when it reads them."""
    files = {path: board.read(path, MAX_BYTES + 1) for path in FILES if path in sizes}
    if not files:
        return
    records = records_in(files)
    counts = f"of {len(records.variants)} games, statistics of {len(records.people)} players"
    findings.facts.append(("Records", counts))
    for reason in records.damaged:
        findings.faults.append(sentence("damaged records", reason=reason))


def examine(board: "Board", version: str) -> Findings:
    """Examine a board. `version`: of the Sixpip that `make flash` would install."""
    findings = Findings([("Board", f"{board.identity} on {board.name}")])
    sizes, folders = board.list_files()
    installed = read_manifest(board, sizes)
    if installed:
        _check_files(installed, board.hashes(sorted(set(installed.hashes) & set(sizes))), findings)
        if installed.version != version:
            findings.facts.append(("Available", sentence("available", version=version)))
    elif MODULES in sizes or any(path.startswith(f"{PACKAGE}/") for path in sizes):
        findings.facts.append(("Installed", sentence("by hand")))
        findings.faults.append(sentence("no list"))
    else:
        findings.facts.append(("Installed", "no Sixpip"))
        findings.faults.append(sentence("not installed"))
    _check_disk(sizes, installed, board.disk_space(sizes, folders), findings)
    for path in hiding_paths(sizes, folders, installed.hashes if installed else ()):
        findings.faults.append(sentence("hides", path=path))
    if board.boot_fault and BOOT in sizes:
        findings.faults.append(sentence("boot.py", fault=board.boot_fault))
    if installed and MODULES in installed.hashes and not findings.faults:
        _check_code(board, findings)
    _check_records(board, sizes, findings)
    return findings
