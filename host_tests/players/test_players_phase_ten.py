"""The computer players and the coach of Phase 10: legal actions in any position, short texts, nearly exact chances.

The best play that they share is compared with the exact values in test_phases_advice.py.
"""

import random
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from host_tests import effort
from host_tests.phase_dice_fixture import in_phases, thrown
from host_tests.random_play import Lcg, choose
from sixpip.players.advice import Advice
from sixpip.players.phase_ten.coach import Coach
from sixpip.players.phase_ten.computer import PhaseTenPlayer
from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.solver.colors import ColorGoals
from sixpip.players.phase_ten.solver.goals import POINT, TurnWorth
from sixpip.players.phase_ten.solver.last_roll import LastRoll
from sixpip.players.phase_ten.solver.pool import ANY_SET, RUN, SECOND_SET, SLOTS, UNIT, Pool
from sixpip.players.phase_ten.solver.two_rolls import ALONE, TwoRolls, place_of
from sixpip.players.phase_ten.worths import set_alone
from sixpip.players.styles import BOLD, MASTER, NAMES, STEADY, TIMID
from sixpip.rules.core import actions
from sixpip.rules.core.actions import OVER, READY, ROLLED
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.phase_ten.game import BONUS, HALF, PhaseTenGame
from sixpip.rules.phase_ten.phases import PHASES
from tools.research.solve_phases import by_number, compare
from tools.research.solve_phases.compare import Referee, coached
from tools.research.solve_phases.tables import BY_NUMBER, content, digits, joined, misses, shipped

pytestmark = pytest.mark.usefixtures("compiled_loops")

STYLES = [TIMID, STEADY, BOLD, MASTER]
QUICK = [TIMID, STEADY]
LETTERS = 21
"""Of a line on the OLED."""
WITHIN = 0.02
WILD = b"\x00\x00\x01\x01\x02\x02\x04\x04\x04\x04"  # 5 5 6 6 7 7 and four Ws
TWO_SETS = b"\x05\x05\x05\x04\x04\x04\x00\x01\x02\x03"  # 10 10 10 9 9 9 1 2 3 4
ONE_SET = b"\x05\x05\x05\x04\x04\x00\x00\x01\x02\x03"  # 10 10 10 9 9 5 1 2 3 4


def on_the_table(faces: bytes, rolls: int = 1, phase: int = 1) -> PhaseTenGame:
    game: PhaseTenGame = in_phases([phase])
    game.apply((actions.ROLL, None), Lcg(1))
    game.faces[:] = faces
    game.rolls = rolls
    return game


def random_position(source: Lcg, phases: list[int]) -> PhaseTenGame:
    """Returns a game after a roll and up to three random actions."""
    game: PhaseTenGame = in_phases(phases)
    game.apply((actions.ROLL, None), source)
    for _ in range(source.below(4)):
        if game.stage == ROLLED:
            game.apply(choose(game, source), source)
    return game


# Computer players


def play(game: PhaseTenGame, styles: list[int], source: Lcg) -> PhaseTenGame:
    """Plays a game to its end; game.apply raises Illegal for an action that is not legal."""
    players = [PhaseTenPlayer(game, style) for style in styles]
    while game.legal():
        todo, reason = players[game.player].choose()
        assert 0 < len(reason) <= LETTERS, reason
        for action in todo:
            game.apply(action, source)
    return game


@pytest.mark.long
@pytest.mark.parametrize("styles", [[style] for style in STYLES] + [[TIMID, STEADY, MASTER, TIMID]])
def test_computer_players_play_a_game_to_its_end(styles: list[int]) -> None:
    game = play(PhaseTenGame("phase-10", {"start": "one-die"}, len(styles)), styles, Lcg(styles[0]))
    assert game.stage == OVER and game.finished(game.finisher)


@pytest.mark.scaled
@pytest.mark.long
@pytest.mark.parametrize("style", STYLES, ids=lambda style: NAMES[style])
def test_a_computer_player_acts_legally_in_any_position(style: int) -> None:
    source = Lcg(style)
    for _ in range(effort.part(effort.scaled(500, 1500) if style in QUICK else effort.scaled(30, 60))):
        game = random_position(source, [1 + source.below(10)])
        if game.legal():
            todo = PhaseTenPlayer(game, style).choose()[0]
            assert todo[-1][0] in (actions.ROLL, actions.STOP)
            for action in todo:
                game.apply(action, source)


def test_timid_stops_as_soon_as_the_phase_is_made_and_bold_rolls_on_for_points() -> None:
    game = on_the_table(WILD)
    assert PhaseTenPlayer(game, TIMID).choose() == (((actions.STOP, None),), "the phase is made")
    todo, reason = PhaseTenPlayer(game, BOLD).choose()
    assert todo[-1] == (actions.ROLL, None) and reason == "for more points"


@pytest.mark.long
def test_steady_does_not_take_back_dice_while_the_phase_is_not_made() -> None:
    source, reasons = Lcg(5), set()
    for _ in range(200):
        game = in_phases([10])
        game.apply((actions.ROLL, None), source)
        game.apply((actions.KEEP, 1 << source.below(10)), source)
        todo, reason = PhaseTenPlayer(game, STEADY).choose()
        reasons.add(reason)
        if reason != "for more points":
            assert actions.BACK not in [kind for kind, _ in todo]
    assert len(reasons) > 1


@pytest.mark.parametrize("style", QUICK)
def test_a_computer_player_sets_aside_only_what_is_on_the_table_and_takes_back_only_what_is_not(style: int) -> None:
    source, kinds = Lcg(5), set()
    for phase in range(1, PHASES + 1):
        for aside in (0b11, 0b1100000, 0b1110000000):
            game = in_phases([phase])
            game.apply((actions.ROLL, None), source)
            game.apply((actions.KEEP, aside), source)
            for kind, moved in PhaseTenPlayer(game, style).choose()[0]:
                kinds.add(kind)
                assert moved is None or moved & game.kept == (moved if kind == actions.BACK else 0)
    assert {actions.KEEP, actions.BACK} < kinds


def test_think_ends_and_choose_then_answers_at_once() -> None:
    game = in_phases([3])
    game.apply((actions.ROLL, None), Lcg(1))
    player = PhaseTenPlayer(game, MASTER)
    steps = 0
    while player.think():
        steps += 1
    assert steps > 10
    assert not player.think()


@pytest.mark.parametrize(
    ("total", "faces"),
    [(32, (5, 3, 0, 0, 1, 1, 1, 1, 5, 0)), (93, (3, 1, 3, 2, 2, 1, 2, 4, 2, 1)), (105, (2, 0, 0, 2, 0, 4, 5, 0, 0, 3))],
)
def test_only_alone_and_before_the_last_roll_master_takes_a_miss_rather_than_few_points(
    total: int, faces: tuple[int, ...]
) -> None:
    def gives_up(style: int, rolls: int, phases: list[int]) -> bool:
        game: PhaseTenGame = in_phases(phases)
        game.apply((actions.ROLL, None), Lcg(1))
        game.faces[:], game.rolls, game.scores[0] = bytes(faces), rolls, total
        return PhaseTenPlayer(game, style).choose() == (((actions.STOP, None),), "better try again")

    assert gives_up(MASTER, 2, [2])
    assert not gives_up(MASTER, 2, [2, 2]) and not gives_up(MASTER, 1, [2]) and not gives_up(BOLD, 2, [2])


@pytest.mark.parametrize("phase", range(1, HALF + 1))
def test_alone_the_bonus_at_half_is_worth_the_more_the_more_points_there_are_and_never_more_than_itself(
    phase: int,
) -> None:
    found, costs = set(), []
    for total in range(0, 60 * phase, 5):
        worth = TurnWorth()
        set_alone(worth, phase, total, False)
        bonus = [worth.gain(made * POINT) + worth.miss - made * POINT for made in range(81)]
        assert bonus == sorted(bonus)
        found.update(bonus)
        costs.append(worth.miss)
    assert 0 <= min(found) < max(found) <= BONUS * POINT
    assert costs == sorted(costs) and costs[-1] - costs[0] <= BONUS * POINT


@pytest.mark.parametrize(("phase", "lost"), [(PHASES - 1, 0), (PHASES, BONUS)])
def test_alone_the_bonus_of_the_last_phase_is_lost_with_its_first_miss(phase: int, lost: int) -> None:
    costs = []
    for missed in (True, False):
        worth = TurnWorth()
        set_alone(worth, phase, 400, missed)
        costs.append(worth.miss)
    assert costs[0] - costs[1] == lost * POINT


def test_of_more_dice_of_a_color_than_the_phase_needs_those_with_the_highest_numbers_serve() -> None:
    faces = bytes([[dice.color(die, face) for face in range(6)].index(2) for die in range(dice.DICE)])
    colors = ColorGoals()
    colors.choose(faces, 2)
    numbers = sorted([dice.number(die, faces[die]) for die in range(dice.DICE)])
    serving = sorted([dice.number(die, faces[die]) for die in range(dice.DICE) if colors.serving >> die & 1])
    assert serving == numbers[3:] and colors.points == sum(serving) and colors.count == 7


@pytest.mark.parametrize("style", [TIMID, STEADY])
def test_in_the_phase_of_one_color_only_dice_of_that_color_are_set_aside(style: int) -> None:
    faces = bytes((0, 1, 2, 3, 0, 1, 4, 5, 4, 5))
    todo, _ = PhaseTenPlayer(on_the_table(faces, phase=8), style).choose()
    kept = todo[0][1]
    assert kept and len({dice.color(die, faces[die]) for die in range(dice.DICE) if kept >> die & 1}) == 1


# The coach


def think(coach: Coach) -> bool:
    """Lets the coach think to the end; returns whether it has advice."""
    while coach.think():
        assert not coach.is_ready()
    return coach.is_ready()


def advised(game: PhaseTenGame, coach: Coach | None = None) -> Advice:
    """The advice about the present state of a game."""
    coach = coach or Coach(game, {})
    assert think(coach)
    return coach.advise()


def follow(game: PhaseTenGame, advice: Advice, source: Lcg) -> None:
    """Does what the coach advises; an action that is not legal raises Illegal."""
    if advice.choice == "Stop and score":
        game.apply((actions.STOP, None), source)
        return
    if game.kept & ~advice.dice:
        game.apply((actions.BACK, game.kept & ~advice.dice), source)
    if advice.dice & ~game.kept:
        game.apply((actions.KEEP, advice.dice & ~game.kept), source)
    game.apply((actions.ROLL, None), source)


def check_texts(advice: Advice) -> None:
    """Every text fits on a line, and there is an order."""
    for text in (advice.odds, advice.choice, advice.reason):
        assert len(text) <= LETTERS and text.isascii()
    assert advice.choice


@pytest.mark.long
def test_a_whole_game_can_be_played_as_advised() -> None:
    source = Lcg(3)
    game = PhaseTenGame("phase-10", players=3)
    coach = Coach(game, {})
    while game.legal():
        if think(coach):
            advice = coach.advise()
            check_texts(advice)
            follow(game, advice, source)
        else:
            game.apply((game.legal()[0], None), source)
    assert game.winner >= 0


@pytest.mark.scaled
@pytest.mark.parametrize("phase", range(1, PHASES + 1))
def test_the_advice_is_legal_and_its_texts_fit_in_any_position(phase: int) -> None:
    source = Lcg(phase)
    for _ in range(effort.part(effort.scaled(8, 20))):
        game = random_position(source, [phase, phase])
        coach = Coach(game, {})
        if think(coach):
            advice = coach.advise()
            check_texts(advice)
            follow(game, advice, source)


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize(
    "phase",
    [pytest.param(phase, marks=[] if phase == 5 else pytest.mark.sweep) for phase in range(1, PHASES + 1)],
)
def test_the_chance_is_within_two_of_a_hundred_of_the_exact_one(phase: int) -> None:
    last, before = coached(phase, effort.scaled(30, 60), seed=phase)
    assert last < WITHIN / 2
    assert before < WITHIN


@pytest.mark.long
@pytest.mark.parametrize("phase", [3, *(pytest.param(phase, marks=pytest.mark.sweep) for phase in (1, 5, 10))])
def test_what_is_kept_before_the_last_roll_is_judged_exactly(phase: int) -> None:
    worth, last, chance = TurnWorth(), LastRoll(), random.Random(phase)
    worth.set(20 * POINT)
    for _ in last.start(worth, phase):
        pass
    referee = Referee(phase, worth)
    for _ in range(20):
        faces = bytes(chance.randrange(6) for _ in range(dice.DICE))
        keep = chance.randrange(dice.ALL) | 0b100110
        if last.can_judge(keep):
            for _ in last.judge(faces, keep):
                pass
            assert last.value / (1 << 18) == pytest.approx(referee.value(faces, keep, 1), abs=0.01)


def test_a_last_roll_of_two_dice_is_worth_the_mean_of_all_its_ends() -> None:
    last, best, worth = LastRoll(), BestUse(), worth_of(20 * POINT)
    faces = bytearray(thrown((5, 5, 7, 6, 8, 9, 2, 1, 4, 0)))
    for _ in last.start(worth, 2):
        pass
    for _ in last.judge(faces, dice.ALL & ~0b10_0000_0100):
        pass
    gained = 0
    for faces[2], faces[9] in product(range(6), repeat=2):
        best.find(faces, 2)
        gained += worth.gain(best.points * POINT) if best.points >= 0 else 0
    assert last.value / UNIT == pytest.approx(gained / 36, abs=0.2)


@pytest.mark.parametrize(
    ("style", "phase", "total", "faces"),
    [
        (BOLD, 2, 0, (2, 0, 3, 1, 1, 4, 5, 3, 4, 5)),
        (BOLD, 1, 0, (3, 5, 2, 1, 0, 2, 4, 3, 0, 2)),
        (MASTER, 4, 128, (0, 0, 2, 1, 4, 4, 2, 1, 3, 2)),
        (MASTER, 1, 3, (0, 3, 0, 3, 4, 3, 1, 2, 3, 1)),
    ],
)
def test_where_a_poor_phase_is_worth_less_than_a_miss_no_die_more_or_less_is_better_to_keep(
    style: int, phase: int, total: int, faces: tuple[int, ...]
) -> None:
    game = on_the_table(bytes(faces), rolls=2, phase=phase)
    game.scores[0] = total
    player = PhaseTenPlayer(game, style)
    while player.think():
        pass
    best = player.best
    assert best and not best.stop
    last = LastRoll()
    for _ in last.start(best.worth, phase):
        pass
    values = {}
    for keep in [best.keep, *(best.keep ^ 1 << die for die in range(dice.DICE))]:
        if last.can_judge(keep):
            for _ in last.judge(game.faces, keep):
                pass
            values[keep] = last.value
    assert values[best.keep] == max(values.values()) == best.value


@pytest.mark.parametrize(
    ("phase", "faces", "keep"),
    [
        (1, (2, 0, 4, 2, 1, 3, 0, 1, 0, 2), (0, 3)),
        (1, (4, 0, 2, 0, 4, 1, 4, 1, 5, 2), (0, 4, 6, 8)),
        (9, (5, 2, 1, 3, 4, 5, 2, 0, 0, 2), (0, 5)),
        (9, (3, 0, 1, 4, 0, 0, 2, 1, 5, 0), (1, 4, 5, 8)),
        (10, (1, 5, 3, 2, 3, 3, 4, 3, 1, 4), (2, 4, 5, 6, 9)),
        (10, (4, 1, 1, 1, 3, 2, 5, 3, 0, 0), (1, 2, 3, 6)),
    ],
)
def test_before_the_last_roll_dice_are_kept_for_one_set_where_the_number_of_the_other_is_open(
    phase: int, faces: tuple[int, ...], keep: tuple[int, ...]
) -> None:
    """`keep`: the best of all sets of dice, by the solver on the host (tools.research.solve_phases)."""
    best = BestPlay()
    best.worth.set(0)
    best.ask(bytes(faces), phase, 1)
    while best.step():
        pass
    assert [die for die in range(dice.DICE) if best.keep >> die & 1] == list(keep) and not best.stop


def test_the_coach_advises_to_stop_when_no_roll_can_improve_the_phase() -> None:
    advice = advised(on_the_table(TWO_SETS))
    assert (advice.dice, advice.choice, advice.reason) == (0, "Stop and score", "the phase is made")


def test_the_coach_shows_the_dice_to_keep_and_their_number() -> None:
    advice = advised(on_the_table(ONE_SET, rolls=2))
    assert advice.dice & 0b11111 == 0b11111
    many = bin(advice.dice).count("1")
    assert advice.choice == f"{many} dice aside, roll {10 - many}"
    assert advice.reason == "for 10s and 9s"


@pytest.mark.parametrize(
    ("phase", "numbers", "reason"),
    [
        (2, (5, 5, 7, 6, 8, 5, 2, 1, 4, 2), "for 5s, run 6 to 9"),
        (10, (6, 7, 10, 6, 7, 9, 0, 0, 4, 0), "for 7s and 6s"),
    ],
)
def test_of_goals_that_are_made_with_the_same_dice_the_coach_names_the_one_with_more_points(
    phase: int, numbers: tuple[int, ...], reason: str
) -> None:
    assert advised(on_the_table(thrown(numbers), rolls=2, phase=phase)).reason == reason


@pytest.mark.parametrize(
    ("phase", "numbers", "rolls", "odds"),
    [(4, (9, 9, 6, 7, 9, 8, 0, 0, 1, 0), 1, "still made: 97 in 100"), (1, (7, 10, 6, 10, 6, 7, 0, 0, 0, 4), 2, "")],
)
def test_a_made_phase_that_a_roll_may_lose_has_its_chance_and_a_safe_one_has_none(
    phase: int, numbers: tuple[int, ...], rolls: int, odds: str
) -> None:
    advice = advised(on_the_table(thrown(numbers), rolls, phase))
    assert (advice.odds, advice.reason) == (odds, "for more points")


@pytest.mark.parametrize(
    ("phase", "numbers", "rolls", "odds", "choice"),
    [
        (3, (8, 10, 10, 5, 9, 5, 0, 0, 0, 2), 2, "still made: 89 in 100", "8 dice aside, roll 2"),
        (7, (6, 5, 9, 9, 5, 5, 0, 0, 2, 0), 1, "still made: 88 in 100", "8 dice aside, roll 2"),
        (10, (7, 8, 7, 9, 5, 5, 0, 0, 0, 0), 1, "still made: 99 in 100", "Stop and score"),
    ],
)
def test_a_made_phase_is_risked_for_points_but_not_in_the_closing_turns_where_a_miss_is_final(
    phase: int, numbers: tuple[int, ...], rolls: int, odds: str, choice: str
) -> None:
    for finisher in (-1, 1):
        game: PhaseTenGame = in_phases([phase, phase if finisher < 0 else PHASES + 1, phase])
        game.apply((actions.ROLL, None), Lcg(1))
        game.faces[:], game.rolls, game.finisher = thrown(numbers), rolls, finisher
        advice = advised(game)
        assert advice.odds == (odds if finisher < 0 else "")
        assert finisher < 0 or advice.choice == choice
        todo = PhaseTenPlayer(game, MASTER).choose()[0]
        assert sum([places or 0 for kind, places in todo if kind == actions.KEEP]) == advice.dice


def test_there_is_advice_only_while_there_is_a_choice() -> None:
    assert not think(Coach(in_phases([1]), {}))
    assert not think(Coach(on_the_table(TWO_SETS, rolls=3), {}))


def test_the_advice_is_not_ready_once_the_game_has_changed() -> None:
    game = in_phases([1])
    game.apply((actions.ROLL, None), Lcg(1))
    coach = Coach(game, {})
    assert not coach.is_ready()
    advised(game, coach)
    game.apply((actions.ROLL, None), Lcg(2))
    assert not coach.is_ready()
    game.apply((actions.STOP, None), Lcg(2))
    assert game.stage == READY and not coach.is_ready()


SAME = """
from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.worths import set_alone

def answer(faces, phase, rolls, total):
    best = BestPlay()
    set_alone(best.worth, phase, total, False)
    best.ask(faces, phase, rolls)
    while best.step():
        pass
    return best.keep, best.chance, best.value, int(best.stop), best.spent
"""


@pytest.mark.usefixtures("emulator")
def test_the_best_play_has_the_same_results_on_the_pico_as_here() -> None:
    from tools.check.bench import pico

    chance = random.Random(7)
    asked = [
        (bytes(chance.randrange(6) for _ in range(dice.DICE)), phase, rolls, 30 * (phase - 1))
        for phase in range(1, PHASES + 1)
        for rolls in (1, 2)
    ]
    here: dict[str, Any] = {}
    exec(SAME, here)  # noqa: S102 the same script as on the Pico
    calls = "".join(f"gc.collect()\nreport(*answer{question!r})\n" for question in asked)
    reports = pico.run(f"set_gc_threshold()\n{SAME}{calls}").reports
    assert reports == [[str(int(part)) for part in here["answer"](*question)] for question in asked]


def test_the_coach_thinks_again_when_a_computer_has_thought_meanwhile() -> None:
    game = on_the_table(ONE_SET, rolls=2)
    shared: dict[str, object] = {}
    coach = Coach(game, shared)
    first = advised(game, coach)
    PhaseTenPlayer(game, MASTER, shared).choose()
    assert not coach.is_ready()
    again = advised(game, coach)
    assert (again.dice, again.odds) == (first.dice, first.odds)


def test_a_computer_chooses_the_same_though_the_coach_has_thought_in_between() -> None:
    game = on_the_table(bytes((0, 3, 0, 3, 3, 4, 0, 5, 3, 2)), rolls=2, phase=2)
    shared: dict[str, object] = {}
    bold = PhaseTenPlayer(game, BOLD, shared)
    expected = PhaseTenPlayer(game, BOLD).choose()
    assert bold.think()
    assert (actions.KEEP, advised(game, Coach(game, shared)).dice) not in expected[0]
    assert bold.choose() == expected


@pytest.mark.parametrize("count", range(6))
def test_what_a_set_of_any_number_lacks_after_a_roll_is_as_likely_as_by_counting_all_rolls(count: int) -> None:
    for one, other in ((0, 3), (2, 2), (0, 5), (3, 1)):
        pool = Pool(False)
        pool.find(one, other, ANY_SET, count, 0)
        missing = [0] * (one + other + 1)
        for roll in product(range(6), repeat=count):  # the first set is of the number 0
            alike = max([roll.count(number) for number in range(1, 6)])
            missing[max(0, one - roll.count(0)) + max(0, other - alike)] += 1
        chances = [sums / UNIT for sums in pool.sums[: min(SLOTS, len(missing))]]
        assert chances == pytest.approx([rolls / 6**count for rolls in missing[:SLOTS]], abs=0.001)


@pytest.mark.parametrize("low", [True, False])
def test_what_dice_lack_after_a_roll_does_not_depend_on_the_goals_judged_before(low: bool) -> None:
    asked = Pool(low)
    kinds = (SECOND_SET, RUN) if low else (SECOND_SET, RUN, ANY_SET)
    for kind, one, other, count, wild in product(kinds, range(3), range(4), range(5), range(4 if low else 1)):
        new = Pool(low)
        asked.find(one, other, kind, count, wild)
        new.find(one, other, kind, count, wild)
        assert asked.sums == new.sums, (kind, one, other, count, wild)


def test_the_best_play_does_not_depend_on_the_questions_before_it() -> None:
    asked, chance = BestPlay(), Lcg(11)
    for _ in range(12):
        phase, rolls, kept = 1 + chance.below(PHASES), 1 + chance.below(2), chance.below(dice.ALL + 1)
        faces = bytes([chance.below(6) for _ in range(dice.DICE)])
        found = []
        for best in (asked, BestPlay()):
            best.worth.set(20 * POINT * chance.below(2) if best is asked else asked.worth.miss)
            best.ask(faces, phase, rolls, kept)
            while best.step():
                pass
            found.append((best.made, best.stop, best.keep, best.reason, best.chance, best.value))
        assert found[0] == found[1]


# Two rolls


LOST = 0.012
"""Of the best mean total: what Master's choices may lose in all phases but that of one color."""


@cache
def referee(phase: int, miss: int) -> Referee:
    """The exact values of a phase for a worth of a miss, in 1 / POINT."""
    return Referee(phase, worth_of(miss))


def worth_of(miss: int) -> TurnWorth:
    """The worth of a turn in which only the points count, and a miss."""
    worth = TurnWorth()
    worth.set(miss)
    return worth


def alone(phase: int) -> int:
    """What a miss is worth alone, in 1 / POINT."""
    return int(misses(phase)[ALONE])


def judged(faces: bytes, phase: int, miss: int, kept: int = 0) -> TwoRolls:
    found = TwoRolls()
    for _ in found.judge(faces, kept, phase, worth_of(miss)):
        pass
    return found


@pytest.mark.long
@pytest.mark.parametrize("phase", [3, *(pytest.param(at, marks=pytest.mark.sweep) for at in BY_NUMBER if at != 3)])
def test_the_dice_to_keep_are_worth_almost_as_much_as_the_best_ones(phase: int) -> None:
    source = random.Random(phase)
    for miss in (0, alone(phase)):
        exact = referee(phase, miss)
        lost, gaps = [], []
        for _ in range(effort.part(100)):
            faces = bytes(source.randrange(6) for _ in range(dice.DICE))
            found = judged(faces, phase, miss)
            value = exact.value(faces, found.keep, 2)
            lost.append(exact.loss(faces, found.keep, 2))
            gaps.append(abs(found.value / (UNIT * POINT) - value))
        assert sum(lost) / len(lost) < 0.25
        assert sum(gaps) / len(gaps) < 0.6


@pytest.mark.parametrize(
    ("phase", "total", "faces", "exact"),
    [
        (1, 30, (0, 3, 0, 1, 2, 2, 0, 1, 1, 5), 4.25),
        (1, 30, (4, 3, 0, 4, 0, 1, 5, 5, 4, 0), 7.19),
        (2, 94, (5, 0, 4, 2, 2, 4, 2, 2, 2, 3), 3.88),
        (3, 13, (3, 4, 2, 0, 0, 0, 0, 5, 4, 0), 2.91),
        (4, 80, (4, 3, 4, 1, 0, 4, 0, 4, 2, 3), 5.14),
        (5, 117, (2, 3, 4, 4, 0, 2, 0, 1, 5, 1), 3.71),
        (6, 200, (1, 3, 4, 2, 5, 3, 2, 5, 3, 1), 11.97),
        (7, 300, (5, 4, 3, 3, 3, 3, 0, 3, 5, 3), 5.63),
        (9, 350, (0, 0, 3, 3, 3, 3, 2, 0, 1, 0), 6.56),
        (10, 420, (5, 2, 5, 2, 3, 5, 1, 4, 0, 1), 39.23),
    ],
)
def test_the_best_dice_to_keep_have_about_their_exact_worth_also_among_some_with_hardly_a_chance(
    phase: int, total: int, faces: tuple[int, ...], exact: float
) -> None:
    """`exact`: of the dice found, in points above a miss, by the solver on the host (tools.research.solve_phases)."""
    worth, found = TurnWorth(), TwoRolls()
    set_alone(worth, phase, total, False)
    for _ in found.judge(bytes(faces), 0, phase, worth):
        pass
    assert found.value / (UNIT * POINT) == pytest.approx(exact, abs=0.5)


@pytest.mark.parametrize(
    ("phase", "faces", "stops"),
    [
        (6, (2, 3, 1, 3, 4, 5, 5, 1, 5, 3), True),  # 1.49 points more by rolling, by the tables
        (6, (1, 5, 4, 4, 3, 2, 4, 1, 3, 5), True),
        (2, (4, 4, 2, 3, 0, 4, 0, 2, 1, 5), False),  # 1.51 points
        (2, (3, 0, 5, 5, 5, 2, 0, 0, 2, 4), False),  # 1.52 points
    ],
)
def test_a_made_phase_is_rolled_on_only_for_more_points_than_the_tables_may_be_wrong_by(
    phase: int, faces: tuple[int, ...], stops: bool
) -> None:
    best = BestPlay()
    best.worth.set_race(phase, False)
    best.ask(bytes(faces), phase, 2)
    while best.step():
        pass
    assert best.made and best.stop == stops


@pytest.mark.parametrize(
    ("phase", "faces"),
    [
        (1, (3, 5, 5, 5, 3, 3, 3, 3, 4, 5)),
        (3, (5, 5, 5, 5, 4, 3, 4, 3, 2, 5)),
        (9, (5, 5, 5, 4, 5, 5, 3, 4, 5, 3)),
        (10, (3, 5, 5, 3, 4, 5, 4, 4, 4, 5)),
    ],
)
def test_a_roll_always_throws_a_die_however_good_all_ten_are(phase: int, faces: tuple[int, ...]) -> None:
    for miss in (0, alone(phase)):
        assert judged(bytes(faces), phase, miss).keep != dice.ALL


def test_of_equal_dice_the_coach_keeps_those_that_are_set_aside() -> None:
    for kept in (0b000001, 0b100000):
        game = on_the_table(b"\x01\x01\x01\x01\x01\x01\x00\x01\x02\x03", phase=6)  # 6 6 6 6 6 6 1 2 3 4
        game.kept = kept
        assert advised(game).dice & 0b111111 == kept


def test_of_equal_dice_those_set_aside_are_kept() -> None:
    faces = b"\x01\x01\x01\x01\x01\x01\x00\x01\x02\x03"  # 6 6 6 6 6 6 1 2 3 4
    for kept in (0b000001, 0b100000):
        assert judged(faces, 6, 0, kept).keep & 0b111111 == kept


@pytest.mark.sweep
@pytest.mark.parametrize("phase", BY_NUMBER)
def test_the_shipped_tables_are_those_that_are_computed(phase: int) -> None:
    file, computed = shipped(phase), content(phase)
    assert len(file) == len(computed)
    for there, here in zip(joined(file), joined(computed), strict=True):
        assert np.abs(there - here).max() < 0.01 * np.abs(here).max()  # the factors may differ in the last digit


def test_a_set_of_dice_has_a_place_of_its_own() -> None:
    for sets in (by_number.HIGH, by_number.LOW):
        places = sorted(place_of(digits(counts, sets.dice)) for counts in sets.all)
        assert places == list(range(len(sets.all)))


@pytest.mark.sweep
def test_the_choices_of_games_alone_lose_little_of_the_best_total() -> None:
    found = compare.games(60, seed=1, phases=BY_NUMBER)
    assert found.lost.mean + found.lost.margin < LOST * compare.best_total()
    assert found.lost.mean > 0
    assert set(found.by_choice) == {(phase, rolls) for phase in BY_NUMBER for rolls in (1, 2)}
