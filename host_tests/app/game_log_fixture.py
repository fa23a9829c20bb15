"""Games that are saved after each random action, and their logs on a disk, for the tests of the game logs."""

import pytest

from host_tests import random_play
from host_tests.random_play import Lcg
from sixpip.app.game.session import Session
from sixpip.app.setup.resume import resume
from sixpip.rules.menus import replay
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools.play.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk

NAMES = ["ANNA", "BEN"]

every_disk = pytest.mark.parametrize("commits", [AT_WRITE, AT_CLOSE, AT_FLUSH])


def new_session() -> Session:
    return Session(Game("dice-10000", {"opening": 0}, 2), list(NAMES))


def play(session: Session, store: Store, seed: int, count: int) -> None:
    """Plays up to `count` random actions and saves after each."""
    lcg = Lcg(seed)
    session.save(store)
    for _ in range(count):
        if session.game.legal():
            session.apply(random_play.choose(session.game, lcg), lcg)
            session.save(store)


def resume_and_play(store: Store, seed: int, count: int) -> Session:
    """Resumes the saved game, or starts one, and plays up to `count` random actions."""
    session = resume(store) or new_session()
    assert store.damaged == []
    play(session, store, seed, count)
    return session


def log_of(disk: FaultyDisk, number: int = 1) -> list[str]:
    return disk.files[f"/saves/logs/game-{number}.log"].decode().splitlines()


def log_matches(disk: FaultyDisk, session: Session, number: int = 1) -> bool:
    """Whether a replay of the log on the disk gives the game."""
    return bool(replay.replay(log_of(disk, number)).record() == session.game.record())
