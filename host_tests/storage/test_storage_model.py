"""Store and session against plain models, with power cuts, full disks and read errors in any order."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from host_tests.effort import part, scaled
from host_tests.random_play import Lcg, decide
from host_tests.store_fixture import FOLDER, on
from sixpip.app.games import parking
from sixpip.app.games.resume import resume, resume_parked
from sixpip.app.games.session import Session
from sixpip.rules.core import replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.engine import new_game
from sixpip.storage.record_store import StorageError, StorageFull, Store
from tools.check.power_loss.disk import patch_storage
from tools.play.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk, PowerCut

FULL = 28
IO_ERROR = 5
NAMES = ("game", "settings", "parked/pure")
GARBAGE = b"sixpip 1 5 00000000\nwrong"
VARIANT = "pure"
names = st.sampled_from(NAMES)
values = st.integers(0, 9) | st.lists(st.integers(0, 9), max_size=20) | st.just({"turn": 1})
steps = st.integers(0, 14)


class FaultyMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self._mounted = ExitStack()
        self.disk = FaultyDisk()
        self.faulty = False
        """Whether operations may fail, or the power, now."""
        self.full_or_broken = False
        """Whether operations may fail, so that a game cannot be saved."""

    @initialize(commits=st.sampled_from([AT_WRITE, AT_CLOSE, AT_FLUSH]))
    def insert_disk(self, commits: str) -> None:
        self.disk = FaultyDisk(commits)
        self._mounted.enter_context(patch_storage(self.disk.replacements()))
        self.switch_on()

    def teardown(self) -> None:
        self._mounted.close()

    def switch_on(self) -> None:
        """Starts the program again with what reached the disk."""
        self.disk.restart()
        self.faulty = self.full_or_broken = False
        self.store = Store(FOLDER)

    def attempt(self, action: Callable[[], object], late: bool = False) -> bool:
        """Runs an action; False when it did not finish. Only faults of the disk may stop it, by the named errors.

        `late`: it may report an earlier fault.
        """
        try:
            action()
        except PowerCut:
            self.switch_on()
            return False
        except (StorageFull, StorageError):
            if not late:
                assert self.faulty
            return False
        return True

    @rule(step=steps)
    def lose_power_soon(self, step: int) -> None:
        self.repair()
        self.disk.cut_at(step)
        self.faulty = True

    @rule(step=steps, errno=st.sampled_from([FULL, IO_ERROR]), lasts=st.booleans())
    def fail_soon(self, step: int, errno: int, lasts: bool) -> None:
        self.repair()
        self.disk.fail_at(step, errno, lasts)
        self.faulty = self.full_or_broken = True

    @rule()
    def repair(self) -> None:
        self.disk.clear_faults()
        self.faulty = self.full_or_broken = False


class StoreModel(FaultyMachine):
    """For each record the values that it may have now, and those that come back when its file cannot be read."""

    def __init__(self) -> None:
        super().__init__()
        self.now: dict[str, list[Any]] = {name: [None] for name in NAMES}
        self.older: dict[str, list[Any]] = {name: [None] for name in NAMES}
        self.damaged: dict[str, int] = dict.fromkeys(NAMES, 0)

    @rule(name=names, value=values)
    def save(self, name: str, value: Any) -> None:
        before = self.now[name]
        self.now[name] = [*before, value]
        written: list[bool] = []
        if self.attempt(lambda: written.append(self.store.save(name, value))):
            self.now[name] = [value]
            if written[0]:
                self.older[name] = before
            else:
                assert value in before
        else:
            self.older[name] = [*self.older[name], *before]

    @rule(name=names)
    def load(self, name: str) -> None:
        loaded: list[Any] = []
        if self.attempt(lambda: loaded.append(self.store.load(name))):
            assert loaded[0] in self.now[name]
            if not self.faulty:
                self.now[name] = loaded

    @rule(name=names)
    def delete(self, name: str) -> None:
        before = self.now[name]
        self.now[name] = [*before, None]
        if self.attempt(lambda: self.store.delete(name)):
            self.now[name] = self.older[name] = [None]
        else:
            self.older[name] = [*self.older[name], None]

    @rule()
    def switch_off_and_on(self) -> None:
        self.switch_on()

    @precondition(lambda self: not self.faulty)
    @rule(name=names, garbage=st.booleans())
    def damage(self, name: str, garbage: bool) -> None:
        """The main file of a record cannot be read, or has wrong content; it is loaded at once."""
        path = f"{FOLDER}/{name}"
        self.load(name)
        if self.now[name] == [None]:
            return
        if garbage:
            self.disk.put(path, GARBAGE)
        else:
            self.disk.unreadable.add(path)
        self.damaged[name] += 1
        self.now[name] = self.older[name]
        self.load(name)
        self.older[name] = [None]
        assert f"{path}.bad" in self.disk.files

    @invariant()
    def a_power_cut_now_loses_nothing(self) -> None:
        loaded, damaged = on(
            self.disk.copy(), lambda store: ({name: store.load(name) for name in NAMES}, store.damaged)
        )
        for name in NAMES:
            assert loaded[name] in self.now[name], (name, loaded[name], self.now[name])
        assert damaged == []

    @invariant()
    def damaged_files_stay(self) -> None:
        for name in NAMES:
            kept = [path for path in self.disk.files if path.startswith(f"{FOLDER}/{name}.bad")]
            assert len(kept) == self.damaged[name]


class SessionModel(FaultyMachine):
    """The game in play and the parked one, as the pairs that a restart may find."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.pairs: list[tuple[Any, Any]] = [(None, None)]
        self.lcg = Lcg(1)
        self.log_lost = False
        """Whether the next save may report that the log could not be written."""

    def begin(self, *after: tuple[Any, Any]) -> "list[tuple[Any, Any]]":
        """Allows these pairs, too, while an action runs; returns those before it."""
        before = self.pairs
        self.pairs = list(before)
        for pair in after:
            if pair not in self.pairs:  # after n saves that failed there would be 2 ** n of them
                self.pairs.append(pair)
        return before

    @precondition(lambda self: self.session is None)
    @rule(players=st.integers(1, 3))
    def start(self, players: int) -> None:
        self.session = Session(new_game(VARIANT, {"target": 500}, players), ["ANNA", "BEN", "EI"][:players])
        self.save()

    @precondition(lambda self: self.session is not None)
    @rule(actions=st.integers(1, 4))
    def play(self, actions: int) -> None:
        for _ in range(actions):
            if self.session and self.session.game.legal():
                self.session.apply(decide(self.session.game, self.lcg), self.lcg)
                self.save()

    def save(self) -> None:
        session = self.session
        assert session
        before = self.begin(*[(session.game.record(), parked) for _, parked in self.pairs])
        saved = self.attempt(lambda: session.save(self.store), self.log_lost)
        if saved or (self.session is session and not session.unsaved):  # then only its log is given up
            self.pairs = [(session.game.record(), parked) for _, parked in before]
            self.log_lost = False
        else:
            self.log_lost = True

    @precondition(lambda self: self.session is not None)
    @rule()
    def leave(self) -> None:
        session = self.session
        assert session
        game = session.game
        record = game.record()
        begun = game.stage != OVER and (game.rolls > 0 or any(game.turns))
        before = self.begin()
        parked = [(None, record) if begun else (None, left) for _, left in before]
        lost = [(None, left) for _, left in before] if self.full_or_broken else []  # it could not be saved
        self.begin(*parked, *[(record, left) for _, left in before], *lost)
        trouble: list[str] = []
        if self.attempt(lambda: trouble.append(parking.leave(self.store, session))):
            self.session = None
            self.pairs = [*parked, *lost]

    @precondition(lambda self: self.session is None)
    @rule()
    def go_on(self) -> None:
        resumed: list[Session | None] = []
        before = self.begin(*[(left, None) for _, left in self.pairs if left])
        if self.attempt(lambda: resumed.append(resume_parked(self.store, VARIANT, 0))):
            self.session = resumed[0]
            record = self.session.game.record() if self.session else None
            self.pairs = [(left, None) if left else (game, None) for game, left in before if not left or left == record]
            assert self.pairs
            if self.session:
                assert self.session.game.record() == self.pairs[0][0]

    @rule()
    def switch_off_and_on(self) -> None:
        self.switch_on()

    def switch_on(self) -> None:
        """Resumes the saved game; it and the parked one must be as one of the pairs says."""
        super().switch_on()
        self.session = resume(self.store)
        saved = parking.load(self.store, VARIANT)
        pair = (self.session.game.record() if self.session else None, saved["game"] if saved else None)
        assert pair in self.pairs, (pair, self.pairs)
        self.pairs = [pair]
        assert self.store.damaged == []

    @invariant()
    def the_log_gives_the_same_game(self) -> None:
        session = self.session
        path = session.log.path() if session else ""
        lines = self.disk.files.get(path, b"").decode().splitlines()
        if not session or self.faulty or session.unsaved or not lines or replay.GAP in lines:
            return
        replayed = replay.replay(lines)
        assert (replayed.scores, replayed.turns) == (session.game.scores, session.game.turns)


EXAMPLES = scaled(80, 400)


def check(machine: type[FaultyMachine]) -> None:
    """Runs a state machine."""
    run_state_machine_as_test(
        machine, settings=settings(max_examples=part(EXAMPLES), stateful_step_count=30, deadline=None)
    )


@pytest.mark.long
@pytest.mark.scaled
def test_records_have_the_last_value_saved_or_the_one_before_a_save_that_did_not_finish() -> None:
    check(StoreModel)


@pytest.mark.long
@pytest.mark.scaled
def test_a_game_in_play_and_a_parked_one_survive_whatever_the_disk_does() -> None:
    check(SessionModel)
