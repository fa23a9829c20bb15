"""`python -m tools.play.rules replay LOG`: a game turn by turn, and one sentence for a log that cannot be replayed."""

from pathlib import Path

import pytest

from host_tests import random_play
from host_tests.command_fixture import described, replay
from host_tests.effort import scaled
from sixpip.rules.rulebook.variants import VARIANTS
from tools import ROOT
from tools.play.rules.__main__ import main
from tools.play.rules.replay import BrokenLog, describe

GAME = """game dice-10000 players=2 target=1000 opening=350 busts=all
# ANNA, BEN
roll 4 4 4 2 3 6
keep 4 4 4
roll 2 4 5
keep 5
roll 2 1
bank
roll 2 2 3 3 4 6
"""

DESCRIBED = """Dice 10 000, played to 1000 by ANNA and BEN
House rules: target=1000 opening=350 busts=all

Turn 1 of ANNA, score 0
  rolls 4 4 4 2 3 6
  keeps 4 4 4 for 400
  rolls 2 4 5
  keeps 5 for 50: 450 so far
  rolls 2 1
  keeps 1 for 100: 550 so far
  banks 550: score 550
  ANNA is on the table

Turn 1 of BEN, score 0
  rolls 2 2 3 3 4 6
  bust

Turn 2 of ANNA, score 550
  rolls 1 1 1 1 2 3
  keeps 1 1 1 1 for 2000
  banks 2000: score 2550
  ANNA has reached the target

Turn 2 of BEN, score 0
  rolls 1 1 1 1 5 5
  keeps 1 1 1 1 5 5 for 2100
  hot dice!
  rolls 2 3 4 6 6 2
  bust: 2100 points are lost

The game is over: ANNA wins.
1. ANNA: 2550 in 2 turns
2. BEN: 0 in 2 turns
"""


def test_a_game_is_described_turn_by_turn_to_its_end_and_ranking(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ending = "roll 1 1 1 1 2 3\nbank\nroll 1 1 1 1 5 5\nkeep 1 1 1 1 5 5\nroll 2 3 4 6 6 2\n"
    status, out, err = replay(capsys, tmp_path, GAME + ending)
    assert (status, err) == (0, "")
    assert out == DESCRIBED


def test_the_end_says_whom_the_coach_helped_and_how_often_also_before_what_was_taken_back() -> None:
    advises = ["# the coach advises BEN"]
    turn = ["roll 1 1 1 2 3 4", *advises, "bank", "undo 1", "bank", "roll 1 1 1 2 3 4", "# the coach advises ANNA"]
    lines = described("\n".join(["game pure players=2", "# BEN, ANNA", *advises * 40, *turn]))
    assert lines[-3:] == ["2. ANNA: 0 in 0 turns", "The coach helped BEN 41 times.", "The coach helped ANNA once."]
    assert "coach" not in "".join(described("game pure players=2\n# BEN, ANNA\nroll 1 1 1 2 3 4\n"))


def test_the_effects_of_house_rules_are_described() -> None:
    lines = described(
        "game pure players=2 calls=yes last_die=yes second_chance=yes busts=-500 negative=yes rescue=yes end=exact "
        "target=1000\n"
        "call five\nroll 5 2 2 3 4 6\nkeep 5\nroll 2 2 3 4 6\nkeep 2 2\nroll 3 4 6\nfresh\n"
        "roll 2 3 4 6 3 6\nstop\nroll 1 1 1 2 3 6\nbank\ntake\nroll 5 2 3\nbank\n"
    )
    text = "\n".join(lines)
    for words in (
        "by Player 1 and Player 2",
        "  calls a 5\n  rolls 5 2 2 3 4 6\n  called a 5: +50 points\n  keeps 5 for 50: 100 so far",
        "  a second chance\n  holds 2 2\n  rolls 3 4 6\n  bust: 100 points are lost",
        "  takes all the dice\n  rolls 2 3 4 6 3 6\n  a second chance\n  lets it be\n  bust\n",
        "  banks 1000: score 1000",
        "  takes up 3 dice and 0 points\n  rolls 5 2 3\n  the win is undone: -1000 for Player 1",
    ):
        assert words in text
    assert "  calls a 1\n  rolls 5 2 2 3 4 6\n  missed: a 1\n" in "\n".join(
        described("game pure players=2 calls=yes\ncall one\nroll 5 2 2 3 4 6\n")
    )
    start = described("game family-10000 players=2 start=one-die\n# A, B\nroll 3\nroll 3\nroll 1\nroll 2\n")
    assert start[2:8] == ["", "Who starts?", "  A rolls 3", "  B rolls 3", "  A rolls 1", "  B rolls 2"]
    assert described("game pure six_alike=yes players=2\nroll 2 2 2 2 2 2\n")[3:] == [
        "Turn 1 of Player 1, score 0",
        "  rolls 2 2 2 2 2 2",
        "  Player 1 wins at once: six alike",
        "",
        "The game is over: Player 1 wins.",
        "1. Player 1: 0 in 1 turn",
        "2. Player 2: 0 in 0 turns",
    ]
    assert described("game five-cubes\nroll sun 10 10 10 10\n")[-3:] == [
        "",
        "No one wins.",
        "1. Player 1: 0 in 1 turn, out",
    ]


@pytest.mark.scaled
@pytest.mark.long
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_every_random_game_can_be_described(variant: str) -> None:
    for seed in range(scaled(4, 12)):
        lines = random_play.game_lines(variant, seed)[1:]
        printed = described("\n".join(lines))
        rolled = [line.split(" rolls ")[1] for line in printed if " rolls " in line]
        assert rolled == [line[5:] for line in lines if line.startswith("roll ")]
        assert ("not finished" in "".join(printed)) != ("stage=over" in lines[-1])


PHASE = """game phase-10 players=2 start=one-die
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

DESCRIBED_PHASE = """Phase 10, played by ANNA and BEN
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


def test_a_game_of_phase_10_is_described_turn_by_turn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert replay(capsys, tmp_path, PHASE) == (0, DESCRIBED_PHASE, "")


def test_a_finished_game_of_phase_10_is_described_with_its_bonuses() -> None:
    cases = (ROOT / "host_tests" / "cases" / "phase-solo.case").read_text(encoding="utf-8")
    perfect = cases.partition("case PH-15 ")[2].splitlines()[1:]
    lines = described("\n".join(line for line in perfect if line.split()[0] in ("game", "roll", "stop")))
    assert "  over 220 at phase 5: +40 for Player 1" in lines
    assert lines[-5:] == [
        "  makes phase 10 with 10G 10R 10O 10B 10G 4G 4O 4B for 62",
        "  at the first try: +40 for Player 1",
        "",
        "The game is over: Player 1 wins.",
        "1. Player 1: 649 in 10 turns",
    ]


BAD = [
    ("", 2, "LOG: The log is empty: it begins with a line 'game VARIANT'"),
    (GAME + "throw 1\n", 2, "LOG: line 10: There is no statement 'throw'"),
    (GAME + "\x1b[2J\n", 2, "LOG: line 10: There is no statement '\\x1b[2J'"),
    ("roll 1\n" + GAME, 2, "LOG: line 1: A log begins with a line 'game VARIANT'"),
    (GAME + GAME, 2, "LOG: line 10: Another game begins: a log holds one"),
    (GAME + "bank\n", 1, "LOG: line 10: Roll first"),
    (PHASE + "roll 5R\n", 1, "LOG: line 12: 10 dice are thrown, not 1"),
]


@pytest.mark.parametrize(("text", "status", "sentence"), BAD, ids=[case[2][:50] for case in BAD])
def test_a_log_that_cannot_be_replayed_is_described_up_to_the_line_with_the_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, status: int, sentence: str
) -> None:
    found, out, err = replay(capsys, tmp_path, text)
    assert (found, err) == (status, sentence + "\n")
    assert ("banks 550" in out) == text.startswith(GAME) and ("misses phase 1" in out) == text.startswith(PHASE)
    assert "The game is" not in out


def test_a_head_start_is_described_for_the_players_who_have_one() -> None:
    lines = described("game pure players=3 head_start=0,200,300 target=1000\n# ANNA, BEN, CARL\n")
    assert lines[:3] == [
        "Pure, played to 1000 by ANNA, BEN and CARL",
        "Head start: BEN 200, CARL 300",
        "House rules: target=1000",
    ]


def test_what_was_taken_back_is_said_before_what_was_done_instead() -> None:
    roll = "game pure players=2\nroll 1 1 5 2 3 4\n"
    assert "  (2 actions before this taken back)" in described(f"{roll}keep 1 1\nkeep 5\nundo 2\nbank\n")
    assert "  (1 action before this taken back)" in described(f"{roll}keep 1 1\nundo 1\nbank\n")
    with pytest.raises(BrokenLog) as broken:
        described(f"{roll}undo 5\n")
    assert broken.value.status == 2


def test_a_file_that_is_no_log_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name, reason in (("none", "No such file or directory"), ("bytes", "it is not text"), ("", "Is a directory")):
        assert main(["replay", str(tmp_path / name)]) == 2
        assert f"cannot be read ({reason}): give the path of a log\n" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["game#3.log", "game%233.log", "a # b"])
def test_an_existing_file_is_read_as_a_log_also_where_its_name_looks_like_a_link(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text(GAME)
    assert main(["replay", str(tmp_path / name)]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.startswith("Dice 10 000, played to 1000 by ANNA and BEN\n")


def test_names_that_do_not_fit_the_players_are_ignored() -> None:
    for comment in ("# ANNA", "# ANNA, BEN, CARL", "# ANNA, ", "# ANNA, " + "B" * 40, "roll 1 1 1 2 3 4"):
        assert described(f"game pure players=2\n{comment}\n")[0].endswith("by Player 1 and Player 2")


@pytest.mark.parametrize(
    ("comment", "names"),
    [
        ("# ANNA, BEN", "ANNA and BEN"),
        ("#ANNA ,BEN  ", "ANNA and BEN"),
        ("  # ANNA, BEN", "ANNA and BEN"),
        ("# " + "A" * 16 + ", B", "A" * 16 + " and B"),
        ("# " + "A" * 17 + ", B", "Player 1 and Player 2"),
    ],
)
def test_names_of_up_to_sixteen_letters_are_read_also_with_spaces_around_them(comment: str, names: str) -> None:
    assert described(f"game pure players=2\n{comment}\n")[0].endswith(f"by {names}")


def test_a_note_is_written_after_a_keep_and_before_what_another_action_leads_to() -> None:
    lines: list[str] = []
    text = "game pure players=1\nroll 1 1 5 2 3 4\nkeep 1 1\nbank\nroll 2 2 3 3 4 6\n"
    describe(text, lines.append, {2: "first", 3: "second", 4: "third", 5: "last"})
    assert lines[2:] == [
        "Turn 1 of Player 1, score 0",
        "  rolls 1 1 5 2 3 4",
        "  first",
        "  keeps 1 1 for 200",
        "  second",
        "  third",
        "  banks 200: score 200",
        "",
        "Turn 2 of Player 1, score 200",
        "  rolls 2 2 3 3 4 6",
        "  last",
        "  bust",
        "",
        "The game is not finished: it is the turn of Player 1.",
        "1. Player 1: 200 in 2 turns",
    ]


@pytest.mark.parametrize(("opening", "is_said"), [("opening=350", True), ("opening=0", False)])
def test_only_where_points_are_needed_to_open_it_is_said_that_a_player_has_them(opening: str, is_said: bool) -> None:
    turn = "roll 1 1 1 2 3 4\nkeep 1 1 1\nbank\n"
    lines = described(f"game dice-10000 players=2 {opening}\n# ANNA, BEN\n{turn}")
    assert ("  ANNA is on the table" in lines) == is_said and "  banks 1000: score 1000" in lines


@pytest.mark.parametrize(("kept", "taken"), [("1 1 1 5", "2 dice and 1050"), ("1 1 1 5 5", "1 die and 1100")])
def test_an_offer_that_is_taken_is_described_with_its_dice_and_points(kept: str, taken: str) -> None:
    opened = "roll 5 2 2 3 3 4\nkeep 5\nbank\n" * 2
    turn = f"fresh\nroll 1 1 1 5 5 2\nkeep {kept}\nbank\ntake\n"
    lines = described(f"game dice-10000 players=2 opening=0 bank_min=0\n{opened}{turn}")
    assert f"  takes up {taken} points" in lines
    assert lines[-3].endswith(f"the turn of Player 2 with {taken.split()[-1]} turn points.")


def test_the_points_so_far_include_those_of_an_offer_that_was_taken_up() -> None:
    opened = "roll 5 2 2 3 3 4\nkeep 5\nbank\n" * 2
    turns = "fresh\nroll 1 1 1 2 2 3\nkeep 1 1 1\nbank\ntake\nroll 5 2 3\nkeep 5\n"
    lines = described(f"game dice-10000 players=2 opening=0 bank_min=0\n{opened}{turns}")
    assert "  keeps 5 for 50: 1050 so far" in lines


def test_the_ranking_has_the_winner_first_then_the_best_scores_and_equal_ones_by_seat() -> None:
    turns = "".join(f"roll {roll}\nbank\n" for roll in ("5 2 2 3 3 4", "1 2 2 3 3 4", "1 2 2 3 3 4"))
    lines = described(f"game pure players=4\n# ANNA, BEN, CARL, DORA\n{turns}")
    assert lines[-4:] == [
        "1. BEN: 100 in 1 turn",
        "2. CARL: 100 in 1 turn",
        "3. ANNA: 50 in 1 turn",
        "4. DORA: 0 in 0 turns",
    ]


def test_a_winner_with_fewer_points_comes_first_in_the_ranking() -> None:
    turns = "roll 1 1 1 2 3 4\nkeep 1 1 1\nbank\nroll 2 2 2 2 2 2\n"
    lines = described(f"game dice-10000 players=2 opening=0 bank_min=0 six_alike=yes\n# ANNA, BEN\n{turns}")
    assert lines[-3:] == ["The game is over: BEN wins.", "1. BEN: 0 in 1 turn", "2. ANNA: 1000 in 1 turn"]


def test_a_name_cannot_control_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "by AN\\x1bNA\n" in replay(capsys, tmp_path, "game pure\n# AN\x1bNA\n")[1]


@pytest.mark.usefixtures("no_own_variants")
def test_the_log_of_an_own_variant_is_described_with_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "mine.json").write_text('{"name": "mine", "title": "Our own", "base": "pure", "rules": {"target": 500}}')
    (folder / "bad.json").write_text("{")
    text = "game mine\nroll 1 1 1 1 2 3\nbank\n"
    status, _, err = replay(capsys, tmp_path, text)
    assert (status, err[:39]) == (2, "LOG: line 1: There is no variant 'mine'")
    status, out, err = replay(capsys, tmp_path, text, "--variants", str(folder))
    assert status == 0
    assert out.startswith("Our own, played to 500 by Player 1\n")
    assert err.startswith("bad.json: ")
