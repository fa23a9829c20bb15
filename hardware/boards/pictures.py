"""Renders pictures of the boards from their Gerber files, with the bodies of the parts drawn on them.

Each body has its reference, a dot at pin 1, and a bar at the cathode of a diode, or the + of a capacitor.
Rendering the Gerbers checks them with a second program. Needs gerbonara, Pillow (pip) and rsvg-convert (Debian:
librsvg2-bin).
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any, NamedTuple

from tools.terminal import Parser, command, print_message

WIDTH = 1400
"""Width of a picture in pixels."""

GAP = 16
"""Space between two pieces of a picture in pixels."""


class Picture(NamedTuple):
    """A picture of one side of a board, its width in pixels, and the pieces that it shows instead of the whole board.

    A piece is left, top, width and height in mm, as seen from that side. The pieces are below each other.
    Between two pieces there is no part and no label, so that none is cut.
    """

    board: str
    side: str
    name: str
    width: int
    pieces: tuple[tuple[float, float, float, float], ...] = ()


UPPER_STRIP = ((0.0, 0.0, 82.0, 40.0), (82.0, 0.0, 56.0, 40.0), (138.0, 0.0, 74.0, 40.0))
"""The upper part of the carrier in three pieces."""

PICTURES = (
    Picture("tile", "top", "tile-top", 900),
    Picture("tile", "bottom", "tile-bottom", 900),
    Picture("panel", "top", "panel-top", 1200),
    Picture("panel", "top", "panel-pin1", 1200, ((0.0, 0.0, 36.0, 26.0),)),
    Picture("carrier", "top", "carrier-top", WIDTH),
    Picture("carrier", "bottom", "carrier-bottom", WIDTH),
    Picture("carrier", "top", "carrier-top-parts", WIDTH, UPPER_STRIP),
    Picture("carrier", "bottom", "carrier-bottom-parts", 1200, ((0.0, 0.0, 84.0, 72.0),)),
)

_COLORS = {"R": "#2b2b2b", "C": "#b8946a", "D": "#303030", "U": "#202020", "Q": "#202020", "F": "#3d7a3d"}
_COLORS |= {"J": "#e8e0c8", "SW": "#8a8a8a", "LS": "#303030"}
_LIGHT = ("J", "C", "LED")
_BULK = "220u"
"""Beginning of the value of the electrolytic capacitors: pin 1 is +."""


def body(part: dict[str, Any], width: float, height: float, side: str) -> str:
    """Returns the drawing of a part in SVG."""
    x0, y0, x1, y1 = part["box"]
    px, py = part["pin1"][0], height - part["pin1"][1]
    if side == "bottom":
        x0, x1, px = width - x1, width - x0, width - px
    top, across, down = height - y1, x1 - x0, y1 - y0
    name = re.sub(r"T\d+_", "", part["reference"])
    kind = re.sub(r"\d", "", name)
    led = part["value"].startswith("WS2812")
    fill = "#f4f4f0" if led else "#e6e6e6" if part["value"].startswith(_BULK) else _COLORS.get(kind, "#5a5a5a")
    fill = "#2f8f4e" if name == "U1" else fill
    dark = led or kind in _LIGHT
    radius = min(across, down) * 0.08
    opacity = 0.5 if name == "U1" else 0.93  # the text below the Pico stays readable
    shape = f'<rect x="{x0:.2f}" y="{top:.2f}" width="{across:.2f}" height="{down:.2f}" rx="{radius:.2f}" '
    shape += f'fill="{fill}" fill-opacity="{opacity}" stroke="black" stroke-width="0.08"/>'
    return (
        shape
        + _mark(part, kind, led, (x0, top, x0 + across, top + down), (px, py))
        + _name(name, (x0, top, across, down), "#111" if dark else "#fff")
    )


def _mark(
    part: dict[str, Any], kind: str, led: bool, box: tuple[float, float, float, float], pin: tuple[float, float]
) -> str:
    """Returns the mark of pin 1 inside the body: a bar at a cathode, a + at a capacitor, otherwise a dot."""
    left, top, right, bottom = box
    size = min(right - left, bottom - top)
    x = min(max(pin[0], left + size * 0.16), right - size * 0.16)
    y = min(max(pin[1], top + size * 0.16), bottom - size * 0.16)
    if kind == "D" and part["pads"] == 2 and not led:
        if right - left > bottom - top:
            return f'<rect x="{x - 0.25:.2f}" y="{top:.2f}" width="0.5" height="{bottom - top:.2f}" fill="#eee"/>'
        return f'<rect x="{left:.2f}" y="{y - 0.25:.2f}" width="{right - left:.2f}" height="0.5" fill="#eee"/>'
    if part["value"].startswith(_BULK):
        x, y = (left + right) / 2 + (x - (left + right) / 2) * 0.8, (top + bottom) / 2 + (y - (top + bottom) / 2) * 0.8
        return f'<text x="{x:.2f}" y="{y + 0.8:.2f}" font-size="2.4" text-anchor="middle" fill="#c00">+</text>'
    if part["pads"] < 3 or kind == "SW":
        return ""
    radius = min(0.35, size * 0.1)
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="#ff9a00" stroke="black" stroke-width="0.04"/>'


def _name(name: str, box: tuple[float, float, float, float], color: str) -> str:
    """Returns the reference in the middle of a body, along its longer side."""
    left, top, across, down = box
    long, short = max(across, down), min(across, down)
    size = min(2.2, short * 0.66, long * 1.2 / max(len(name), 3))
    x, y = left + across / 2, top + down / 2
    turn = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if down > across * 1.2 else ""
    return (
        f'<text x="{x:.2f}" y="{y + size * 0.36:.2f}" font-size="{size:.2f}" text-anchor="middle" '
        f'fill="{color}"{turn}>{name}</text>'
    )


def _drawing(folder: Path, side: str) -> tuple[str, float]:
    """Returns one side of a board in SVG with its parts, and the width of the board in mm."""
    from gerbonara import LayerStack

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gerbonara is stricter than KiCad about the order of Excellon headers
        stack = LayerStack.open(folder / "gerbers")
        (left, bottom), (right, top) = stack.board_bounds()
        page = str(stack.to_pretty_svg(side=side))
    width, height = round(right + left, 2), round(top + bottom, 2)
    parts = json.loads((folder / "bodies.json").read_text(encoding="utf-8"))
    shown = [body(part, width, height, side) for part in parts if part["back"] == (side == "bottom")]
    overlay = f'<g font-family="DejaVu Sans, Arial, sans-serif" font-weight="bold">{"".join(shown)}</g>'
    return page.replace("</svg>", f"{overlay}</svg>"), width


def render(board: Path, picture: Picture, target: Path) -> None:
    """Renders a picture of the board in the output folder `board` as PNG."""
    from PIL import Image

    page, width = _drawing(board, picture.side)
    target.parent.mkdir(parents=True, exist_ok=True)
    widest = max((piece[2] for piece in picture.pieces), default=width)
    pixels = round(picture.width * width / widest)
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "board.svg"
        drawn.write_text(page, encoding="utf-8")
        command = ["rsvg-convert", "--width", str(pixels), "--keep-aspect-ratio", str(drawn), "--output", str(target)]
        subprocess.run(command, check=True)
    whole = Image.open(target).convert("RGB")
    scale = picture.width / widest
    parts = [
        whole.crop((left * scale, top * scale, (left + across) * scale, (top + down) * scale))
        for left, top, across, down in picture.pieces
    ]
    if parts:
        whole = Image.new("RGB", (picture.width, sum(part.height + GAP for part in parts) - GAP), "white")
        for number, part in enumerate(parts):
            whole.paste(part, (0, sum(above.height + GAP for above in parts[:number])))
    whole.quantize(128, Image.Quantize.MAXCOVERAGE).save(target, optimize=True)  # keeps the colors of small marks


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
    """Renders all pictures of the boards; returns 2 when a tool or file is missing."""
    parser = Parser(prog="python -m hardware.boards.pictures", description="Pictures of the boards.")
    parser.add_argument("--boards", type=Path, default=Path("build/hardware"), help="output folder of hardware.boards")
    parser.add_argument("--out", type=Path, default=Path("build/hardware/pictures"), help="output folder")
    chosen = parser.parse_args(arguments)
    if missing():
        print_message(missing())
        return 2
    for picture in PICTURES:
        folder = chosen.boards / picture.board
        if not (folder / "bodies.json").exists():
            print_message(f"There are no Gerbers in {folder}: run python3 -m hardware.boards first.")
            return 2
        target = chosen.out / f"{picture.name}.png"
        render(folder, picture, target)
        print(f"    {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
