"""House rules on three or more alike: press on (HR-08) and clear (HR-09), which together make CW-05."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.scorer import count
from sixpip.rules.validators import wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game


def joined_by_sun(game: "Game", key: int) -> int:
    """The face that the sun in a keep completes to three or more: where it adds most; -1 when it does not."""
    wild = game.dice_set.wild
    joined = -1
    most = 0
    if wild >= 0 and count(key, wild):
        for face in range(wild):
            have = count(key, face)
            row = game.scorer.alike[face]
            if have >= 2 and (joined < 0 or row[have + 1] - max(row[have], 0) > most):
                joined = face
                most = row[have + 1] - max(row[have], 0)
    return joined


def flashes_of(game: "Game", key: int) -> int:
    """The faces, one bit each, that a keep has three times or more; a sun counts as one of them."""
    joined = joined_by_sun(game, key)
    faces = 1 << joined if joined >= 0 else 0
    for face in range(len(game.dice_set.faces)):
        if count(key, face) >= 3:
            faces |= 1 << face
    return faces


class PressOn:
    """After keeping three or more alike the player must roll until a further roll scores (HR-08)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.must = 0

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """Note whether this keep holds three alike."""
        self.must = 1 if flashes_of(game, key) else 0

    def refuse_bank(self, game: "Game", points: int, keep: int) -> "str | None":
        """The reason after three alike."""
        must = flashes_of(game, game.key_of(keep)) if keep else self.must
        return "Three alike: roll on" if must else None

    def record(self) -> "list[int]":
        """1 when the player must roll on."""
        return [self.must]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.must = wholes(record, 1, 0, 1, "press_on")[0]


class Clear:
    """After keeping three or more alike, a roll that shows that face again is thrown again whole (HR-09)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.faces = 0

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """Note the faces that are to be cleared; a keep without three alike has cleared those before."""
        self.faces = flashes_of(game, key)

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when such a face came up again: the same dice are thrown once more."""
        roll = game.key_of(game.rolled)
        for face in range(len(game.dice_set.faces)):
            if self.faces >> face & 1 and count(roll, face):
                game.throw_again(game.kept, f"{game.dice_set.faces[face]} again: clear it", events)
                return True
        return False

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """The next turn has nothing to clear."""
        self.faces = 0

    def stands(self, game: "Game") -> bool:
        """Before dice are thrown again that did not clear."""
        return self.faces != 0 and game.rolls > 0 and game.points > 0

    def record(self) -> "list[int]":
        """The faces to be cleared, one bit each."""
        return [self.faces]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.faces = wholes(record, 1, 0, (1 << len(game.dice_set.faces)) - 1, "clear")[0]
