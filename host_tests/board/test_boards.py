"""The boards and their two chips: register addresses, names and sizes, and pins that are free on all of them."""

import argparse
import re
from unittest.mock import MagicMock

import pytest

from host_tests.board_modules import GPIO_IN, NAMES, USB_SENDING, board_module
from sixpip.board import chips, pins
from sixpip.board.chips import RP2040, RP2350
from tools import FIRMWARE, ROOT
from tools.board import boards
from tools.board.boards import BOARDS, CHIPS, PICO, Board
from tools.check.emulator import flash
from tools.terminal import Parser

ROSC = {RP2040: (0x40060000, 0x1C), RP2350: (0x400E8000, 0x20)}
"""Base and offset of RANDOMBIT: lists of registers in the datasheets, 2.17.8 and 8.3.11."""
WATCHDOG = {RP2040: 0x40058000, RP2350: 0x400D8000}
"""4.7.6 and 12.9.7; CTRL is the first register."""
CLEAR = 0x3000
"""Atomic register access, 2.1.2 and 2.1.3."""
LED = 25
CLOCK_CYCLE_S = 2.5e-6
"""The shortest clock cycle of the SSD1306 on I2C: datasheet rev 1.1, table 13-6, tcycle."""
each_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


@each_board
@pytest.mark.forked
def test_the_random_bits_are_read_from_the_ring_oscillator_of_the_chip(board: Board) -> None:
    module = board_module("pico", board)
    module.entropy = MagicMock()
    module.PicoBoard()
    assert module.entropy.Entropy.call_args.args[1] == sum(ROSC[board.chip])


@each_board
@pytest.mark.forked
def test_the_bus_of_the_oled_is_as_fast_as_the_display_allows(board: Board) -> None:
    module = board_module("pico", board)
    module.PicoBoard()
    (bus,) = module.I2C.call_args_list
    assert 1 / bus.kwargs["freq"] == CLOCK_CYCLE_S


@each_board
@pytest.mark.forked
def test_the_watchdog_of_the_chip_is_stopped(board: Board) -> None:
    watchdog = board_module("watchdog", board)
    watchdog.machine.mem32 = {}
    watchdog.stop()
    assert watchdog.machine.mem32 == {WATCHDOG[board.chip] + CLEAR: 1 << 30}


@each_board
@pytest.mark.forked
def test_the_number_of_failures_is_kept_in_the_scratch_register_of_the_watchdog(board: Board) -> None:
    watchdog = board_module("watchdog", board)
    scratch = WATCHDOG[board.chip] + 0xC  # SCRATCH0
    watchdog.machine.mem32 = {scratch: 3}
    assert watchdog.read_number() == 3
    watchdog.write_number(4)
    assert watchdog.machine.mem32 == {scratch: 4}


def test_no_other_file_of_the_firmware_has_an_address_but_those_of_the_pins_and_of_usb_which_both_chips_have() -> None:
    address = re.compile(r"\b0x[45d][0-9a-f]{7}\b", re.IGNORECASE)
    found = {path.name: address.findall(path.read_text(encoding="utf-8")) for path in FIRMWARE.rglob("*.py")}
    assert len(found.pop("chips.py")) == 7
    assert found.pop("button_driver.py") == [f"0x{GPIO_IN:X}"]
    assert found.pop("pico.py") == [f"0x{USB_SENDING:X}"]
    assert not any(found.values())


@pytest.mark.parametrize(
    ("name", "offset_kb", "disk_kb"),
    [("pico", 640, 1408), ("pico2", 1024, 3072), ("pico2-w", 1536, 2560)],
)
def test_the_file_system_is_where_micropython_expects_it(name: str, offset_kb: int, disk_kb: int) -> None:
    board = boards.board_named(name)
    assert boards.disk_offset(board) == offset_kb * 1024
    assert board.disk_kb == disk_kb
    assert board.flash_kb == offset_kb + disk_kb


def test_the_emulated_pico_has_the_file_system_of_the_pico() -> None:
    assert boards.disk_offset(PICO) == flash.FILESYSTEM_OFFSET
    assert PICO.disk_kb * 1024 == flash.FILESYSTEM_SIZE


def test_a_board_is_found_by_the_name_that_micropython_reports_and_by_the_name_for_make() -> None:
    for name, machine in NAMES.items():
        board = boards.reported_board(machine)
        assert board is not None and board is boards.board_named(name)
        assert boards.machine_of(board) == machine
    assert boards.reported_board("Pimoroni Tiny 2040 with RP2040") is None
    with pytest.raises(argparse.ArgumentTypeError, match="^pico3 is not a board: use BOARD= pico, pico2, pico2-w$"):
        boards.board_named("pico3")


@pytest.mark.parametrize(("given", "name"), [(None, "pico"), ("", "pico"), ("pico", "pico"), ("pico2-w", "pico2-w")])
def test_the_board_is_that_of_the_environment_or_else_the_pico(
    given: str | None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BOARD", raising=False)
    if given is not None:
        monkeypatch.setenv("BOARD", given)
    parser = Parser(prog="a command")
    boards.add_board_argument(parser)
    assert parser.parse_args([]).board is boards.board_named(name)
    assert parser.parse_args(["--board", "pico2"]).board is boards.board_named("pico2")


def test_a_pico_w_uses_the_files_of_the_pico() -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="pico2-w; for a Pico W, use pico with MicroPython RPI_PICO$"):
        boards.board_named("pico-w")
    assert boards.reported_board(boards.PICO_W_MACHINE) is None
    assert boards.NAMES == "Pico, Pico H, Pico W, Pico 2 or Pico 2 W"


def test_no_pin_of_the_console_belongs_to_the_wireless_chip_or_the_led_of_a_board() -> None:
    used = {gpio for gpio, _, _ in pins.PINS}
    assert set(chips.WIRELESS_PINS) == {23, 24, 25, 29}
    assert LED in chips.WIRELESS_PINS
    assert not used & set(chips.WIRELESS_PINS)
    for path in (FIRMWARE / "sixpip").rglob("*.py"):  # every pin has its number from pins.py, none its name
        assert set(re.findall(r"\bPin\(([a-z]+)", path.read_text(encoding="utf-8"))) <= {"pins", "gpio"}, path
        assert not re.search(r"\bPin\([^a-z)]", path.read_text(encoding="utf-8")), path


def test_the_readme_lists_each_board_with_the_micropython_to_install() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = [tuple(row.split(" | ")) for row in re.findall(r"^ +\| (.*RPI_.*) \|$", readme, re.MULTILINE)]
    assert rows == [(board.title, boards.official(board), CHIPS[board.chip].drive, board.name) for board in BOARDS]
