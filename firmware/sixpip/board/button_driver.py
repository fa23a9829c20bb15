"""Reads the nine buttons on the Pico: an interrupt at every edge, one register read for all pins.

An edge that comes while the console draws or writes flash is not lost: the interrupt runs at once, or the chip
remembers the edge until interrupts are on again. Bounce is removed in debounce.py.
"""

import time

import machine
from machine import Pin

from sixpip.board import pins
from sixpip.board.debounce import Debounce
from sixpip.port import const, ticks_ms

_GPIO_IN = const(0xD0000004)  # all pins in one read, on both chips: RP2040 datasheet 2.3.1.7; RP2350 3.1.11, page 61
_PULL_UP_US = const(20)  # the internal pull-up takes a few microseconds to raise a long wire

_MASKS = tuple([1 << gpio for gpio in pins.BUTTONS])
"""The bit of each button in the register, by button number."""


class ButtonDriver:
    """The buttons from power-on; one that is held then counts as a press only after a release."""

    def __init__(self) -> None:
        self._pins = tuple([Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in pins.BUTTONS])
        time.sleep_us(_PULL_UP_US)
        self._debounce = Debounce(_buttons_down())
        for pin in self._pins:
            pin.irq(handler=self._on_edge, trigger=Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def _on_edge(self, pin: Pin) -> None:
        """Handle the interrupt of one pin. Must not allocate."""
        edges = pin.irq().flags()  # type: ignore[union-attr, call-arg]  # the stubs give a class, not an object
        fell = 1 << self._pins.index(pin) if edges & Pin.IRQ_FALLING else 0
        self._debounce.sample(_buttons_down(), fell, ticks_ms())

    def _sample(self) -> None:
        """Sample without an edge, so that a button that bounced can settle."""
        state = machine.disable_irq()  # an interrupt must not run `sample` inside `sample`
        self._debounce.sample(_buttons_down(), 0, ticks_ms())
        machine.enable_irq(state)

    def has_press(self) -> bool:
        """Return whether `next_press` has a button to give."""
        if self._debounce.settling:
            self._sample()
        return self._debounce.has_press()

    def next_press(self) -> int:
        """Return the next button that went down (0..8), or -1 when there is none."""
        if self._debounce.settling:
            self._sample()
        return self._debounce.next_press()

    def held(self) -> int:
        """Return the buttons that are down, one bit each."""
        if self._debounce.settling:
            self._sample()
        return self._debounce.down


def _buttons_down() -> int:
    """Return the buttons whose pins are low now, one bit each. Runs in the interrupt: must not allocate."""
    levels: int = machine.mem32[_GPIO_IN]
    down = 0
    bit = 1
    for mask in _MASKS:
        if not levels & mask:
            down |= bit
        bit <<= 1
    return down
