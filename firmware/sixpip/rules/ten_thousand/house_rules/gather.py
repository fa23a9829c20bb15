"""The house rule straight gathered: one of each face over the rolls of a set (TG-10)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.stages import bits

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.ten_thousand.game import Game
    from sixpip.rules.ten_thousand.scorer import Scorer


class GatherStraight:
    """The dice kept since the last full roll, all different, and those just rolled may make a straight.

    The points of the kept dice are then replaced by those of the straight; points from before the set stay. Dice that
    were taken up with their points belong to the set; those of a roll-off, without points, do not.
    """

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.worth = options["straight"]

    def keeps_found(self, game: "Game", scorer: "Scorer") -> None:
        """Enter the keep of the whole roll when it completes the straight."""
        if not game.kept or not self._one_of_each(game):
            return
        roll = game.key_of(game.rolled)
        kept = game.key_of(game.kept)
        scorer.score(kept)
        points = scorer.worth(kept)  # dice that all differ are worth the same however they were kept
        scorer.score(roll, game.house_rules.alike_rows(game))
        if 0 < points <= game.points:
            scorer.enter(roll, self.worth - points)

    def _one_of_each(self, game: "Game") -> bool:
        faces = len(game.dice_set.faces)
        seen = 0
        for face in game.faces:
            seen |= 1 << face
        if game.dice_set.wild >= 0:
            faces -= 1  # the sun is no face of its own: it stands for the one that is missing
        return game.dice == faces and bits(seen) == faces
