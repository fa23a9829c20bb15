"""The boards for the host: what they send to LEDs and OLED; the disk and the bits in place of real ones."""

import contextlib
import itertools
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from sixpip.view.text import Canvas
from tools.play.host.bit_sources import (
    BitRegister,
    RawBit,
    biased,
    from_system,
    perfect,
    periodic,
    ring_oscillator,
    stuck_after,
)
from tools.play.host.board import HostBoard, Restarted, wire_to_light
from tools.play.host.cut_texts import note_cut_texts
from tools.play.host.fake import PRESS_MS, FakeBoard, bytes_for
from tools.play.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk, PowerCut, after_each_cut
from tools.play.host.frames import oled_text, tiles_text
from tools.play.host.screen_reader import ScreenReader, Stuck, buttons_under
from tools.play.host.seeded_dice import SeededDice


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


def test_a_simulated_disk_answers_as_the_one_of_a_pico() -> None:
    disk = FaultyDisk()
    disk.put("/x", b"12345")
    assert disk.stat("/") == (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert disk.stat("/x") == (0x8000, 0, 0, 0, 0, 0, 5, 0, 0, 0)
    assert disk.statvfs("/") == (4096, 4096, 352, 0, 352, 0, 0, 0, 0, 255)
    disk.put("/y", bytes(400 * 4096))
    assert disk.statvfs("/")[4] == 0


def test_a_file_that_was_unreadable_is_readable_when_it_is_written_again_after_its_deletion() -> None:
    disk = FaultyDisk()
    disk.put("/x", b"old")
    disk.unreadable.add("/x")
    assert disk.is_faulty()
    disk.remove("/x")
    assert not disk.is_faulty()
    disk.put("/x", b"new")
    with disk.open("/x", "rb") as file:
        assert file.read() == b"new"


def test_a_copy_of_a_simulated_disk_has_what_reached_the_disk_and_none_of_its_faults() -> None:
    disk = FaultyDisk(AT_FLUSH)
    disk.mkdir("/a")
    disk.put("/a/x", b"old")
    disk.fail_at(0, 28, True)
    other = disk.copy()
    assert (other.commits, other.folders, other.listdir("/a")) == (AT_FLUSH, {"/", "/a"}, ["x"])
    with other.open("/a/x", "rb") as file:
        assert file.read() == b"old"
    assert other.steps == 0 and not other.is_faulty()
    other.mkdir("/b")
    other.put("/a/x", b"new")
    assert disk.folders == {"/", "/a"} and disk.files == {"/a/x": b"old"}


def test_a_power_cut_after_an_error_that_was_chosen_before_is_a_cut() -> None:
    disk = FaultyDisk()
    disk.fail_at(0, 28, False)
    disk.cut_at(1)
    disk.mkdir("/a")
    for _ in range(2):
        with pytest.raises(PowerCut):
            disk.mkdir("/b")
    disk.restart()
    disk.mkdir("/b")
    assert disk.steps == 1


@pytest.mark.parametrize(
    ("commits", "contents"),
    [
        (AT_WRITE, [b"old", b"", b"ab", b"abcd", b"abcd"]),
        (AT_CLOSE, [b"old", b"old", b"old", b"old", b"abcd"]),
        (AT_FLUSH, [b"old", b"", b"", b"", b""]),
    ],
)
def test_a_file_that_is_written_over_loses_its_content_when_the_disk_does_so(
    commits: str, contents: list[bytes]
) -> None:
    def write(disk: FaultyDisk) -> None:
        with disk.open("/x", "wb") as file:
            file.write(b"abcd")

    disk = FaultyDisk(commits)
    disk.put("/x", b"old")
    assert [result.files["/x"] for result in after_each_cut(disk, write)] == contents


def test_a_file_whose_write_fails_has_its_old_content_where_files_change_when_they_are_closed() -> None:
    for step, found in ((2, b"old"), (3, b"old"), (9, b"abcd")):
        disk = FaultyDisk(AT_CLOSE)
        disk.put("/x", b"old")
        disk.fail_at(step, 28, False)
        with contextlib.suppress(OSError), disk.open("/x", "wb") as file:
            file.write(b"abcd")
        assert disk.files == {"/x": found}
        with disk.open("/x", "rb") as file:
            assert (file.read(0), file.read(1), file.read()) == (b"", found[:1], found[1:])


@pytest.mark.parametrize("commits", [AT_WRITE, AT_CLOSE, AT_FLUSH])
def test_a_module_under_test_gets_the_functions_of_the_simulated_disk(commits: str) -> None:
    disk = FaultyDisk(commits)
    names = disk.replacements()
    assert names["os"] is disk and {*names} == {"os", "open", "replace", "to_disk"}
    with names["open"]("/x", "wb") as file:  # type: ignore[operator]
        file.write(b"abc")
        names["to_disk"](file)  # type: ignore[operator]
    names["replace"]("/x", "/y")  # type: ignore[operator]
    assert disk.files == {"/y": b"abc"}


def test_sources_with_the_same_seed_have_the_same_bits_and_the_usual_seed_is_one() -> None:
    def bits(source: RawBit) -> list[int]:
        return [source() for _ in range(64)]

    makers: list[Callable[..., RawBit]] = [
        perfect,
        lambda *seed: biased(0.5, *seed),
        lambda *seed: periodic(64, *seed),
        lambda *seed: stuck_after(64, 0, *seed),
        lambda *seed: ring_oscillator(0, 0.4, itertools.count().__next__, *seed),
    ]
    for maker in makers:
        assert bits(maker()) == bits(maker(1)) != bits(maker(2))
        assert bits(maker(0)) != bits(maker(1))


def test_the_bits_of_the_system_are_each_used_once_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[bytes] = []

    def urandom(count: int) -> bytes:
        given.append(Random(len(given)).randbytes(count))
        return given[-1]

    monkeypatch.setattr(os, "urandom", urandom)
    bit = from_system()
    assert given == []
    used = [bit() for _ in range(8 * 128 + 1)]
    expected = [byte >> place & 1 for byte in given[0] for place in range(8)][::-1]
    assert used[: len(expected)] == expected and len(given) == 2
    assert used[-1] == given[1][-1] >> 7


def test_a_periodic_source_with_an_even_period_has_as_many_ones_as_zeros_and_uses_each_bit() -> None:
    for period in (2, 8, 64):
        bit = periodic(period, seed=3)
        bits = [bit() for _ in range(3 * period)]
        assert bits == bits[:period] * 3 and sum(bits[:period]) == period // 2
    assert len({tuple(bits[at : at + 8]) for at in range(64)}) > 40


def test_a_biased_source_has_its_share_of_ones_at_either_end() -> None:
    assert [sum(source() for _ in range(200)) for source in (biased(0), biased(1))] == [0, 200]


def changes(drift: float, step_us: float) -> int:
    """How often in 2000 reads the level of an oscillator changes that has the same level at each read without drift."""
    bit = ring_oscillator(250_000, drift, (step_us * at for at in itertools.count()).__next__, seed=5)
    bits = [bit() for _ in range(2000)]
    return sum(one != other for one, other in zip(bits, bits[1:]))


def test_the_drift_of_an_oscillator_grows_with_the_root_of_the_time_and_not_while_it_stands_still() -> None:
    assert changes(0, 4) == 0
    assert 150 < changes(0.05, 4) < 500
    assert 450 < changes(0.05, 16) < 760 and changes(0.05, 16) > 1.4 * changes(0.05, 4)
    assert 850 < changes(0.5, 16) < 1150
    assert changes(0.5, 0) == 0


def test_an_oscillator_can_be_read_with_a_clock_that_is_set_back() -> None:
    times_us = iter([10.0, 12.0, 11.0, 13.0])
    bit = ring_oscillator(250_000, 0.0, times_us.__next__)
    assert [bit(), bit(), bit()] == [0, 1, 0]


def test_the_reads_of_the_register_are_counted() -> None:
    register = BitRegister(stuck_after(2, 1, seed=3))
    good = perfect(3)
    assert [register[0] for _ in range(4)] == [good(), good(), 1, 1]
    assert register.reads == 4


def test_a_press_of_a_fake_board_lasts_as_long_as_it_is_asked_for_and_two_at_once_come_in_order(
    tmp_path: Path,
) -> None:
    board = FakeBoard(str(tmp_path))
    board.press(2)
    board.press(5, after_ms=10, hold_ms=7)
    board.press(1, after_ms=10, hold_ms=9)
    assert board.next_press() == 2
    board.wait(10)
    assert [board.next_press() for _ in range(3)] == [5, 1, -1]
    held = {0: 0b100110, 7: 0b000110, 9: 0b000100, PRESS_MS - 11: 0b000100, PRESS_MS - 10: 0}
    for after_ms, buttons in held.items():
        board.wait(10 + after_ms - board.elapsed_ms)
        assert (board.elapsed_ms, board.held()) == (10 + after_ms, buttons)


def test_equal_faces_of_a_fake_board_are_different_bytes_that_the_dice_take() -> None:
    drawn = bytes_for([6] * 42 + [1] * 42)
    assert [1 + byte % 6 for byte in drawn] == [6] * 42 + [1] * 42
    assert max(drawn) < 252 and len({*drawn}) == 84


def test_a_fake_board_whose_bits_are_replaced_draws_of_them_alone(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path), [1, 2], seed=3)
    board.raw_bits.source = perfect(9)
    first = board.random_bytes(8)
    assert board.dice_left == 2 and board.raw_bits.reads > 0
    assert first != FakeBoard(str(tmp_path), seed=3).random_bytes(8)
    board.raw_bits.source = stuck_after(0)
    with pytest.raises(OSError):
        for _ in range(40):
            board.random_bytes(32)


def test_a_fake_board_that_is_switched_off_on_usb_goes_on_after_a_second_with_what_was_pressed(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.press(4, after_ms=500, hold_ms=100)
    board.power_off()
    assert (board.elapsed_ms, board.next_press(), board.held()) == (1000, 4, 0)
    board.tone(440, 2)
    assert board.tones == [(440, 2)]


def lit(board: HostBoard) -> list[int]:
    """Returns the LEDs with light, by tile, row and column."""
    light = board.light
    return [at for at in range(384) if any(light[at * 3 : at * 3 + 3])]


def test_the_palette_has_32_colors_on_the_board_as_on_the_wire(tmp_path: Path) -> None:
    board = HostBoard(str(tmp_path))
    board.palette[3:6] = b"\xff\xff\xff"
    board.pixels[0], board.pixels[5] = 33, 32
    board.brightness = 255
    board.show_tiles()
    assert lit(board) == [0]
    board.palette[3:6] = bytes(3)
    assert any(board.light), "the frame that was sent changed with the palette"


def test_the_wire_has_the_frame_that_was_sent_last_also_after_the_pixels_have_changed(tmp_path: Path) -> None:
    board = HostBoard(str(tmp_path))
    board.palette[3:6] = b"\xff\xff\xff"
    board.pixels[0] = 1
    board.show_tiles()
    board.pixels[0], board.pixels[1] = 0, 1
    assert lit(board) == [0]
    board.show_tiles()
    board.show_tiles()
    assert lit(board) == [1]
    assert board.tile_shows == 3


def test_a_board_on_a_computer_answers_what_only_a_pico_does_otherwise(tmp_path: Path) -> None:
    board = HostBoard(str(tmp_path))
    assert (board.code_in_flash(), board.import_next("sixpip.app.app"), board.needed_modules(["x"])) == (
        (0, ""),
        False,
        set(),
    )
    assert board.screen_answers() and board.dice_on and board.screen_on and board.failures == 0
    assert (board.tile_shows, board.oled_shows, board.pages_sent, board.feeds) == (0, 0, 0, 0)


def test_a_bit_mask_of_dice_names_the_buttons_below_them() -> None:
    assert buttons_under(0b100101) == [0, 2, 5]
    assert buttons_under(0b1011010) == [1, 3, 4]


class Pages(ScreenReader):
    """A console that shows a list of pages, each of six lines."""

    def __init__(self, lines: list[str]) -> None:
        self.pages = [lines[at : at + 6] for at in range(0, len(lines), 6)]
        self.turned = 0

    def oled(self) -> bytes:
        oled = bytearray(1024)
        canvas = Canvas(oled)
        canvas.head("LIST", "")
        for row, line in enumerate(self.pages[self.turned % len(self.pages)], 1):
            canvas.at(canvas.cap(0, row, str(row)) + 3, row, line)
        canvas.at(0, 7, "below")
        return bytes(oled)

    def turn(self) -> None:
        self.turned += 1


def test_a_line_of_a_list_is_found_on_any_page_by_its_beginning() -> None:
    names = [f"{letter}{letter} line" for letter in "abcdefghijklmnopq"]
    for number, name in enumerate(names):
        list_of_names = Pages(names)
        assert list_of_names.find_line(name[:4], list_of_names.turn) == number % 6
        assert list_of_names.turned == number // 6
    assert Pages(["\u2192 two words"]).find_line("two", lambda: None) == 0


def test_a_line_that_is_on_no_page_is_reported_with_what_is_shown() -> None:
    list_of_names = Pages(["one", "two"])
    with pytest.raises(Stuck, match="No line starts with three: .*2 two"):
        list_of_names.find_line("three", list_of_names.turn)
    assert list_of_names.turned == 20
    with pytest.raises(Stuck):
        list_of_names.find_line("below", list_of_names.turn)


def test_seeded_dice_throw_the_same_faces_for_the_same_seed_and_remember_the_last_throw() -> None:
    one, same, other = SeededDice(7), SeededDice(7), SeededDice(8)
    throws = [one.throw(6) for _ in range(50)]
    assert throws == [same.throw(6) for _ in range(50)] != [other.throw(6) for _ in range(50)]
    assert {face for throw in throws for face in throw} == set(range(6))
    assert one.throw(2) == one.last and len(one.last) == 2
    one.throw(3).clear()
    assert len(one.last) == 3


def test_a_label_of_the_bottom_row_fits_up_to_the_last_pixel() -> None:
    canvas = Canvas(bytearray(1024))
    cut = note_cut_texts(canvas)
    canvas.choice("12345", "123456")
    canvas.big(0, "12345678")
    assert cut == []
    canvas.choice("12345", "1234567")
    canvas.choice("", "b" * 16)
    assert cut == ["ROLL 12345 BANK 1234567"]
    assert canvas.big(1, "1", 10) == 24 and canvas.at(3, 0, "ab") == 15
    canvas.at(122, 0, "ab")
    assert cut[1:] == ["ab"]
