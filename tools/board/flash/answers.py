"""Parses what the board prints. A damaged board can print anything: what does not fit raises BadAnswer."""

import ast
import re
from base64 import b64decode
from typing import Any

from tools.board.flash.errors import BadAnswer

_HASH = re.compile(r"[0-9a-f]{64}|-")


def values(text: str, *types: type) -> tuple[Any, ...]:
    """The tuple of values of these types that the board printed with repr(); a `tuple` in it is of int.

    Raises BadAnswer.
    """
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise BadAnswer from error
    if not isinstance(found, tuple) or [type(value) for value in found] != list(types):
        raise BadAnswer
    if not all(type(part) is int for value in found if isinstance(value, tuple) for part in value):
        raise BadAnswer
    return found


def hashes(text: str, count: int) -> list[str]:
    """The `count` hashes that the board printed. Raises BadAnswer."""
    found = text.split()
    if len(found) != count or not all(_HASH.fullmatch(value) for value in found):
        raise BadAnswer
    return found


def content(text: str) -> bytes:
    """The content of a file that the board printed in base64. Raises BadAnswer."""
    try:
        return b"".join(b64decode(line, validate=True) for line in text.split())
    except ValueError as error:
        raise BadAnswer from error
