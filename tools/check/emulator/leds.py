"""Collects the LED frames sent on the data pin of the dice.

Frames are decoded bit by bit from the pin. With `exact_every` above 1, most are copied from memory when the DMA starts,
which is many times faster; the frames that are still decoded verify the copies.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals.dma import RPDMAChannel

from tools.check.emulator.fifo_words import TransmitPort, transmit_port
from tools.check.emulator.ws2812 import Decoder, LedFrame

_FIFO_WORDS = 4
_ENABLED = 1 << 0
_QUIET = 1 << 21
_BUSY = 1 << 24


class LedMismatch(Exception):
    """A frame on the pin differs from memory at DMA start: the buffer was changed during the transfer."""


class LedChain:
    """Records the frames on `gpio`. `exact_every` n decodes only the first and every n-th frame from the pin."""

    def __init__(self, mcu: Any, gpio: int, exact_every: int) -> None:
        self.exact_every = exact_every
        self._mcu = mcu
        self._clock = mcu.clock
        self._gpio = gpio
        self._decoder = Decoder()
        self._transfers = 0
        self.starts: list[int] = []
        """The CPU clock cycles since power-on at which each transfer of a frame was started."""
        self._expected: list[tuple[int, TransmitPort, int, bytes]] = []
        self._wire_ns: dict[tuple[TransmitPort, int], float] = {}
        mcu.gpio[gpio].add_listener(self._on_edge)
        for channel in mcu.dma.channels:
            channel.start = partial(self._on_start, channel, channel.start)

    @property
    def frames(self) -> list[LedFrame]:
        """All complete frames so far. Raises LedMismatch if one on the pin differs from the data given to the DMA."""
        self._close_and_check()
        frames = self._decoder.frames
        if frames and frames[-1].end_us * 1000 > self._clock.nanos:
            return frames[:-1]
        return list(frames)

    def _close_and_check(self) -> None:
        """Ends the current frame if it is complete; compares decoded frames with memory and saves their duration."""
        self._decoder.finish(self._clock.nanos)
        frames = self._decoder.frames
        while self._expected and self._expected[0][0] < len(frames):
            index, port, count, grb = self._expected.pop(0)
            frame = frames[index]
            if frame.grb != grb:
                raise LedMismatch(
                    f"Frame {index} on GP{self._gpio} ({len(frame.grb)} bytes) differs from memory at the start of its "
                    f"DMA ({len(grb)} bytes): the buffer was changed during the transfer."
                )
            self._wire_ns[port, count] = (frame.end_us - frame.start_us) * 1000

    def _on_edge(self, value: GPIOPinState, _last: GPIOPinState) -> None:
        """Passes an edge of the pin to the decoder."""
        self._decoder.edge(self._clock.nanos, value is GPIOPinState.HIGH)

    def _on_start(self, channel: RPDMAChannel, start: Callable[[], None]) -> None:
        """Called when a DMA channel is triggered: copies the frame from memory, or runs the transfer to verify it."""
        port = transmit_port(self._mcu, channel, self._gpio)
        if port is None or not channel._ctrl & _ENABLED or channel._ctrl & _BUSY:
            start()
            return
        self._close_and_check()
        count = channel._trans_count_reload
        grb = port.wire_bytes(self._mcu, channel._read_addr, count)
        self._transfers += 1
        self.starts.append(int(self._mcu.core.cycles))
        wire_ns = self._wire_ns.get((port, count))
        due = (self._transfers - 1) % self.exact_every == 0
        quiet = self._decoder.is_quiet(self._clock.nanos)
        if due or wire_ns is None or not quiet:
            if quiet:
                self._expected.append((len(self._decoder.frames), port, count, grb))
            start()
            return
        self._copy(channel, count, grb, wire_ns)

    def _copy(self, channel: RPDMAChannel, count: int, grb: bytes, wire_ns: float) -> None:
        """Takes the frame as sent: the channel is busy for the time of the transfer, but moves no data."""
        channel._ctrl |= _BUSY
        channel._trans_count = count
        now = self._clock.nanos
        alarm = self._clock.create_alarm(lambda: self._finish_copy(channel, count, (now, now + wire_ns), grb))
        alarm.schedule(wire_ns * (count - _FIFO_WORDS) / count)

    def _finish_copy(self, channel: RPDMAChannel, count: int, times_ns: tuple[float, float], grb: bytes) -> None:
        """Called when the last word would be in the FIFO: sets the channel to its state after a real transfer."""
        if not channel._ctrl & _BUSY:
            return  # aborted
        self._decoder.add(*times_ns, grb)
        channel._read_addr += count * channel._data_size
        channel._trans_count = 0
        channel._ctrl &= ~_BUSY
        if not channel._ctrl & _QUIET:
            channel.dma.int_raw |= 1 << channel.index
            channel.dma.check_interrupts()
        if channel._chain_to != channel.index:
            channel.dma.channels[channel._chain_to].start()
