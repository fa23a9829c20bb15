"""The session that is cut to pieces: a console in use for a while, its game taken up, settings, house rules, names.

Everything that the firmware keeps is written in it: made for the first time, changed, and removed again.
"""

import functools
import random
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sixpip.app.session import Session, forget
from sixpip.board.buttons import BANK, KEEP1, MENU, ROLL
from sixpip.rules import actions
from sixpip.rules.engine import new_game
from sixpip.rules.variants import find
from sixpip.storage.records import Store
from tools import FIRMWARE
from tools.build import build
from tools.cuts.disk import Disk, Operation
from tools.cuts.hands import Hands, HostHands, PicoHands
from tools.image import BLOCK_SIZE, make_image

OLD_GAMES = 8
"""So many games have a log from before: one more, and the oldest goes."""
PLAY = "play"
"""The name of the moments after an action of a game."""
_VARIANT = "dice-10000"
_OLD_RULES: dict[str, int | str] = {"opening": 0, "busts": "none", "target": 1000, "reach": "at"}
_OLD_ACTIONS = 5
_FIRST = 2
_LONGEST = 500
_MOVE_ERASES = 101
"""littlefs moves a pair of metadata blocks after so many erases (its block_cycles of 100, made odd)."""
_ERASES_LEFT = 3
_ENOUGH = 300
_RULE = "Hot dice"
_SEED = 5


@dataclass(frozen=True)
class Length:
    """How long a session is."""

    games: int
    """Played to their end."""
    actions: int
    """In the game after those."""


SHORT = Length(games=0, actions=2)
"""All is written once: a minute on the emulated Pico."""
LONGER = Length(games=2, actions=6)
LONG = Length(games=6, actions=12)
LONGEST = Length(games=30, actions=60)


@dataclass(frozen=True)
class Moment:
    """The console at rest after something the person did."""

    name: str
    done: int
    """How many flash operations came before."""


@dataclass(frozen=True)
class Recording:
    """A session as the flash saw it."""

    start: bytes
    """The file system before power-on."""
    programs: dict[str, bytes]
    """The files of the firmware by their path on the board."""
    moments: list[Moment]
    operations: list[Operation]
    end: bytes
    """The file system at the last moment."""


class Dice:
    """Dice from a seed, for games played on the host."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def throw(self, dice: int) -> list[int]:
        """Faces as numbers from 0."""
        return [self._random.randrange(6) for _ in range(dice)]


def play(session: Session, dice: Dice, many: int) -> None:
    """So many actions, or until the game is over: keep the best, bank what can be banked."""
    for _ in range(many):
        legal = session.game.legal()
        if actions.BANK in legal:
            session.apply((actions.BANK, None), dice)
        elif actions.KEEP in legal:
            session.apply((actions.KEEP, session.game.best_keep()), dice)
        elif legal:
            session.apply((legal[0], None), dice)


def used_files() -> dict[str, bytes]:
    """What a console in use has beside its programs: logs of games, the last of them saved in the middle, settings."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Store(name)
        store.save("settings", {"sound": 0, "tumble": 2})
        for seed in range(OLD_GAMES):
            forget(store)
            session = Session(new_game(_VARIANT, _OLD_RULES, 2), ["ANNA", "BEN"])
            play(session, Dice(seed), _OLD_ACTIONS)
            session.save(store)
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def start_image() -> tuple[dict[str, bytes], bytes]:
    """The firmware's files by their path on the board, and a file system with them on a console in use.

    It is so old that the metadata of its root will soon be moved to other blocks.
    """
    with tempfile.TemporaryDirectory() as name:
        build(FIRMWARE, Path(name))
        paths = [path for path in Path(name).rglob("*") if path.is_file()]
        programs = {path.relative_to(name).as_posix(): path.read_bytes() for path in paths}
        disk = Disk(make_image(Path(name), used_files()))
    with disk.in_place():
        store = Store("")
        settings = store.load("settings")
        brightness = 0
        while _revision(disk.image) % _MOVE_ERASES != _MOVE_ERASES - _ERASES_LEFT:
            brightness ^= 1
            store.save("settings", {**settings, "bright": brightness})
    return programs, disk.image


def _revision(image: bytes) -> int:
    """How often the metadata of the root was written anew: the first word of the newer one of its two blocks."""
    return max(int.from_bytes(image[start : start + 4], "little") for start in (0, BLOCK_SIZE))


class _Person:
    """Does one thing after another and notes what has been done to the flash by then."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.moments: list[Moment] = []
        self.note("switched on")

    def note(self, name: str) -> None:
        """Something is done."""
        self.moments.append(Moment(name, len(self.hands.operations())))

    def press(self, name: str, *buttons: int) -> None:
        """Press, and note it after each."""
        for button in buttons:
            self.hands.press(button)
            self.note(name)

    def pick(self, *words: str) -> None:
        """Pick lines of lists, one after the other."""
        for word in words:
            self.hands.pick(word)
            self.note(word)

    def play(self, many: int) -> bool:
        """So many actions of the game in hand, or until it is over; whether it is."""
        for _ in range(many):
            if not self.hands.act(_ENOUGH):
                return True
            self.note(PLAY)
        return False


def _take_up(person: _Person, length: Length) -> None:
    """Go on with the saved game, settings in the middle of it; then some games to their end; leave the last one."""
    person.play(_FIRST)
    person.press("pause", MENU)
    person.pick("Settings", "Brightness")
    person.press("back", BANK, BANK)
    for _ in range(length.games):
        person.play(_LONGEST)
        person.hands.again()
        person.note("again")
    person.press("pause", MENU)
    person.pick("Leave")
    person.press("leave", ROLL)


def _new_game(person: _Person, length: Length) -> None:
    """A new game, with a name and a house rule that is taken back again."""
    person.pick(find(_VARIANT).title)
    person.press("two players", KEEP1 + 1)
    person.press("name", KEEP1, KEEP1 + 3, BANK)
    person.press("house rules", MENU)
    person.pick(_RULE)
    person.press("house rule", ROLL, BANK, BANK, MENU)
    person.pick("As on the sheet")
    person.press("back", BANK)
    person.press("start", ROLL)
    person.play(length.actions)


def _recorded(console: type[PicoHands] | type[HostHands], length: Length) -> Recording:
    programs, start = start_image()
    hands = console(start, _SEED)
    person = _Person(hands)
    _take_up(person, length)
    _new_game(person, length)
    return Recording(start, programs, person.moments, hands.operations(), hands.image())


@functools.cache
def on_pico(length: Length) -> Recording:
    """The session on the emulated Pico with the real MicroPython, played once."""
    return _recorded(PicoHands, length)


@functools.cache
def on_host(length: Length) -> Recording:
    """The session on CPython and a littlefs in memory, played once."""
    return _recorded(HostHands, length)
