"""What the firmware finds on an image when it is switched on, found by its own modules on CPython.

Nothing is judged here; a console that does not start raises what it raised.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sixpip.app.app import App
from sixpip.app.player_names import PlayerNames
from sixpip.app.rule_choice import saved_choice
from sixpip.app.session import last_played
from sixpip.rules import replay
from sixpip.rules.variants import VARIANTS
from tools.build import COMPILED
from tools.cuts.disk import Disk, Operation
from tools.host.fake import FakeBoard

RECORDS = ("game", "settings", "names", "last", "rules")
"""What is kept, each a part of Found that is the one before an action or the one after it."""
_SEATS = 6
_LOGS = "logs/"


@dataclass(frozen=True)
class Found:
    """A console that has just been switched on."""

    game: "dict[str, Any] | None"
    """The game in hand, as its record, with the names of the players; None: there is none."""
    settings: dict[str, int]
    names: list[str]
    last: str
    rules: "dict[str, dict[str, Any]]"
    """The house rules remembered, by variant."""
    number: int
    """Which log the game has, 0 for none yet."""
    replayed: "dict[str, Any] | None"
    """The game that its log leads to, without a line its beginning; None without a game."""
    logs: dict[str, bytes]
    """The logs of other games."""
    programs: str
    """The firmware's own files, as a digest."""
    trouble: tuple[str, ...]
    """Files that were set aside, and sentences that a player would have to read."""
    oled: bytes
    operations: list[Operation]
    """What the start did to the flash."""

    @property
    def banked(self) -> list[int]:
        """The points banked, by seat."""
        return list(self.game["scores"]) if self.game else []


def digest(files: dict[str, bytes]) -> str:
    """A check sum over names and contents."""
    return sha256(repr(sorted(files.items())).encode()).hexdigest()


def look(image: bytes) -> Found:
    """Switch a console on with this image in its flash, let it draw, and look at all that it keeps."""
    disk = Disk(image)
    with disk.in_place():
        board = FakeBoard("")
        app = App(board)
        said = [] if type(app.screen).__name__ != "Notice" else ["a notice"]
        for _ in range(2):
            app.step()
        session = app.session
        game: dict[str, Any] | None = None
        if session:
            game = {**session.game.record(), "names": list(session.names), "best": session.best}
        choices = {variant.name: saved_choice(app.store, variant) for variant in VARIANTS}
        said += [dropped for _choice, dropped in choices.values() if dropped]
        names = PlayerNames(app.store, _SEATS).names
        last = last_played(app.store)
        mark = session.log.write(app.store, session.game, session.names) if session else []
    files = disk.files()
    number = mark[0] if mark else 0
    mine = f"{_LOGS}game-{number}.log"
    lines = files.get(mine, b"").decode().splitlines()
    return Found(
        game=game,
        settings=dict(app.settings.values),
        names=list(names),
        last=last,
        rules={name: dict(choice.row) for name, (choice, _dropped) in choices.items() if choice.row},
        number=number,
        replayed=replay.replay(lines or [replay.head(session.game)]).record() if session else None,
        logs={path: data for path, data in files.items() if path.startswith(_LOGS) and path != mine},
        programs=digest({path: data for path, data in files.items() if path.endswith((".py", COMPILED))}),
        trouble=(*app.store.damaged, *said),
        oled=bytes(board.oled_shown),
        operations=list(disk.operations),
    )
