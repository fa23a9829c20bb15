"""The report of a crash: the log file of limited size and the rows on the OLED."""

from pathlib import Path

from sixpip.board import crash


def test_the_crash_log_has_the_newest_entry_and_a_limited_size(tmp_path: Path) -> None:
    log, old_log = tmp_path / "crash.log", tmp_path / "crash.old"
    for number in range(50):
        crash.append_to_log(f"crash {number} " + "x" * 1480, str(log), str(old_log))
        assert log.read_text().splitlines()[-1].startswith(f"crash {number} ")
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 2 * (crash.LOG_BYTES + 1600)
    assert "crash 46 " in old_log.read_text() + log.read_text()


def test_the_oled_says_in_rows_that_fit_what_the_player_can_do_and_names_no_file() -> None:
    words = "SIXPIP STOPPED Turn off and on to play on from the last saved move. See the log."
    assert " ".join([row for row in crash.STOPPED if row]) == words
    assert len(crash.STOPPED) == 8 and max(map(len, crash.STOPPED)) <= 16
