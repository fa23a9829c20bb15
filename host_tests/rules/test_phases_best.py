"""The best use of ten phase dice against brute force (phase_brute_force.py): all rolls by numbers, random faces."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from host_tests import phase_brute_force as brute
from host_tests.effort import scaled
from host_tests.phase_dice_fixture import COLOR, DICE, SHOWN, found, numbers_of, rolls, shown, thrown
from sixpip.rules.core import actions, replay
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten import phases as ten_phases
from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.phase_ten.game import PhaseTenGame

phases = st.sampled_from(sorted(brute.PHASES))
places = st.integers(0, dice.ALL)


# Dice and goals


@pytest.mark.parametrize("die", DICE)
def test_a_die_shows_the_faces_of_the_rule_sheet(die: int) -> None:
    label, faces = SHOWN[die]
    assert dice.label(die) == label
    assert [dice.written(die, face) for face in range(6)] == faces
    assert [dice.face_of(die, word) for word in faces] == list(range(6))
    assert [dice.COLORS[dice.color(die, face)] for face in range(6)] == [word[-1] for word in faces]
    assert [dice.number(die, face) for face in range(6)] == [int(word[:-1].replace("W", "0")) for word in faces]


@pytest.mark.parametrize("word", ["", "5", "R", "11R", "W", "w", "0R", "5r", "5RR", "10", "H1"])
def test_no_die_has_a_face_that_is_not_its_own(word: str) -> None:
    assert [dice.face_of(die, word) for die in DICE] == [-1] * dice.DICE
    for other, faces in SHOWN:
        for face in faces:
            die = [label for label, _ in SHOWN].index("L1" if other[0] == "H" else "H1")
            assert dice.face_of(die, face) < 0


def test_the_phases_are_those_of_the_rule_sheet_and_have_short_texts() -> None:
    kinds = {ten_phases.SET: "set", ten_phases.RUN: "run", ten_phases.COLOR: "color"}
    assert ten_phases.PHASES == len(brute.PHASES) == ten_phases.FINISHED - 1
    for phase, parts in brute.PHASES.items():
        goal = ten_phases.goal(phase)
        assert [(kinds[goal[at]], goal[at + 1]) for at in range(0, len(goal), 2)] == list(parts)
        assert len(ten_phases.phase_text(phase)) <= 19
    words = [ten_phases.phase_text(phase) for phase in (1, 2, 4, 8, 9)]
    assert words == ["two sets of 3", "set of 3 + run of 4", "run of 7", "seven of one color", "set of 5 + set of 2"]


# The best use


@pytest.mark.sweep
@pytest.mark.parametrize("phase", brute.BY_NUMBER)
def test_every_combination_of_numbers_has_the_points_and_missing_dice_of_brute_force(phase: int) -> None:
    best = BestUse()
    for count, numbers in enumerate(brute.NUMBERS):
        best.find(thrown(numbers), phase)
        assert best.points == brute.best(numbers, phase)
        if count % 17 == phase:
            assert best.short == brute.short(numbers, phase)


@pytest.mark.long
def test_patterns_of_high_dice_with_four_orange_ones_have_the_points_of_brute_force() -> None:
    low = bytes([5, 3, 0, 1])  # WO 4O 1O 2O
    best = BestUse()
    for code in range(0, 6**6, 7):
        faces = bytes([code // 6**die % 6 for die in range(6)]) + low
        best.find(faces, COLOR)
        colors = shown(faces)
        assert (best.points, best.short) == (brute.best_color(colors), brute.short_color(colors))


@pytest.mark.scaled
@settings(max_examples=scaled(300, 600), deadline=None)
@given(rolls(), phases, places)
@example(thrown((10, 10, 10, 10, 5, 6, 0, 0, 0, 0)), 7, 0)
@example(thrown((5, 6, 7, 8, 9, 10, 1, 1, 1, 1)), 9, 0)
@example(thrown((5, 6, 7, 8, 9, 10, 4, 0, 1, 1)), 4, 0)
def test_any_ten_dice_have_the_points_of_brute_force_and_the_dice_used_make_them(
    faces: bytes, phase: int, first: int
) -> None:
    best = found(faces, phase, first)
    used = numbers_of(faces, best.used)
    if phase == COLOR:
        assert (best.points, best.short) == (brute.best_color(shown(faces)), brute.short_color(shown(faces)))
        assert len({color for die, (_, color) in enumerate(shown(faces)) if best.used >> die & 1}) == 1
    else:
        numbers = numbers_of(faces)
        assert (best.points, best.short) == (brute.best(numbers, phase), brute.short(numbers, phase))
        assert brute.makes((brute.WILD,) * best.short + used, phase)
        assert best.one > 0 if ten_phases.goal(phase)[0] == ten_phases.SET else best.one == 0
        assert best.other > 0
    assert len(used) == brute.needed(phase) - best.short
    assert best.points == (-1 if best.short else sum(used))


@pytest.mark.scaled
@settings(max_examples=scaled(100, 300), deadline=None)
@given(rolls(), phases)
def test_where_a_phase_is_not_made_the_dice_shown_are_the_best_start_of_it(faces: bytes, phase: int) -> None:
    best = found(faces, phase)
    total = sum(numbers_of(faces, best.used))
    if phase == COLOR:
        counts = [color for _, color in shown(faces)]
        nearest = [color for color in "ROGB" if counts.count(color) == brute.needed(phase) - best.short]
        sums = [sum(number for number, color in shown(faces) if color == one) for one in nearest]
        if best.short:
            assert total == max(sums)
    else:
        assert total == brute.best(numbers_of(faces) + (brute.WILD,) * best.short, phase)


@pytest.mark.scaled
@settings(max_examples=scaled(200, 600), deadline=None)
@given(rolls(), phases, places)
def test_of_equal_dice_those_set_aside_are_used_first(faces: bytes, phase: int, first: int) -> None:
    best = found(faces, phase, first)
    plain = found(faces, phase)
    assert (best.points, best.short) == (plain.points, plain.short)
    assert numbers_of(faces, best.used) == numbers_of(faces, plain.used)
    alike = [(number, color if phase == COLOR else "") for number, color in shown(faces)]
    in_place_of = {alike[die] for die in DICE if best.used & ~first & 1 << die}
    left_out = {alike[die] for die in DICE if first & ~best.used & 1 << die}
    assert in_place_of & left_out == set()


@pytest.mark.parametrize(("aside", "left_out"), [(6, 7), (7, 6)])
def test_of_two_equal_dice_too_many_of_a_color_the_one_that_is_not_set_aside_is_left_out(
    aside: int, left_out: int
) -> None:
    orange = bytes([1, 3, 0, 2, 3, 1, 5, 5, 1, 0])  # six high ones, and WO on L1 and L2
    assert found(orange, COLOR, 1 << aside).used == 0b0011111111 & ~(1 << left_out)


@pytest.mark.scaled
@settings(max_examples=scaled(60, 200), deadline=None)
@given(st.lists(st.tuples(rolls(), phases, places), min_size=2, max_size=5))
def test_an_earlier_search_makes_no_difference(looks: list[tuple[bytes, int, int]]) -> None:
    best = BestUse()
    for faces, phase, first in looks:
        best.find(faces, phase, first)
        fresh = found(faces, phase, first)
        assert (best.points, best.short, best.used) == (fresh.points, fresh.short, fresh.used)
        assert (best.one, best.other) == (fresh.one, fresh.other)


@pytest.mark.scaled
@settings(max_examples=scaled(60, 200), deadline=None)
@given(rolls(), places, st.integers(0, 10))
def test_a_game_finds_the_best_use_for_the_phase_of_its_player_or_another_with_what_is_set_aside_first(
    faces: bytes, aside: int, other: int
) -> None:
    game = PhaseTenGame("phase-10")
    game.apply((actions.ROLL, None), replay.Script(list(faces)))
    if aside:
        game.apply((actions.KEEP, aside), replay.Script([]))
    best, fresh = game.best(other), found(faces, other or 1, aside)
    assert (best.points, best.short, best.used) == (fresh.points, fresh.short, fresh.used)
    assert game.best(other, 0).used == found(faces, other or 1, 0).used
    assert game.points == max(0, found(faces, 1).points)
