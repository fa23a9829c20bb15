"""House rules on three or more alike: press on (HR-08) and clear (HR-09), which together make CW-05."""

from sixpip.rules.checks import wholes
from sixpip.rules.sheet import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.game import Event, Game


def flash_of(game: "Game", key: int) -> int:
    """The face that a keep has three times or more (a sun counts as one of them), -1 when there is none."""
    wild = game.table.wild
    suns = count(key, wild) if wild >= 0 else 0
    for face in range(len(game.table.faces)):
        if face != wild and count(key, face) + suns >= 3:
            return face
    return -1


class PressOn:
    """After keeping three or more alike the player must roll until a further roll scores (HR-08)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.must = 0

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """Note whether this keep holds three alike."""
        self.must = 1 if flash_of(game, key) >= 0 else 0

    def refuse_bank(self, game: "Game", points: int, keep: int) -> "str | None":
        """The reason after three alike."""
        must = flash_of(game, game.key_of(keep)) >= 0 if keep else self.must
        return "Three alike: roll on" if must else None

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """The next turn owes nothing."""
        self.must = 0

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
        self.face = -1

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """Note the face that is to be cleared; a keep without three alike has cleared the one before."""
        self.face = flash_of(game, key)

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when the face came up again: the same dice are thrown once more."""
        if self.face < 0 or not count(game.key_of(game.rolled), self.face):
            return False
        game.throw_again(game.kept, f"{game.table.faces[self.face]} again: clear it", events)
        return True

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """The next turn has nothing to clear."""
        self.face = -1

    def record(self) -> "list[int]":
        """The face to be cleared, -1 for none."""
        return [self.face]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.face = wholes(record, 1, -1, len(game.table.faces) - 1, "clear")[0]
