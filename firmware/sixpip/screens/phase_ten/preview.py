"""The dice of Phase 10 in menus."""

from sixpip.port import TYPE_CHECKING
from sixpip.screens.phase_ten.faces import pool_of, ramp_of
from sixpip.view import palette, tiles

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.option import Options
    from sixpip.rules.variant import Variant

_SHOWN = bytes((6 * 6 + 4, 0 * 6 + 3, 3 * 6 + 5, 7 * 6 + 2, 4 * 6 + 0, 5 * 6 + 4))
"""The faces W, 8, 10, 3, 5, 9, each a place in the pool."""


def show(app: "App", variant: "Variant", options: "Options") -> None:
    """Paints six of the faces in their colors."""
    values = app.settings.values
    palette.load_phase(app.board.palette, values["hues"])
    pool = pool_of(values["signs"] == 1)
    for tile in range(tiles.TILES):
        place = _SHOWN[tile]
        tiles.paint_own(app.board.pixels, tile, pool[place], tiles.SCORES, ramp_of(place))
