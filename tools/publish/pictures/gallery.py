"""The pictures of the documents: their names, how each is made, and the folder with the committed ones."""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image

from tools import FIRMWARE
from tools.play.host.render import colors_at, render_console
from tools.publish.contact_sheets import contact_sheet
from tools.publish.pictures.moments import MOMENTS, Moment

FOLDER = FIRMWARE / "pictures"
FILM = "turn.webp"
"""The animated picture, which needs Chromium (film.py)."""
_COLORS = 256
_QUALITY = 85
_EFFORT = 4  # of the compression, from 0 to 6: more takes ten times as long


def _limited(picture: Image.Image) -> Image.Image:
    """Returns a picture with a palette, which makes a small file."""
    return picture.quantize(_COLORS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)


def photo(moment: Moment) -> Image.Image:
    """Plays up to a moment and renders what the console shows then."""
    with tempfile.TemporaryDirectory() as folder:
        board = moment(folder).board
        picture = render_console(board.pixels, colors_at(board.palette, board.brightness), board.oled_shown)
    return _limited(picture)


STILLS: dict[str, Callable[[], Image.Image]] = {
    "faces.png": lambda: _limited(contact_sheet()),
    **{f"{name}.png": partial(photo, moment) for name, moment in MOMENTS.items()},
}
"""How each picture that needs no browser is made, by the name of its file."""


def save_film(pictures: list[Image.Image], durations: list[int], digest: str, path: Path) -> None:
    """Saves an animated picture with the digest of what it shows; `durations`: milliseconds of each frame."""
    first, *others = pictures
    xmp = digest.encode()
    first.save(
        path, save_all=True, append_images=others, duration=durations, loop=0, quality=_QUALITY, method=_EFFORT, xmp=xmp
    )


def digest_of(path: Path) -> str:
    """Returns the digest in an animated picture; "" if it has none."""
    with Image.open(path) as picture:
        return bytes(picture.info.get("xmp", b"")).decode()
