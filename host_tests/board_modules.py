"""The modules of the firmware that only a board can import, with replacements for those of MicroPython.

A test that calls `board_module` must be marked `forked`: the replacements stay.
"""

import importlib
import sys
import time
from typing import Any
from unittest.mock import MagicMock

import pytest

from sixpip import compat
from tools.board.boards import PICO, Board

NAMES = {
    "pico": "Raspberry Pi Pico with RP2040",
    "pico2": "Raspberry Pi Pico2 with RP2350",
    "pico2-w": "Raspberry Pi Pico 2 W with RP2350",
}
GPIO_IN = 0xD0000004
"""2.3.1.7 and 3.1.11: SIO_BASE + 0x004."""
USB_SENDING = 0x50100000 + 0x80 + 2 * 8
"""4.1.2.5 and 12.7.3: USBCTRL_DPRAM_BASE, the buffer control of endpoint 0 IN, 8 bytes for each endpoint."""
ADC_REFERENCE = 3.3
"""Volts."""


def board_module(name: str, board: Board = PICO) -> Any:
    """A module of the firmware, imported as on this board, with replacements for those of MicroPython."""
    setattr(sys.implementation, "_machine", NAMES[board.name])  # noqa: B010  CPython's has no such attribute
    clock = {"sleep_us": None, "ticks_us": 0, "ticks_add": 0, "ticks_diff": 1 << 20}
    for function, value in clock.items():
        setattr(time, function, MagicMock(return_value=value))
    setattr(compat, "ticks_ms", MagicMock(return_value=0))  # noqa: B010  it exists on MicroPython only
    machine, rp2 = MagicMock(mem32={GPIO_IN: 0x3FFFFFFF}), MagicMock()
    rp2.DMA.return_value.active.return_value = False
    sys.modules.update({"machine": machine, "rp2": rp2})
    return importlib.import_module(f"sixpip.board.{name}")


def without_hardware(name: str) -> Any:
    """A module of the firmware that imports `machine`, for its parts that do not use it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "machine", MagicMock())
        patch.setattr(compat, "ticks_ms", MagicMock(), raising=False)
        module = importlib.import_module(f"sixpip.board.{name}")
        del sys.modules[module.__name__]
    return module


def measured_mv(at_pin: float) -> int:
    """The millivolts at the cell that the firmware computes from the volts at the pin of the ADC."""
    pico = board_module("pico")
    pico.ADC.return_value.read_u16.return_value = int(at_pin / ADC_REFERENCE * 65535)
    return int(pico.PicoBoard().battery_mv())
