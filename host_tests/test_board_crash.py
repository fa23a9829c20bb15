"""What a crash leaves behind, and the table of pins."""

from pathlib import Path

from sixpip.board import buttons, crash, pins


def test_the_crash_log_keeps_the_newest_entry_and_never_grows_without_bound(tmp_path: Path) -> None:
    log, older = tmp_path / "crash.log", tmp_path / "crash.old"
    for number in range(50):
        crash.append(f"crash {number} " + "x" * 1480, str(log), str(older))
        assert log.read_text().splitlines()[-1].startswith(f"crash {number} ")
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 2 * (crash.LOG_BYTES + 1600)
    assert "crash 46 " in older.read_text() + log.read_text()


def test_the_oled_shows_the_end_of_a_traceback_in_lines_that_fit() -> None:
    text = 'Traceback (most recent call last):\n  File "app/app.py", line 41, in run\nValueError: what now?\n'
    rows = crash.lines(text)
    assert rows[0] == "SIXPIP STOPPED"
    assert "line 41" in "".join(rows)
    assert "ValueError: what now?" in "".join(rows)
    assert rows[-1] == "log: crash.log"
    assert len(rows) == 8
    assert max(map(len, rows)) <= 16


def test_a_long_error_leaves_room_for_the_name_of_the_log() -> None:
    rows = crash.lines("ValueError: " + "long " * 100)
    assert len(rows) == 8
    assert rows[-1] == "log: crash.log"


def test_no_pin_is_used_twice_and_the_table_names_them_all() -> None:
    gpios = [gpio for gpio, _, _ in pins.PINS]
    assert gpios == sorted(set(gpios))
    assert {net: gpio for gpio, net, _ in pins.PINS} == {
        name: value for name, value in vars(pins).items() if type(value) is int
    }


def test_button_numbers_follow_the_pins_in_one_run() -> None:
    table = {net: gpio - pins.KEEP1 for gpio, net, _ in pins.PINS}
    assert [table["KEEP1"], table["KEEP6"]] == [buttons.KEEP1, buttons.KEEP6]
    assert [table["ROLL"], table["BANK"], table["MENU"]] == [buttons.ROLL, buttons.BANK, buttons.MENU]
