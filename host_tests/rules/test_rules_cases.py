"""The case files, and the runner that checks them: it finds each kind of error and reports its line."""

from pathlib import Path

import pytest

from sixpip.rules.setup.variants import VARIANTS
from tools import ROOT
from tools.play.rules.cases import Runner

CASES = sorted((ROOT / "host_tests" / "cases").glob("*.case"))

# The rules of the ledger that this build plays: sections 2 to 7 and 9, and the house rules of section 8.
SECTIONS = {"TT": 14, "TG": 11, "FT": 8, "CT": 11, "DT": 10, "CW": 6, "HR": 12, "PH": 15}
PLAYED = [f"{section}-{number:02}" for section, last in SECTIONS.items() for number in range(1, last + 1)]
PLAYED += ["TT-20", "TT-21", "TT-22", "TT-23", "TT-24"]
VARIANT_NAMES = ", ".join(variant.name for variant in VARIANTS)

GOOD = """case TT-05 later dice do not join
game dice-10000 players=2 opening=0 bank_min=0
roll 4 4 4 2 3 6
keep 4 4 4
expect turn=400 dice=3
"""


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_of_the_file_holds(path: Path) -> None:
    runner = Runner(path.name).run(path.read_text(encoding="utf-8"))
    assert runner.mismatches + runner.unreadable == []
    assert runner.cases > 0


@pytest.mark.long
def test_every_rule_has_a_case() -> None:
    named = {rule for path in CASES for rule in Runner(path.name).run(path.read_text(encoding="utf-8")).rules}
    assert sorted(set(PLAYED) - named) == []
    assert sorted(named - set(PLAYED)) == []


def test_every_variant_has_a_case() -> None:
    heads = [line.split() for path in CASES for line in path.read_text(encoding="utf-8").splitlines()]
    played = {words[1] for words in heads if words[:1] == ["game"]}
    assert played == {variant.name for variant in VARIANTS}


def run_text(text: str) -> Runner:
    return Runner("x.case").run(text)


@pytest.mark.parametrize(
    ("line", "report"),
    [
        ("expect turn=450", "expected turn 450, found 400"),
        ("expect dice=2", "expected dice 2, found 3"),
        ("expect score=1,0", "expected score 1,0, found 0,0"),
        ("expect score=0", "expected score 0, found 0,0"),
        ("expect turns=1,0", "expected turns 1,0, found 0,0"),
        ("expect player=2", "expected player 2, found 1"),
        ("expect winner=1", "expected winner 1, found 0"),
        ("expect bust=yes", "expected bust yes, found no"),
        ("expect hot=yes", "expected hot yes, found no"),
        ("expect over=yes", "expected over yes, found no"),
        ("legal roll", "expected legal roll, found bank,roll"),
        ("legal none", "expected legal none, found bank,roll"),
        ("legal roll, bank, take", "expected legal bank,roll,take, found bank,roll"),
        ("refuse bank", "expected 'bank' to be refused, but it was done"),
        ("refuse roll 1 2 3", "expected 'roll 1 2 3' to be refused, but it was done"),
        ("best 50", "expected best 50, found 0"),
        ("keeps 5 = 50", "expected 5 = 50, but it is not a legal keep"),
        ("keep 4", "The last roll has no further 4 to keep"),
        ("roll 1 1", "3 dice are thrown, not 2"),
        ("take", "Nothing is offered"),
    ],
)
def test_a_case_that_is_wrong_is_reported_with_its_line_what_was_expected_and_what_happened(
    line: str, report: str
) -> None:
    runner = run_text(GOOD + line + "\n")
    assert runner.mismatches == [f"x.case:6: TT-05 later dice do not join: {report}"]
    assert runner.unreadable == []


@pytest.mark.parametrize(
    ("line", "report"),
    [
        ("keeps 5 = 50; 1 = 200", "1 is a keep of 100 points, expected 200"),
        ("keeps 5 = 50", "1 is a keep of 100 points, expected none"),
        ("keeps 5 = 50; 1 = 100; 5 1 = 100", "1 5 is a keep of 150 points, expected 100"),
        ("keeps 5 = 50; 1 = 100; 5 1 = 150; 1 1 = 200", "expected 1 1 = 200, but it is not a legal keep"),
        ("best 100", "expected best 100, found 150"),
        ("keep 2", "A 2 scores nothing"),
        ("keep 2 3 3", "A 2 scores nothing"),
        ("keep 3 3", "two 3s score nothing"),
        ("keep", "Choose scoring dice"),
        ("bank", "850 more to get in"),
        ("roll 1 1 1 1 1 1", "Choose scoring dice"),
    ],
)
def test_a_roll_with_other_points_than_expected_is_reported(line: str, report: str) -> None:
    runner = run_text(f"case TT-02 dice\ngame dice-10000 players=2\nroll 1 5 2 3 3 6\n{line}\n")
    assert runner.mismatches == [f"x.case:4: TT-02 dice: {report}"]


@pytest.mark.parametrize(
    ("line", "report"),
    [
        ("throw 1", "There is no statement 'throw'"),
        ("roll 1 7 2", "The dice have no face '7': they show 1 2 3 4 5 6"),
        ("keep K", "The dice have no face 'K': they show 1 2 3 4 5 6"),
        ("bank 4", "Nothing may follow 'bank'"),
        ("refuse", "Which action must be refused? One of roll, keep, bank, take, fresh, call, stop, back"),
        ("refuse throw", "There is no statement 'throw'"),
        ("legal throw", "There is no action 'throw'"),
        ("expect", "Expect what? Give key=value, as in 'expect turn=400 dice=3'"),
        ("expect turn", "'turn' is not of the form key=value"),
        ("expect points=4", "Nothing named 'points' can be expected"),
        ("expect turn=many", "'many' is not a whole number"),
        ("expect turn=", "'' is not a whole number"),
        ("expect score=1,", "'' is not a whole number"),
        ("expect turn=²", "'²' is not a whole number"),
        ("expect over=maybe", "'over=maybe' is neither over=yes nor over=no"),
        ("best", "'' is not a whole number"),
        ("best 1 2", "'1 2' is not a whole number"),
        ("keeps 1 1", "'1 1' is not of the form F F = P"),
        ("keeps 1 1 = x", "'x' is not a whole number"),
        ("keeps K = 1", "The dice have no face 'K': they show 1 2 3 4 5 6"),
        ("scores 1", "There are 2 players, but 1 scores"),
        ("scores a,b", "'a' is not a whole number"),
        ("player 3", "There is no player 3: they are 1 to 2"),
        ("player 0", "There is no player 0: they are 1 to 2"),
        ("player", "'' is not a whole number"),
        ("game", "A game needs the name of a variant"),
        ("game dice", f"There is no variant 'dice': use one of {VARIANT_NAMES}"),
        ("game dice-10000 players=x", "'players=x' gives no number of players"),
        ("game dice-10000 players=7", "players=7 cannot play: use 1 to 6"),
        ("game dice-10000 opening", "'opening' is not of the form key=value"),
        ("case without rules", "A case names the rules it shows, as in 'case TT-05 DT-10 later dice do not join'"),
    ],
)
def test_a_line_that_cannot_be_parsed_is_reported_with_the_reason(line: str, report: str) -> None:
    runner = run_text(GOOD + line + "\nexpect turn=1\n")
    assert runner.unreadable == [f"x.case:6: {report}"]
    assert runner.mismatches == []


@pytest.mark.parametrize(
    ("text", "report"),
    [
        ("roll 1\n", "x.case:1: A statement comes before the first 'case'"),
        ("case TT-01\nroll 1\n", "x.case:2: A case needs a line 'game VARIANT' before anything else"),
        (GOOD + "case TT-01\nroll 1\n", "x.case:7: A case needs a line 'game VARIANT' before anything else"),
    ],
)
def test_statements_need_a_case_and_a_game(text: str, report: str) -> None:
    assert run_text(text).unreadable == [report]


def test_no_player_can_start_a_turn_after_the_end() -> None:
    text = "case TT-20 over\ngame dice-10000 target=500\nroll 1 1 1 2 3 4\nbank\nexpect over=yes\nplayer 1\n"
    assert run_text(text).unreadable == ["x.case:6: The game is over: no player can start a turn"]


def test_the_case_after_a_failed_one_runs() -> None:
    wrong = GOOD + "expect turn=1\nexpect turn=2\nnonsense\n"
    runner = run_text(wrong + "\n# a comment\n" + GOOD + "expect turn=3 # here\n")
    assert [report.split(":")[1] for report in runner.mismatches] == ["6", "16"]
    assert runner.cases == 2
    assert runner.rules == ["TT-05", "TT-05"]


@pytest.mark.parametrize("title", ["tt-01", "TT01", "T-01", "TTT-01", "TT-", "-01", "TT-1x", "11-01"])
def test_only_a_rule_id_is_read_as_one(title: str) -> None:
    assert len(run_text(f"case {title}\n").unreadable) == 1
