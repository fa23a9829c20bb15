"""What is done about records when a power cut or damage has left more than one good file: see the table in records.py.

Imported only then, and when a record is removed: what is needed for every save stands in records.py.
"""

import os

from sixpip.port import TYPE_CHECKING, const, replace, to_disk
from sixpip.storage.records import IO_ERROR, MOST_BYTES, exists

if TYPE_CHECKING:
    from sixpip.storage.records import Store

_SIZE = const(6)  # place of the size in what os.stat gives
_MOST_BAD = const(4)
_MARK = b"sixpip 1 "
_CUT_SHORT = "cut short"


def survey(store: "Store", name: str) -> "tuple[bytes | None, str, list[tuple[str, str]]]":
    """The newest good content (None without), the suffix of its file, and (suffix, reason) of each damaged file."""
    content = None
    source = ""
    bad = []
    for suffix in (".new", "", ".old"):
        found = store.read(name + suffix)
        reason = "" if found is not None else fault(store, name + suffix)
        if reason and not (suffix == ".new" and reason == _CUT_SHORT and _was_saving(store, name)):
            bad.append((suffix, reason))
        if content is None and found is not None:
            content = found
            source = suffix
        if suffix == "" and content is not None:
            break  # .old is of no interest then
    return content, source, bad


def _was_saving(store: "Store", name: str) -> bool:
    """Whether a power cut can leave NAME.new cut short: NAME moves to .old only once .new is complete."""
    return exists(store.path(name)) or not exists(store.path(name + ".old"))


def fault(store: "Store", file: str) -> str:
    """What is wrong with a file that is no whole record; "" when there is no such file."""
    path = store.path(file)
    if not exists(path):
        return ""
    try:
        if os.stat(path)[_SIZE] > MOST_BYTES:
            return "too long"
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError:
        return "unreadable"
    if not data.startswith(_MARK):
        return _CUT_SHORT if _MARK.startswith(data) else "not a record"
    line = data.split(b"\n")[0]
    length = line.split(b" ")[2]
    if len(line) == len(data):
        return _CUT_SHORT
    if length.isdigit() and len(length) < 6 and len(data) - len(line) - 1 < int(length):
        return _CUT_SHORT
    return "wrong check sum"


def mend(store: "Store", name: str, source: str, bad: "list[tuple[str, str]]") -> None:
    """Set the damaged files aside and bring the newest good one to NAME. Raises OSError."""
    for suffix, reason in bad:
        if put_aside(store, name, suffix, reason) == name + suffix:
            raise OSError(IO_ERROR, "a damaged file is in the way")  # going on would overwrite it
    if source == ".new":
        with open(store.path(name + source), "ab") as stream:
            to_disk(stream)  # a program killed, not a power cut, may have left it in a computer's write cache
        if exists(store.path(name)):
            replace(store.path(name), store.path(name + ".old"))
    if source:
        replace(store.path(name + source), store.path(name))


def put_aside(store: "Store", name: str, suffix: str, reason: str) -> str:
    """Rename NAME and suffix to NAME.bad, .bad2, ... and note it; its own name when it cannot be renamed.

    The first few damaged files keep their places; the last place holds the latest.
    """
    target = name + ".bad"
    for number in range(2, _MOST_BAD + 1):
        if exists(store.path(target)):
            target = f"{name}.bad{number}"
    try:
        replace(store.path(name + suffix), store.path(target))
    except OSError:
        target = name + suffix
    if target not in store.damaged:
        store.damaged.append(target)
    store.reasons[target] = reason
    return target


def remove(store: "Store", name: str) -> int:
    """Forget a record; the number of the error that was in the way, 0 for none."""
    try:
        for suffix in (".old", "", ".new"):  # oldest first: a cut in between must not bring an older value back
            if exists(store.path(name + suffix)):
                os.remove(store.path(name + suffix))
    except OSError as error:
        return error.errno or IO_ERROR
    return 0
