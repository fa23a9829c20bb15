"""The boards for the host: what they send to LEDs and OLED, and the scripting of the fake board."""

from pathlib import Path

import pytest

from sixpip.board import contract
from sixpip.port import ticks_diff
from tools.play.host.board import HostBoard
from tools.play.host.fake import FakeBoard, bytes_for
from tools.play.host.wire import wire_to_light

WHITE = 1


def board_with_white(folder: Path) -> HostBoard:
    """Returns a board whose palette entry 1 is full white."""
    board = HostBoard(str(folder))
    board.palette[3:6] = b"\xff\xff\xff"
    return board


@pytest.mark.long
def test_a_pixel_is_lit_where_it_was_drawn(tmp_path: Path) -> None:
    for tile, row, column in [(0, 0, 0), (0, 1, 0), (3, 4, 5), (5, 7, 7), (2, 7, 0)]:
        board = board_with_white(tmp_path)
        pixel = tile * 64 + row * 8 + column
        board.pixels[pixel] = WHITE
        board.show_tiles()
        assert [at for at in range(384) if any(board.light[at * 3 : at * 3 + 3])] == [pixel]


def test_the_wire_is_serpentine_and_green_is_the_first_byte(tmp_path: Path) -> None:
    board = HostBoard(str(tmp_path))
    board.palette[3:6] = b"\xff\x80\x00"
    board.pixels[64 + 8] = WHITE  # second tile, second row, first column: the last LED of that row in the chain
    board.show_tiles()
    led = 64 + 15
    green, red, blue = board.wire[led * 3 : led * 3 + 3]
    assert red > green > blue == 0
    assert sum(1 for byte in board.wire if byte) == 2


def test_nothing_is_sent_before_show(tmp_path: Path) -> None:
    board = board_with_white(tmp_path)
    board.pixels[0] = WHITE
    board.oled[0] = 1
    assert not any(board.wire) and not any(board.oled_shown)


def test_brightness_dims_the_light(tmp_path: Path) -> None:
    board = board_with_white(tmp_path)
    board.pixels[0] = WHITE
    board.brightness = 200
    board.show_tiles()
    bright = board.light[0]
    board.brightness = 20
    board.show_tiles()
    assert bright > board.light[0] > 0


def test_only_changed_pages_of_the_oled_are_sent(tmp_path: Path) -> None:
    board = HostBoard(str(tmp_path))
    board.oled[130] = 0x55
    board.show_oled()
    board.show_oled()
    assert (board.oled_shows, board.pages_sent) == (2, 1)
    assert board.oled_shown == board.oled


def test_the_light_has_every_byte_of_the_wire_exactly_once() -> None:
    wire = bytes(range(256)) * 4 + bytes(128)
    assert sorted(wire_to_light(wire)) == sorted(wire)


def test_the_clock_of_the_fake_board_starts_five_seconds_before_the_wrap(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    start = board.ticks_ms()
    board.wait(4999)
    assert board.ticks_ms() == (1 << 30) - 1
    board.wait(1)
    assert board.ticks_ms() == 0
    assert ticks_diff(board.ticks_ms(), start) == 5000


def test_a_scripted_press_ends_the_wait_of_the_console_at_its_time(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.press(contract.ROLL, after_ms=70)
    board.wait(33)
    assert (board.elapsed_ms, board.next_press()) == (33, -1)
    board.wait(1000)
    assert board.elapsed_ms == 70
    assert board.held() == 1 << contract.ROLL
    board.wait(1000)
    assert board.elapsed_ms == 70, "an unread press ends every wait"
    assert board.next_press() == contract.ROLL
    board.wait(1000)
    assert (board.elapsed_ms, board.held(), board.next_press()) == (1070, 0, -1)


def test_presses_are_read_in_the_order_of_their_times(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.press(contract.BANK, after_ms=20)
    board.press(contract.KEEP1)
    board.press(contract.MENU, after_ms=10)
    taken = []
    while board.presses_left:
        board.wait(1000)
        taken.append(board.next_press())
    assert taken == [contract.KEEP1, contract.MENU, contract.BANK]


def test_scripted_dice_are_used_first_and_in_order(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path), dice=[1, 1, 1, 6, 2])
    board.roll_next(4)
    drawn = board.random_bytes(4) + board.random_bytes(2)
    assert [1 + byte % 6 for byte in drawn] == [1, 1, 1, 6, 2, 4]
    assert board.dice_left == 0
    assert board.random_bytes(8) == FakeBoard(str(tmp_path)).random_bytes(8)


def test_six_equal_scripted_dice_are_not_taken_for_a_dead_random_source() -> None:
    assert len(set(bytes_for([3] * 6))) == 6
    assert max(bytes_for([6] * 200)) < 252


def test_a_face_that_a_die_does_not_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a die has no face 7"):
        FakeBoard(str(tmp_path), dice=[7])
