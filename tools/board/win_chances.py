"""Makes the chances to win that are shipped with the firmware, for all built-in games (players/ten_thousand/solver).

They come from the exact solver. Where nobody has to open, only what is missing to the target counts, and one table
serves all targets. Other games have one for each target.
"""

import sys
from array import array
from typing import TYPE_CHECKING

import numpy as np

from sixpip.players.ten_thousand.solver.roll_classes import check_of, unit_of
from sixpip.players.ten_thousand.solver.shipped_chances import FILE
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.board.tables import NAMES
from tools.research.solve.graph import Floats, Ints
from tools.research.solve.grid import nodes_below, solve_grid, solve_offers
from tools.research.solve.model import Model
from tools.terminal import Parser, command

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

TARGETS = {"five-cubes": (300, 500, 1000)}
"""Those of the house rules."""
OTHER_TARGETS = (500, 1000, 2000, 3000, 5000, 10_000, 20_000)
"""Of all other games: those of the house rules, and short ones for own variants."""
_SOLVED = ((40, 1), (20, 2), (1, 4))
_SHIPPED = ((10, 1), (10, 2), (10, 4), (1, 10))
"""How many nodes follow in which distance, in units (grid.nodes_below)."""
_CERTAIN = 32_767
_SIMPLER: "Options" = {"busts": "none"}
"""The house rules with which a game is solved in which dice are taken up: bad turns in a row change little."""


def targets_of(name: str) -> tuple[int, ...]:
    """The targets for which a game has tables of its own; one that serves all smaller ones, too, comes alone."""
    targets = TARGETS.get(name, OTHER_TARGETS)
    model = Model(name)
    if model.on("opening"):
        return tuple(target for target in targets if target >= model.number("opening"))
    return targets[-1:]


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
