"""`python3 -m hardware.boards`: draws the boards, checks them and writes the fabrication files.

Needs a Python with KiCad's pcbnew. Exit status: 0 when both boards are clean, 1 when a check failed, 2 for wrong usage
or a missing tool.
"""

import sys
from pathlib import Path

from hardware.boards import kicad_install
from tools.terminal import Parser, command, print_message

BOARDS = ("tile", "panel", "carrier")
FAULTS = ("none", "short", "open", "near-cut")


@command(finishes=True)
def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    parser = Parser(prog="python3 -m hardware.boards", description="Draws and checks the boards.")
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
        from hardware.boards import kicad_version
    except ImportError:
        print_message(kicad_install.INSTALL)
        return 2
    except kicad_install.KiCadUnsupported as error:
        print_message(error)
        return 2
    print(f"KiCad {kicad_version.BUILD}")
    results = [_make(name, chosen.out / name, chosen.fault, chosen.check_only) for name in chosen.boards]
    return 0 if all(results) else 1


def _make(name: str, folder: Path, fault: str, check_only: bool) -> bool:
    """Draws, checks and writes one board; returns whether it is clean."""
    from hardware.boards import carrier, design_rules, faults, panel, panel_plan, production, router, tile
    from hardware.boards.drawing import FootprintMissing

    try:
        drawing = {"tile": tile, "panel": panel, "carrier": carrier}[name].draw()
    except (carrier.RuleBroken, router.NoRoute, FootprintMissing, kicad_install.FootprintsMissing) as error:
        print_message(f"{name}: {error}")
        return False
    if fault != "none":
        faults.FAULTS[fault](drawing)
    board = drawing.save(folder)
    result = design_rules.check(board, folder / "drc.txt")
    print(f"{name}: {result.violations} violations, {result.unconnected} unconnected (KiCad DRC, see drc.txt)")
    near = panel_plan.too_near(panel.items(drawing)) if name == "panel" else []
    for line in [*result.lines[:12], *near[:12]]:
        print(f"    {line.strip()}")
    clean = result.clean and not near
    if check_only:
        return clean
    made = production.make(board, folder)
    page = None if name == "panel" else production.interactive(board, folder)
    if page is None and name != "panel":
        print(production.IBOM_MISSING)
    names = [path.name for path in made] + ([page.name] if page else [])
    print(f"    {board.name}, {', '.join(names)}")
    return clean


if __name__ == "__main__":
    sys.exit(main())
