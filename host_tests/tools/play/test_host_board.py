"""The boards for the host: what they send to LEDs and OLED."""

from pathlib import Path

import pytest

from tools.play.host.bit_sources import perfect, ring_oscillator, stuck_after
from tools.play.host.board import HostBoard, Restarted, wire_to_light
from tools.play.host.faulty_disk import AT_CLOSE, FaultyDisk


def test_a_pixel_is_lit_where_it_was_drawn_and_the_wire_is_serpentine_with_green_first(tmp_path: Path) -> None:
    board = HostBoard(str(tmp_path))
    board.palette[3:6] = b"\xff\x80\x00"
    pixel = 64 + 8  # second tile, second row, first column: the last LED of that row in the chain
    board.pixels[pixel] = 1
    assert not any(board.wire)
    board.show_tiles()
    led = 64 + 15
    green, red, blue = board.wire[led * 3 : led * 3 + 3]
    assert red > green > blue == 0
    assert sum(1 for byte in board.wire if byte) == 2
    assert [at for at in range(384) if any(board.light[at * 3 : at * 3 + 3])] == [pixel]


def test_dice_and_oled_are_dark_while_they_are_off_and_show_the_same_again(tmp_path: Path) -> None:
    board = HostBoard(str(tmp_path))
    board.palette[3:6] = b"\xff\xff\xff"
    board.pixels[0] = board.oled[5] = 1
    board.show_tiles()
    board.show_oled()
    light, shown = board.light, bytes(board.oled_shown)
    board.switch(False, False)
    board.show_tiles()
    board.show_oled()
    assert any(light) and any(shown) and not any(board.light) and not any(board.oled_shown)
    board.switch(True, True)
    assert (board.light, bytes(board.oled_shown)) == (light, shown)
    board.oled_connected = False
    board.show_oled()
    assert not board.screen_answers() and not any(board.oled_shown)


def test_a_charger_and_the_led_type_limit_the_light_as_on_the_pico(tmp_path: Path) -> None:
    board = HostBoard(str(tmp_path))
    board.palette[3:6] = b"\xff\xff\xff"
    board.pixels[:] = bytes([1]) * len(board.pixels)
    board.brightness = 255
    drawn = []
    for charger_in, stock in ((False, False), (True, False), (False, True)):
        board.charger_in = charger_in
        assert board.check_charger() == charger_in
        board.set_leds(stock, True)
        board.show_tiles()
        drawn.append((board.power.estimated_ma, board.light[0]))
    assert 650 < drawn[0][0] <= 700 and 440 < drawn[1][0] <= 500 and 600 < drawn[2][0] <= 700
    assert drawn[0][1] > drawn[1][1] > drawn[2][1] > 0


def test_the_rows_of_simulated_leds_are_serpentine_also_where_the_settings_say_otherwise(tmp_path: Path) -> None:
    board = HostBoard(str(tmp_path))
    board.palette[3:6] = b"\xff\xff\xff"
    board.pixels[8] = 1
    for serpentine, lit in ((True, 8), (False, 15)):
        board.set_leds(True, serpentine)
        board.show_tiles()
        light = board.light
        assert [at for at in range(384) if any(light[at * 3 : at * 3 + 3])] == [lit]


def test_a_console_that_restarts_ends_its_firmware_and_its_feeds_are_counted(tmp_path: Path) -> None:
    board = HostBoard(f"{tmp_path}/")
    board.feed()
    board.to_bootsel()
    assert (board.feeds, board.chip_celsius()) == (1, 27)
    assert (board.folder, board.variants) == (str(tmp_path), f"{tmp_path}/variants")
    with pytest.raises(Restarted):
        board.restart()


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


def test_an_unreadable_file_stays_so_under_a_new_name_and_one_with_its_old_name_can_be_read() -> None:
    disk = FaultyDisk(AT_CLOSE)
    disk.put("a", b"old")
    disk.unreadable.add("a")
    disk.rename("a", "b")
    disk.put("a", b"new")
    with disk.open("a", "rb") as file:
        assert file.read() == b"new"
    with pytest.raises(OSError), disk.open("b", "rb") as file:
        file.read()


@pytest.mark.parametrize("value", [0, 1])
def test_a_source_that_gets_stuck_is_perfect_until_then(value: int) -> None:
    stuck, good = stuck_after(40, value, seed=3), perfect(3)
    assert [stuck() for _ in range(90)] == [good() for _ in range(40)] + [value] * 50


def test_a_ring_oscillator_without_drift_shows_its_level_at_the_times_when_it_is_read() -> None:
    times_us = iter([10, 11, 12, 13, 14, 16, 18, 18, 21])
    bit = ring_oscillator(250_000, 0, lambda: next(times_us))
    assert [bit() for _ in range(8)] == [1, 0, 0, 1, 0, 1, 1, 0]  # high in the first half of each 4 us from 10 on
