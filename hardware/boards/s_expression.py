"""Reads the s-expressions of KiCad's files."""

import re
from typing import Any

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')

Tree = list[Any]
"""A list of names, texts and lists; the first item is its name."""


def parse(text: str) -> Tree:
    """Returns the first s-expression of a text; quoted texts without their quotes."""
    stack: list[Tree] = [[]]
    for quoted, bracket, word in _TOKEN.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket:
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word or quoted.replace('\\"', '"'))
    return list(stack[0][0])


def children(tree: Tree, name: str) -> list[Tree]:
    """Returns the lists in a list that begin with a name."""
    return [one for one in tree if isinstance(one, list) and one and one[0] == name]


def child(tree: Tree, *names: str) -> Tree:
    """Returns the first list with a name, of the last name inside of those before; empty when there is none."""
    for name in names:
        tree = next(iter(children(tree, name)), [])
    return tree


def value(tree: Tree, *names: str) -> str:
    """Returns the text after the last name, or ""."""
    found = child(tree, *names)
    return str(found[1]) if len(found) > 1 else ""
