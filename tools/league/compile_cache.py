"""Deletes compiled code of the league that is older than a module it was made from.

Numba notices a change of the module that it compiles, but not one of the modules whose functions are compiled into it.
"""

from pathlib import Path

from tools import FIRMWARE, ROOT

_FOLDERS = (ROOT / "tools" / "league", ROOT / "tools" / "solve", FIRMWARE / "sixpip" / "players" / "ten_thousand")


def delete_stale(cache: Path = _FOLDERS[0] / "__pycache__", folders: tuple[Path, ...] = _FOLDERS) -> None:
    """Deletes the files of Numba in a folder that are older than the newest module."""
    newest = max(path.stat().st_mtime for folder in folders for path in folder.glob("*.py"))
    for file in cache.glob("*.nb[ic]"):
        try:
            if file.stat().st_mtime < newest:
                file.unlink()
        except FileNotFoundError:  # another process deletes them, too
            continue
