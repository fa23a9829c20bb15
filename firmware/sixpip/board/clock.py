"""The Pico's millisecond clock with plain integers as its type: the stubs of `time` give ticks a type of their own."""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:

    def ticks_ms() -> int:
        """Return the milliseconds since power-on, wrapping at 2**30."""
        ...

else:
    from time import ticks_ms  # noqa: F401
