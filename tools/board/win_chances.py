"""Makes the chances to win that are shipped with the firmware, for all built-in games (players/ten_thousand/solver).

They come from the exact solver. In games without an opening, the chances depend only on the points that both players
still need, so one table serves all targets. Games with an opening have one table for each target.
"""

import sys
from array import array
from typing import TYPE_CHECKING

import numpy as np

from sixpip.players.ten_thousand.solver.roll_classes import check_of, unit_of
from sixpip.players.ten_thousand.solver.shipped_chances import FILE
from sixpip.rules.rulebook.options import option_named
from sixpip.rules.rulebook.variants import variant_named
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.board.tables import NAMES
from tools.research.solve.graph import Floats, Ints
from tools.research.solve.grid import nodes_below, solve_grid, solve_offers
from tools.research.solve.model import Model
from tools.terminal import Parser, command

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

_SHORT_TARGETS = (500, 1000, 2000, 3000)
"""They are shipped in addition to the targets of the menu, where they are below all of those."""
_SOLVED = ((40, 1), (20, 2), (1, 4))
_SHIPPED = ((10, 1), (10, 2), (10, 4), (1, 10))
"""How many nodes follow in which distance, in units (grid.nodes_below)."""
_CERTAIN = 32_767
_ANY = 1 << 30
"""A target that is higher than all values of options."""
_SIMPLER: "Options" = {"busts": "none"}
"""The house rules with which a game is solved in which dice are taken up: bad turns in a row change little."""


def targets_of(name: str) -> tuple[int, ...]:
    """The targets for which a game has tables; where one table serves all targets, only the highest."""
    model = Model(name)
    offered = menu_targets(name)
    if not model.on("opening"):
        return (max(offered),)
    targets = [target for target in _SHORT_TARGETS if target < min(offered)] + offered
    return tuple(target for target in targets if target >= model.number("opening"))


def menu_targets(name: str) -> list[int]:
    """The targets that the menu of house rules offers for a game, in ascending order."""
    values = option_named("target").offers(variant_named(name).dice_set.kind, _ANY)
    return sorted({int(value) for value in values})


def table(name: str, target: int) -> bytes:
    """Computes the table of a game to a target, with what stands before it in the file."""
    model = Model(name, {"target": target})
    game = TenThousandGame(name, model.row, 2)
    if model.step != unit_of(game):
        raise ValueError(f"{name} has other steps on the console than in the solver")
    opening = -(-model.number("opening") // model.step)
    fine, nodes = (nodes_below(model.goal - opening, steps) for steps in (_SOLVED, _SHIPPED))
    with_start = np.append(fine, model.goal) if opening else fine
    solve = solve_offers if model.on("pick_up") else solve_grid
    chances = solve(Model(name, {**model.row, **_SIMPLER}) if model.on("pick_up") else model, with_start)
    states = np.array([_states(of_seat, fine, nodes) for of_seat in chances])
    check = check_of(game)
    content = array("H", [*nodes.tolist(), *np.round(states * _CERTAIN).astype(int).ravel().tolist()])
    goal = model.goal if opening else 0
    return bytes(array("H", (len(content), check & 0xFFFF, check >> 16, goal, len(chances), len(nodes))) + content)


def _states(chances: Floats, fine: Ints, nodes: Ints) -> Floats:
    """The chances by own state and other's state, from those of the fine nodes.

    State 0 is a player who is not on the table, the last one of `chances` if it has more than the nodes.
    """
    count = len(fine)
    rows = np.array([np.interp(nodes, fine, row[:count]) for row in chances])
    inner = np.array([np.interp(nodes, fine, column[:count]) for column in rows.T]).T
    both = np.pad(inner, ((1, 0), (1, 0)))
    if len(chances) > count:
        both[0, 0] = chances[-1, -1]
        both[0, 1:] = rows[-1]
        both[1:, 0] = np.interp(nodes, fine, chances[:count, -1])
    return both


@command
def main(arguments: list[str] | None = None) -> int:
    """Writes the file; returns the exit status."""
    parser = Parser(prog="python -m tools.board.win_chances", description="Makes the chances to win for Master.")
    parser.add_argument("--only", choices=NAMES, action="append", help="print the sizes alone, and write nothing")
    options = parser.parse_args(arguments)
    content = b""
    for name in options.only or NAMES:
        for target in targets_of(name):
            part = table(name, target)
            content += part
            print(f"{len(part):6}  {name} {target}", flush=True)
    if not options.only:
        with open(FILE, "wb") as file:
            file.write(content)
    print("Next: make test")
    return 0


if __name__ == "__main__":
    sys.exit(main())
