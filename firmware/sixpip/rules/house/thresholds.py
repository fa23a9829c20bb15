"""House rules that refuse a bank that is too small."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.game import Game


class Opening:
    """A first bank needs so many points in one turn; once on the table, on it for the game (DT-02)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.needed = options["opening"]

    def refuse_bank(self, game: "Game", points: int) -> "str | None":
        """The reason why `points` do not open, or None."""
        if game.opened[game.player] or points >= self.needed:
            return None
        return f"{self.needed - points} more to get in"


class LeastBank:
    """Every bank needs so many points; below them the player must roll on (DT-03)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.needed = options["bank_min"]

    def refuse_bank(self, game: "Game", points: int) -> "str | None":
        """The reason why `points` cannot be banked, or None."""
        return None if points >= self.needed else f"{self.needed - points} more to bank"
