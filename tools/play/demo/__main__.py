"""`python -m tools.play.demo`: builds the demo into dist/demo."""

import sys
from pathlib import Path

from tools import ROOT
from tools.board.build import BuildError
from tools.check.micropython import MicroPythonMissing
from tools.play.demo import TARGET, make_demo
from tools.terminal import Parser, command, print_message


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Builds the demo and prints its size; returns the exit status."""
    parser = Parser(prog="python -m tools.play.demo", description="Builds the demo, a folder for any web server.")
    parser.add_argument("--output", type=Path, default=TARGET, help="folder to write, replaced (default: dist/demo)")
    target = parser.parse_args(arguments).output
    try:
        sizes = make_demo(target)
    except (MicroPythonMissing, BuildError) as error:
        print_message(error)
        return 1
    shown = target.relative_to(ROOT) if target.is_relative_to(ROOT) else target
    print(f"{shown}: {len(sizes)} files, {sum(sizes.values()) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
