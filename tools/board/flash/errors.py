"""What can go wrong between this computer and the board. Each message is one sentence that names the remedy."""

from tools.board.flash.sentences import sentence


class FlashError(Exception):
    """The command cannot be carried out with the board as it is."""


class PortError(FlashError):
    """There is no board, more than one, or its port cannot be opened."""


class WrongBoard(FlashError):
    """The board has another chip, or a MicroPython that cannot run the firmware."""


class ConnectionLost(FlashError):
    """The board was disconnected during a command."""

    def __init__(self, name: str) -> None:
        """`name`: of the port."""
        super().__init__(sentence("connection lost", port=name))


class BadAnswer(FlashError):
    """The board printed something else than what it was asked for."""

    def __init__(self) -> None:
        super().__init__(sentence("bad answer"))


class LongAnswer(BadAnswer):
    """The board printed more than an answer has, or did not come to its end."""


class DiskFull(FlashError):
    """The files do not fit on the board."""


class FileConflict(FlashError):
    """A file on the board that make flash did not install would keep the firmware from running."""


class VerifyError(FlashError):
    """A file on the board differs from what was written."""


class StartError(FlashError):
    """All files are installed, and the console does not start."""


class UsageError(Exception):
    """The command was called with wrong arguments; one sentence with the right ones."""
