"""Takes care of the compiled code that Numba stores in the __pycache__ folders."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from pickle import UnpicklingError

from tools import FIRMWARE, ROOT
from tools.terminal import print_message

_FOLDERS = (ROOT / "tools" / "league", ROOT / "tools" / "solve", FIRMWARE / "sixpip" / "players" / "ten_thousand")


def delete_stale(folders: tuple[Path, ...] = _FOLDERS) -> None:
    """Deletes the compiled code that is older than the newest module in some folders.

    Numba notices a change of the module that it compiles, but not one of the modules whose functions are compiled into
    it.
    """
    newest = max(path.stat().st_mtime for folder in folders for path in folder.glob("*.py"))
    for file in _stored(folders):
        with suppress(OSError):  # another process deletes them, too
            if file.stat().st_mtime < newest:
                file.unlink()


def _stored(folders: tuple[Path, ...]) -> list[Path]:
    """The files of Numba."""
    return [file for folder in folders for file in (folder / "__pycache__").glob("*.nb[ic]")]


def deletes_damaged(main: Callable[[list[str]], int]) -> Callable[[list[str]], int]:
    """Decorate the main function of a command that runs compiled code: it reports stored code that is damaged."""

    @wraps(main)
    def run(arguments: list[str]) -> int:
        try:
            return main(arguments)
        except (EOFError, UnpicklingError):
            for file in _stored(_FOLDERS):
                file.unlink(missing_ok=True)
            print_message("Compiled code on the disk was damaged and is deleted: run the command again.")
            return 1

    return run
