"""The boards for the host: what they send to LEDs and OLED; the disk and the bits in place of real ones."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from sixpip.view.text import Canvas
from tools.play.host.bit_sources import biased, from_system, perfect, periodic, ring_oscillator, stuck_after
from tools.play.host.board import HostBoard, Restarted, wire_to_light
from tools.play.host.cut_texts import note_cut_texts
from tools.play.host.fake import FakeBoard
from tools.play.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk, PowerCut, after_each_cut
from tools.play.host.frames import oled_text, tiles_text


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


def saved(disk: FaultyDisk) -> None:
    """Saves as the storage does: writes a new file, flushes it, and renames it over the old one."""
    with disk.open("/new", "wb") as file:
        file.write(b"abcd")
        disk.to_disk(file)
    disk.rename("/new", "/old")


@pytest.mark.parametrize(
    ("commits", "contents"),
    [
        (AT_WRITE, [None, b"", b"ab", b"abcd", b"abcd", b"abcd", None]),
        (AT_CLOSE, [None, b"", b"", b"", b"", b"abcd", None]),
        (AT_FLUSH, [None, b"", b"", b"", b"abcd", b"abcd", None]),
    ],
)
def test_a_simulated_disk_that_loses_power_has_what_reached_it_before(
    commits: str, contents: list[bytes | None]
) -> None:
    disk = FaultyDisk(commits)
    disk.put("/old", b"old")
    results = after_each_cut(disk, saved)
    assert [result.files.get("/new") for result in results] == contents
    assert [result.files["/old"] for result in results] == [b"old"] * 6 + [b"abcd"]
    assert disk.files == {"/old": b"old"}


def test_a_simulated_disk_that_fails_does_so_at_the_chosen_step_once_or_from_then_on() -> None:
    for lasts in (False, True):
        disk = FaultyDisk(AT_CLOSE)
        disk.fail_at(1, 28, lasts)
        with pytest.raises(OSError, match="28"), disk.open("/a", "wb") as file:
            file.write(b"xy")
        assert disk.files == {"/a": b""} and disk.is_faulty()
        with pytest.raises(OSError) if lasts else contextlib.nullcontext():
            disk.mkdir("/b")
        disk.clear_faults()
        assert not disk.is_faulty() and ("/b" in disk.folders) != lasts
    disk.read_only = True
    with pytest.raises(OSError, match="read-only"):
        disk.remove("/a")


def test_a_simulated_disk_refuses_what_a_disk_refuses_and_moves_a_folder_with_its_files() -> None:
    disk = FaultyDisk()
    disk.mkdir("/a")
    disk.put("/a/x", b"0123\n56")
    disk.put("/a/y", bytes(3 * 4096))
    refusals: list[tuple[int, Callable[[], object]]] = [
        (17, lambda: disk.mkdir("/a")),
        (2, lambda: disk.mkdir("/none/b")),
        (2, lambda: disk.remove("/none")),
        (2, lambda: disk.rename("/none", "/b")),
        (21, lambda: disk.rename("/a/x", "/a")),
        (17, lambda: disk.rename("/a", "/a/x")),
        (2, lambda: disk.stat("/none")),
        (2, lambda: disk.statvfs("/none")),
        (2, lambda: disk.listdir("/none")),
        (2, lambda: disk.open("/none", "rb")),
        (2, lambda: disk.open("/none/x", "wb")),
        (5, lambda: disk.open("/a", "rb")),
    ]
    for number, action in refusals:
        with pytest.raises(OSError) as refused:
            action()
        assert refused.value.errno == number
    disk.rename("/a", "/c")
    assert (sorted(disk.listdir("/c")), disk.folders, disk.stat("/c")[0]) == (["x", "y"], {"/", "/c"}, 0x4000)
    assert (disk.stat("/c/x")[6], disk.statvfs("/")[1], disk.statvfs("/")[4]) == (7, 4096, 349)
    with disk.open("/c/x", "rb") as file:
        assert [file.readline(3), file.readline(9), file.readline(9), file.readline(9)] == [b"012", b"3\n", b"56", b""]
        assert (file.seek(-3, 2), file.read(2), file.seek(1), file.read()) == (4, b"\n5", 1, b"123\n56")
    with disk.open("/c/x", "ab") as file:
        file.write(b"!")
    assert disk.files["/c/x"] == b"0123\n56!"
    disk.remove("/c/x")
    assert {*disk.files} == {"/c/y"}


def test_presses_of_a_fake_board_come_at_their_times_and_its_dice_show_the_faces_that_were_chosen(
    tmp_path: Path,
) -> None:
    board = FakeBoard(str(tmp_path), [1, 6], seed=4)
    board.roll_next(3)
    assert [1 + byte % 6 for byte in board.random_bytes(2)] == [1, 6] and board.dice_left == 1
    drawn = board.random_bytes(9)
    assert 1 + drawn[0] % 6 == 3 and drawn[1:] == Random(4).randbytes(8)
    start_ms = board.ticks_ms()
    assert start_ms == (1 << 30) - 5000
    board.press(3)
    board.press(8, after_ms=70, hold_ms=20)
    assert (board.presses_left, board.held()) == (2, 1 << 3)
    board.wait(1000)
    assert (board.elapsed_ms, board.next_press(), board.next_press()) == (0, 3, -1)
    board.wait(60)
    assert (board.elapsed_ms, board.held()) == (60, 0)
    board.wait(1000)
    assert (board.elapsed_ms, board.held(), board.next_press(), board.presses_left) == (70, 1 << 8, 8, 0)
    board.wait(5000)
    assert (board.ticks_ms(), board.held()) == (70, 0)
    board.cell_trim = 10
    assert board.battery_mv() == 3939
    board.power_off()
    assert (board.cuts_ms, board.elapsed_ms, board.dice_on, board.screen_on) == ([5070], 6070, False, False)
    board.on_usb = False
    with pytest.raises(PowerCut):
        board.power_off()
    wrongs: list[Callable[[], None]] = [
        lambda: board.press(9),
        lambda: board.roll_next(7),
        lambda: board.roll_next(0),
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="has no face|no button"):
            wrong()


def test_a_simulated_source_has_the_share_of_ones_and_the_period_that_it_is_given() -> None:
    bit = biased(0.9)
    assert 850 < sum(bit() for _ in range(1000)) < 950
    bit = periodic(7)
    bits = [bit() for _ in range(70)]
    assert bits == bits[:7] * 10 and sum(bits[:7]) == 3
    bit = from_system()
    assert 300 < sum(bit() for _ in range(1000)) < 700


def test_a_text_that_does_not_fit_on_the_oled_is_noted() -> None:
    canvas = Canvas(bytearray(1024))
    cut = note_cut_texts(canvas)
    canvas.at(2, 0, "x" * 21)
    canvas.big(2, "10 000")
    canvas.choice("roll", "bank")
    assert cut == []
    canvas.at(4, 0, "y" * 21)
    canvas.at(-1, 0, "z")
    canvas.big(2, "1 234 567 890 123")
    canvas.choice("roll all the dice", "bank them now")
    assert cut[:3] == ["y" * 21, "z", "1 234 567 890 123"]
    assert "ROLL roll all the dice BANK bank them now" in cut


def test_the_text_of_a_frame_has_each_pixel_at_its_place() -> None:
    pixels, oled = bytearray(384), bytearray(1024)
    pixels[64 + 8 + 2] = 1
    oled[128 + 5] = 0x84
    assert tiles_text(pixels).splitlines()[1] == "  ".join(["........", "..@.....", *["........"] * 4])
    rows = oled_text(oled).splitlines()[8:]
    assert [(y, x) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "#"] == [(10, 5), (15, 5)]
