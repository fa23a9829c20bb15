"""House rules that refuse a bank that is too small or too early."""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core.errors import MOST, check_numbers
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Event, GameState, Options, TenThousandGame


class Opening(HouseRule):
    """The first bank of a player needs a number of points in one turn (DT-02)."""

    def __init__(self, options: "Options") -> None:
        self.needed = int(options["opening"])

    def least_bank(self, game: "GameState", player: int) -> int:
        """Returns the opening, for a player who is not on the table."""
        return 0 if player < 0 or game.opened[player] else self.needed

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """Refuses a first bank below the opening."""
        if game.opened[game.player] or points >= self.needed:
            return None
        return f"{points_text(self.needed - points)} more to get in"


class Rolls(HouseRule):
    """The first bank of a player needs a number of rolls in the turn (TG-08)."""

    def __init__(self, options: "Options") -> None:
        self.needed = int(options["opening_rolls"])

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """Refuses a first bank before the rolls are made."""
        missing = self.needed - game.rolls
        if game.opened[game.player] or missing <= 0:
            return None
        return f"{missing} more rolls first" if missing > 1 else "1 more roll first"


class LeastBank(HouseRule):
    """Every bank needs a number of points; with fewer the player must roll on (DT-03)."""

    def __init__(self, options: "Options") -> None:
        self.needed = int(options["bank_min"])

    def least_bank(self, game: "GameState", player: int) -> int:
        """Returns the points that every bank needs."""
        return self.needed

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """Refuses fewer points, unless they hit an exact target and win (TT-23)."""
        if points >= self.needed or points == game.missing():
            return None
        return f"{points_text(self.needed - points)} more to bank"


class Grow(HouseRule):
    """A bank must be more than the last bank of the player before (HR-04).

    Each bank has to be beaten in one turn only: after a miss there is nothing to beat until that player banks again.
    """

    def __init__(self, options: "Options") -> None:
        self.last: list[int] = []
        self.has_banked = False  # in this turn; not saved, because turn_ended follows first

    def least_bank(self, game: "GameState", player: int) -> int:
        """Returns one more than the bank to beat, for the player whose turn it is."""
        return self._to_beat(game) + 1 if player == game.player else 0

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """Refuses a bank that is not more than the last bank of the player before."""
        beat = self._to_beat(game)
        return None if points > beat else f"Bank over {points_text(beat)}"

    def _to_beat(self, game: "GameState") -> int:
        """Returns the points that a bank of game.player must beat; -1 for none."""
        before = player_before(game)
        return self.last[before] if self.last and before != game.player else -1

    def banked(self, game: "TenThousandGame", points: int, events: "list[Event]") -> None:
        """Notes the points of a scoring turn."""
        if not self.last:
            self.last = [0] * game.players
        if points:
            self.last[game.player] = points
            self.has_banked = True

    def turn_ended(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Sets the bank to beat to 0 after a turn without a bank."""
        if self.last and not self.has_banked and not game.out[game.player]:
            self.last[player_before(game)] = 0
        self.has_banked = False

    def record(self) -> "list[int]":
        """Returns the bank of each player that the next one has to beat, 0 for none ([] before the first bank)."""
        return list(self.last)

    def restore(self, game: "GameState", record: "list[int]") -> None:
        """Restores the banks from such a list. Raises BadRecord for any other value."""
        self.last = check_numbers(record, game.players, 0, MOST, "grow") if record != [] else []


def player_before(game: "GameState") -> int:
    """Returns the player whose bank game.player has to beat: the one before, without those that are out of the game."""
    before = (game.player - 1) % game.players
    while game.out[before] and before != game.player:
        before = (before - 1) % game.players
    return before
