"""The league: its simulator plays the moves of the engine, and its players know what those of the firmware know."""

import random

import numpy as np
import pytest

from sixpip.players.styles import BOLD, MASTER, STEADY, TIMID
from sixpip.players.ten_thousand import master
from sixpip.players.ten_thousand.solver.roll_codes import BUST, NEXT, OUT, OUTCOME, WIN
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver
from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.research.league import engine_play, lanes, neutral, state, tables
from tools.research.league.kernel import FRESH, TAKE
from tools.research.league.players import RISK_NEUTRAL, new_player
from tools.research.league.results import LeagueError
from tools.research.league.simulator import Simulator
from tools.research.league.state import GAME
from tools.research.league.tables import rows_of
from tools.research.solve import points
from tools.research.solve.model import Model

pytestmark = [pytest.mark.sweep, pytest.mark.usefixtures("compiled_loops")]

FAMILY = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
SHORT: dict[str, int | str] = {"target": 3000}
"""So that the tables take little time."""
SEED = 5


def simulator(variant: str) -> Simulator:
    return Simulator(variant, SHORT if variant != "five-cubes" else None)


def same_moves(played: Simulator, mix: tuple[int, ...], number: int) -> int:
    """Plays a game in the simulator and in the engine, checks that all moves are the same, and returns their number."""
    log, winner = played.log(mix, number, SEED)
    assert (log.tolist(), winner) == engine_play.play(played.variant, mix, number, SEED, played.row), (mix, number)
    return len(log)


def test_far_from_the_target_the_risk_neutral_player_gains_what_the_exact_solver_finds() -> None:
    model = Model("pure")
    turns = neutral.neutral_of(model, 2).turns[neutral.case_of(True, False, False)]
    assert turns[model.goal, 0, 0] == pytest.approx(points.turn(model).expected, abs=0.01)


def test_a_bank_is_charged_with_what_it_offers_to_the_next_player() -> None:
    model = Model("pure", {"pick_up": "yes"})
    charge = neutral.offers(model, 2)
    fewer_dice = [model.graph.plain(dice, False) for dice in range(5, 0, -1)]
    assert not charge[:, 0].any(), "hot dice leave no offer"
    assert (np.diff(charge, axis=0) > -0.01).all(), "more points offer more"
    assert (np.diff(charge[:, fewer_dice], axis=1) < 0.01).all(), "more dice offer more"
    assert (neutral.offers(model, 3) < charge + 1).all(), "of two others only one takes the dice"
    free, charged = (neutral.neutral_of(model, 2).turns[neutral.case_of(True, False, one)] for one in (False, True))
    assert charged[model.goal, 0, 0] < free[model.goal, 0, 0]


def test_farkle_with_threshold_players_has_the_moves_of_the_engine() -> None:
    played = simulator("farkle")
    for mix in ((STEADY, BOLD), (TIMID, STEADY, BOLD)):
        for number in range(100):
            assert same_moves(played, mix, number) > len(mix)


@pytest.mark.parametrize("players", [2, 3])
def test_offers_are_made_and_taken_as_in_the_engine(players: int) -> None:
    played = Simulator("pure", {**SHORT, "pick_up": "yes"})
    mix = (MASTER, RISK_NEUTRAL, RISK_NEUTRAL)[:players]
    moves = [played.log(mix, number, SEED)[0][:, 0] for number in range(10)]
    assert any(TAKE in one for one in moves) and any(FRESH in one for one in moves)
    for number in range(10):
        assert same_moves(played, mix, number)


@pytest.mark.parametrize("variant", FAMILY)
def test_every_variant_with_master_and_the_risk_neutral_player_has_the_moves_of_the_engine(variant: str) -> None:
    played = simulator(variant)
    for mix in ((MASTER, RISK_NEUTRAL), (BOLD, MASTER, TIMID), (RISK_NEUTRAL, STEADY, MASTER, TIMID)):
        for number in range(10):
            assert same_moves(played, mix, number)


def test_a_difference_between_simulator_and_engine_is_noticed() -> None:
    played = simulator("farkle")
    played.tables.rules["enough"] += 100
    with pytest.raises(AssertionError):
        for number in range(5):
            same_moves(played, (TIMID, TIMID), number)


@pytest.mark.parametrize("throw", ["10 10 10 10 10", "6 6 6 6 6", "3 6 6 6 6"])
@pytest.mark.parametrize("mix", [(STEADY, BOLD), (TIMID, STEADY, BOLD)])
def test_five_alike_ends_the_game_of_a_player_as_in_the_engine(mix: tuple[int, ...], throw: str) -> None:
    played = simulator("five-cubes")
    faces = tables.new_game("five-cubes", 2).dice_set.faces
    thrown = sum(faces.index(face) * 6**place for place, face in enumerate(throw.split()))  # the sun in place of the 3
    games = [number for number in range(1000) if thrown in played.log(mix, number, SEED)[0][:, 0]]
    assert games
    for number in games[:3]:
        assert same_moves(played, mix, number)


REFUSED: list[dict[str, int | str]] = [{"end": "last-licks"}, {"no_risk": "yes"}, {"pick_up": "yes"}]


@pytest.mark.parametrize("row", REFUSED)
def test_house_rules_that_the_simulator_does_not_play_are_refused(row: dict[str, int | str]) -> None:
    with pytest.raises(LeagueError, match="The league does not play the house rules of five-cubes"):
        Simulator("five-cubes", row)


def test_every_game_is_counted_and_the_seats_are_shared() -> None:
    played = simulator("pure")
    wins = played.wins((STEADY, STEADY, STEADY), 6000, SEED)
    assert sum(wins) == 6000 and wins[-1] == 0
    assert all(1850 < count < 2150 for count in wins[:3])  # 6 standard deviations


def test_the_same_seed_gives_the_same_games_in_one_piece_or_in_several() -> None:
    played = simulator("pure")
    mix = (MASTER, BOLD)
    whole = played.wins(mix, 300, SEED)
    parts = [simulator("pure").wins(mix, 100, SEED, first) for first in (0, 100, 200)]
    assert whole == [sum(part) for part in zip(*parts)]
    assert whole != played.wins(mix, 300, SEED + 1)


POSITIONS = [
    ("pure", 2),
    ("dice-10000", 3),
    ("ten-thousand", 4),
    ("ten-grand", 2),
    ("five-cubes", 3),
    ("five-cubes", 4),
]


def positions(variant: str, players: int) -> list[TenThousandGame]:
    """Games at the start of a turn, with random scores, some of them in their last turns."""
    chance = random.Random(variant)
    found = []
    for number in range(12):
        game = tables.new_game(variant, players, simulator(variant).row)
        target = int(game.options["target"])
        ending = number % 3 == 0 and game.options["end"] != "sudden"
        game.scores[:] = [chance.randrange(0, target, target // 60) for _ in range(players)]
        game.player = chance.randrange(players)
        if ending:
            leader = (game.player + 1) % players if game.options["end"] != "same-round" else 0
            game.player = (leader + 1) % players
            game.scores[leader] = target + target // 6
            game.house_rules.restore(game, {**game.house_rules.record(), "end": [leader, leader]})
        elif players > 2 and number % 3 == 1:
            game.out[game.player - 1] = True
        game.opened[:] = [score > 0 for score in game.scores]
        found.append(game)
    return found


def as_record(game: TenThousandGame) -> np.ndarray:
    record = np.zeros(1, dtype=GAME)
    record["players"], record["player"] = game.players, game.player
    record["closer"], record["leader"] = game.house_rules.record()["end"]
    record["scores"][0, : game.players] = game.scores
    record["opened"][0, : game.players] = game.opened
    record["out"][0, : game.players] = game.out
    return record


@pytest.mark.parametrize(("variant", "players"), POSITIONS)
def test_banks_and_rolls_are_worth_to_the_simulated_master_what_they_are_worth_on_the_board(
    variant: str, players: int
) -> None:
    known = simulator(variant).tables
    shift = known.rules["shift"][0]
    values = lanes.new_values(shift)
    for game in positions(variant, players):
        player = new_player(game, MASTER)
        assert isinstance(player, master.MasterPlayer) and player.advice
        rules = known.rules[0]
        state.set_chances(rules, known.solver, as_record(game)[0], values, 0)
        charges = bool(rules["pick_up"])
        lanes.solve_lanes(known.solver.stream, known.solver.rows, rules["most"], shift, charges, values)
        while player.advice.think():
            pass
        assert_same(player.solver, rows_of(game), values[:, 0])


def assert_same(solver: TurnSolver, rows: list[int], values: "np.ndarray") -> None:
    """Checks all values that a turn can use; `rows`: those of its rolls."""
    most = solver.most
    assert list(solver.values[: most + 1]) == list(values[: most + 1])
    assert [solver.values[OUTCOME + one] for one in (BUST, OUT, WIN)] == [
        values[OUTCOME + one] for one in (BUST, OUT, WIN)
    ]
    for row in rows:
        places = [NEXT + (units << solver.shift) + row for units in range(most + 1)]
        assert [solver.values[place] for place in places] == list(values[places])
