"""Power cuts before and in the middle of every flash operation of a session at the console.

A short session runs on the emulated Pico with the real MicroPython; a longer one on the host, which writes the same
data, gives many more images. The console is booted from every image under CPython, and from a few on the emulated Pico.
Make sweep runs longer sessions with several thousand images, and the emulated Pico.
"""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from host_tests.conftest import SUMMARY
from host_tests.effort import scaled
from sixpip.app.games.resume import resume
from sixpip.rules.core import replay
from sixpip.storage.record_store import Store
from tools.board.image import BLOCK_SIZE
from tools.check.flash_wear import erases_of
from tools.check.power_loss.boot_state import RECORDS, BootState, boot, digest
from tools.check.power_loss.disk import Disk, Operation
from tools.check.power_loss.images import Cut, cuts
from tools.check.power_loss.scripted_player import PicoPlayer
from tools.check.power_loss.session import LONGER, LONGEST, PLAY, SHORT, Recording, record_on_host, record_on_pico

pytestmark = pytest.mark.scaled

ALL = scaled(0, 1)
"""Whether the sessions are the longer ones."""
SHORT_OPERATIONS = 300
SAMPLES = 4 if ALL else 2
SECOND_CUTS = 200 if ALL else 20
SEED = 12
ERASES_OF_SPLIT = 2
MORE_PAGES = 2
"""The most pages that an action takes more on the Pico, on average."""
PAGE = 256
"""Bytes that are programmed at once."""
ROOT_BLOCKS = (0, 1)
"""The first blocks with the metadata of the root directory."""


@dataclass
class CutResult:
    """The state of the console after one cut, without the image itself: all images would take too much memory."""

    index: int
    half: bool
    state: BootState
    before: BootState
    """At the last checkpoint before the cut."""
    after: BootState
    """At the next checkpoint."""


@pytest.fixture(scope="module")
def pico(emulator: object) -> Recording:
    """A session on the emulated Pico."""
    return record_on_pico(LONGER if ALL else SHORT)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("pico", marks=[pytest.mark.emulator, pytest.mark.sweep]),
        pytest.param("host", marks=pytest.mark.long),
    ],
)
def session(request: pytest.FixtureRequest) -> Recording:
    if request.param == "host":
        return record_on_host(LONGEST if ALL else SHORT)
    recording: Recording = request.getfixturevalue("pico")
    return recording


@pytest.fixture(scope="module")
def results(session: Recording) -> list[CutResult]:
    """The state after every cut; fails if the console does not boot after one."""
    states = []
    for cut in cuts(session.start, session.operations):
        try:
            states.append((cut.index, cut.half, boot(cut.image)))
        except Exception as error:
            raise AssertionError(f"after a cut at operation {cut.index}, half done: {cut.half}") from error
    assert cut.image == session.end
    marks = sorted({checkpoint.operations for checkpoint in session.checkpoints} | {0, len(session.operations)})
    at_mark = {mark: [state for index, half, state in states if (index, half) <= (mark, False)][-1] for mark in marks}
    return [
        CutResult(
            index,
            half,
            state,
            at_mark[max(mark for mark in marks if mark <= index)],
            at_mark[min([mark for mark in marks if mark > index] or marks[-1:])],
        )
        for index, half, state in states
    ]


def test_the_session_creates_changes_and_deletes_every_kind_of_saved_data(
    results: list[CutResult], session: Recording
) -> None:
    for name in RECORDS:
        assert len({repr(getattr(result.state, name)) for result in results}) > 1, name
    assert any(result.state.rules for result in results) and not results[-1].state.rules
    assert any(result.state.game is None for result in results)
    assert len({result.state.log_number for result in results}) >= 3
    assert set(results[0].state.logs) - set(results[-1].state.logs), "no log was deleted to make room for a new one"
    assert max(sum(result.state.banked) for result in results) > sum(results[0].state.banked)
    roots = {place // BLOCK_SIZE for place, data in session.operations if data and b"main.py" in data}
    assert roots & set(ROOT_BLOCKS)
    if len(session.operations) > SHORT_OPERATIONS:  # littlefs moves the root only while half of the disk is free
        assert roots - set(ROOT_BLOCKS), "the metadata of the root has not been moved"


def test_no_cut_is_reported_as_damage_or_changes_a_file_of_the_firmware(
    results: list[CutResult], session: Recording, record_property: Callable[[str, object], None]
) -> None:
    record_property(SUMMARY, f"{len(results)} distinct images after cuts in {len(session.operations)} flash operations")
    firmware = digest(session.firmware)
    for result in results:
        assert result.state.problems == (), result.index
        assert result.state.firmware == firmware, result.index


@pytest.mark.parametrize("name", RECORDS)
def test_after_a_cut_each_record_is_as_before_or_as_after_the_action(results: list[CutResult], name: str) -> None:
    for _, group in itertools.groupby(results, key=lambda result: id(result.before)):
        action = list(group)
        old, new = getattr(action[0].before, name), getattr(action[0].after, name)
        values = [getattr(result.state, name) for result in action]
        changed_at = values.index(new) if new in values else len(values)
        expected = [old] * changed_at + [new] * (len(values) - changed_at)
        assert values == expected, f"from operation {action[0].index} on"


def test_after_a_cut_a_game_that_is_left_or_resumed_is_either_in_play_or_parked(results: list[CutResult]) -> None:
    for result in results:
        places = [(state.game is None, state.parked) for state in (result.before, result.after)]
        assert (result.state.game is None, result.state.parked) in places, result.index
    assert any(result.state.parked for result in results)


def test_no_banked_point_is_lost_by_a_cut(results: list[CutResult]) -> None:
    compared = 0
    for result in results:
        if result.state.log_number == result.before.log_number == result.after.log_number:
            saved = zip(result.before.banked, result.after.banked, strict=True)
            lowest = [min(before, after) for before, after in saved]  # lower after the action: a penalty by the rules
            assert all(now >= points for now, points in zip(result.state.banked, lowest, strict=True)), result.index
            compared += sum(lowest) > 0
    assert compared > 0


def test_after_any_cut_the_log_replays_to_the_game_and_the_logs_of_other_games_are_complete(
    results: list[CutResult],
) -> None:
    for result in results:
        game = result.state.game
        if game is not None:
            assert result.state.replayed == {key: game[key] for key in game if key not in ("names", "best")}
        for path, data in result.state.logs.items():
            expected = result.before.logs.get(path) or result.after.logs.get(path)
            assert data == expected, f"{result.index}: {path}"
        assert set(result.state.logs) >= set(result.after.logs) & set(result.before.logs)


def records(state: BootState) -> list[object]:
    """Returns all saved data."""
    return [getattr(state, name) for name in RECORDS]


def test_a_second_cut_during_the_recovery_from_the_first_loses_nothing(
    session: Recording, results: list[CutResult]
) -> None:
    recovered = [(result.index, result.half) for result in results if result.state.operations]
    sample = set(random.Random(SEED).sample(recovered, min(len(recovered), SECOND_CUTS)))
    assert sample
    for cut in cuts(session.start, session.operations):
        if (cut.index, cut.half) in sample:
            first = boot(cut.image)
            for second in cuts(cut.image, first.operations):
                again = boot(second.image)
                assert records(again) == records(first), (cut.index, second.index)
                assert again.problems == ()


def _is_between_renames(image: bytes) -> bool:
    """Checks whether the cut is between the two renames of a save, so that there is no file `game`.

    Opens no file: after a cut in a rename, a directory also lists the file's earlier name, until the next change.
    """
    disk = Disk(image)
    return disk.exists("game.new") and disk.exists("game.old") and not disk.exists("game")


def sample_cuts(session: Recording) -> list[Cut]:
    """Selects cuts for the real firmware: in an erase of metadata, between two renames, and in programs."""
    operations = session.operations
    metadata = {
        index
        for index, ((place, data), (next_place, next_data)) in enumerate(zip(operations, operations[1:]))
        if data is None and next_place == place and next_data and b"main.py" in next_data
    }
    erases, renames, programs = [], [], []
    for cut in cuts(session.start, operations):
        if cut.half and cut.index in metadata:
            erases.append((cut.index, True))
        elif cut.half and operations[cut.index][1] is not None:
            programs.append((cut.index, True))
        elif not cut.half and _is_between_renames(cut.image):
            renames.append((cut.index, False))
    generator = random.Random(SEED)
    wanted = {generator.choice(erases), generator.choice(renames), *generator.sample(programs, SAMPLES - 2)}
    return [cut for cut in cuts(session.start, operations) if (cut.index, cut.half) in wanted]


@pytest.mark.sweep
def test_the_real_firmware_boots_after_a_cut_and_shows_the_same_game(pico: Recording) -> None:
    samples = sample_cuts(pico)
    assert len(samples) == SAMPLES
    for cut in samples:
        expected = boot(cut.image)
        player = PicoPlayer(cut.image)
        assert player.oled() == expected.oled, cut.index
        after = boot(player.image())
        assert records(after) == records(expected)
        assert after.problems == () and after.firmware == expected.firmware
        for second in cuts(cut.image, player.operations()):
            assert records(boot(second.image)) == records(expected), (cut.index, second.index)


def _repeat_on_host(image: bytes, after: bytes) -> Disk:
    """Plays on the host from the game saved in one image to that in another; returns the disk after it."""
    disk, wanted = Disk(image), Disk(after)
    with disk.mounted():
        store = Store("")
        session = resume(store)
        assert session is not None
        log_mark = session.log.write(store, session.game, session.names)
        path = f"logs/game-{log_mark[0]}.log"
        played = disk.files().get(path, b"").count(b"\n")
        for line in wanted.files()[path].decode().splitlines()[played:]:
            words = replay.words_of(line)
            if words and words[0] != "game":
                session.apply(*replay.action_of(session.game, words))
        assert not disk.operations
        session.save(store)
        assert disk.files()["game"] == wanted.files()["game"]
    return disk


def _cost(operations: list[Operation]) -> tuple[int, int]:
    """Returns the count of erases and of programmed bytes."""
    return erases_of(operations).total(), sum(len(data) for _place, data in operations if data is not None)


def _erased(operations: list[Operation]) -> list[int]:
    return sorted(place // BLOCK_SIZE for place, data in operations if data is None)


@pytest.mark.sweep
def test_an_action_causes_the_same_flash_operations_on_the_pico_and_on_the_host(pico: Recording) -> None:
    operations = pico.operations
    images = {(cut.index, cut.half): cut.image for cut in cuts(pico.start, operations)}
    equal = []
    more = 0
    for before, after in zip(pico.checkpoints, pico.checkpoints[1:]):
        if after.name == PLAY:
            marks = ((before.operations, False), (after.operations, False))
            start, end = (images[max(key for key in images if key <= mark)] for mark in marks)
            disk, real = _repeat_on_host(start, end), operations[before.operations : after.operations]
            host = disk.operations
            equal.append(_erased(host) == _erased(real))
            erases, programmed = _cost(real)
            # MicroPython also stores the time of each file: a commit with it may need one page more, and a directory
            # may be full earlier, so that the Pico rewrites it in another commit than the host, or another block
            assert _cost(host)[0] == pytest.approx(erases, abs=0 if equal[-1] else ERASES_OF_SPLIT)
            rewrites = erases or not equal[-1]
            assert _cost(host)[1] == pytest.approx(programmed, abs=BLOCK_SIZE if rewrites else disk.commits * PAGE)
            if equal[-1]:  # both begin with the same flash: a rewrite that only the Pico makes is not made up for later
                more += programmed - _cost(host)[1]
    assert 0 <= more <= MORE_PAGES * PAGE * sum(equal)
    assert sum(equal) > len(equal) / 2
    assert erases_of(operations).total() > 1
