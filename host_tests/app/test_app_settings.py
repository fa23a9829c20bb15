"""The settings: their rows on the screen and their effects on LEDs, row order and animations."""

from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import game_of, start_game
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer, tile_pixels
from sixpip.app.app import App
from sixpip.app.settings import (
    AGREEMENTS,
    BUSTED,
    HOT_DICE,
    LAST_ROUND,
    LED_CHAIN,
    SETTINGS,
    SIMPLE_RULE,
    TO_GET_IN,
    Setting,
    Settings,
    setting_named,
)
from sixpip.board import limiter
from sixpip.storage.record_store import Store
from sixpip.view import animation, light_shows, reduced_motion
from sixpip.view.sound import TunePlayer
from tools.play.host.fake import FakeBoard

STOCK, OWN = limiter.WS2812B_5050, limiter.WS2812B_2020


class Watched(FakeBoard):
    """Records for every frame the LED currents that the limiter uses and whether an LED is lit."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.frames: list[tuple[tuple[int, ...], bool]] = []

    def show_tiles(self) -> None:
        super().show_tiles()
        self.frames.append((tuple(self.power.scale[1:]), any(self.wire)))


def first_frames(folder: Path, saved: "dict[str, Any] | None") -> list[tuple[tuple[int, ...], bool]]:
    """Returns the first frames of a console with these saved settings."""
    if saved is not None:
        Store(str(folder)).save("settings", saved)
    board = Watched(str(folder))
    app = App(board)
    for _ in range(5):
        app.step()
    return board.frames


def mirrored(wire: bytearray) -> bytes:
    rows = [wire[at : at + 24] for at in range(0, len(wire), 24)]
    turned = [bytes(row[at] for led in range(7, -1, -1) for at in range(led * 3, led * 3 + 3)) for row in rows]
    return b"".join(turned[number] if number % 2 else bytes(row) for number, row in enumerate(rows))


def lit(player: ScriptedPlayer) -> bytearray:
    """Returns for each byte of the LED chain whether it is lit."""
    return bytearray(value > 0 for value in player.board.wire)


@pytest.mark.parametrize("setting", SETTINGS + LED_CHAIN, ids=lambda setting: str(setting.name))
def test_every_value_of_a_setting_fits_its_line_and_the_last_is_followed_by_the_first(
    player: ScriptedPlayer, setting: Setting
) -> None:
    name, title, words = setting.name, setting.label, setting.choices
    before = player.app.settings.values[name]
    if setting in SETTINGS:
        row = SETTINGS.index(setting)
        player.pick("Settings").press(*[MENU] * (row // 6))
    else:
        row = LED_CHAIN.index(setting)
        player.pick("Workshop").pick("LED chain")
    for step in range(1, len(words) + 1):
        player.press(row % 6)
        if player.lines[0] == "2020 TILES?":
            player.press(ROLL)
        assert f"{title}: {words[(before + step) % len(words)]}" in player.lines[row % 6 + 1]
        assert all(any(tile_pixels(player, tile)) for tile in KEEPS) and any(player.board.wire)
    again = ScriptedPlayer(player.board.folder, is_first_game=name == "hints")
    assert again.app.settings.values == player.app.settings.values
    assert player.app.settings.values[name] == before


@pytest.mark.parametrize(
    ("saved", "led_type"),
    [(None, STOCK), ({"leds": 1}, OWN), ({"leds": 7}, STOCK)],
)
def test_from_the_first_frame_the_limiter_uses_the_led_type_of_the_settings(
    saved: "dict[str, Any] | None", led_type: tuple[str, int, int, int, int], tmp_path: Path
) -> None:
    frames = first_frames(tmp_path, saved)
    assert any(lit for _, lit in frames)
    assert {currents for currents, lit in frames} == {led_type[1:4]}


def test_the_2020_tiles_need_a_confirmation(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    board = player.board
    player.pick("Workshop").pick("LED chain").pick("LEDs")
    assert player.lines[0] == "2020 TILES?"
    player.press(BANK)
    assert "LEDs: 5050 stock" in player.screen
    player.pick("LEDs").press(ROLL)
    assert "LEDs: 2020 tiles" in player.screen and tuple(board.power.scale[1:]) == OWN[1:4]
    player.pick("LEDs")
    assert "LEDs: 5050 stock" in player.screen and tuple(board.power.scale[1:]) == STOCK[1:4]


def test_with_progressive_rows_every_second_row_is_sent_in_the_other_direction(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Workshop").pick("LED chain")
    before = lit(player)
    player.pick("Rows")
    assert "Rows: progressive" in player.screen
    assert lit(player) == mirrored(before) != before


def test_the_settings_of_a_game_have_none_with_which_the_dice_cannot_be_read(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000").press(MENU).pick("Settings")
    lines = player.app.screen.lines()  # type: ignore[attr-defined]
    assert not [line for line in lines if line.startswith(("LEDs", "Rows"))]


def looks(player: ScriptedPlayer) -> tuple[bytes, bytes]:
    """Returns the pixels and their colors."""
    return bytes(player.board.pixels), bytes(player.board.palette)


# The dice while settings are changed


def test_a_change_of_brightness_is_seen_at_once(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"bright": 0})
    player = ScriptedPlayer(str(tmp_path)).pick("Settings")
    player.wait(3000)  # until the current limiter has settled
    before = sum(player.board.wire)
    player.pick("Brightness")
    assert sum(player.board.wire) > before


@pytest.mark.parametrize("label", ["Dice color", "Color signs"])
def test_a_change_of_the_dice_colors_is_seen_at_once(label: str, tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Settings")
    player.pick(label)
    before = bytes(player.board.wire)
    player.pick(label)
    assert any(before) and bytes(player.board.wire) != before


def test_after_a_setting_of_phase_10_the_other_dice_have_their_own_colors_again(player: ScriptedPlayer) -> None:
    before = looks(player.pick("Settings"))
    assert looks(player.pick("Dice color")) != before
    assert looks(player.pick("Flashing")) == before


def test_after_the_settings_the_dice_of_a_game_look_as_before(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "ten-grand").throw(1, 2, 3, 4, 5, 6)
    before = looks(player)
    player.press(MENU).pick("Settings")
    for label in ("Dice color", "Dice color", "Flashing", "Flashing"):
        player.pick(label)
        assert looks(player) == before
    player.press(BANK, BANK)
    assert looks(player) == before


# Reduced flashing


def note_frames(monkeypatch: pytest.MonkeyPatch, *animations: Any) -> set[type]:
    """Returns the set in which each of these classes is put when it draws a frame."""
    seen: set[type] = set()

    def noting(frame: Any) -> Any:
        def noted(moving: Any, pixels: bytearray, elapsed_ms: int) -> Any:
            seen.add(type(moving))
            return frame(moving, pixels, elapsed_ms)

        return noted

    for animation_class in animations:
        monkeypatch.setattr(animation_class, "frame", noting(animation_class.frame))
    return seen


@pytest.mark.parametrize(
    ("chosen", "twin", "cheer"), [(0, animation, light_shows.Cheer), (1, reduced_motion, light_shows.ReducedCheer)]
)
def test_all_animations_of_a_game_follow_the_flashing_setting(
    chosen: int, twin: Any, cheer: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(str(tmp_path)).save("settings", {"calm": chosen})
    player = start_game(str(tmp_path), "dice-10000", {"target": 1500, "opening": 0, "end": "sudden"}, (0, 0))
    seen = note_frames(monkeypatch, twin.Tumble, twin.Drain, twin.Hot, cheer)
    player.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    player.wait(400)
    player.throw(1, 2, 3, 4, 5, 6).press(*KEEPS).throw(1, 1, 5, 3, 4, 6)
    assert seen == {twin.Tumble, twin.Drain, twin.Hot}
    player.keep(1, 1, 5).press(BANK)
    player.press(ROLL)
    assert game_of(player).winner >= 0 and cheer in seen


def test_a_new_console_has_these_settings_and_each_press_chooses_the_next_value(player: ScriptedPlayer) -> None:
    player.pick("Settings")
    shown = player.lines[1:7]
    player.press(MENU)
    shown += player.lines[1:6]
    assert [line.lstrip("123456 \u2192") for line in shown] == [
        *("Brightness: 3", "Sound: high", "Dice roll: long", "Computers: normal", "Flashing: full", "Dice color: rich"),
        *("Color signs: no", "Coach: off", "Undo: on", "First hints: on", "Sleep: 5 min"),
    ]
    player.press(0, 1, 2, 3, 4)
    assert [line.partition(": ")[2] for line in player.lines[1:6]] == ["yes", "on request", "off", "off", "15 min"]


def test_the_settings_have_these_choices() -> None:
    assert {setting.label: setting.choices for setting in SETTINGS + AGREEMENTS + LED_CHAIN} == {
        "Brightness": ("1", "2", "3", "4", "5"),
        "Sound": ("off", "low", "high"),
        "Dice roll": ("long", "short", "no"),
        "Computers": ("slow", "normal", "quick"),
        "Flashing": ("full", "reduced"),
        "Dice color": ("rich", "clear"),
        "Color signs": ("no", "yes"),
        "Coach": ("off", "on request", "always"),
        "Undo": ("on", "off"),
        "First hints": ("on", "off"),
        "Sleep": ("5 min", "15 min", "never"),
        "Match": ("one game", "best of 3", "best of 5", "best of 7"),
        "Starts": ("in turn", "loser", "by rules"),
        "Turn clock": ("off", "30 s", "1 min", "2 min"),
        "LEDs": ("5050 stock", "2020 tiles"),
        "Rows": ("serpentine", "progressive"),
    }


def test_each_brightness_is_a_third_to_twice_brighter_than_the_one_before(player: ScriptedPlayer) -> None:
    player.pick("Settings")
    shown = []
    for _ in range(5):
        shown.append(player.board.brightness)
        player.pick("Brightness")
    assert shown == [32, 64, 128, 16, 24] and player.board.brightness == 32


@pytest.mark.parametrize(("sleep", "ms"), [(0, 300_000), (1, 900_000), (2, 0)])
def test_the_sleep_in_a_game_comes_after_the_time_of_the_setting(sleep: int, ms: int, tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"sleep": sleep})
    assert Settings(Store(str(tmp_path))).sleep_ms() == ms


WRONG_VALUES: dict[str, Any] = {"bright": 5, "sound": -1, "calm": "1", "undo": None, "cell": 51, "hinted": "3"}


def test_saved_values_that_are_not_known_count_as_those_of_a_new_console(tmp_path: Path) -> None:
    new = Settings(Store(str(tmp_path))).values
    store = Store(str(tmp_path))
    wrong: list[Any] = [WRONG_VALUES, {"cell": -51}, {"other": 1}, [], "text", None]
    for saved in wrong:
        store.save("settings", saved)
        assert Settings(store).values == new
    for name, value in (("bright", 4), ("bright", 0), ("cell", 50), ("cell", -50), ("hinted", 255)):
        store.save("settings", {name: value})
        assert Settings(store).values == {**new, name: value}
    store.save("settings", {"hinted": 256 + new["hinted"] + HOT_DICE})
    assert Settings(store).values["hinted"] == new["hinted"] + HOT_DICE


def test_hints_that_are_switched_off_are_not_shown_and_switched_on_they_are_shown_again(tmp_path: Path) -> None:
    store, board = Store(str(tmp_path)), FakeBoard(str(tmp_path))
    settings, tunes = Settings(store), TunePlayer(board)
    assert settings.takes_hint(BUSTED) and not settings.takes_hint(BUSTED) and settings.unsaved
    settings.change(setting_named("undo"), board, tunes)
    assert not settings.takes_hint(BUSTED)
    settings.change(setting_named("hints"), board, tunes)
    assert not settings.takes_hint(BUSTED) and not settings.takes_hint(HOT_DICE)
    settings.change(setting_named("hints"), board, tunes)
    assert settings.takes_hint(BUSTED)


def test_settings_are_saved_once_after_a_change(tmp_path: Path) -> None:
    store, board = Store(str(tmp_path)), FakeBoard(str(tmp_path))
    settings = Settings(store)
    settings.save(store)
    assert not store.has("settings")
    settings.change(setting_named("sound"), board, TunePlayer(board))
    settings.save(store)
    assert store.load("settings")["sound"] == 0 and not settings.unsaved
    store.delete("settings")
    settings.save(store)
    assert not store.has("settings")


def test_board_and_buzzer_get_the_settings_that_they_know(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    settings, tunes = Settings(Store(str(tmp_path))), TunePlayer(board)
    settings.values.update(bright=4, sound=1, cell=-7)
    settings.apply(board, tunes)
    assert (board.brightness, tunes.volume, board.cell_trim) == (128, 1, -7)


def test_each_hint_for_beginners_is_shown_once_also_after_power_on(tmp_path: Path) -> None:
    hints = (TO_GET_IN, BUSTED, HOT_DICE, LAST_ROUND, SIMPLE_RULE)
    store = Store(str(tmp_path))
    for hint in hints:
        settings = Settings(store)
        assert settings.takes_hint(hint)
        settings.save(store)
    settings = Settings(Store(str(tmp_path)))
    assert not any(settings.takes_hint(hint) for hint in hints)


def test_phase_10_dice_have_reduced_motion_too(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"calm": 1})
    player = ScriptedPlayer(str(tmp_path)).start(1, "phase-10")
    player.tap(ROLL)
    tray = player.app.screen.dice  # type: ignore[attr-defined]
    assert isinstance(tray.moving, reduced_motion.Tumble)
    player.settle()
    assert any(player.board.pixels) and not tray.moving


@pytest.mark.parametrize(("chosen", "least"), [(0, 0.5), (1, 0.875)])
def test_the_dip_in_brightness_at_a_press_is_smaller_with_reduced_flashing(
    tmp_path: Path, chosen: int, least: float
) -> None:
    Store(str(tmp_path)).save("settings", {"calm": chosen})
    player = ScriptedPlayer(str(tmp_path))
    shown: list[int] = []
    show = player.board.show_tiles

    def watched() -> None:
        shown.append(player.board.brightness)
        show()

    player.board.show_tiles = watched  # type: ignore[method-assign]
    before = player.board.brightness
    player.press(KEEPS[0])
    assert min(shown) == pytest.approx(before * least, abs=1)
    assert player.board.brightness == shown[-1] == before
