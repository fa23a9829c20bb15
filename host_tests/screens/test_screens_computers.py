"""Games against computers on the screen: choosing who plays, and turns that go on by themselves or by a press.

`UPDATE_GOLDEN=1` rewrites the files under golden/computers.
"""

import itertools
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import (
    NORMAL,
    QUICK,
    SLOW,
    computer_turn,
    game_of,
    hurry,
    seated_game,
    session_of,
    switch_on,
)
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_screen
from sixpip.app.games.game_players import ComputerPlayers
from sixpip.players.styles import BOLD, MASTER, STEADY, TIMID
from sixpip.rules.core import actions, events
from sixpip.rules.core.engine import new_game
from sixpip.rules.phase_ten.game import PhaseTenGame
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.play.computer_turn import ComputerTurn
from sixpip.screens.play.game_screen import GameScreen
from sixpip.screens.play.ranking import Ranking
from sixpip.screens.play.scoreboard import Scoreboard
from sixpip.view.text import COLUMNS
from tools.play.host.fake import FakeBoard


def mode_of(player: ScriptedPlayer) -> str:
    screen = player.app.screen
    assert isinstance(screen, GameScreen)
    return screen.mode


# Who plays


def test_three_presses_start_a_game_against_a_computer(player: ScriptedPlayer) -> None:
    player.press(0, 0, 1)
    session = session_of(player)
    assert (session.names, session.styles) == (["P1", "Steady"], [0, STEADY])


def test_the_opponent_of_the_last_game_is_marked_for_the_next_one(player: ScriptedPlayer) -> None:
    player.press(0, 0, 2).press(MENU, 5)
    assert "→Bold" in player.press(1, 0).screen
    player.press(ROLL)
    assert session_of(player).styles == [0, BOLD]


def test_a_single_person_can_play_alone(player: ScriptedPlayer) -> None:
    player.press(0, 0).pick("Play alone")
    session = session_of(player)
    assert (session.names, session.styles) == (["P1"], [0])


def test_after_the_name_is_changed_roll_starts_a_game(player: ScriptedPlayer) -> None:
    player.press(0, 0).pick("Bold").press(MENU, 5, 2, 0).pick("Name: P1").press(0, BANK)
    assert player.lines[7].startswith("ROLL start")
    player.press(ROLL)
    session = session_of(player)
    assert (session.names, session.styles) == (["A", "Bold"], [0, BOLD])


def test_after_the_agreements_of_phase_10_the_numbers_of_the_opponents_have_their_colors_again(
    player: ScriptedPlayer,
) -> None:
    player.pick("Phase 10").press(0)
    before = bytes(player.board.pixels), bytes(player.board.palette)
    player.press(MENU)
    assert bytes(player.board.palette) != before[1]
    player.press(BANK)
    assert (bytes(player.board.pixels), bytes(player.board.palette)) == before


def test_seats_of_people_and_computers_are_remembered(player: ScriptedPlayer) -> None:
    player.press(0, 2, 1, 2, 2, 2, ROLL)
    assert session_of(player).names == ["P1", "Steady", "Steady 2"]
    player.press(MENU, 5, 1, 2)
    assert player.lines[1:3] == ["1 P1 2 Steady", "3 Steady 2"]
    player.press(BANK, 3)
    assert player.lines[1:3] == ["1 P1 2 P2", "3 P3 4 P4"]


def test_a_computer_that_becomes_a_person_has_the_remembered_name(player: ScriptedPlayer) -> None:
    player.press(0, 1, 1, 0, 3, BANK)  # the second player is D
    assert player.press(1, 3).lines[1] == "1 P1 2 Bold"
    assert player.press(1, 0, BANK).lines[1] == "1 P1 2 D"


def test_the_same_computers_play_again(tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path), "pure", {}, [9500, 0])
    hurry(player, 1, 1, 1, 2, 3, 3).press(BANK, ROLL)
    assert isinstance(player.app.screen, Ranking)
    player.press(ROLL)
    assert session_of(player).styles == [STEADY, 0]


def test_a_damaged_record_of_seats_gives_people(player: ScriptedPlayer) -> None:
    wrongs: list[Any] = [7, "x", {}, [True, "a", 9], [-1, -1, -1, -1], [[1]]]
    for wrong in wrongs:
        player.app.store.save("seats", wrong)
        assert ScriptedPlayer(player.board.folder).press(0, 1).lines[1] == "1 P1 2 P2"


# The turn of a computer


def test_a_computer_shows_what_it_keeps_before_it_rolls(tmp_path: Path) -> None:
    player = hurry(computer_turn(str(tmp_path)), 1, 5, 2, 3, 4, 6)
    assert game_of(player).kept == 0
    assert "ROLLS 5 DICE" in player.screen
    player.wait(2000)
    assert game_of(player).kept == 1


@pytest.mark.parametrize("button", [KEEPS[0], ROLL, BANK])
def test_any_press_hurries_a_computer_and_does_nothing_else(button: int, tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path))
    player.board.roll_next(1, 5, 2, 3, 4, 6)
    player.tap(button)
    assert game_of(player).rolls == 1
    player.settle()
    assert game_of(player).kept == 0


def test_a_press_before_the_choice_is_shown_makes_the_choice_at_once(tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path))
    player.board.roll_next(1, 5, 2, 3, 4, 6, 2, 2, 3, 3, 4)
    player.tap(ROLL)
    player.tap(ROLL)  # ends the animation
    player.app.step()
    player.tap(ROLL)
    player.app.step()
    assert (game_of(player).turns, game_of(player).player) == ([1, 0], 1)  # it has kept the 1, rolled on and busted


def test_menu_pauses_the_turn_of_a_computer(tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path))
    player.press(MENU)
    player.wait(5000)
    assert "PAUSE" in player.screen
    assert game_of(player).rolls == 0
    player.press(BANK)
    player.wait(3000)
    assert game_of(player).rolls > 0


def test_the_result_of_a_computer_goes_on_by_itself_but_that_of_a_person_waits(tmp_path: Path) -> None:
    player = hurry(computer_turn(str(tmp_path)), 2, 2, 3, 3, 4, 6)
    assert mode_of(player) == events.BUST
    player.wait(5000)
    assert "your turn" in player.screen
    player.throw(2, 2, 3, 3, 4, 6)
    player.wait(10_000)
    assert mode_of(player) == events.BUST


def test_presses_that_hurry_a_computer_do_not_roll_for_the_person_after_it(tmp_path: Path) -> None:
    player = hurry(computer_turn(str(tmp_path)), 1, 1, 1, 2, 3, 3).press(BANK)
    player.tap(ROLL)  # ends the result: the turn of the person opens
    player.tap(ROLL)
    assert (game_of(player).player, game_of(player).rolls) == (1, 0)


@pytest.mark.parametrize(("pace", "look_ms", "show_ms"), [(SLOW, 500, 1000), (NORMAL, 150, 500), (QUICK, 0, 100)])
def test_the_pauses_of_a_computer_depend_on_its_pace(pace: int, look_ms: int, show_ms: int, tmp_path: Path) -> None:
    turn = ComputerTurn(session_of(hurry(computer_turn(str(tmp_path)), 1, 5, 2, 3, 4, 6)))
    assert turn.left_ms(100, pace) == look_ms - 100
    turn.todo = ((actions.ROLL, None),)
    assert turn.left_ms(100, pace) == show_ms - 100
    turn.hurried = True
    assert turn.left_ms(100, pace) == 0
    turn.begin()
    assert turn.left_ms(100, pace) == look_ms - 100


@pytest.mark.parametrize(("pace", "show_ms"), [(SLOW, 1000), (NORMAL, 0), (QUICK, 0)])
def test_the_roll_that_begins_a_turn_is_shown_as_a_choice_only_when_slow(
    pace: int, show_ms: int, tmp_path: Path
) -> None:
    turn = ComputerTurn(session_of(computer_turn(str(tmp_path))))
    turn.todo = ((actions.ROLL, None),)
    assert turn.left_ms(0, pace) == show_ms


@pytest.mark.parametrize("is_quick", [False, True])
def test_a_computer_thinks_about_its_turn_while_the_result_of_the_turn_before_is_shown(
    is_quick: bool, tmp_path: Path
) -> None:
    game = new_game("farkle", {"start": "seated"}, 2)
    player = switch_on(str(tmp_path), game, [STEADY, MASTER], QUICK if is_quick else NORMAL)
    while mode_of(player) not in (events.BANKED, events.BUST) or game_of(player).player != 1:
        player.app.step()
    master: Any = session_of(player).players.computer(MASTER)
    while mode_of(player) in (events.BANKED, events.BUST):
        player.app.step()
        is_solved = bool(master and master.advice and master.advice.is_ready())
    assert is_solved


def _times_of_turns(variant: str, style: int, pace: int, folder: Path) -> list[int]:
    """Lets two computers play some turns; returns the milliseconds of each, the first left out."""
    player = switch_on(str(folder), new_game(variant, {"start": "seated"}, 2), [style, style], pace)
    game = session_of(player).game
    ends: list[int] = []
    while len(ends) < 7:
        turns = sum(game.turns)
        player.app.step()
        if sum(game.turns) != turns:
            ends.append(player.board.elapsed_ms)
    return [later - end for end, later in itertools.pairwise(ends)]


@pytest.mark.parametrize(("pace", "about_ms"), [(SLOW, 8500), (NORMAL, 3700), (QUICK, 1000)])
def test_a_turn_of_a_computer_leaves_time_to_think_within_five_seconds_and_two_when_quick(
    pace: int, about_ms: int, tmp_path: Path
) -> None:
    """On this computer nothing that a computer player does takes time; the bench measures it on the emulated Pico."""
    times = []
    for variant in VARIANTS:
        for style in (TIMID, STEADY, BOLD):
            times += _times_of_turns(variant.name, style, pace, tmp_path / f"{variant.name}-{style}")
    assert abs(statistics.median(times) - about_ms) < about_ms // 8


def test_a_held_roll_skips_to_the_result_of_the_turn(tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path))
    player.board.roll_next(1, 5, 2, 3, 4, 6, 2, 2, 3, 3, 4)
    player.board.press(ROLL, hold_ms=1200)
    player.wait(1200)
    assert mode_of(player) == events.BUST  # after two rolls
    player.wait(3000)
    assert "your turn" in player.screen


def test_a_press_of_roll_that_is_not_held_skips_nothing(tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path))
    player.board.roll_next(1, 5, 2, 3, 4, 6, 2, 2, 3, 3, 4)
    player.tap(ROLL)
    player.wait(1100)
    assert game_of(player).rolls == 1


def _three_computers(folder: str) -> ScriptedPlayer:
    """Plays a quick game up to the summary of three computers, of which one busts."""
    game = seated_game("pure", {}, (0, 0, 0, 0))
    player = switch_on(folder, game, [0, TIMID, STEADY, BOLD], QUICK)
    player.wait(400)
    player.throw(2, 2, 3, 3, 4, 6)
    player.board.roll_next(1, 1, 1, 2, 3, 3, 2, 2, 3, 3, 4, 6, 1, 1, 1, 1, 1, 3)
    player.tap(ROLL)
    player.wait(300)
    return player


def test_three_computers_in_a_row_are_one_summary_when_quick(tmp_path: Path) -> None:
    player = _three_computers(str(tmp_path))
    assert player.lines[1:4] == ["Timid +1 000 1 000", "Steady bust 0", "Bold +1 200 1 200"]
    assert "Bold leads" in player.screen and game_of(player).player == 0
    player.wait(3000)
    assert "your turn" in player.screen


def test_the_longest_line_of_a_summary_fits_the_screen(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), seated_game("pure", {}, (0, 0)), [STEADY, 0])
    turn = ComputerTurn(session_of(player))
    turn.summary = []
    session_of(player).names[0] = "Steady 2"
    board = Scoreboard(session_of(player).game)
    board.scores[0] = 10_050
    assert turn.note(events.event(events.BANKED, 0, 1050), board)
    assert turn.summary == ["Steady2 +1 050 10 050"] and len(turn.summary[0]) == COLUMNS
    session_of(player).names[0] = "MWMWMWMW"  # a person whom the clock has replaced
    board.scores[0] = 24_050
    assert turn.note(events.event(events.BANKED, 0, 14_900), board)
    assert turn.summary[1] == "MWMWMW +14 900 24 050" and len(turn.summary[1]) == COLUMNS


def test_a_press_ends_the_summary(tmp_path: Path) -> None:
    player = _three_computers(str(tmp_path))
    player.tap(ROLL)
    assert "your turn" in player.screen and game_of(player).rolls == 0


def test_without_an_animation_of_the_dice_a_computer_plays_faster(tmp_path: Path) -> None:
    times = []
    for tumble in (0, 2):
        folder = tmp_path / str(tumble)
        folder.mkdir()
        player = computer_turn(str(folder))
        player.app.settings.values["tumble"] = tumble
        player.board.roll_next(1, 1, 1, 2, 3, 3)
        before = player.board.elapsed_ms
        while not game_of(player).turns[0]:
            player.app.step()
        times.append(player.board.elapsed_ms - before)
    assert times[1] < times[0]


class SlowThinker:
    """A computer player whose slices take 5 ms each."""

    def __init__(self, slices: int) -> None:
        self.left = slices
        self.prepared = 0
        self.board: FakeBoard | None = None

    def _work(self) -> None:
        if self.board:
            self.board.elapsed_ms += 5

    def think(self) -> bool:
        self._work()
        self.left -= 1
        return self.left > 0

    def prepare(self) -> bool:
        self._work()
        self.prepared += 1
        return self.prepared < 1000

    def choose(self) -> tuple[tuple[tuple[str, int | None], ...], str]:
        assert self.left <= 0
        return ((actions.ROLL, None),), "at last"


def play_against(thinker: SlowThinker, folder: Path, monkeypatch: pytest.MonkeyPatch) -> ScriptedPlayer:
    """Starts a game at the turn of this computer player."""
    monkeypatch.setattr(ComputerPlayers, "make", lambda players, style: False)
    monkeypatch.setattr(ComputerPlayers, "computer", lambda players, style: thinker)
    slices = thinker.left
    player = switch_on(str(folder), TenThousandGame("pure", {}, 2), [STEADY, 0])
    thinker.left = slices
    thinker.board = player.board
    player.app.start_game("play")
    return player


def test_a_computer_thinks_in_slices_and_a_press_in_between_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = SlowThinker(1000)
    player = play_against(thinker, tmp_path, monkeypatch)
    for _ in range(10):
        player.app.step()
    assert 0 < thinker.left < 1000
    player.tap(MENU)
    assert "PAUSE" in player.screen
    left = thinker.left
    player.wait(2000)
    assert thinker.left == left


def test_a_computer_works_ahead_while_its_choice_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = SlowThinker(1)
    player = play_against(thinker, tmp_path, monkeypatch)
    for _ in range(500):
        player.app.step()
        if thinker.prepared > 1:
            return
    raise AssertionError("it does not work ahead")


def test_all_computers_work_ahead_while_a_person_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers = {style: SlowThinker(0) for style in (STEADY, BOLD)}
    monkeypatch.setattr(ComputerPlayers, "make", lambda players, style: False)
    monkeypatch.setattr(ComputerPlayers, "computer", lambda players, style: thinkers.get(style))
    player = switch_on(str(tmp_path), TenThousandGame("pure", {"start": "seated"}, 3), [0, STEADY, BOLD])
    for thinker in thinkers.values():
        thinker.prepared, thinker.board = 995, player.board
    player.wait(1000)
    assert [thinker.prepared >= 1000 for thinker in thinkers.values()] == [True, True]


def test_a_computer_that_thinks_for_longer_than_its_pause_chooses_as_soon_as_it_has_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = SlowThinker(198)  # ends within a round of the loop
    player = play_against(thinker, tmp_path, monkeypatch)
    screen = player.app.screen
    assert isinstance(screen, GameScreen) and screen.computer
    begun_ms = player.board.elapsed_ms
    while thinker.left > 0:
        player.app.step()
    assert player.board.elapsed_ms - begun_ms <= 198 * 5 + 30
    player.app.step()
    assert screen.computer.todo


@pytest.mark.parametrize("tumbling", [True, False])
def test_a_computer_works_ahead_for_most_of_a_round(
    tumbling: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = SlowThinker(0)
    player = play_against(thinker, tmp_path, monkeypatch)
    screen = player.app.screen
    assert isinstance(screen, GameScreen) and screen.computer
    while not (screen.dice.moving if tumbling else screen.computer.todo):
        player.app.step()
    thinker.prepared = 0
    player.app.step()
    assert thinker.prepared >= 4


# Phase 10


def test_master_thinks_about_its_ten_dice_while_they_tumble(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), PhaseTenGame("phase-10", {"start": "seated"}, 2), [MASTER, 0])
    screen = player.app.screen
    assert isinstance(screen, GameScreen) and screen.computer
    while not screen.dice.moving:
        player.wait(100)
    player.wait(100)
    computer: Any = session_of(player).players.computer(MASTER)
    assert screen.dice.moving and not computer.think()  # it has thought until it was ready
    asked = computer.best.number
    while screen.dice.moving:
        player.wait(100)
    while not screen.computer.todo:
        player.wait(100)
    assert computer.best.number == asked


def test_dropped_computer_players_are_made_again_and_go_on(tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path))
    session = session_of(player)
    player.press(MENU)
    session.drop_players()
    assert session.players.computer(STEADY) is None
    player.press(BANK)
    before = sum(session.game.turns)
    player.wait(60_000)
    assert sum(session.game.turns) > before


# Golden screens


def _offer(folder: str) -> ScriptedPlayer:
    game = TenThousandGame("dice-10000", {"opening": 0, "bank_min": 0}, 2)
    game.opened[:] = [True, True]
    player = switch_on(folder, game, [0, STEADY])
    player.wait(400)
    return player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL)


def _roll_off(folder: str) -> ScriptedPlayer:
    game = TenThousandGame("pure", {"end": "exact"}, 2)
    game.scores[0] = 9000
    player = switch_on(folder, game, [0, STEADY])
    player.wait(400)
    return player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL)


def _must_beat(folder: str) -> ScriptedPlayer:
    game = TenThousandGame("ten-thousand", {}, 2)
    game.scores[0] = 9500
    player = switch_on(folder, game, [0, TIMID])
    player.wait(400)
    return hurry(player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL, ROLL), 1, 1, 5, 5, 2, 3)


def _past_the_target(folder: str) -> ScriptedPlayer:
    return hurry(computer_turn(folder, "pure", {"end": "exact"}, (9950, 9000), TIMID), 1, 2, 2, 3, 3, 4)


def _thinks(folder: str) -> ScriptedPlayer:
    player = computer_turn(folder)
    player.board.roll_next(1, 5, 2, 3, 4, 6)
    player.tap(ROLL)
    player.wait(1000)
    return player


def _start_order(folder: str) -> ScriptedPlayer:
    return switch_on(folder, TenThousandGame("family-10000", {}, 3), [BOLD, 0, STEADY])


SCREENS: dict[str, Callable[[str], ScriptedPlayer]] = {
    "opponent": lambda folder: ScriptedPlayer(folder).press(0, 0),
    "opponent-with-house-rules": lambda folder: (
        ScriptedPlayer(folder).press(0, 0, MENU, 0).pick("Hot dice").press(ROLL, BANK, BANK, BANK)
    ),
    "seat": lambda folder: ScriptedPlayer(folder).press(0, 2, 1),
    "seat-of-a-computer": lambda folder: ScriptedPlayer(folder).press(0, 2, 1, 3, 1),
    "name-of-a-person": lambda folder: ScriptedPlayer(folder).press(0, 2, 1, 3, 1, 0),
    "who-plays": lambda folder: ScriptedPlayer(folder).press(0, 3, 1, 2, 2, 3, 3, 2),
    "new-turn": lambda folder: computer_turn(folder),
    "thinks": _thinks,
    "rolls-on": lambda folder: hurry(computer_turn(folder), 1, 5, 2, 3, 4, 6),
    "banks": lambda folder: hurry(computer_turn(folder), 1, 1, 1, 2, 3, 3),
    "banked": lambda folder: hurry(computer_turn(folder), 1, 1, 1, 2, 3, 3).press(BANK),
    "banks-nothing": _past_the_target,
    "bust": lambda folder: hurry(computer_turn(folder), 2, 2, 3, 3, 4, 6),
    "few-dice": lambda folder: hurry(computer_turn(folder), 2, 2, 2, 3, 4, 5),
    "hot-dice": lambda folder: hurry(computer_turn(folder), 1, 1, 1, 5, 5, 5),
    "hot-dice-run": lambda folder: hurry(computer_turn(folder), 1, 1, 1, 5, 5, 5).press(BANK),
    "offer": _offer,
    "roll-off": _roll_off,
    "must-beat": _must_beat,
    "start-order": _start_order,
    "second-chance": lambda folder: hurry(
        computer_turn(folder, "ten-thousand", {"second_chance": "yes"}), 2, 2, 3, 4, 6, 6
    ),
    "summary": _three_computers,
    "calls": lambda folder: computer_turn(folder, "ten-thousand", {"calls": "yes"}),
    "seven-dice": lambda folder: hurry(computer_turn(folder, "seven-dice"), 2, 3, 4, 4, 2, 6, 5),
    "ranking": lambda folder: hurry(computer_turn(folder, "pure", {}, [9500, 0]), 1, 1, 1, 2, 3, 3).press(BANK, ROLL),
}


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_of_computer_players_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    check_screen(SCREENS[name](str(tmp_path)).board, name, "computers")
