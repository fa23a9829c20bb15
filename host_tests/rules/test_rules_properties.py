"""Properties of all games, checked in random play."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.phase_dice_fixture import KINDS
from host_tests.random_play import Lcg
from host_tests.rules.rules_strategies import games, phase_games, seeds
from sixpip.rules.core import actions, replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.actions import ROLLED as STAGE_ROLLED
from sixpip.rules.core.errors import Illegal
from sixpip.rules.core.events import GAME_OVER, ROLLED, Event
from sixpip.rules.core.record import from_record
from sixpip.rules.ten_thousand.game import TenThousandGame


class Shadow:
    """The state of a game as its events alone give it; only the faces of the dice are in no event."""

    def __init__(self, game: TenThousandGame) -> None:
        self.scores = [0] * game.players
        self.opened = [False] * game.players
        self.out = [False] * game.players
        self.turns = [0] * game.players
        self.player, self.winner, self.points, self.faces = 0, -1, 0, bytes(game.dice)
        self.in_turn = game.pending is None
        self.won = False
        self.no_risk = game.options["no_risk"] == "yes"

    def follow(self, events: list[Event], game: TenThousandGame) -> None:
        """Apply the events of one action; the faces of a roll are the game's."""
        if [event.kind for event in events] == [GAME_OVER]:
            self.in_turn = False  # a win that is left to stand: no turn was played
        for event in events:
            if event.kind == ROLLED:
                self.faces = bytes(game.faces)
            getattr(self, "_" + event.kind, lambda _: None)(event)

    def _kept(self, event: Event) -> None:
        assert event.points > 0
        assert event.positions
        self.points += event.points

    def _bonus(self, event: Event) -> None:
        assert event.points > 0
        self.points += event.points

    def _bust(self, event: Event) -> None:
        assert event.player == self.player
        if event.points or not self.no_risk:
            assert event.points == self.points
        if event.number:
            assert event.number == self.points - event.points
        self.points -= event.points  # the next event banks the rest

    def _banked(self, event: Event) -> None:
        assert event.player == self.player
        if event.points:
            assert event.points == self.points
        self.scores[event.player] += event.points
        self.points = 0
        assert event.number == self.scores[event.player]

    def _opened(self, event: Event) -> None:
        assert not self.opened[event.player]
        self.opened[event.player] = True

    def _took(self, event: Event) -> None:
        self.points = event.points

    def _penalty(self, event: Event) -> None:
        self.scores[event.player] += event.points

    def _out(self, event: Event) -> None:
        assert event.player == self.player
        self.out[event.player] = True

    def _won(self, event: Event) -> None:
        self.won = True

    def _turn(self, event: Event) -> None:
        self._close()
        self.in_turn = True
        self.player, self.points = event.player, 0
        assert not self.out[event.player]

    def _over(self, event: Event) -> None:
        self._close()
        self.winner = event.player

    def _close(self) -> None:
        if self.in_turn:
            self.turns[self.player] += 1

    def check(self, game: TenThousandGame) -> None:
        for name in ("scores", "opened", "out", "turns", "winner", "faces"):
            assert getattr(self, name) == getattr(game, name), name
        if game.stage != OVER:
            assert self.points == game.points
        if game.stage != OVER and self.in_turn:
            assert self.player == game.player


def finished_right(game: TenThousandGame, won_outright: bool) -> None:
    """The winner of a finished game has won by its rules."""
    winner = game.winner
    if winner < 0:
        assert all(game.out)
        return
    assert not game.out[winner]
    if won_outright:
        return
    target = int(game.options["target"]) + (game.options["reach"] == "above")
    if game.options["end"] == "exact":
        assert game.scores[winner] == game.options["target"]
    else:
        assert game.scores[winner] >= target
    if game.options["end"] not in ("exact", "sudden"):
        assert game.scores[winner] == max(game.scores)


@settings(max_examples=80, deadline=None)
@given(games, seeds)
def test_the_events_of_a_game_lead_to_its_state(game: TenThousandGame, seed: int) -> None:
    lcg, shadow = Lcg(seed), Shadow(game)
    target = int(game.options["target"]) + (game.options["reach"] == "above")
    for _ in range(400):
        if not game.legal():
            break
        shadow.follow(game.apply(random_play.decide(game, lcg), lcg), game)
        shadow.check(game)
        staying = [score for score, out in zip(game.scores, game.out) if not out]
        if game.to_beat() >= 0:
            assert game.to_beat() == max(staying) >= target
        if game.options["negative"] == "no":
            assert min(game.scores) >= 0
        assert (game.stage == OVER) == (not game.legal())
        if game.winner >= 0:
            assert game.stage == OVER
        assert not (game.stage == STAGE_ROLLED and not game.pending and not game.best_keep())
    if game.stage == OVER:
        finished_right(game, shadow.won)


class DeadDice:
    """A source of dice that fails."""

    def throw(self, dice: int) -> list[int]:
        raise OSError("no random bytes")


def refused(game: Any, action: Any, dice: Any, error: type[Exception] = Illegal) -> None:
    """Tries an action that is not legal: it is refused with a reason, and nothing changes."""
    before = game.record()
    with pytest.raises(error) as why:
        game.apply(action, dice)
    assert why.value.args[0]
    assert game.record() == before


def illegal_keeps(game: TenThousandGame) -> list[int | None]:
    """Returns dice that cannot be kept: none, some that are not on the table, some kept before."""
    kept = [game.rolled | game.kept] if game.kept else []
    return [None, game.rolled | game.all + 1, *kept]


@pytest.mark.scaled
@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(st.one_of(games, phase_games), seeds)
def test_an_illegal_action_changes_nothing(game: Any, seed: int) -> None:
    lcg = Lcg(seed)
    for _ in range(scaled(100, 120)):
        legal = game.legal()
        for kind in KINDS:
            if kind not in legal:
                refused(game, (kind, lcg.below(64)), lcg)
        if actions.CALL in legal:
            refused(game, (actions.CALL, 6), lcg)
            refused(game, (actions.CALL, -1), lcg)
        if actions.KEEP in legal and isinstance(game, TenThousandGame):
            for keep in illegal_keeps(game):
                refused(game, (actions.KEEP, keep), lcg)
        if actions.ROLL in legal:
            refused(game, (actions.ROLL, None), replay.Script([0] * (game.dice_next() + 1)))
            refused(game, (actions.ROLL, None), DeadDice(), OSError)
        if not legal:
            break
        game.apply(random_play.choose(game, lcg), lcg)


last_die_games = st.builds(
    lambda opening, least, players: TenThousandGame(
        "ten-thousand", {"last_die": "yes", "opening": opening, "bank_min": least}, players
    ),
    st.sampled_from([0, 750, 1500]),
    st.sampled_from([0, 300, 1000]),
    st.integers(1, 3),
)


@pytest.mark.scaled
@pytest.mark.long
@settings(max_examples=scaled(30, 60), deadline=None)
@given(st.one_of(games, last_die_games), seeds)
def test_a_bank_is_refused_before_a_keep_for_the_same_reason_as_after_it(game: TenThousandGame, seed: int) -> None:
    lcg = Lcg(seed)
    for _ in range(80):
        if not game.legal():
            return
        if game.stage == STAGE_ROLLED and not game.pending:
            assert (actions.BANK in game.legal()) == (game.bank_refusal() is None)
            keeps = sorted(game.positions_of(game.scorer.keeps[number]) for number in range(game.find_keeps()))
            for keep in keeps:
                kept = from_record(game.record())
                assert isinstance(kept, TenThousandGame)
                kept.apply((actions.KEEP, keep), lcg)
                assert kept.bank_refusal() == game.bank_refusal(keep)
        game.apply(random_play.choose(game, lcg), lcg)


def rightmost(game: TenThousandGame, keep: int) -> int:
    """The rightmost tray positions that show the same faces as `keep`."""
    faces = [game.faces[at] for at in range(game.dice) if keep >> at & 1]
    places = 0
    for at in reversed(range(game.dice)):
        if game.rolled >> at & 1 and game.faces[at] in faces:
            faces.remove(game.faces[at])
            places |= 1 << at
    return places


@settings(max_examples=30, deadline=None)
@given(games.filter(lambda game: game.dice_set.wild < 0), seeds)
def test_which_of_equal_dice_is_kept_makes_no_difference_to_the_game(game: TenThousandGame, seed: int) -> None:
    lcg = Lcg(seed)
    lines = [replay.head(game)]
    for _ in range(150):
        if game.legal():
            kind, detail = random_play.choose(game, lcg)
            action = (kind, rightmost(game, detail or 0) if kind == actions.KEEP else detail)
            lines.append(game.log_line(action, game.apply(action, lcg)))
    other = replay.replay(lines)
    for name in ("scores", "turns", "opened", "out", "player", "winner", "points", "stage"):
        assert getattr(other, name) == getattr(game, name)
    assert other.dice_next() == game.dice_next()
    assert other.legal() == game.legal()
