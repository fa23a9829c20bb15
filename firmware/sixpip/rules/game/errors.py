"""The errors of the rules core. Each carries one sentence that screens and command lines show as it is."""


class Illegal(Exception):
    """An action that is not legal now; the game is unchanged. The text says why."""


class BadOption(Exception):
    """A house rule or variant that does not exist or is not possible; the text says what to do."""


class BadRecord(Exception):
    """A saved game that this firmware cannot continue; the text says what is wrong."""


class BadLine(Exception):
    """A line of a log or case file that cannot be parsed; the text says why."""


def sentence(error: Exception) -> str:
    """The text with which an error was raised."""
    return str(error.args[0]) if error.args else str(error)


class TooLong(Exception):
    """The check of own rules takes longer than the Pico has for it."""
