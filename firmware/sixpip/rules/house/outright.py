"""House rules by which one roll ends more than a turn: CT-08, CT-09, HR-11, CW-03."""

from sixpip.rules import actions
from sixpip.rules.sheet import alike, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.game import Event, Game


class FourTwos:
    """Four or more 2s in one roll cancel the player's whole score and end the turn with nothing (CT-08)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when they are there."""
        if count(game.key_of(game.rolled), game.table.index("2")) < 4:
            return False
        events.append((actions.BUST, game.player, game.points))
        game.change_score(game.player, -game.scores[game.player], "four 2s", events)
        game.houses.turn_lost(game, events)
        game.points = 0
        game.end_turn(events)
        return True


class SixAlike:
    """Six of a kind in one roll wins the game outright (CT-09)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when they are there."""
        if alike(game.key_of(game.rolled)) < 6:
            return False
        game.win(game.player, "six alike", events)
        return True


class SixOnes:
    """Six 1s in one roll put the player out of the game (HR-11)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when they are there."""
        if count(game.key_of(game.rolled), game.table.index("1")) < 6:
            return False
        game.put_out("six 1s", events)
        return True


class FiveAlike:
    """Five 6s in one roll win at once; five 10s put the player out of the game. A sun is any face (CW-03)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when they are there."""
        key = game.key_of(game.rolled)
        suns = count(key, game.table.wild)
        if count(key, game.table.index("6")) + suns >= 5:
            game.win(game.player, "five 6s", events)
            return True
        if count(key, game.table.index("10")) + suns >= 5:
            game.put_out("five 10s", events)
            return True
        return False
