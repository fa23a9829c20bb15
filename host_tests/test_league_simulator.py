"""The league: its simulator plays the moves of the engine, and its players know what those of the firmware know."""

import random

import numpy as np
import pytest

from host_tests import effort
from sixpip.players.styles import BOLD, MASTER, STEADY, TIMID
from sixpip.players.ten_thousand import master
from sixpip.players.ten_thousand.passes import NEXT, OUTCOME
from sixpip.players.ten_thousand.roll_codes import BUST
from sixpip.players.ten_thousand.turn_solver import TurnSolver
from sixpip.rules.dice_sets import PHASE
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.variants import VARIANTS
from tools.league import engine_play, lanes, tables, worth
from tools.league.errors import Difference, LeagueError
from tools.league.players import RISK_NEUTRAL, new_player
from tools.league.simulator import Simulator
from tools.league.state import GAME

pytestmark = pytest.mark.usefixtures("compiled_loops")

FAMILY = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
PLAYED = [variant for variant in FAMILY if tables.is_played(variant)]
SHORT: dict[str, int | str] = {"target": 3000}
"""So that the tables take little time."""
SLOTS = 1 << 10
SEED = 5


def simulator(variant: str) -> Simulator:
    return Simulator(variant, SHORT, SLOTS)


def test_farkle_with_threshold_players_has_the_moves_of_the_engine() -> None:
    played = simulator("farkle")
    for mix in ((STEADY, BOLD), (TIMID, STEADY, BOLD)):
        for number in range(effort.part(100)):
            assert engine_play.check_game(played, mix, number, SEED) > len(mix)


@pytest.mark.long
@pytest.mark.parametrize("variant", PLAYED)
def test_every_variant_with_master_and_the_risk_neutral_player_has_the_moves_of_the_engine(variant: str) -> None:
    played = simulator(variant)
    for mix in ((MASTER, RISK_NEUTRAL), (BOLD, MASTER, TIMID), (RISK_NEUTRAL, STEADY, MASTER, TIMID)):
        for number in range(effort.part(10)):
            assert engine_play.check_game(played, mix, number, SEED)


def test_a_difference_between_simulator_and_engine_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    played = simulator("farkle")
    played.tables.rules["enough"] += 100
    with pytest.raises(Difference, match="farkle, game 0 with seed 5: simulator and engine differ at move "):
        for number in range(5):
            engine_play.check_game(played, (TIMID, TIMID), number, SEED)


def test_all_variants_are_played_by_the_tables_except_the_five_cubes() -> None:
    assert [variant for variant in FAMILY if variant not in PLAYED] == ["five-cubes"]
    with pytest.raises(LeagueError, match="The tables do not cover the house rules of five-cubes"):
        Simulator("five-cubes")


def test_the_engine_plays_the_variant_that_the_tables_do_not_cover() -> None:
    wins = engine_play.wins("five-cubes", (MASTER, STEADY), 4, SEED)
    assert len(wins) == 3 and sum(wins) == 4


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


POSITIONS = [("pure", 2), ("dice-10000", 3), ("ten-thousand", 4), ("ten-grand", 2)]


def positions(variant: str, players: int) -> list[Game]:
    """Games at the start of a turn, with random scores, some of them in their last turns."""
    chance = random.Random(variant)
    found = []
    for number in range(12):
        game = tables.new_game(variant, players, SHORT)
        ending = number % 3 == 0 and game.options["end"] != "sudden"
        top = 2950 if not ending else 3500
        game.scores[:] = [chance.randrange(0, 2950, 50) for _ in range(players)]
        game.player = chance.randrange(players)
        if ending:
            leader = (game.player + 1) % players if game.options["end"] != "same-round" else 0
            game.player = (leader + 1) % players
            game.scores[leader] = top
            game.house_rules.restore(game, {**game.house_rules.record(), "end": [leader, leader]})
        game.opened[:] = [score > 0 for score in game.scores]
        found.append(game)
    return found


def as_record(game: Game) -> np.ndarray:
    """The same position for the simulator."""
    record = np.zeros(1, dtype=GAME)
    record["players"], record["player"] = game.players, game.player
    record["closer"], record["leader"] = game.house_rules.record()["end"]
    record["scores"][0, : game.players] = game.scores
    record["opened"][0, : game.players] = game.opened
    return record


@pytest.mark.long
@pytest.mark.parametrize(("variant", "players"), POSITIONS)
def test_banks_and_rolls_are_worth_to_the_simulated_players_what_they_are_worth_on_the_board(
    variant: str, players: int
) -> None:
    known = simulator(variant).tables
    values = lanes.new_values()
    for game in positions(variant, players):
        for lane, style in enumerate((MASTER, RISK_NEUTRAL)):
            player = new_player(game, style)
            assert isinstance(player, master.ComputerPlayer) and player._advice
            solver = player._solver
            record = as_record(game)[0]
            if style == MASTER:
                worth.set_chances(known.rules[0], known.solver.win, record, values, lane)
            else:
                worth.set_points(known.rules[0], record, values, lane)
            lanes.solve_lanes(known.solver.stream, known.solver.rows, known.rules[0]["most"], values)
            while player._advice.think():
                pass
            assert_same(solver, values[:, lane])


def assert_same(solver: TurnSolver, values: "np.ndarray") -> None:
    """Checks all values that a turn can use."""
    most = solver.most
    assert list(solver.values[: most + 1]) == list(values[: most + 1])
    assert solver.values[OUTCOME + BUST] == values[OUTCOME + BUST]
    for row in range(1, solver.first_row + 1):
        places = [NEXT + (units << solver.shift) + row for units in range(most + 1)]
        assert [solver.values[place] for place in places] == list(values[places])
