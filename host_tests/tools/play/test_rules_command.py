"""`python -m tools.play.rules`: what it prints, its exit status, and one sentence for every bad input."""

import json
from pathlib import Path

import pytest

from host_tests.command_fixture import ask
from sixpip.rules.rulebook import options
from sixpip.rules.rulebook.variants import VARIANTS, variant_named

GOOD = """case TT-05 later dice do not join
game dice-10000 players=2 opening=0 bank_min=0
roll 4 4 4 2 3 6
keep 4 4 4
expect turn=400 dice=3
"""


def test_check_prints_the_number_of_cases(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "good.case"
    file.write_text(GOOD)
    assert ask(capsys, "check", str(file), str(file)) == (
        0,
        "2 cases in 2 files, 0 wrong, 0 lines unreadable\n",
        "",
    )


def test_a_wrong_expectation_gives_status_1_and_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "wrong.case"
    file.write_text(GOOD + "expect turn=450\n")
    status, out, err = ask(capsys, "check", str(file))
    assert (status, out) == (1, "1 cases in 1 files, 1 wrong, 0 lines unreadable\n")
    assert err == f"{file}:6: TT-05 later dice do not join: expected turn 450, found 400\n"


def test_an_unreadable_line_gives_status_2_even_with_a_wrong_case(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.case"
    file.write_text(GOOD + "throw 1\n" + GOOD + "expect turn=450\n")
    status, _, err = ask(capsys, "check", str(file))
    assert status == 2
    assert f"{file}:6: There is no statement 'throw'\n" in err
    assert "expected turn 450" in err


def test_keeps_lists_every_keep_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "keeps", "dice-10000", "1", "2", "3", "4", "5", "6") == (
        0,
        "  1500  1 2 3 4 5 6  hot dice\n   150  1 5\n   100  1\n    50  5\n",
        "",
    )
    assert ask(capsys, "keeps", "dice-10000", "2", "3") == (0, "bust: nothing scores\n", "")


def test_keeps_applies_house_rules_in_any_place_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["4", "4", "4", "4", "multiples=adding"], ["multiples=adding", "4", "4", "4", "4"]):
        assert ask(capsys, "keeps", "dice-10000", *words)[1] == "   800  4 4 4 4\n   400  4 4 4\n"
    status, out, _ = ask(capsys, "keeps", "dice-10000", "multiples=triples", "4", "4", "4", "4")
    assert (status, out) == (0, "   400  4 4 4\n")


@pytest.mark.parametrize("words", [("keeps", "farkle", "1", "--js"), ("replay", "x.log", "--rat")])
def test_an_abbreviation_of_an_option_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    refused = f"Unrecognized arguments: {words[-1]}: see python -m tools.play.rules --help\n"
    assert ask(capsys, *words) == (2, "", refused)


def test_keeps_prints_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_keeps_says_when_a_roll_of_all_dice_scores_although_no_die_does(capsys: pytest.CaptureFixture[str]) -> None:
    roll = ("2", "2", "3", "3", "4", "6")
    words = "no bust: nothing scores, so all 6 dice score 500 and are rolled again (empty_six=500)\n"
    assert ask(capsys, "keeps", "zilch", *roll)[:2] == (0, words)
    assert json.loads(ask(capsys, "keeps", "zilch", *roll, "--json")[1])["bust"] is False
    assert ask(capsys, "keeps", "zilch", "2", "2", "3")[1].startswith("bust: nothing scores (a roll of all 6 dice")
    assert ask(capsys, "keeps", "pure", *roll)[1] == "bust: nothing scores\n"


PHASES = """\
 1  two sets of 3        1 short  10B 9R 9G WR WR
 2  set of 3 + run of 4   37      5R 6R 8B 9R 9G WR WR
 3  set of 4 + run of 4   36      5R 6R 9R 9G WR 4O 3R WR
 4  run of 7              42      5R 6R 8B 10B 9R WR 4O
 5  run of 8              45      5R 6R 8B 10B 9R WR 4O 3R
 6  run of 9              45      5R 6R 8B 10B 9R WR 4O 3R WR
 7  two sets of 4        3 short  10B 9R 9G WR WR
 8  seven of one color   1 short  5R 6R 9R WR 3R WR
 9  set of 5 + set of 2  2 short  10B 9R 9G WR WR
10  set of 5 + set of 3  3 short  10B 9R 9G WR WR
"""


def test_keeps_of_phase_10_shows_what_ten_dice_make_for_each_phase(capsys: pytest.CaptureFixture[str]) -> None:
    roll = "5R 6R 8B 10B 9R 9G WR 4O 3R WR".split()
    assert ask(capsys, "keeps", "phase-10", *roll) == (0, PHASES, "")
    status, out, _ = ask(capsys, "keeps", "phase-10", *roll, "--json")
    found = json.loads(out)
    assert (status, found["variant"], found["roll"]) == (0, "phase-10", roll)
    first, second = found["phases"][:2]
    assert first == {
        "phase": 1,
        "goal": "two sets of 3",
        "made": False,
        "points": 0,
        "faces": ["10B", "9R", "9G", "WR", "WR"],
        "short": 1,
    }
    assert (second["made"], second["points"], second["short"]) == (True, 37, 0)


def test_options_lists_the_value_of_every_key_with_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ask(capsys, "options", "dice-10000")
    assert status == 0
    for shown in ("hot_dice=forced  (TT-07)", "opening=1000  (DT-02)", "bank_min=300  (DT-03)", "busts=-500  (DT-05)"):
        assert shown in out
    assert "no or yes" in out


def test_variants_lists_each_with_its_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ask(capsys, "variants")
    assert status == 0
    lines = out.splitlines()
    assert len(lines) == len(VARIANTS)
    assert lines[0].startswith("dice-10000  Dice 10 000, 1 2 3 4 5 6: multiples=doubling ")
    assert "pick_up=yes" in lines[0]
    assert "five-cubes  Five cubes, 2 3 4 5 6 10 sun: dice=5 " in out
    assert "pure  Pure, 1 2 3 4 5 6: end=sudden" in lines


BAD = {
    "keeps dice": "There is no variant 'dice': use one of dice-10000",
    "keeps dice-10000 1 hot=yes": "There is no option 'hot': use one of ",
    "keeps dice-10000 1 hot_dice=maybe": "hot_dice=maybe is not a value of hot_dice: use optional or forced",
    "keeps dice-10000 1 opening=77": "opening=77 is not a value of opening: use 0, 35, 350",
    "keeps dice-10000 1 K": "The dice have no face 'K': they show 1 2 3 4 5 6",
    "keeps dice-10000 1 1 1 1 1 1 1": "A roll of dice-10000 has 1 to 6 dice, not 7",
    "keeps phase-10 5R": "Phase dice are all on the table: name 10 faces in the order H1 to H6, L1 to L4",
    "keeps": "The following arguments are required: VARIANT",
    "keeps dice-10000": "A roll of dice-10000 has 1 to 6 dice, not 0",
    "": "The following arguments are required: COMMAND",
    "keeps dice-10000 1 --xml": "Unrecognized arguments: --xml",
    "check no/such.case": "no/such.case: cannot be read (No such file or directory): give the path of a case file",
    "play": "Argument COMMAND: invalid choice: 'play'",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_gives_one_sentence_and_status_2(capsys: pytest.CaptureFixture[str], line: str) -> None:
    status, _, err = ask(capsys, *line.split())
    assert status == 2
    assert err.startswith(BAD[line])
    assert err.count("\n") == 1 and err.endswith("\n")


def test_the_longest_file_that_is_read_has_a_megabyte(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "long.case"
    for size, status in ((1 << 20, 0), ((1 << 20) + 1, 2)):
        file.write_text(GOOD + "#" * (size - len(GOOD)))
        found, _, err = ask(capsys, "check", str(file))
        assert found == status and ("is larger than 1048576 bytes" in err) == bool(status)


@pytest.mark.parametrize("variant", ["phase-10", "five-cubes", "dice-10000"])
def test_options_lists_only_those_that_the_dice_of_a_variant_can_have(
    variant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = variant_named(variant)
    row = options.resolve(made.dice_set, made.options)
    out = ask(capsys, "options", variant)[1]
    listed = dict(line.split("  ")[0].split("=", 1) for line in out.splitlines())
    fitting = [option for option in options.OPTIONS if option.fits(made.dice_set.kind) and option.key in row]
    assert listed == {option.key: str(row[option.key]) for option in fitting}


@pytest.mark.parametrize(("words", "page"), [((), "game.html"), (("--page", "https://e.org/x"), "https://e.org/x")])
def test_a_link_is_to_the_page_of_the_demo_or_to_the_one_that_is_named(
    words: tuple[str, ...], page: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "game-1.log"
    log.write_text("game pure players=1\nroll 1 2 2 3 3 4\nbank\n")
    status, out, _ = ask(capsys, "link", str(log), *words)
    assert status == 0 and out.startswith(f"{page}#1") and out.count("\n") == 1


def test_a_roll_of_all_dice_that_scores_with_all_is_hot_and_of_fewer_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "keeps", "pure", "1", "1", "1", "5", "5", "5")[1].splitlines()[0].endswith("  hot dice")
    assert "hot" not in ask(capsys, "keeps", "pure", "1", "1", "1", "5", "5")[1]


def test_of_keeps_with_equal_points_the_one_with_fewer_dice_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    out = ask(capsys, "keeps", "seven-dice", "3", "3", "3", "1", "1", "5", "5")[1]
    shown = [(int(line.split()[0]), line.split()[1:]) for line in out.splitlines()]
    assert shown == sorted(shown, key=lambda keep: (-keep[0], len(keep[1]), keep[1]))
    assert [faces for points, faces in shown if points == 300] == [["3", "3", "3"], ["1", "1", "5", "5"]]


def test_check_goes_on_after_a_file_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = tmp_path / "good.case"
    good.write_text(GOOD)
    status, out, err = ask(capsys, "check", str(tmp_path / "none"), str(good))
    assert (status, out) == (2, "1 cases in 2 files, 0 wrong, 1 lines unreadable\n") and err.count("\n") == 1
