"""A part of `make docs`: makes the tables of the players of ten thousand that are shipped with the firmware.

For each built-in game without house rules: the classes of its rolls, and the chances to win. The Pico reads them, so
that Master and the coach need not build them. `make sweep` compares them with what the emulated Pico builds.
"""

import sys
from array import array

from sixpip.players.ten_thousand.solver.roll_classes import HEAD, TABLES, check_of, shipped_tables
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver
from sixpip.players.ten_thousand.win_chance import WinChance
from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.terminal import Parser, command

NAMES = tuple(variant.name for variant in VARIANTS if variant.dice_set is not PHASE)


def tables(name: str) -> bytes:
    """Returns the part of the file for a game: built, not read from the file there is."""
    game = TenThousandGame(name, {}, 2)
    solver = TurnSolver(game, shipped=False)
    while solver.build():
        pass
    chance = WinChance(game, solver)
    while chance.prepare():
        pass
    classes, check = solver.classes, check_of(game)
    stream = classes.stream[: classes.starts[-1]]
    parts = (classes.starts, classes.weights, stream, chance.table.last_turn, solver.offer_points)
    content = b"".join(bytes(part) for part in parts)
    head = array("H", (len(content) // 2, len(stream), len(chance.table.last_turn), check & 0xFFFF, check >> 16))
    return bytes(head) + content


def shipped(name: str) -> bytes:
    """Returns the part for a game of the file there is; b"" when it has none. Raises OSError."""
    tables = shipped_tables(TenThousandGame(name))
    if tables is None:
        return b""
    with open(TABLES, "rb") as file:
        file.seek(tables[0] - 2 * HEAD)
        numbers = int.from_bytes(file.read(2), "little")
        file.seek(-2, 1)
        return file.read(2 * (HEAD + numbers))


@command
def main(arguments: list[str] | None = None) -> int:
    """Writes the file; returns the exit status."""
    parser = Parser(prog="python -m tools.board.tables", description="Makes the tables of Master and the coach.")
    parser.parse_args(arguments)
    content = b""
    for name in NAMES:
        part = tables(name)
        content += part
        print(f"{len(part):6}  {name}")
    with open(TABLES, "wb") as file:
        file.write(content)
    print("Next: make test")
    return 0


if __name__ == "__main__":
    sys.exit(main())
