"""The kinds of errors of the rules core, and the checks that raise them.

The sentence that says why is where the error is raised.
"""

from sixpip.compat import const
from sixpip.rules.core.actions import MOST_PLAYERS


class Illegal(Exception):
    """An action that is not legal now; the game is unchanged. The text says why."""


class BadOption(Exception):
    """A house rule or variant that does not exist or is not possible; the text says what to do."""


class BadRecord(Exception):
    """A saved game that this firmware cannot continue; the text says what is wrong."""


class UnknownRules(BadRecord):
    """A saved game whose variant or rules this firmware does not have; another version may continue it."""


class BadLine(Exception):
    """A line of a log or case file that cannot be parsed; the text says why."""


def sentence(error: Exception) -> str:
    """Returns the text with which an error was raised."""
    return str(error.args[0]) if error.args else str(error)


MOST = const(1000000000)  # far more than any score or count; still a small int on the Pico


def check_number(value: object, least: int, most: int, what: str) -> int:
    """Returns `value` when it is a whole number from `least` to `most`. Raises BadRecord that names `what`."""
    if type(value) is int and least <= value <= most:  # a bool is an int on CPython only
        return value
    raise BadRecord(f"The saved game has no whole number from {least} to {most} for '{what}'")


def check_numbers(values: object, count: int, least: int, most: int, what: str) -> "list[int]":
    """Returns a copy of `values` when it is a list of `count` numbers in that range. Raises BadRecord that names
    `what`.
    """
    if not isinstance(values, list) or len(values) != count:
        raise BadRecord(f"The saved game has no list of {count} numbers for '{what}'")
    return [check_number(value, least, most, what) for value in values]


def is_whole(text: str) -> bool:
    """Returns whether `text` is a whole number of up to nine digits, with or without a minus sign."""
    digits = text[1:] if text[:1] == "-" else text
    return 0 < len(digits) < 10 and all(["0" <= letter <= "9" for letter in digits])


def check_seats(players: int, starter: int) -> None:
    """Raises BadOption unless `players` can play and `starter` is one of their seats or -1."""
    if not 1 <= players <= MOST_PLAYERS:
        raise BadOption(f"players={players} cannot play: use 1 to " + str(MOST_PLAYERS))
    if not -1 <= starter < players:
        raise BadOption(f"first={starter + 1} is no seat: use 1 to {players}")
