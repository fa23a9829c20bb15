"""`python3 -m hardware.boards`: draws the boards, checks them and writes the fabrication files.

Needs a Python with KiCad's pcbnew. Exit status: 0 when both boards are clean, 1 when a check failed, 2 for wrong usage
or a missing tool.
"""

import sys
from pathlib import Path

from tools.terminal import Parser, command, print_message

MISSING = (
    "This Python has no pcbnew: install KiCad (Debian: apt-get install kicad kicad-footprints) and use its Python, "
    "/usr/bin/python3 -m hardware.boards."
)
FAULTS = ("none", "short", "open")


@command(finishes=True)
def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    parser = Parser(prog="python3 -m hardware.boards", description="Draws and checks the two boards.")
    parser.add_argument("boards", nargs="*", default=["tile", "carrier"], help="tile, carrier (default: both)")
    parser.add_argument("--out", type=Path, default=Path("build/hardware"), help="output folder")
    parser.add_argument(
        "--fault", choices=FAULTS, default="none", help="add a fault to the board, to test the design rule check"
    )
    parser.add_argument("--check-only", action="store_true", help="write no fabrication files")
    chosen = parser.parse_args(arguments)
    wrong = sorted(set(chosen.boards) - {"tile", "carrier"})
    if wrong:
        parser.error(f"There is no board {wrong[0]}: choose tile or carrier.")
    try:
        import pcbnew  # noqa: F401
    except ImportError:
        print_message(MISSING)
        return 2
    results = [_make(name, chosen.out / name, chosen.fault, chosen.check_only) for name in chosen.boards]
    return 0 if all(results) else 1


def _make(name: str, folder: Path, fault: str, check_only: bool) -> bool:
    """Draws, checks and writes one board; returns whether it is clean."""
    from hardware.boards import carrier, design_rules, faults, production, tile

    drawing = {"tile": tile, "carrier": carrier}[name].draw()
    if fault != "none":
        faults.FAULTS[fault](drawing)
    board = drawing.save(folder)
    result = design_rules.check(board, folder / "drc.txt")
    print(f"{name}: {result.violations} violations, {result.unconnected} unconnected (KiCad DRC, see drc.txt)")
    for line in result.lines[:12]:
        print(f"    {line.strip()}")
    if check_only:
        return result.clean
    made = production.make(board, folder)
    page = production.interactive(board, folder)
    if page is None:
        print(production.IBOM_MISSING)
    names = [path.name for path in made] + ([page.name] if page else [])
    print(f"    {board.name}, {', '.join(names)}")
    return result.clean


if __name__ == "__main__":
    sys.exit(main())
