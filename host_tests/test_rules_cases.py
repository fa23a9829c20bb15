"""The case files, the runner that checks them, and `python -m tools.rules`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools import ROOT
from tools.rules.__main__ import main
from tools.rules.cases import Runner

CASES = sorted((ROOT / "host_tests" / "cases").glob("*.case"))

# The rules of the ledger that this build plays.
PLAYED = """
    TT-01 TT-02 TT-03 TT-04 TT-05 TT-06 TT-07 TT-08 TT-09 TT-10 TT-11 TT-12 TT-13 TT-14 TT-20
    DT-01 DT-02 DT-03 DT-04 DT-05 DT-06 DT-08 DT-10
""".split()

GOOD = """case TT-05 later dice do not join
game dice-10000 players=2 opening=0 bank_min=0
roll 4 4 4 2 3 6
keep 4 4 4
expect turn=400 dice=3
"""


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_rules_play_as_the_case_file_says(path: Path) -> None:
    runner = Runner(path.name).run(path.read_text(encoding="utf-8"))
    assert runner.mismatches + runner.unreadable == []
    assert runner.cases > 0


def test_every_rule_that_is_played_has_a_case() -> None:
    named = {rule for path in CASES for rule in Runner(path.name).run(path.read_text(encoding="utf-8")).rules}
    assert sorted(set(PLAYED) - named) == []
    assert sorted(named - set(PLAYED)) == []


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
        ("keeps 5 = 50", "expected 5 = 50, but it is no keep"),
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
        ("keeps 5 = 50; 1 = 100; 5 1 = 150; 1 1 = 200", "expected 1 1 = 200, but it is no keep"),
        ("best 100", "expected best 100, found 150"),
        ("keep 2", "A 2 scores nothing"),
        ("keep 2 3 3", "A 2 scores nothing"),
        ("keep 3 3", "2 3s score nothing"),
        ("keep", "Choose dice that score"),
        ("bank", "850 more to get in"),
        ("roll 1 1 1 1 1 1", "Choose dice that score"),
    ],
)
def test_a_roll_that_is_worth_something_else_is_reported(line: str, report: str) -> None:
    runner = run_text(f"case TT-02 dice\ngame dice-10000 players=2\nroll 1 5 2 3 3 6\n{line}\n")
    assert runner.mismatches == [f"x.case:4: TT-02 dice: {report}"]


@pytest.mark.parametrize(
    ("line", "report"),
    [
        ("throw 1", "There is no statement 'throw'"),
        ("roll 1 7 2", "The dice have no face '7': they show 1 2 3 4 5 6"),
        ("keep K", "The dice have no face 'K': they show 1 2 3 4 5 6"),
        ("bank 4", "Nothing may follow 'bank'"),
        ("refuse", "Which action is to be refused? One of roll, keep, bank, take, fresh"),
        ("refuse throw", "There is no statement 'throw'"),
        ("legal throw", "There is no action 'throw'"),
        ("expect", "Expect what? Give key=value, as in 'expect turn=400 dice=3'"),
        ("expect turn", "'turn' is not of the form key=value"),
        ("expect points=4", "There is nothing to expect named 'points'"),
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
        ("game dice", "There is no variant 'dice': use one of dice-10000"),
        ("game dice-10000 players=x", "'players=x' gives no number of players"),
        ("game dice-10000 players=7", "players=7 cannot play: use 1 to 6"),
        ("game dice-10000 opening", "'opening' is not of the form key=value"),
        ("case without rules", "A case names the rules it proves, as in 'case TT-05 DT-10 later dice do not join'"),
    ],
)
def test_a_line_that_cannot_be_read_is_reported_with_the_reason(line: str, report: str) -> None:
    runner = run_text(GOOD + line + "\nexpect turn=1\n")
    assert runner.unreadable == [f"x.case:6: {report}"]
    assert runner.mismatches == []


@pytest.mark.parametrize(
    ("text", "report"),
    [
        ("roll 1\n", "x.case:1: A statement stands before the first 'case'"),
        ("case TT-01\nroll 1\n", "x.case:2: A case needs a line 'game VARIANT' before anything else"),
        (GOOD + "case TT-01\nroll 1\n", "x.case:7: A case needs a line 'game VARIANT' before anything else"),
    ],
)
def test_statements_need_a_case_and_a_game(text: str, report: str) -> None:
    assert run_text(text).unreadable == [report]


def test_nobody_starts_a_turn_after_the_end() -> None:
    text = "case TT-20 over\ngame dice-10000 target=500\nroll 1 1 1 2 3 4\nbank\nexpect over=yes\nplayer 1\n"
    assert run_text(text).unreadable == ["x.case:6: The game is over: nobody starts a turn"]


def test_after_a_fault_the_next_case_still_runs() -> None:
    wrong = GOOD + "expect turn=1\nexpect turn=2\nnonsense\n"
    runner = run_text(wrong + "\n# a comment\n" + GOOD + "expect turn=3 # here\n")
    assert [report.split(":")[1] for report in runner.mismatches] == ["6", "16"]
    assert runner.cases == 2
    assert runner.rules == ["TT-05", "TT-05"]


@pytest.mark.parametrize("title", ["tt-01", "TT01", "T-01", "TTT-01", "TT-", "-01", "TT-1x", "11-01"])
def test_only_a_rule_id_counts_as_one(title: str) -> None:
    assert len(run_text(f"case {title}\n").unreadable) == 1


# The command line


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, output and errors of a command."""
    try:
        status = main(list(words))
    except SystemExit as left:
        status = int(left.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def test_check_says_how_many_cases_ran(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "good.case"
    file.write_text(GOOD)
    assert ask(capsys, "check", str(file), str(file)) == (
        0,
        "2 cases in 2 files, 0 wrong, 0 lines unreadable\n",
        "",
    )


def test_a_wrong_expectation_gives_status_1_and_names_the_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "wrong.case"
    file.write_text(GOOD + "expect turn=450\n")
    status, out, err = ask(capsys, "check", str(file))
    assert (status, out) == (1, "1 cases in 1 files, 1 wrong, 0 lines unreadable\n")
    assert err == f"{file}:6: TT-05 later dice do not join: expected turn 450, found 400\n"


def test_an_unreadable_line_gives_status_2_even_beside_a_wrong_case(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.case"
    file.write_text(GOOD + "throw 1\n" + GOOD + "expect turn=450\n")
    status, _, err = ask(capsys, "check", str(file))
    assert status == 2
    assert f"{file}:6: There is no statement 'throw'\n" in err
    assert "expected turn 450" in err


def test_keeps_lists_every_keep_the_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "keeps", "dice-10000", "1", "2", "3", "4", "5", "6") == (
        0,
        "  1500  1 2 3 4 5 6  hot dice\n   150  1 5\n   100  1\n    50  5\n",
        "",
    )


def test_keeps_says_that_a_roll_is_a_bust(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "keeps", "dice-10000", "2", "3") == (0, "bust: nothing scores\n", "")


def test_keeps_follows_house_rules_wherever_they_stand(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["4", "4", "4", "4", "multiples=adding"], ["multiples=adding", "4", "4", "4", "4"]):
        assert ask(capsys, "keeps", "dice-10000", *words)[1] == "   800  4 4 4 4\n   400  4 4 4\n"
    status, out, _ = ask(capsys, "keeps", "dice-10000", "multiples=triples", "4", "4", "4", "4")
    assert (status, out) == (0, "   400  4 4 4\n")


def test_keeps_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["5", "1", "--json"], ["--json", "5", "1"]):
        status, out, err = ask(capsys, "keeps", "dice-10000", *words)
        assert (status, err) == (0, "")
        assert json.loads(out) == {
            "variant": "dice-10000",
            "roll": ["5", "1"],
            "keeps": [
                {"faces": ["1", "5"], "points": 150},
                {"faces": ["1"], "points": 100},
                {"faces": ["5"], "points": 50},
            ],
            "best": 150,
            "bust": False,
        }
    bust = json.loads(ask(capsys, "keeps", "dice-10000", "2", "--json")[1])
    assert (bust["keeps"], bust["best"], bust["bust"]) == ([], 0, True)


def test_options_shows_the_value_of_every_key_with_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ask(capsys, "options", "dice-10000")
    assert status == 0
    for shown in ("hot_dice=forced  (TT-07)", "opening=1000  (DT-02)", "bank_min=300  (DT-03)", "busts=-500  (DT-05)"):
        assert shown in out
    assert "no or yes" in out


def test_variants_shows_each_with_its_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ask(capsys, "variants")
    assert status == 0
    assert out.startswith("dice-10000  Dice 10 000, 6 dice: ")
    assert "pick_up=yes" in out


BAD = [
    (["keeps", "dice"], "There is no variant 'dice': use one of dice-10000"),
    (["options", "dice"], "There is no variant 'dice': use one of dice-10000"),
    (["keeps", "dice-10000", "1", "hot=yes"], "There is no option 'hot': use one of "),
    (
        ["keeps", "dice-10000", "1", "hot_dice=maybe"],
        "hot_dice=maybe is not a value of hot_dice: use optional or forced",
    ),
    (["keeps", "dice-10000", "1", "opening=77"], "opening=77 is not a value of opening: use 0, 350"),
    (["keeps", "dice-10000", "1", "target=60000"], "target=60000 is not a value of target: use 10000"),
    (["keeps", "dice-10000", "1", "straight="], "straight= is not a value of straight"),
    (["keeps", "dice-10000", "7"], "The dice have no face '7': they show 1 2 3 4 5 6"),
    (["keeps", "dice-10000", "1", "K"], "The dice have no face 'K'"),
    (["keeps", "dice-10000", "0"], "The dice have no face '0'"),
    (["keeps", "dice-10000", "1", "1", "1", "1", "1", "1", "1"], "A roll of dice-10000 has 1 to 6 dice, not 7"),
    (["keeps", "dice-10000"], "A roll of dice-10000 has 1 to 6 dice, not 0"),
    (["keeps"], "The following arguments are required: VARIANT"),
    (["keeps", "dice-10000", "1", "--xml"], "Unrecognized arguments: --xml"),
    (["check"], "The following arguments are required: FILE"),
    (
        ["check", "no/such.case"],
        "no/such.case: cannot be read (No such file or directory): give the path of a case file",
    ),
    (["check", "."], ".: cannot be read (Is a directory): give the path of a case file"),
    (["options"], "The following arguments are required: VARIANT"),
    (["play"], "Argument COMMAND: invalid choice: 'play'"),
    ([], "The following arguments are required: COMMAND"),
]


@pytest.mark.parametrize(
    ("words", "sentence"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_bad_input_is_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    status, _, err = ask(capsys, *words)
    assert status == 2
    assert err.startswith(sentence)
    assert err.count("\n") == 1
    assert err.endswith("\n")


def test_a_file_that_is_not_text_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "x.case"
    file.write_bytes(b"\xff\xfe\x00")
    status, _, err = ask(capsys, "check", str(file))
    assert (status, err) == (2, f"{file}: cannot be read (it is not text): give the path of a case file\n")


def test_the_command_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "tools.rules", "keeps", "dice-10000", "K"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "The dice have no face 'K': they show 1 2 3 4 5 6\n"
