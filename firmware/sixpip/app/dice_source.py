"""Fair dice from random bytes: rejection sampling, so every face is exactly as likely as any other."""

from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable

_PROOF = const(16)  # bytes that must not all be alike: by chance once in 2**120
_MOST_ALIKE = const(12)


class DeadSource(Exception):
    """The random source is stuck at one byte or gives nothing: no dice are thrown."""


class DiceSource:
    """Throws dice from a source of random bytes (the Dice of rules/actions.py)."""

    def __init__(self, random_bytes: "Callable[[int], bytes]", faces: int = 6) -> None:
        """`random_bytes(count)` returns that many bytes, each of 0..255 equally likely; `faces`: of one die."""
        self._random_bytes = random_bytes
        self._faces = faces
        self._fair = 256 - 256 % faces  # bytes from here on would favor the low faces
        self._last = -1
        self._alike = 0

    def throw(self, dice: int) -> bytearray:
        """Returns the faces of `dice` dice, as numbers from 0. Raises DeadSource."""
        thrown = bytearray(dice)
        done = 0
        while done < dice:
            drawn = self._draw(dice - done)
            for byte in drawn:
                if byte < self._fair:
                    thrown[done] = byte % self._faces
                    done += 1
        return thrown

    def _draw(self, count: int) -> bytes:
        """Draws `count` bytes and checks that the source still changes. Raises DeadSource."""
        try:
            drawn = self._random_bytes(count)
        except OSError as error:
            raise DeadSource("The dice are not random") from error
        if len(drawn) != count:
            raise DeadSource("The dice are not random")
        for byte in drawn:
            self._alike = self._alike + 1 if byte == self._last else 0
            self._last = byte
        if self._alike >= _MOST_ALIKE or (count > 1 and _all_alike(drawn) and _all_alike(self._random_bytes(_PROOF))):
            raise DeadSource("The dice are stuck")
        return drawn


def _all_alike(drawn: bytes) -> bool:
    return all([byte == drawn[0] for byte in drawn])
