"""The table of firmware/sixpip/players/README.md: how exact the console's turn solver is for each house rule."""

import pytest

from sixpip.rules.options import OPTIONS
from tools.solve import accuracy, console
from tools.solve.model import Model
from tools.solve.simulate import simulate

TURNS = 400
APPROXIMATED = ("second_chance", "calls", "last_die", "extend", "clear", "opening_rolls")


@pytest.fixture(scope="module", autouse=True)
def compiled_passes() -> None:
    console.compile_passes()


def rows() -> dict[str, list[str]]:
    """Returns the cells of each row of the table by its rule."""
    page = accuracy.PAGE.read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {row[0].strip("`"): row for row in cells}


def test_the_table_has_every_house_rule_and_says_how_it_is_treated() -> None:
    assert list(rows()) == list(accuracy.TREATMENTS) == [option.key for option in OPTIONS]
    assert [row[1] for row in rows().values()] == [treatment.text for treatment in accuracy.TREATMENTS.values()]


def test_rules_that_are_called_exact_lose_nothing_in_the_table() -> None:
    exact = [row for row in rows().values() if row[1] == "exact" and row[2]]
    assert len(exact) > 10
    assert {row[-1] for row in exact} == {"0.00 ± 0.00"}


@pytest.mark.parametrize("key", APPROXIMATED)
def test_the_loss_in_the_table_is_that_of_other_turns_and_explains_what_they_gain(key: str) -> None:
    treatment = accuracy.TREATMENTS[key]
    model = Model(treatment.variant, treatment.row)
    result = simulate(model, treatment.opened, TURNS, seed=2)
    loss, error = map(float, rows()[key][-1].split(" ± "))
    assert abs(result.loss - loss) < 4 * (result.error**2 + error**2) ** 0.5
    assert abs(result.mean - (result.optimum - loss)) < 4 * result.mean_error
