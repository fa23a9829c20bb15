"""Golden screens: text files beside the tests, which `UPDATE_GOLDEN=1` writes anew."""

import os
from collections.abc import Sequence
from pathlib import Path

from tools.frames import oled_lines, tiles_text

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str, text: str, area: str = "view") -> str:
    """What the file `name` of an `area` holds, to be compared with `text`; with UPDATE_GOLDEN it is written first."""
    path = GOLDEN / area / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8") if path.exists() else ""


def framed(oled: bytes | bytearray) -> str:
    """The eight rows that an OLED shows as text, spaces and all, each between two bars."""
    return "\n".join(f"|{line:21}|" for line in oled_lines(oled))


def strip(frames: Sequence[bytearray]) -> str:
    """Five moments of an animation as text, from its first frame to its last; `frames` begin with the resting dice."""
    picked = [frames[1 + (len(frames) - 2) * step // 4] for step in range(5)]
    return "\n".join(tiles_text(pixels) for pixels in picked)
