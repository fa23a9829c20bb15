"""The computer players of Phase 10: every action is legal, in whole games and in any position."""

import random

import pytest

from host_tests import effort
from host_tests.phase_dice_fixture import in_phases
from host_tests.random_play import Lcg, choose
from sixpip.players.menus.styles import BOLD, MASTER, NAMES, STEADY, TIMID
from sixpip.players.phase_ten.computer import ComputerPlayer
from sixpip.rules.game import actions
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import Game
from sixpip.rules.stages import OVER, ROLLED

STYLES = [TIMID, STEADY, BOLD, MASTER]
QUICK = [TIMID, STEADY]
REASON = 21
"""Letters of a reason on the OLED."""


def play(game: Game, styles: list[int], source: Lcg) -> Game:
    """Plays a game to its end; game.apply raises Illegal for an action that is not legal."""
    players = [ComputerPlayer(game, style) for style in styles]
    while game.legal():
        todo, reason = players[game.player].choose()
        assert 0 < len(reason) <= REASON, reason
        for action in todo:
            game.apply(action, source)
    return game


@pytest.mark.parametrize("style", STYLES, ids=lambda style: NAMES[style])
def test_a_computer_player_plays_a_game_alone_to_its_end(style: int) -> None:
    game = play(Game("phase-10"), [style], Lcg(style))
    assert game.stage == OVER and game.finished(0)


@pytest.mark.parametrize("seed", range(3))
def test_computer_players_throw_for_the_start_and_play_the_closing_turns(seed: int) -> None:
    game = play(Game("phase-10", {"start": "one-die"}, 4), [TIMID, STEADY, MASTER, TIMID], Lcg(seed))
    assert game.stage == OVER and game.finisher >= 0


@pytest.mark.parametrize("style", STYLES, ids=lambda style: NAMES[style])
def test_a_computer_player_acts_legally_in_any_position(style: int) -> None:
    source = Lcg(style)
    for _ in range(effort.part(1500 if style in QUICK else 60)):
        game = in_phases([1 + source.below(10)])
        game.apply((actions.ROLL, None), source)
        for _ in range(source.below(4)):
            game.apply(choose(game, source), source)
            if game.stage != ROLLED:
                break
        if game.legal():
            for action in ComputerPlayer(game, style).choose()[0]:
                game.apply(action, source)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: NAMES[style])
def test_every_set_of_actions_ends_with_a_roll_or_a_stop(style: int) -> None:
    chance, last = random.Random(style), []
    for phase in range(1, 11):
        game = in_phases([phase])
        game.apply((actions.ROLL, None), Lcg(phase))
        game.faces[:] = bytes(chance.randrange(6) for _ in range(dice.DICE))
        last.append(ComputerPlayer(game, style).choose()[0][-1][0])
    assert set(last) == {actions.ROLL, actions.STOP}


def test_timid_stops_as_soon_as_the_phase_is_made() -> None:
    game = in_phases([1])
    game.apply((actions.ROLL, None), Lcg(1))
    game.faces[:] = b"\x00\x00\x01\x01\x02\x02\x04\x04\x04\x04"  # 5 5 6 6 7 7 and four Ws
    assert ComputerPlayer(game, TIMID).choose() == (((actions.STOP, None),), "the phase is made")


def test_bold_rolls_on_for_points_where_timid_stops() -> None:
    game = in_phases([1])
    game.apply((actions.ROLL, None), Lcg(1))
    game.faces[:] = b"\x00\x00\x01\x01\x02\x02\x04\x04\x04\x04"
    todo, reason = ComputerPlayer(game, BOLD).choose()
    assert todo[-1] == (actions.ROLL, None) and reason == "for more points"


@pytest.mark.long
def test_steady_does_not_take_back_dice_while_the_phase_is_not_made() -> None:
    source, reasons = Lcg(5), set()
    for _ in range(200):
        game = in_phases([10])
        game.apply((actions.ROLL, None), source)
        game.apply((actions.KEEP, 1 << source.below(10)), source)
        todo, reason = ComputerPlayer(game, STEADY).choose()
        reasons.add(reason)
        if reason != "for more points":
            assert actions.BACK not in [kind for kind, _ in todo]
    assert len(reasons) > 1


def test_think_ends_and_choose_then_answers_at_once() -> None:
    game = in_phases([3])
    game.apply((actions.ROLL, None), Lcg(1))
    player = ComputerPlayer(game, MASTER)
    steps = 0
    while player.think():
        steps += 1
    assert steps > 10
    assert not player.think()
