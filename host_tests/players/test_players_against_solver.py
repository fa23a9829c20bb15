"""The turn solver of the console against the exact solver: every value of a turn, for all variants and random rules.

Both get the same values of banks and ends. The console rounds each value down to a whole number, so its values must be
between those of tools/research/solve/console.py. With seven dice the 16-bit weights of the classes of rolls are
rounded, too.
"""

from typing import TYPE_CHECKING

import pytest

from host_tests.random_play import Lcg, house_rules
from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.research.solve import console
from tools.research.solve.model import Model

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

pytestmark = [pytest.mark.sweep, pytest.mark.usefixtures("compiled_loops")]

NAMES = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
MIXES = 200
GROUPS = 8
UNITS = 120
SEVEN_DICE = 3.0
"""Points by which a turn with seven dice may be off: 0.3 % of what it gains."""
SAMPLED = 0.03
"""The share by which the value of a turn with seven dice and a sun may be off, because not all rolls are counted."""
NOT_IN_THE_STATE: "Options" = {
    "calls": "no",
    "second_chance": "no",
    "straight_gather": "no",
    "extend": "no",
    "clear": "no",
    "last_die": "no",
    "opening_rolls": 0,
}
"""Rules by which more matters than the dice and points: `python -m tools.research.solve.accuracy` measures them."""


def comparable(name: str, row: "Options") -> "Options":
    """Returns the house rules without those that the console approximates."""
    options = TenThousandGame(name, row).options
    same = {**row, **{key: off for key, off in NOT_IN_THE_STATE.items() if options[key] != off}}
    if options["no_risk"] == "yes" and (options["bank_min"] or options["train_wreck"] != "none"):
        same["no_risk"] = "no"  # a bust below the least bank, or on all dice, has another value
    return same


def misses(name: str, row: "Options") -> list[str]:
    """Describes all values of the console that are outside their bounds."""
    model = Model(name, comparable(name, row))
    found = []
    for opened in (True, False) if model.on("opening") else (True,):
        turn = console.solve_twice(model, opened, UNITS)
        if turn is None:
            assert model.with_sun, "only with a sun there are too many classes of rolls"
            continue
        seven = model.options["dice"] == 7
        slack = (
            1e-6 + (SEVEN_DICE / turn.points if seven else 0.0) + SAMPLED * (seven and model.with_sun) * turn.highest
        )
        outside = (turn.console < turn.lowest - slack) | (turn.console > turn.highest + slack)
        for units, at in zip(*outside.nonzero()):
            bounds = f"{turn.lowest[units, at]:.1f} to {turn.highest[units, at]:.1f}"
            found.append(f"{name} {row} {units} units, roll {at}: {turn.console[units, at]} is not in {bounds}")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_console_solves_each_variant_as_the_exact_solver_does(name: str) -> None:
    assert misses(name, {}) == []


@pytest.mark.parametrize("group", range(GROUPS))
def test_the_console_solves_random_mixes_of_house_rules_as_the_exact_solver_does(group: int) -> None:
    for seed in range(group, MIXES, GROUPS):
        name = NAMES[seed % len(NAMES)]
        assert misses(name, house_rules(name, Lcg(seed))) == []


def test_other_points_of_one_combination_are_noticed() -> None:
    turn = console.solve_twice(Model("pure"), True, UNITS)
    other = console.solve_twice(Model("pure", {"three_ones": 300}), True, UNITS)
    assert turn and other
    assert ((other.console < turn.lowest) | (other.console > turn.highest)).mean() > 0.5
