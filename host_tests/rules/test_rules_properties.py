"""Properties of all games, checked in random play."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.random_play import Lcg
from host_tests.rules.rules_strategies import games, plain_games, seeds
from sixpip.rules.game import actions
from sixpip.rules.game.errors import BadOption, Illegal
from sixpip.rules.game.events import GAME_OVER, ROLLED, Event
from sixpip.rules.menus import replay
from sixpip.rules.setup import options
from sixpip.rules.setup.record import from_record
from sixpip.rules.stages import OVER
from sixpip.rules.stages import ROLLED as STAGE_ROLLED
from sixpip.rules.ten_thousand.game import Game

KINDS = (actions.ROLL, actions.KEEP, actions.BANK, actions.TAKE, actions.FRESH, actions.CALL, actions.STOP)


class Shadow:
    """The state of a game as its events alone give it; only the faces of the dice are in no event."""

    def __init__(self, game: Game) -> None:
        self.scores = [0] * game.players
        self.opened = [False] * game.players
        self.out = [False] * game.players
        self.turns = [0] * game.players
        self.player, self.winner, self.points, self.faces = 0, -1, 0, bytes(game.dice)
        self.in_turn = game.pending is None
        self.won = False
        self.no_risk = game.options["no_risk"] == "yes"

    def follow(self, events: list[Event], game: Game) -> None:
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

    def check(self, game: Game) -> None:
        for name in ("scores", "opened", "out", "turns", "winner", "faces"):
            assert getattr(self, name) == getattr(game, name), name
        if game.stage != OVER:
            assert self.points == game.points
        if game.stage != OVER and self.in_turn:
            assert self.player == game.player


def finished_right(game: Game, won_outright: bool) -> None:
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


@settings(max_examples=40, deadline=None)
@given(plain_games, seeds)
def test_a_game_ends_with_the_highest_score(game: Game, seed: int) -> None:
    lcg, shadow = Lcg(seed), Shadow(game)
    for _ in range(20000):
        if not game.legal():
            break
        if lcg.below(4) and actions.BANK in game.legal():
            action: tuple[str, int | None] = (actions.BANK, None)
        else:
            action = random_play.choose(game, lcg)
        shadow.follow(game.apply(action, lcg), game)
        shadow.check(game)
        assert game.to_beat() in ((-1, max(game.scores)) if game.winner < 0 else (max(game.scores),))
        target = int(game.options["target"]) + (game.options["reach"] == "above")
        assert (game.to_beat() < 0) == (max(game.scores) < target)
        if game.points:
            assert game.points >= 50
    assert game.winner >= 0
    finished_right(game, False)


@settings(max_examples=80, deadline=None)
@given(games, seeds)
def test_the_events_of_a_game_lead_to_its_state(game: Game, seed: int) -> None:
    lcg, shadow = Lcg(seed), Shadow(game)
    for _ in range(400):
        if not game.legal():
            break
        shadow.follow(game.apply(random_play.decide(game, lcg), lcg), game)
        shadow.check(game)
        staying = [score for score, out in zip(game.scores, game.out) if not out]
        if game.to_beat() >= 0:
            assert game.to_beat() == max(staying)
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


def refused(game: Game, action: Any, dice: Any) -> None:
    """Tries an action that is not legal: it is refused with a reason, and nothing changes."""
    before = game.record()
    with pytest.raises(Illegal) as why:
        game.apply(action, dice)
    assert why.value.args[0]
    assert game.record() == before


@pytest.mark.long
@settings(max_examples=30, deadline=None)
@given(games, seeds)
def test_an_illegal_action_changes_nothing(game: Game, seed: int) -> None:
    lcg = Lcg(seed)
    for _ in range(120):
        legal = game.legal()
        for kind in KINDS:
            if kind not in legal:
                refused(game, (kind, lcg.below(64)), lcg)
        if actions.CALL in legal:
            refused(game, (actions.CALL, 6), lcg)
            refused(game, (actions.CALL, -1), lcg)
        if actions.KEEP in legal:
            refused(game, (actions.KEEP, None), lcg)
            refused(game, (actions.KEEP, game.rolled | game.all + 1), lcg)
            if game.kept:
                refused(game, (actions.KEEP, game.rolled | game.kept), lcg)
        if actions.ROLL in legal:
            refused(game, (actions.ROLL, None), replay.Script([0] * (game.dice_next() + 1)))
            before = game.record()
            with pytest.raises(OSError, match="no random bytes"):
                game.apply((actions.ROLL, None), DeadDice())
            assert game.record() == before
        if not legal:
            break
        game.apply(random_play.choose(game, lcg), lcg)


@pytest.mark.long
@settings(max_examples=30, deadline=None)
@given(games, seeds)
def test_a_game_saved_and_resumed_at_every_action_goes_on_in_the_same_way(game: Game, seed: int) -> None:
    lcg = Lcg(seed)
    resumed: Any = game
    for _ in range(150):
        text = json.dumps(game.record())
        resumed = from_record(json.loads(text))
        assert json.dumps(resumed.record()) == text
        assert resumed.legal() == game.legal()
        if not game.legal():
            break
        action = random_play.choose(game, lcg)
        state = lcg.state
        events = game.apply(action, lcg)
        lcg.state = state
        assert resumed.apply(action, lcg) == events
        assert resumed.record() == game.record()
        game = resumed


@settings(max_examples=30, deadline=None)
@given(games, seeds)
def test_the_log_of_a_game_replays_to_the_same_state(game: Game, seed: int) -> None:
    lcg = Lcg(seed)
    lines = [replay.head(game)]
    for _ in range(150):
        if game.legal():
            action = random_play.choose(game, lcg)
            lines.append(replay.line(game, action, game.apply(action, lcg)))
    assert replay.replay(lines).record() == game.record()


def rightmost(game: Game, keep: int) -> int:
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
def test_which_of_equal_dice_is_kept_makes_no_difference_to_the_game(game: Game, seed: int) -> None:
    lcg = Lcg(seed)
    lines = [replay.head(game)]
    for _ in range(150):
        if game.legal():
            kind, detail = random_play.choose(game, lcg)
            action = (kind, rightmost(game, detail or 0) if kind == actions.KEEP else detail)
            lines.append(replay.line(game, action, game.apply(action, lcg)))
    other = replay.replay(lines)
    for name in ("scores", "turns", "opened", "out", "player", "winner", "points", "stage"):
        assert getattr(other, name) == getattr(game, name)
    assert other.dice_next() == game.dice_next()
    assert other.legal() == game.legal()


@given(st.data())
def test_an_option_accepts_only_the_values_it_lists(data: st.DataObject) -> None:
    option = data.draw(st.sampled_from(options.OPTIONS))
    value = data.draw(st.sampled_from(option.values))
    assert option.check(value) is value
    assert option.read(str(value)) == value
    junk = data.draw(st.one_of(st.none(), st.booleans(), st.floats(), st.text(), st.binary(), st.lists(st.integers())))
    if junk not in option.values or isinstance(junk, bool | float):
        with pytest.raises(BadOption):
            option.check(junk)
    number = data.draw(st.integers(-60000, 60000))
    least, most, step = option.span or (1, 0, 1)
    if number in option.values or (least <= number <= most and number % step == 0):
        assert option.read(str(number)) == number
    else:
        with pytest.raises(BadOption):
            option.check(number)
