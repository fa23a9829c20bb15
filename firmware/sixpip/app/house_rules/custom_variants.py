"""The maker's own variants: reads, checks and registers the files in the folder of variants at the start.

No file can stop the console: one that is not good is listed with the reason. The format is in rules/rulebook/custom.py.
"""

import os
from binascii import crc32

from sixpip.port import TYPE_CHECKING, const, exists, ticks_diff
from sixpip.rules.core.errors import BadOption, sentence
from sixpip.rules.rulebook import variants
from sixpip.storage.records import trouble_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sixpip.rules.rulebook.variant import Variant
    from sixpip.storage.records import Store

_MODE = const(0)
_SIZE = const(6)
_KIND = const(0xF000)
_FILE = const(0x8000)
_MOST_FILES = const(24)  # three times the number of variants that can be registered
_CHECK_MS = const(6000)
_CHECK_FOR_GAME_MS = const(1500)
"""After so long no further file is checked in this start: the rest of a start with a game takes longer."""
_GAME = "game"  # the record of the game in hand, see session.py
_SUFFIX = ".json"
_RECORD = "checked"
_NO_TIME = "There was no time to check it: turn the console off and on, or correct the files before it"


class _Checks:
    """The searches whether a game can end. The checksum of each file that passes is saved, so that it is made once."""

    def __init__(self, store: "Store | None", ticks_ms: "Callable[[], int]") -> None:
        self._store = store
        self._ticks_ms = ticks_ms
        self._began_ms = ticks_ms()
        self._limit_ms = _CHECK_FOR_GAME_MS if store and store.has(_GAME) else _CHECK_MS
        saved: Any = store.load(_RECORD) if store else None
        self._known: dict[str, int] = saved if isinstance(saved, dict) else {}
        self._passed: dict[str, int] = {}

    def read(self, file: str, data: bytes) -> "Variant":
        """The variant in the content of a file. Raises BadOption."""
        from sixpip.rules.rulebook import custom  # most consoles have no custom variants

        checksum = crc32(data)
        is_known = self._known.get(file) == checksum
        if not is_known and ticks_diff(self._ticks_ms(), self._began_ms) > self._limit_ms:
            raise BadOption(_NO_TIME)
        variant = custom.read(data, not is_known)
        self._passed[file] = checksum
        return variant

    def save(self) -> None:
        """Saves which files passed, unless there is no room: then they are checked again."""
        store = self._store
        if store and self._passed != self._known:
            trouble_of(lambda: store.save(_RECORD, self._passed))


def load_variants(
    folder: str, store: "Store | None" = None, ticks_ms: "Callable[[], int]" = lambda: 0
) -> "list[tuple[str, str]]":
    """Registers the variants of `folder` in place of those registered before; returns (file, reason) of refused files.

    Files are read in the order of their names; those that begin with a dot are ignored. The folder need not exist.
    `store`: keeps which files passed, so that the next start need not check them. `ticks_ms`: the clock of the board,
    by which a start ends its checks; without it all files are checked.
    """
    variants.clear_own()
    if not exists(folder):
        return []
    try:
        files = sorted([name for name in os.listdir(folder) if not name.startswith(".")])
    except OSError as error:
        return [("variants", f"The folder cannot be read (error {error.errno}): copy it again")]
    refused = []
    checks = _Checks(store, ticks_ms)
    for file in files[:_MOST_FILES]:
        try:
            variants.register(checks.read(file, _content(folder + "/" + file)))
        except BadOption as error:
            refused.append((file, sentence(error)))
        except OSError as error:
            refused.append((file, f"The file cannot be read (error {error.errno}): copy it again"))
        except (MemoryError, RuntimeError):  # RuntimeError: the stack is too short
            refused.append((file, "There is too little memory to check it: make its rules simpler"))
    if len(files) > _MOST_FILES:
        refused.append((files[_MOST_FILES], f"Only {_MOST_FILES} files are read, and not this one: delete some"))
    checks.save()
    return refused


def _content(path: str) -> bytes:
    """The content of the file of a variant. Raises BadOption, OSError."""
    from sixpip.rules.rulebook import custom

    if not path.lower().endswith(_SUFFIX):
        raise BadOption(f"The name of the file must end in {_SUFFIX}")
    status = os.stat(path)
    if status[_MODE] & _KIND != _FILE:
        raise BadOption("This is a folder: move its files out of it")
    if status[_SIZE] > custom.MAX_BYTES:
        raise BadOption(f"The file is longer than {custom.MAX_BYTES} bytes: make it shorter")
    with open(path, "rb") as stream:
        return stream.read()
