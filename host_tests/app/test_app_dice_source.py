"""The dice are fair by construction, and a dead source throws none."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixpip.app.dice_source import DeadSource, DiceSource


class Source:
    """A source of scripted bytes that counts how many it has returned."""

    def __init__(self, data: bytes) -> None:
        """`data`: the bytes, repeated from the start when they are used up."""
        self.data = data
        self.given = 0

    def __call__(self, count: int) -> bytes:
        """Returns the next `count` bytes."""
        self.given += count
        return bytes(self.data[at % len(self.data)] for at in range(self.given - count, self.given))


def test_every_face_comes_from_the_same_number_of_bytes() -> None:
    faces = [0] * 6
    for byte in range(256):
        source = Source(bytes((byte, 0)))
        face = DiceSource(source).throw(1)[0]
        if source.given == 1:  # not rejected
            faces[face] += 1
    assert faces == [256 // 6] * 6


@given(st.integers(1, 10), st.integers(0))
def test_a_throw_has_as_many_faces_as_dice(dice: int, seed: int) -> None:
    thrown = DiceSource(Random(seed).randbytes).throw(dice)
    assert len(thrown) == dice
    assert max(thrown) < 6


def test_every_throw_of_four_dice_is_possible_and_follows_from_the_random_bytes_alone() -> None:
    throws = set()
    for data in product(range(6), repeat=4):
        source = bytes((250, 255, *data))
        thrown = DiceSource(Source(source)).throw(5)
        dice = DiceSource(Source(source))
        assert dice.throw(1) + dice.throw(3) + dice.throw(1) == thrown  # by any player, any number at a time
        throws.add(bytes(thrown[1:]))
    assert len(throws) == 6**4


@pytest.mark.parametrize("byte", [0, 255])
def test_a_source_of_equal_bytes_throws_no_dice(byte: int) -> None:
    with pytest.raises(DeadSource, match="would not be fair"):
        DiceSource(Source(bytes((byte,)))).throw(6)


@pytest.mark.parametrize("byte", [0, 1, 9])
def test_twelve_equal_single_dice_are_thrown_and_the_thirteenth_is_refused(byte: int) -> None:
    dice = DiceSource(Source(bytes((byte,) * 12 + (4,) + (byte,) * 13)))
    assert [dice.throw(1)[0] for _ in range(25)] == [byte % 6] * 12 + [4] + [byte % 6] * 12
    with pytest.raises(DeadSource):
        dice.throw(1)


def test_the_last_die_of_a_throw_counts_as_one_of_the_equal_ones_after_it() -> None:
    dice = DiceSource(Source(bytes((1,) + (9,) * 20)))
    assert list(dice.throw(2)) == [1, 3]
    assert [dice.throw(1)[0] for _ in range(11)] == [3] * 11
    with pytest.raises(DeadSource):
        dice.throw(1)


@pytest.mark.parametrize("dice", [2, 6])
def test_equal_dice_are_thrown_unless_the_next_sixteen_bytes_are_equal_too(dice: int) -> None:
    equal = bytes((3,) * dice)
    assert list(DiceSource(Source(equal + bytes((5,) * 15 + (6,)))).throw(dice)) == [3] * dice
    with pytest.raises(DeadSource):
        DiceSource(Source(equal + bytes((5,) * 16 + (6,)))).throw(dice)


def broken(count: int) -> bytes:
    raise OSError(19)


def test_a_source_that_raises_or_returns_too_few_bytes_throws_no_dice() -> None:
    for source in (broken, lambda count: b"\x01"):
        with pytest.raises(DeadSource, match="No roll: the dice would not be fair now. Switch off and on."):
            DiceSource(source).throw(6)


def test_a_source_that_fails_in_the_second_draw_of_a_throw_throws_no_dice() -> None:
    for second in (broken, lambda count: b""):
        draws = [lambda count: bytes((7,) * count), second]
        with pytest.raises(DeadSource):
            DiceSource(lambda count, draws=draws: draws.pop(0)(count)).throw(6)  # type: ignore[misc]
