"""`python3 -m hardware.boards`: draws tile and panel, checks them, and writes the fabrication files of all boards.

Needs a Python with KiCad's pcbnew. Exit status: 0 when the boards are clean, 1 when a check failed, 2 for wrong usage
or a missing tool.
"""

import shutil
import sys
from pathlib import Path

from hardware.boards import exports, kicad
from tools.terminal import Parser, command, print_message

BOARDS = ("tile", "panel", "carrier")
FAULTS = ("none", "short", "open", "near-cut", "via")


@command(finishes=True)
def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    parser = Parser(prog="python3 -m hardware.boards", description="Makes the boards.")
    parser.add_argument("boards", nargs="*", default=list(BOARDS), help=f"any of {', '.join(BOARDS)} (default: all)")
    parser.add_argument("--out", type=Path, default=Path("build/hardware"), help="output folder")
    parser.add_argument(
        "--fault", choices=FAULTS, default="none", help="add a fault to the board, to test the design rule check"
    )
    parser.add_argument("--check-only", action="store_true", help="write no fabrication files")
    chosen = parser.parse_args(arguments)
    wrong = sorted(set(chosen.boards) - set(BOARDS))
    if wrong:
        parser.error(f"There is no board {wrong[0]}: choose from {', '.join(BOARDS)}.")
    try:
        import pcbnew  # noqa: F401

        print(f"KiCad {kicad.version()}")
    except (ImportError, kicad.KiCadMissing):
        print_message(kicad.INSTALL)
        return 2
    results = [_make(name, chosen.out / name, chosen.fault, chosen.check_only) for name in chosen.boards]
    return 0 if all(results) else 1


def _make(name: str, folder: Path, fault: str, check_only: bool) -> bool:
    """Draws and checks one board and writes its fabrication files; returns whether it is clean.

    The carrier is not drawn: it is a KiCad project, and `python -m hardware carrier` checks it.
    """
    from hardware.boards import production

    if name == "carrier":
        board, found = exports.BOARD, list[str]()
    else:
        board, found = _draw(name, folder, fault)
        print(f"{name}: {len(found)} findings (KiCad DRC, see drc.json, and the rules for V-cuts)")
    for line in found[:12]:
        print(f"    {line}")
    if check_only:
        return not found
    made = production.make(board, folder)
    page = None if name == "panel" else production.interactive(board, folder)
    if page is None and name != "panel":
        print(production.IBOM_MISSING)
    names = [path.name for path in made] + ([page.name] if page else [])
    print(f"    {board.name}, {', '.join(names)}")
    return not found


def _draw(name: str, folder: Path, fault: str) -> tuple[Path, list[str]]:
    """Draws tile or panel, and returns the path of the board and a sentence for each fault."""
    from hardware.boards import faults, panel, panel_plan, tile

    drawing = {"tile": tile, "panel": panel}[name].draw()
    if fault != "none":
        faults.FAULTS[fault](drawing)
    board = drawing.save(folder)
    options = []
    if name == "tile":
        shutil.copy(exports.TILE, folder)
        options = ["--schematic-parity"]
    found = kicad.findings(kicad.report("pcb drc", board, folder / "drc.json", *options))
    return board, found + (panel_plan.too_near(panel.items(drawing)) if name == "panel" else [])


if __name__ == "__main__":
    sys.exit(main())
