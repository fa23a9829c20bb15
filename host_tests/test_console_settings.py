"""The settings: their rows on the screen, and what they put in force: LEDs and rows of the dice, calm dice."""

from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import game_of, start_game
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.app.app import App
from sixpip.app.settings import SETTINGS
from sixpip.board import limiter
from sixpip.storage.records import Store
from sixpip.view import animation, light_shows, reduced_motion
from tools.host.fake import FakeBoard

STOCK, OWN = limiter.WS2812B_5050, limiter.WS2812B_2020


class Watched(FakeBoard):
    """Notes at every frame of the dice by which currents the limiter reckons, and what is lit."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.reckoned: list[tuple[tuple[int, ...], bool]] = []

    def show_tiles(self) -> None:
        super().show_tiles()
        self.reckoned.append((tuple(self.power._scale[1:]), any(self.wire)))


def first_frames(folder: Path, saved: "dict[str, Any] | None") -> list[tuple[tuple[int, ...], bool]]:
    """What a console with these settings shows from power-on."""
    if saved is not None:
        Store(str(folder)).save("settings", saved)
    board = Watched(str(folder))
    app = App(board)
    for _ in range(5):
        app.step()
    return board.reckoned


def mirrored(wire: bytearray) -> bytes:
    """The same LEDs with every second row of the chain turned round."""
    rows = [wire[at : at + 24] for at in range(0, len(wire), 24)]
    turned = [bytes(row[at] for led in range(7, -1, -1) for at in range(led * 3, led * 3 + 3)) for row in rows]
    return b"".join(turned[number] if number % 2 else bytes(row) for number, row in enumerate(rows))


@pytest.mark.parametrize("row", range(len(SETTINGS)), ids=[setting.name for setting in SETTINGS])
def test_every_value_of_a_setting_fits_its_line_and_comes_round_to_the_first(person: ScriptedPlayer, row: int) -> None:
    name, title, words = SETTINGS[row].name, SETTINGS[row].label, SETTINGS[row].choices
    before = person.app.settings.values[name]
    person.pick("Settings").press(*[MENU] * (row // 6))
    for step in range(1, len(words) + 1):
        person.press(row % 6)
        if person.lines[0] == "2020 TILES?":
            person.press(ROLL)
        assert f"{title}: {words[(before + step) % len(words)]}" in person.lines[row % 6 + 1]
    assert ScriptedPlayer(person.board.folder).app.settings.values == person.app.settings.values
    assert person.app.settings.values[name] == before


def test_dice_colours_are_rich_and_without_signs_until_somebody_asks(person: ScriptedPlayer) -> None:
    values = person.app.settings.values
    assert (values["hues"], values["signs"]) == (0, 0)
    person.pick("Settings").press(4, 5)
    again = ScriptedPlayer(person.board.folder).app.settings.values
    assert (again["hues"], again["signs"]) == (1, 1)


@pytest.mark.parametrize(
    ("saved", "led_type"),
    [(None, STOCK), ({"leds": 0}, STOCK), ({"leds": 1}, OWN), ({"leds": 7}, STOCK), ({"leds": "x"}, STOCK)],
)
def test_from_the_first_frame_the_limiter_reckons_by_the_leds_of_the_settings(
    saved: "dict[str, Any] | None", led_type: tuple[str, int, int, int, int], tmp_path: Path
) -> None:
    frames = first_frames(tmp_path, saved)
    assert any(lit for _, lit in frames)
    assert {currents for currents, lit in frames} == {led_type[1:4]}


def test_settings_that_were_lost_bring_the_careful_limit_back(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.save("settings", {"leds": 1})
    (tmp_path / "settings").write_bytes(b"sixpip 1 3 00000000\n{}!")
    frames = first_frames(tmp_path, None)
    assert {currents for currents, _ in frames} == {STOCK[1:4]}


def test_own_tiles_are_asked_for_once_more_and_are_then_brighter(tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path))
    board = person.board
    person.pick("Settings").pick("LEDs")
    assert person.lines[0] == "2020 TILES?"
    person.press(BANK)
    assert "LEDs: 5050 stock" in person.screen
    person.pick("LEDs").press(ROLL)
    assert "LEDs: 2020 tiles" in person.screen and tuple(board.power._scale[1:]) == OWN[1:4]
    person.pick("LEDs")
    assert "LEDs: 5050 stock" in person.screen and tuple(board.power._scale[1:]) == STOCK[1:4]


def test_with_progressive_rows_every_second_row_goes_out_the_other_way(tmp_path: Path) -> None:
    person = start_game(str(tmp_path), "dice-10000").throw(1, 2, 3, 4, 5, 6)
    before = bytearray(person.board.wire)
    person.press(MENU).pick("Settings").pick("Rows")
    assert "Rows: progressive" in person.screen
    person.press(BANK, BANK)
    assert person.board.wire == mirrored(before) != before


def test_a_console_that_wakes_or_dims_keeps_its_leds_and_rows(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"leds": 1, "rows": 1})
    person = ScriptedPlayer(str(tmp_path))
    before = bytes(person.board.wire)
    person.wait(61_000)
    person.press(ROLL)
    assert bytes(person.board.wire) == before and tuple(person.board.power._scale[1:]) == OWN[1:4]


# Reduced flashing


@pytest.mark.parametrize(
    ("chosen", "twin", "cheer"), [(0, animation, light_shows.Cheer), (1, reduced_motion, light_shows.ReducedCheer)]
)
def test_dice_hot_dice_busts_and_the_winner_move_as_the_setting_says(
    chosen: int, twin: Any, cheer: type, tmp_path: Path
) -> None:
    Store(str(tmp_path)).save("settings", {"calm": chosen})
    person = start_game(str(tmp_path), "dice-10000", {"target": 1500, "opening": 0, "end": "sudden"}, (0, 0))
    seen: list[type] = []
    tray = person.app.screen.dice  # type: ignore[attr-defined]
    start = tray._start

    def noted(moving: Any) -> None:
        seen.append(type(moving))
        start(moving)

    tray._start = noted
    person.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    person.wait(400)
    person.throw(1, 2, 3, 4, 5, 6).press(*KEEPS).throw(1, 1, 5, 3, 4, 6)
    assert set(seen) == {twin.Tumble, twin.Drain, twin.Hot}
    person.keep(1, 1, 5).press(BANK)
    person.press(ROLL)
    assert game_of(person).winner >= 0
    assert type(person.app.screen._show) is cheer  # type: ignore[attr-defined]


def test_flashing_can_be_changed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    person = start_game(str(tmp_path), "dice-10000").throw(1, 2, 3, 4, 4, 6)
    person.press(MENU).pick("Settings").pick("Flashing")
    assert "Flashing: reduced" in person.screen
    person.press(BANK, BANK).keep(1)
    person.board.roll_next(1, 1, 1, 2, 3)
    person.tap(ROLL)
    assert isinstance(person.app.screen.dice.moving, reduced_motion.Tumble)  # type: ignore[attr-defined]


def test_phase_dice_are_calm_too(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"calm": 1})
    person = ScriptedPlayer(str(tmp_path)).start(1, "phase-10")
    person.tap(ROLL)
    tray = person.app.screen.dice  # type: ignore[attr-defined]
    assert isinstance(tray.moving, reduced_motion.Tumble)
    person.settle()
    assert any(person.board.pixels) and not tray.moving


@pytest.mark.parametrize(("chosen", "least"), [(0, 0.5), (1, 0.875)])
def test_the_dip_that_answers_a_press_is_slight_where_flashing_is_reduced(
    tmp_path: Path, chosen: int, least: float
) -> None:
    Store(str(tmp_path)).save("settings", {"calm": chosen})
    person = ScriptedPlayer(str(tmp_path))
    shown: list[int] = []
    show = person.board.show_tiles

    def watched() -> None:
        shown.append(person.board.brightness)
        show()

    person.board.show_tiles = watched  # type: ignore[method-assign]
    before = person.board.brightness
    person.press(KEEPS[0])
    assert min(shown) == pytest.approx(before * least, abs=1)
    assert person.board.brightness == shown[-1] == before
