"""The screens of the workshop, without the self-test: version and battery, and the restart for new firmware."""

from pathlib import Path

import pytest

from host_tests.game_fixture import note_cut_texts
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer


def test_about_shows_version_and_battery(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Workshop")
    assert player.lines[1:3] == ["1 \u2192About", "2 New firmware"]
    player.press(0)
    assert player.lines[1].startswith("Sixpip 0.") and player.lines[4] == "Battery 3.90 V"
    player.board.millivolts = 0
    player.app.redraw()
    player.app.step()
    assert player.lines[4] == "Battery none"
    player.press(BANK, BANK)
    assert player.lines[0].startswith("SIXPIP")


def test_the_restart_for_new_firmware_asks_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Workshop").press(1)
    restarts: list[str] = []
    monkeypatch.setattr(player.board, "to_bootsel", lambda: restarts.append("now"))
    assert "RPI-RP2" in player.screen and player.lines[7] == "ROLL restart BANK back"
    player.press(BANK, 1)
    assert not restarts
    player.press(ROLL)
    assert restarts == ["now"]


def test_the_questions_fit_the_oled(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Workshop")
    cut = note_cut_texts(player.app.canvas)
    assert player.press(1).lines[0] == "NEW FIRMWARE?"
    assert player.press(BANK).pick("LED chain").press(0).lines[0] == "2020 TILES?"
    assert cut == []
