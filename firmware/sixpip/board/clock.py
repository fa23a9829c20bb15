"""The Pico's clock as the contract has it: plain integers. (The stubs give ticks a type of their own.)"""

TYPE_CHECKING = False
if TYPE_CHECKING:

    def ticks_ms() -> int:
        """Milliseconds since power-on, wrapping at 2**30."""
        ...

else:
    from time import ticks_ms  # noqa: F401
