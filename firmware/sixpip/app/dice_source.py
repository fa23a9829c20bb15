"""Fair dice from random bytes: rejection sampling, so every face is exactly as likely as any other.

Where the bytes come from, and how they are tested: board/entropy.py. The game of the day, which only the demo has,
takes its dice from tools/play/demo/game_of_the_day.py.
"""

from sixpip.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable

_FACES = const(6)
_FAIR = const(252)  # bytes from here on would favor the low faces
_PROOF = const(16)  # bytes that must not all be equal: by chance once in 2**120
_MOST_EQUAL = const(12)

NOT_FAIR = "No roll: the dice would not be fair now. Switch off and on."


class DeadSource(Exception):
    """The random source fails: no dice are thrown. The text is a sentence for the player."""

    def __init__(self) -> None:
        super().__init__(NOT_FAIR)


class DiceSource:
    """Throws dice from a source of random bytes (the Dice of rules/core/actions.py)."""

    def __init__(self, random_bytes: "Callable[[int], bytes]") -> None:
        """`random_bytes(count)` returns that many bytes, each of 0..255 equally likely."""
        self._random_bytes = random_bytes
        self._last = -1
        self._equal = 0

    def throw(self, dice: int) -> bytearray:
        """Returns the faces of `dice` dice, as numbers from 0. Raises DeadSource."""
        thrown = bytearray(dice)
        done = 0
        while done < dice:
            drawn = self._draw(dice - done)
            for byte in drawn:
                if byte < _FAIR:
                    thrown[done] = byte % _FACES
                    done += 1
        return thrown

    def _draw(self, count: int) -> bytes:
        """Draws `count` bytes and checks that the source still changes. Raises DeadSource."""
        drawn = self._read(count)
        if not _all_equal(drawn):
            self._equal = 0
        elif drawn[0] == self._last:
            self._equal += count
        else:
            self._equal = count - 1
        self._last = drawn[-1]
        if self._equal >= _MOST_EQUAL or (count > 1 and _all_equal(drawn) and _all_equal(self._read(_PROOF))):
            raise DeadSource
        return drawn

    def _read(self, count: int) -> bytes:
        """Reads `count` bytes. Raises DeadSource when the board reports that its source fails, or there are fewer."""
        try:
            drawn = self._random_bytes(count)
        except OSError as error:
            raise DeadSource from error
        if len(drawn) != count:
            raise DeadSource
        return drawn


def _all_equal(drawn: bytes) -> bool:
    return drawn == drawn[:1] * len(drawn)
