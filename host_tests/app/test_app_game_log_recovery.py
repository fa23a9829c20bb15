"""The log of a game after a power loss or when it is damaged: it matches the saved game or has a gap line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.app.game_log_fixture import log_matches, new_session, play, resume_and_play
from host_tests.store_fixture import cuts_amid, on
from sixpip.app.setup.resume import resume
from sixpip.rules.game.errors import Illegal
from sixpip.rules.menus import replay
from sixpip.storage.records import Store
from tools.check.power_loss.disk import Disk, format_image
from tools.play.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk, after_each_cut

# Power loss


@pytest.mark.long
@pytest.mark.parametrize(("commits", "done"), [(AT_WRITE, 0), (AT_CLOSE, 2), (AT_FLUSH, 0)])
def test_after_a_power_loss_at_any_step_the_log_matches_the_saved_game_and_continues(commits: str, done: int) -> None:
    def act(world: FaultyDisk) -> None:
        on(world, lambda store: resume_and_play(store, 5, 2))

    disk = FaultyDisk(commits)
    on(disk, lambda store: resume_and_play(store, 4, done))
    disk.restart()
    worlds = after_each_cut(disk, act)
    assert len(worlds) > 20
    for world in worlds:
        shown = on(world.copy(), resume)
        for later in after_each_cut(world, lambda cut: on(cut, resume)):
            session = on(later, resume)
            assert (session and session.game.record()) == (shown and shown.game.record())
            session = on(later, lambda store: resume_and_play(store, 6, 3))
            assert log_matches(later, session)
            assert sorted(name for name in later.files if "/logs/game" in name) == ["/saves/logs/game-1.log"]


def test_after_a_power_loss_in_any_flash_operation_of_littlefs_the_log_continues() -> None:
    start = Disk(format_image(16))
    on(start, lambda store: resume_and_play(store, 4, 60))
    found = cuts_amid(start.image, lambda store: resume_and_play(store, 5, 1))
    assert len(found) > 10
    for cut in found:
        disk = Disk(cut.image)
        session = on(disk, lambda store: resume_and_play(store, 6, 2))
        with Disk(disk.image).open("/saves/logs/game-1.log", "rb") as file:
            lines = file.read().decode().splitlines()
        assert replay.replay(lines).record() == session.game.record()


def test_the_log_is_cut_back_when_an_older_save_is_restored(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 6)
    (tmp_path / "game").write_bytes(b"sixpip 1 5 00000000\nwrong")
    session = resume(store)
    assert session is not None
    lines = (tmp_path / "logs" / "game-1.log").read_text().splitlines()
    assert len([line for line in lines[2:] if not line.startswith("#")]) == 5
    assert replay.replay(lines).record() == session.game.record()


# Damage


def make_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOIL: list[Callable[[Path], object]] = [
    Path.unlink,
    lambda path: path.write_bytes(path.read_bytes()[:-3]),
    lambda path: path.write_bytes(b"G" + path.read_bytes()[1:]),
    lambda path: path.write_bytes(b""),
    make_a_folder,
]


@pytest.mark.parametrize("spoil", SPOIL, ids=["gone", "shorter", "other", "empty", "a folder"])
def test_a_damaged_log_remains_and_a_new_one_begins_with_a_gap_line(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 6)
    first = tmp_path / "logs" / "game-1.log"
    spoil(first)
    left = first.read_bytes() if first.is_file() else None
    number = 2 if first.exists() else 1
    session = resume(store)
    assert session is not None and store.damaged == []
    play(session, store, 2, 2)
    if left is not None:
        assert first.read_bytes() == left
    lines = (tmp_path / "logs" / f"game-{number}.log").read_text().splitlines()
    assert lines[:3] == ["game dice-10000 players=2 opening=0", "# ANNA, BEN", "gap"]
    assert len(lines) == 5
    with pytest.raises(Illegal, match="Line 3: The log has a gap here: what came next is lost"):
        replay.replay(lines)
    again = resume(store)
    assert again is not None
    play(again, store, 3, 1)
    assert (tmp_path / "logs" / f"game-{number}.log").read_text().count("gap") == 1


@pytest.mark.parametrize("mark", [None, [1, 2], [0, 0, 0], [1, -1, 0], [1, 10**9, 0], ["1", 0, 0]])
def test_a_save_that_does_not_name_its_log_has_a_gap_in_its_log(tmp_path: Path, mark: object) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 6)
    saved = store.load("game")
    saved["log"] = mark
    store.save("game", saved)
    session = resume(store)
    assert session is not None
    play(session, store, 2, 2)
    assert "gap" in (tmp_path / "logs" / "game-2.log").read_text()
