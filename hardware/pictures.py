"""The pictures that the guides show, and the check that they are up to date. Nothing is drawn here.

hardware.boards.pictures and hardware.case draw them. A file in each folder has a checksum of what they were drawn from.
"""

import hashlib
import re
import shutil
from pathlib import Path

from hardware import FOLDER, dimensions
from hardware.boards import exports, panel_plan, tile_plan
from hardware.boards.pictures import PICTURES

BOARDS = FOLDER / "boards" / "renders"
CASE = FOLDER / "case" / "renders"
CHECKSUM_FILE = "drawn-from.txt"
"""Name of the checksum file in each folder."""

_COMMENT = re.compile(r"//.*")


def _board_inputs() -> str:
    """Returns what the boards are drawn from: the carrier's project, the tiles and the panel, the pieces shown."""
    tiles = [tuple(part) for part in tile_plan.parts()]
    return repr((exports.checksum(), tiles, panel_plan.cuts(), panel_plan.origins(), dimensions.TILE_HOLES, PICTURES))


def case_inputs(printed: bool = False) -> str:
    """Returns the OpenSCAD sources of the case, or of the printed parts only, without comments and line breaks."""
    sources = [path for path in sorted((FOLDER / "case").glob("*.scad")) if not (printed and path.stem == "pictures")]
    return "".join(" ".join(_COMMENT.sub("", path.read_text(encoding="utf-8")).split()) for path in sources)


def _checksum(text: str) -> str:
    """Returns a short checksum with a line break, as it is stored."""
    return hashlib.sha256(text.encode()).hexdigest()[:16] + "\n"


def checksums() -> dict[Path, str]:
    """Returns the current checksum by picture folder."""
    return {BOARDS: _checksum(_board_inputs()), CASE: _checksum(case_inputs())}


def printed_checksum() -> str:
    """Returns the current checksum of the models of the printed parts."""
    return _checksum(case_inputs(printed=True)).strip()


def update(drawn: Path, folder: Path) -> bool:
    """Replaces the pictures in `folder` by those in `drawn`, and writes the checksum.

    Returns False, without a change, when they are up to date: the bytes of a PNG differ between runs even if it looks
    the same.
    """
    if str(folder.relative_to(FOLDER)) not in stale():
        return False
    for picture in sorted(drawn.glob("*.png")):
        shutil.copy(picture, folder / picture.name)
    (folder / CHECKSUM_FILE).write_text(checksums()[folder], encoding="utf-8")
    return True


def stale() -> list[str]:
    """Returns the folders whose pictures were drawn from another version of the sources."""
    found = []
    for folder, checksum in checksums().items():
        path = folder / CHECKSUM_FILE
        if not path.exists() or path.read_text(encoding="utf-8") != checksum:
            found.append(str(folder.relative_to(FOLDER)))
    return found
