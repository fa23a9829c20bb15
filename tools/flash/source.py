"""What belongs on a board: the files of the compiled firmware. Compiling is tools.build's business."""

from pathlib import Path

from tools import FIRMWARE
from tools.build import TARGET, build
from tools.flash.errors import UsageError
from tools.flash.plan import MAIN


def firmware(source: Path | None = None) -> dict[str, bytes]:
    """The files by their paths on the board: those of `source` (compiled already), or firmware/ compiled now.

    Raises BuildError, and UsageError for a folder that holds no firmware.
    """
    if source is None:
        build(FIRMWARE, TARGET)
    folder = source or TARGET
    if not (folder / MAIN).is_file():
        raise UsageError(f"There is no {MAIN} in {folder}: name a folder that make build has made.")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
