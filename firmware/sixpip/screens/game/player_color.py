"""The color of the player whose turn it is: a person has that of the seat, a computer that of its style."""

from sixpip.port import TYPE_CHECKING
from sixpip.view import palette

if TYPE_CHECKING:
    from sixpip.app.app import App


def load_color(app: "App", player: int) -> None:
    """Loads the color of a player of the game in hand into the palette."""
    style = app.session.seats[player] if app.session else 0
    if style:
        from sixpip.players.styles import color_of  # games of persons do not need it

        palette.set_hue(app.board.palette, color_of(style))
    else:
        palette.set_player(app.board.palette, player)
