"""Reads the nine buttons on the Pico, with an interrupt at every edge and one register read for all pins.

An edge that comes while the console draws or writes flash is not lost: the interrupt notes it at once, or the chip
remembers the edge until interrupts are on again. The notes are processed when the console looks at the buttons, because
an interrupt may find little stack left. A press counts at its first edge, then the contact has 50 ms to settle.
"""

import time
from array import array

import machine
from machine import Pin

from sixpip.board import pins
from sixpip.board.contract import BUTTONS
from sixpip.compat import TYPE_CHECKING, const, ticks_add, ticks_diff, ticks_ms

if TYPE_CHECKING:
    from typing import Any

SETTLE_MS = const(50)
"""How long further changes of a button are ignored as bounce after a change that counted."""

_QUEUE = const(16)  # places in the queue of presses, one of which stays empty; a power of two

_EDGES = const(64)  # places for edges that are not processed yet, one of which stays empty; a power of two

_GPIO_IN = const(0xD0000004)  # all pins in one read, on both chips: RP2040 datasheet 2.3.1.7; RP2350 3.1.11, page 61
_PULL_UP_US = const(20)  # the internal pull-up takes a few microseconds to raise a long wire

_MASKS = tuple([1 << gpio for gpio in pins.BUTTONS])
"""The bit of each button in the register, by button number."""


class Debounce:
    """The state of the buttons and a queue of presses.

    Call `sample` for every edge of a pin, in their order, and before reading the state. Between two calls a level does
    not change, because a change is an edge.
    """

    def __init__(self, down: int) -> None:
        """`down` has the buttons down at the start, one bit each. They count as presses only after a release."""
        self.down = down
        """The buttons that are down, one bit each, without bounce."""
        self.settling = 0
        """The buttons that may still bounce, one bit each."""
        self._level = down
        self._changed_ms = [0] * BUTTONS
        self._queue = bytearray(_QUEUE)
        self._head = 0
        self._tail = 0

    def sample(self, down: int, fell: int, now_ms: int) -> None:
        """Processes the levels of the pins at `now_ms` (a clock that compat.ticks_diff can compare).

        `down` has one bit for each button that is down now. `fell` has the buttons that went down since the last call,
        even if they are up again, because the chip remembers an edge that came while interrupts were off.
        """
        if self.settling or fell or down != self.down:
            for button in range(BUTTONS):
                bit = 1 << button
                while self.settling & bit:
                    since_ms = self._changed_ms[button]
                    if 0 <= ticks_diff(now_ms, since_ms) < SETTLE_MS:
                        break
                    self.settling &= ~bit
                    if (self._level ^ self.down) & bit:  # it settled at the other level
                        self._change(button, bit, ticks_add(since_ms, SETTLE_MS))
                else:
                    if (down ^ self.down) & bit or (fell & bit and not self.down & bit):
                        self._change(button, bit, now_ms)
        self._level = down

    def _change(self, button: int, bit: int, now_ms: int) -> None:
        """Flips the state of a button, starts its settling time, and queues a press when it went down."""
        self.down ^= bit
        self.settling |= bit
        self._changed_ms[button] = now_ms
        after = (self._tail + 1) & (_QUEUE - 1)
        if self.down & bit and after != self._head:  # with a full queue the newest press is dropped
            self._queue[self._tail] = button
            self._tail = after

    def has_press(self) -> bool:
        """Returns whether `next_press` has a press to return."""
        return self._tail != self._head

    def next_press(self) -> int:
        """Removes the oldest press from the queue and returns its button (0..8); -1 when the queue is empty."""
        if self._tail == self._head:
            return -1
        button = self._queue[self._head]
        self._head = (self._head + 1) & (_QUEUE - 1)
        return button


class ButtonDriver:
    """The buttons of the Pico. One that is held at power-on counts as a press only after a release."""

    def __init__(self) -> None:
        self._pins = tuple([Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in pins.BUTTONS])
        time.sleep_us(_PULL_UP_US)
        self._debounce = Debounce(_buttons_down(machine.mem32[_GPIO_IN]))
        self._levels = array("i", [0] * _EDGES)  # of all pins after an edge
        self._fell = array("i", [0] * _EDGES)  # the buttons that went down, one bit each
        self._times = array("i", [0] * _EDGES)
        self._first = 0  # the edge to process next
        self._next = 0  # the place of the next edge
        self._interrupts: tuple[Any, ...] = tuple([pin.irq() for pin in self._pins])  # the stubs give a class
        for pin in self._pins:
            pin.irq(handler=self._on_edge, trigger=Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def stop(self) -> None:
        """Ends the interrupts."""
        for pin in self._pins:
            pin.irq(handler=None)

    def _on_edge(self, pin: Pin) -> None:
        """Notes the interrupt of one pin. Must not allocate."""
        at = self._next
        after = (at + 1) & (_EDGES - 1)
        if after == self._first:  # no place is left: the last edge and this one become one
            at = (at - 1) & (_EDGES - 1)
        else:
            self._fell[at] = 0
            self._next = after
        button = self._pins.index(pin)
        if self._interrupts[button].flags() & Pin.IRQ_FALLING:
            self._fell[at] |= 1 << button
        self._levels[at] = machine.mem32[_GPIO_IN]
        self._times[at] = ticks_ms()

    def _settled(self) -> Debounce:
        """Returns the debounced buttons, also sampled without an edge, so that a button that bounced can settle."""
        self._process()
        if self._debounce.settling:
            state = machine.disable_irq()  # no edge may come between reading the levels and the clock
            self._process()
            self._debounce.sample(_buttons_down(machine.mem32[_GPIO_IN]), 0, ticks_ms())
            machine.enable_irq(state)
        return self._debounce

    def _process(self) -> None:
        """Processes the edges that are noted."""
        while self._first != self._next:
            at = self._first
            self._debounce.sample(_buttons_down(self._levels[at]), self._fell[at], self._times[at])
            self._first = (at + 1) & (_EDGES - 1)

    def has_press(self) -> bool:
        """Returns whether `next_press` has a press to return."""
        return self._settled().has_press()

    def next_press(self) -> int:
        """Returns the next button that went down (0..8), or -1 when there is none."""
        return self._settled().next_press()

    def held(self) -> int:
        """Returns the buttons that are down, one bit each."""
        return self._settled().down


def _buttons_down(levels: int) -> int:
    """Returns the buttons whose pins are low, one bit each. `levels` has a bit for each pin that is high."""
    down = 0
    bit = 1
    for mask in _MASKS:
        if not levels & mask:
            down |= bit
        bit <<= 1
    return down
