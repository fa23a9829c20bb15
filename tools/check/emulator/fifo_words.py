"""Computes the bytes that a PIO state machine shifts out for the words that a DMA channel feeds it.

Only for programs that shift a whole number of bytes to the left out of each word, as WS2812 drivers do.
"""

from dataclasses import dataclass
from typing import Any, Literal

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
