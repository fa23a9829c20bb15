"""The case files, and the runner that checks them: it finds each kind of error and reports its line."""

import re
from pathlib import Path

import pytest

from sixpip.rules.rulebook.variants import VARIANTS
from tools import ROOT
from tools.play.rules.cases import Runner

CASES = sorted((ROOT / "host_tests" / "cases").glob("*.case"))

# The rules of the ledger that this build plays: sections 2 to 7 and 9, and the house rules of section 8.
SECTIONS = {"TT": 15, "TG": 11, "FT": 8, "CT": 11, "DT": 10, "CW": 6, "HR": 12, "PH": 15}
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


def test_every_rule_has_a_case() -> None:
    titles = re.findall(r"^case ((?:[A-Z]{2}-\d+ )+)", "".join(path.read_text("utf-8") for path in CASES), re.MULTILINE)
    assert {rule for title in titles for rule in title.split()} == set(PLAYED)


def test_every_variant_has_a_case() -> None:
    heads = [line.split() for path in CASES for line in path.read_text(encoding="utf-8").splitlines()]
    played = {words[1] for words in heads if words[:1] == ["game"]}
    assert played == {variant.name for variant in VARIANTS}


def run_text(text: str) -> Runner:
    return Runner("x.case").run(text)


ROLLED = "case TT-02 dice\ngame dice-10000 players=2\nroll 1 5 2 3 3 6\n"
PHASE = "case PH-01 x\ngame phase-10 players=2\nroll 8G 8O 8B 10B 5B 6O WR WB 3R 1G\n"
WRONG = [
    (GOOD, "expect turn=450", "expected turn 450, found 400"),
    (GOOD, "expect dice=2", "expected dice 2, found 3"),
    (GOOD, "expect score=1,0", "expected score 1,0, found 0,0"),
    (GOOD, "expect score=0", "expected score 0, found 0,0"),
    (GOOD, "expect turns=1,0", "expected turns 1,0, found 0,0"),
    (GOOD, "expect player=2", "expected player 2, found 1"),
    (GOOD, "expect winner=1", "expected winner 1, found 0"),
    (GOOD, "expect bust=yes", "expected bust yes, found no"),
    (GOOD, "expect hot=yes", "expected hot yes, found no"),
    (GOOD, "expect over=yes", "expected over yes, found no"),
    (GOOD, "legal none", "expected legal none, found bank,roll"),
    (GOOD, "legal roll, bank, take", "expected legal bank,roll,take, found bank,roll"),
    (GOOD, "refuse bank", "expected 'bank' to be refused, but it was done"),
    (GOOD, "best 50", "expected best 50, found 0"),
    (GOOD, "keeps 5 = 50", "expected 5 = 50, but it is not a legal keep"),
    (GOOD, "take", "Nothing is offered"),
    (ROLLED, "keeps 5 = 50; 1 = 200", "1 is a keep of 100 points, expected 200"),
    (ROLLED, "keeps 5 = 50", "1 is a keep of 100 points, expected none"),
    (ROLLED, "keeps 5 = 50; 1 = 100; 5 1 = 100", "1 5 is a keep of 150 points, expected 100"),
    (ROLLED, "keeps 5 = 50; 1 = 100; 5 1 = 150; 1 1 = 200", "expected 1 1 = 200, but it is not a legal keep"),
    (ROLLED, "best 100", "expected best 100, found 150"),
    (PHASE, "best 33", "expected best 33, found 34"),
    (PHASE, "expect phase=2,1", "expected phase 2,1, found 1,1"),
    (PHASE, "expect misses=1,0", "expected misses 1,0, found 0,0"),
]


@pytest.mark.parametrize(("case", "line", "report"), WRONG)
def test_a_case_that_is_wrong_is_reported_with_its_line_what_was_expected_and_what_happened(
    case: str, line: str, report: str
) -> None:
    runner = run_text(case + line + "\n")
    title = case.splitlines()[0].removeprefix("case ")
    assert runner.mismatches == [f"x.case:{case.count(chr(10)) + 1}: {title}: {report}"]
    assert runner.unreadable == []


UNREADABLE = [
    (GOOD, "throw 1", "There is no statement 'throw'"),
    (GOOD, "refuse", "Which action must be refused? One of roll, keep, bank, take, fresh, call, stop, back"),
    (GOOD, "refuse throw", "There is no statement 'throw'"),
    (GOOD, "legal throw", "There is no action 'throw'"),
    (GOOD, "expect", "Expect what? Give key=value, as in 'expect turn=400 dice=3'"),
    (GOOD, "expect turn", "'turn' is not of the form key=value"),
    (GOOD, "expect points=4", "Nothing named 'points' can be expected"),
    (GOOD, "expect phase=1", "Nothing named 'phase' can be expected"),
    (GOOD, "expect score=1,", "'' is not a whole number"),
    (GOOD, "expect turn=²", "'²' is not a whole number"),
    (GOOD, "expect over=maybe", "'over=maybe' is neither over=yes nor over=no"),
    (GOOD, "best 1 2", "'1 2' is not a whole number"),
    (GOOD, "keeps 1 1", "'1 1' is not of the form F F = P"),
    (GOOD, "keeps K = 1", "The dice have no face 'K': they show 1 2 3 4 5 6"),
    (GOOD, "scores 1", "There are 2 players, but 1 scores"),
    (GOOD, "player 3", "There is no player 3: they are 1 to 2"),
    (GOOD, "player 0", "There is no player 0: they are 1 to 2"),
    (GOOD, "turns 1", "There are 2 players, but 1 numbers of turns"),
    (GOOD, "rolls many", "'many' is not a whole number"),
    (GOOD, "phases 1", "There are no phases in dice-10000"),
    (GOOD, "game dice", f"There is no variant 'dice': use one of {VARIANT_NAMES}"),
    (GOOD, "case without rules", "A case names the rules it shows, as in 'case TT-05 DT-10 later dice do not join'"),
    (PHASE, "keeps 8G = 8", "A roll of phase dice has no keeps with points: use 'best P'"),
    (PHASE, "phases 0,1", "Give a phase from 1 to 10 for each of the 2 players"),
    (PHASE, "phases 1,11", "Give a phase from 1 to 10 for each of the 2 players"),
    ("", "roll 1", "A statement comes before the first 'case'"),
    ("case TT-01\n", "roll 1", "A case needs a line 'game VARIANT' before anything else"),
    (GOOD + "case TT-01\n", "roll 1", "A case needs a line 'game VARIANT' before anything else"),
    (
        "case TT-20 over\ngame dice-10000 target=500\nroll 1 1 1 2 3 4\nbank\nexpect over=yes\n",
        "player 1",
        "The game is over: no player can start a turn",
    ),
]


@pytest.mark.parametrize(("case", "line", "report"), UNREADABLE)
def test_a_line_that_cannot_be_parsed_is_reported_with_the_reason(case: str, line: str, report: str) -> None:
    runner = run_text(case + line + "\n")
    assert runner.unreadable == [f"x.case:{case.count(chr(10)) + 1}: {report}"]
    assert runner.mismatches == []


def test_the_case_after_a_failed_one_runs() -> None:
    wrong = GOOD + "expect turn=1\nexpect turn=2\nnonsense\n"
    runner = run_text(wrong + "\n# a comment\n" + GOOD + "expect turn=3 # here\n")
    assert [report.split(":")[1] for report in runner.mismatches] == ["6", "16"]
    assert runner.cases == 2
    assert runner.rules == ["TT-05", "TT-05"]


@pytest.mark.parametrize("title", ["tt-01", "TT01", "T-01", "TTT-01", "TT-", "-01", "TT-1x", "11-01"])
def test_only_a_rule_id_is_read_as_one(title: str) -> None:
    assert len(run_text(f"case {title}\n").unreadable) == 1


def test_a_second_game_of_a_case_begins_without_the_events_of_the_first() -> None:
    game = "game pure players=2\n"
    runner = run_text(f"case TT-01 x\n{game}roll 2 2 3 3 4 6\nexpect bust=yes\n{game}expect bust=no\nexpect bust=yes\n")
    assert runner.mismatches == ["x.case:7: TT-01 x: expected bust yes, found no"]


def test_phases_that_a_case_sets_are_made_before_them_and_open_from_them_on() -> None:
    runner = run_text("case PH-01 x\ngame phase-10 players=3\nphases 3,1,10\nexpect phase=3,1,10 score=0,0,0\n")
    assert runner.mismatches + runner.unreadable == []
    game = runner._game  # noqa: SLF001  nothing that a case expects shows the score sheets
    assert game is not None
    assert game.boxes == [[0] * 2 + [-1] * 8, [-1] * 10, [0] * 9 + [-1]]
