"""Collects the LED frames sent on the data pin of the dice.

Frames are decoded bit by bit from the pin, with the times of the datasheet (WS2812B-2020, V1.3). With `exact_every`
above 1, most are copied from memory when the DMA starts, which is many times faster; the frames that are still decoded
verify the copies. Copies are only made of programs that shift a whole number of bytes to the left out of each word, as
WS2812 drivers do.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals.dma import RPDMAChannel

_SHIFT_RIGHT = 1 << 19
_AUTOPULL = 1 << 17
_INCREMENT_READ = 1 << 4
_INCREMENT_WRITE = 1 << 5
_SWAP = 1 << 22


@dataclass(frozen=True)
class TransmitPort:
    """A state machine's transmit FIFO and the settings that turn words into bytes."""

    dreq: int
    divider: int
    word_size: int
    """Bytes that the DMA reads for each word: 1, 2 or 4."""
    swapped: bool
    bytes_sent: int
    """Bytes of each FIFO word that are shifted out, from the top."""

    def wire_bytes(self, mcu: Any, address: int, count: int) -> bytes:
        """Returns the bytes that `count` words at `address` put on the wire, in order."""
        order: Literal["big", "little"] = "big" if self.swapped else "little"
        memory = bytes(mcu.read_uint8(address + offset) for offset in range(count * self.word_size))
        sent = bytearray()
        for start in range(0, len(memory), self.word_size):
            word = int.from_bytes(memory[start : start + self.word_size], order)
            lanes = word.to_bytes(self.word_size, "big") * (4 // self.word_size)  # narrow writes fill all lanes
            sent += lanes[: self.bytes_sent]
        return bytes(sent)


def transmit_port(mcu: Any, channel: RPDMAChannel, gpio: int) -> TransmitPort | None:
    """Returns the port that `channel` feeds, or None if it is not a supported state machine that drives `gpio`."""
    dreq = channel._treq_value
    if dreq > 15 or dreq & 4:  # 0-3 and 8-11: transmit FIFOs of the two PIO blocks
        return None
    machine = mcu.pio[dreq >> 3].machines[dreq & 3]
    bits = (machine.shift_ctrl >> 25) & 0x1F or 32
    followed = machine.shift_ctrl & _AUTOPULL and not machine.shift_ctrl & _SHIFT_RIGHT and bits % 8 == 0
    plain = channel._ctrl & _INCREMENT_READ and not channel._ctrl & _INCREMENT_WRITE and not channel._ring_mask
    if not machine.enabled or not followed or not plain or gpio not in _pins(machine):
        return None
    divider = machine.clock_div_int << 8 | machine.clock_div_frac
    return TransmitPort(dreq, divider, channel._data_size, bool(channel._ctrl & _SWAP), bits // 8)


def _pins(machine: Any) -> set[int]:
    """Returns the pins that a state machine can drive by side-set, OUT or SET."""
    side = range(machine.sideset_base, machine.sideset_base + machine.sideset_count)
    out = range(machine.out_base, machine.out_base + machine.out_count)
    fixed = range(machine.set_base, machine.set_base + machine.set_count)
    return {*side, *out, *fixed}


RESET_NS = 50_000
"""A longer pause ends a frame (older parts; newer ones need 280 us, see LedFrame.gap_us)."""
THRESHOLD_NS = 480
"""A longer pulse is a one: halfway between the longest zero (380) and the shortest one (580)."""
ZERO_NS = (220 - 64, 380 + 64)
ONE_NS = (580 - 64, 1000 + 64)
"""The valid pulse lengths: the datasheet's, widened by 64 ns, the resolution of the emulated pin."""
LONGEST_LOW_NS = 5_000
"""The longest pause inside a frame that no part takes for the end of the frame."""


@dataclass(frozen=True)
class LedFrame:
    """One frame as received by the chain."""

    start_us: float
    """Emulated time of the first edge, microseconds since reset."""
    end_us: float
    """Emulated time of the last edge."""
    gap_us: float
    """Microseconds without edges before this frame."""
    grb: bytes
    """The bytes in wire order: green, red, blue of the first LED, and so on."""
    bad_bits: int
    """Pulses outside the valid lengths, plus trailing bits that do not fill a byte."""
    exact: bool
    """True: decoded bit by bit from the pin; False: copied from memory at DMA start."""


class Decoder:
    """Decodes the edges of one pin into frames. Pass every edge to `edge`; read `frames` after `finish`."""

    def __init__(self) -> None:
        self.frames: list[LedFrame] = []
        self._highs: list[float] = []
        self._lows: list[float] = []
        self._high = False
        self._first = 0.0
        self._rise = 0.0
        self._fall = 0.0
        self._quiet_since = 0.0

    def edge(self, now_ns: float, high: bool) -> None:
        """Takes an edge of the pin at `now_ns`."""
        if high is self._high:
            return  # no change of level, such as driven low after a pull-down
        self._high = high
        if not high:
            self._highs.append(now_ns - self._rise)
            self._fall = now_ns
            return
        low = now_ns - self._fall
        if not self._highs:
            self._first = now_ns
        elif low > RESET_NS:
            self._close()
            self._first = now_ns
        else:
            self._lows.append(low)
        self._rise = now_ns

    def finish(self, now_ns: float) -> None:
        """Ends the current frame if the pause before `now_ns` is long enough."""
        if self._highs and not self._high and now_ns - self._fall > RESET_NS:
            self._close()

    def is_quiet(self, now_ns: float) -> bool:
        """Checks whether a frame that starts at `now_ns` would be separate from the last one. Call `finish` before."""
        return not self._highs and not self._high and now_ns - self._quiet_since > RESET_NS

    def _close(self) -> None:
        highs = self._highs
        bits = "".join(["1" if high > THRESHOLD_NS else "0" for high in highs])
        whole = len(bits) // 8
        grb = int(bits[: whole * 8] or "0", 2).to_bytes(whole, "big")
        bad = len(bits) - whole * 8
        bad += sum(1 for low in self._lows if low > LONGEST_LOW_NS)
        for high in highs:
            least, most = ONE_NS if high > THRESHOLD_NS else ZERO_NS
            if not least <= high <= most:
                bad += 1
        gap = self._first - self._quiet_since
        self.frames.append(LedFrame(self._first / 1000, self._fall / 1000, gap / 1000, grb, bad, True))
        self._quiet_since = self._fall
        self._highs = []
        self._lows = []

    def add(self, start_ns: float, end_ns: float, grb: bytes) -> None:
        """Adds a frame that was not decoded from the pin, with the times of its transfer."""
        self.finish(start_ns)
        gap = start_ns - self._quiet_since
        self.frames.append(LedFrame(start_ns / 1000, end_ns / 1000, gap / 1000, grb, 0, False))
        self._quiet_since = end_ns


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
