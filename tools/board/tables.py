"""A part of `make docs`: makes the tables of the players of ten thousand that are shipped with the firmware.

One file for each built-in game without house rules: the classes of its rolls, and the chances to win. The Pico reads
them, so that Master and the coach need not build them. `make sweep` compares them with what the emulated Pico builds.
"""

import sys
from array import array

from sixpip.players.ten_thousand.master import WinChance
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver, check_of, path_of
from sixpip.rules.setup.variants import VARIANTS
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.variant import PHASE
from tools.terminal import Parser, command

NAMES = tuple(variant.name for variant in VARIANTS if variant.dice_set is not PHASE)


def tables(name: str) -> bytes:
    """Returns the content of the file of a game: built, not read from the file there is."""
    game = Game(name, {}, 2)
    solver = TurnSolver(game, shipped=False)
    while solver.build():
        pass
    chance = WinChance(game, solver)
    while chance.prepare():
        pass
    classes, check = solver.classes, check_of(game)
    stream = classes.stream[: classes.starts[-1]]
    head = array("H", (len(stream), len(chance.table.last_turn), check & 0xFFFF, check >> 16))
    table = chance.table
    parts = (head, classes.starts, classes.weights, stream, table.last_turn, table.numbers(), solver.offer_points)
    return b"".join(bytes(part) for part in parts)


@command
def main(arguments: list[str] | None = None) -> int:
    """Writes the files of all games; returns the exit status."""
    parser = Parser(prog="python -m tools.board.tables", description="Makes the tables of Master and the coach.")
    parser.parse_args(arguments)
    for name in NAMES:
        path = path_of(Game(name))
        content = tables(name)
        with open(path, "wb") as file:
            file.write(content)
        print(f"{len(content):6}  {name}")
    print("Next: make test")
    return 0


if __name__ == "__main__":
    sys.exit(main())
