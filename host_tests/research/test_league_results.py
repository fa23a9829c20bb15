"""The league: its figures, its file of results, its page and picture, and bad input."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.command_fixture import outcome
from sixpip.players.styles import MASTER
from tools.research import compiled as compiler
from tools.research.compiled import compiled
from tools.research.league import results
from tools.research.league.__main__ import main
from tools.research.league.players import OTHERS, mixes, names
from tools.research.league.results import FILE, LeagueError, Match, Results, load, save, wilson

pytestmark = pytest.mark.sweep


def match(wins: int, games: int, *others: str) -> Match:
    return Match("pure", ("Master", *others), (wins, *[0] * (len(others) - 1), games - wins), 0, 1)


def test_the_interval_is_that_of_wilson() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=0.0001)  # the example of every textbook
    assert wilson(0, 10)[0] == 0 and wilson(10, 10)[1] == pytest.approx(1)
    low, high = wilson(100_000, 200_000)
    assert high - low == pytest.approx(2 * 1.96 * (0.25 / 200_000) ** 0.5, rel=0.001)


def test_a_verdict_needs_an_interval_that_excludes_the_fair_share() -> None:
    assert match(600, 1000, "Bold").verdict == "more"
    assert match(510, 1000, "Bold").verdict == "open"
    assert match(400, 1000, "Bold").verdict == "less"
    assert match(400, 1000, "Bold", "Timid").verdict == "more"
    assert Match("pure", ("Master", "Bold"), (50, 40), 10, 1).share == 0.5, "a game without a winner is lost"


def test_the_mixes_are_all_choices_of_the_other_players() -> None:
    assert mixes(2) == [(MASTER, other) for other in OTHERS]
    assert [len(mixes(players)) for players in (2, 3, 4)] == [4, 10, 20]


def test_results_are_stored_and_read_again_and_a_new_match_replaces_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert load(path) == Results()
    stored = Results([match(6, 10, "Bold")])
    stored.enter(match(7, 10, "Bold"))
    save(stored, path)
    assert load(path) == stored and [one.wins for one in stored.matches] == [(7, 3)]


def test_a_damaged_file_of_results_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.json"
    for text in ("", "[]", "{", json.dumps({"matches": [{"variant": 1}]})):
        path.write_text(text)
        with pytest.raises(LeagueError, match="is not a file of results of the league"):
            load(path)
    assert main(["pure", "--save", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("variant", results.variants())
def test_master_wins_more_than_its_share_of_30_000_games_against_every_mix_of_the_others(variant: str) -> None:
    found = load(FILE)
    for players in (2, 3, 4):
        for mix in mixes(players):
            played = found.match(variant, names(mix))
            assert played and played.games == 30_000 and played.verdict == "more", mix


def test_compiled_code_older_than_a_module_is_deleted(tmp_path: Path) -> None:
    stored = tmp_path / "__pycache__"
    stored.mkdir()
    module, old, new = tmp_path / "module.py", stored / "a.nbi", stored / "b.nbc"
    for age, file in ((50, module), (100, old), (0, new)):
        file.write_text("")
        os.utime(file, (1000 - age, 1000 - age))
    compiler.delete_stale((tmp_path,))
    assert [file.exists() for file in (module, old, new)] == [True, False, True]


def test_where_no_compiled_code_can_be_stored_it_is_compiled_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def njit(cache: bool = False, nogil: bool = False) -> "Callable[[Callable[..., int]], Callable[..., int]]":
        if cache:
            raise RuntimeError("no locator available")
        return lambda function: function

    monkeypatch.setattr("numba.njit", njit)
    assert compiled(lambda: 3)() == 3


REFUSED = {
    "nonsense": "There is no variant 'nonsense'",
    "phase-10": "The league plays the ten-thousand family, and phase-10 is not one of it",
    "pure --games 0": "Argument --games: 0 is not a number of games from 1 to",
    "pure --games many": "Argument --games: many is not a number of games",
    "pure --seed -1": "Argument --seed: -1 is not a seed",
    "pure --players 5": "Argument --players: invalid choice: 5",
}


@pytest.mark.parametrize("line", REFUSED)
def test_bad_input_is_reported_in_one_sentence(capsys: pytest.CaptureFixture[str], line: str) -> None:
    status, out, err = outcome(capsys, main, *line.split())
    assert (status, out) == (2, "")
    assert err.startswith(REFUSED[line]) and err.count("\n") == 1


def test_the_command_prints_a_line_for_each_match_and_plays_a_stored_one_only_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.json"
    line = ["five-cubes", "--players", "2", "--games", "2"]
    assert main([*line, "--save", str(file)]) == 0
    first = capsys.readouterr().out
    assert first.startswith("five-cubes     Master, Timid") and "2 games, seed 1" in first
    monkeypatch.setattr("tools.research.league.simulator.Simulator.wins", lambda *_: pytest.fail("played again"))
    assert main([*line, "--save", str(file)]) == 0
    assert capsys.readouterr().out == first
