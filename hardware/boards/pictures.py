"""Renders pictures of the boards from their Gerber files, and so checks the files with a second program.

Needs gerbonara, Pillow (pip) and rsvg-convert (Debian: librsvg2-bin).
"""

import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from tools.terminal import Parser, command, print_message

WIDTH = 1400
"""Width of a picture in pixels."""


def render(gerbers: Path, side: str, picture: Path, width: int = WIDTH) -> None:
    """Renders one side ("top" or "bottom") of the board in a folder of Gerbers as PNG."""
    from gerbonara import LayerStack
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gerbonara is stricter than KiCad about the order of Excellon headers
        stack = LayerStack.open(gerbers)
        page = str(stack.to_pretty_svg(side=side))
    picture.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "board.svg"
        drawn.write_text(page, encoding="utf-8")
        command = ["rsvg-convert", "--width", str(width), "--keep-aspect-ratio", str(drawn), "--output", str(picture)]
        subprocess.run(command, check=True)
    Image.open(picture).convert("RGB").quantize(32).save(picture, optimize=True)


def missing() -> str:
    """Returns a sentence about what is not installed, or ""."""
    if shutil.which("rsvg-convert") is None:
        return "rsvg-convert is not installed (Debian: apt-get install librsvg2-bin)."
    try:
        import gerbonara  # noqa: F401
        import PIL  # noqa: F401
    except ImportError as error:
        return f"This Python has no {error.name}: pip install gerbonara Pillow."
    return ""


@command(finishes=True)
def main(arguments: list[str] | None = None) -> int:
    """Renders both sides of both boards; returns 2 when a tool or file is missing."""
    parser = Parser(prog="python -m hardware.boards.pictures", description="Pictures of the boards.")
    parser.add_argument("--boards", type=Path, default=Path("build/hardware"), help="output folder of hardware.boards")
    parser.add_argument("--out", type=Path, default=Path("build/hardware/pictures"), help="output folder")
    chosen = parser.parse_args(arguments)
    if missing():
        print_message(missing())
        return 2
    for name, width in (("tile", 700), ("carrier", WIDTH)):
        gerbers = chosen.boards / name / "gerbers"
        if not gerbers.is_dir():
            print_message(f"There are no Gerbers in {gerbers}: run python3 -m hardware.boards first.")
            return 2
        for side in ("top", "bottom"):
            picture = chosen.out / f"{name}-{side}.png"
            render(gerbers, side, picture, width)
            print(f"    {picture}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
