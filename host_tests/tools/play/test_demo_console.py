"""The console of the demo on CPython, with replacements for the modules of the page: presses, letters, tones, power."""

import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, call

import pytest

from sixpip import port
from sixpip.board.contract import KEEP1, LETTER, ROLL
from tools.play.host import raw_bits


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the page; `demo.page` notes what it calls. The clock stands at 1234 ms."""
    replaced = {"page": MagicMock(), "raw_bits": raw_bits, "uctypes": SimpleNamespace(addressof=id)}
    for name, module in replaced.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(port, "ticks_ms", lambda: 1234, raising=False)  # it exists on MicroPython only
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
    board.wants_letters = True
    for button in (LETTER + 1, LETTER + 2, ROLL):
        board.edge(button, True)
        board.edge(button, False)
    assert board.next_press() == LETTER + 1
    board.wants_letters = False
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
