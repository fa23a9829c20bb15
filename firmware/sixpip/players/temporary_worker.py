"""Work in steps by a class whose modules are unloaded afterwards: memory is short on the Pico."""

from sixpip.port import TYPE_CHECKING, collect_garbage, loaded_modules, unload_modules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class Worker(Protocol):
        """What does the work."""

        def step(self) -> bool:
            """Works for some milliseconds; True while more is left."""
            ...


class TemporaryWorker:
    """Makes a worker at the first step, and unloads the modules that this imported once the work is done."""

    def __init__(self, making: "Iterator[Worker | None]") -> None:
        """`making` imports what the worker needs, yields None after each module, then the worker."""
        self._making = making
        self._worker: Worker | None = None
        self._done = False
        self._imported: list[str] = []

    def step(self) -> bool:
        """Works for some milliseconds; True while more is left."""
        if self._done:
            unload_modules(self._imported)
            return False
        if self._worker is None:
            self._make()
        elif not self._worker.step():
            self._done = True
        return True

    def _make(self) -> None:
        """Imports the next module, or makes the worker."""
        collect_garbage()  # modules must not be allocated between garbage
        before = loaded_modules()
        self._worker = next(self._making)
        self._imported += [name for name in loaded_modules() if name not in before]
