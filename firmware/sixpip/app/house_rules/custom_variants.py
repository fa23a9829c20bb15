"""The maker's own variants: finds the files in the folder of variants at the start and registers the variants.

No file can stop the console: one that is not good is listed with the reason. What a file may say is checked in
rules/rulebook/variant_file.py, how many there may be in rules/rulebook/variants.py.
"""

import os

from sixpip.compat import const, exists
from sixpip.rules.core.errors import BadOption, sentence
from sixpip.rules.rulebook import variants

_MODE = const(0)
_SIZE = const(6)
_KIND = const(0xF000)
_FILE = const(0x8000)
_MOST_FILES = const(24)  # three times the number of variants that can be registered
_SUFFIX = const(".json")


def load_variants(folder: str) -> "list[tuple[str, str]]":
    """Registers the variants of `folder` in place of those registered before; returns (file, reason) of refused files.

    Files are read in the order of their names; those that begin with a dot are ignored. The folder need not exist.
    """
    variants.clear_own()
    if not exists(folder):
        return []
    try:
        files = sorted([name for name in os.listdir(folder) if not name.startswith(".")])
    except OSError:
        return [("variants", "The folder cannot be read: copy it again")]
    from sixpip.rules.rulebook import variant_file  # most consoles have no own variants

    refused = []
    for file in files[:_MOST_FILES]:
        try:
            variants.register(variant_file.read(_content(folder + "/" + file, variant_file.MAX_BYTES)))
        except BadOption as error:
            refused.append((file, sentence(error)))
        except OSError:
            refused.append((file, "The file cannot be read: copy it again"))
    if len(files) > _MOST_FILES:
        refused.append((files[_MOST_FILES], f"Only {_MOST_FILES} files are read, and not this one: delete some"))
    return refused


def _content(path: str, most: int) -> bytes:
    """Returns the content of the file of a variant, of at most so many bytes. Raises BadOption, OSError."""
    if not path.lower().endswith(_SUFFIX):
        raise BadOption(f"The name of the file must end in {_SUFFIX}")
    status = os.stat(path)
    if status[_MODE] & _KIND != _FILE:
        raise BadOption("This is a folder: move its files out of it")
    if status[_SIZE] > most:
        raise BadOption(f"The file is longer than {most} bytes: make it shorter")
    with open(path, "rb") as stream:
        return stream.read()
