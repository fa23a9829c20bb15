"""What the console chooses for one of two players, next to the best choice: `--scores ... --roll ... --master`."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixpip.rules import actions
from tools.research.solve.__main__ import main
from tools.research.solve.advice import read_roll
from tools.research.solve.ask import game_at
from tools.research.solve.duel_turns import position_of
from tools.research.solve.model import Model

pytestmark = pytest.mark.sweep


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("solved")


def ask(capsys: pytest.CaptureFixture[str], folder: Path, line: str) -> Any:
    assert main([*line.split(), "--json", "--cache", str(folder)]) == 0
    return json.loads(capsys.readouterr().out)


def value_of(answer: Any, choice: Any) -> float:
    """The chance to win of the listed keep with the faces of a choice."""
    keeps = {tuple(keep["keep"]): keep["wins"] for keep in answer["keeps"]}
    return float(keeps[tuple(choice["keep"])])


def test_the_choices_of_master_and_the_coach_are_compared_with_the_best_one(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    answer = ask(capsys, folder, "farkle target=1000 --scores 300 500 --roll 1 1 5 2 3 4 --turn 0 --master")
    best = answer["keeps"][0]
    assert [keep["wins"] for keep in answer["keeps"]] == sorted(
        (keep["wins"] for keep in answer["keeps"]), reverse=True
    )
    for choice in (answer["master"], answer["coach"]):
        assert set(choice) == {"keep", "then", "loss"} and choice["then"] in ("bank", "roll")
        assert choice["loss"] >= best["wins"] - value_of(answer, choice) - 1e-9


def test_a_last_turn_is_valued_by_the_chance_to_pass_the_leader(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    question = "farkle target=1000 --scores 0 1050 --turn 0 --roll 1 1 1 5 5 3"
    answer = ask(capsys, folder, question)
    assert "master" not in answer
    assert [(keep["points"], keep["then"]) for keep in answer["keeps"][:1]] == [(1100, "bank")]
    assert answer["keeps"][0]["wins"] == 1
    over = ask(capsys, folder, "farkle target=2000 --scores 0 2050 --turn 1000 --roll 1 1 1 5 2 3 --master")
    assert over["keeps"][0]["then"] == "roll" and 0.62 < over["keeps"][0]["wins"] < 0.63
    assert over["keeps"][0]["keep"] == ["1", "1", "1"] and over["keeps"][1]["keep"] == ["1", "1", "1", "5"]
    assert 0.55 < over["keeps"][1]["wins"] < 0.56


@pytest.mark.parametrize("end", ["same-round", "beat-or-bust", "last-licks"])
def test_the_chance_before_a_last_turn_is_shown_for_each_end_with_one(
    capsys: pytest.CaptureFixture[str], folder: Path, end: str
) -> None:
    chances = [
        ask(capsys, folder, f"pure target=500 end={end} --scores 400 {other}")["player_to_move_wins"]
        for other in (500, 900)
    ]
    assert 0 < chances[1] < chances[0] < 1


def test_with_last_licks_a_leader_who_was_passed_is_to_move_above_the_target(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    rules = "pure target=500 end=last-licks --turn 100"
    answer = ask(capsys, folder, f"{rules} --scores 550 600 --roll 1 2 --master")
    assert (answer["keeps"][0]["points"], answer["keeps"][0]["then"]) == (100, answer["master"]["then"])


def test_the_other_dice_of_a_roll_were_kept_before_it() -> None:
    model = Model("five-cubes")
    for faces, thrown in (("sun 10", 0b00011), ("4 10", 0b11000)):
        game = game_at(model, position_of(model, 20, 30), read_roll(model, faces.split(), 20))
        assert (game.rolled, game.kept, game.points) == (thrown, game.all & ~thrown, 20)
        assert game.scores == [20, 30] and game.player == 0 and actions.KEEP in game.legal()


def test_all_dice_with_turn_points_are_hot_dice() -> None:
    model = Model("pure", {"target": 1000})
    game = game_at(model, position_of(model, 0, 500), read_roll(model, list("112346"), 300))
    assert (game.kept, game.rolled, game.points) == (0, game.all, 300)


def test_rules_that_are_ignored_for_two_players_are_named(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    line = "pure target=500 grow=yes --scores 100 0 --roll 1 2 3 --turn 100 --master"
    assert ask(capsys, folder, line)["approximate"] == ["grow: ignored for two players"]


def test_a_roll_that_ends_the_turn_leaves_no_choice(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    answer = ask(capsys, folder, "pure target=500 --scores 100 0 --roll 2 3 --turn 100 --master")
    assert answer["end"] == "bust" and "master" not in answer


def test_the_choices_are_lines_of_text(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    line = "pure target=500 --scores 450 0 --roll 1 3 --turn 100 --master"
    assert main([*line.split(), "--cache", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "450 points against 0, roll 1 3 at 100 turn points:",
        "  keep 1 for 100, then bank: 1.000000",
        "master: keep 1, then bank: loses 0.000000",
        "coach: keep 1, then bank: loses 0.000000",
    ]


REFUSED = {
    "pure --master": "--master needs a position: add --scores OWN OTHER and --roll FACE ...",
    "pure --master --roll 1": "--master needs a position: add --scores OWN OTHER and --roll FACE ...",
    "pure target=500 --scores 0 0 --roll 1 2": "Before a roll of 2 dice others were kept: add --turn and their points.",
    "pure --scores 0 0 --duel": "--duel prints the chances at all scores: leave out --scores.",
    "farkle target=500 --scores 500 0": "--scores 500 is not possible: use a multiple of 50 up to 450.",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_missing_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str], folder: Path, line: str
) -> None:
    assert main([*line.split(), "--cache", str(folder)]) == 2
    assert capsys.readouterr().err == REFUSED[line] + "\n"
