"""The Pico's clock as the contract has it: plain integers. (The stubs give ticks a type of their own.)"""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:

    def ticks_ms() -> int:
        """Milliseconds since power-on, wrapping at 2**30."""
        ...

else:
    from time import ticks_ms  # noqa: F401
