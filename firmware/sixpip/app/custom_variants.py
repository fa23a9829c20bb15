"""A maker's own variants: the files in the folder of variants, each read, checked and registered at start.

No file can stop the console: one that is not good is listed with the reason. The format is in rules/custom.py.
"""

import os

from sixpip.port import const
from sixpip.rules import variants
from sixpip.rules.errors import BadOption, sentence

_MODE = const(0)
_SIZE = const(6)
_KIND = const(0xF000)
_FILE = const(0x8000)
_MOST_FILES = const(24)  # three times as many as can be registered
_SUFFIX = ".json"


def load_own(folder: str) -> "list[tuple[str, str]]":
    """Register the variants of `folder` in place of those registered before; (file, reason) of each refused file.

    Files are taken in the order of their names; those that begin with a dot are passed over. No folder, no variants.
    """
    variants.clear_own()
    try:
        os.stat(folder)
    except OSError:
        return []
    try:
        files = sorted([name for name in os.listdir(folder) if not name.startswith(".")])
    except OSError as error:
        return [("variants", f"The folder cannot be read (error {error.errno})")]
    refused = []
    for file in files[:_MOST_FILES]:
        try:
            _load(folder + "/" + file)
        except BadOption as error:
            refused.append((file, sentence(error)))
        except OSError as error:
            refused.append((file, f"The file cannot be read (error {error.errno})"))
    if len(files) > _MOST_FILES:
        refused.append((files[_MOST_FILES], f"This and further files were not read: at most {_MOST_FILES} are"))
    return refused


def _load(path: str) -> None:
    """Register the variant of one file. Raises BadOption, OSError."""
    from sixpip.rules import custom  # here, because most consoles have no own variants

    if not path.lower().endswith(_SUFFIX):
        raise BadOption(f"The name of the file must end in {_SUFFIX}")
    status = os.stat(path)
    if status[_MODE] & _KIND != _FILE:
        raise BadOption("This is a folder, not a file")
    if status[_SIZE] > custom.MAX_BYTES:
        raise BadOption(f"The file is longer than {custom.MAX_BYTES} bytes: make it shorter")
    with open(path, "rb") as stream:
        data = stream.read()
    variants.register(custom.read(data))
