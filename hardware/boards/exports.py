"""Exports of the KiCad projects of carrier and tile: netlists, reports of ERC and DRC, and schematics as PDF.

They are in the repository, so that checks and documents need no KiCad. sources.txt has a checksum of the projects: a
test finds exports that are older. The project of the tile has a schematic only: its board is drawn by script.
"""

import hashlib
import re
from pathlib import Path

from hardware import FOLDER
from hardware.boards import kicad

PROJECT = FOLDER / "carrier"
BOARD, SCHEMATIC = PROJECT / "carrier.kicad_pcb", PROJECT / "carrier.kicad_sch"
TILE = FOLDER / "tile" / "tile.kicad_sch"
FILES = PROJECT / "exports"
NETLIST, ERC, DRC, PDF, SOURCES = "carrier.net", "erc.json", "drc.json", "carrier.pdf", "sources.txt"
TILE_NETLIST, TILE_ERC, TILE_PDF = "tile.net", "tile-erc.json", "tile.pdf"

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

_OF_THE_RUN = re.compile(r'\n\s*\((?:source|date|tool|uri) "[^"]*"\)')
"""Lines of a netlist with a folder, the time or the program."""

_PDF_DATE = re.compile(rb"/CreationDate \(D:\d{14}\)")


def sources() -> list[Path]:
    """Returns the files of the carrier's project, and the schematic of the tile."""
    return [*sorted(path for kind in _KINDS for path in PROJECT.glob(kind)), TILE]


def checksum() -> str:
    """Returns one checksum of the projects, the same for all kinds of line breaks."""
    total = hashlib.sha256()
    for path in sources():
        total.update(path.relative_to(path.parent.parent).as_posix().encode() + b"\0")
        total.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return total.hexdigest()


def write(folder: Path = FILES) -> list[str]:
    """Writes all exports and returns what ERC and DRC find. Raises KiCadMissing and KiCadFailed."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for schematic, netlist, pdf, erc in ((SCHEMATIC, NETLIST, PDF, ERC), (TILE, TILE_NETLIST, TILE_PDF, TILE_ERC)):
        kicad.run("sch", "export", "netlist", "--output", folder / netlist, schematic)
        text = (folder / netlist).read_text(encoding="utf-8")
        (folder / netlist).write_text(_OF_THE_RUN.sub("", text), encoding="utf-8")
        kicad.run("sch", "export", "pdf", "--exclude-pdf-property-popups", "--output", folder / pdf, schematic)
        drawn = (folder / pdf).read_bytes()
        (folder / pdf).write_bytes(_PDF_DATE.sub(b"/CreationDate (D:20000101000000)", drawn))
        found += kicad.findings(kicad.report("sch erc", schematic, folder / erc))
    found += kicad.findings(kicad.report("pcb drc", BOARD, folder / DRC, "--schematic-parity"))
    (folder / SOURCES).write_text(f"sha256 of the projects: {checksum()}\nKiCad {kicad.version()}\n", encoding="utf-8")
    return found


def stale() -> bool:
    """Returns whether a project has changed since the exports were made."""
    return checksum() not in (FILES / SOURCES).read_text(encoding="utf-8")
