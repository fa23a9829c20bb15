"""Boots the console from a flash image on CPython and collects the data that it loads. Makes no assertions."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sixpip.app.app import App
from sixpip.app.games import lineup, parking
from sixpip.app.house_rules import rule_choice
from sixpip.app.people.player_names import PlayerNames, load_groups
from sixpip.rules.core import replay
from sixpip.rules.rulebook.variants import VARIANTS
from tools.check.power_loss.disk import Disk, Operation
from tools.play.host.fake import FakeBoard

RECORDS = ("game", "parked", "settings", "names", "groups", "last", "rules")
"""The fields of BootState for saved data. After a power cut, each has its value from before or after the action."""
_PLAYERS = 6
_LOGS = "logs/"
_FIRMWARE = ("main.py", "sixpip", "tables/")


@dataclass(frozen=True)
class BootState:
    """The data of a console that has just been switched on."""

    game: "dict[str, Any] | None"
    """The record of the current game, with the names of the players; None: there is no game."""
    parked: "dict[str, dict[str, Any]]"
    """The records of the parked games, by variant."""
    settings: dict[str, int]
    names: list[str]
    groups: "list[dict[str, Any]]"
    """The groups of players."""
    last: "dict[str, Any] | None"
    """The last game, which can be started again."""
    rules: "dict[str, dict[str, Any]]"
    """The saved house rules, by variant."""
    log_number: int
    """The number of the game's log; 0: there is no log yet."""
    replayed: "dict[str, Any] | None"
    """The record of the game replayed from its log; None: there is no game."""
    logs: dict[str, bytes]
    """The logs of the other games."""
    firmware: str
    """A digest of the firmware's files."""
    problems: tuple[str, ...]
    """Damaged files that were renamed, and messages shown to the player."""
    oled: bytes
    operations: list[Operation]
    """The flash operations of the boot."""

    @property
    def banked(self) -> list[int]:
        """The banked points of each player."""
        return list(self.game["scores"]) if self.game else []


def digest(files: dict[str, bytes]) -> str:
    """Returns a checksum over names and contents."""
    sums = [(path, sha256(content).digest()) for path, content in sorted(files.items())]
    return sha256(repr(sums).encode()).hexdigest()


def boot(image: bytes) -> BootState:
    """Boots a console from this flash image, runs it until it has drawn, and returns its state.

    Raises any exception of the console.
    """
    disk = Disk(image)
    with disk.mounted():
        board = FakeBoard("")
        app = App(board)
        messages = [] if type(app.screen).__name__ != "Notice" else ["a notice"]
        for _ in range(2):
            app.step()
        session = app.session
        game: dict[str, Any] | None = None
        if session:
            game = {**session.game.record(), "names": list(session.names), "best": session.best}
        records = {file.split(".")[0] for file in disk.listdir("/")}
        chosen = [variant for variant in VARIANTS if rule_choice.RECORD + variant.name in records]
        choices = {variant.name: rule_choice.saved_choice(app.store, variant) for variant in chosen}
        messages += [dropped for _choice, dropped in choices.values() if dropped]
        names = PlayerNames(app.store, _PLAYERS).names
        known_groups = [group.record() for group in load_groups(app.store)]
        last = lineup.load_last_game(app.store)
        parked = {name: parking.load(app.store, name) or {} for name in parking.parked_games(app.store)}
        log_mark = session.log.write(app.store, session.game, session.names) if session else []
    files = disk.files()
    log_number = log_mark[0] if log_mark else 0
    log_path = f"{_LOGS}game-{log_number}.log"
    lines = files.get(log_path, b"").decode().splitlines()
    return BootState(
        game=game,
        parked=parked,
        settings=dict(app.settings.values),
        names=list(names),
        groups=known_groups,
        last=last,
        rules={name: dict(choice.overrides) for name, (choice, _dropped) in choices.items() if choice.overrides},
        log_number=log_number,
        replayed=replay.replay(lines or [replay.head(session.game)]).record() if session else None,
        logs={path: data for path, data in files.items() if path.startswith(_LOGS) and path != log_path},
        firmware=digest({path: data for path, data in files.items() if path.startswith(_FIRMWARE)}),
        problems=(*app.store.damaged, *messages),
        oled=bytes(board.oled_shown),
        operations=list(disk.operations),
    )
