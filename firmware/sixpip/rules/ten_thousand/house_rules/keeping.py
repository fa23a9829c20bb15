"""House rules on what may be kept: every scoring die (HR-01), dice that extend a triple kept before (HR-10), and dice
that complete a straight over several rolls (TG-10).
"""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core.errors import check_numbers
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule
from sixpip.rules.ten_thousand.scorer import count, fits, most_of_a_kind, size

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import (
        Event,
        GameState,
        NextRoll,
        Options,
        Scorer,
        TenThousandGame,
    )


class KeepAll(HouseRule):
    """Every scoring die of a roll must be kept (HR-01)."""

    def keeps_found(self, game: "GameState", scorer: "Scorer") -> None:
        """Removes every keep that leaves a die which could score with it."""
        most = max([size(scorer.keeps[i]) for i in range(scorer.found)] + [0])
        for i in range(scorer.found - 1, -1, -1):
            if size(scorer.keeps[i]) < most:
                scorer.remove(i)

    def refuse_keep(self, game: "GameState", multiset: int) -> "str | None":
        """Refuses scoring dice if other scoring dice are left."""
        for i in range(game.scorer.found):
            if multiset and fits(multiset, game.scorer.keeps[i]):
                return "Keep all that score"
        return None


class Extend(HouseRule):
    """A die equal to a triple kept earlier in the same set joins it and scores what that adds (HR-10)."""

    def __init__(self, options: "Options") -> None:
        self.sets: list[int] = []

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Notes that dice score which extend a triple."""
        multiset = game.multiset_of(roll.keep)
        roll.rows = self._rows(
            game, self._sets_with(game, multiset, roll.scored == game.all) if multiset else self.sets
        )

    def of_a_kind_rows(self, game: "GameState") -> "list[list[int]] | None":
        """Returns the points of dice of a kind; those that extend a kept triple score what they add."""
        return self._rows(game, self.sets)

    def _rows(self, game: "GameState", sets: "list[int]") -> "list[list[int]] | None":
        if not any(sets):
            return None
        rows = []
        for face in range(len(game.scorer.of_a_kind)):
            plain = game.scorer.of_a_kind[face]
            row = list(plain)
            have = sets[face]
            if have:
                for more in range(1, len(row) - have):
                    row[more] = max(row[more], plain[have + more] - plain[have])
            rows.append(row)
        return rows

    def keep_chosen(self, game: "TenThousandGame", multiset: int, points: int, events: "list[Event]") -> None:
        """Counts triples and the dice that extend them."""
        self.sets = self._sets_with(game, multiset, game.kept == game.all)

    def _sets_with(self, game: "GameState", multiset: int, hot: bool) -> "list[int]":
        """Returns the dice of each face in triples after `multiset` is kept, too. Hot dice (`hot`) begin a new set."""
        faces = len(game.scorer.of_a_kind)
        sets = [0] * faces if hot or not self.sets else list(self.sets)
        if not hot:
            dice = game.scorer.reading(multiset, self._rows(game, self.sets))
            for face in range(faces):
                kept = count(dice, face)
                if sets[face] or kept >= 3:
                    sets[face] += kept
        return sets

    def turn_ended(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Begins a new set for the next turn."""
        self.sets = []

    def record(self) -> "list[int]":
        """Returns how many dice of each face are kept in a triple or with it (none before the first keep of a turn)."""
        return list(self.sets)

    def restore(self, game: "GameState", record: "list[int]") -> None:
        """Restores these numbers from such a list. Raises BadRecord for any other value."""
        self.sets = check_numbers(record, len(game.scorer.of_a_kind), 0, game.dice, "extend") if record != [] else []


class GatherStraight(HouseRule):
    """The dice just rolled and those kept since the last full roll may make a straight, if all are different.

    The points of the straight then replace those of the kept dice; points from before the set remain. Dice that were
    taken over with their points belong to the set; those of a roll-off, without points, do not.
    """

    def __init__(self, options: "Options") -> None:
        self.value = int(options["straight"])

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Notes the kept dice if they may be part of a straight."""
        kept = game.multiset_of(game.all & ~roll.scored)
        if most_of_a_kind(kept) == 1 and 0 < _points_of(game, kept) <= roll.points:
            roll.gathered = kept

    def keeps_found(self, game: "GameState", scorer: "Scorer") -> None:
        """Adds the keep of the whole roll when it completes the straight."""
        if not game.kept or most_of_a_kind(game.multiset_of(game.all)) > 1:
            return
        points = _points_of(game, game.multiset_of(game.kept))
        game.score_roll()
        if 0 < points <= game.points:
            scorer.add(game.multiset_of(game.rolled), self.value - points)


def _points_of(game: "GameState", kept: int) -> int:
    """Returns the points of kept dice that all differ; the order in which they were kept makes no difference."""
    game.scorer.score(kept)
    return game.scorer.points_of(kept)
