"""The pages of How to play: right for every option, with the points that the scorer gives, and no line too long."""

from typing import Any

import pytest

from host_tests import random_play
from host_tests.random_play import Lcg
from host_tests.view_golden import golden
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadOption
from sixpip.rules.phase_ten.phases import PHASES, phase_text
from sixpip.rules.rulebook import options, variant_file
from sixpip.rules.rulebook.options import OFF, ON, OPTIONS, PHASE_OPTIONS, Option
from sixpip.rules.rulebook.variant import DiceSet, Variant
from sixpip.rules.rulebook.variants import VARIANTS, variant_named
from sixpip.rules.ten_thousand.scorer import Scorer, one_each, pack, pattern_name
from sixpip.screens.phase_ten import how_to_play as phase_ten
from sixpip.screens.start.how_to_play import LINES, Page, sentences
from sixpip.screens.ten_thousand import how_to_play as ten_thousand
from sixpip.view.text import COLUMNS

FAMILY = [variant for variant in VARIANTS if variant.dice_set.engine == "ten_thousand"]
WORDS_OF_A_PHASE = 19  # letters right of the number


def pages_of(dice_set: DiceSet, values: dict[str, str | int]) -> list[Page]:
    """Returns all pages of a game."""
    engine = phase_ten if dice_set.engine == "phase_ten" else ten_thousand
    return list(engine.pages(dice_set, values, sentences(dice_set.kind, values)))


def text_of(variant: Variant, row: dict[str, Any]) -> str:
    pages = pages_of(variant.dice_set, options.resolve(variant.dice_set, variant.options, row))
    return "\n".join(f"{page.title}: {' '.join(page.lines)} {page.examples}" for page in pages)


def settings_of(option: Option) -> list[str | int]:
    """Returns the values of an option, and of a range another number."""
    return [*option.values, *([1500] if option.span and 1500 not in option.values else [])]


def variant_with(option: Option) -> Variant:
    """Returns a variant that every value of an option goes with."""
    if option in PHASE_OPTIONS:
        return variant_named("phase-10")
    return variant_named("five-cubes" if option.kinds == ("cubes",) or option.key == "target" else "pure")


@pytest.mark.parametrize("option", [*OPTIONS, *PHASE_OPTIONS], ids=lambda option: option.key)
def test_every_value_of_every_option_has_pages_of_its_own(option: Option) -> None:
    needed = {
        other: options.option_named(other).values[1]
        for when, other, against, _ in option.conflicts
        if when == ON and against == OFF
    }
    values = settings_of(option)
    texts = {text_of(variant_with(option), {**needed, option.key: value}) for value in values}
    assert len(texts) == len(values) > 1


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_no_page_of_any_rules_has_too_many_or_too_long_lines(variant: Variant) -> None:
    rows: list[dict[str, Any]] = [{}]
    rows += [{option.key: value} for option in OPTIONS for value in settings_of(option)]
    rows.append(
        {option.key: option.values[-1] for option in OPTIONS if option.key in ("must_keep_all", "extend", "end")}
    )
    for row in rows:
        try:
            values = options.resolve(variant.dice_set, variant.options, row)
        except BadOption:
            continue
        for page in pages_of(variant.dice_set, values):
            assert page.lines and len(page.lines) <= LINES
            assert len(page.title) <= COLUMNS
            for line in page.lines:
                number, tab, words = line.partition("\t")
                assert len(words) <= WORDS_OF_A_PHASE if tab else len(number) <= COLUMNS, line


def test_an_amount_of_points_is_never_broken_at_the_end_of_a_line() -> None:
    for target in range(1000, 50001, 500):
        lines = [
            line
            for page in pages_of(variant_named("pure").dice_set, _values("pure", {"target": target}))
            for line in page.lines
        ]
        assert any(f"{target // 1000} {target % 1000:03}" in line for line in lines)


def _values(name: str, row: dict[str, Any]) -> dict[str, str | int]:
    variant = variant_named(name)
    return options.resolve(variant.dice_set, variant.options, row)


def points_of_alike(pages: list[Page], dice_set: DiceSet) -> "dict[tuple[int, int], int]":
    """Returns what the pages list for each number of dice alike of each face, 0 for a dash."""
    numbers = {"one": 1, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
    found = {}
    for page in pages:
        columns = [numbers[word] for word in page.title.split() if word in numbers and not page.examples]
        for line in page.lines if columns else []:
            face = dice_set.index(line.split()[0])
            width = (COLUMNS - 3) // len(columns)
            for place, number in enumerate(columns, 1 - len(columns)):
                shown = line[: len(line) + width * place][-width:].replace(" ", "")
                found[face, number] = 0 if shown == "-" else int(shown)
    return found


@pytest.mark.parametrize("variant", FAMILY, ids=lambda variant: variant.name)
def test_dice_alike_score_what_the_pages_list_by_any_house_rules(variant: Variant) -> None:
    dice_set = variant.dice_set
    for seed in range(12):
        rules = random_play.house_rules(variant.name, Lcg(seed)) if seed else {}
        values = _values(variant.name, rules)
        scorer = Scorer(dice_set, values, int(values["dice"]))
        pages = ten_thousand.tables(dice_set, values)
        listed = [line for page in pages if page.examples for line in page.lines]
        combined = [
            int(line.split("alike")[1].replace(" ", "")) for line in listed if line.split()[:2] == ["six", "alike"]
        ]
        points = points_of_alike(pages, dice_set)
        assert len(points) >= 12
        for (face, number), shown in points.items():
            keep = pack([face] * number)
            scorer.score(keep)
            best = max([shown, *(combined if number == 6 else [])])
            assert best == max(0, scorer.points_of(keep)), (rules, face, number)


def test_the_largest_points_of_an_own_variant_fit_the_table() -> None:
    text = b'{"name": "big", "base": "pure", "rules": {"multiples": "doubling"}, "table": {"triples": [%s]}}'
    variant = variant_file.read(text % b", ".join([b"10000"] * 6))
    pages = ten_thousand.tables(variant.dice_set, options.resolve(variant.dice_set, variant.options))
    assert [page.title.split() for page in pages[1:]] == [["ALIKE", "four", "five"], ["ALIKE", "six"]]
    assert pages[2].lines[0].split() == ["1", "80", "000"]
    assert all(len(line) <= COLUMNS for page in pages for line in page.lines)


def is_beaten(scorer: Scorer, pattern: Any) -> bool:
    if pattern[0] is one_each or len(pattern[2]) > 1:
        return False
    return all(row[pattern[2][0]] >= pattern[3] for row in scorer.of_a_kind)


@pytest.mark.parametrize("variant", FAMILY, ids=lambda variant: variant.name)
def test_the_dice_next_to_a_combination_score_its_points(variant: Variant) -> None:
    rows: tuple[dict[str, Any], ...] = (
        {},
        {"full_house": 250},
        {"two_triplets": 2500, "three_pairs": 1500, "straight": 1500},
    )
    for row in rows:
        try:
            values = _values(variant.name, row)
        except BadOption:
            continue
        scorer = Scorer(variant.dice_set, values, int(values["dice"]))
        pages = [page for page in ten_thousand.tables(variant.dice_set, values) if page.examples]
        shown = [(page.lines[line], faces) for page in pages for line, faces in page.examples]
        patterns = [pattern for pattern in scorer.patterns if not is_beaten(scorer, pattern)]
        for (line, faces), pattern in zip(shown, patterns, strict=True):
            assert line.split(pattern_name(pattern))[1].replace(" ", "").lstrip("+") == str(pattern[3])
            keep = pack([variant.dice_set.index(face) for face in faces])
            scorer.score(keep)
            triple = scorer.of_a_kind[variant.dice_set.index(faces[0])][3] if pattern[4] else 0
            assert scorer.points_of(keep) >= pattern[3] + triple


@pytest.mark.parametrize("multiples", ["doubling", "adding", "fixed"])
def test_a_combination_of_dice_that_are_all_alike_is_listed_only_where_it_gives_more_than_they_do(
    multiples: str,
) -> None:
    rules = {"multiples": multiples, "pairs_count": "4+2"}
    dice_set = variant_named("pure").dice_set
    plain = Scorer(dice_set, _values("pure", {"multiples": multiples}), 6)
    cheapest = min(row[6] for row in plain.of_a_kind)
    listed = []
    for points in (cheapest - 50, cheapest, cheapest + 50):
        values = _values("pure", {**rules, "three_pairs": points})
        scorer = Scorer(dice_set, values, 6)
        gains = []
        for face in range(6):
            roll = pack([face] * 6)
            scorer.score(roll)
            plain.score(roll)
            gains.append(scorer.points_of(roll) - plain.points_of(roll))
        lines = [line for page in ten_thousand.tables(dice_set, values) for line in page.lines]
        listed.append(any("six alike" in line for line in lines))
        assert listed[-1] == (max(gains) > 0)
    assert listed == [False, False, True]


def test_an_own_variant_shows_its_own_points() -> None:
    dice_set = DiceSet("own-pips", tuple("123456"), (0, 20, 0, 0, 0, 70), (900, 0, 0, 0, 0, 777))
    first = ten_thousand.tables(dice_set, _values("pure", {}))[0]
    assert [line.split() for line in first.lines[:3]] == [["6", "70", "777"], ["2", "20", "60"], ["1", "-", "900"]]


@pytest.mark.parametrize("name", ["phase-10", "dice-10000", "five-cubes", "ten-thousand", "zilch"])
def test_the_pages_of_a_variant_match_their_golden_file(name: str) -> None:
    pages = pages_of(variant_named(name).dice_set, _values(name, {}))
    found = "\n".join([f"{page.title}\n  " + "\n  ".join([*page.lines, *map(str, page.examples)]) for page in pages])
    assert found + "\n" == golden(f"pages-of-{name}", found + "\n", "how_to_play")


def test_all_ten_phases_are_listed_in_their_order() -> None:
    lines = [line for page in phase_ten.tables(variant_named("phase-10").dice_set, {}) for line in page.lines]
    assert lines == [f"{phase}\t{phase_text(phase)}" for phase in range(1, PHASES + 1)]


def test_a_house_rule_without_a_text_of_its_own_is_explained_by_the_option_table() -> None:
    """HR-12."""
    assert "Most rolls 3: a turn has no more rolls" in text_of(variant_named("pure"), {"max_rolls": 3})
    assert "Most rolls" not in text_of(variant_named("pure"), {})


def test_each_pattern_has_an_example_of_its_dice() -> None:
    game = new_game("farkle-retail", {}, 2)
    (page,) = [page for page in ten_thousand.tables(game.dice_set, game.options) if page.examples]
    assert [(line, "".join(faces)) for line, faces in page.examples] == [
        (0, "123456"),
        (1, "224466"),
        (2, "222244"),
        (3, "222444"),
    ]
