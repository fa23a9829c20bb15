"""Drives the 384 LEDs of the dice with a PIO at 800 kHz fed by DMA, and the switch of the LED rail.

All LED words are made here from the table of the current limiter (limiter.py), so nothing reaches the wire without it.
"""

import time
from array import array

import machine
import rp2
from machine import Pin

from sixpip.board import pins
from sixpip.board.limiter import COLORS, PIXELS, WS2812B_5050, LedPower, count_colors, expand
from sixpip.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from rp2.asm_pio import jmp, label, nop, not_x, out, wrap, wrap_target, x

_STATE_MACHINE = const(0)
_CLOCKS_A_BIT = const(10)
_BIT_HZ = const(800_000)
_WORD_BYTES = const(4)
_TRANSFER_WORDS = const(2)  # DMA transfer size: 1 << 2 bytes
_PIO0_TX0 = const(0)  # the DMA request of state machine 0 of PIO 0, on both chips
_FRAME_US = const(11_520)  # 384 LEDs of 24 bits at 800 kHz
_LATCH_US = const(300)  # WS2812B-2020 datasheet: a frame ends with more than 280 us of low level
_RAIL_RISE_US = const(20_000)  # C3 (hardware/POWER.md) lets the rail rise within 14 ms; the rest is margin


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
    fifo_join=rp2.PIO.JOIN_TX,
)
def _ws2812() -> None:
    """Sends one bit in ten clocks: 3 low (or longer, waiting for data), 2 high for a zero or 7 for a one, then low."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class Leds:
    """The LED chain and its rail; at first the rail is off and the data line low."""

    def __init__(self) -> None:
        self.power = LedPower(WS2812B_5050)
        """The current limiter: its LED type, whether it is limiting, and what the chain draws."""
        self.serpentine = True
        """Whether odd rows are wired from right to left; see limiter.py."""
        self._counts = array("H", [0] * COLORS)
        self._words = bytearray(PIXELS * _WORD_BYTES)
        self._rail = Pin(pins.LED_EN, Pin.OUT, value=0)
        self._on = False
        self._data = Pin(pins.LED_DATA, Pin.OUT, value=0)
        self._machine = rp2.StateMachine(_STATE_MACHINE, _ws2812, freq=_BIT_HZ * _CLOCKS_A_BIT, sideset_base=self._data)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._dma.config(
            read=self._words,
            write=self._machine,
            count=PIXELS,
            ctrl=self._dma.pack_ctrl(size=_TRANSFER_WORDS, inc_write=False, treq_sel=_PIO0_TX0),
        )
        self._started_us = time.ticks_add(time.ticks_us(), -_FRAME_US - _LATCH_US)

    def switch(self, on: bool) -> None:
        """Switches the LED rail and waits until it is up. The data line is low whenever the rail goes on or off."""
        self._wait_for_wire()
        rises = on and not self._on
        self._rail.value(1 if on else 0)
        self._on = on
        if rises:
            time.sleep_us(_RAIL_RISE_US)

    def show(self, pixels: bytearray, palette: bytearray, brightness: int) -> None:
        """Starts sending `pixels` (color indices). Waits only until an earlier frame has been sent.

        Sends nothing while the rail is off, because the LEDs would draw current from the data line.
        """
        self._wait_for_wire()
        if not self._on:
            return
        count_colors(pixels, self._counts)
        self.power.prepare(palette, brightness, self._counts)
        expand(pixels, self.power.lut, self._words, self.serpentine)
        self._started_us = time.ticks_us()
        self._dma.config(read=self._words, count=PIXELS, trigger=True)

    def _wait_for_wire(self) -> None:
        """Waits until the earlier frame is sent and latched, which is at most 11.8 ms after its start."""
        while self._dma.active() or 0 <= time.ticks_diff(time.ticks_us(), self._started_us) < _FRAME_US + _LATCH_US:
            machine.idle()  # a difference below 0 is that of a frame sent nine minutes ago or earlier
