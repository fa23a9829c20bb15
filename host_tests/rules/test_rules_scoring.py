"""Keeps and their points against brute force (brute_force.py), for all rolls, all kinds of dice and any options."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests.effort import scaled
from host_tests.rules import brute_force as brute
from host_tests.rules.brute_force import SUN, Dice
from sixpip.rules.core import actions, replay
from sixpip.rules.core.errors import BadOption, Illegal
from sixpip.rules.core.events import AGAIN, BUST, KEPT, TURN, event
from sixpip.rules.core.record import from_record
from sixpip.rules.rulebook import options, variants
from sixpip.rules.rulebook.variant import OWN_PIPS, DiceSet
from sixpip.rules.rulebook.variants import CUBES, GRAND, PHASE, PIPS
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.scorer import NOTHING, Scorer, keep_name, pack

NO_DIE = "no die scores"

scoring: dict[str, st.SearchStrategy[Any]] = {
    "multiples": st.sampled_from(["triples", "doubling", "adding", "fixed"]),
    "three_ones": st.sampled_from([1000, 300]),
    "straight": st.sampled_from([0, 200, 500, 1500, 2500]),
    "three_pairs": st.sampled_from([0, 750, 1000, 1500, 5000]),
    "pairs_count": st.sampled_from(["strict", "4+2"]),
    "two_triplets": st.sampled_from([0, 600, 2500]),
    "short_straights": st.sampled_from(["none", "500/750", "1250/1500"]),
    "full_house": st.sampled_from([0, 50, 250, 500]),
    "wild_die": st.sampled_from(["no", "yes"]),
}
rows = {
    "pips": st.fixed_dictionaries({}, optional=scoring),
    "grand": st.fixed_dictionaries(
        {}, optional={key: scoring[key] for key in scoring if key not in ("three_ones", "short_straights", "wild_die")}
    ),
    "cubes": st.fixed_dictionaries(
        {"dice": st.just(5)}, optional={key: scoring[key] for key in ("multiples", "full_house")}
    ),
}
TABLES = {"pips": PIPS, "grand": GRAND, "cubes": CUBES}
MOST = {"pips": 7, "grand": 7, "cubes": 5}


class Scores:
    """The scorer of some options, and brute force with the same options."""

    def __init__(self, kind: str, row: dict[str, Any], dice: int = 6) -> None:
        try:
            self.options = options.resolve(TABLES[kind], row)
        except BadOption:  # 4+2 without three pairs: the other way to say it
            self.options = options.resolve(TABLES[kind], {**row, "pairs_count": "strict"})
        self.rules = brute.Rules(self.options, kind)
        self.dice_set = TABLES[kind].with_sun() if self.options["wild_die"] == "yes" else TABLES[kind]
        self.sheet = Scorer(self.dice_set, self.options, dice)

    def key_of(self, dice: Dice) -> int:
        """The multiset of some faces, in the score sheet's notation."""
        return sum(1 << 4 * self.dice_set.index(face) for face in dice)

    def check(self, roll: Dice) -> None:
        expected = {self.key_of(keep): points for keep, points in self.rules.keeps(roll).items()}
        found = self.sheet.score(self.key_of(roll))
        assert dict(zip(self.sheet.keeps[:found], self.sheet.points[:found])) == expected, (roll, self.options)
        assert found == len(expected)
        most = max(expected.values(), default=0)
        fewest = min((len(keep) for keep, points in self.rules.keeps(roll).items() if points == most), default=0)
        best = self.sheet.best()
        assert expected.get(best, 0) == most
        assert sum(best >> 4 * face & 7 for face in range(7)) == fewest


def faces_of(kind: str, wild: bool) -> Dice:
    return brute.FACES[kind] + ((SUN,) if wild else ())


def all_rolls(kind: str, most: int, wild: bool = False) -> list[Dice]:
    """Every multiset of 1 to `most` dice, with at most one sun."""
    faces = faces_of(kind, wild)
    rolls = [roll for many in range(1, most + 1) for roll in combinations_with_replacement(faces, many)]
    return [roll for roll in rolls if roll.count(SUN) < 2]


@st.composite
def rolls_of(draw: st.DrawFn, kind: str, wild: bool = False, least: int = 1, most: int = 0) -> Dice:
    """Some dice, often many of a kind."""
    faces = draw(st.lists(st.sampled_from(brute.FACES[kind]), min_size=1, max_size=6, unique=True))
    roll = tuple(draw(st.lists(st.sampled_from(faces), min_size=least, max_size=most or MOST[kind])))
    return (SUN, *roll[1:]) if wild and draw(st.booleans()) else roll


ALL = [
    ("pips", {"multiples": "doubling", "straight": 1500, "three_pairs": 1000}, 6),
    ("pips", {"multiples": "doubling", "straight": 1500, "three_pairs": 1000, "pairs_count": "4+2"}, 6),
    ("pips", {"short_straights": "500/750", "two_triplets": 2500, "full_house": 250, "straight": 200}, 6),
    ("grand", {"multiples": "doubling", "straight": 200}, 6),
    ("cubes", {"dice": 5}, 5),
]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "row", "most"), ALL)
def test_every_roll_has_exactly_the_keeps_that_brute_force_finds(kind: str, row: dict[str, Any], most: int) -> None:
    scores = Scores(kind, row)
    for roll in all_rolls(kind, most, kind == "cubes"):
        scores.check(roll)


@pytest.mark.long
@pytest.mark.parametrize(
    "variant", [variant.name for variant in variants.VARIANTS if variant.dice_set.kind != PHASE.kind]
)
def test_the_rolls_of_every_variant_have_the_points_of_brute_force(variant: str) -> None:
    game = TenThousandGame(variant)
    scores = Scores(game.variant.dice_set.kind, game.variant.options, game.dice)
    assert scores.options == game.options
    for roll in all_rolls(game.dice_set.kind, game.dice, game.dice_set.wild >= 0)[:: 7 if game.dice < 7 else 19]:
        scores.check(roll)


@pytest.mark.scaled
@settings(max_examples=scaled(200, 300), deadline=None)
@given(st.data())
def test_keeps_and_their_points_are_those_of_brute_force_with_any_options(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(rows)))
    scores = Scores(kind, data.draw(rows[kind]), MOST[kind])
    scores.check(data.draw(rolls_of(kind, scores.dice_set.wild >= 0)))


@pytest.mark.parametrize("six", ["123456", "223344", "222233", "222333"])
def test_a_seventh_die_scores_on_its_own_next_to_six_that_score_together(six: str) -> None:
    row = {"straight": 1500, "three_pairs": 1000, "pairs_count": "4+2", "two_triplets": 2500}
    scores = Scores("pips", row, 7)
    for seventh in "123456":
        scores.check((*six, seventh))


@settings(max_examples=60, deadline=None)
@given(rows["cubes"], rolls_of("cubes", False, 1, 4))
def test_a_sun_next_to_a_pair_is_in_every_keep_and_joins_the_pair(row: dict[str, Any], roll: Dice) -> None:
    scores = Scores("cubes", row, 5)
    roll = (SUN, roll[0], *roll)[:5]  # a sun next to a pair
    scores.check(roll)
    scores.sheet.score(scores.key_of(roll))
    for i in range(scores.sheet.found):
        key = scores.sheet.keeps[i]
        assert key >> 4 * CUBES.wild & 7 == 1
        assert any(key >> 4 * face & 7 >= 2 for face in range(CUBES.wild))


def test_a_full_house_of_three_that_score_nothing_is_worth_its_bonus() -> None:
    """HR-02, with dice of one's own."""
    dice_set = DiceSet(OWN_PIPS, PIPS.faces, PIPS.singles, (1000, 0, 300, 400, 500, 600))
    scorer = Scorer(dice_set, options.resolve(dice_set, {"full_house": 250}), 6)
    found = scorer.score(pack([1, 1, 1, 3, 3, 2]))
    assert list(zip(scorer.keeps[:found], scorer.points[:found])) == [(pack([1, 1, 1, 3, 3]), 250)]
    assert keep_name(scorer, scorer.keeps[0], 250, 21) == "full house"


SUNS = [
    ("cubes", {"dice": 5}, 5),
    ("cubes", {"dice": 5, "full_house": 50}, 5),
    ("pips", {}, 6),
    ("pips", {"three_ones": 300, "multiples": "fixed", "full_house": 250}, 6),
    ("pips", {"multiples": "doubling", "three_pairs": 1500, "pairs_count": "4+2", "short_straights": "500/750"}, 6),
    ("pips", {"multiples": "adding", "two_triplets": 2500, "straight": 1500}, 7),
    ("pips", {"three_pairs": 1500, "pairs_count": "4+2", "two_triplets": 1500}, 7),
]


@pytest.mark.parametrize(("kind", "row", "most"), SUNS)
def test_the_sun_of_each_keep_counts_as_the_face_with_most_points_by_brute_force(
    kind: str, row: dict[str, Any], most: int
) -> None:
    """TT-06, CW-02, HR-07."""
    scores = Scores(kind, {**row, **({"wild_die": "yes"} if kind == "pips" else {})}, most)
    for roll in all_rolls(kind, most, True):
        for keep in scores.rules.keeps(roll) if SUN in roll else ():
            expected = scores.key_of(scores.rules.reading(keep, roll))
            assert scores.sheet.reading(scores.key_of(keep)) == expected, (keep, roll, scores.options)


def keeps_of_suns(variant: str, row: dict[str, Any], kind: str) -> Iterator[tuple[TenThousandGame, brute.Rules, Dice]]:
    """For each keep with a sun of a first roll: the game after it, the rules, and the dice that it counts as."""
    rules = brute.Rules(TenThousandGame(variant, row).options, kind)
    for others in combinations_with_replacement(brute.FACES[kind], TenThousandGame(variant, row).dice - 1):
        roll = (SUN, *others)
        for keep in rules.keeps(roll):
            if SUN in keep:
                game = TenThousandGame(variant, row)
                game.apply((actions.ROLL, None), replay.Script([game.dice_set.index(face) for face in ("3", *others)]))
                positions = game.positions_of(sum(1 << 4 * game.dice_set.index(face) for face in keep))
                game.apply((actions.KEEP, positions), replay.Script([]))
                yield game, rules, rules.reading(keep, roll)


@pytest.mark.parametrize(
    ("variant", "row", "kind"),
    [
        ("five-cubes", {"five_alike": "no"}, "cubes"),
        ("pure", {"wild_die": "yes", "clear": "yes"}, "pips"),
    ],
)
def test_a_roll_is_thrown_again_if_it_shows_a_face_of_which_the_keep_before_counts_as_three(
    variant: str, row: dict[str, Any], kind: str
) -> None:
    """CW-05, HR-09: whichever pair the sun has joined, by brute force."""
    for before, _, counted in keeps_of_suns(variant, row, kind):
        for number, face in enumerate(brute.FACES[kind]):
            game = from_record(before.record())
            events = game.apply((actions.ROLL, None), replay.Script([number] * game.dice_next()))
            assert (events[-1].kind == AGAIN) == (counted.count(face) >= 3), (counted, face)


@pytest.mark.parametrize("multiples", ["doubling", "fixed"])
def test_a_later_die_adds_to_the_three_that_the_sun_of_a_keep_counts_for(multiples: str) -> None:
    """HR-10: whichever pair the sun has joined, by brute force."""
    row = {"wild_die": "yes", "extend": "yes", "multiples": multiples, "full_house": 250}
    for before, rules, counted in keeps_of_suns("pure", row, "pips"):
        thrown = before.dice_next()
        for number, face in enumerate(brute.FACES["pips"] if thrown < before.dice else ()):
            game = from_record(before.record())
            assert isinstance(game, TenThousandGame)
            other = 0 if face != "1" else 4  # a 1 or a 5, so that the roll is no bust
            game.apply((actions.ROLL, None), replay.Script([number] + [other] * (thrown - 1)))
            have = counted.count(face)
            more = (rules.best((face,) * (have + 1)) or 0) - (rules.best((face,) * have) or 0) if have >= 3 else 0
            found = game.scorer.points_of(1 << 4 * number) if game.find_keeps() else NOTHING
            assert found == (max(more, rules.best((face,)) or 0) or NOTHING), (counted, face)


@pytest.mark.scaled
@settings(max_examples=scaled(100, 200), deadline=None)
@given(rows["pips"], st.permutations(range(6)), rolls_of("pips", False, 6, 6), st.integers(0, 63))
def test_any_choice_of_dice_is_a_keep_exactly_if_brute_force_can_split_it(
    row: dict[str, Any], seats: list[int], faces: Dice, chosen: int
) -> None:
    scores = Scores("pips", {**row, "wild_die": "no"})
    game = TenThousandGame("pure", scores.options)
    thrown = [faces[seat] for seat in seats]
    events = game.apply((actions.ROLL, None), replay.Script([PIPS.index(face) for face in thrown]))
    points = scores.rules.worth(tuple(thrown[at] for at in range(6) if chosen >> at & 1), faces)
    if event(BUST, 0, why=NO_DIE) in events or not chosen or points is None:
        with pytest.raises(Illegal):
            game.keep_points(chosen)
        with pytest.raises(Illegal):
            game.apply((actions.KEEP, chosen), replay.Script([]))
    else:
        assert game.keep_points(chosen) == points
        assert game.apply((actions.KEEP, chosen), replay.Script([]))[0] == event(KEPT, 0, points, chosen)
        assert (game.points, game.dice_next()) == (points, (6 - bin(chosen).count("1")) or 6)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([("dice-10000", "pips"), ("ten-grand", "grand")]), st.data())
def test_a_roll_busts_if_it_has_no_keep_and_the_dice_shown_as_scoring_are_those_in_a_keep(
    game_of: tuple[str, str], data: st.DataObject
) -> None:
    variant, kind = game_of
    roll = data.draw(rolls_of(kind, False, 6, 6))
    game = TenThousandGame(variant, {"start": "seated"}, 2)
    events = game.apply((actions.ROLL, None), replay.Script([game.dice_set.index(face) for face in roll]))
    keeps = brute.Rules(game.options, kind).keeps(roll)
    assert (events[-2:] == [event(BUST, 0, why=NO_DIE), event(TURN, 1)]) == (not keeps) == (game.player == 1)
    scoring = {face for keep in keeps for face in keep}
    assert game.can_score() == sum(1 << at for at in range(6) if roll[at] in scoring)
