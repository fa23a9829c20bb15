"""The order of play and whole games of Phase 10, compared with a score pad that follows the rule sheet."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import phase_brute_force as brute
from host_tests import random_play
from host_tests.effort import scaled
from host_tests.phase_dice_fixture import COLOR, in_phases, numbers_of, shown
from host_tests.random_play import Lcg
from sixpip.rules.core import actions, replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.record import from_record
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import PhaseTenGame, StartOrder

seeds = st.integers(0, 2**31 - 1)
phase_lists = st.lists(st.integers(1, 10), min_size=1, max_size=6)  # the phase that each player is in


class Pad:
    """A score pad that follows PH-08 to PH-13 of the rule sheet and uses nothing of the engine."""

    def __init__(self, order: list[int], phases: list[int]) -> None:
        self.order = order
        self.phase = dict(enumerate(phases))
        self.total = dict.fromkeys(order, 0)
        self.missed: dict[int, list[int]] = {player: [] for player in order}
        self.turns = dict.fromkeys(order, 0)
        self.follow: set[int] = set()
        self.closing: list[int] | None = None
        self.player = order[0]
        self.over = False

    def stop(self, points: int | None) -> None:
        """Ends the turn of the player with these points; None: without the phase."""
        player, phase = self.player, self.phase[self.player]
        self.turns[player] += 1
        if points is None:
            self.missed[player].append(phase)
        else:
            self.phase[player] += 1
            self.total[player] += points
            if phase == 5 and self.total[player] >= 221:
                self.total[player] += 40
            if phase == 10:
                self._finish(player)
        self._next(made=points is not None)

    def _finish(self, player: int) -> None:
        if self.closing is None:
            place = self.order.index(player)
            behind = self.order[place + 1 :]
            self.closing = behind + self.order[:place]
            self.follow = {other for other in behind if self.phase[other] == 10}
            if len(self.order) > 1 or 10 not in self.missed[player]:
                self.total[player] += 40
        elif player in self.follow:
            self.total[player] += 40

    def _next(self, made: bool) -> None:
        if self.closing is None:
            self.player = self.order[(self.order.index(self.player) + 1) % len(self.order)]
        elif made and self.phase[self.player] <= 10:
            pass
        elif self.closing:
            self.player = self.closing.pop(0)
        else:
            self.over = True
            if len(self.order) == 1:
                self.total[self.player] -= 5 * len(self.missed[self.player])

    def winner(self) -> int:
        """Returns the player with the highest total; then the fewest misses, then the earliest seat."""
        return min(self.order, key=lambda one: (-self.total[one], len(self.missed[one]), self.order.index(one)))

    def check(self, game: Any) -> None:
        """Asserts that the game has the same scores, phases and misses."""
        players = range(game.players)
        assert game.scores == [self.total[player] for player in players]
        assert game.phases == [self.phase[player] for player in players]
        assert game.turns == [self.turns[player] for player in players]
        assert game.misses == [[self.missed[player].count(phase) for phase in range(1, 11)] for player in players]
        assert (game.stage == OVER) == self.over
        if self.over:
            assert (game.winner, game.legal()) == (self.winner(), ())
        else:
            assert (game.player, game.winner) == (self.player, -1)


def worth(game: Any) -> int | None:
    """Returns the points of the dice for the phase of the player, by brute force; None when they do not make it."""
    phase, faces = game.phases[game.player], bytes(game.faces)
    points = brute.best_color(shown(faces)) if phase == COLOR else brute.best(numbers_of(faces), phase)
    return None if points < 0 else points


@pytest.mark.scaled
@pytest.mark.long
@settings(max_examples=scaled(40, 60), deadline=None)
@given(phase_lists, st.sampled_from(["seated", "one-die"]), seeds)
def test_a_game_has_the_scores_of_a_score_pad_written_by_hand(phases: list[int], start: str, seed: int) -> None:
    game, lcg = in_phases(phases, start), Lcg(seed)
    while game.start:
        game.apply((actions.ROLL, None), lcg)
    pad = Pad(game.order, phases)
    for _ in range(1500):
        pad.check(game)
        if not game.legal():
            break
        action = random_play.decide(game, lcg)
        if action[0] == actions.STOP:
            pad.stop(worth(game))
        game.apply(action, lcg)
    assert pad.over


# The order of play


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
    game = PhaseTenGame("phase-10", {}, players)
    expected: list[int] = []
    order = sorted_out(list(range(players)), endless(faces), expected)
    assert thrown_out(game, endless(faces)) == expected
    assert (game.order, game.first) == (order, order[0])
    assert (game.player, game.start, game.turns) == (order[0], None, [0] * players)


def test_with_one_player_or_seated_there_is_no_throw_for_the_start() -> None:
    assert PhaseTenGame("phase-10").start is None
    for players in range(1, 7):
        game = PhaseTenGame("phase-10", {"start": "seated"}, players)
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
