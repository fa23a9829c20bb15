"""The dice of a variant of the ten-thousand family in menus."""

from sixpip.port import TYPE_CHECKING
from sixpip.view import tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import DiceSet


def show(app: "App", dice_set: "DiceSet", dice: int, marked: bool) -> None:
    """Paints the faces of `dice` dice: a marked die first, tiles dark where the dice are fewer than six.

    `marked`: one die has a sun (HR-07). More dice than tiles show the mark of a further page.
    """
    pixels = app.board.pixels
    if marked:
        dice_set = dice_set.with_sun()
    names = list(dice_set.faces)
    if dice_set.wild >= 0:
        names = [names.pop()] + [name for name in names if name != "3"]
    for tile in range(tiles.TILES):
        if tile < dice and tile < len(names):
            tiles.paint(pixels, tile, face(names[tile], dice_set.kind), tiles.SCORES)
        else:
            tiles.clear_tile(pixels, tile)
    tiles.page_mark(pixels, 0, 2 if dice > tiles.TILES else 1)
