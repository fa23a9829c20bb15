"""The flash as a cut leaves it, on made-up operations; and what it is to be found by the firmware on it."""

import pytest
from littlefs import LittleFSError

from sixpip.app.app import App
from sixpip.storage.records import Store
from tools.cuts.disk import Disk
from tools.cuts.found import look
from tools.cuts.images import cuts, plain
from tools.cuts.session import used_files
from tools.emulator.flash import FlashOperation
from tools.host.fake import FakeBoard
from tools.image import BLOCK_COUNT, BLOCK_SIZE, make_image, read_image

OLD = b"\x0f" * BLOCK_SIZE
BLANK = b"\xff" * BLOCK_SIZE
PAGE = bytes(range(256))
HALF = BLOCK_SIZE // 2


def test_a_cut_comes_before_and_in_the_middle_of_every_operation() -> None:
    found = list(cuts(OLD + OLD, [(BLOCK_SIZE, None), (BLOCK_SIZE + 256, PAGE)]))
    assert [(cut.index, cut.half) for cut in found] == [(0, False), (0, True), (1, False), (1, True), (2, False)]
    second = [cut.image[BLOCK_SIZE:] for cut in found]
    written = BLANK[:256] + PAGE + BLANK[512:]
    half_written = BLANK[:256] + PAGE[:128] + BLANK[384:]
    assert second == [OLD, BLANK[:HALF] + OLD[HALF:], BLANK, half_written, written]
    assert all(cut.image[:BLOCK_SIZE] == OLD for cut in found)


def test_a_program_only_clears_bits() -> None:
    assert list(cuts(OLD, [(0, b"\xf1\xff")]))[-1].image[:3] == b"\x01\x0f\x0f"


def test_an_image_that_is_as_the_one_before_is_made_once() -> None:
    found = list(cuts(BLANK[:HALF] + OLD[HALF:], [(0, None), (0, None), (0, b"\xff\xff")]))
    assert [(cut.index, cut.half) for cut in found] == [(0, False), (1, False)]
    assert found[-1].image == BLANK


def test_an_erase_of_more_than_a_block_is_refused() -> None:
    assert plain([FlashOperation(1.0, 8192, 4096, None)]) == [(8192, None)]
    with pytest.raises(ValueError, match="one block"):
        plain([FlashOperation(1.0, 0, 65536, None)])


def test_records_and_logs_of_an_image_are_those_the_firmware_finds_in_it() -> None:
    files = used_files()
    found = look(make_image(None, files))
    assert found.trouble == ()
    assert found.game is not None and found.replayed is not None
    assert found.banked == found.replayed["scores"] and sum(found.banked) > 0
    assert {**found.replayed, "names": ["ANNA", "BEN"], "best": found.game["best"]} == found.game
    own = {f"logs/game-{found.number}.log"}
    assert found.logs == {path: data for path, data in files.items() if path.startswith("logs/") and path not in own}
    assert len(found.logs) > 1
    assert found.operations == []


def test_a_log_cut_short_or_a_save_set_aside_does_not_go_unseen() -> None:
    files = used_files()
    number = look(make_image(None, files)).number
    path = f"logs/game-{number}.log"
    with pytest.raises(Exception, match="gap"):
        look(make_image(None, {**files, path: files[path][:-3]}))
    assert look(make_image(None, {**files, "game": files["game"][:-3]})).trouble != ()


def test_a_console_whose_other_files_are_gone_takes_up_its_game_and_notes_the_gap_in_its_log() -> None:
    files = used_files()
    expected = look(make_image(None, files)).game
    disk = Disk(make_image(None, {"game": files["game"]}))
    with disk.in_place():
        app = App(FakeBoard(""))
        session = app.session
        assert session is not None and expected is not None
        assert {**session.game.record(), "names": session.names, "best": session.best} == expected
        assert app.store.damaged == [] and type(app.screen).__name__ != "Notice"
        session.log.write(app.store, session.game, session.names)
    logs = [data for path, data in disk.files().items() if path.startswith("logs/")]
    assert len(logs) == 1 and b"\ngap" in logs[0]


def test_the_firmware_writes_to_the_image_as_to_the_flash() -> None:
    image = make_image(None)
    disk = Disk(image)
    with disk.in_place():
        store = Store("")
        store.save("game", {"turn": 1})
        assert store.load("game") == {"turn": 1}
        with pytest.raises(OSError) as none:
            disk.open("/none", "rb")
    assert none.value.errno == 2
    assert list(cuts(image, disk.operations))[-1].image == disk.image
    assert read_image(disk.image) == disk.files()
    assert list(disk.files()) == ["game"]


def test_an_image_without_a_file_system_is_not_formatted() -> None:
    with pytest.raises(LittleFSError):
        Disk(b"\xff" * BLOCK_COUNT * BLOCK_SIZE)
