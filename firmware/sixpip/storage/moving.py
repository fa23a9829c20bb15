"""Moves a record to another name in one step: after a power cut it has either name. Few actions need it."""

import os

from sixpip.port import TYPE_CHECKING, replace
from sixpip.storage.record_file import exists
from sixpip.storage.records import StorageError

if TYPE_CHECKING:
    from sixpip.storage.records import Store


def move(store: "Store", name: str, target: str) -> None:
    """Give the record `name` the name `target`, whose own record it replaces. Raises StorageError."""
    for record in (target, name):
        store.load(record)  # brings its newest file to its name, and sets damaged ones aside
    path, target_path = store.folder + "/" + name, store.folder + "/" + target
    try:
        store.make_folder(target)
        for older in (target_path + ".old", path + ".old"):  # it would count when there is no other file
            if exists(older):
                os.remove(older)
        replace(path, target_path)
        return
    except OSError as error:
        number = error.errno
    raise StorageError(f"'{name}' could not be moved (error {number}): try again.")
