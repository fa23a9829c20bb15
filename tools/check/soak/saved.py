"""A plain model of what is saved: for each record the values that it may have after power-on."""

import json
from collections.abc import Callable
from typing import Any

from sixpip.storage.records import Store
from tools.check.soak.fault import Fault

_NONE = "null"


class SavedRecords:
    """The values that each record may have, as JSON: one, or two where a save or a deletion did not finish."""

    def __init__(self) -> None:
        """Nothing is saved yet."""
        self._values: dict[str, set[str] | None] = {}
        self.foreign: set[str] = set()
        """The records of which a file was written by someone else: they may be reported as damaged."""

    def store(self, folder: str) -> Store:
        """Opens a store that keeps this model up to date and raises Fault when a record has another value."""
        return _CheckedStore(folder, self)

    def only(self, name: str) -> Any:
        """Returns the value of a record; None when there is none or it is not certain."""
        values = self.values(name)
        return json.loads(next(iter(values))) if values and len(values) == 1 else None

    def values(self, name: str) -> set[str] | None:
        """Returns the possible values of a record as JSON; None when it may have any value."""
        return self._values.get(name, {_NONE})

    def forget(self, name: str) -> None:
        """Allows any value for a record: one of its files is damaged."""
        self._values[name] = None
        self.foreign.add(name)

    def change(self, name: str, value: Any, action: Callable[[], Any]) -> Any:
        """Runs an action that gives a record a value; if it raises, both the old and the new value are possible."""
        text = json.dumps(value, sort_keys=True)
        before = self.values(name)
        self._values[name] = None if before is None else before | {text}
        result = action()
        self._values[name] = {text}
        return result

    def check(self, name: str, value: Any) -> None:
        """Raises Fault when a record was loaded with a value that it cannot have."""
        text = json.dumps(value, sort_keys=True)
        values = self.values(name)
        if values is not None and text not in values:
            raise Fault("lost record", f"{name} is {text}, expected {' or '.join(values)}")
        self._values[name] = {text}

    def move(self, name: str, target: str, move: Callable[[], None]) -> None:
        """Calls `move`, which moves a record, and moves it in this model, too."""
        source, replaced = self.values(name), self.values(target)
        if source is None or replaced is None:
            self._values[name] = self._values[target] = None
        else:
            self._values[name] = source | {_NONE}
            self._values[target] = source | replaced
        move()
        self._values[target] = source
        self._values[name] = {_NONE}


class _CheckedStore(Store):
    """A store that compares what it loads with the model."""

    def __init__(self, folder: str, records: SavedRecords) -> None:
        self._records = records
        super().__init__(folder)

    def save(self, name: str, value: Any) -> bool:
        return bool(self._records.change(name, value, lambda: super(_CheckedStore, self).save(name, value)))

    def save_encoded(self, name: str, content: bytes) -> bool:
        value = json.loads(content)
        return bool(self._records.change(name, value, lambda: super(_CheckedStore, self).save_encoded(name, content)))

    def load(self, name: str) -> Any:
        value = super().load(name)
        self._records.check(name, value)
        return value

    def delete(self, name: str) -> None:
        self._records.change(name, None, lambda: super(_CheckedStore, self).delete(name))

    def move(self, name: str, target: str) -> None:
        self._records.move(name, target, lambda: super(_CheckedStore, self).move(name, target))

    def set_aside(self, name: str, reason: str) -> str:
        self._records.forget(name)
        return super().set_aside(name, reason)
