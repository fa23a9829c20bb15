"""Head starts: points that players have before the first turn, so that a beginner can win. No rule sheet has them."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.game.errors import BadOption
from sixpip.rules.game.validators import MOST

if TYPE_CHECKING:
    from typing import Protocol

    from sixpip.rules.setup.options import Options

    class NewGame(Protocol):
        """What a head start needs of a game."""

        players: int
        options: Options
        scores: list[int]
        head_start: list[int]


def give(game: "NewGame", points: "list[int]") -> None:
    """Gives each player of a new game a number of points; none of them is on the table by that. Raises BadOption."""
    check(points, game.players, game.options)
    game.head_start = list(points)
    game.scores = list(points)


def check(points: "list[int]", players: int, options: "Options") -> None:
    """Raises BadOption unless there are points for each player, less than the target, or for none at all."""
    if not points:
        return
    words = ",".join([str(number) for number in points])
    if len(points) != players:
        raise BadOption(f"head_start={words} does not fit: use one number for each of {players} players")
    most = int(options.get("target", MOST)) - 1
    if not all([0 <= number <= most for number in points]):
        raise BadOption(f"head_start={words} cannot be given: use 0 to {most}")
