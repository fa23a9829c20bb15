"""Work in steps by a class whose modules are unloaded afterwards: memory is short on the Pico."""

from sixpip.port import TYPE_CHECKING, collect_garbage, loaded_modules, unload_modules

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Worker(Protocol):
        """What does the work."""

        def step(self) -> bool:
            """Works for some milliseconds; True while more is left."""
            ...


class TemporaryWorker:
    """Makes a worker at the first step, and unloads the modules that this imported once the work is done."""

    def __init__(self, make: "Callable[[], Worker]") -> None:
        """`make` imports what the worker needs and returns it."""
        self._make_worker = make
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
        """Imports the modules and makes the worker."""
        collect_garbage()  # modules must not be allocated between garbage
        before = loaded_modules()
        self._worker = self._make_worker()
        self._imported = [name for name in loaded_modules() if name not in before]
