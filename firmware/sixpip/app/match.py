"""A match of several games: the first to win more than half of them wins it. The setting "match" says of how many.

`match` in a lineup (lineup.py): the games to win, then those that each player has won.
"""

from sixpip.app.lineup import of_record
from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.lineup import Lineup
    from sixpip.app.session import Session


def next_match(match: "list[int]", choice: int, players: int) -> "list[int]":
    """The match of the next game: the one in play, or a new one when that is decided or the setting has changed.

    `choice`: the value of the setting, 0 for no match; `match`: that of the last game with the same players.
    """
    if not choice or players == 1:
        return []
    to_win = choice + 1
    if match and match[0] == to_win and not is_decided(match):
        return match
    return [to_win] + [0] * players


def is_decided(match: "list[int]") -> bool:
    """Whether a player has won it."""
    return max(match[1:]) >= match[0]


def continued(players: "Lineup | Session", last: "dict[str, Any] | None") -> "list[int]":
    """The match of the last game, as it is saved (last_game.py), if the same players sit in the same seats; else []."""
    if not last:
        return []
    before = of_record(last)
    same = (players.names, players.seats, players.members) == (before.names, before.seats, before.members)
    return before.match if same else []
