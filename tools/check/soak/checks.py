"""Checks of what is saved: the game after power-on is the game before, and its log gives the same game."""

import json
from typing import Any

from sixpip.app.app import App
from sixpip.app.game.session import RECORD
from sixpip.rules.game.errors import BadLine, Illegal
from sixpip.rules.menus import replay
from tools.check.soak.fault import Fault
from tools.check.soak.saved import SavedRecords
from tools.play.host.faulty_disk import FaultyDisk
from tools.play.share import codec

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
