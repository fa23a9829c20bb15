"""Three players: the solver against a plain one, written apart; its laws; interruption; the command."""

import json
import os
from collections import Counter
from itertools import combinations_with_replacement, product
from math import factorial, prod
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from host_tests.command_fixture import outcome
from sixpip.players.styles import MASTER
from sixpip.players.ten_thousand.solver.roll_codes import BUST, OUTCOMES
from tools.research.compiled_loops import compile_loops
from tools.research.league.kernel import solved_keep
from tools.research.league.lanes import new_values, solve_lanes
from tools.research.league.master_turn import classes_of, master_turn
from tools.research.league.simulator import Simulator
from tools.research.league.state import GAME, set_chances
from tools.research.solve import three_players, three_players_report
from tools.research.solve.__main__ import main
from tools.research.solve.cache import Cache
from tools.research.solve.duel import solve_duel
from tools.research.solve.model import Model
from tools.research.solve.three_players import Setting, ThreePlayers, rotated, solve_sum, solve_three, units_of
from tools.research.solve.three_players_master import MasterMatch

pytestmark = pytest.mark.sweep

Chances = NDArray[np.float64]
STEP = 50
FAR = 110
"""Steps of a lead in the plain solver; a player who leads by half of them banks."""


def solved(folder: Path, target: int, end: str = "sudden") -> ThreePlayers:
    return solve_three(Model("pure", {"target": target, "end": end}), Cache(folder, pytest.fail), lambda *_: None)


# The plain solver


def keeps_of(roll: tuple[int, ...]) -> set[tuple[int, int]]:
    """What can be kept of a roll, by the rule sheet: the points in steps, and the dice left."""
    each = []
    for face, count in Counter(roll).items():
        single = {1: 100, 5: 50}.get(face)
        three = 1000 if face == 1 else 100 * face
        ways = {(0, 0)}
        for dice in range(1, count + 1):
            threes, rest = divmod(dice, 3)
            if single or not rest:
                ways.add((dice, three * threes + (single or 0) * rest))
        each.append(ways)
    found = {tuple(map(sum, zip(*ways))) for ways in product(*each)}
    return {(points // STEP, (len(roll) - dice) or 6) for dice, points in found if dice}


def rolls_of(dice: int) -> dict[frozenset[tuple[int, int]], float]:
    """The chance of each set of keeps."""
    found: dict[frozenset[tuple[int, int]], float] = {}
    for roll in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice) // prod(map(factorial, Counter(roll).values()))
        keeps = frozenset(keeps_of(roll))
        found[keeps] = found.get(keeps, 0.0) + ways / 6**dice
    return found


ROLLS = {dice: rolls_of(dice) for dice in range(1, 7)}


def play_turn(
    own_bank: Chances, other_bank: Chances, own_bust: Chances, other_bust: Chances
) -> tuple[Chances, Chances]:
    """The chances of the player to move, who plays best, and of another one; all for many states at once.

    Banks and results are by row (steps gained) and state; in the last 40 rows every player banks.
    """
    own = np.repeat(own_bank[:, None], 7, axis=1)
    other = np.repeat(other_bank[:, None], 7, axis=1)
    for row in range(len(own_bank) - 41, -1, -1):
        for dice, rolls in ROLLS.items():
            mean, other_mean = np.zeros_like(own_bust), np.zeros_like(own_bust)
            for keeps, chance in rolls.items():
                best, its_other = (own_bust, other_bust) if not keeps else (np.full_like(own_bust, -1.0), own_bust)
                for points, left in keeps:
                    better = own[row + points, left] > best
                    best = np.where(better, own[row + points, left], best)
                    its_other = np.where(better, other[row + points, left], its_other)
                mean, other_mean = mean + chance * best, other_mean + chance * its_other
            banks = (own_bank[row] >= mean) & (row > 0)
            own[row, dice] = np.where(banks, own_bank[row], mean)
            other[row, dice] = np.where(banks, other_bank[row], other_mean)
    return own[:, 6], other[:, 6]


def no_more_turns(most: int) -> Chances:
    """Indexed by the steps that the next and the third player must gain: all of them are too many."""
    return np.tile(np.array([1.0, 0.0]), (most, most, 1))


def last_turns(most: int) -> Chances:
    """The same where both have one more turn: the chances of the leader and of the next player."""
    gained = np.arange(-most, most)[:, None]  # beyond what the player needs
    nothing = np.zeros(1)
    reached = np.where(gained >= 0, 1.0, 0.0)
    passes = play_turn(reached, np.zeros_like(reached), nothing, nothing)[0][most::-1, 0]
    passes = np.append(passes, np.zeros(2 * most))
    missing = np.arange(most)
    leads = np.where(gained >= 0, 1.0 - passes[missing + gained.clip(0) + 1], 0.0)
    own, leader = play_turn(leads, np.zeros_like(leads), np.zeros(most), 1.0 - passes[missing])
    return np.stack((leader[most:0:-1], own[most:0:-1]), axis=2)


def best_turns(win: Chances, end: str, other: Chances) -> tuple[Chances, Chances]:
    """The chances of the player to move, who plays best, and of another one, in each state.

    `other`: the chances of the other one at the start of the next turn.
    """
    goal = len(win)
    closing, rows = (no_more_turns(2), goal + 41) if end == "sudden" else (last_turns(FAR), goal + FAR // 2 + 41)
    own, following, third = np.indices((goal, goal, goal)).reshape(3, -1)
    score = own + np.arange(rows)[:, None]
    lead = np.stack((score - following + 1, score - third + 1)).clip(0, len(closing) - 1)
    last = np.minimum(score, goal - 1)
    over = score >= goal
    own_bank = np.where(over, closing[lead[0], lead[1], 0], third_of(win)[following, third, last])
    other_bank = np.where(over, closing[lead[0], lead[1], 1], other[following, third, last])
    turns = play_turn(own_bank, other_bank, third_of(win)[following, third, own], other[following, third, own])
    return turns[0][0].reshape(win.shape[:3]), turns[1][0].reshape(win.shape[:3])


def third_of(win: Chances) -> Chances:
    return np.asarray(1.0 - win[..., 0] - win[..., 1])


@pytest.mark.parametrize(("target", "end"), [(1000, "sudden"), (500, "last-turn")])
def test_no_player_can_do_better_in_any_state_by_a_plain_solver(tmp_path: Path, target: int, end: str) -> None:
    win = solved(tmp_path, target, end).win
    own, following = best_turns(win, end, win[..., 0])
    assert np.abs(own - win[..., 0]).max() < 1e-6
    differs = np.abs(following - win[..., 1]) > 1e-6  # where players mix strategies
    assert differs.mean() < 0.01


def test_the_chances_are_chances_and_grow_with_the_score_after_a_bank(tmp_path: Path) -> None:
    win = solved(tmp_path, 1500).win
    assert win.min() > 0.0 and third_of(win).min() > 0.0
    assert np.diff(third_of(win), axis=2).min() > 0.0  # so that more points are never worse, with the same dice left
    level = win[tuple([np.arange(len(win))] * 3)]
    assert (level[:, 0] > level[:, 1]).all() and (level[:, 1] > third_of(level)).all()


def test_a_player_who_is_far_behind_leaves_the_others_their_chances_of_two(tmp_path: Path) -> None:
    win = solved(tmp_path, 2000)
    two = solve_duel(Model("pure", {"target": 2000}))
    for own, following in product(range(1600, 2000, 50), repeat=2):
        first, second, third = win.chances(own, following, 0)
        assert third < 0.1
        assert first / (first + second) == pytest.approx(two.chance(own, following), abs=0.05)


def test_no_triple_is_left_out_and_none_is_in_two_units() -> None:
    goal = 7
    for total in range(3 * goal - 2):
        found = [
            {rotated((own, following, total - own - following), rotation) for rotation in range(3)}
            for own in range(max(0, total - 2 * goal + 2), total // 3 + 1)
            for following in range(*units_of(total, own, goal))
        ]
        triples = list(zip(*(scores.tolist() for scores in three_players.places_of(total, goal))))
        assert sorted(triple for unit in found for triple in unit) == sorted(triples)


# Master


def test_master_wins_less_than_the_equilibrium_and_its_chances_follow_from_the_turns(tmp_path: Path) -> None:
    model = Model("pure", {"target": 1000})
    solution = solved(tmp_path, 1000)
    win = solution.win
    match = MasterMatch(model, solution)
    seats = match.wins(Cache(tmp_path, pytest.fail), lambda *_: None)
    assert all(0.9 * best < seat < best for seat, best in zip(seats, solution.chances(0, 0, 0), strict=True))
    master = match.chances
    known = np.abs(best_turns(win, "sudden", win[..., 0])[1] - win[..., 1]) < 1e-9
    for place in (0, 1):  # Master is next or third, and follows the turn of another player
        found = best_turns(win, "sudden", master[..., place])[1]
        assert np.abs(found - master[..., place + 1])[known].max() < 1e-6


@pytest.mark.parametrize("scores", [(0, 0, 0), (100, 900, 400), (850, 0, 950)])
def test_the_turn_of_master_is_that_of_its_choices_in_the_league(scores: tuple[int, int, int]) -> None:
    compile_loops()
    tables = Simulator("pure", {"target": 1000}).tables
    rules, throws = tables.rules[0], tables.throws
    unit, dice = int(rules["unit"]), int(rules["dice"])
    games, values = np.zeros(1, dtype=GAME), new_values(int(rules["shift"]))
    games[0]["players"], games[0]["scores"][:3], games[0]["opened"][:3] = 3, scores, np.array(scores) > 0
    games[0]["styles"][0], games[0]["closer"], games[0]["leader"] = MASTER, -1, -1
    set_chances(rules, tables.solver, games[0], values, 0)
    solve_lanes(tables.solver.stream, tables.solver.rows, int(rules["most"]), int(rules["shift"]), False, values)
    after = np.linspace(0.1, 0.9, (1000 - scores[0]) // unit + 1)
    won = busted = 0.0
    reached = {(0, dice): 1.0}
    while reached:
        state = min(reached)
        (units, count), chance = state, reached.pop(state)
        begin, ways = int(rules["first_throw"][count]), int(rules["throws"][count])
        for number in throws.roll[begin : begin + ways]:
            roll = throws.rolls[number]
            if roll["first"] == roll["end"]:
                busted += chance / ways
                continue
            at, banks = solved_keep(tables, games[0], units * unit, roll, values, 0)
            gained, left = units + throws.keeps[at]["points"] // unit, int(throws.keeps[at]["left"]) or dice
            if banks or gained >= len(after) - 1:
                won += chance / ways * after[min(gained, len(after) - 1)]
            else:
                reached[gained, left] = reached.get((gained, left), 0.0) + chance / ways
    gains, ends = np.empty(len(after)), np.empty(OUTCOMES)
    master_turn(tables, classes_of(tables, Model("pure").graph), games[0], values, 0, gains, ends)
    assert ((gains * after).sum(), ends[BUST]) == pytest.approx((won, busted))


def test_a_game_in_which_master_is_not_computed_has_the_seats_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = ask(capsys, tmp_path, "pure target=500 bank_min=300 --players 3 --json")
    assert status == 0 and set(json.loads(out)) == {"variant", "rules", "step", "seats_win"}


# Interruption and the command


def ask(capsys: pytest.CaptureFixture[str], folder: Path, line: str) -> tuple[int, str, str]:
    return outcome(capsys, main, *line.split(), "--cache", str(folder))


def test_an_interrupted_run_goes_on_where_it_stopped(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "pure target=500 --players 3 --json"
    sums: list[int] = []

    def solve(setting: Setting, win: Chances, total: int, start: int, stride: int) -> list[tuple[int, int, int]]:
        if len(sums) == 20:
            raise KeyboardInterrupt
        sums.append(total)
        return solve_sum(setting, win, total, start, stride)

    def note(setting: Setting, win: Chances, total: int, start: int, stride: int) -> list[tuple[int, int, int]]:
        sums.append(total)
        return solve_sum(setting, win, total, start, stride)

    with monkeypatch.context() as patch:
        patch.setattr(three_players, "solve_sum", solve)
        status, out, err = ask(capsys, tmp_path / "stopped", line)
        assert (status, out) == (130, "") and err.startswith("Interrupted")
        files = {file.name for file in (tmp_path / "stopped").rglob("*") if file.is_file()}
        stored = {name for name in files if "graph" not in name}  # one table for each sum
        assert len(stored) >= 20 // (os.cpu_count() or 1) - 1 and all(name.endswith(".npz") for name in files)
        sums[:] = []
        patch.setattr(three_players, "solve_sum", note)
        _, out, _ = ask(capsys, tmp_path / "stopped", line)
    assert max(sums) == 27 - len(stored)
    assert json.loads(out) == json.loads(ask(capsys, tmp_path / "fresh", line)[1])


def test_the_seats_and_the_chances_of_scores_are_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    figures = json.loads(ask(capsys, tmp_path, "pure target=500 --players 3 --json")[1])
    assert sum(figures["seats_win"]) == pytest.approx(1)
    assert figures["master_wins"]["mean"] == pytest.approx(sum(figures["master_wins"]["seats"]) / 3)
    _, out, _ = ask(capsys, tmp_path, "pure target=500 --players 3")
    assert out.startswith("three players: the seats win 0.") and "Master against two of them: 0." in out
    _, out, _ = ask(capsys, tmp_path, "pure target=500 --players 3 --scores 0 0 0 --json")
    assert json.loads(out) == {"scores": [0, 0, 0], "players_win": figures["seats_win"]}
    _, out, _ = ask(capsys, tmp_path, "pure target=500 --players 3 --scores 0 0 0")
    assert "0 points, to move, against 0 and 0: 0." in out


REFUSED = {
    "pure end=same-round": "Three players are solved for end=sudden and last-turn, not for same-round.",
    "farkle hot_dice=forced": "Three players are solved where every keep may be banked",
    "pure busts=-500": "Three players are solved where every keep may be banked",
    "pure target=50000": "The target 50000 in steps of 50 points needs too much memory for three players",
    "pure --scores 100 200": "--scores takes 2 scores, or 3 with --players 3",
    "pure --scores 0 0 30": "--scores 30 is not possible",
    "pure --duel": "--players 3 goes with --scores",
}


@pytest.mark.parametrize("line", REFUSED)
def test_bad_input_is_reported_in_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str) -> None:
    status, out, err = ask(capsys, tmp_path, f"{line} --players 3")
    assert (status, out) == (2, "")
    assert err.startswith(REFUSED[line]) and err.count("\n") == 1


def test_the_page_has_the_figures_of_short_games(tmp_path: Path) -> None:
    rows = {line.split(" | ")[0]: line for line in three_players_report.PAGE.read_text(encoding="utf-8").splitlines()}
    row = three_players_report.table_row(500, Cache(tmp_path, pytest.fail), lambda title: lambda done, total: None)
    assert rows["| 500"] == "| " + " | ".join(row) + " |"


def test_a_row_of_the_page_that_the_cache_does_not_have_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    old = "| 3000 | 1.000 | 2.000 | 3.000 | 4.000 | 5.000 | 6.000 | 7.000 |\n"
    page.write_text("<!-- generated: three-players -->\n" + old + "<!-- end -->\n", encoding="utf-8")
    monkeypatch.setattr(three_players_report, "PAGE", page)
    monkeypatch.setattr(three_players_report, "TARGETS", (500, 3000, 5000))
    three_players_report.update(Cache(tmp_path / "cache", pytest.fail), lambda title: lambda done, total: None)
    rows = page.read_text(encoding="utf-8").splitlines(keepends=True)[3:-1]
    assert rows[1] == old
    assert rows[0].startswith("| 500 | 58.458 |") and rows[2].startswith("| 5000 | not computed")
