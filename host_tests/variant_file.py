"""A maker's variant file: a good one with changes, and the sentence with which one is refused."""

import json
from typing import Any

import pytest

from sixpip.rules.game.errors import BadOption
from sixpip.rules.menus import custom
from sixpip.rules.setup import variants

GOOD: dict[str, Any] = {
    "name": "grandma",
    "title": "Grandma's",
    "base": "dice-10000",
    "rules": {"opening": 500},
    "faces": ["A", "B", "C", "D", "50", "1"],
    "table": {"singles": [100, 0, 0, 0, 0, 20], "triples": [900, 200, 300, 400, 500, 600]},
}
LETTERS = ["A", "B", "C", "D", "E", "F"]


def file(**changes: Any) -> bytes:
    """The good file with some keys changed, and those that become None left out."""
    changed = {**GOOD, **changes}
    return json.dumps({key: value for key, value in changed.items() if value is not None}).encode()


def refusal(data: bytes) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(BadOption) as refused:
        variants.register(custom.read(data))
    return str(refused.value.args[0])
