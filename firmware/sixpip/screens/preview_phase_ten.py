"""The dice of Phase 10 in menus."""

from sixpip.port import TYPE_CHECKING
from sixpip.screens.phase_ten.faces import picture, ramp_of
from sixpip.view import palette, tiles

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import DiceSet

_SHOWN = bytes((6 * 6 + 4, 0 * 6 + 3, 3 * 6 + 5, 7 * 6 + 2, 4 * 6 + 0, 5 * 6 + 4))
"""The faces W, 8, 10, 3, 5, 9, each as die * 6 + side."""


def show(app: "App", dice_set: "DiceSet", dice: int, marked: bool) -> None:
    """Paints six of the faces in their colors; the other arguments are those of every engine."""
    values = app.settings.values
    palette.load_dice_colors(app.board.palette, values["hues"])
    for tile in range(tiles.TILES):
        place = _SHOWN[tile]
        drawn = picture(place, values["signs"] == 1)
        tiles.paint_in_color(app.board.pixels, tile, drawn, tiles.SCORES, ramp_of(place))
