"""The files of the firmware that belong on a board. tools.build compiles them."""

from pathlib import Path

from tools import FIRMWARE
from tools.build import TARGET, build
from tools.files import BadFile, read_folder
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
    try:
        return read_folder(folder, lambda path: True)
    except BadFile as error:
        raise UsageError(f"{folder} {error}: name a folder that make build has made.") from error
