"""Reads the records of a console without changing its files, with the firmware's own checks."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sixpip.app.people.statistics import RECORD, Statistics
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.storage.record_store import Store
from tools.board.flash.user_files import is_wanted, without_folder
from tools.files import DISK, BadFile, read_bytes, read_zip
from tools.terminal import shown

FILES = (RECORD, RECORD + ".new", RECORD + ".old")
"""The files of the record, in the folder of the saves."""

BEST = ("best total", "fewest turns alone", "best turn", "most hot dice")
FIGURES = ("games", "wins", "games alone", "turns", "points", "busts")


class NoRecords(Exception):
    """There are no records to read; the text is one sentence with the remedy."""


class Records:
    """The records and statistics of one console."""

    def __init__(self, statistics: Statistics, damaged: list[str]) -> None:
        """`damaged`: the reason for each file that is damaged, wholly or in part."""
        self.variants = [[_title(row[0]), *row[1:]] for row in reversed(statistics.variants)]
        """The variant played last first: its title, then for each of BEST [value, name] or []."""
        self.people: list[list[Any]] = [[shown(row[0]), *row[1:]] for row in reversed(statistics.people)]
        """The person who played last first: the name, then for each group of games the FIGURES or []."""
        self.damaged = damaged


def read(source: Path) -> Records:
    """Reads the records in a folder of saves, or in a backup (a folder or a .zip). Raises NoRecords."""
    files = _files_of(source)
    if not files:
        raise NoRecords(
            f"{source} has no records: name the folder of `make play` (.play) or a backup of a console on which a game "
            "has been finished."
        )
    return records_in(files)


def records_in(files: Mapping[str, bytes]) -> Records:
    """Reads the records from the content of those of FILES that exist. Raises NoRecords for those of a later format."""
    with tempfile.TemporaryDirectory() as folder:  # a copy, because the store repairs what it reads
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        store = Store(folder)
        newer = store.refusal(RECORD)
        if newer:
            raise NoRecords(newer)
        statistics = Statistics(store)
    return Records(statistics, [store.reasons[file] for file in store.damaged])


def _files_of(source: Path) -> dict[str, bytes]:
    """The files of the record; {} if there is none. Raises NoRecords when the source cannot be read."""
    try:
        if not source.is_dir():
            files = without_folder(read_zip(source, wanted=is_wanted)) or {}
            return {name: files[name] for name in FILES if name in files}
        return {name: read_bytes(source / name, DISK) for name in FILES if (source / name).exists()}
    except BadFile as error:
        raise NoRecords(f"{source} {error}: name a folder of saves, or a .zip that make backup made.") from None


def _title(name: str) -> str:
    """The title of a variant; the name of one that is not in the firmware."""
    return next((variant.title for variant in VARIANTS if variant.name == name), shown(name))
