"""The house rule straight gathered: one of each face over the rolls of a set (TG-10)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.stages import bits
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule

if TYPE_CHECKING:
    from sixpip.rules.option import Options
    from sixpip.rules.ten_thousand.house_rules.house_rule import TurnState
    from sixpip.rules.ten_thousand.scorer import Scorer


class GatherStraight(HouseRule):
    """The dice kept since the last full roll, all different, and those just rolled may make a straight.

    The points of the straight then replace those of the kept dice; points from before the set remain. Dice that
    were taken over with their points belong to the set; those of a roll-off, without points, do not.
    """

    def __init__(self, options: "Options") -> None:
        self.value = int(options["straight"])

    def plain_odds(self, game: "TurnState", thrown: int, keep: int) -> bool:
        """Unless a roll of faces that do not score alone may complete the straight."""
        if thrown == game.all:
            return True
        if game.dice_set.wild >= 0:
            return False
        kept = {game.faces[place] for place in range(game.dice) if not thrown >> place & 1}
        if len(kept) < game.dice - bits(thrown):  # two kept dice are alike
            return True
        rows = game.scorer.of_a_kind
        return any([rows[face][1] >= 0 for face in range(len(rows)) if face not in kept])

    def keeps_found(self, game: "TurnState", scorer: "Scorer") -> None:
        """Adds the keep of the whole roll when it completes the straight."""
        if not game.kept or not self._one_of_each(game):
            return
        roll = game.multiset_key(game.rolled)
        kept = game.multiset_key(game.kept)
        scorer.score(kept)
        points = scorer.points_of(kept)  # dice that all differ have the same points in whatever order they were kept
        game.score_roll()
        if 0 < points <= game.points:
            scorer.add(roll, self.value - points)

    def _one_of_each(self, game: "TurnState") -> bool:
        faces = len(game.dice_set.faces)
        seen = 0
        for face in game.faces:
            seen |= 1 << face
        if game.dice_set.wild >= 0:
            faces -= 1  # the sun counts as the face that is missing
        return game.dice == faces and bits(seen) == faces
