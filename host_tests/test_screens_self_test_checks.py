"""The self-test of buttons, buzzer, dice fairness and storage."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from host_tests.self_test_fixture import go_to_step, letters_on_dice, open_self_test
from sixpip.board import buttons
from sixpip.screens.self_test import checks, lights
from sixpip.storage.records import StorageFull, Store
from sixpip.view import sound


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    return open_self_test(str(tmp_path))


# Buttons and buzzer


def test_each_button_is_counted_on_the_oled_and_on_its_die(player: ScriptedPlayer) -> None:
    go_to_step(player, checks.Buttons)
    for button in range(buttons.BUTTONS):
        player.press(button)
    player.press(3)
    assert "All 9 are there.|1-6: 1 1 1 2 1 1|ROLL 1 BANK 1 MENU 1" in player.screen
    assert letters_on_dice(player) == "111211"


def test_roll_bank_and_menu_navigate_only_after_their_first_press_is_counted(player: ScriptedPlayer) -> None:
    go_to_step(player, checks.Buttons)
    assert "next" not in player.screen and "back" not in player.screen and "end" not in player.screen
    player.press(ROLL, BANK, MENU)
    assert player.lines[0].endswith("MENU END") and player.lines[7] == "ROLL next BANK back"
    assert "Press each one once." in player.screen
    player.press(ROLL)
    assert isinstance(player.app.screen, checks.Buzzer)


def test_the_buzzer_plays_a_high_and_a_low_tone_though_the_sound_is_off(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.app.settings.values["sound"] = sound.OFF
    player.app.settings.apply(player.board, player.app.sound)
    go_to_step(player.pick("Workshop").pick("Self-test"), checks.Buttons)
    player.press(ROLL)
    player.board.tones.clear()
    player.press(ROLL).wait(1000)
    heard = [tone for tone in player.board.tones if tone[0]]
    assert len(heard) == 2 and heard[0][0] > 2 * heard[1][0] and {volume for _, volume in heard} == {sound.HIGH}
    for keep in KEEPS:
        player.board.tones.clear()
        player.press(keep).wait(1000)
        assert heard == [tone for tone in player.board.tones if tone in heard]


# Fair dice


def finished(player: ScriptedPlayer) -> bool:
    """Whether all dice have been thrown."""
    return any("chi2" in line for line in player.lines)


def test_the_faces_thrown_by_the_console_are_counted_and_fair(player: ScriptedPlayer) -> None:
    thrown: list[int] = []
    throw = player.app.dice.throw

    def noted(dice: int) -> bytearray:
        faces = throw(dice)
        thrown.extend(faces)
        return faces

    player.app.dice.throw = noted  # type: ignore[method-assign]
    go_to_step(player, checks.Fair)
    player.wait(2000)
    assert len(thrown) == 6000 and "The dice are fair." in player.screen
    for face in range(6):
        assert f"{face + 1}:{thrown.count(face)}" in player.screen


def test_a_press_is_answered_while_dice_are_thrown(player: ScriptedPlayer) -> None:
    go_to_step(player, lights.Heat)
    player.tap(ROLL)
    for _ in range(5):
        player.app.step()
    assert isinstance(player.app.screen, checks.Fair) and not finished(player)
    player.tap(BANK)
    assert isinstance(player.app.screen, lights.Heat)


def test_a_keep_button_repeats_the_fairness_test(player: ScriptedPlayer) -> None:
    go_to_step(player, checks.Fair)
    player.wait(2000)
    before = player.screen
    player.press(2)
    player.wait(2000)
    assert finished(player) and player.screen != before


def test_loaded_dice_are_detected(player: ScriptedPlayer) -> None:
    chance = random.Random(4)
    player.app.dice.throw = lambda dice: bytearray(  # type: ignore[method-assign]
        chance.choice((0, 1, 2, 3, 4, 5, 5) if chance.random() < 0.5 else range(6)) for _ in range(dice)
    )
    go_to_step(player, checks.Fair)
    player.wait(2000)
    assert "Not fair. 1-6: again" in player.screen


@pytest.mark.parametrize("source", [lambda count: bytes(count), lambda count: b""])
def test_a_dead_source_is_reported_and_not_fair(player: ScriptedPlayer, source: Callable[[int], bytes]) -> None:
    go_to_step(player, lights.Heat)
    player.app.dice._random_bytes = source
    player.press(ROLL)
    assert "switch off and on" in " ".join(player.lines)
    player.press(ROLL)
    assert isinstance(player.app.screen, checks.Fair) and "fair." not in player.screen.replace("Not fair.", "")


@pytest.mark.parametrize(
    ("counts", "thousandths"), [([1000] * 6, 0), ([1100, 900, 1000, 1000, 1000, 1000], 20000), ([0] * 6, 0)]
)
def test_chi_square_is_the_sum_of_squared_differences_over_the_expected_count(
    counts: list[int], thousandths: int
) -> None:
    assert checks.chi_square(counts) == thousandths


def test_fair_dice_nearly_always_pass_and_a_loaded_die_hardly_ever() -> None:
    chance = random.Random(1)

    def passes(weights: tuple[int, ...]) -> int:
        rolls = [chance.choices(range(6), weights, k=6000) for _ in range(60)]
        return sum(checks.chi_square([roll.count(face) for face in range(6)]) <= checks.FAIR for roll in rolls)

    assert passes((10, 10, 10, 10, 10, 10)) >= 58
    assert passes((10, 10, 10, 10, 10, 13)) <= 2


# Storage


def test_a_record_is_written_read_and_deleted_and_the_free_space_is_shown(player: ScriptedPlayer) -> None:
    go_to_step(player, checks.Storage)
    assert "Write and read: good" in player.screen
    free = next(line for line in player.lines if line.startswith("Free: "))
    assert int(free.split()[1]) > 0
    assert not [path.name for path in Path(player.board.folder).iterdir() if path.name.startswith("selftest")]


def test_storage_that_returns_another_value_is_bad(player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "load", lambda self, name: {"at": -1})
    go_to_step(player, checks.Storage)
    assert "Write and read: BAD" in player.screen


def test_a_full_storage_is_reported_and_bad(player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Store, name: str, value: object) -> bool:
        raise StorageFull(f"The memory is full and '{name}' is not saved: delete a saved game.")

    go_to_step(player, checks.Fair)
    monkeypatch.setattr(Store, "save", full)
    player.press(ROLL)
    assert "The memory is full" in player.screen
    player.press(ROLL)
    assert "Write and read: BAD" in player.screen
