"""Power cut before and in the middle of every flash operation of a session at the console.

A short session on the emulated Pico shows what the real firmware and its littlefs do; a long one on the host, which
writes the same, gives many more images. All are judged by the firmware's modules on CPython, a few
by the real firmware. SIXPIP_CUTS=all plays both longer, for several thousand images.
"""

import itertools
import os
import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from host_tests.conftest import SAID
from sixpip.app.session import resume
from sixpip.rules import replay
from sixpip.storage.records import Store
from tools.cuts.disk import Disk, Operation
from tools.cuts.found import RECORDS, Found, digest, look
from tools.cuts.hands import PicoHands
from tools.cuts.images import Cut, cuts
from tools.cuts.session import LONG, LONGER, LONGEST, PLAY, SHORT, Recording, on_host, on_pico
from tools.image import BLOCK_SIZE
from tools.wear import erases_of

pytestmark = pytest.mark.timeout(1800)

ALL = os.environ.get("SIXPIP_CUTS") == "all"
SAMPLES = 4 if ALL else 2
SECOND_CUTS = 200 if ALL else 20
SEED = 12
ROOT_BLOCKS = (0, 1)
"""Where the metadata of the root is at first."""


@dataclass
class Image:
    """What is found after one cut; the bytes are made again when they are wanted, for all would be too many."""

    index: int
    half: bool
    found: Found
    was: Found
    """At the last moment of the session before the cut: what the player had seen saved."""
    will: Found
    """At the next one."""


@pytest.fixture(scope="module")
def pico(emulator: object) -> Recording:
    """A session on the emulated Pico."""
    return on_pico(LONGER if ALL else SHORT)


@pytest.fixture(scope="module", params=["pico", "host"])
def session(request: pytest.FixtureRequest) -> Recording:
    """One on the emulated Pico, and one on the host."""
    if request.param == "host":
        return on_host(LONGEST if ALL else LONG)
    recording: Recording = request.getfixturevalue("pico")
    return recording


@pytest.fixture(scope="module")
def images(session: Recording) -> list[Image]:
    """Every cut, judged; a console that did not start fails them all."""
    found = []
    for cut in cuts(session.start, session.operations):
        try:
            found.append((cut.index, cut.half, look(cut.image)))
        except Exception as error:
            raise AssertionError(f"after a cut at operation {cut.index}, half done: {cut.half}") from error
    assert cut.image == session.end
    marks = sorted({moment.done for moment in session.moments} | {0, len(session.operations)})
    rests = {mark: [seen for index, half, seen in found if (index, half) <= (mark, False)][-1] for mark in marks}
    return [
        Image(
            index,
            half,
            seen,
            rests[max(mark for mark in marks if mark <= index)],
            rests[min([mark for mark in marks if mark > index] or marks[-1:])],
        )
        for index, half, seen in found
    ]


def test_the_session_makes_changes_and_removes_all_that_the_firmware_keeps(
    images: list[Image], session: Recording
) -> None:
    for name in RECORDS:
        assert len({repr(getattr(image.found, name)) for image in images}) > 1, name
    assert any(image.found.rules for image in images) and not images[-1].found.rules
    assert any(image.found.game is None for image in images)
    assert len({image.found.number for image in images}) >= 3
    assert set(images[0].found.logs) - set(images[-1].found.logs), "no log has made room for a new one"
    assert max(sum(image.found.banked) for image in images) > sum(images[0].found.banked)
    roots = {place // BLOCK_SIZE for place, data in session.operations if data and b"main.py" in data}
    assert roots - set(ROOT_BLOCKS) and roots & set(ROOT_BLOCKS), "the metadata of the root has not been moved"


def test_no_cut_is_called_damage_or_harms_a_file_of_the_firmware(
    images: list[Image], session: Recording, record_property: Callable[[str, object], None]
) -> None:
    record_property(SAID, f"{len(images)} different images after a cut in {len(session.operations)} flash operations")
    programs = digest(session.programs)
    for image in images:
        assert image.found.trouble == (), image.index
        assert image.found.programs == programs, image.index


@pytest.mark.parametrize("name", RECORDS)
def test_after_a_cut_it_is_as_before_the_action_or_as_after_it(images: list[Image], name: str) -> None:
    for _, group in itertools.groupby(images, key=lambda image: id(image.was)):
        action = list(group)
        old, new = getattr(action[0].was, name), getattr(action[0].will, name)
        seen = [getattr(image.found, name) for image in action]
        turn = seen.index(new) if new in seen else len(seen)
        assert seen == [old] * turn + [new] * (len(seen) - turn), f"from operation {action[0].index} on"


def test_no_cut_takes_a_banked_point(images: list[Image]) -> None:
    compared = 0
    for image in images:
        if image.found.number == image.was.number == image.will.number:
            saved = zip(image.was.banked, image.will.banked, strict=True)
            sure = [min(before, after) for before, after in saved]  # less after it: a penalty by the rules
            assert all(now >= points for now, points in zip(image.found.banked, sure, strict=True)), image.index
            compared += sum(sure) > 0
    assert compared > 0


def test_the_log_leads_to_the_game_after_any_cut_and_other_games_keep_theirs(images: list[Image]) -> None:
    for image in images:
        game = image.found.game
        if game is not None:
            assert image.found.replayed == {key: game[key] for key in game if key not in ("names", "best")}
        for path, data in image.found.logs.items():
            then = image.was.logs.get(path) or image.will.logs.get(path)
            assert data == then, f"{image.index}: {path}"
        assert set(image.found.logs) >= set(image.will.logs) & set(image.was.logs)


def records(found: Found) -> list[object]:
    """All that is kept."""
    return [getattr(found, name) for name in RECORDS]


def test_a_second_cut_while_the_console_starts_after_the_first_loses_nothing(
    session: Recording, images: list[Image]
) -> None:
    mended = [(image.index, image.half) for image in images if image.found.operations]
    some = set(random.Random(SEED).sample(mended, min(len(mended), SECOND_CUTS)))
    assert some
    for cut in cuts(session.start, session.operations):
        if (cut.index, cut.half) in some:
            first = look(cut.image)
            for second in cuts(cut.image, first.operations):
                again = look(second.image)
                assert records(again) == records(first), (cut.index, second.index)
                assert again.trouble == ()


def _without_the_game(image: bytes) -> bool:
    """Whether it is between the two renames of a save, with neither the old nor the new one in its place."""
    files = Disk(image).files()
    return "game.new" in files and "game.old" in files and "game" not in files


def chosen(session: Recording) -> list[Cut]:
    """Some to be tried on the real firmware: half an erase of metadata, between two renames, and others."""
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
        elif not cut.half and _without_the_game(cut.image):
            renames.append((cut.index, False))
    draw = random.Random(SEED)
    wanted = {draw.choice(erases), draw.choice(renames), *draw.sample(programs, SAMPLES - 2)}
    return [cut for cut in cuts(session.start, operations) if (cut.index, cut.half) in wanted]


def test_the_real_firmware_starts_from_a_cut_and_shows_the_same_game(pico: Recording) -> None:
    samples = chosen(pico)
    assert len(samples) == SAMPLES
    for cut in samples:
        expected = look(cut.image)
        hands = PicoHands(cut.image)
        assert hands.oled() == expected.oled, cut.index
        after = look(hands.image())
        assert records(after) == records(expected)
        assert after.trouble == () and after.programs == expected.programs
        for second in cuts(cut.image, hands.operations()):
            assert records(look(second.image)) == records(expected), (cut.index, second.index)


def _again(image: bytes, after: bytes) -> list[Operation]:
    """What it costs on the host to go from the game saved in one image to that in another."""
    disk, wanted = Disk(image), Disk(after)
    with disk.in_place():
        store = Store("")
        session = resume(store)
        assert session is not None
        mark = session.log.write(store, session.game, session.names)
        path = f"logs/game-{mark[0]}.log"
        played = disk.files().get(path, b"").count(b"\n")
        for line in wanted.files()[path].decode().splitlines()[played:]:
            words = replay.words_of(line)
            if words and words[0] != "game":
                session.apply(*replay.action_of(session.game, words))
        assert not disk.operations
        session.save(store)
        assert disk.files()["game"] == wanted.files()["game"]
    return disk.operations


def _cost(operations: list[Operation]) -> tuple[int, int]:
    """Erases, and bytes programmed."""
    return erases_of(operations).total(), sum(len(data) for _place, data in operations if data is not None)


def test_an_action_costs_the_same_on_the_pico_and_on_the_host(pico: Recording) -> None:
    operations = pico.operations
    images = {cut.index: cut.image for cut in cuts(pico.start, operations) if not cut.half}
    host: list[Operation] = []
    real: list[Operation] = []
    for before, moment in zip(pico.moments, pico.moments[1:]):
        if moment.name == PLAY:
            start, end = (images[max(index for index in images if index <= at.done)] for at in (before, moment))
            host += _again(start, end)
            real += operations[before.done : moment.done]
    erases, programmed = _cost(real)
    assert erases > 1
    # MicroPython keeps the time of each file besides, so now and then a block is full a little earlier
    assert _cost(host)[0] == pytest.approx(erases, rel=0.1, abs=1)
    assert _cost(host)[1] == pytest.approx(programmed, rel=0.1)
