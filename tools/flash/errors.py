"""What can go wrong between this computer and the board. Each text is one sentence that says the remedy."""


class FlashError(Exception):
    """What was asked cannot be done with the board as it is."""


class PortError(FlashError):
    """No board, more than one, or one whose port cannot be opened."""


class WrongBoard(FlashError):
    """Something else than a Pico with a MicroPython that can run the firmware."""


class ConnectionLost(FlashError):
    """The board went away in the middle."""

    def __init__(self, name: str) -> None:
        """`name`: the port."""
        super().__init__(f"The connection to the board on {name} broke off: plug it in and run the same command again.")


class DiskFull(FlashError):
    """There is no room on the board."""


class InTheWay(FlashError):
    """A file of somebody else's on the board would keep the firmware from running."""


class NotWhole(FlashError):
    """What is on the board is not what was written."""


class DoesNotStart(FlashError):
    """All files are on the board, and the console does not come up."""


class UsageError(Exception):
    """The command was called wrongly; one sentence that says how to call it."""
