"""The scripted session for power loss tests: resumes a game, changes settings, parks a game, starts another one.

It creates, changes and deletes every kind of data that the firmware saves.
"""

import functools
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sixpip.app.games.session import RECORD, Session
from sixpip.board.contract import BANK, KEEP1, MENU, ROLL
from sixpip.rules.core import actions
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook.variants import variant_named
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.storage.record_store import Store
from tools.board.build import firmware_files
from tools.board.image import BLOCK_SIZE, make_image
from tools.check.bench import pico
from tools.check.power_loss.disk import Disk, Operation
from tools.check.power_loss.scripted_player import HostPlayer, PicoPlayer, ScriptedPlayer
from tools.files import read_folder
from tools.play.host.seeded_dice import SeededDice

OLD_GAMES = 8
"""Count of existing game logs; with one more, the oldest is deleted."""
PLAY = "play"
"""The name of the checkpoints after an action of a game."""
_VARIANT = "dice-10000"
_OLD_RULES: dict[str, str | int] = {"opening": 0, "busts": "none", "target": 1000, "reach": "at"}
_OLD_ACTIONS = 5
_FIRST_ACTIONS = 2
_MAX_ACTIONS = 500
_MOVE_ERASES = 101
"""Erases after which littlefs moves a pair of metadata blocks (its block_cycles of 100, made odd)."""
_ERASES_LEFT = 3
_BANK_AT = 300
_RULE = "Hot dice"
_SEED = 5
_FIRMWARE_BYTES = 300_000


@dataclass(frozen=True)
class Length:
    """The length of a session."""

    games: int
    """Games played to their end."""
    actions: int
    """Actions in the game after those."""


SHORT = Length(games=0, actions=2)
"""Writes every kind of data once; takes a minute on the emulated Pico."""
LONGER = Length(games=2, actions=6)
LONGEST = Length(games=30, actions=60)


@dataclass(frozen=True)
class Checkpoint:
    """The idle console after a step of the script."""

    name: str
    operations: int
    """Count of flash operations so far."""


@dataclass(frozen=True)
class Recording:
    """A session and its flash operations."""

    start: bytes
    """The file system before power-on."""
    firmware: dict[str, bytes]
    """The firmware's files by their path on the board."""
    checkpoints: list[Checkpoint]
    operations: list[Operation]
    end: bytes
    """The file system at the last checkpoint."""


def play_actions(session: Session, dice: SeededDice, count: int) -> None:
    """Plays `count` actions or to the end of the game: keeps the best dice and banks as soon as possible."""
    game = session.game
    assert isinstance(game, TenThousandGame)
    for _ in range(count):
        legal = game.legal()
        if actions.BANK in legal:
            session.apply((actions.BANK, None), dice)
        elif actions.KEEP in legal:
            session.apply((actions.KEEP, game.best_keep()), dice)
        elif legal:
            session.apply((legal[0], None), dice)


def used_files() -> dict[str, bytes]:
    """Returns the data files of a used console by path: settings, game logs, and a game saved in mid-turn."""
    with tempfile.TemporaryDirectory() as name:
        store = Store(name)
        store.save("settings", {"sound": 0, "tumble": 2})
        for seed in range(OLD_GAMES):
            store.delete(RECORD)
            session = Session(new_game(_VARIANT, _OLD_RULES, 2), ["ANNA", "BEN"])
            play_actions(session, SeededDice(seed), _OLD_ACTIONS)
            session.save(store)
        return read_folder(Path(name))


def start_image(runs: bool = True) -> tuple[dict[str, bytes], bytes]:
    """Returns the firmware's files by their path on the board, and the file system image of a used console.

    The image has so many writes that littlefs will soon move the metadata of its root directory to other blocks.
    `runs`: whether the Pico can run the firmware; else one file takes its place, which is read much faster.
    """
    toy = {"main.py": b"", "sixpip/all.mpy": bytes(_FIRMWARE_BYTES)}
    firmware = firmware_files(pico.firmware()) if runs else toy
    disk = Disk(make_image(None, {**firmware, **used_files()}))
    with disk.mounted():
        store = Store("")
        settings = store.load("settings")
        brightness = 0
        while _revision(disk.image) % _MOVE_ERASES != _MOVE_ERASES - _ERASES_LEFT:
            brightness ^= 1
            store.save("settings", {**settings, "bright": brightness})
    return firmware, disk.image


def _revision(image: bytes) -> int:
    """Returns the revision count of the root's metadata: the first word of the newer one of its two blocks."""
    return max(int.from_bytes(image[start : start + 4], "little") for start in (0, BLOCK_SIZE))


class _Script:
    """Runs the steps of the script and adds a checkpoint after each."""

    def __init__(self, player: ScriptedPlayer) -> None:
        self.player = player
        self.checkpoints: list[Checkpoint] = []
        self.checkpoint("switched on")

    def checkpoint(self, name: str) -> None:
        """Adds a checkpoint."""
        self.checkpoints.append(Checkpoint(name, len(self.player.operations())))

    def press(self, name: str, *buttons: int) -> None:
        """Presses buttons, with a checkpoint after each."""
        for button in buttons:
            self.player.press(button)
            self.checkpoint(name)

    def pick(self, *lines: str) -> None:
        """Picks lines of lists one after another, with a checkpoint after each."""
        for line in lines:
            self.player.pick(line)
            self.checkpoint(line)

    def again(self) -> None:
        """Starts the next game with the same players, with a checkpoint after it."""
        self.player.play_again()
        self.checkpoint("again")

    def play(self, count: int) -> None:
        """Plays `count` actions of the current game or to its end, with a checkpoint after each."""
        for _ in range(count):
            if not self.player.play_action(_BANK_AT):
                return
            self.checkpoint(PLAY)


def _continue_game(script: _Script, length: Length) -> None:
    """Continues the saved game, changes a setting, plays games to their end, and parks the last one twice."""
    script.play(_FIRST_ACTIONS)
    script.press("pause", MENU)
    script.pick("Settings", "Brightness")
    script.press("back", BANK, BANK)
    for _ in range(length.games):
        script.play(_MAX_ACTIONS)
        script.again()
    for _ in range(2):
        script.play(1)
        if script.player.is_over():
            script.again()
            script.play(1)
        script.press("pause", MENU)
        script.pick("Leave", "Go on")
    script.press("pause", MENU)
    script.pick("Leave")


def _new_game(script: _Script, length: Length) -> None:
    """Deletes the parked game and starts a new one, with a player's name and a house rule that is set and reset."""
    script.pick(variant_named(_VARIANT).title, "Delete")
    script.press("delete", ROLL)
    script.pick(variant_named(_VARIANT).title)
    script.press("two players", KEEP1 + 1)
    script.press("name", KEEP1, KEEP1, KEEP1 + 3, BANK)
    script.press("tonight", MENU)
    script.pick("House rules", _RULE)
    script.press("house rule", ROLL, BANK, BANK)
    script.pick("House rules", "Standard rules")
    script.press("reset", ROLL)
    script.press("back", BANK, BANK)
    script.press("start", ROLL)
    script.play(length.actions)


def _record(console: type[PicoPlayer] | type[HostPlayer], length: Length) -> Recording:
    firmware, start = start_image(runs=console is PicoPlayer)
    player = console(start, _SEED)
    script = _Script(player)
    _continue_game(script, length)
    _new_game(script, length)
    return Recording(start, firmware, script.checkpoints, player.operations(), player.image())


@functools.cache
def record_on_pico(length: Length) -> Recording:
    """Records the session on the emulated Pico with the real MicroPython; the result is cached."""
    return _record(PicoPlayer, length)


@functools.cache
def record_on_host(length: Length) -> Recording:
    """Records the session under CPython with a littlefs in memory; the result is cached."""
    return _record(HostPlayer, length)
