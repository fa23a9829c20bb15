"""The computer players of Phase 10: every action is legal, in whole games and in any position."""

import pytest

from host_tests import effort
from host_tests.phase_dice_fixture import in_phases
from host_tests.random_play import Lcg, choose
from sixpip.players.menus.styles import BOLD, MASTER, NAMES, STEADY, TIMID
from sixpip.players.phase_ten.computer import ComputerPlayer
from sixpip.rules.game import actions
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


@pytest.mark.parametrize("styles", [[style] for style in STYLES] + [[TIMID, STEADY, MASTER, TIMID]])
def test_computer_players_play_a_game_to_its_end(styles: list[int]) -> None:
    game = play(Game("phase-10", {"start": "one-die"}, len(styles)), styles, Lcg(styles[0]))
    assert game.stage == OVER and game.finished(game.finisher)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: NAMES[style])
def test_a_computer_player_acts_legally_in_any_position(style: int) -> None:
    source = Lcg(style)
    for _ in range(effort.part(500 if style in QUICK else 30)):
        game = in_phases([1 + source.below(10)])
        game.apply((actions.ROLL, None), source)
        for _ in range(source.below(4)):
            game.apply(choose(game, source), source)
            if game.stage != ROLLED:
                break
        if game.legal():
            todo = ComputerPlayer(game, style).choose()[0]
            assert todo[-1][0] in (actions.ROLL, actions.STOP)
            for action in todo:
                game.apply(action, source)


def test_timid_stops_as_soon_as_the_phase_is_made_and_bold_rolls_on_for_points() -> None:
    game = in_phases([1])
    game.apply((actions.ROLL, None), Lcg(1))
    game.faces[:] = b"\x00\x00\x01\x01\x02\x02\x04\x04\x04\x04"  # 5 5 6 6 7 7 and four Ws
    assert ComputerPlayer(game, TIMID).choose() == (((actions.STOP, None),), "the phase is made")
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
