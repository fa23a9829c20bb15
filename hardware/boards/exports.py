"""Exports of the carrier's KiCad project, hardware/carrier: netlist, reports of ERC and DRC, and the schematic as PDF.

They are in the repository, so that checks and documents need no KiCad. sources.txt has a checksum of the project: a
test finds exports that are older than it.
"""

import hashlib
import re
from pathlib import Path

from hardware import FOLDER
from hardware.boards import kicad

PROJECT = FOLDER / "carrier"
BOARD, SCHEMATIC = PROJECT / "carrier.kicad_pcb", PROJECT / "carrier.kicad_sch"
FILES = PROJECT / "exports"
NETLIST, ERC, DRC, PDF, SOURCES = "carrier.net", "erc.json", "drc.json", "carrier.pdf", "sources.txt"

_KINDS = (
    "*.kicad_sch",
    "*.kicad_pcb",
    "*.kicad_pro",
    "*.kicad_dru",
    "*.kicad_sym",
    "*-lib-table",
    "*.pretty/*.kicad_mod",
)
"""The files of the project; KiCad's other files are of one user or one computer."""

_OF_THE_RUN = re.compile(r'\n\s*\((?:source|date|tool) "[^"]*"\)')
"""Lines of a netlist with the folder, the time and the program."""

_PDF_DATE = re.compile(rb"/CreationDate \(D:\d{14}\)")


def sources() -> list[Path]:
    """Returns the files of the project."""
    return sorted(path for kind in _KINDS for path in PROJECT.glob(kind))


def checksum() -> str:
    """Returns one checksum of the project, the same for all kinds of line breaks."""
    total = hashlib.sha256()
    for path in sources():
        total.update(path.relative_to(PROJECT).as_posix().encode() + b"\0")
        total.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return total.hexdigest()


def write(folder: Path = FILES) -> list[str]:
    """Writes all exports and returns what ERC and DRC find. Raises KiCadMissing and KiCadFailed."""
    folder.mkdir(parents=True, exist_ok=True)
    kicad.run("sch", "export", "netlist", "--output", folder / NETLIST, SCHEMATIC)
    text = (folder / NETLIST).read_text(encoding="utf-8")
    (folder / NETLIST).write_text(_OF_THE_RUN.sub("", text), encoding="utf-8")
    kicad.run("sch", "export", "pdf", "--exclude-pdf-property-popups", "--output", folder / PDF, SCHEMATIC)
    drawn = (folder / PDF).read_bytes()
    (folder / PDF).write_bytes(_PDF_DATE.sub(b"/CreationDate (D:20000101000000)", drawn))
    found = kicad.findings(kicad.report("sch erc", SCHEMATIC, folder / ERC))
    found += kicad.findings(kicad.report("pcb drc", BOARD, folder / DRC, "--schematic-parity"))
    (folder / SOURCES).write_text(f"sha256 of the project: {checksum()}\nKiCad {kicad.version()}\n", encoding="utf-8")
    return found


def stale() -> bool:
    """Returns whether the project has changed since the exports were made."""
    return checksum() not in (FILES / SOURCES).read_text(encoding="utf-8")
