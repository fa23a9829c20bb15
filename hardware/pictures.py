"""The pictures that are kept beside the guides, and how we know that they still show what the files say.

They are drawn by hardware.boards.pictures and hardware.case; beside them lies a mark of what they were drawn from.
"""

import hashlib
import re
import shutil
from pathlib import Path

from hardware import FOLDER, dimensions
from hardware.boards import netlist
from hardware.boards.words import CARRIER_WORDS

BOARDS = FOLDER / "boards" / "renders"
CASE = FOLDER / "case" / "renders"
MARK = "drawn-from.txt"
"""Name of the mark in each folder."""

ESTIMATE = FOLDER / "case" / "PRINT.md"
"""How long the case takes to print; it ends with the mark of the case's pictures."""

_REMARK = re.compile(r"//.*")


def _boards() -> str:
    """What the boards are drawn from: parts with their nets and places, words, and lengths."""
    return (
        repr(netlist.parts()) + repr(CARRIER_WORDS) + repr(sorted(dimensions.MM.items())) + repr(dimensions.TILE_HOLES)
    )


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


def keep_estimate(made: Path, kept: Path = ESTIMATE) -> bool:
    """Replace the page on printing by the tables in `made`; False when it is fresh."""
    if not estimate_stale(kept):
        return False
    head = "# Printing\n\nRev A, not yet built. Written by `make hardware` from the models in this folder.\n\n"
    kept.write_text(f"{head}{made.read_text(encoding='utf-8')}<!-- {marks()[CASE].strip()} -->\n", encoding="utf-8")
    return True


def estimate_stale(kept: Path = ESTIMATE) -> bool:
    """Whether the page on printing was made from something else."""
    return not kept.exists() or marks()[CASE].strip() not in kept.read_text(encoding="utf-8")


def stale() -> list[str]:
    """The folders whose pictures were drawn from something else."""
    found = []
    for folder, mark in marks().items():
        path = folder / MARK
        if not path.exists() or path.read_text(encoding="utf-8") != mark:
            found.append(str(folder.relative_to(FOLDER)))
    return found
