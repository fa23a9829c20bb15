"""Work in steps by a class whose modules are unloaded afterwards: memory is short on the Pico."""

from sixpip.port import TYPE_CHECKING, loaded_modules, unload_modules

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Worker(Protocol):
        """What does the work."""

        def step(self) -> bool:
            """Works for some milliseconds; True while more is left."""
            ...


class Helper:
    """Makes a worker at the first step, and unloads the modules that this imported once the work is done."""

    def __init__(self, make: "Callable[[], Worker]") -> None:
        """`make` imports what the worker needs and returns it."""
        self._make = make
        self._worker: Worker | None = None
        self._imported: list[str] = []

    def step(self) -> bool:
        """Works for some milliseconds; True while more is left."""
        if self._worker is None:
            before = loaded_modules()
            self._worker = self._make()
            self._imported = [name for name in loaded_modules() if name not in before]
            return True
        if self._worker.step():
            return True
        self._worker = None
        unload_modules(self._imported)
        return False
