"""Work in steps by a class of the folder `builders`, which is unloaded afterwards: memory is short on the Pico."""

from sixpip import loader
from sixpip.port import TYPE_CHECKING, collect_garbage

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Worker(Protocol):
        """What does the work."""

        def step(self) -> bool:
            """Works for some milliseconds; True while more is left."""
            ...


class TemporaryWorker:
    """Makes a worker at the first step, and unloads its modules once the work is done."""

    def __init__(self, make: "Callable[[], Worker]") -> None:
        """`make` imports what the worker needs and returns it."""
        self._make = make
        self._worker: Worker | None = None
        self._done = False

    def step(self) -> bool:
        """Works for some milliseconds; True while more is left."""
        if self._done:
            loader.unload(loader.BUILDERS)
            return False
        if self._worker is None:
            collect_garbage()  # modules must not be allocated between garbage
            self._worker = self._make()
        elif not self._worker.step():
            self._done = True
        return True
