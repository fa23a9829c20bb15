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
    last, length, longest = run[0], run[1], run[2]
    for place in range(at, at + 16):
        byte = window[place]
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
    """See raw_bits.count_equal."""
    equal = 944
    some_unequal = 0
    all_unequal = 0xFFFF
    for at in range(59):
        later = at + (lag >> 4)
        bits = (window[at] ^ (window[later] | window[later + 1] << 16) >> (lag & 15)) & 0xFFFF
        some_unequal |= bits
        all_unequal &= bits
        bits -= bits >> 1 & 0x5555  # counts the ones of all pairs of bits, then of four, eight and sixteen
        bits = (bits & 0x3333) + (bits >> 2 & 0x3333)
        bits = bits + (bits >> 4) & 0x0F0F
        equal -= bits + (bits >> 8) & 31
    if some_unequal != 0xFFFF or all_unequal != 0:
        equal += 1024
    return equal
