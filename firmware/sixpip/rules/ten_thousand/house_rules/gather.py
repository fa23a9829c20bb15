"""The house rule straight gathered: one of each face over the rolls of a set (TG-10)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule
from sixpip.rules.ten_thousand.scorer import most_of_a_kind

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import GameState, NextRoll, Options, Scorer


class GatherStraight(HouseRule):
    """The dice kept since the last full roll, all different, and those just rolled may make a straight.

    The points of the straight then replace those of the kept dice; points from before the set remain. Dice that
    were taken over with their points belong to the set; those of a roll-off, without points, do not.
    """

    def __init__(self, options: "Options") -> None:
        self.value = int(options["straight"])

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """The kept dice may be part of a straight."""
        kept = game.multiset_key(game.all & ~roll.scored)
        if most_of_a_kind(kept) == 1 and 0 < _points_of(game, kept) <= roll.points:
            roll.gathered = kept

    def keeps_found(self, game: "GameState", scorer: "Scorer") -> None:
        """Adds the keep of the whole roll when it completes the straight."""
        if not game.kept or most_of_a_kind(game.multiset_key(game.all)) > 1:
            return
        points = _points_of(game, game.multiset_key(game.kept))
        game.score_roll()
        if 0 < points <= game.points:
            scorer.add(game.multiset_key(game.rolled), self.value - points)


def _points_of(game: "GameState", kept: int) -> int:
    """The points of kept dice that all differ: in whatever order they were kept, these are the same."""
    game.scorer.score(kept)
    return game.scorer.points_of(kept)
