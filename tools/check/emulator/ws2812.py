"""Decodes the edges on the data pin of a WS2812B chain into frames of bytes.

The times are from the datasheet (WS2812B-2020, V1.3). Does not depend on the emulator.
"""

from dataclasses import dataclass

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
        """Makes a frame of the collected pulses."""
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
