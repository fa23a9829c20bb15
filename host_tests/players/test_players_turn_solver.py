"""The turn solver and the chance to win: against the odds, published figures, and the same on the Pico.

Every value of a turn is compared with the exact solver in test_players_against_solver.py.
"""

import json
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from host_tests.effort import scaled
from host_tests.random_play import Lcg, house_rules
from sixpip.players.ten_thousand.solver import roll_class_builder
from sixpip.players.ten_thousand.solver.roll_class_builder import Merger
from sixpip.players.ten_thousand.solver.roll_classes import RollClasses
from sixpip.players.ten_thousand.solver.roll_codes import (
    BUST,
    MARKED,
    MUST_ROLL,
    NEXT,
    OUTCOME,
    OUTCOMES,
    POINTS,
    ROW,
    ROWS,
    WRECK,
)
from sixpip.players.ten_thousand.solver.turn_solver import CERTAIN, MOST_VALUE, ROWS_IN_JOB, TurnSolver, solve_gains
from sixpip.players.ten_thousand.solver.win_table_builder import follow_points
from sixpip.players.ten_thousand.win_chance import WinChance
from sixpip.rules.rulebook import variant_file, variants
from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.odds import BustOdds

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

NAMES = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
STEP = 150


def solver_of(game: TenThousandGame) -> TurnSolver:
    """Returns a solver whose classes of rolls are built."""
    solver = TurnSolver(game)
    while solver.build():
        pass
    return solver


def solve_points(solver: TurnSolver, most: int) -> TurnSolver:
    """Solves the turn of a player who wants points: a bust is worth nothing."""
    for units in range(most + 1):
        solver.values[units] = units * STEP
    for outcome in range(OUTCOMES):
        solver.values[OUTCOME + outcome] = 0
    solver.start(most)
    while solver.step():
        pass
    return solver


def chances_to_win(game: TenThousandGame) -> WinChance:
    """Returns the chances of a game, with their tables built."""
    chance = WinChance(game, solver_of(game))
    while chance.prepare():
        pass
    return chance


@pytest.mark.parametrize(("straight", "unit"), [(1200, 100), (1250, 50)])
@pytest.mark.usefixtures("no_own_variants")
def test_a_unit_divides_the_points_of_all_combinations(straight: int, unit: int) -> None:
    table = {"singles": [100, 0, 0, 0, 200, 0], "triples": [1000, 200, 300, 400, 500, 600]}
    own = {"name": "own", "title": "Own", "base": "pure", "table": table, "rules": {"straight": straight}}
    variants.register(variant_file.read(json.dumps(own).encode()))
    assert TurnSolver(TenThousandGame("own", {"three_pairs": 0})).unit == unit


def codes_of(classes: RollClasses, row: int) -> list[tuple[int, list[int]]]:
    found = []
    at = classes.starts[row]
    while at < classes.starts[row + 1]:
        codes = classes.stream[at + 1]
        found.append((classes.stream[at], list(classes.stream[at + 2 : at + 2 + codes])))
        at += 2 + codes
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_classes_hold_every_roll_and_as_many_busts_as_the_odds(name: str) -> None:
    game = TenThousandGame(name)
    classes = solver_of(game).classes
    odds = BustOdds(game.dice_set, game.options, game.dice)
    faces = len(game.dice_set.faces) - (game.dice_set.wild >= 0)
    for row in range(1, ROWS):
        dice, marked = (row - MARKED, True) if row > MARKED else (row, False)
        found = codes_of(classes, row)
        if not found or dice == 7:  # the weights of seven dice are rounded
            continue
        assert sum(weight for weight, _ in found) == classes.weights[row] == faces**dice
        busts = sum(weight for weight, codes in found if codes == [BUST << POINTS])
        expected = odds.busts(dice, marked)
        if dice == game.dice and (game.options["empty_six"] or game.options["five_alike"] == "yes"):
            assert busts <= expected
        else:
            assert busts == expected


def test_the_weights_of_the_rolls_of_seven_dice_fit_into_16_bits_and_busts_have_their_share() -> None:
    game = TenThousandGame("seven-dice")
    solver = TurnSolver(game, shipped=False)
    while solver.build():
        pass
    found = codes_of(solver.classes, game.dice)
    total = sum(weight for weight, _ in found)
    assert 0.99 * 65535 < total == solver.classes.weights[game.dice] < 1.01 * 65535
    busts = sum(weight for weight, codes in found if codes == [BUST << POINTS])
    odds = BustOdds(game.dice_set, game.options, game.dice)
    assert busts / total == pytest.approx(odds.busts(game.dice, False) / 6**game.dice, abs=0.001)


def test_the_weights_of_more_classes_than_there_is_room_for_take_more_room() -> None:
    room = array("H", bytes(2 * 552))
    merger = Merger(array("H", bytes(2 * 512)), bytes([0, 1]), room)
    for units in range(20):
        merger.enter(1, units)
        merger.merge(1)
    merger.enter(1, 20)
    merger.merge(1)
    assert merger.classes == 21 and list(merger.close())[-1] == 21


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("farkle", {}),
        ("farkle", {"extend": "yes"}),
        ("seven-dice", {}),
        ("pure", {"wild_die": "yes", "dice": 5}),
        ("pure", {"wild_die": "yes"}),
        ("dice-10000", {"wild_die": "yes", "dice": 7}),
    ],
)
def test_at_least_two_thirds_of_the_memory_for_the_classes_of_a_game_are_used(
    name: str, rules: dict[str, int | str]
) -> None:
    solver = TurnSolver(TenThousandGame(name, rules), shipped=False)
    allocated = len(solver.classes.stream)
    while solver.build():
        pass
    used = solver.classes.starts[-1]
    assert allocated == len(solver.classes.stream)
    assert 2 * allocated <= 3 * used


def test_as_many_rolls_of_all_dice_as_bust_are_a_wreck_where_that_costs_points() -> None:
    game = TenThousandGame("pure", {"train_wreck": -500})
    found = codes_of(solver_of(game).classes, game.dice)
    wrecks = sum(weight for weight, codes in found if codes == [WRECK << POINTS])
    assert wrecks == BustOdds(game.dice_set, game.options, game.dice).busts(game.dice)


def test_after_three_alike_that_a_die_can_join_half_the_rolls_of_that_die_bust() -> None:
    """A 1, a 5 and the face of the three score."""
    classes = solver_of(TenThousandGame("farkle", {"extend": "yes"})).classes
    row = classes.row_after_triple(1, 1)
    busts = sum(weight for weight, codes in codes_of(classes, row) if codes == [BUST << POINTS])
    assert busts * 2 == classes.weights[row] > 0


def test_what_four_dice_that_are_offered_are_worth_grows_with_their_points() -> None:
    game = TenThousandGame("dice-10000", {"target": 2000, "dice": 5}, 2)
    solver = TurnSolver(game)
    while solver.build():
        pass
    chance = WinChance(game, solver)
    while chance.prepare():
        pass
    assert [solver.offer_points[solver.offer_place(units, 4)] for units in (6, 10, 20, 40)] == [8, 16, 36, 76]


def test_what_a_bank_loses_by_its_offer_does_not_depend_on_earlier_turns() -> None:
    """DT-06."""
    found = []
    for turns in (((1000, 9000), (4000, 3000)), ((4000, 3000),)):
        game = TenThousandGame("dice-10000", {}, 2)
        solver = solver_of(game)
        chance = WinChance(game, solver)
        while chance.prepare():
            pass
        game.opened[:] = [True, True]
        for game.scores[:] in turns:
            for _ in chance.values():
                pass
        found.append([solver.values[solver.place(units, 0)] for units in range(solver.most)])
    assert found[0] == found[1] and found[0][10] > 0
    assert found[0][10:120] == sorted(found[0][10:120], reverse=True)  # the nearer the target, the less


@pytest.mark.parametrize("name", NAMES)
def test_the_chances_of_all_ends_of_a_turn_add_up_to_its_value(name: str) -> None:
    game = TenThousandGame(name)
    solver = solve_points(solver_of(game), 200)
    chances = array("H", bytes(2 * len(solver.values)))
    chances[solver.place(0, solver.first_row)] = CERTAIN
    solver.job[3:5] = array("i", [ROWS_IN_JOB, solver.places_in_job().stop])
    for solver.job[0] in range(201):
        follow_points(solver.classes.stream, solver.values, chances, solver.job)
    mean = sum(chances[units] * units * STEP for units in range(201)) / CERTAIN
    assert mean == pytest.approx(solver.value(0, solver.first_row), rel=0.02)
    assert sum(chances[:NEXT]) == CERTAIN


@pytest.mark.scaled
@pytest.mark.long
@pytest.mark.parametrize("seed", range(scaled(13, 20)))
def test_every_code_of_random_house_rules_leads_to_a_roll_that_has_classes(seed: int) -> None:
    lcg = Lcg(seed)
    game = TenThousandGame(NAMES[seed % len(NAMES)], house_rules(NAMES[seed % len(NAMES)], lcg))
    classes = solver_of(game).classes
    assert not classes.gave_up
    for row in range(1, ROWS):
        for _weight, codes in codes_of(classes, row):
            assert codes and codes == sorted(codes, key=lambda code: code & (ROW | MUST_ROLL))
            for code in codes:
                then = code & ROW
                assert classes.weights[then] if 0 < then < ROWS else code >> POINTS < OUTCOMES


MOST_CLASSES: "list[tuple[str, Options]]" = [
    ("farkle", {"dice": 5, "extend": "yes", "full_house": 2700, "empty_six": 500}),
    ("five-cubes", {"multiples": "adding", "full_house": 250, "empty_six": 500}),
    ("farkle-retail", {"short_straights": "500/750", "full_house": 2350, "press_on": "yes"}),
    ("farkle-online", {"straight": 4800, "short_straights": "1250/1500", "full_house": 2700, "extend": "yes"}),
    ("kingdom", {"straight_gather": "yes", "full_house": 2300, "wild_die": "yes", "press_on": "yes"}),
    ("farkle", {"dice": 7, "two_triplets": 300, "full_house": 500, "last_die": "yes", "press_on": "yes"}),
    ("zilch", {"dice": 7, "multiples": "adding", "straight": 3550, "three_pairs": 3650, "extend": "yes"}),
    ("kingdom", {"dice": 7, "wild_die": "yes", "multiples": "adding", "three_pairs": 1000, "two_triplets": 400}),
]
"""For each size of the stream of classes the house rules with most classes, of a thousand random mixes."""


@pytest.mark.parametrize(("name", "rules"), MOST_CLASSES)
def test_the_classes_of_the_hardest_house_rules_are_built(name: str, rules: "Options") -> None:
    solver = TurnSolver(TenThousandGame(name, rules, 2))
    allocated = len(solver.classes.stream)
    while solver.build():
        pass
    assert not solver.classes.gave_up and len(solver.classes.stream) <= allocated + 512  # it is extended once at most


@pytest.mark.long
def test_a_fourth_of_the_rolls_of_seven_dice_with_a_sun_gives_a_turn_nearly_the_same_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, rules in (("dice-10000", {}), ("farkle", {"multiples": "doubling", "press_on": "yes"})):
        game = TenThousandGame(name, {"dice": 7, "wild_die": "yes", **rules}, 2)
        few = solve_points(solver_of(game), 200)
        with monkeypatch.context() as patch:
            patch.setattr(roll_class_builder, "_SAMPLE", 1)
            patch.setattr(roll_class_builder, "_MOST_SIZE", 30_000)
            whole = solve_points(solver_of(game), 200)
        assert len(whole.classes.stream) > 1.5 * len(few.classes.stream)
        for units in (0, 10, 40, 100):
            value = whole.value(units, whole.first_row)
            assert few.value(units, few.first_row) == pytest.approx(value, rel=0.02)


def test_the_first_of_two_players_of_pure_wins_as_often_as_published() -> None:
    """RULES.md section 10: 0.536953 for two optimal players."""
    game = TenThousandGame("pure", {}, 2)
    chance = WinChance(game, solver_of(game))
    while chance.prepare():
        pass
    game.opened[:] = [True, True]
    next(chance.values())  # the turn begins
    assert 1 - chance.after(0, True) / CERTAIN == pytest.approx(0.536953, abs=0.002)


def test_without_the_opening_a_player_wins_less_often_than_with_it_and_no_points() -> None:
    game = TenThousandGame("dice-10000", {}, 2)
    chance = WinChance(game, solver_of(game))
    while chance.prepare():
        pass
    next(chance.values())  # the turn begins
    assert 0 < chance.after(0, False) < 0.97 * chance.after(0, True)


@pytest.mark.parametrize("opening", [1000, 1500, 2000])
def test_where_the_first_bank_must_be_the_target_the_first_to_bank_wins(opening: int) -> None:
    """A player who gets there with the chance p in each turn, and begins, wins with p / (1 - (1 - p) ** 2)."""
    game = TenThousandGame("pure", {"opening": opening, "target": opening}, 2)
    solver = solver_of(game)
    most = opening // solver.unit
    for _ in solve_gains(solver, most):
        pass
    chance = solver.value(0, solver.first_row) / MOST_VALUE
    wins = chances_to_win(game)
    next(wins.values())  # the turn begins
    assert 1 - wins.after(0, False) / CERTAIN == pytest.approx(chance / (1 - (1 - chance) ** 2), abs=0.003)


SAME = (
    f"OUTCOME = {OUTCOME}"
    + """
from array import array
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.players.ten_thousand.solver.win_table_builder import follow_points
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver

def digest(values):
    total = 0
    for value in values:
        total = (total * 31 + value) & 0xFFFFFF
    return total

def solved(name, row):
    solver = TurnSolver(TenThousandGame(name, row))
    while solver.build():
        pass
    for units in range(41):
        solver.values[units] = units * 300 if units > 6 else 0
    for outcome in range(5):
        solver.values[OUTCOME + outcome] = outcome * 700
    solver.start(40)
    while solver.step():
        pass
    chances = array("H", bytes(2 * len(solver.values)))
    chances[solver.place(0, solver.first_row)] = 32768
    solver.job[3:5] = array("i", [6, solver.places_in_job().stop])
    for solver.job[0] in range(41):
        follow_points(solver.classes.stream, solver.values, chances, solver.job)
    return digest(solver.classes.stream), digest(solver.values), digest(chances)
"""
)
MIXES: list[tuple[str, dict[str, int | str]]] = [
    ("farkle", {}),
    ("five-cubes", {}),
    ("zilch", {"no_risk": "yes", "six_alike": "yes", "last_die": "yes"}),
]


@pytest.mark.usefixtures("emulator")
def test_the_passes_have_the_same_results_on_the_pico_as_here() -> None:
    from tools.check.bench import pico

    here: dict[str, Callable[..., tuple[int, ...]]] = {}
    exec(SAME, here)  # noqa: S102 the same script as on the Pico
    calls = "".join(f"gc.collect()\nreport(*solved({name!r}, {row!r}))\n" for name, row in MIXES)
    reports = pico.run(f"set_gc_threshold()\n{SAME}{calls}").reports
    assert reports == [[str(part) for part in here["solved"](name, row)] for name, row in MIXES]
