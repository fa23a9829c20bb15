"""`python -m tools.play.rules` with Phase 10 dice: keeps, options, variants, cases, and a game from its log."""

import json
from pathlib import Path

import pytest

from host_tests import phase_brute_force as brute
from host_tests.command_fixture import ask, described, replay
from host_tests.phase_dice_fixture import found, numbers_of
from sixpip.rules.game.errors import BadOption
from sixpip.rules.menus import custom
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.menus.log_parser import faces_of
from tools.play.rules.cases import Runner

ROLL = "8G 8O 8B 10B 5B 6O WR WB 3R 1G".split()  # the worked example of the rule sheet: 34 in phase 1


def test_keeps_lists_what_ten_dice_make_for_every_phase(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = ask(capsys, "keeps", "phase-10", *ROLL)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split(None, 6) == ["1", "two", "sets", "of", "3", "34", "8G 8O 8B 10B WR WB"]
    assert [line.split()[0] for line in lines] == [str(phase) for phase in brute.PHASES]
    faces = bytes(faces_of(list(range(dice.DICE)), ROLL))
    for phase, line in enumerate(lines, 1):
        best = found(faces, phase)
        result = f"{best.points:3}" if best.points >= 0 else f"{best.short} short"
        assert line.startswith(f"{phase:2}  {dice.in_words(phase):19}  {result} ")


def test_keeps_prints_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = ask(capsys, "keeps", "phase-10", "--json", *ROLL)
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert (answer["variant"], answer["roll"]) == ("phase-10", ROLL)
    assert answer["phases"][0] == {
        "phase": 1,
        "goal": "two sets of 3",
        "made": True,
        "points": 34,
        "faces": ["8G", "8O", "8B", "10B", "WR", "WB"],
        "short": 0,
    }
    numbers = numbers_of(bytes(faces_of(list(range(dice.DICE)), ROLL)))
    for row in answer["phases"]:
        assert row["made"] == (row["short"] == 0)
        assert len(row["faces"]) == brute.needed(row["phase"]) - row["short"]
        if row["phase"] in brute.BY_NUMBER:
            assert row["points"] == max(0, brute.best(numbers, row["phase"]))


BAD = [
    ([], "Phase dice are all on the table: name 10 faces in the order H1 to H6, L1 to L4"),
    (ROLL[:9], "Phase dice are all on the table: name 10 faces in the order H1 to H6, L1 to L4"),
    ([*ROLL, "1G"], "Phase dice are all on the table: name 10 faces in the order H1 to H6, L1 to L4"),
    (["8R", *ROLL[1:]], "H1 has no face '8R': it shows 5R 6O 7B 8G 9O 10G"),
    ([*ROLL[:9], "WO"], "L4 has no face 'WO': it shows 1G 2O 3B 4R WR WG"),
    ([*ROLL, "hot=yes"], "There is no option 'hot': use one of "),
]


@pytest.mark.parametrize(("words", "sentence"), BAD, ids=lambda value: str(value)[-40:])
def test_bad_input_gives_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    status, out, err = ask(capsys, "keeps", "phase-10", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(sentence)


def test_options_and_variants_show_the_game_with_its_only_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ask(capsys, "options", "phase-10")
    assert status == 0
    (line,) = out.splitlines()
    assert line.startswith("start=one-die  (PH-02) ")
    assert line.endswith(": seated or one-die")
    shown = [line for line in ask(capsys, "variants")[1].splitlines() if line.startswith("phase-10  ")]
    assert shown == ["phase-10  Phase 10, 1 2 3 4 5 6 7 8 9 10 W: start=one-die"]


GAME = """game phase-10 players=2 start=one-die
# ANNA, BEN
roll 7B
roll 9B
roll 10G 10R 10O 9R 9R 5B 1B 2B 3R 4R
keep 10G 10R 10O 9R 9R 1B
back 1B
roll 9G WR 2B 3R 4R
stop
roll 5R 5G 6B 6G 7R 7G 1B 1R 3R 3B
stop
"""

TOLD = """Phase 10, played by ANNA and BEN
House rules: start=one-die

Who starts?
  ANNA rolls 7B
  BEN rolls 9B

Turn 1 of BEN, score 0, phase 1: two sets of 3
  rolls 10G 10R 10O 9R 9R 5B 1B 2B 3R 4R
  sets aside 10G 10R 10O 9R 9R 1B
  takes back 1B
  rolls 9G WR 2B 3R 4R
  makes phase 1 with 10G 10R 10O 9R 9R 9G for 57

Turn 1 of ANNA, score 0, phase 1: two sets of 3
  rolls 5R 5G 6B 6G 7R 7G 1B 1R 3R 3B
  misses phase 1 by 2 dice

The game is not finished: it is the turn of BEN.
1. BEN: 57 in 1 turn
2. ANNA: 0 in 1 turn
"""


def test_a_game_is_described_turn_by_turn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert replay(capsys, tmp_path, GAME) == (0, TOLD, "")


def perfect() -> str:
    """The log of the best possible game, from its case."""
    cases = (Path(__file__).parent.parent / "cases" / "phase-solo.case").read_text(encoding="utf-8")
    lines = cases.partition("case PH-15 ")[2].splitlines()[1:]
    return "\n".join(line for line in lines if line.split()[0] in ("game", "roll", "stop"))


def test_a_finished_game_is_described_with_its_bonuses() -> None:
    lines = described(perfect())
    assert "  over 220 at phase 5: +40 for Player 1" in lines
    assert lines[-5:] == [
        "  makes phase 10 with 10G 10R 10O 10B 10G 4G 4O 4B for 62",
        "  at the first try: +40 for Player 1",
        "",
        "The game is over: Player 1 wins.",
        "1. Player 1: 649 in 10 turns",
    ]


@pytest.mark.parametrize(
    ("line", "status", "sentence"),
    [
        ("roll 5R", 1, "LOG: line 12: 10 dice are thrown, not 1"),
        (f"roll {' '.join(['8R', *ROLL[1:]])}", 2, "LOG: line 12: H1 has no face '8R': it shows 5R 6O 7B 8G 9O 10G"),
        ("keep H1", 1, "LOG: line 12: Roll first"),
        ("gap", 1, "LOG: line 12: The log has a gap here: what came next is lost"),
    ],
)
def test_a_log_that_cannot_be_replayed_is_described_up_to_the_line_with_the_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, status: int, sentence: str
) -> None:
    found, out, err = replay(capsys, tmp_path, GAME + line + "\n")
    assert (found, err) == (status, sentence + "\n")
    assert "misses phase 1" in out


# Case files


def case(*lines: str) -> Runner:
    """A case of two players with these lines from its third on."""
    return Runner("x.case").run("\n".join(["case PH-01 x", "game phase-10 players=2", *lines]))


LAID = f"roll {' '.join(ROLL)}"


@pytest.mark.parametrize(
    ("line", "report"),
    [
        ("best 33", "expected best 33, found 34"),
        ("expect phase=2,1", "expected phase 2,1, found 1,1"),
        ("expect misses=1,0", "expected misses 1,0, found 0,0"),
        ("legal roll", "expected legal roll, found keep,roll,stop"),
        ("refuse keep 8G", "expected 'keep 8G' to be refused, but it was done"),
        ("keep 9G", "There is no further 9G among those dice"),
        ("back 8G", "There is no further 8G among those dice"),
        ("take", "Not in this game"),
    ],
)
def test_a_case_that_is_wrong_is_reported(line: str, report: str) -> None:
    runner = case(LAID, line)
    assert (runner.mismatches, runner.unreadable) == ([f"x.case:4: PH-01 x: {report}"], [])


@pytest.mark.parametrize(
    ("line", "report"),
    [
        ("keeps 8G = 8", "A roll of phase dice has no keeps with points: use 'best P'"),
        ("phases 1", "Give a phase from 1 to 10 for each of the 2 players"),
        ("phases 0,1", "Give a phase from 1 to 10 for each of the 2 players"),
        ("phases 1,11", "Give a phase from 1 to 10 for each of the 2 players"),
        ("phases 1,x", "'x' is not a whole number"),
        ("keep", "Which dice? Name them by their faces or as H1 to H6, L1 to L4"),
        ("expect opened=1,0", "Nothing named 'opened' can be expected"),
        ("call five", "There is no statement 'call'"),
    ],
)
def test_a_line_of_a_case_that_cannot_be_parsed_is_reported(line: str, report: str) -> None:
    runner = case(LAID, line)
    assert (runner.mismatches, runner.unreadable) == ([], [f"x.case:4: {report}"])


def test_other_games_have_no_phases() -> None:
    head = "case TT-01 x\ngame pure\n"
    assert Runner("x").run(head + "phases 1").unreadable == ["x:3: There are no phases in pure"]
    for key in ("phase", "misses"):
        assert Runner("x").run(f"{head}expect {key}=1").unreadable == [f"x:3: Nothing named '{key}' can be expected"]
    assert Runner("x").run(head + "roll 1 2 3 4 4 6\nback 1").unreadable == ["x:4: There is no statement 'back'"]


# Own variants


def test_an_own_variant_of_phase_dice_can_change_who_starts_and_nothing_else() -> None:
    assert custom.read(b'{"name": "mine", "base": "phase-10", "rules": {"start": "seated"}}').row == {"start": "seated"}
    for extra, words in (
        ('"faces": ["1", "2", "3", "4", "5", "6"]', "faces: phase dice keep theirs"),
        ('"table": {}', "table: phase dice score their numbers"),
        ('"rules": {"target": 500}', "target=500 makes no sense with these dice"),
    ):
        with pytest.raises(BadOption, match=words):
            custom.read(f'{{"name": "mine", "base": "phase-10", {extra}}}'.encode())
