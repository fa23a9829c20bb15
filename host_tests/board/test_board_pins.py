"""The table of pins, and the button driver, which reads the pins of this table."""

import importlib
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from sixpip import compat
from sixpip.board import contract, pins

NAMES = ("KEEP1", "KEEP2", "KEEP3", "KEEP4", "KEEP5", "KEEP6", "ROLL", "BANK", "MENU")


class Chip:
    """The levels of the pins, as the register GPIO_IN shows them, and a clock."""

    def __init__(self) -> None:
        self.low: set[int] = set()
        self.rising: set[int] = set()
        """Pins that are low although nothing holds them so."""
        self.pins: dict[int, Pin] = {}
        self.now_ms = 0

    def __getitem__(self, address: int) -> int:
        """As machine.mem32."""
        assert address == 0xD0000004
        return sum(1 << gpio for gpio in range(30) if gpio not in self.low | self.rising)

    def raise_pins(self, us: int) -> None:
        """The pull-ups take some microseconds to raise the pins."""
        if us >= 10:
            self.rising.clear()

    def set(self, gpio: int, low: bool) -> None:
        """Connects a pin to ground, or lets the pull-up raise it."""
        (self.low.add if low else self.low.remove)(gpio)
        self.now_ms += 100
        if gpio in self.pins:
            self.pins[gpio].interrupt(Pin.IRQ_FALLING if low else Pin.IRQ_RISING)


class Pin:
    """As machine.Pin, for an input with a pull-up and an interrupt at both edges."""

    IN, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 4, 8
    chip: Chip

    def __init__(self, gpio: int, mode: int, pull: int) -> None:
        assert (mode, pull) == (self.IN, self.PULL_UP)
        self.edge = 0
        self.handler: Callable[[Pin], None] = lambda pin: None
        self.chip.pins[gpio] = self
        self.chip.rising.add(gpio)

    def irq(self, handler: "Callable[[Pin], None] | None" = None, trigger: int = 12, hard: bool = True) -> "Pin":
        assert trigger == self.IRQ_FALLING | self.IRQ_RISING and hard
        self.handler = handler or self.handler
        return self

    def flags(self) -> int:
        return self.edge

    def interrupt(self, edge: int) -> None:
        self.edge = edge
        self.handler(self)


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Chip:
    """A chip in place of `machine` and of MicroPython's clock."""
    chip = Chip()
    machine: Any = ModuleType("machine")
    machine.Pin, machine.mem32 = Pin, chip
    machine.disable_irq, machine.enable_irq = lambda: 0, lambda state: None
    monkeypatch.setattr(Pin, "chip", chip, raising=False)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setattr(compat, "ticks_ms", lambda: chip.now_ms, raising=False)
    monkeypatch.setattr(time, "sleep_us", chip.raise_pins, raising=False)
    return chip


def new_driver() -> Any:
    """The driver of a freshly imported board/button_driver.py."""
    module = importlib.import_module("sixpip.board.button_driver")
    del sys.modules[module.__name__]
    return module.ButtonDriver()


def test_no_pin_is_used_twice_and_the_table_lists_them_all_by_number() -> None:
    gpios = [gpio for gpio, _, _ in pins.PINS]
    assert gpios == sorted(set(gpios))
    assert {net: gpio for gpio, net, _ in pins.PINS} == {
        name: value for name, value in vars(pins).items() if type(value) is int
    }


def test_the_tuple_of_button_pins_is_in_the_order_of_the_button_numbers() -> None:
    assert pins.BUTTONS == tuple(getattr(pins, name) for name in NAMES)
    assert len(NAMES) == contract.BUTTONS
    for name in ("KEEP1", "KEEP6", "ROLL", "BANK", "MENU"):
        assert NAMES[getattr(contract, name)] == name


def test_a_button_is_held_and_pressed_by_the_level_of_its_pin(chip: Chip) -> None:
    driver = new_driver()
    for button, gpio in enumerate(pins.BUTTONS):
        chip.set(gpio, low=True)
        assert driver.held() == 1 << button
        assert driver.has_press() and driver.next_press() == button
        chip.set(gpio, low=False)
        assert driver.held() == 0
        assert not driver.has_press() and driver.next_press() == -1


def test_the_pull_ups_have_raised_the_pins_before_they_are_read(chip: Chip) -> None:
    driver = new_driver()
    assert driver.held() == 0 and driver.next_press() == -1
    chip.set(pins.ROLL, low=True)
    assert driver.next_press() == contract.ROLL


def test_a_button_held_at_power_on_counts_after_its_release(chip: Chip) -> None:
    chip.set(pins.BANK, low=True)
    driver = new_driver()
    assert driver.held() == 1 << contract.BANK
    assert driver.next_press() == -1
    chip.set(pins.BANK, low=False)
    chip.set(pins.BANK, low=True)
    assert driver.next_press() == contract.BANK
