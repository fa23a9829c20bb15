"""Checks of the numbers in a saved record, for the engines and for house rules with a state."""

from sixpip.port import const
from sixpip.rules.errors import BadRecord

MOST = const(1000000000)  # far more than any score or count; still a small int on the Pico


def check_number(value: object, least: int, most: int, what: str) -> int:
    """Returns `value` when it is a whole number from `least` to `most`. Raises BadRecord that names `what`."""
    if type(value) is int and least <= value <= most:  # a bool is an int on CPython only
        return value
    raise BadRecord(f"The saved game has no whole number from {least} to {most} for '{what}'")


def check_numbers(values: object, count: int, least: int, most: int, what: str) -> "list[int]":
    """Returns a copy of `values` when it is a list of `count` such numbers. Raises BadRecord that names `what`."""
    if not isinstance(values, list) or len(values) != count:
        raise BadRecord(f"The saved game has no list of {count} numbers for '{what}'")
    return [check_number(value, least, most, what) for value in values]
