"""The flash images after power cuts in given operations, and the state of a console booted from an image."""

import pytest

from sixpip.app.app import App
from tools.board.image import BLOCK_SIZE, make_image
from tools.check.power_loss.boot_state import boot
from tools.check.power_loss.disk import Disk
from tools.check.power_loss.images import cuts
from tools.check.power_loss.session import used_files
from tools.play.host.fake import FakeBoard

OLD = b"\x0f" * BLOCK_SIZE
BLANK = b"\xff" * BLOCK_SIZE
PAGE = bytes(range(256))
HALF = BLOCK_SIZE // 2


def test_there_is_a_cut_before_and_in_the_middle_of_every_operation() -> None:
    found = list(cuts(OLD + OLD, [(BLOCK_SIZE, None), (BLOCK_SIZE + 256, PAGE)]))
    assert [(cut.index, cut.half) for cut in found] == [(0, False), (0, True), (1, False), (1, True), (2, False)]
    second = [cut.image[BLOCK_SIZE:] for cut in found]
    written = BLANK[:256] + PAGE + BLANK[512:]
    half_written = BLANK[:256] + PAGE[:128] + BLANK[384:]
    assert second == [OLD, BLANK[:HALF] + OLD[HALF:], BLANK, half_written, written]
    assert all(cut.image[:BLOCK_SIZE] == OLD for cut in found)


def test_a_program_only_clears_bits() -> None:
    assert list(cuts(OLD, [(0, b"\xf1\xff")]))[-1].image[:3] == b"\x01\x0f\x0f"


def test_the_boot_state_has_the_records_and_logs_of_the_image() -> None:
    files = used_files()
    state = boot(make_image(None, files))
    assert state.problems == ()
    assert state.game is not None and state.replayed is not None
    assert state.banked == state.replayed["scores"] and sum(state.banked) > 0
    assert {**state.replayed, "names": ["ANNA", "BEN"], "best": state.game["best"]} == state.game
    own = {f"logs/game-{state.log_number}.log"}
    assert state.logs == {path: data for path, data in files.items() if path.startswith("logs/") and path not in own}
    assert len(state.logs) > 1
    assert state.operations == []


def test_a_truncated_log_and_a_damaged_save_are_detected() -> None:
    files = used_files()
    path = f"logs/game-{boot(make_image(None, files)).log_number}.log"
    with pytest.raises(Exception, match="gap"):
        boot(make_image(None, {**files, path: files[path][:-3]}))
    assert boot(make_image(None, {**files, "game": files["game"][:-3]})).problems != ()


def test_a_console_that_has_lost_all_files_but_the_game_resumes_it_and_logs_a_gap() -> None:
    files = used_files()
    expected = boot(make_image(None, files)).game
    disk = Disk(make_image(None, {"game": files["game"]}))
    with disk.mounted():
        app = App(FakeBoard(""))
        session = app.session
        assert session is not None and expected is not None
        assert {**session.game.record(), "names": session.names, "best": session.best} == expected
        assert app.store.damaged == [] and type(app.screen).__name__ != "Notice"
        session.log.write(app.store, session.game, session.names)
    logs = [data for path, data in disk.files().items() if path.startswith("logs/")]
    assert len(logs) == 1 and b"\ngap" in logs[0]
