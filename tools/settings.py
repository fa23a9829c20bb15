"""The values that the settings of targets can have (targets.py): checked before packages are installed and work starts.

The commands use the same types for their options. No package is imported here.
"""

import argparse
import ast
import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from tools import FIRMWARE, ROOT
from tools.terminal import shown, whole

GAMES = whole(1, 10_000_000, "number of games")
JOBS = whole(1, 256, "number of processes")
MINUTES = whole(1, 10_000, "number of minutes")
SEED = whole(0, 10**9, "seed")
SHARE = whole(1, 10_000, "number of faults of which one is tried")
PORT = whole(0, 65535, "port")
"""Types of arguments of a Parser, each for a whole number; 0 is any free port."""

PLAYERS = (2, 3, 4)
"""Of a game of the league."""


def words_of(text: str) -> list[str]:
    """The words of a setting that has several. Raises ArgumentTypeError for an open quote."""
    try:  # on Windows a backslash is an ordinary character
        return shlex.split(text.replace("\\", "\\\\") if sys.platform == "win32" else text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{shown(text)} has an open quote: close it ({error})") from error


def keys_in(module: str, name: str) -> list[str]:
    """The keys of a dict in a module that may import packages, read from its source."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    values = [node.value for node in tree.body if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name]
    keys = [key for value in values if isinstance(value, ast.Dict) for key in value.keys]
    return [str(key.value) for key in keys if isinstance(key, ast.Constant)]


def existing(text: str) -> Path:
    """A file or folder that there is. Raises ArgumentTypeError."""
    if not Path(text).exists():
        raise argparse.ArgumentTypeError(f"there is no {shown(text)}: correct the name")
    return Path(text)


def web_address(text: str) -> str:
    """The address of a folder on the web, with a slash at its end. Raises ArgumentTypeError."""
    if not re.fullmatch(r"https?://[\w.:-]+(?:/[\w.~/-]*)?", text, re.ASCII):
        example = "https://example.org/sixpip/"
        raise argparse.ArgumentTypeError(
            f'{shown(text)} is not the address of a folder on the web, such as "{example}"'
        )
    return text.rstrip("/") + "/"


def folder(text: str) -> Path:
    """A folder that there is. Raises ArgumentTypeError."""
    if not existing(text).is_dir():
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a folder")
    return Path(text)


def file_to_read(text: str) -> Path:
    """A file that there is. Raises ArgumentTypeError."""
    if existing(text).is_dir():
        raise argparse.ArgumentTypeError(f"{shown(text)} is a folder")
    return Path(text)


def file_to_write(text: str) -> Path:
    """A file that can be in its folder. Raises ArgumentTypeError."""
    if Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"{shown(text)} is a folder")
    folder(str(Path(text).parent))
    return Path(text)


def firmware_module(text: str) -> str:
    """The name of a module, or of a folder of modules, from firmware/sixpip on. Raises ArgumentTypeError."""
    name = text.removeprefix("firmware/").removeprefix("sixpip/")
    if not name or not (FIRMWARE / "sixpip" / name).exists():
        raise argparse.ArgumentTypeError(
            f"there is no {shown(text)} in firmware/sixpip: name a module or a folder, such as rules/core/engine.py"
        )
    return text


def files_of_tests(text: str) -> str:
    """What the names of some files of tests begin with, after test_. Raises ArgumentTypeError."""
    begin = f"test_{text.removeprefix('test_')}"
    if not any(path.name.startswith(begin) for path in (ROOT / "host_tests").rglob("test_*.py")):
        raise argparse.ArgumentTypeError(f"there is no file host_tests/*/{shown(begin)}*")
    return text


def one_of(kind: str, names: Callable[[], list[str]]) -> Callable[[str], str]:
    """The type of an argument of a Parser that is one of some names."""

    def parse(text: str) -> str:
        if text not in names():
            raise argparse.ArgumentTypeError(f"there is no {kind} {shown(text)}: use {', '.join(names())}")
        return text

    return parse


def words(parse: Callable[[str], object]) -> Callable[[str], list[object]]:
    """The type of a setting of several words, each of which `parse` accepts."""
    return lambda text: [parse(word) for word in words_of(text)]


def _board(text: str) -> object:
    from tools.board.boards import board_named

    return board_named(text)


def _leagues() -> list[str]:
    from sixpip.rules.rulebook.variants import VARIANTS

    return [variant.name for variant in VARIANTS if variant.dice_set.engine == "ten_thousand"]


def _tags() -> list[str]:
    from sixpip import VERSION

    return [f"v{VERSION}"]


bench_part = one_of("part", lambda: keys_in("tools/check/bench/__main__.py", "PARTS"))
"""The type of a name of a part of the benchmark."""

_TYPES: dict[str, Callable[[str], object]] = {
    "ARGS": words_of,
    "BOARD": _board,
    "FROM": existing,
    "GAMES": GAMES,
    "JOBS": JOBS,
    "MICROPYTHON": file_to_read,
    "MINUTES": MINUTES,
    "MODULE": words(firmware_module),
    "PART": bench_part,
    "PARTS": words(one_of("part", lambda: keys_in("hardware/__main__.py", "PARTS"))),
    "PLAYERS": words(one_of("number of players", lambda: [str(count) for count in PLAYERS])),
    "REPLAY": file_to_read,
    "SAVE": file_to_write,
    "SEED": SEED,
    "SHARE": SHARE,
    "TAG": one_of("release", _tags),
    "TESTS": words(files_of_tests),
    "play PORT": PORT,
    "play VARIANTS": folder,
    "PAGES": web_address,
    "league VARIANTS": words(one_of("variant", _leagues)),
}
"""By the name of a setting, or of a target and its setting; all other values are right."""


def wrong(target: str, names: list[str]) -> str:
    """A sentence about the first setting of a target whose value in the environment cannot be right; "" for none."""
    for name in names:
        parse = _TYPES.get(f"{target} {name}") or _TYPES.get(name)
        value = os.environ.get(name, "")
        try:
            if parse and value:
                parse(value)
        except argparse.ArgumentTypeError as error:
            return f"{name}: {error}."
    if target == "restore" and not os.environ.get("FROM"):
        return "No backup is named: use make restore FROM=backups/NAME.zip (make backup prints the name)."
    return ""
