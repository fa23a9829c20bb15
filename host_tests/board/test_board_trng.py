"""The random number generator of the RP2350 next to the ring oscillator, with a stand-in for its registers."""

import sys
from array import array
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

import sixpip.board
from host_tests.board_modules import board_module
from sixpip.board import entropy
from sixpip.board.chips import RP2350, TRNG_RP2350
from sixpip.board.entropy import Entropy
from sixpip.board.health_limits import COUNTERS, PAUSE, SLOWEST, WINDOW, WINDOWS
from sixpip.board.trng import TwoSources, read
from tools.board.boards import BOARDS, Board
from tools.play.host import raw_bits
from tools.play.host.bit_sources import BitRegister, RawBit, biased, perfect, periodic, stuck_after

BASE = 0x400F0000
"""RP2350 datasheet 12.12.5: TRNG_BASE. The offsets below are those of its list of registers."""
VALID, DATA, ENABLE, SAMPLE_COUNT, DEBUG = 0x110, range(0x114, 0x12C, 4), 0x12C, 0x130, 0x138
BYPASSED = 0b1110
"""In DEBUG: the autocorrelation test, the continuous test and the von Neumann corrector."""
HELD = 192
PAUSES = [PAUSE, 288, 1296, SLOWEST]


class Generator:
    """The registers of the generator, as the datasheet describes them."""

    def __init__(self, source: RawBit, dead: bool = False) -> None:
        """`source`: its bits, in the order of sampling. `dead`: it never collects any."""
        self.source = source
        self.registers = {ENABLE: 0, SAMPLE_COUNT: 0xFFFF, DEBUG: 0}
        self.blocks = 0
        self.reads = 0
        self._dead = dead
        self._held: list[int] = []

    def _collect(self) -> None:
        """Collects 192 bits when the source is enabled."""
        if self.registers[ENABLE] & 1 and not self._dead:
            self._held = [self.source() for _ in range(HELD)]
            self.blocks += 1

    def __getitem__(self, word: int) -> int:
        self.reads += 1
        offset = TRNG_RP2350 - BASE + 4 * word
        if offset == VALID:
            if not self._held and self.reads % 3 == 0:  # collecting takes time
                self._collect()
            return int(bool(self._held))
        if offset in DATA:
            first = 32 * DATA.index(offset)
            value = sum(bit << place for place, bit in enumerate(self._held[first : first + 32]))
            if offset == DATA[-1]:
                self._held = []
            return value
        return self.registers[offset]

    def __setitem__(self, word: int, value: int) -> None:
        offset = TRNG_RP2350 - BASE + 4 * word
        assert offset in self.registers
        self.registers[offset] = value


LOOPS = SimpleNamespace(**{**vars(raw_bits), "read": read})


def pool_of(registers: object, loops: object = LOOPS) -> Entropy:
    return Entropy(loops, registers, bytes, lambda: 0)


def two_sources(oscillator: RawBit, generator: RawBit) -> tuple[TwoSources, BitRegister, Generator]:
    """Returns sources with these bits, and the registers that they read."""
    register, registers = BitRegister(oscillator), Generator(generator)
    return TwoSources(pool_of(register, raw_bits), pool_of(registers)), register, registers


def gather_all(sources: TwoSources | Entropy) -> None:
    """Gathers as the console does while it waits."""
    while sources.gather():
        pass


def test_sixteen_bits_are_those_that_the_generator_sampled_first() -> None:
    bits = [number * number % 7 & 1 for number in range(3 * HELD)]
    registers, window = Generator(iter(bits).__next__), bytearray(8)
    for at in (1, 3, 5):
        read(registers, window, at, PAUSE)
    expected = [bits[HELD * block : HELD * block + 16] for block in range(3)]
    assert [[byte >> place & 1 for byte in window[at : at + 2] for place in range(8)] for at in (1, 3, 5)] == expected
    assert (window[0], window[7]) == (0, 0)


def test_bits_are_read_when_they_are_collected_neither_before_nor_much_later() -> None:
    registers, window = Generator(lambda: 1), bytearray(2)
    registers.reads = 1
    read(registers, window, 0, PAUSE)
    assert window == b"\xff\xff" and registers.reads < 12


@pytest.mark.parametrize("pause", [0, *PAUSES])
def test_the_generator_gives_raw_bits_at_the_pace_that_is_asked_for_and_no_faster_than_it_may(pause: int) -> None:
    registers = Generator(perfect())
    read(registers, bytearray(2), 0, pause)
    assert registers.registers == {ENABLE: 1, SAMPLE_COUNT: pause + 17, DEBUG: BYPASSED}


def test_bits_of_another_pace_are_discarded() -> None:
    registers, window = Generator(perfect()), bytearray(2)
    read(registers, window, 0, PAUSE)
    while not registers[(VALID - (TRNG_RP2350 - BASE)) // 4]:
        pass
    registers.source = lambda: 1
    read(registers, window, 0, SLOWEST)
    assert window == b"\xff\xff"


@pytest.mark.parametrize("pause", [0, PAUSE])
def test_a_generator_that_collects_nothing_gives_zeros_after_the_time_that_three_blocks_take(pause: int) -> None:
    registers, window = Generator(perfect(), dead=True), bytearray(b"\xff\xff")
    read(registers, window, 0, pause)
    assert window == b"\0\0"
    assert registers.reads < 64 * (pause + 17) + 10


def test_the_bytes_are_those_of_both_sources_combined_by_exclusive_or() -> None:
    sources, _, _ = two_sources(perfect(1), perfect(2))
    one, other = pool_of(BitRegister(perfect(1)), raw_bits), pool_of(Generator(perfect(2)))
    for count in (6, 40, 1):
        pairs = zip(one.draw(count), other.draw(count), strict=True)
        assert sources.draw(count) == bytes(left ^ right for left, right in pairs)


def test_waiting_gathers_the_bits_of_both_sources_so_that_a_throw_reads_only_the_probes() -> None:
    sources, register, registers = two_sources(perfect(1), perfect(2))
    gather_all(sources)
    assert register.reads == WINDOWS * WINDOW and registers.blocks >= WINDOWS * WINDOW // 16
    blocks = registers.blocks
    sources.draw(6)
    assert register.reads == WINDOWS * WINDOW + 16 and registers.blocks <= blocks + 2


FAILING = [
    pytest.param(biased(0.9), id="90 percent"),
    pytest.param(periodic(3), id="period 3"),
    pytest.param(stuck_after(0), id="stuck at 0"),
    pytest.param(stuck_after(20_000, 1), id="stuck at 1 in play"),
]


@pytest.mark.parametrize("source", FAILING)
def test_a_generator_that_fails_the_health_tests_at_every_pace_is_not_used_any_more(source: RawBit) -> None:
    sources, _, registers = two_sources(perfect(1), source)
    alone = pool_of(BitRegister(perfect(1)), raw_bits)
    for _ in range(12):
        drawn, expected = sources.draw(32), alone.draw(32)
    assert drawn == expected
    assert registers.registers[SAMPLE_COUNT] == SLOWEST + 17
    reads = registers.reads
    gather_all(sources)
    assert len(sources.draw(40)) == 40 and registers.reads == reads


@pytest.mark.parametrize("source", [biased(0.9), stuck_after(0)], ids=["90 percent", "stuck"])
def test_an_oscillator_that_fails_stops_play_though_the_generator_is_good(source: RawBit) -> None:
    sources, register, _ = two_sources(source, perfect(2))
    gather_all(sources)
    with pytest.raises(OSError, match="19"):
        sources.draw(6)
    register.source = perfect(3)
    assert len(sources.draw(6)) == 6


def test_the_self_test_counts_the_bits_of_the_oscillator_alone() -> None:
    sources, _, _ = two_sources(perfect(1), perfect(2))
    counters = array("i", [0] * COUNTERS)
    sources.count(counters)
    gather_all(sources)
    alone, expected = pool_of(BitRegister(perfect(1)), raw_bits), array("i", [0] * COUNTERS)
    alone.count(expected)
    gather_all(alone)
    assert counters[0] == WINDOWS and counters == expected


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
@pytest.mark.forked
def test_a_board_imports_the_generator_only_if_its_chip_has_one(board: Board) -> None:
    del sys.modules["sixpip.board.trng"]
    delattr(sixpip.board, "trng")
    console = board_module("pico", board).PicoBoard()
    assert ("sixpip.board.trng" in sys.modules) is (board.chip == RP2350)
    sources = {type(method.__self__).__name__ for method in (console.random_bytes, console.gather_entropy)}
    assert sources == {"TwoSources" if board.chip == RP2350 else "Entropy"}


@pytest.mark.forked
def test_the_generator_has_loops_register_and_tests_of_its_own() -> None:
    trng = board_module("trng")
    trng.Entropy = MagicMock()
    trng.add_generator(pool_of(BitRegister(perfect(1)), raw_bits))
    loops, register, _, _ = trng.Entropy.call_args.args
    assert loops.read is trng.read
    for loop in ("scan", "count_equal", "most_equal"):
        assert getattr(loops, loop) is getattr(entropy, loop)
    assert register == BASE + 0x100
