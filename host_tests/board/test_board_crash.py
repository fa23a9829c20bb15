"""The report of a crash: the log file of limited size and the rows on the OLED."""

from pathlib import Path

from sixpip.board import crash

TRACEBACK = """Traceback (most recent call last):
  File "sixpip.screens.ten_thousand.play", line 141, in draw_result
ValueError: no such page
"""


def test_the_crash_log_has_the_newest_entry_and_a_limited_size(tmp_path: Path) -> None:
    log, old_log = tmp_path / "crash.log", tmp_path / "crash.old"
    for number in range(50):
        crash.append_to_log(f"crash {number} " + "x" * 1480, str(log), str(old_log))
        assert log.read_text().splitlines()[-1].startswith(f"crash {number} ")
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 2 * (crash.LOG_BYTES + 1600)
    assert "crash 46 " in old_log.read_text() + log.read_text()


def test_the_oled_shows_the_line_of_code_and_the_error_in_rows_that_fit() -> None:
    rows = crash.screen_rows(
        'Traceback (most recent call last):\n  File "app", line 41, in run\nValueError: what now?\n'
    )
    assert rows[0] == "SIXPIP STOPPED"
    assert rows[1:6] == ["app, line 41, in", " run", "ValueError: what", " now?", ""]
    assert len(rows) == 8
    assert max(map(len, rows)) <= 16


def test_the_oled_says_where_the_log_is_and_what_the_player_can_do() -> None:
    for text in (TRACEBACK, "ValueError: " + "long " * 100, ""):
        rows = crash.screen_rows(text)
        assert len(rows) == 8
        assert rows[-2:] == ["It is in the log", "Turn off and on."]


def test_a_long_path_leaves_room_for_the_line_number_and_the_error() -> None:
    shown = "".join(crash.screen_rows(TRACEBACK))
    assert "line 141, in draw_result" in shown
    assert "ValueError: no such page" in shown
