"""The boards and their two chips: register addresses, names and sizes, and pins that are free on all of them."""

import argparse
import importlib.util
import re
import sys
from typing import Any

import pytest

from sixpip.board import chips, pins
from sixpip.board.chips import BOARDS, CHIPS, RP2040, RP2350
from tools import FIRMWARE, boards
from tools.emulator import flash

ROSC = {RP2040: (0x40060000, 0x1C), RP2350: (0x400E8000, 0x20)}
"""Base and offset of RANDOMBIT: lists of registers in the datasheets, 2.17.8 and 8.3.11."""
WATCHDOG = {RP2040: 0x40058000, RP2350: 0x400D8000}
"""4.7.6 and 12.9.7; CTRL is the first register."""
CLEAR = 0x3000
"""Atomic register access, 2.1.2 and 2.1.3."""
NAMES = {
    "pico": "Raspberry Pi Pico with RP2040",
    "pico-w": "Raspberry Pi Pico W with RP2040",
    "pico2": "Raspberry Pi Pico2 with RP2350",
    "pico2-w": "Raspberry Pi Pico 2 W with RP2350",
}
LED = 25


def chips_on(machine: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """board/chips.py as a board imports it that reports `machine`."""
    monkeypatch.setattr(sys.implementation, "_machine", machine, raising=False)
    spec = importlib.util.spec_from_file_location("chips_on_the_board", FIRMWARE / "sixpip" / "board" / "chips.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("chip", CHIPS)
def test_the_addresses_are_those_of_the_datasheets(chip: str) -> None:
    assert chips.registers(chip) == (sum(ROSC[chip]), WATCHDOG[chip] + CLEAR)
    assert chips.GPIO_IN == 0xD0000000 + 0x004  # 2.3.1.7 and 3.1.11
    assert chips.WATCHDOG_ENABLE == 1 << 30
    assert chips.PIO0_TX0 == 0  # 2.5.3.1 and 12.6.4.1


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_console_uses_the_registers_of_the_chip_that_its_micropython_reports(
    board: chips.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_board = chips_on(NAMES[board.name], monkeypatch)
    assert on_board.RANDOM_BIT == sum(ROSC[board.chip])
    assert on_board.WATCHDOG_CLEAR == WATCHDOG[board.chip] + CLEAR


def test_no_other_file_of_the_firmware_has_the_address_of_a_register() -> None:
    address = re.compile(r"\b0x[45d][0-9a-f]{7}\b", re.IGNORECASE)
    found = {path.name for path in FIRMWARE.rglob("*.py") if address.search(path.read_text(encoding="utf-8"))}
    assert found == {"chips.py"}


@pytest.mark.parametrize(
    ("name", "offset_kb", "disk_kb"),
    [("pico", 640, 1408), ("pico-w", 1200, 848), ("pico2", 1024, 3072), ("pico2-w", 1536, 2560)],
)
def test_the_file_system_is_where_micropython_expects_it(name: str, offset_kb: int, disk_kb: int) -> None:
    board = boards.board_named(name)
    assert boards.disk_offset(board) == offset_kb * 1024
    assert board.disk_kb == disk_kb
    assert board.flash_kb == offset_kb + disk_kb


def test_the_emulated_pico_has_the_file_system_of_the_pico() -> None:
    assert boards.disk_offset(BOARDS[0]) == flash.FILESYSTEM_OFFSET
    assert BOARDS[0].disk_kb * 1024 == flash.FILESYSTEM_SIZE


def test_a_board_is_found_by_the_name_that_micropython_reports_and_by_the_name_for_make() -> None:
    for name, machine in NAMES.items():
        board = boards.reported_board(machine)
        assert board is not None and board is boards.board_named(name)
        assert boards.machine_of(board) == machine
    assert boards.reported_board("Pimoroni Tiny 2040 with RP2040") is None
    with pytest.raises(
        argparse.ArgumentTypeError, match="^pico3 is not a board: use BOARD= pico, pico-w, pico2, pico2-w"
    ):
        boards.board_named("pico3")


def test_no_pin_of_the_console_belongs_to_the_wireless_chip_or_the_led_of_a_board() -> None:
    used = {gpio for gpio, _, _ in pins.PINS}
    assert set(chips.WIRELESS_PINS) == {23, 24, 25, 29}
    assert LED in chips.WIRELESS_PINS
    assert not used & set(chips.WIRELESS_PINS)
    assert max(used) < 29
