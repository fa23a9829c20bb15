"""The workshop without the self-test: the calibration of the cell voltage, and the restart for new firmware."""

from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from host_tests.view_golden import check_screen
from sixpip.app.app import App
from sixpip.app.settings import CELL, MOST_TRIM, Settings
from sixpip.screens.workshop.workshop import NO_CELL, TOO_FAR
from sixpip.storage.record_store import Store
from tools.play.host.fake import FakeBoard

LESS, MUCH_LESS, MORE, MUCH_MORE = 0, 1, 3, 4


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    return ScriptedPlayer(str(tmp_path)).pick("Workshop").pick("Cell voltage")


def sentence(player: ScriptedPlayer) -> str:
    """Returns the text of a notice."""
    return " ".join(" ".join(player.lines[1:7]).split())


@pytest.mark.parametrize(
    ("presses", "trim", "shown_mv"),
    [
        ((MUCH_MORE, MORE, MORE, MORE), 21, 3981),
        ((LESS,), -3, 3888),
        ((MUCH_LESS, MUCH_LESS), -26, 3798),
        ((MUCH_MORE, BANK, 4, LESS), 10, 3939),  # a second calibration replaces the first
    ],
)
def test_bank_saves_what_the_meter_shows_and_every_screen_has_it(
    presses: tuple[int, ...], trim: int, shown_mv: int, player: ScriptedPlayer
) -> None:
    player.press(*presses)
    assert player.lines[7].endswith("BANK save")
    player.press(BANK)
    assert player.lines[0].startswith("WORKSHOP") and player.app.settings.values[CELL] == trim
    assert player.board.battery_mv() == shown_mv
    player.press(0)
    assert player.lines[3] == f"Battery {shown_mv // 1000}.{shown_mv % 1000 // 10:02} V"
    again = FakeBoard(player.board.folder)
    App(again)
    assert again.battery_mv() == shown_mv


@pytest.mark.parametrize(("trim", "words"), [(-26, "-2.6 %"), (-9, "-0.9 %"), (9, "+0.9 %"), (30, "+3.0 %")])
def test_the_difference_is_at_the_top_in_percent(trim: int, words: str, tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {CELL: trim})
    player = ScriptedPlayer(str(tmp_path)).pick("Workshop").pick("Cell voltage")
    assert player.lines[0] == f"CELL VOLTAGE {words}"


@pytest.mark.parametrize(("step", "limit"), [(MUCH_MORE, "4.50"), (MUCH_LESS, "2.50")])
def test_the_meter_stays_between_the_voltages_that_a_cell_can_have(
    step: int, limit: str, player: ScriptedPlayer
) -> None:
    player.board.millivolts = 4440 if step == MUCH_MORE else 2560
    player.press(*[step] * 3)
    assert player.lines[3] == f"{limit} V"


@pytest.mark.parametrize(("cell_mv", "first"), [(3894, "3.90"), (3895, "3.91"), (3899, "3.91")])
def test_the_meter_begins_at_the_nearest_hundredth_of_a_volt(cell_mv: int, first: str, player: ScriptedPlayer) -> None:
    player.board.millivolts = cell_mv
    player.press(MORE)
    assert first in player.screen


def test_roll_resets_to_uncalibrated(player: ScriptedPlayer) -> None:
    player.press(MUCH_MORE, BANK).pick("Cell voltage")
    assert player.lines[0].split()[-2:] == ["+1.3", "%"] and player.lines[7] == "ROLL reset BANK back"
    player.press(ROLL)
    assert player.board.battery_mv() == 3900 and "%" not in player.lines[0]
    assert Settings(Store(player.board.folder)).values[CELL] == 0


def test_after_a_reset_what_the_meter_showed_before_is_not_saved(player: ScriptedPlayer) -> None:
    player.press(MUCH_MORE, BANK).pick("Cell voltage").press(MORE)
    assert player.lines[7] == "ROLL reset BANK save"
    player.press(ROLL)
    assert player.lines[3] == "3.90 V" and player.lines[7] == "BANK back"


@pytest.mark.parametrize(("button", "trim"), [(MUCH_MORE, MOST_TRIM), (MUCH_LESS, -MOST_TRIM)])
def test_more_than_five_percent_is_refused_with_the_parts_to_check(
    button: int, trim: int, player: ScriptedPlayer
) -> None:
    player.board.millivolts = 4000
    player.wait(600)
    player.press(button, button, button, button, MORE if trim > 0 else LESS, BANK)
    assert sentence(player) == TOO_FAR and player.app.settings.values[CELL] == 0
    player.press(ROLL)
    assert player.lines[0].startswith("CELL VOLTAGE")
    player.press(LESS if trim > 0 else MORE, BANK)
    assert player.lines[0].startswith("WORKSHOP") and player.app.settings.values[CELL] == trim


@pytest.mark.parametrize(("cell_mv", "reason"), [(4000, TOO_FAR), (0, NO_CELL)])
def test_a_calibration_that_is_refused_leaves_the_one_before_in_force(
    cell_mv: int, reason: str, tmp_path: Path
) -> None:
    Store(str(tmp_path)).save("settings", {CELL: 30})
    player = ScriptedPlayer(str(tmp_path))
    player.board.millivolts = 4000
    player.pick("Workshop").pick("Cell voltage").press(MUCH_MORE, MUCH_MORE)
    player.board.millivolts = cell_mv
    assert sentence(player.press(BANK)) == reason
    player.board.millivolts = 4000
    assert player.board.battery_mv() == 4120 and player.app.settings.values[CELL] == 30


def test_the_voltage_on_the_screen_follows_the_cell(player: ScriptedPlayer) -> None:
    assert player.lines[1] == "Console shows 3.90 V"
    player.board.millivolts = 3910
    player.wait(1000)
    assert player.lines[1] == "Console shows 3.91 V"


def test_without_a_cell_it_is_refused(player: ScriptedPlayer) -> None:
    player.press(MORE)
    player.board.millivolts = 0
    player.press(BANK)  # unplugged just before
    assert sentence(player) == NO_CELL and player.app.settings.values[CELL] == 0
    player.press(ROLL)
    player.wait(600)
    assert player.lines[1] == "Console shows none"
    player.press(MORE)
    assert sentence(player) == NO_CELL


@pytest.mark.parametrize("saved", [[], {"cell": 51}, {"cell": -51}, {"cell": "5"}, {"cell": 1.5}])
def test_damaged_settings_give_no_calibration(saved: object, tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", saved)
    assert Settings(Store(str(tmp_path))).values[CELL] == 0


def test_the_voltage_that_is_calibrated_decides_when_the_battery_is_low(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"cell": -20})
    player = ScriptedPlayer(str(tmp_path))
    player.board.millivolts = 3450
    player.wait(20_000)
    assert "Battery low" in player.screen


def test_the_restart_for_new_firmware_asks_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Workshop").press(1)
    restarts: list[str] = []
    monkeypatch.setattr(player.board, "to_bootsel", lambda: restarts.append("now"))
    assert "RPI-RP2" in player.screen and player.lines[7] == "ROLL restart BANK back"
    player.press(BANK, 1)
    assert not restarts
    player.press(ROLL)
    assert restarts == ["now"]


def test_the_questions_match_their_golden_pictures(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Workshop").press(1)
    check_screen(player.board, "question-new-firmware", "workshop")
    player.press(BANK).pick("LED chain").press(0)
    check_screen(player.board, "question-own-tiles", "workshop")


# Code that runs from the flash


def test_about_shows_how_much_code_runs_from_the_flash_and_roll_why_it_is_not_more(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.board.in_flash = 93_000, ""
    player.pick("Workshop").pick("About")
    assert "Code in flash 90 KB" in player.lines and player.lines[7] == "BANK back"
    player.press(BANK)
    player.board.in_flash = 0, "All code is in memory, because sixpip/code.bin is damaged: install Sixpip again."
    player.pick("About")
    assert "Code in flash 0 KB" in player.lines and player.lines[7] == "ROLL why BANK back"
    assert "sixpip/code.bin is" in player.press(ROLL).screen


@pytest.mark.parametrize(("cell_mv", "volts"), [(3050, "3.05 V"), (4009, "4.00 V"), (3999, "3.99 V"), (0, "none")])
def test_about_shows_the_voltage_of_the_cell_with_two_decimals(cell_mv: int, volts: str, tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.board.millivolts = cell_mv
    assert player.pick("Workshop").pick("About").lines[3] == f"Battery {volts}"


def test_about_shows_the_free_memory_where_it_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Free memory" not in ScriptedPlayer(str(tmp_path)).pick("Workshop").pick("About").screen
    monkeypatch.setattr("sixpip.screens.workshop.workshop.free_memory", lambda: 51_300)
    assert ScriptedPlayer(str(tmp_path)).pick("Workshop").pick("About").lines[5] == "Free memory 50 KB"


def test_about_has_no_line_about_code_where_nothing_runs_from_the_flash(tmp_path: Path) -> None:
    assert "Code in flash" not in ScriptedPlayer(str(tmp_path)).pick("Workshop").pick("About").screen
