"""Reads the schematics for KiCad (.kicad_sch), for the tests: nets by position, and the places of texts."""

import re
from collections import defaultdict
from typing import Any

Nets = dict[str, set[tuple[str, str]]]
"""The pins of each net as (reference, number)."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in mm."""


def parse(text: str) -> list[Any]:
    """Returns an s-expression as nested lists of strings."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+', text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token[1:-1] if token[0] == '"' else token)
    assert len(stack) == 1
    return list(stack[0][0])


def items(tree: list[Any], name: str) -> list[list[Any]]:
    """Returns the direct children with a name."""
    return [one for one in tree if isinstance(one, list) and one[0] == name]


def value(tree: list[Any], name: str) -> str:
    """Returns the value of a property."""
    return str(next(one[2] for one in items(tree, "property") if one[1] == name))


def pins_of(definition: list[Any]) -> dict[str, tuple[float, float]]:
    """Returns the end of each pin of a symbol, y up."""
    found = {}
    for unit in items(definition, "symbol"):
        for pin in items(unit, "pin"):
            (at,), (number,) = items(pin, "at"), items(pin, "number")
            found[number[1]] = (float(at[1]), float(at[2]))
    return found


def nets(text: str) -> Nets:
    """Returns the pins at each label, by position only, as KiCad connects them."""
    sheet = parse(text)
    definitions = {one[1]: pins_of(one) for one in items(items(sheet, "lib_symbols")[0], "symbol")}
    labels = {}
    for label in items(sheet, "global_label"):
        (at,) = items(label, "at")
        labels[round(float(at[1]), 2), round(float(at[2]), 2)] = label[1]
    found: Nets = defaultdict(set)
    for symbol in items(sheet, "symbol"):
        (at,), reference = items(symbol, "at"), value(symbol, "Reference")
        for number, (x, y) in definitions[items(symbol, "lib_id")[0][1]].items():
            where = round(float(at[1]) + x, 2), round(float(at[2]) - y, 2)
            if where in labels and not reference.startswith("#"):
                found[labels[where]].add((reference, number))
    return dict(found)


def text_boxes(tree: list[Any]) -> dict[tuple[str, str], Box]:
    """Returns about the place of every visible text by its content and position: left, top, right, bottom in mm."""
    found = {}

    def add(content: str, at: list[str], left: float, right: float, height: float) -> None:
        x, y = float(at[1]), float(at[2])
        found[content, " ".join(at)] = (x - left, y - height / 2, x + right, y + height / 2)

    for symbol in items(tree, "symbol"):
        for one in items(symbol, "property"):
            if one[1] in ("Reference", "Value") and "hide" not in items(one, "effects")[0]:
                half = 0.6 * len(one[2])
                add(one[2], items(one, "at")[0], half, half, 1.5)
    for label in items(tree, "global_label"):
        at, width = items(label, "at")[0], 2.4 + 1.15 * len(label[1])
        add(label[1], at, width if at[3] == "180" else 0.0, 0.0 if at[3] == "180" else width, 2.3)
    for heading in items(tree, "text"):
        at = items(heading, "at")[0]
        add(heading[1], [*at[:2], str(float(at[2]) - 1.5)], 0.0, 2.5 * len(heading[1]), 3.0)
    return found
