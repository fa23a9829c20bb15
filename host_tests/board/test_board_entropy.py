"""From raw bits to random bytes: what the health tests find, and that neither source alone spoils the bytes."""

import hashlib
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sixpip.app.dice_source import DeadSource, DiceSource
from sixpip.board import entropy, health_limits
from sixpip.board.entropy import Entropy
from sixpip.board.health_limits import LAG, POSITION, PROPORTION, REPEAT, REPETITION, SAMPLES, WINDOW, WINDOWS
from tools.play.host import raw_bits
from tools.play.host.bit_sources import BitRegister, RawBit, biased, perfect, periodic, stuck_after

BLOCK = 32
ALL_TESTS = REPETITION | PROPORTION | LAG | POSITION | REPEAT


def zeros(count: int) -> bytes:
    return bytes(count)


def made_of(
    source: RawBit, urandom: Callable[[int], bytes] = zeros, clock: Callable[[], int] = lambda: 0
) -> tuple[Entropy, BitRegister]:
    """Returns the firmware's entropy with these sources, and the register that it reads."""
    register = BitRegister(source)
    return Entropy(raw_bits, register, urandom, clock), register


def gather_all(pool: Entropy) -> None:
    """Gathers as the console does while it waits."""
    while pool.gather():
        pass


# What the loops count


@given(
    st.one_of(st.binary(min_size=128, max_size=128), st.binary(min_size=1, max_size=4).map(lambda part: part * 128)),
    st.integers(1, 64),
)
@example(bytes([0x55]) * 128, 1)
@example(bytes([0x55]) * 60 + bytes(range(68)), 3)
@example(bytes(128), 64)
def test_equal_pairs_are_counted_bit_by_bit_and_a_position_that_is_always_equal_or_unequal_is_found(
    pattern: bytes, lag: int
) -> None:
    window = pattern[:128]
    bits = [byte >> place & 1 for byte in window for place in range(8)]
    equal = [bits[at] == bits[at + lag] for at in range(health_limits.PAIRS)]
    fixed = any(len(set(equal[place::16])) == 1 for place in range(16))
    expected = sum(equal) + health_limits.FIXED * fixed
    assert raw_bits.count_equal(bytearray(window), lag) == expected
    assert entropy.count_equal(array("H", window), lag) == expected


@given(
    st.binary(min_size=128, max_size=128),
    st.lists(st.tuples(st.integers(0, 895), st.integers(0, 20)), max_size=3),
    st.sampled_from([0, 4]),
    st.randoms(use_true_random=False),
)
@example(bytes(range(128)), [(300, 20), (600, 9)], 4, Random(1))
@example(bytes(range(128)), [(300, 9), (600, 0)], 4, Random(1))
def test_a_sample_is_compared_at_each_place_where_its_first_16_bits_come_again(
    pattern: bytes, copies: list[tuple[int, int]], first: int, chance: Random
) -> None:
    sample = pattern[:16]
    bits = [byte >> place & 1 for byte in pattern for place in range(8)]
    wanted = bits[:128]
    for place, wrong in copies:
        bits[place : place + 128] = wanted
        for at in chance.sample(range(16, 128), wrong):
            bits[place + at] ^= 1
    window = bytes(sum(bits[8 * at + place] << place for place in range(8)) for at in range(128))
    equal = [
        sum(one == other for one, other in zip(bits[place : place + 128], wanted))
        for place in range(16 * first, 896)
        if bits[place : place + 16] == wanted[:16]
    ]
    for enough in (115, 129):
        found = next((one for one in equal if one >= enough), max(equal, default=0))
        assert raw_bits.most_equal(bytearray(window), bytearray(sample), first, enough) == found
        assert entropy.most_equal(array("H", window), array("H", sample), first, enough) == found


COMPARE = """
import raw_bits
for window, sample, first, enough in %r:
    print(raw_bits.most_equal(bytearray(window), bytearray(sample), first, enough))
"""


def test_the_loops_of_the_page_compare_samples_under_micropython_as_here(micropython: Callable[..., str]) -> None:
    chance = Random(8)
    windows = [chance.randbytes(128) for _ in range(20)]
    samples = [window[place : place + 16] for place, window in enumerate(windows)]
    calls = [(window, sample, 4, 115) for window in windows[:10] for sample in samples] + [
        (windows[0], samples[0], 0, 129)
    ]
    here = [raw_bits.most_equal(bytearray(window), bytearray(sample), *rest) for window, sample, *rest in calls]
    files = {"raw_bits.py": Path(raw_bits.__file__).read_bytes()}
    assert [int(line) for line in micropython(COMPARE % (calls,), files).splitlines()] == here
    assert max(here) == 128 and 0 < sum(found > 0 for found in here) < len(here)


@given(st.lists(st.sampled_from([b"\x00" * 16, b"\xff" * 16, b"\xf0" * 16, bytes(range(16))]), min_size=1, max_size=4))
def test_ones_and_the_longest_run_are_counted_across_calls(parts: list[bytes]) -> None:
    run = bytearray(3)
    ones = sum(raw_bits.scan(bytearray(part), run, 0) for part in parts)
    bits = "".join(str(byte >> place & 1) for byte in b"".join(parts) for place in range(8))
    longest = max(len(piece) for piece in bits.replace("01", "0 1").replace("10", "1 0").split())
    assert ones == bits.count("1") and run[2] == min(longest, 255) and run[0] == int(bits[-1])


@pytest.mark.parametrize("loops", [raw_bits, entropy])
def test_raw_bits_are_read_in_order_into_two_bytes(loops: Any) -> None:
    window = bytearray(4)
    loops.read(BitRegister(iter([1, 0, 1, 1, 0, 0, 0, 0] + [0, 1] * 4).__next__), window, 1, 0)
    assert window == bytes((0, 0b00001101, 0b10101010, 0))


# What the tests find


@pytest.mark.parametrize(
    ("source", "test"),
    [
        pytest.param(biased(0.9), PROPORTION, id="90 percent"),
        pytest.param(biased(0.1), PROPORTION, id="10 percent"),
        pytest.param(stuck_after(0, 0), REPETITION, id="stuck at 0"),
        pytest.param(stuck_after(0, 1), REPETITION, id="stuck at 1"),
        *[pytest.param(periodic(period), LAG, id=f"period {period}") for period in (2, 3, 31, 63, 64)],
        *[pytest.param(periodic(period), REPEAT, id=f"period {period}") for period in (65, 66, 120, 895)],
    ],
)
def test_a_failing_source_is_found_at_power_on_and_no_byte_is_drawn(source: RawBit, test: int) -> None:
    pool, register = made_of(source, Random(1).randbytes)
    with pytest.raises(OSError, match="19"):
        pool.draw(6)
    assert pool.failed & test and not pool.failed & ~ALL_TESTS
    assert register.reads <= 2 * WINDOWS * WINDOW
    with pytest.raises(DeadSource):
        DiceSource(pool.draw).throw(6)


@pytest.mark.parametrize("place", [0, 7, 15])
@pytest.mark.parametrize("fault", ["stuck at 1", "as the bit before", "unlike the bit before"])
def test_one_bit_of_sixteen_that_does_not_change_by_itself_is_found(place: int, fault: str) -> None:
    good, bits = perfect(place + 1), [0]

    def source() -> int:
        bits.append(good())
        if len(bits) % 16 == place:
            bits[-1] = {"stuck at 1": 1, "as the bit before": bits[-2], "unlike the bit before": 1 - bits[-2]}[fault]
        return bits[-1]

    pool, register = made_of(source)
    gather_all(pool)
    assert pool.failed == POSITION and register.reads == 4 * WINDOW


@pytest.mark.long
@pytest.mark.parametrize("period", [1000, 131_072])
def test_a_source_that_begins_to_repeat_a_long_pattern_in_play_is_found(period: int) -> None:
    pool, register = made_of(perfect())
    while register.reads < 200_000:
        pool.draw(BLOCK)
    start = register.reads
    register.source = periodic(period)
    with pytest.raises(OSError, match="19"):
        while register.reads - start < 3 * SAMPLES * WINDOW:
            pool.draw(BLOCK)
    assert pool.failed == REPEAT


def nearly(lag: int, opposite: int = 0) -> RawBit:
    """A bit is that of `lag` places earlier, or its opposite, with 97 %, else a good one: 0.02 bits of entropy."""
    chance, bits = Random(lag), good_bits(lag)

    def source() -> int:
        bits.append(chance.getrandbits(1) if chance.random() < 0.03 else bits[-lag] ^ opposite)
        return bits[-1]

    return source


@pytest.mark.parametrize(
    ("lag", "opposite"),
    [
        *[(lag, 0) for lag in (65, 66, 97, 500, 895)],
        *[pytest.param(lag, 0, marks=pytest.mark.long) for lag in (896, 1000, 1023, 1024, 1450, 3001)],
        *[pytest.param(lag, 1, marks=pytest.mark.long) for lag in (65, 500, 1000, 1450, 3001)],
    ],
)
def test_bits_that_nearly_always_repeat_those_of_any_distance_stop_play_within_600_000(lag: int, opposite: int) -> None:
    pool, register = made_of(nearly(lag, opposite))
    with pytest.raises(OSError, match="19"):
        while register.reads < 600_000:
            pool.draw(BLOCK)
    assert pool.failed == REPEAT


@pytest.mark.parametrize(("sample_at", "place"), [(0, 200), (0, 895), (512, 1024), (512, 1024 + 895)])
@pytest.mark.parametrize(("unequal", "windows"), [(13, WINDOWS + 1), (14, WINDOWS)])
def test_a_window_in_which_115_of_128_bits_come_again_is_discarded_and_with_114_it_passes(
    sample_at: int, place: int, unequal: int, windows: int
) -> None:
    bits = good_bits(2 * WINDOW)
    bits[place : place + 128] = bits[sample_at : sample_at + 128]
    for at in range(128 - unequal, 128):
        bits[place + at] ^= 1
    assert windows_read(*bits) == windows + (place >= WINDOW and windows > WINDOWS)


@pytest.mark.parametrize("bad", [biased(0.9), periodic(48), stuck_after(0)], ids=["90 percent", "period 48", "stuck"])
def test_a_source_that_fails_while_the_console_runs_is_found_and_all_that_was_gathered_is_discarded(
    bad: RawBit,
) -> None:
    pool, register = made_of(perfect())
    pool.draw(10)
    for _ in range(200):
        pool.gather()  # nearly two windows
    register.source = bad
    gather_all(pool)
    assert pool.failed and not pool.gather()
    reads = register.reads
    with pytest.raises(OSError, match="19"):
        pool.draw(1)  # not from the 22 bytes that are left of the block before
    register.source = perfect(2)
    assert len(pool.draw(6)) == 6
    assert register.reads >= reads + WINDOWS * WINDOW  # a test as at power-on


@pytest.mark.parametrize("drawn", [0, 1])
def test_an_alarm_while_the_console_waits_stops_the_next_throw_though_the_bits_are_good_again(drawn: int) -> None:
    pool, register = made_of(perfect())
    for _ in range(drawn):
        pool.draw(1)
    register.source = biased(0.9)
    gather_all(pool)
    register.source = perfect(2)
    with pytest.raises(OSError, match="19"):
        pool.draw(6)
    assert pool.failed & PROPORTION and not pool.gather()
    assert len(pool.draw(6)) == 6 and not pool.failed


def test_each_alarm_stops_one_throw_and_the_next_alarm_another_one() -> None:
    pool, register = made_of(perfect())
    for _ in range(3):
        register.source = biased(0.9)
        gather_all(pool)
        assert pool.failed
        register.source = perfect(2)
        with pytest.raises(OSError, match="19"):
            pool.draw(1)
        assert len(pool.draw(1)) == 1


def test_each_window_is_compared_with_one_of_each_distance_up_to_128_windows() -> None:
    windows = [0]
    distances = set()

    def read(_register: Any, buffer: bytearray, at: int, _pause: int) -> object:
        windows[0] += at == 0
        buffer[at], buffer[at + 1] = windows[0] & 0xFF, windows[0] >> 8 ^ 0x5A
        return None

    def most_equal(window: bytearray, sample: bytearray, first: int, _enough: int) -> int:
        numbers = [pair[0] | (pair[1] ^ 0x5A) << 8 for pair in (window[64:66], sample[:2])]
        if window is not sample and not first:
            distances.add(numbers[0] - numbers[1])
        return 0

    loops = SimpleNamespace(
        read=read, most_equal=most_equal, scan=lambda *_: WINDOW // 16, count_equal=lambda *_: health_limits.PAIRS // 2
    )
    pool = Entropy(loops, None, zeros, lambda: 0)
    while windows[0] < 3 * SAMPLES:
        pool.draw(BLOCK)
    assert set(range(1, 129)) <= distances


def noting(pauses: list[int]) -> SimpleNamespace:
    """Returns the loops of the firmware; every reading appends its pause to `pauses`."""

    def read(register: "raw_bits.Register", window: bytearray, at: int, pause: int) -> object:
        pauses.append(pause)
        return raw_bits.read(register, window, at, pause)

    return SimpleNamespace(**{**vars(raw_bits), "read": read})


def test_after_a_window_that_fails_bits_are_read_more_slowly_and_after_the_slowest_play_stops() -> None:
    good, bad = perfect(), periodic(3)
    bits: list[int] = []
    pauses: list[int] = []
    loops = noting(pauses)

    def source() -> int:
        bits.append(0)
        return bad() if len(bits) <= bad_bits else good()

    for failing, paces in ((1, [64, 288]), (2, [64, 288, 1296]), (3, [64, 288, 1296, 5832])):
        bits.clear()
        pauses.clear()
        bad_bits = failing * WINDOW
        pool = Entropy(loops, BitRegister(source), zeros, lambda: 0)
        gather_all(pool)
        assert not pool.failed and sorted(set(pauses)) == paces
        assert len(bits) == (failing + WINDOWS) * WINDOW
    bits.clear()
    bad_bits = 4 * WINDOW
    pool = Entropy(loops, BitRegister(source), zeros, lambda: 0)
    gather_all(pool)
    assert pool.failed & LAG and len(bits) == bad_bits
    assert (pauses[-1], health_limits.PAUSE, health_limits.SLOWEST) == (5832, 64, 5832)


# Where the limits of the tests are (SP 800-90B 4.4 for 0.8 bits of entropy a bit; firmware/RANDOMNESS.md)


def windows_read(*bits: int) -> int:
    """How many windows the console reads from power-on until it can throw, when the source begins with these bits."""
    pool, register = made_of(followed_by_good(list(bits)))
    gather_all(pool)
    assert not pool.failed and register.reads % WINDOW == 0
    return int(register.reads // WINDOW)


def followed_by_good(bits: list[int]) -> RawBit:
    """These bits, then perfect ones."""
    left, good = iter(bits), perfect(77)

    def source() -> int:
        bit = next(left, None)
        return good() if bit is None else bit

    return source


def good_bits(count: int, seed: int = 5) -> list[int]:
    good = perfect(seed)
    return [good() for _ in range(count)]


def with_run(at: int, length: int, bit: int = 1, count: int = WINDOW, seed: int = 5) -> list[int]:
    """Good bits with a run of equal bits."""
    bits = good_bits(count, seed)
    bits[at : at + length] = [bit] * length
    for end in {at - 1, at + length} & set(range(count)):
        bits[end] = 1 - bit
    return bits


@pytest.mark.parametrize("bit", [0, 1])
@pytest.mark.parametrize("at", [0, 300, WINDOW - 49])
def test_a_window_with_48_equal_bits_in_a_row_passes_and_with_49_it_is_discarded(at: int, bit: int) -> None:
    assert windows_read(*with_run(at, 48, bit)) == WINDOWS
    assert windows_read(*with_run(at, 49, bit)) == 1 + WINDOWS


def test_a_run_of_equal_bits_is_counted_across_two_windows_but_not_across_a_discarded_one() -> None:
    assert windows_read(*with_run(WINDOW - 24, 48, count=2 * WINDOW)) == WINDOWS
    assert windows_read(*with_run(WINDOW - 24, 49, count=2 * WINDOW)) == 2 + WINDOWS
    discarded = with_run(300, 49)[: WINDOW - 31] + [1] + [0] * 30
    assert windows_read(*discarded, *with_run(0, 30, 0, seed=6)) == 1 + WINDOWS


@pytest.mark.parametrize("first", [0, 1])
def test_a_window_with_673_bits_like_its_first_one_passes_and_with_674_it_is_discarded(first: int) -> None:
    for count, windows in ((673, WINDOWS), (674, 1 + WINDOWS)):
        bits = [first] * (count - 1) + [1 - first] * (WINDOW - count - 8)
        Random(3).shuffle(bits)
        assert windows_read(first, *[1 - first] * 8, *bits) == windows


@pytest.mark.parametrize("lag", [1, 2, 7, 64])
@pytest.mark.parametrize("equal", [True, False])
def test_a_window_with_734_pairs_alike_at_a_distance_passes_and_with_735_it_is_discarded(lag: int, equal: bool) -> None:
    for count, windows in ((734, WINDOWS), (735, 1 + WINDOWS)):
        alike = [equal] * count + [not equal] * (health_limits.PAIRS - count)
        Random(2).shuffle(alike)
        bits = good_bits(WINDOW)
        for at, is_equal in enumerate(alike):
            bits[at + lag] = bits[at] if is_equal else 1 - bits[at]
        assert windows_read(*bits) == windows


SCANNED = 64 + 8
"""Steps after which a window is read and its runs are known, but it is not tested yet."""


def test_a_count_that_begins_within_a_window_does_not_include_the_run_in_it() -> None:
    pool, register = made_of(followed_by_good(with_run(100, 49)))
    for _ in range(SCANNED):
        pool.gather()
    pool.count(array("i", [0] * health_limits.COUNTERS))
    gather_all(pool)
    assert register.reads == WINDOW + WINDOWS * WINDOW


def test_a_stopped_oscillator_discards_the_run_in_the_window_that_was_begun() -> None:
    pool, register = made_of(followed_by_good([*with_run(100, 49), *[1] * 80]))
    for _ in range(SCANNED):
        pool.gather()
    assert len(pool.draw(1)) == 1
    assert register.reads == WINDOW + 80 + WINDOWS * WINDOW


@pytest.mark.parametrize("value", [0, 1])
def test_an_oscillator_that_has_stopped_is_found_after_five_probes_of_16_bits(value: int) -> None:
    pool, register = made_of(perfect())
    gather_all(pool)
    register.source = followed_by_good([value] * 80)
    before = register.reads
    assert len(pool.draw(6)) == 6
    assert register.reads - before == 80 + WINDOWS * WINDOW  # everything was discarded


def test_the_first_probe_takes_no_pause_and_those_after_equal_bits_do() -> None:
    pauses: list[int] = []
    register = BitRegister(perfect())
    pool = Entropy(noting(pauses), register, zeros, lambda: 0)
    gather_all(pool)
    pauses.clear()
    pool.draw(1)
    assert pauses == [0]
    pauses.clear()
    register.source = followed_by_good([0] * 32)
    pool.draw(1)
    assert pauses == [0, health_limits.PAUSE, health_limits.PAUSE]


@pytest.mark.parametrize("probe", [[0] * 8 + [1] * 4 + [0] * 4, [0, 0, 0, 0, 1, 1, 1, 1] * 2, [1] * 8 + [0] * 8])
def test_bits_that_differ_in_the_first_probe_are_enough_for_a_throw(probe: list[int]) -> None:
    pool, register = made_of(perfect())
    gather_all(pool)
    register.source = followed_by_good([*probe, *[0] * 64])
    before = register.reads
    assert len(pool.draw(6)) == 6 and register.reads - before == 16


@pytest.mark.long
@pytest.mark.parametrize("share", [0.45, 0.5, 0.6])
def test_a_source_with_enough_entropy_raises_no_alarm(share: float) -> None:
    pool, _ = made_of(biased(share))
    counters = array("i", [0] * health_limits.COUNTERS)
    pool.count(counters)
    for _ in range(50):
        pool.draw(BLOCK)
    assert counters[0] == 50 * WINDOWS and counters[66] == 0
    assert counters[65] / (counters[0] * WINDOW) == pytest.approx(share, abs=0.01)


def test_the_self_test_counts_the_windows_that_failed_at_the_slowest_pace_only() -> None:
    pool, _ = made_of(periodic(2))
    counters = array("i", [0] * health_limits.COUNTERS)
    pool.count(counters)
    gather_all(pool)
    assert pool.failed and (counters[0], counters[65], counters[66]) == (4, 4 * WINDOW // 2, 1)
    assert list(counters[1:65]) == [0, 4 * health_limits.PAIRS] * 32
    pool.count(None)
    with pytest.raises(OSError, match="19"):
        pool.draw(1)
    gather_all(pool)
    assert counters[0] == 4


@pytest.mark.parametrize("steps", [0, 10, 70, 90, 103, 104, 105, 106])
def test_only_whole_windows_are_counted_whenever_the_count_begins(steps: int) -> None:
    pool, _ = made_of(perfect())
    for _ in range(steps):
        pool.gather()
    counters = array("i", [0] * health_limits.COUNTERS)
    pool.count(counters)
    gather_all(pool)
    assert counters[0] == WINDOWS
    assert 0.4 < min(counters[1:65]) / (WINDOWS * health_limits.PAIRS)
    assert max(counters[1:65]) / (WINDOWS * health_limits.PAIRS) < 0.6


def test_no_window_is_used_before_it_is_tested() -> None:
    for bad_from in range(0, WINDOW * WINDOWS, WINDOW // 2):
        pool, _ = made_of(stuck_after(bad_from))
        with pytest.raises(OSError, match="19"):
            for _ in range(3):
                pool.draw(BLOCK)


# What the bytes are made of


def test_a_block_is_the_hash_of_four_windows_with_bytes_of_the_system_and_the_time_of_the_press() -> None:
    reference = perfect(9)
    pool, register = made_of(perfect(9), lambda count: b"\x07" * count, lambda: 1234)
    gather_all(pool)
    assert register.reads == WINDOWS * WINDOW
    drawn = pool.draw(BLOCK)
    hashed = hashlib.sha256(b"")
    for _ in range(WINDOWS):
        window = bytearray(WINDOW // 8)
        for at in range(WINDOW):
            window[at >> 3] |= reference() << (at & 7)
        hashed.update(window)
        hashed.update(b"\x07" * 8)
    hashed.update((1234).to_bytes(4, "little"))
    assert drawn == hashed.digest()


def test_raw_bits_system_bytes_and_the_time_each_change_all_bytes() -> None:
    def block(seed: int, system: int, time: int) -> bytes:
        return made_of(perfect(seed), lambda count: bytes((system,)) * count, lambda: time)[0].draw(BLOCK)

    one = block(1, 0, 0)
    assert one == block(1, 0, 0)
    for other in (block(2, 0, 0), block(1, 1, 0), block(1, 0, 1)):
        assert sum(a == b for a, b in zip(one, other)) <= 4


def test_bytes_follow_from_one_block_to_the_next_and_none_is_drawn_twice() -> None:
    pool, _ = made_of(perfect())
    drawn = b"".join(pool.draw(count) for count in (1, 6, 20, 10, 40, 3))
    again, _ = made_of(perfect())
    blocks = [drawn[at : at + BLOCK] for at in range(0, len(drawn), BLOCK)]
    assert len(drawn) == 80 and len(set(blocks)) == len(blocks)
    assert again.draw(20) == drawn[:20]


@pytest.mark.long
@pytest.mark.parametrize(
    ("raw", "system"),
    [(perfect(4), zeros), (biased(0.6, 4), zeros), (periodic(1_000_003), Random(1).randbytes)],
    ids=["constant system bytes", "60 percent ones and constant system bytes", "a period that no test finds"],
)
def test_the_bytes_are_uniform_though_one_of_the_two_sources_is_bad(
    raw: RawBit, system: Callable[[int], bytes]
) -> None:
    from scipy import stats

    pool, _ = made_of(raw, system)
    counts = [0] * 256
    for _ in range(160):
        for byte in pool.draw(BLOCK):
            counts[byte] += 1
    assert stats.chisquare(counts).pvalue > 1e-6


def test_a_step_of_gathering_reads_at_most_16_bits() -> None:
    pool, register = made_of(perfect())
    steps = [0]
    while pool.gather():
        steps.append(register.reads)
    assert max(after - before for before, after in zip(steps, steps[1:])) == 16
