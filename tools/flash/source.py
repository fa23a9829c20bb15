"""The files of the firmware that belong on a board. tools.build compiles them."""

from pathlib import Path

from tools import FIRMWARE
from tools.build import TARGET, build
from tools.flash.errors import UsageError
from tools.flash.plan import MAIN


def firmware_files(source: Path | None = None) -> dict[str, bytes]:
    """The content of each file by its path on the board. `source`: a compiled firmware; None: compile firmware/ first.

    Raises BuildError, and UsageError for a folder without a firmware.
    """
    if source is None:
        build(FIRMWARE, TARGET)
    folder = source or TARGET
    if not (folder / MAIN).is_file():
        raise UsageError(f"There is no {MAIN} in {folder}: name a folder that make build has made.")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
