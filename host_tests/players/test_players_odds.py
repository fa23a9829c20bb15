"""The odds that the next roll busts, with every house rule, are those of the engine when it throws every roll."""

import io
import itertools
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.random_play import Lcg
from host_tests.replayed import played
from sixpip.rules.core import actions, events, replay
from sixpip.rules.core.errors import Illegal
from sixpip.rules.core.replay import Script
from sixpip.rules.rulebook.variant import DiceSet
from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.odds import BustOdds, odds_text
from sixpip.screens.ten_thousand.decision import CHOOSE, OFFER, ROLL_OFF, SECOND_CHANCE, TurnView
from sixpip.screens.ten_thousand.screen import odds_of

NAMES = [variant.name for variant in VARIANTS if variant.dice_set.kind != PHASE.kind]
MOST_THROWN = scaled(2, 3)
ACTIONS = 60
GAMES = scaled(2, 12)
SEEDS = scaled(1, 8)
"""Games by each rule of RULES at least, and more until the decision is asked that the rule is about."""


def rolls_of(dice: int, wild: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields the rolls of some dice, each with its number of ways: multisets, after the face of a wild die if any."""
    for first in itertools.product(range(6), repeat=int(wild)):
        for others in itertools.combinations_with_replacement(range(6), dice - len(first)):
            yield (*first, *others), len(set(itertools.permutations(others)))


def copier_of(game: TenThousandGame) -> Callable[[], TenThousandGame]:
    """Returns a function that copies a game as it is now; pickle takes a quarter of the time of deepcopy."""
    shared = (game.scorer, game.dice_set, game.options, game.variant)  # a game does not change these
    numbers = {id(part): number for number, part in enumerate(shared)}
    data = io.BytesIO()
    pickler = pickle.Pickler(data, pickle.HIGHEST_PROTOCOL)
    pickler.persistent_id = lambda part: numbers.get(id(part))  # type: ignore[method-assign]
    pickler.dump(game)

    def copy() -> TenThousandGame:
        unpickler = pickle.Unpickler(io.BytesIO(data.getvalue()))
        unpickler.persistent_load = lambda number: shared[number]  # type: ignore[method-assign]
        copied: TenThousandGame = unpickler.load()
        return copied

    return copy


def bust_chance(game: TenThousandGame) -> Fraction:
    """Returns the chance that a roll of a game before that roll busts: the rolls thrown again do not count."""
    busts = rolls = Fraction(0)
    copy = copier_of(game)
    for faces, ways in rolls_of(game.dice_next(), game.dice_set.wild >= 0):
        thrown = copy()
        found = thrown.apply((actions.ROLL, None), Script(list(faces)))
        kinds = [event.kind for event in found]
        again = [event.why for event in found if event.kind == events.AGAIN]
        if again and again[0].endswith("roll again"):  # a face to be cleared
            continue
        rolls += ways
        if again == ["one more roll"]:
            busts += ways * bust_chance(thrown)
        elif events.BUST in kinds or again == ["a second chance"]:
            busts += ways
    return busts / rolls


def chance_shown(decision: TurnView, odds: BustOdds, monkeypatch: pytest.MonkeyPatch) -> "Fraction | None":
    """Returns the chance that a decision puts into words, None where it has none."""
    shown: list[tuple[int, int]] = []

    def note(busts: int, rolls: int) -> str:
        shown.append((busts, rolls))
        return odds_text(busts, rolls)

    monkeypatch.setattr("sixpip.screens.ten_thousand.decision.odds_text", note)
    decision.update()
    while odds.prepare(decision.dice):
        pass
    decision.update()
    return Fraction(*shown[0]) if shown else None


def random_choice(game: TenThousandGame, decision: TurnView, lcg: Lcg) -> int:
    """Returns dice that can be chosen, at random; 0 where there is nothing to choose."""
    if decision.kind == SECOND_CHANCE and not decision.held:
        return game.rolled & (1 + lcg.below(game.all))
    if decision.kind == CHOOSE and game.find_keeps():
        return game.positions_of(game.scorer.keeps[lcg.below(game.scorer.found)])
    return 0


def compare(game: TenThousandGame, decision: TurnView, monkeypatch: pytest.MonkeyPatch) -> "list[int]":
    """Compares the odds shown with the engine; returns the kind of decision if there are some."""
    shown = chance_shown(decision, decision.odds, monkeypatch)
    thrown = copier_of(game)()
    try:
        todo = decision.roll()
    except Illegal:
        return []
    if shown is None:
        return []
    for action in todo:
        if action[0] != actions.ROLL:
            thrown.apply(action, Script([]))
    assert shown == bust_chance(thrown), replay.head(game)
    return [decision.kind]


def decision_of(game: TenThousandGame) -> TurnView:
    """Returns what can be decided in a game now."""
    return TurnView(game, odds_of(game))


def kinds_compared(head: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> "list[int]":
    """Compares the odds with the engine in positions of a random game; returns the kinds of decision."""
    game = replay.start(head.split())
    assert isinstance(game, TenThousandGame)
    lcg = Lcg(seed)
    kinds: list[int] = []
    for _ in range(ACTIONS):
        if game.legal():
            decision = decision_of(game)
            decision.choose(random_choice(game, decision, lcg))
            if decision.thrown_next().bit_count() <= MOST_THROWN:
                kinds += compare(game, decision, monkeypatch)
            game.apply(random_play.decide(game, lcg), lcg)
    return kinds


RULES = [  # house rules that change which rolls bust, or what is asked about one
    ("last_die=yes", CHOOSE),
    ("last_die=yes second_chance=yes", SECOND_CHANCE),
    ("last_die=yes rescue=yes bank_min=300", OFFER),
    ("last_die=yes pick_up=yes empty_six=500", OFFER),
    ("last_die=yes empty_six=500 end=exact target=500", ROLL_OFF),
    ("extend=yes multiples=adding", CHOOSE),
    ("extend=yes multiples=doubling second_chance=yes wild_die=yes", SECOND_CHANCE),
    ("straight=1500 straight_gather=yes", CHOOSE),
    ("straight=1500 straight_gather=yes second_chance=yes pick_up=yes", SECOND_CHANCE),
    ("straight=1500 straight_gather=yes pick_up=yes wild_die=yes", OFFER),
    ("straight=1500 straight_gather=yes end=exact pick_up=yes target=500", ROLL_OFF),
    ("clear=yes four_twos=yes", CHOOSE),
    ("clear=yes wild_die=yes press_on=yes", CHOOSE),
    ("must_keep_all=yes second_chance=yes clear=yes", SECOND_CHANCE),
]


HEADS = [("pure players=2 start=seated " + rules, kind, SEEDS) for rules, kind in RULES]
HEADS += [(random_play.head(name, seed).removeprefix("game "), CHOOSE, 1) for name in NAMES for seed in range(GAMES)]


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize(("head", "kind", "least"), HEADS)
def test_the_odds_shown_are_those_of_the_engine_with_any_house_rules(
    head: str, kind: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds: list[int] = []
    for seed in range(20):
        kinds += kinds_compared(head, seed, monkeypatch)
        if kind in kinds and seed + 1 >= least:
            break
    assert kind in kinds


HELD_TRIPLE = "roll 2 2 2 3 4 6 / keep 2 2 2 / roll 3 3 4"
ONE_LEFT = "roll 1 1 3 3 3 2 / keep 1 1 3 3 3 / bank"
OFFERED = "roll 1 5 2 3 3 4 / bank / roll 1 5 2 3 3 4 / bank"
WILD = "second_chance=yes wild_die=yes straight=1500"
POSITIONS = [  # variant and house rules, lines of a game, dice chosen, kind of decision; the first with many dice
    ("pure four_twos=yes", "roll 1 5 3 3 4 6", 0b000011, CHOOSE),
    ("pure four_twos=yes", "roll 1 1 1 5 5 5", 0b111111, CHOOSE),
    ("pure wild_die=yes", "roll 2 1 1 1 5 3", 0b011110, CHOOSE),
    ("pure wild_die=yes", "roll 5 1 1 1 2 3", 0b001111, CHOOSE),
    ("pure four_twos=yes wild_die=yes", "roll 6 5 3 3 4 6", 0b000010, CHOOSE),
    ("pure four_twos=yes clear=yes", "roll 1 1 1 2 2 2", 0b111111, CHOOSE),
    ("pure clear=yes wild_die=yes", "roll sun 2 2 1 1 1", 0b111111, CHOOSE),
    ("pure second_chance=yes", "roll 1 5 3 3 4 6", 0b000001, CHOOSE),
    ("pure straight_gather=yes straight=1500", "roll 5 2 3 3 4 6", 0b000001, CHOOSE),
    ("zilch", "roll 1 1 1 5 5 5", 0b111111, CHOOSE),
    ("five-cubes", "roll 4 4 4 4 4", 0b11111, CHOOSE),
    ("pure second_chance=yes clear=yes", HELD_TRIPLE, 0b011000, SECOND_CHANCE),
    ("pure second_chance=yes last_die=yes", HELD_TRIPLE, 0b011000, SECOND_CHANCE),
    ("pure second_chance=yes four_twos=yes", "roll 2 2 3 3 4 6", 0b000011, SECOND_CHANCE),
    (f"pure {WILD}", "roll 2 4 4 6 2 6", 0b010001, SECOND_CHANCE),
    (f"pure {WILD}", "roll 2 4 4 6 2 6", 0b000110, SECOND_CHANCE),
    ("pure end=exact target=500 last_die=yes", ONE_LEFT, 0, ROLL_OFF),
    ("pure straight=1500 straight_gather=yes", "roll 1 5 2 3 3 4", 0b000011, CHOOSE),
    ("pure pick_up=yes straight=1500 straight_gather=yes", OFFERED, 0, OFFER),
    (
        "pure end=exact target=500 straight=1500 straight_gather=yes head_start=450,0",
        "roll 5 2 3 3 4 6 / bank / take / roll 1 2 2 3 4",
        0b000010,
        CHOOSE,
    ),
]


@pytest.mark.long
@pytest.mark.parametrize(("rules", "lines", "chosen", "kind"), POSITIONS)
def test_the_odds_in_a_rare_position_are_those_of_the_engine(
    rules: str, lines: str, chosen: int, kind: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(f"{rules} players=2 start=seated / {lines}")
    decision = decision_of(game)
    decision.choose(chosen)
    assert compare(game, decision, monkeypatch) == [kind]


def counted(odds: BustOdds, game: TenThousandGame, thrown: int, hold: int) -> Fraction:
    roll = (game, thrown, 0, game.points_after(0), hold)
    odds.chance(*roll)
    while odds.prepare(game.dice):
        pass
    chance = odds.chance(*roll)
    assert chance is not None
    return Fraction(*chance)


def test_other_dice_held_or_kept_have_odds_of_their_own() -> None:
    game = played(f"pure players=2 start=seated second_chance=yes clear=yes / {HELD_TRIPLE}")
    odds = odds_of(game)
    found = [counted(odds, game, 0b111000 & ~hold, hold) for hold in (0b011000, 0b101000, 0b011000)]
    assert found == [Fraction(5, 6), 1, Fraction(5, 6)]


@pytest.mark.parametrize(("variant", "numbers"), [("pure", [2, 4, 6]), ("five-cubes", [2, 3, 4, 5, 6, 7])])
def test_all_that_can_be_asked_is_counted_ahead(
    variant: str, numbers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    def note(dice_set: DiceSet, dice: int, marked: bool, idle: list[int]) -> Iterator[tuple[int, int, int]]:
        counted.append(2 * dice + marked)
        return iter([])

    monkeypatch.setattr("sixpip.rules.ten_thousand.odds.rolls_of", note)
    game = TenThousandGame(variant)
    odds = BustOdds(game.dice_set, game.options, game.dice)
    while odds.prepare(3):
        pass
    assert counted == numbers


def test_many_rolls_are_counted_in_short_steps() -> None:
    game = played("pure four_twos=yes")
    odds = odds_of(game)
    steps = 0
    while odds.chance(game, game.all, 0, 0, 0) is None:
        assert odds.prepare(game.dice)
        steps += 1
    assert steps > 50


@pytest.mark.parametrize(
    ("busts", "rolls", "words"),
    [
        (0, 1, "cannot bust"),
        (1, 36, "1 in 36 busts"),
        (4, 9, "2 in 5 bust"),
        (5, 11, "1 in 2 busts"),
        (600, 7776, "1 in 13 busts"),
        (35, 36, "35 in 36 bust"),
        (6, 6, "always busts"),
    ],
)
def test_a_chance_has_words_of_its_own_only_where_it_is_none_or_certain(busts: int, rolls: int, words: str) -> None:
    assert odds_text(busts, rolls) == words


@given(st.integers(1, 6**7).flatmap(lambda rolls: st.tuples(st.integers(0, rolls), st.just(rolls))))
def test_a_chance_in_words_is_at_most_a_tenth_wrong_for_a_bust_and_for_none(chance: "tuple[int, int]") -> None:
    busts, rolls = chance
    words = odds_text(busts, rolls).split()
    if 0 < busts < rolls:
        error = abs(Fraction(int(words[0]), int(words[2])) - Fraction(busts, rolls))
        assert error * 10 <= Fraction(min(busts, rolls - busts), rolls)
    else:
        assert words[0] == ("always" if busts else "cannot")


@pytest.mark.parametrize("variant", [name for name in NAMES if name != "five-cubes"])
def test_a_chance_of_one_in_several_rolls_names_their_nearest_number(variant: str) -> None:
    game = TenThousandGame(variant)
    odds = odds_of(game)
    found = []
    for dice in range(1, game.dice + 1):
        busts, rolls = odds.busts(dice), 6**dice
        words = odds_text(busts, rolls)
        if words.startswith("1 in "):
            found.append(dice)
            assert words == f"1 in {(2 * rolls + busts) // (2 * busts)} busts"
    assert len(found) > 3
