"""The pictures that are kept beside the guides, and how we know that they still show what the files say.

They are drawn by hardware.boards.pictures and hardware.case; beside them lies a mark of what they were drawn from.
"""

import hashlib
import re
import shutil
from pathlib import Path

from hardware import FOLDER, dimensions
from hardware.boards import netlist

BOARDS = FOLDER / "boards" / "renders"
CASE = FOLDER / "case" / "renders"
MARK = "drawn-from.txt"
"""Name of the mark in each folder."""

_REMARK = re.compile(r"//.*")


def _boards() -> str:
    """What the boards are drawn from: parts with their nets and places, and lengths."""
    return repr(netlist.parts()) + repr(sorted(dimensions.MM.items())) + repr(dimensions.TILE_HOLES)


def _case() -> str:
    """What the case is drawn from, without remarks."""
    sources = sorted((FOLDER / "case").glob("*.scad"))
    return "".join(" ".join(_REMARK.sub("", path.read_text(encoding="utf-8")).split()) for path in sources)


def _mark(text: str) -> str:
    """A short checksum, as it is written."""
    return hashlib.sha256(text.encode()).hexdigest()[:16] + "\n"


def marks() -> dict[Path, str]:
    """The mark that belongs into each folder."""
    return {BOARDS: _mark(_boards()), CASE: _mark(_case())}


def keep(drawn: Path, folder: Path) -> bool:
    """Replace the pictures in a folder by those in `drawn` and mark them; False when the kept ones are fresh.

    Their bytes differ from run to run though they look alike, so fresh ones stay.
    """
    if str(folder.relative_to(FOLDER)) not in stale():
        return False
    for picture in sorted(drawn.glob("*.png")):
        shutil.copy(picture, folder / picture.name)
    (folder / MARK).write_text(marks()[folder], encoding="utf-8")
    return True


def stale() -> list[str]:
    """The folders whose pictures were drawn from something else."""
    found = []
    for folder, mark in marks().items():
        path = folder / MARK
        if not path.exists() or path.read_text(encoding="utf-8") != mark:
            found.append(str(folder.relative_to(FOLDER)))
    return found
