"""Checks of what a saved record says, for the game and for house rules that keep a state of their own."""

from sixpip.port import const
from sixpip.rules.errors import BadRecord

MOST = const(1000000000)  # no score and no count of any game comes near; still a small int on the Pico


def whole(value: object, least: int, most: int, what: str) -> int:
    """`value` itself when it is a whole number from `least` to `most`. Raises BadRecord, naming `what`."""
    if type(value) is int and least <= value <= most:  # a bool is an int on CPython only
        return value
    raise BadRecord(f"The saved game has no whole number from {least} to {most} for '{what}'")


def wholes(values: object, many: int, least: int, most: int, what: str) -> "list[int]":
    """A copy of `values` when it is a list of `many` such numbers. Raises BadRecord, naming `what`."""
    if not isinstance(values, list) or len(values) != many:
        raise BadRecord(f"The saved game has no list of {many} numbers for '{what}'")
    return [whole(value, least, most, what) for value in values]
