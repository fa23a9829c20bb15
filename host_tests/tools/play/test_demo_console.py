"""The console of the demo on CPython, with replacements for the modules of the page: presses, letters, tones, power."""

import itertools
import json
import sys
from array import array
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, call

import pytest

from sixpip import compat
from sixpip.app.settings import RECORD, Settings, setting_named
from sixpip.board.contract import KEEP1, LETTER, ROLL
from sixpip.rules.core.actions import OVER
from sixpip.storage.record_store import StorageError, StorageFull, Store
from sixpip.view import tiles
from sixpip.view.faces import face
from tools.play.host import picture_reader, raw_bits


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the page; `demo.page` notes what it calls. The clock stands at 1234 ms."""
    replaced = {
        "page": MagicMock(),
        "raw_bits": raw_bits,
        "picture_reader": picture_reader,
        "uctypes": SimpleNamespace(addressof=id),
    }
    for name, module in replaced.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(compat, "ticks_ms", lambda: 1234, raising=False)  # it exists on MicroPython only
    monkeypatch.delitem(sys.modules, "tools.play.demo.console", raising=False)
    return import_module("tools.play.demo.console")


@pytest.fixture
def board(demo: Any, tmp_path: Path) -> Any:
    """The board of the page, with one die lit and something on the OLED."""
    board = demo.PageBoard(str(tmp_path))
    board.palette[3:6] = b"\xff\xff\xff"
    board.pixels[0] = 1
    board.oled[0] = 1
    board.show_tiles()
    board.show_oled()
    return board


def test_letters_that_are_typed_after_a_name_are_dropped_and_buttons_are_not(board: Any) -> None:
    board.edge(LETTER + 1, True)
    assert board.next_press() == -1
    board.keyboard = "letters"
    for button in (LETTER + 1, LETTER + 2, ROLL):
        board.edge(button, True)
        board.edge(button, False)
    assert board.next_press() == LETTER + 1
    board.keyboard = ""
    assert [board.next_press() for _ in range(2)] == [ROLL, -1]


def test_a_button_that_is_held_is_one_press_until_it_is_released(board: Any) -> None:
    for down in (True, True, False, True):
        board.edge(KEEP1, down)
    assert [board.next_press() for _ in range(3)] == [KEEP1, KEEP1, -1]
    assert board.held() == 1 << KEEP1


def test_the_random_bits_are_those_of_the_browser_each_once_and_in_order(
    demo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "addressof", lambda pool: pool)
    given = bytearray()

    def fill(pool: bytearray, count: int) -> None:
        assert len(pool) == count
        pool[:] = bytes((len(given) + at) * 37 & 255 for at in range(count))
        given.extend(pool)

    demo.page.random.side_effect = fill
    register = demo.RandomBits()
    bits = [register[0] for _ in range(4000)]
    assert bits == [byte >> place & 1 for byte in given for place in range(8)][:4000]
    assert len(given) * 8 - 4000 < 8 * 1024


def test_a_tone_sounds_in_the_page_with_its_time(demo: Any, board: Any) -> None:
    board.tone(440, 2)
    assert demo.page.tone.call_args_list == [call(440, 2, 1234)]


def test_a_console_that_is_off_has_dark_dice_and_a_dark_oled(demo: Any, board: Any) -> None:
    assert any(board.words) and any(board.shown)
    with pytest.raises(demo.SwitchedOff):
        board.power_off()
    assert board.is_off and not any(board.words) and not any(board.shown)


def test_a_display_that_is_switched_on_again_shows_what_it_showed(board: Any) -> None:
    lit, shown = list(board.words), bytes(board.shown)
    board.switch(False, False)
    assert not any(board.words) and not any(board.shown)
    board.switch(True, True)
    assert list(board.words) == lit and board.shown == shown


def test_roll_starts_a_console_that_is_off_and_no_other_button_does(demo: Any, tmp_path: Path) -> None:
    demo.page.random.side_effect = None
    assert demo.start(str(tmp_path))
    demo.step()
    assert demo.rest() == ""
    with pytest.raises(demo.SwitchedOff):
        demo._board.power_off()  # noqa: SLF001  nothing else has the board
    assert demo.rest() == "off"
    demo.press(KEEP1, True)
    demo.press(ROLL, False)
    assert demo.rest() == "off"
    demo.press(ROLL, True)
    assert demo.rest() == ""


def test_the_board_of_the_page_answers_as_a_console_with_a_full_cell_and_no_sensors(board: Any) -> None:
    assert board.battery_mv() == 4000
    board.cell_trim = -50
    assert board.battery_mv() == 3800
    assert (board.check_charger(), board.chip_celsius(), board.screen_answers()) == (False, 0, True)
    assert board.ticks_ms() == 1234
    board.feed()
    board.to_bootsel()
    board.wait(30)
    assert board.pause_ms == 30


def test_the_light_of_the_page_is_limited_as_with_the_led_type_of_the_settings(board: Any) -> None:
    board.pixels[:] = bytes([1]) * len(board.pixels)
    board.brightness = 255
    levels = []
    for stock in (False, True):
        board.set_leds(stock, True)
        board.show_tiles()
        levels.append(board.words[0] >> 8 & 255)
    assert levels[0] > levels[1] > 0
    board.pixels[8] = 0  # the first of an odd row: the page has no serpentine
    board.show_tiles()
    assert [at for at, word in enumerate(board.words) if not word] == [8]


def test_the_dice_of_the_page_are_random_and_its_raw_bits_are_counted(demo: Any, board: Any) -> None:
    def fill(pool: bytearray, count: int) -> None:
        pool[:] = chance.randbytes(count)

    chance = Random(1)
    demo.addressof = lambda pool: pool
    demo.page.random.side_effect = fill
    counters = array("i", [0] * 67)
    board.count_raw_bits(counters)
    while board.gather_entropy():
        pass
    assert counters[0] == 4
    drawn = board.random_bytes(20)
    assert len({*drawn}) > 10 and board.random_bytes(20) != drawn


@pytest.fixture
def playing(demo: Any, tmp_path: Path) -> Any:
    """The module of the page, with its console switched on; the clock goes on by 1 ms at each look at it."""
    looks = itertools.count(1234)
    demo.ticks_ms = lambda: next(looks)
    demo.page.random.side_effect = None
    assert demo.start(str(tmp_path), calm=True)
    return demo


def test_a_new_console_of_a_page_never_sleeps_and_is_calm_where_that_is_asked_for(playing: Any, tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    settings = Settings(store)
    assert settings.sleep_ms() == 0
    chosen = {key: setting_named(key).choices[settings.values[key]] for key in ("tumble", "calm")}
    assert chosen == {"tumble": "no", "calm": "reduced"}
    store.save(RECORD, {"sleep": 0})
    assert playing.start(str(tmp_path))
    assert Settings(Store(str(tmp_path))).sleep_ms() == 300_000


def test_a_page_is_told_what_the_console_shows_and_when_to_call_it_again(playing: Any) -> None:
    for _ in range(30):
        pause_ms = playing.step()
    assert 0 <= pause_ms <= 1000 and not playing.typing() and not playing.has_left() and playing.finished() == ""
    assert json.loads(playing.read_oled())["picks"][0] == "Farkle, selected"
    board = playing._board  # noqa: SLF001  nothing else has the board
    assert (playing.words(), playing.oled()) == (id(board.words), id(board.shown))
    board.switch(False, True)
    assert json.loads(playing.read_dice()) == {"dice": [f"die {number}: not in play" for number in range(1, 7)]}
    assert playing.rest() == ""
    board.switch(False, False)
    assert playing.rest() == "asleep"
    board.keyboard = "letters"
    assert playing.typing()


def test_a_page_starts_its_console_again_when_it_restarts_and_waits_while_it_is_off(playing: Any) -> None:
    before = playing._board  # noqa: SLF001
    playing._app.step = MagicMock(side_effect=playing.Restarted)  # noqa: SLF001
    playing.step()
    board = playing._board  # noqa: SLF001
    assert board is not before
    playing._app.step = lambda: board.power_off()  # noqa: SLF001
    off_ms = playing.step()
    assert off_ms == playing.step() >= 1000 and playing.rest() == "off"


def test_a_page_has_no_game_of_the_day_without_its_variant(demo: Any, tmp_path: Path) -> None:
    assert not demo.start(str(tmp_path), day="2026-11-28", variant="chess")
    assert list(tmp_path.iterdir()) == []


def test_the_log_of_a_game_is_named_when_it_is_over_and_saved(playing: Any) -> None:
    app = playing._app  # noqa: SLF001
    app.session = MagicMock(unsaved=False)
    app.session.log.path.return_value = "logs/game-1.log"
    for stage, unsaved, path in ((OVER, False, "logs/game-1.log"), (OVER, True, ""), ("play", False, "")):
        app.session.game.stage, app.session.unsaved = stage, unsaved
        assert playing.finished() == path


def test_presses_and_letters_that_nobody_reads_are_dropped_once_fifteen_wait(board: Any) -> None:
    for number in range(20):
        board.edge(number % 9, True)
        board.edge(number % 9, False)
    assert [board.next_press() for _ in range(16)] == [number % 9 for number in range(15)] + [-1]
    board.keyboard = "letters"
    for number in range(20):
        board.edge(LETTER + number, True)
        board.edge(LETTER + number, False)
    assert [board.next_press() for _ in range(16)] == [LETTER + number for number in range(15)] + [-1]


def test_several_buttons_are_held_at_once_and_released_one_by_one(board: Any) -> None:
    for button, down, held in ((0, True, 1), (8, True, 0x101), (5, True, 0x121), (0, False, 0x120), (0, False, 0x120)):
        board.edge(button, down)
        assert board.held() == held
    board.edge(0, True)
    assert board.held() == 0x121
    assert [board.next_press() for _ in range(5)] == [0, 8, 5, 0, -1]
    board.keyboard = "letters"
    board.edge(LETTER + 3, False)
    assert (board.held(), board.next_press()) == (0x121, -1)


def test_a_new_board_of_the_page_is_dark_and_has_the_size_of_the_console(demo: Any) -> None:
    board = demo.PageBoard("saves")
    assert (len(board.pixels), len(board.palette), len(board.oled), len(board.shown)) == (384, 96, 1024, 1024)
    assert list(board.words) == [0] * 384 and not any(board.shown) and not any(board.pixels)
    assert (board.folder, board.variants, board.pause_ms, board.failures) == ("saves", "saves/variants", 0, 0)
    assert board.dice_on and board.screen_on and not board.is_off and not board.keyboard
    assert (board.next_press(), board.held(), board.cell_trim) == (-1, 0, 0)


def test_the_page_has_the_answers_of_a_board_that_runs_no_code_from_the_flash(demo: Any, board: Any) -> None:
    assert board.code_in_flash() == (0, "")
    assert board.run_code_from_flash("x") is None
    assert (board.import_next("sixpip.app.app"), board.needed_modules(["x"])) == (False, set())
    with pytest.raises(demo.Restarted):
        board.restart()
    board.cell_trim = 1
    assert board.battery_mv() == 4004


def test_the_page_gets_the_random_bytes_of_the_browser(demo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "addressof", lambda pool: pool)

    def fill(pool: bytearray, count: int) -> None:
        pool[:] = bytes(range(1, count + 1))

    demo.page.random.side_effect = fill
    assert demo.urandom(5) == b"\1\2\3\4\5" and demo.urandom(0) == b""


def chosen_settings(folder: Path) -> dict[str, str]:
    """Returns the choices of the settings that the page sets for a new console."""
    settings = Settings(Store(str(folder)))
    return {key: setting_named(key).choices[settings.values[key]] for key in ("sleep", "tumble", "calm")}


def test_a_new_console_moves_as_usual_unless_calm_is_asked_for(demo: Any, tmp_path: Path) -> None:
    usual = chosen_settings(tmp_path)
    assert demo.start(str(tmp_path))
    assert chosen_settings(tmp_path) == {**usual, "sleep": "never"}
    assert usual["tumble"] != "no" and usual["calm"] != "reduced"
    assert demo.start(str(tmp_path), calm=True)
    assert chosen_settings(tmp_path) == {**usual, "sleep": "never"}, "the settings of a player were changed"


@pytest.mark.parametrize("error", [StorageFull, StorageError])
def test_a_console_starts_also_where_its_first_settings_cannot_be_saved(
    error: type[Exception], demo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "save", MagicMock(side_effect=error))
    assert demo.start(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_console_that_does_not_wait_runs_for_some_milliseconds_and_one_that_waits_only_once(playing: Any) -> None:
    board = playing._board  # noqa: SLF001
    playing._app.step = MagicMock()  # noqa: SLF001
    assert playing.step() == 0
    assert 6 <= playing._app.step.call_count <= 14  # noqa: SLF001  the clock goes on by 1 ms for each
    playing._app.step = MagicMock(side_effect=lambda: board.wait(25))  # noqa: SLF001
    assert (playing.step(), playing.step()) == (25, 25)
    assert playing._app.step.call_count == 2  # noqa: SLF001


def test_a_button_of_the_page_is_a_press_of_the_console_and_is_released(playing: Any) -> None:
    board = playing._board  # noqa: SLF001
    playing.press(KEEP1, True)
    assert (board.held(), board.next_press()) == (1 << KEEP1, KEEP1)
    playing.press(KEEP1, False)
    assert (board.held(), board.next_press()) == (0, -1)
    playing.press(ROLL, True)
    assert playing._board is board and board.next_press() == ROLL  # noqa: SLF001


def test_a_console_is_asleep_while_dice_and_oled_are_both_off(playing: Any) -> None:
    board = playing._board  # noqa: SLF001
    for dice, screen, rest in ((True, False, ""), (False, True, ""), (False, False, "asleep"), (True, True, "")):
        board.switch(dice, screen)
        assert playing.rest() == rest


def test_the_page_reads_the_dice_that_are_lit(playing: Any) -> None:
    board = playing._board  # noqa: SLF001
    board.pixels[:] = bytes(384)
    tiles.paint(board.pixels, 1, face("5"), tiles.SCORES)
    assert json.loads(playing.read_dice())["dice"][:2] == ["die 1: not in play", "die 2: a 5, scores"]


def test_a_game_of_the_day_is_opened_again_after_a_restart_and_has_left_when_it_is_left(
    demo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = MagicMock()
    monkeypatch.setitem(sys.modules, "game_of_the_day", SimpleNamespace(open_game=opened))
    demo.page.random.side_effect = None
    assert demo.start(str(tmp_path), day="2026-11-28", variant="farkle")
    assert opened.call_args_list == [call(demo._app, "2026-11-28", "farkle")]  # noqa: SLF001
    assert demo.has_left()
    demo._app.session = MagicMock()  # noqa: SLF001
    assert not demo.has_left()
    demo._app.step = MagicMock(side_effect=demo.Restarted)  # noqa: SLF001
    demo.step()
    assert opened.call_count == 2 and demo.has_left()
    demo._board.is_off = True  # noqa: SLF001
    assert not demo.has_left()
    assert demo.start(str(tmp_path))
    assert opened.call_count == 2 and not demo.has_left()
