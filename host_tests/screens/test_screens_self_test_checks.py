"""The self-test of buttons, buzzer and storage."""

from pathlib import Path

import pytest

from host_tests.screens.self_test_fixture import go_to_step, letters_on_dice, open_self_test
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.board import contract
from sixpip.screens.menus import fair_dice, self_test
from sixpip.storage.records import StorageFull, Store
from sixpip.view import sound


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    return open_self_test(str(tmp_path))


# Buttons and buzzer


def test_each_button_is_counted_on_the_oled_and_on_its_die(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Buttons)
    for button in range(contract.BUTTONS):
        player.press(button)
    player.press(3)
    assert "All 9 are there.|1-6: 1 1 1 2 1 1|ROLL 1 BANK 1 MENU 1" in player.screen
    assert letters_on_dice(player) == "111211"


def test_roll_bank_and_menu_navigate_only_after_their_first_press_is_counted(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Buttons)
    assert "next" not in player.screen and "back" not in player.screen and "end" not in player.screen
    player.press(ROLL, BANK, MENU)
    assert player.lines[0].endswith("MENU END") and player.lines[7] == "ROLL next BANK before"
    assert "Press each one once." in player.screen
    player.press(ROLL)
    assert isinstance(player.app.screen, self_test.Buzzer)


def test_the_buzzer_plays_a_high_and_a_low_tone_though_the_sound_is_off(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.app.settings.values["sound"] = sound.OFF
    player.app.settings.apply(player.board, player.app.sound)
    go_to_step(player.pick("Workshop").pick("Self-test"), self_test.Buttons)
    player.press(ROLL)
    player.board.tones.clear()
    player.press(ROLL).wait(1000)
    heard = [tone for tone in player.board.tones if tone[0]]
    assert len(heard) == 2 and heard[0][0] > 2 * heard[1][0] and {volume for _, volume in heard} == {sound.HIGH}
    for keep in KEEPS:
        player.board.tones.clear()
        player.press(keep).wait(1000)
        assert heard == [tone for tone in player.board.tones if tone in heard]


# Storage


def test_a_record_is_written_read_and_deleted_and_the_free_space_is_shown(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Storage)
    assert "Write and read: good" in player.screen
    free = next(line for line in player.lines if line.startswith("Free: "))
    assert int(free.split()[1]) > 0
    assert not [path.name for path in Path(player.board.folder).iterdir() if path.name.startswith("selftest")]


def test_a_full_storage_is_reported_and_bad(player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Store, name: str, value: object) -> bool:
        raise StorageFull(f"The memory is full and '{name}' is not saved: delete a saved game.")

    go_to_step(player, fair_dice.Fair)
    monkeypatch.setattr(Store, "save", full)
    player.press(ROLL)
    assert "The memory is full" in player.screen
    player.press(ROLL)
    assert "Write and read: BAD" in player.screen
