"""The files of the firmware that belong on a board. tools.board.build compiles them."""

from pathlib import Path

from tools import FIRMWARE
from tools.board.build import TARGET, build
from tools.board.flash.errors import UsageError
from tools.board.flash.plan import MAIN
from tools.files import BadFile, read_folder


def firmware_files(source: Path | None = None) -> dict[str, bytes]:
    """The content of each file by its path on the board. `source`: a compiled firmware; None: compile firmware/ first.

    Raises BuildError, and UsageError for a folder without a firmware.
    """
    if source is None:
        build(FIRMWARE, TARGET)
    folder = source or TARGET
    if not (folder / MAIN).is_file():
        raise UsageError(f"There is no {MAIN} in {folder}: name a folder that make build has made.")
    try:
        return read_folder(folder)
    except BadFile as error:
        raise UsageError(f"{folder} {error}: name a folder that make build has made.") from error
