"""The order of play in Phase 10 against a separate implementation in three lines (PH-02)."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests.effort import scaled
from sixpip.rules import actions
from sixpip.rules.menus import replay
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import Game, StartOrder
from sixpip.rules.setup.record import from_record

High = st.integers(0, 5)


def sorted_out(seats: list[int], numbers: Iterator[int], threw: list[int]) -> list[int]:
    """The order of play: the highest first, tied players throw again; `threw` lists the players who threw."""
    groups = [seats]
    while any(len(group) > 1 for group in groups):
        thrown = {}
        for seat in sorted(seat for group in groups if len(group) > 1 for seat in group):
            threw.append(seat)
            thrown[seat] = next(numbers)
        groups = [
            [seat for seat in group if thrown.get(seat) == number]
            for group in groups
            for number in sorted({thrown.get(seat) for seat in group}, key=lambda number: -(number or 0))
        ]
    return [seat for group in groups for seat in group]


def thrown_out(game: Any, numbers: Iterator[int]) -> list[int]:
    threw = []
    while game.start:
        threw.append(game.player)
        assert game.legal() == (actions.ROLL,)
        assert game.throws() == 1 << game.player % dice.HIGH
        game.apply((actions.ROLL, None), replay.Script([next(numbers) - 5]))
        assert from_record(game.record()).record() == game.record()
    return threw


def endless(faces: list[int]) -> Iterator[int]:
    """Numbers of high dice: those given, then 5 6 7 8 9 10 again and again, which break every tie."""
    yield from (face + 5 for face in faces)
    while True:
        yield from range(5, 11)


@pytest.mark.scaled
@settings(max_examples=scaled(150, 300), deadline=None)
@given(st.integers(2, 6), st.lists(st.one_of(High, st.sampled_from([2, 3])), max_size=24))
def test_the_order_goes_from_the_highest_to_the_lowest_and_the_tied_throw_again(players: int, faces: list[int]) -> None:
    game = Game("phase-10", {}, players)
    expected: list[int] = []
    order = sorted_out(list(range(players)), endless(faces), expected)
    assert thrown_out(game, endless(faces)) == expected
    assert (game.order, game.first) == (order, order[0])
    assert (game.player, game.start, game.turns) == (order[0], None, [0] * players)


def test_with_one_player_or_seated_there_is_no_throw_for_the_start() -> None:
    assert Game("phase-10").start is None
    for players in range(1, 7):
        game = Game("phase-10", {"start": "seated"}, players)
        assert (game.start, game.player, game.order) == (None, 0, list(range(players)))


def test_players_are_tied_until_their_throws_differ() -> None:
    order = StartOrder(3)
    assert [order.tied(player) for player in range(3)] == [True, True, True]
    for number in (8, 8, 5):
        order.throw(order.thrower(), number)
    assert [order.tied(player) for player in range(3)] == [True, True, False]
    assert (order.ranks, order.thrown) == ([0, 0, 2], [-1, -1, 5])
    order.throw(0, 6)
    assert order.thrower() == 1
    order.throw(1, 7)
    assert (order.thrower(), order.seats()) == (-1, [1, 0, 2])
