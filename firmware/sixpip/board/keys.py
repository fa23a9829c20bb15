"""The nine buttons on the Pico: interrupts at every edge, one register read for all nine. Debouncing is debounce.py's.

An edge that comes while the console draws, or while the flash is written, is kept by the chip or taken at once.
"""

import time

import machine
from machine import Pin

from sixpip.board import pins
from sixpip.board.buttons import BUTTONS
from sixpip.board.clock import ticks_ms
from sixpip.board.debounce import Debounce
from sixpip.port import const

_GPIO_IN = const(0xD0000004)  # RP2040 datasheet 2.3.1.7: all 30 pins in one read
_ALL = const(0x1FF)
_PULL_UP_US = const(20)  # the internal pull-up takes a few microseconds to raise a long wire


def menu_is_held() -> bool:
    """Whether MENU is down now; for power-on, before anything else is set up."""
    pin = Pin(pins.MENU, Pin.IN, Pin.PULL_UP)
    time.sleep_us(_PULL_UP_US)
    return pin.value() == 0


class Keys:
    """The buttons, from power-on; those held down then count after a release."""

    def __init__(self) -> None:
        self._pins = tuple([Pin(pins.KEEP1 + button, Pin.IN, Pin.PULL_UP) for button in range(BUTTONS)])
        time.sleep_us(_PULL_UP_US)
        self._debounce = Debounce(_levels())
        for pin in self._pins:
            pin.irq(handler=self._on_edge, trigger=Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def _on_edge(self, pin: Pin) -> None:
        """Interrupt: one button's pin changed. Must not allocate."""
        edges = pin.irq().flags()  # type: ignore[union-attr, call-arg]  # the stubs give a class, not an object
        fell = 1 << self._pins.index(pin) if edges & Pin.IRQ_FALLING else 0
        self._debounce.sample(_levels(), fell, ticks_ms())

    def _settle(self) -> None:
        """Let a button that bounced come to rest."""
        state = machine.disable_irq()  # an edge now would sample inside sample
        self._debounce.sample(_levels(), 0, ticks_ms())
        machine.enable_irq(state)

    def waiting(self) -> bool:
        """Whether a press is there to fetch."""
        if self._debounce.settling:
            self._settle()
        return self._debounce.waiting()

    def next_press(self) -> int:
        """The next button that went down (0..8), or -1."""
        if self._debounce.settling:
            self._settle()
        return self._debounce.next_press()

    def held(self) -> int:
        """The buttons that are down, one bit each."""
        if self._debounce.settling:
            self._settle()
        return self._debounce.down


def _levels() -> int:
    """The buttons whose pins are low now, one bit each."""
    levels: int = machine.mem32[_GPIO_IN]
    return ~(levels >> pins.KEEP1) & _ALL
