"""House rules on three or more of a kind: press on (HR-08) and clear (HR-09), which together make CW-05."""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.errors import BadRecord
from sixpip.rules.ten_thousand.house_rules.house_rule import ALL_FACES, HouseRule
from sixpip.rules.ten_thousand.scorer import count

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Event, GameState, NextRoll, TenThousandGame


def faces_in_threes(game: "GameState", multiset: int) -> int:
    """Returns the faces, one bit each, of which a keep has three or more; its sun counts as the scorer reads it."""
    dice = game.scorer.reading(multiset)
    faces = 0
    for face in range(len(game.dice_set.faces)):
        if count(dice, face) >= 3:
            faces |= 1 << face
    return faces


class PressOn(HouseRule):
    """After keeping three or more of a kind the player must roll until a further roll scores (HR-08)."""

    must = 0
    state = (("must", 0, 1),)

    def keep_chosen(self, game: "TenThousandGame", multiset: int, points: int, events: "list[Event]") -> None:
        """Notes whether this keep has three of a kind."""
        self.must = 1 if self.must_roll_after(game, multiset) else 0

    def must_roll_after(self, game: "GameState", multiset: int) -> bool:
        """Returns whether `multiset` has three of a kind."""
        return faces_in_threes(game, multiset) != 0

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """Refuses to bank after three of a kind."""
        must = faces_in_threes(game, game.multiset_of(keep)) if keep else self.must
        return "Three alike: roll on" if must else None


class Clear(HouseRule):
    """After keeping three or more of a kind, a roll that shows that face again is thrown again whole (HR-09)."""

    faces = 0
    state = (("faces", 0, ALL_FACES),)

    def keep_chosen(self, game: "TenThousandGame", multiset: int, points: int, events: "list[Event]") -> None:
        """Notes the faces to be cleared. A keep without three of a kind clears the earlier ones."""
        self.faces = faces_in_threes(game, multiset)

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Notes that rolls with a face to be cleared are thrown again."""
        if not roll.held:
            roll.again = faces_in_threes(game, game.multiset_of(roll.keep)) if roll.keep else self.faces

    def dice_rolled(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Lets the player throw the same dice again if the roll shows a face to be cleared."""
        roll = game.multiset_of(game.rolled)
        for face in range(len(game.dice_set.faces)):
            if self.faces >> face & 1 and count(roll, face):
                game.throw_again(game.kept, f"{game.dice_set.faces[face]} again: roll again", events)
                return True
        return False

    def turn_ended(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Clears the list of faces for the next turn."""
        self.faces = 0

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether dice that did not clear are thrown again."""
        return self.faces != 0 and game.rolls > 0 and game.points > 0

    def check_restored(self, game: "GameState") -> None:
        """Raises BadRecord when there are faces to be cleared but no keep in this turn."""
        if self.faces and not game.points and game.stage != OVER:
            raise BadRecord("The saved game has faces to clear and no keep")
