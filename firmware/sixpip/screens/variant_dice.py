"""The dice of a variant on the tiles, in its own color."""

from sixpip.port import TYPE_CHECKING
from sixpip.view import palette

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import Variant


def preview(app: "App", variant: "Variant") -> None:
    """Paints the dice of a variant by its rule sheet."""
    palette.load(app.board.palette, variant.ink)
    marked = variant.written("wild_die", "no") == "yes"
    app.preview(variant.dice_set, int(variant.written("dice", "6")), marked)
