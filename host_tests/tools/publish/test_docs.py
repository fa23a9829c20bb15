"""The page about own variants: its tables are up to date, and its example is valid and plays the turn shown."""

import re

import pytest

from sixpip.rules.core.errors import BadOption
from sixpip.rules.rulebook import variant_file, variants
from tools.play.rules.cases import Runner
from tools.publish import docs, markdown
from tools.research.league import results
from tools.research.league.results import FILE, load
from tools.research.solve import report as solver

pytestmark = pytest.mark.usefixtures("no_own_variants")
PAGE = docs.VARIANTS_PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
CASES = re.findall(r"```\n(case .*?)```", PAGE, re.DOTALL)


def test_the_tables_of_the_page_are_up_to_date() -> None:
    assert markdown.update(PAGE, docs.PARTS) == PAGE, "firmware/VARIANTS.md is out of date: run `make docs`."


def test_the_table_lists_what_a_house_rule_needs_and_excludes_for_both_rules() -> None:
    rows = {line.split("`")[1]: line for line in docs.options_table().splitlines() if line.startswith("| `")}
    assert rows["straight_gather"].endswith("| not with the five cubes; needs `straight`; not with `dice`=7 |")
    assert rows["straight"].endswith("| not with the five cubes; not with `dice`=5 |")
    assert rows["pairs_count"].endswith("| not with the five cubes; needs `three_pairs` |")
    assert rows["no_risk"].endswith("| not with `rescue` |")
    assert rows["rescue"].endswith("| not with `no_risk` |")
    assert rows["end"].endswith("| exact: not with `reach`=above; exact: not with `grow` |")
    assert rows["reach"].endswith("| above: not with `end`=exact |")
    assert rows["three_ones"].endswith("| only with pips |")
    assert rows["hot_dice"].endswith("|  |")


def test_the_example_is_a_valid_file_and_plays_the_turn_shown() -> None:
    assert len(EXAMPLES) == len(CASES) == 1
    variants.register(variant_file.read(EXAMPLES[0].encode()))
    run = Runner("VARIANTS.md").run(CASES[0])
    assert (run.cases, run.mismatches, run.unreadable) == (1, [], [])
    assert "bank" in CASES[0]


def test_the_example_uses_every_key_and_the_page_names_its_base_variant() -> None:
    example = variant_file.read_json(EXAMPLES[0].encode(), variant_file.MAX_DEPTH)
    assert sorted(example) == sorted(variant_file.KEYS)
    assert variants.variant_named(example["base"]).title in PAGE.partition("```json")[0]


def test_the_error_messages_quoted_on_the_page_are_those_of_the_console() -> None:
    quoted = {'{"name": "a",\n"base": "pure"\n"rules": {}}': 'Line 3: put a , before "rules"'}
    good = '{"name": "a", "base": "pure", "rules": {"opening": "500"}}'
    quoted[good] = "opening: write 500 without quotes"
    for text, message in quoted.items():
        assert f"`{message}`" in PAGE
        with pytest.raises(BadOption, match=re.escape(message)):
            variant_file.read(text.encode())


@pytest.mark.long
def test_the_tables_and_the_picture_of_the_league_are_up_to_date() -> None:
    page = results.PAGE.read_text(encoding="utf-8")
    remedy = "tools/research/league is out of date: run `make docs`."
    assert markdown.update(page, results.PARTS) == page, remedy
    assert results.PICTURE.read_text(encoding="utf-8") == results.drawing(load(FILE)), remedy


@pytest.mark.sweep
def test_the_table_of_turns_of_the_solver_is_up_to_date() -> None:
    text = solver.PAGE.read_text(encoding="utf-8")
    parts = {
        "turns": solver.turns_table,
        "games": lambda: text.split("generated: games -->\n")[1].split("<!-- end")[0],
    }
    assert markdown.update(text, parts) == text, "run python -m tools.research.solve --page"
