"""The raw bits of the emulated Pico's ring oscillator, read and tested by the firmware on the real MicroPython.

A small main.py makes the board; each test then runs commands at its REPL.
"""

from pathlib import Path
from typing import Any

import pytest

from host_tests.pico_fixture import repl, run_script, wait_for_prompt
from sixpip.board import health_limits
from tools.check.emulator import Machine
from tools.play.host import raw_bits
from tools.play.host.bit_sources import BitRegister, ring_oscillator

MAIN = """
import micropython, os, time
from sixpip.board import entropy
from sixpip.board.entropy import Entropy
from sixpip.board.pico import PicoBoard

board = PicoBoard()

def steps_with_the_heap_locked(window_steps):
    while board.gather_entropy():
        pass
    while board.gather_entropy() is False:
        board.random_bytes(8)  # until a new block is to be gathered
    micropython.heap_lock()
    steps = 0
    while steps < window_steps - 2 and board.gather_entropy():
        steps += 1
    micropython.heap_unlock()
    return steps

"""

COUNTS = """
def counts(module, rounds):
    found = []
    for number in range(rounds):
        window, seed = bytearray(128), number
        for at in range(128):
            seed = (seed * 109 + 89) % 65521
            window[at] = seed & 255
        if number & 1:
            window[0:100] = bytes((number * 85 & 255,)) * 100
        if number > 3:
            window = bytearray(bytes((number, 99, 99 - number, 7)) * 32)  # some positions are always equal
        run = bytearray((number & 1, number * 90 & 255, 3))
        ones = [module.scan(window, run, at) for at in range(0, 128, 16)]
        found.append((ones, list(run), [module.count_equal(window, lag) for lag in (number + 1, 15, 16, 63, 64)]))
    return found
"""


@pytest.fixture(scope="module")
def pico(emulator: Path) -> Machine:
    """A board at its REPL."""
    return wait_for_prompt(run_script(MAIN + COUNTS))


def test_random_bytes_come_from_the_ring_oscillator_and_differ(pico: Machine) -> None:
    assert repl(pico, "board.random_bytes(16)") != repl(pico, "board.random_bytes(16)")
    assert pico.entropy.bits_read >= health_limits.WINDOWS * (health_limits.WINDOW + 8 * 8)  # os.urandom, too


def test_the_viper_code_counts_raw_bits_like_the_plain_python_code(pico: Machine) -> None:
    here: dict[str, Any] = {}
    exec(compile(COUNTS, "counts", "exec"), here)  # noqa: S102 the constant above
    assert repl(pico, "counts(entropy, 7)") == repr(here["counts"](raw_bits, 7))


def test_the_viper_code_reads_bits_in_the_same_order_as_the_plain_python_code(pico: Machine) -> None:
    bits = [number * number % 7 & 1 for number in range(16)]
    good, pico.entropy.source = pico.entropy.source, iter(bits).__next__
    repl(pico, "window = bytearray(4); entropy.read(0x4006001c, window, 2, 3)")
    pico.entropy.source = good
    window = bytearray(4)
    raw_bits.read(BitRegister(iter(bits).__next__), window, 2, 3)
    assert repl(pico, "window.hex()") == repr(window.hex())


def test_a_raw_bit_is_read_every_ten_microseconds(pico: Machine) -> None:
    repl(pico, "board.random_bytes(1)")
    times: list[float] = []
    good = pico.entropy.source

    def noted() -> int:
        times.append(pico.now_us)
        return good()

    pico.entropy.source = noted
    repl(pico, f"entropy.read(0x4006001c, bytearray(2), 0, {health_limits.PAUSE})")
    pico.entropy.source = good
    assert len(times) == 16
    assert (times[-1] - times[0]) / 15 == pytest.approx(10, abs=1)


@pytest.mark.parametrize(("drift", "pauses"), [(0.2, {64}), (0.01, {288, 1296, 5832})])
def test_an_oscillator_that_drifts_slowly_is_read_more_slowly_until_its_bits_pass(
    pico: Machine, drift: float, pauses: set[int]
) -> None:
    good = pico.entropy.source
    pico.entropy.source = ring_oscillator(6.5e6, drift, lambda: pico.now_us)
    repl(pico, "pool = Entropy(entropy, 0x4006001c, os.urandom, time.ticks_us)")
    assert int(repl(pico, "len(set(pool.draw(32)))")) > 20
    assert int(repl(pico, "pool.pause")) in pauses
    pico.entropy.source = ring_oscillator(6.5e6, 0, lambda: pico.now_us)
    repl(pico, "pool = Entropy(entropy, 0x4006001c, os.urandom, time.ticks_us)")
    assert "OSError: [Errno 19] ENODEV" in repl(pico, "pool.draw(32)")
    pico.entropy.source = good


def test_gathering_a_window_of_raw_bits_allocates_no_memory_before_its_last_step(pico: Machine) -> None:
    steps = 104
    assert repl(pico, f"steps_with_the_heap_locked({steps})") == str(steps - 2)
