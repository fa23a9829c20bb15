"""The table of pins, and the button driver, which reads the pins of this table."""

import importlib.util
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sixpip import board, port
from sixpip.board import contract, pins

NAMES = ("KEEP1", "KEEP2", "KEEP3", "KEEP4", "KEEP5", "KEEP6", "ROLL", "BANK", "MENU")
FREE_GPIO = 22


class Chip:
    """The levels of the pins, as the register GPIO_IN shows them, and a clock."""

    def __init__(self) -> None:
        self.low: set[int] = set()
        self.pins: dict[int, Pin] = {}
        self.now_ms = 0

    def __getitem__(self, address: int) -> int:
        """As machine.mem32."""
        assert address == 0xD0000004
        return sum(1 << gpio for gpio in range(30) if gpio not in self.low)

    def press(self, gpio: int) -> None:
        """Connect a pin to ground."""
        self.low.add(gpio)
        self._interrupt(gpio, Pin.IRQ_FALLING)

    def release(self, gpio: int) -> None:
        """Let the pull-up raise a pin."""
        self.low.remove(gpio)
        self._interrupt(gpio, Pin.IRQ_RISING)

    def _interrupt(self, gpio: int, edge: int) -> None:
        self.now_ms += 100
        if gpio in self.pins:
            self.pins[gpio].interrupt(edge)


class Pin:
    """As machine.Pin, for an input with a pull-up and an interrupt at both edges."""

    IN, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 4, 8
    chip: Chip

    def __init__(self, gpio: int, mode: int, pull: int) -> None:
        assert (mode, pull) == (self.IN, self.PULL_UP)
        self._gpio = gpio
        self._edge = 0
        self._handler: Callable[[Pin], None] = lambda pin: None
        self.chip.pins[gpio] = self

    def value(self) -> int:
        return int(self._gpio not in self.chip.low)

    def irq(self, handler: "Callable[[Pin], None] | None" = None, trigger: int = 12, hard: bool = True) -> "Pin":
        assert trigger == self.IRQ_FALLING | self.IRQ_RISING and hard
        self._handler = handler or self._handler
        return self

    def flags(self) -> int:
        return self._edge

    def interrupt(self, edge: int) -> None:
        self._edge = edge
        self._handler(self)


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Chip:
    """A chip in place of `machine` and of MicroPython's clock."""
    chip = Chip()
    machine: Any = ModuleType("machine")
    machine.Pin, machine.mem32 = Pin, chip
    machine.disable_irq, machine.enable_irq = lambda: 0, lambda state: None
    monkeypatch.setattr(Pin, "chip", chip, raising=False)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setattr(port, "ticks_ms", lambda: chip.now_ms, raising=False)
    monkeypatch.setattr(time, "sleep_us", lambda us: None, raising=False)
    return chip


def driver_module(monkeypatch: pytest.MonkeyPatch, **changed: int) -> Any:
    """board/button_driver.py, freshly imported, with these lines of pins.py changed (net name = GPIO)."""
    source = Path(str(pins.__file__)).read_text(encoding="utf-8")
    for name, gpio in changed.items():
        source, count = re.subn(rf"(?m)^{name} = const\(\d+\)", f"{name} = const({gpio})", source)
        assert count == 1
    changed_pins = ModuleType(pins.__name__)
    exec(compile(source, str(pins.__file__), "exec"), vars(changed_pins))  # noqa: S102 our own source
    monkeypatch.setattr(board, "pins", changed_pins)
    spec = importlib.util.find_spec("sixpip.board.button_driver")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "sixpip.board.button_driver", made)
    spec.loader.exec_module(made)
    return made


def test_no_pin_is_used_twice_and_the_table_lists_them_all_by_number() -> None:
    gpios = [gpio for gpio, _, _ in pins.PINS]
    assert gpios == sorted(set(gpios))
    assert {net: gpio for gpio, net, _ in pins.PINS} == {
        name: value for name, value in vars(pins).items() if type(value) is int
    }


def test_the_tuple_of_button_pins_is_in_the_order_of_the_button_numbers() -> None:
    assert len(pins.BUTTONS) == len(NAMES) == contract.BUTTONS
    assert pins.BUTTONS == tuple(getattr(pins, name) for name in NAMES)
    for name in ("KEEP1", "KEEP6", "ROLL", "BANK", "MENU"):
        assert NAMES[getattr(contract, name)] == name


@pytest.mark.parametrize("name", NAMES)
def test_a_button_follows_the_number_of_its_pin(name: str, chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = driver_module(monkeypatch, **{name: FREE_GPIO}).ButtonDriver()
    for button, other in enumerate(NAMES):
        gpio = FREE_GPIO if other == name else getattr(pins, other)
        chip.press(gpio)
        assert driver.held() == 1 << button
        assert driver.next_press() == button
        chip.release(gpio)
        assert driver.held() == 0
        assert driver.next_press() == -1
    chip.press(getattr(pins, name))
    assert driver.held() == 0
    assert not driver.has_press()


def test_two_buttons_with_exchanged_pins_are_exchanged(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = driver_module(monkeypatch, ROLL=pins.KEEP1, KEEP1=pins.ROLL).ButtonDriver()
    chip.press(pins.ROLL)
    assert driver.next_press() == contract.KEEP1
    chip.press(pins.KEEP1)
    assert driver.next_press() == contract.ROLL
    assert driver.held() == 1 << contract.ROLL | 1 << contract.KEEP1


def test_a_button_held_at_power_on_counts_after_its_release(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    chip.press(pins.BANK)
    driver = driver_module(monkeypatch).ButtonDriver()
    assert driver.held() == 1 << contract.BANK
    assert driver.next_press() == -1
    chip.release(pins.BANK)
    chip.press(pins.BANK)
    assert driver.next_press() == contract.BANK
