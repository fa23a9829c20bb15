"""`python -m tools.research.solve`: output, bad input, cache, the page with the figures, what the console chooses."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from host_tests.command_fixture import Command, outcome
from sixpip.rules.core import actions
from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from tools import ROOT
from tools.research.solve import cache, report
from tools.research.solve.__main__ import main
from tools.research.solve.advice import game_at, read_roll
from tools.research.solve.duel_turns import position_of
from tools.research.solve.model import Model

pytestmark = pytest.mark.sweep

PAGE = report.PAGE.read_text(encoding="utf-8")


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    return lambda *words: outcome(capsys, main, "--cache", str(tmp_path), *words)


def test_json_has_the_bust_chances_and_the_expected_turn(solve: Command) -> None:
    status, out, err = solve("farkle", "target=2000", "--json")
    figures = json.loads(out)
    assert (status, err) == (0, "")
    assert figures["bust"][0] == pytest.approx(2 / 3)
    assert len(figures["bust"]) == 6
    assert figures["turn"] == pytest.approx(607.965, abs=0.001)
    assert figures["approximate"] == []


def test_json_has_the_distribution_of_every_roll_and_the_value_of_every_state(solve: Command) -> None:
    figures = json.loads(solve("farkle", "target=1000", "--json")[1])
    for chance, rolls in zip(figures["bust"], figures["rolls"], strict=True):
        assert sum(roll["chance"] for roll in rolls) == pytest.approx(1)
        assert sum(roll["chance"] for roll in rolls if roll.get("end") == "bust") == pytest.approx(chance)
    one_die = {keep["points"]: keep["left"] for roll in figures["rolls"][0] for keep in roll.get("keeps", [])}
    assert one_die == {100: 6, 50: 6}
    values = figures["values"]
    assert [len(row) for row in values] == [6] * 21
    assert values[0][5] == pytest.approx(figures["turn"])
    after = [max(points, values[points // 50][5]) for points in (350, 400)]
    assert values[6][0] == pytest.approx(sum(after) / 6)


def test_house_rules_count_on_both_sides_of_a_flag(solve: Command) -> None:
    _, one, _ = solve("farkle", "--json", "bank_min=1000", "target=2000")
    _, other, _ = solve("farkle", "bank_min=1000", "target=2000", "--json")
    assert json.loads(one) == json.loads(other)
    assert json.loads(one)["turn"] < 607


def test_the_best_keep_of_a_roll_is_listed_first(solve: Command) -> None:
    status, out, _ = solve("farkle", "--roll", *"155222", "--turn", "300", "--json")
    keeps = json.loads(out)["keeps"]
    assert status == 0
    assert keeps[0] == {"keep": list("122255"), "points": 400, "then": "roll", "expected": keeps[0]["expected"]}
    assert [keep["expected"] for keep in keeps] == sorted((keep["expected"] for keep in keeps), reverse=True)


@pytest.mark.parametrize(("least", "then"), [(350, "bank"), (400, "roll")])
def test_too_few_points_for_a_bank_are_not_banked(solve: Command, least: int, then: str) -> None:
    _, out, _ = solve("pure", f"bank_min={least}", "--roll", "1", "2", "--turn", "250")
    assert f"keep 1 for 100, then {then}:" in out


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("zilch --roll 2 3 4 6 3 2", "  500 points, throw again: "),
        ("pure last_die=yes --roll 2 --turn 500", "  0 points, throw again: "),
        ("pure second_chance=yes --roll 2 2 4", "  hold 2 2, roll the others: "),
    ],
)
def test_a_roll_without_a_keep_that_is_no_bust_says_what_follows(solve: Command, line: str, shown: str) -> None:
    assert shown in solve(*line.split())[1]


def test_a_roll_without_a_keep_is_a_bust(solve: Command) -> None:
    assert "bust: nothing scores" in solve("farkle", "--roll", "2", "3", "4")[1]


@pytest.mark.parametrize(
    ("game", "faces", "end", "text"),
    [
        ("pure six_alike=yes", "222222", "win", "the player wins the game"),
        ("pure six_ones=out", "111111", "out", "the player is out of the game"),
        ("pure four_twos=yes", "222234", "canceled", "the whole score is lost"),
    ],
)
def test_a_roll_that_ends_the_game_or_costs_the_score_is_named(
    solve: Command, game: str, faces: str, end: str, text: str
) -> None:
    status, out, _ = solve(*game.split(), "--roll", *faces)
    assert status == 0 and text in out and "bust" not in out
    assert json.loads(solve(*game.split(), "--roll", *faces, "--json")[1])["end"] == end


def test_a_game_with_many_turns_is_solved(solve: Command) -> None:
    turns = [
        json.loads(solve("pure", "target=6000", f"bank_min={least}", "--json")[1])["fewest_turns"]
        for least in (3000, 5000)
    ]
    assert 200 < turns[0] < 1000 < 10000 < turns[1] < 11000


def test_a_rule_that_is_ignored_is_named_next_to_the_keeps(solve: Command) -> None:
    status, out, _ = solve("five-cubes", "second_chance=yes", "--roll", "2", "4", "6")
    assert status == 0 and "bust: nothing scores" in out
    assert "approximate: second_chance: ignored, because one die is marked" in out


def test_two_players_are_solved_on_request(solve: Command) -> None:
    _, out, _ = solve("pure", "target=500", "--duel", "--json")
    figures = json.loads(out)
    assert 0.5 < figures["first_player_wins"] < 1
    assert figures["win"][0][0] == pytest.approx(figures["first_player_wins"], abs=1e-7)
    assert [len(row) for row in figures["win"]] == [10] * 10


@pytest.mark.parametrize("end", ["sudden", "last-turn"])
def test_the_chance_to_win_is_shown_for_any_pair_of_scores(solve: Command, end: str) -> None:
    rules = ("pure", "target=500", f"end={end}")
    _, out, _ = solve(*rules, "--duel", "--json")
    chance = json.loads(out)["win"][8][2]
    status, out, _ = solve(*rules, "--scores", "400", "100")
    assert (status, out) == (0, f"two players: 400 points, to move, against 100: {chance:.6f}\n")


REFUSED = {
    "nonsense": "There is no variant 'nonsense'",
    "pure words": "'words' is not of the form key=value",
    "phase-10": "This solver is for the ten-thousand family",
    "pure --roll 9": "There is no face '9'",
    "pure --roll 1 1 1 1 1 1 1": "A roll of pure has 1 to 6 dice, not 7",
    "pure --roll 1 --turn 30": "--turn 30 is not possible",
    "pure target=500 --scores 0 500": "--scores 500 is not possible: use a multiple of 50 up to 450",
    "pure end=exact --scores 0 0": "Two players are solved for end=sudden, last-turn",
    "pure --turn 300": "--turn needs a roll",
    "pure --roll 1 --turn 81000": "--turn 81000 is too large: the most is 80950",
    "pure opening=500 opening=600": "opening is set twice",
    "pure --page": "--page updates the tables of all variants",
    "five-cubes --roll 3 3 4 4 10": "The first die is the marked one: it has a sun instead of a 3",
    "pure --variants /no/such/folder": "There is no folder /no/such/folder",
    "": "Name a variant",
}


@pytest.mark.parametrize("line", REFUSED)
def test_bad_input_is_reported_in_one_sentence(solve: Command, line: str) -> None:
    status, out, err = solve(*line.split())
    assert (status, out) == (2, "")
    assert err.startswith(REFUSED[line]) and err.count("\n") == 1


def test_a_target_that_needs_too_much_memory_is_refused(solve: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.research.solve.duel.MOST_BYTES", 1000)
    status, out, err = solve("pure", "target=1000", "--duel")
    assert (status, out) == (2, "")
    assert err == "The target 1000 in steps of 50 points needs too much memory for two players: choose a lower one.\n"


def test_a_lack_of_memory_is_reported_in_one_sentence(solve: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def lack(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("tools.research.solve.report.fewest_turns", lack)
    status, out, err = solve("pure", "target=1000")
    assert (status, out) == (2, "")
    assert err == "There is not enough memory for this game: choose a lower target.\n"


def test_an_interrupted_run_says_so_and_leaves_no_half_written_file(
    solve: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(file: object, **tables: object) -> None:
        file.write(b"half")  # type: ignore[attr-defined]
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(np, "savez_compressed", interrupted)
        status, out, err = solve("pure", "target=500")
    assert (status, out, err.count("\n")) == (130, "", 1)
    assert err.startswith("Interrupted")
    assert list(tmp_path.iterdir()) == []


NAMES_OF_SLOW_MODULES = """
import sys
from tools.research.solve.__main__ import main
status = main(sys.argv[1:])
print([name for name in ("numba", "rich", "scipy") if name in sys.modules])
sys.exit(status)
"""


@pytest.mark.parametrize("line", ["pure --roll 1 2", "pure target=500 --scores 0 100 --roll 1 2 3 4 6 6 --master"])
def test_a_question_that_was_solved_before_is_answered_without_modules_that_take_long_to_import(
    tmp_path: Path, line: str
) -> None:
    command = [sys.executable, "-c", NAMES_OF_SLOW_MODULES, *line.split(), "--cache", str(tmp_path)]
    answers = [subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert "'numba'" in answers[0] and answers[1].endswith("\n[]\n")
    assert answers[0].partition("[")[0] == answers[1].partition("[")[0]


def store(folder: Path) -> cache.Cache:
    return cache.Cache(folder, pytest.fail)


def test_a_stored_table_is_read_again_and_a_damaged_one_is_computed_again(tmp_path: Path) -> None:
    model = Model("pure")
    table = np.array([[1.0, 2.0]])
    store(tmp_path).table(model, "alone", lambda: table)
    assert (store(tmp_path).table(model, "alone", lambda: np.zeros((1, 2))) == table).all(), "computed again"
    (file,) = tmp_path.iterdir()
    good = file.read_bytes()
    for damaged in (b"", good[:50], good[: len(good) // 2] + b"\xff" + good[len(good) // 2 + 1 :]):
        file.write_bytes(damaged)
        assert (store(tmp_path).table(model, "alone", lambda: table) == table).all()
        assert file.read_bytes() == good


def test_other_house_rules_have_another_key_and_equal_ones_the_same() -> None:
    assert cache.key(Model("pure")) == cache.key(Model("pure", {"target": 10000}))
    assert cache.key(Model("pure")) != cache.key(Model("pure", {"target": 5000}))
    assert cache.key(Model("pure")) != cache.key(Model("kingdom"))


def test_a_folder_that_cannot_be_written_costs_only_the_cache(solve: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    status, out, err = solve("pure", "target=500", "--cache", str(tmp_path / "file"))
    assert status == 0 and "fewest expected turns" in out
    assert err.startswith("The result is not stored, because ") and err.count("\n") == 1


def test_rules_that_are_not_exact_are_named() -> None:
    rules: dict[str, dict[str, str | int]] = {
        "pick_up": {"pick_up": "yes", "busts": -500},
        "grow": {"grow": "yes"},
        "six_alike": {"six_alike": "yes"},
        "four_twos": {"four_twos": "yes"},
        "end=exact": {"end": "exact"},
    }
    for key, row in rules.items():
        assert any(text.startswith(key) for text in Model("pure", row).approximate())
    assert Model("pure", {"pick_up": "yes"}).approximate() == []
    assert Model("pure", {"last_die": "yes", "extend": "no", "busts": -500}).approximate() == []


def test_the_table_of_games_has_every_variant_and_its_fewest_turns(tmp_path: Path) -> None:
    rows = {line.split("`")[1]: line for line in PAGE.split("generated: games")[1].splitlines() if line[:3] == "| `"}
    assert list(rows) == [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
    turns = report.alone(Model("five-cubes"), store(tmp_path)).expected
    assert rows["five-cubes"].startswith(f"| `five-cubes` | {turns:.4f} | ")


@pytest.mark.parametrize("with_duel", [False, True])
def test_the_page_has_games_that_take_long_only_with_duel_or_from_the_cache(
    with_duel: bool, solve: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = [Model(name, {"target": 500}) for name in ("pure", "zilch")]  # in Zilch busts are counted
    page = tmp_path / "page.md"
    page.write_text("<!-- generated: turns -->\nold\n<!-- end -->\n<!-- generated: games -->\nold\n<!-- end -->\n")
    monkeypatch.setattr(report, "PAGE", page)
    monkeypatch.setattr(report, "_models", lambda: models)
    assert solve("--page", *(["--duel"] if with_duel else []))[::2] == (0, "")
    rows = {line.split("`")[1]: line.split(" | ") for line in page.read_text().split("games")[1].splitlines()[3:-1]}
    assert 0.5 < float(rows["pure"][2]) < 1
    assert (rows["zilch"][2] == "not computed: `--page --duel`") != with_duel
    assert solve("--page")[0] == 0 and ("not computed" in page.read_text()) != with_duel  # the cache has it


@pytest.mark.parametrize(
    "rules", ["busts=-500", "busts=-500 negative=yes", "bank_min=300", "busts=-500 bank_min=300 end=sudden"]
)
def test_other_penalties_and_least_banks_of_farkle_online_have_an_answer(rules: str, solve: Command) -> None:
    status, out, err = solve("farkle-online", "target=1000", *rules.split(), "--duel", "--json")
    assert (status, err) == (0, "") and 0.5 < json.loads(out)["first_player_wins"] < 0.7


# Questions


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("solved")


@pytest.fixture
def answer_to(capsys: pytest.CaptureFixture[str], folder: Path) -> Callable[[str], Any]:
    def answer(line: str) -> Any:
        status, out, _ = outcome(capsys, main, *line.split(), "--json", "--cache", str(folder))
        assert status == 0
        return json.loads(out)

    return answer


def value_of(answer: Any, choice: Any) -> float:
    """The chance to win of the listed keep with the faces of a choice."""
    keeps = {tuple(keep["keep"]): keep["wins"] for keep in answer["keeps"]}
    return float(keeps[tuple(choice["keep"])])


def test_the_choices_of_master_and_the_coach_are_compared_with_the_best_one(answer_to: Callable[[str], Any]) -> None:
    answer = answer_to("farkle target=1000 --scores 300 500 --roll 1 1 5 2 3 4 --turn 0 --master")
    best = answer["keeps"][0]
    assert [keep["wins"] for keep in answer["keeps"]] == sorted(
        (keep["wins"] for keep in answer["keeps"]), reverse=True
    )
    for choice in (answer["master"], answer["coach"]):
        assert set(choice) == {"keep", "then", "loss"} and choice["then"] in ("bank", "roll")
        assert choice["loss"] >= best["wins"] - value_of(answer, choice) - 1e-9


def test_a_last_turn_is_valued_by_the_chance_to_pass_the_leader(answer_to: Callable[[str], Any]) -> None:
    question = "farkle target=1000 --scores 0 1050 --turn 0 --roll 1 1 1 5 5 3"
    answer = answer_to(question)
    assert "master" not in answer
    assert [(keep["points"], keep["then"]) for keep in answer["keeps"][:1]] == [(1100, "bank")]
    assert answer["keeps"][0]["wins"] == 1
    over = answer_to("farkle target=2000 --scores 0 2050 --turn 1000 --roll 1 1 1 5 2 3 --master")
    assert over["keeps"][0]["then"] == "roll" and 0.62 < over["keeps"][0]["wins"] < 0.63
    assert over["keeps"][0]["keep"] == ["1", "1", "1"] and over["keeps"][1]["keep"] == ["1", "1", "1", "5"]
    assert 0.55 < over["keeps"][1]["wins"] < 0.56


@pytest.mark.parametrize("end", ["same-round", "beat-or-bust", "last-licks"])
def test_the_chance_before_a_last_turn_is_shown_for_each_end_with_one(
    answer_to: Callable[[str], Any], end: str
) -> None:
    chances = [
        answer_to(f"pure target=500 end={end} --scores 400 {other}")["player_to_move_wins"] for other in (500, 900)
    ]
    assert 0 < chances[1] < chances[0] < 1


def test_with_last_licks_a_leader_who_was_passed_is_to_move_above_the_target(answer_to: Callable[[str], Any]) -> None:
    rules = "pure target=500 end=last-licks --turn 100"
    answer = answer_to(f"{rules} --scores 550 600 --roll 1 2 --master")
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


def test_rules_that_are_ignored_for_two_players_are_named(answer_to: Callable[[str], Any]) -> None:
    line = "pure target=500 grow=yes --scores 100 0 --roll 1 2 3 --turn 100 --master"
    assert answer_to(line)["approximate"] == ["grow: ignored for two players"]


def test_a_roll_that_ends_the_turn_leaves_no_choice(answer_to: Callable[[str], Any]) -> None:
    answer = answer_to("pure target=500 --scores 100 0 --roll 2 3 --turn 100 --master")
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


NOT_ASKED = {
    "pure --master": "--master needs a position: add --scores OWN OTHER and --roll FACE ...",
    "pure --master --roll 1": "--master needs a position: add --scores OWN OTHER and --roll FACE ...",
    "pure target=500 --scores 0 0 --roll 1 2": "Before a roll of 2 dice others were kept: add --turn and their points.",
    "pure --scores 0 0 --duel": "--duel prints the chances at all scores: leave out --scores.",
    "farkle target=500 --scores 500 0": "--scores 500 is not possible: use a multiple of 50 up to 450.",
}


@pytest.mark.parametrize("line", NOT_ASKED)
def test_what_is_missing_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str], folder: Path, line: str
) -> None:
    assert main([*line.split(), "--cache", str(folder)]) == 2
    assert capsys.readouterr().err == NOT_ASKED[line] + "\n"
