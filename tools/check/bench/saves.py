"""Saved records for a console that is to be measured in a certain state: settings, a last game, a game near its end.

They are written by the firmware's own modules on this computer.
"""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sixpip.app.games.session import LAST, Session
from sixpip.app.settings import RECORD, setting_named
from sixpip.players.styles import STEADY
from sixpip.rules.core import actions
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.engine import new_game
from sixpip.storage.record_store import Store
from tools.files import read_folder
from tools.play.host.seeded_dice import SeededDice

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

PEOPLE = ("ANNA", "BEN")
_GAMES = 100


def files_of(records: Mapping[str, object]) -> dict[str, bytes]:
    """Returns the files of these records, by name."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        for name, record in records.items():
            store.save(name, record)
        return read_folder(Path(folder))


def settings(**choices: str) -> dict[str, object]:
    """Returns the record of the settings: the choices in words, by setting."""
    return {RECORD: {name: setting_named(name).choices.index(choice) for name, choice in choices.items()}}


def last_game(
    variant: str, rules: "Options", names: tuple[str, ...], seats: tuple[int, ...], head_start: int = 0
) -> dict[str, object]:
    """Returns the record of the last game, which the boot menu offers to play again.

    The first seat starts. `seats`: as in Session; `head_start`: the points of each player before the first turn.
    """
    session = Session(new_game(variant, rules, len(names)), list(names), 0, list(seats))
    ahead = [head_start] * len(names) if head_start else []
    return {LAST: {**session.as_last_game(), "first": len(names) - 1, "head_start": ahead}}


def before_the_last_turn_ends(variant: str) -> dict[str, bytes]:
    """Returns the files of a game of two people that is over with the next press of BANK.

    Both play like a computer player. Raises ValueError if no game ends with a bank.
    """
    for seed in range(_GAMES):
        session = Session(new_game(variant, {"start": "seated"}, len(PEOPLE)), list(PEOPLE))
        files = _play_to_the_end(session, SeededDice(seed))
        if files:
            return files
    raise ValueError(f"no game of {variant} ended with a bank")


def _play_to_the_end(session: Session, dice: SeededDice) -> dict[str, bytes]:
    """Plays a game and returns the files before its last choice; {} if that is not a bank."""
    while session.players.make(STEADY):
        pass
    player = session.players.computer(STEADY)
    assert player
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        while True:
            while player.think():
                pass
            todo, _ = player.choose()
            ends_turn = todo[-1][0] in (actions.BANK, actions.STOP)
            if ends_turn:
                session.save(store)
            files = read_folder(Path(folder)) if ends_turn else {}
            for action in todo:
                session.apply(action, dice)
            if session.game.stage == OVER:
                return files
