"""The tables of firmware/sixpip/players/README.md: how exact Master's turn solver is, and what its choices lose."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sixpip.players.styles import MASTER
from sixpip.rules.rulebook.options import OPTIONS
from tools.research.league import results
from tools.research.league.players import RISK_NEUTRAL
from tools.research.solve import accuracy, report
from tools.research.solve.cache import Cache
from tools.research.solve.model import SOLVED_ENDS, Model
from tools.research.solve.referee import Games, simulate

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

pytestmark = pytest.mark.usefixtures("compiled_loops")

TURNS = 250
APPROXIMATED = ("second_chance", "calls", "extend", "opening_rolls")


def rows(part: str = "accuracy", path: Path = accuracy.PAGE) -> dict[str, list[str]]:
    """Returns the cells of each row of a table by its first cell."""
    page = path.read_text(encoding="utf-8").split(f"<!-- generated: {part} -->")[1].split("<!-- end -->")[0]
    lines = [line for line in page.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {row[0].strip("`"): row for row in cells}


def names(games: "Iterable[tuple[str, Options]]") -> list[str]:
    return [" ".join([name, *(f"{key}={value}" for key, value in row.items())]) for name, row in games]


def test_the_table_has_every_house_rule_and_says_how_it_is_treated() -> None:
    assert list(rows()) == list(accuracy.TREATMENTS) == [option.key for option in OPTIONS]
    assert [row[1] for row in rows().values()] == [treatment.text for treatment in accuracy.TREATMENTS.values()]


def test_rules_that_are_called_exact_lose_nothing_in_the_table() -> None:
    exact = [row for row in rows().values() if row[1] == "exact" and row[2]]
    assert len(exact) > 10
    assert all(float(row[-1].split()[0]) <= 0.01 for row in exact)  # values are whole numbers


@pytest.mark.sweep
@pytest.mark.parametrize("key", APPROXIMATED)
def test_the_loss_in_the_table_is_that_of_other_turns_and_explains_what_they_gain(key: str) -> None:
    treatment = accuracy.TREATMENTS[key]
    model = Model(treatment.variant, treatment.row)
    result = simulate(model, treatment.opened, TURNS, seed=2)
    loss, error = map(float, rows()[key][-1].split(" ± "))
    assert abs(result.loss - loss) < 4 * (result.error**2 + error**2) ** 0.5
    assert abs(result.mean - (result.optimum - loss)) < 4 * result.mean_error


def test_the_table_of_games_has_all_games() -> None:
    assert list(rows("games")) == names(accuracy.WHOLE_GAMES)


def test_in_the_table_by_target_master_loses_most_where_dice_are_picked_up_or_busts_are_counted() -> None:
    """In percent: the chances to win leave out bad turns in a row, and as a house rule dice that are picked up."""
    assert list(rows("targets")) == names(accuracy.compared_games())
    for (name, row), cells in zip(accuracy.compared_games(), rows("targets").values(), strict=True):
        model = Model(name, row)
        most = 1 if model.on("pick_up") else 0.1 if model.on("busts") else 0.05
        assert all(0 <= float(cell.rstrip("%")) < most for cell in cells[1:] if cell), name


def test_only_the_computed_cells_of_the_table_by_target_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "README.md"
    page.write_text(accuracy.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(accuracy, "_lost", lambda cache, name, row, target: f"{name} {target}")
    accuracy.update_targets(Cache(tmp_path, pytest.fail), page, ["zilch"], [1000, 10000])
    before, after = rows("targets"), rows("targets", page)
    assert after.pop("zilch") == [*before["zilch"][:2], "zilch 1000", *before.pop("zilch")[3:6], "zilch 10000"]
    assert after == before


@pytest.mark.sweep
@pytest.mark.parametrize("style", [MASTER, RISK_NEUTRAL])
@pytest.mark.parametrize(
    "row",
    [{"end": end} for end in SOLVED_ENDS]
    + [{"end": end, "pick_up": "yes"} for end in ("sudden", "last-turn", "beat-or-bust")],
    ids=str,
)
def test_no_choice_in_a_game_of_two_is_worth_more_than_the_best_one(
    tmp_path: Path, row: "dict[str, str | int]", style: int
) -> None:
    model = Model("pure", {"target": 500, **row})
    assert model.approximate() == []
    games = Games(model, report.duel(model, Cache(tmp_path, pytest.fail)), 3, style)
    losses = [loss for _ in range(6) for loss in games.play()]
    assert min(losses) > -1e-6
    assert sum(losses) / len(losses) < 0.2


def test_the_table_of_the_risk_neutral_player_has_all_games() -> None:
    games = [
        " ".join([name, *(f"{key}={value}" for key, value in row.items())]) for name, row in accuracy.NEUTRAL_GAMES
    ]
    assert list(rows("neutral", results.PAGE)) == games


def test_the_table_of_matches_has_every_rule_that_no_other_table_measures() -> None:
    assert list(rows("matches")) == names(accuracy.NO_REFERENCE)


@pytest.mark.sweep
def test_other_matches_with_such_a_rule_end_as_in_the_table() -> None:
    games = 200
    won = accuracy.wins(("pure", {"rescue": "yes"}), games, seed=2) / games
    stated = float(rows("matches")["pure rescue=yes"][1].split("%")[0]) / 100
    assert abs(won - stated) < 4 * (0.25 / games) ** 0.5
