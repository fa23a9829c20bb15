"""Work in steps by a class of the folder `builders`, which is unloaded afterwards: memory is short on the Pico."""

from sixpip import loader
from sixpip.port import TYPE_CHECKING, collect_garbage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class TemporaryWorker:
    """Begins the work at the first step, and unloads its modules once it is done."""

    def __init__(self, begin: "Callable[[], Iterator[None]]") -> None:
        """`begin` imports what the work needs; what it returns yields every few milliseconds."""
        self._begin = begin
        self._work: Iterator[None] | None = None
        self._done = False

    def step(self) -> bool:
        """Works for some milliseconds; True while more is left."""
        if self._done:
            loader.unload(loader.BUILDERS)
            return False
        if self._work is None:
            collect_garbage()  # modules must not be allocated between garbage
            self._work = self._begin()
            return True
        for _ in self._work:
            return True
        self._done = True
        return True
