"""The dice of a variant of the ten-thousand family in menus."""

from sixpip.port import TYPE_CHECKING
from sixpip.view import tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.option import Options
    from sixpip.rules.variant import Variant


def show(app: "App", variant: "Variant", options: "Options") -> None:
    """Paints the faces of the dice: a marked die first, tiles dark where the dice are fewer than six.

    `options`: a value for every key. More dice than tiles show the mark of a further page.
    """
    pixels = app.board.pixels
    dice_set = variant.dice_set
    dice = int(options["dice"])
    if options["wild_die"] == "yes":
        dice_set = dice_set.with_sun()
    names = list(dice_set.faces)
    if dice_set.wild >= 0:
        names = [names.pop()] + [name for name in names if name != "3"]
    for tile in range(tiles.TILES):
        if tile < dice and tile < len(names):
            tiles.paint(pixels, tile, face(names[tile], dice_set.kind), tiles.SCORES)
        else:
            tiles.dark(pixels, tile)
    tiles.page_mark(pixels, 0, 2 if dice > tiles.TILES else 1)
