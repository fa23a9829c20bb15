"""Reads raw bits of the ring oscillator on the Pico: the viper version of raw_bits.py, which documents the functions.

Only board/pico.py imports it, because MicroPython's WebAssembly build cannot compile viper.
"""

import micropython


@micropython.viper
def read(register: ptr32, window: ptr8, at: int, pause: int) -> object:
    """See raw_bits.read."""
    for place in range(at, at + 2):
        byte = 0
        for bit in range(8):
            byte |= (register[0] & 1) << bit
            left = pause
            while left > 0:
                left -= 1
        window[place] = byte
    return None


@micropython.viper
def scan(window: ptr8, run: ptr8, at: int) -> int:
    """See raw_bits.scan."""
    ones = 0
    last = int(run[0])
    length = int(run[1])
    longest = int(run[2])
    for place in range(at, at + 16):
        byte = int(window[place])
        for _ in range(8):
            bit = byte & 1
            byte >>= 1
            ones += bit
            if bit != last:
                last = bit
                length = 0
            if length < 255:
                length += 1
            if length > longest:
                longest = length
    run[0] = last
    run[1] = length
    run[2] = longest
    return ones


@micropython.viper
def count_equal(window: ptr16, lag: int) -> int:
    """See raw_bits.count_equal. Counts the bits of 59 words of 16 bits, all bits of a word at the same time."""
    first = lag >> 4
    shift = lag & 15
    unequal = 0
    for at in range(59):
        later = int(window[at + first]) | int(window[at + first + 1]) << 16
        bits = (int(window[at]) ^ later >> shift) & 0xFFFF
        bits -= bits >> 1 & 0x5555
        bits = (bits & 0x3333) + (bits >> 2 & 0x3333)
        bits = bits + (bits >> 4) & 0x0F0F
        unequal += bits + (bits >> 8) & 31
    return 944 - unequal
