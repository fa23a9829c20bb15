"""Checks of what is saved: each record has a value that it may have, the game after power-on is the game before.

Its log and the link to it give the same game. A plain model has the values that each record may have after power-on.
"""

import json
from collections.abc import Callable
from typing import Any

from sixpip.app.app import App
from sixpip.app.games.session import RECORD
from sixpip.rules.core import replay
from sixpip.rules.core.errors import BadLine, Illegal
from sixpip.storage.record_store import Store
from tools.check.soak.fault import Fault
from tools.play.host.faulty_disk import FaultyDisk
from tools.play.share import codec

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

    def load(self, name: str, reports: bool = True) -> Any:
        value = super().load(name, reports)
        self._records.check(name, value)
        return value

    def delete(self, name: str, newer: bool = False) -> None:
        self._records.change(name, None, lambda: super(_CheckedStore, self).delete(name, newer))

    def move(self, name: str, target: str) -> None:
        self._records.move(name, target, lambda: super(_CheckedStore, self).move(name, target))

    def set_aside(self, name: str, reason: str) -> str:
        self._records.forget(name)
        return super().set_aside(name, reason)


_POSITIONS = ("kept", "rolled", "house_rules")
"""The fields of a record that name dice by their place on the tiles."""


def check_resumed(app: App, records: SavedRecords) -> None:
    """Raises Fault unless the game in hand is the saved one, and no file is damaged that only the firmware wrote."""
    for name in app.store.damaged:
        if name.split(".")[0] not in records.foreign:
            raise Fault("damaged file", f"{name}: {app.store.reasons.get(name)}")
    values = records.values(RECORD)
    if values is None:
        return
    saved = records.only(RECORD)
    if (saved is None) != (app.session is None):
        raise Fault("lost game", f"saved: {values}, in hand: {app.session and app.session.game.record()}")
    if app.session and saved and plain(app.session.game.record()) != saved["game"]:
        raise Fault("other game", f"saved: {saved['game']}, in hand: {app.session.game.record()}")


def check_saved(app: App, records: SavedRecords) -> None:
    """Raises Fault when the game in hand is not saved between two rounds of the loop."""
    session, saved = app.session, records.only(RECORD)
    if session and not session.unsaved and saved and plain(session.game.record()) != saved["game"]:
        raise Fault("unsaved game", f"saved: {saved['game']}, in hand: {session.game.record()}")


def check_log(app: App, disk: FaultyDisk, foreign: set[str]) -> int:
    """Raises Fault when the log of the game in hand, if it is complete, or the link to it does not give the same game.

    `foreign`: the files that someone else wrote. Returns the letters of the link without its address; 0 if there is
    no complete log.
    """
    session = app.session
    path = session.log.path() if session else ""
    if not session or not path or session.unsaved or path not in disk.files or path in disk.unreadable | foreign:
        return 0
    lines = disk.files[path].decode().splitlines()
    if not lines or replay.GAP in lines:
        return 0
    _check_replay("log differs", lines, session.game)
    fragment = codec.encode("\n".join(lines))
    shared = codec.decode(fragment)
    _check_replay("link differs", shared.splitlines(), session.game)
    if codec.encode(shared) != fragment:
        raise Fault("link differs", f"{fragment} becomes {codec.encode(shared)}")
    return len(fragment)


def _check_replay(name: str, lines: list[str], game: Any) -> None:
    """Raises a Fault of that name unless the lines of a log give a game."""
    try:
        replayed = replay.replay(lines)
    except (BadLine, Illegal) as error:
        raise Fault(name, f"{error}\n" + "\n".join(lines)) from error
    if state_of(replayed) != state_of(game):
        raise Fault(name, f"{state_of(replayed)}, in hand: {state_of(game)}\n" + "\n".join(lines))


def state_of(game: Any) -> dict[str, Any]:
    """Returns what the log determines: all but which of several equal dice were kept."""
    record = plain(game.record())
    faces = sorted(record.pop("faces"))
    for name in _POSITIONS:
        record.pop(name, None)
    return {**record, "faces": faces, "rules": plain(game.options)}


def plain(value: Any) -> Any:
    """Returns a value as JSON holds it."""
    return json.loads(json.dumps(value))
