"""Finds dead code with vulture: names that nothing in the repository uses, not even a test, and lines that never run.

vulture knows names only. So the classes that the option table, the table of screens and the engines name in texts count
as used, and the names in annotations in quotes. What else is used without its name is in EXCEPTIONS.
`python -m tools.check.dead_code` prints every finding.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from vulture.core import Vulture

from sixpip.app.screen_table import TABLE
from sixpip.rules.core.engine import GAMES
from sixpip.rules.rulebook.options import OPTIONS
from tools import ROOT
from tools.terminal import command

_NAME = re.compile(r"[A-Za-z_]\w*")
CHECKED = ("firmware", "tools")
USERS = ("hardware", "host_tests")
"""What these use counts as used; what is dead in them is not reported."""

EXCEPTIONS = (
    # attributes of objects of other packages, which those read
    ("tools/archives.py", "create_system"),  # zipfile
    ("tools/archives.py", "external_attr"),
    ("tools/check/emulator/leds.py", "_trans_count"),  # rp2040py, here and below
    ("tools/check/emulator/leds.py", "int_raw"),
    ("tools/check/emulator/machine.py", "_epoch_nanos"),
    ("tools/check/emulator/machine.py", "pc"),
    ("tools/check/emulator/oled.py", "on_connect"),
    ("tools/check/emulator/oled.py", "on_read_byte"),
    ("tools/check/emulator/oled.py", "on_write_byte"),
    ("tools/check/emulator/usb.py", "on_serial_data"),
    ("tools/check/mutants/trial.py", "dont_write_bytecode"),  # of the module sys
    # methods and arguments by which other packages call ours
    ("tools/check/emulator/oled.py", "ack"),  # rp2040py
    ("tools/check/mutants/trial.py", "get_code"),  # importlib
    ("tools/check/mutants/trial.py", "pytest_*"),
    ("tools/check/power_loss/disk.py", "cfg"),  # littlefs, as the next one
    ("tools/check/power_loss/disk.py", "sync"),
    ("tools/play/demo/static_server.py", "log_error"),  # http.server, as the next one
    ("tools/play/demo/static_server.py", "log_request"),
    ("tools/terminal.py", "writelines"),  # of a text stream
    # methods whose names are put together: `_on_` and the kind of an event
    ("tools/check/soak/console.py", "_on_*"),
    ("tools/play/rules/replay.py", "_on_*"),
    ("tools/check/imports.py", "changed_ns"),  # part of the key under which functools.cache keeps the result
)
"""Names that are used, with their files; each must be one that vulture finds."""


def named_classes() -> set[str]:
    """Returns the classes that are named in texts: house rules, screens and games."""
    paths = [line.partition(" ")[2] for line in TABLE.strip().splitlines()]
    paths += [path for option in OPTIONS for value in option.values if (path := option.class_for(value))]
    return {path.rpartition(":")[2] for path in paths} | set(GAMES.values())


def quoted_names(tree: ast.AST) -> Iterator[str]:
    """Yields the names in the annotations of a module that are in quotes."""
    for node in ast.walk(tree):
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            for part in ast.walk(annotation) if annotation else ():
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield from _NAME.findall(part.value)


def findings(root: Path = ROOT, named: Iterable[str] = ()) -> list[tuple[str, str, str]]:
    """Returns the file, the name and a sentence for all that is dead in a tree; the classes `named` count as used."""
    files = sorted(path for folder in (*CHECKED, *USERS) for path in (root / folder).rglob("*.py"))
    vulture = Vulture()
    vulture.used_names.update(named)
    for path in files:
        vulture.used_names.update(quoted_names(ast.parse(path.read_text(encoding="utf-8"))))
    vulture.scavenge(files)
    found = []
    for item in vulture.get_unused_code():
        file = Path(item.filename).relative_to(root)
        if file.parts[0] in CHECKED:
            found.append((file.as_posix(), item.name, f"{file.as_posix()}:{item.first_lineno}: {item.message}"))
    return found


def excused(found: Iterable[tuple[str, str, str]], exceptions: Iterable[tuple[str, str]]) -> list[str]:
    """Returns the sentences of the findings without an exception, and one for each exception without a finding."""
    left = []
    unused = dict.fromkeys(exceptions)
    for file, name, sentence in found:
        matching = [pair for pair in exceptions if pair[0] == file and fnmatchcase(name, pair[1])]
        for pair in matching:
            unused.pop(pair, None)
        if not matching:
            left.append(sentence)
    return left + [f"{file}: '{name}' is not dead code any more: delete it from EXCEPTIONS" for file, name in unused]


@command
def main() -> int:
    """Prints what is dead; returns the exit status."""
    found = excused(findings(named=named_classes()), EXCEPTIONS)
    for sentence in found:
        print(sentence)
    if found:
        print("Delete it; what is used without its name belongs in EXCEPTIONS of tools/check/dead_code.py.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
