"""Who plays a game, and what they have agreed on: head starts, teams of two, a match of several games and who wins it.

The last game and the game in play are saved with these fields, so that the next game can be started alike. The last
game, which the boot menu and the ranking offer to play again, is saved (Session.as_last_game) when it starts and when
it is left; its coach is the one of the settings. The names and groups that are remembered: app/people/player_names.py.
"""

from sixpip.app.games.session import LAST
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.actions import MOST_PLAYERS
from sixpip.rules.core.errors import MOST, BadRecord, check_numbers

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.games.session import Session
    from sixpip.storage.record_store import Store

NAME_LETTERS = 12  # TT-14

_LOSER = const(1)
_BY_RULES = const(2)
"""Choices of the setting "starts"; the other one is the next seat."""


class Lineup:
    """The players of a game. Each list has one entry a player; in a game of teams a player is a team."""

    def __init__(self, names: "list[str]", styles: "list[int] | None" = None) -> None:
        """`names` have up to NAME_LETTERS letters. `styles` has 0 for a person; None is people only."""
        self.names = names
        self.styles = styles or [0] * len(names)
        self.head_start = [0] * len(names)
        """The points before the first turn."""
        self.members: list[list[str]] = []
        """The two names of each team; [] in a game without teams."""
        self.match: list[int] = []
        """The games to win a match, then the games that each player has won; [] for a game that is no part of one.

        The first to win more than half of the games of the setting "match" wins it.
        """

    def record(self) -> "dict[str, Any]":
        """Returns the fields as numbers, words and lists of them, from which `of_record` makes an equal one."""
        return {
            "names": self.names,
            "seats": self.styles,
            "head_start": self.head_start,
            "members": self.members,
            "match": self.match,
        }


def make_teams(lineup: Lineup) -> Lineup:
    """Returns the same people in teams of two, one from each half of the table, who share a score and take turns."""
    people = lineup.names
    half = len(people) // 2
    members = [[people[seat], people[seat + half]] for seat in range(half)]
    teams = Lineup([_team_name(pair) for pair in members])
    teams.members = members
    return teams


def _team_name(pair: "list[str]") -> str:
    """Returns both names with a plus between them, each shortened until they fit."""
    first, second = pair
    while len(first) + 1 + len(second) > NAME_LETTERS:
        if len(first) > len(second):
            first = first[:-1]
        else:
            second = second[:-1]
    return first + "+" + second


def names_text(names: "list[str]", letters: int, members: object = None) -> str:
    """Returns the names of the players, or how many they are if the names need more than `letters` (at least 9).

    `members` is from a record, which may be damaged. In a game of teams of two it is a list that is not empty.
    """
    for between in (" + ", "+"):
        words = between.join(names)
        if len(words) <= letters:
            return words
    return f"{len(names) * (2 if members and isinstance(members, list) else 1)} players"


def of_record(saved: "Any") -> Lineup:
    """Returns the lineup in the record of a game, of the last game or of a group. Raises BadRecord."""
    names = saved.get("names") if isinstance(saved, dict) else None
    if not isinstance(names, list) or not 0 < len(names) <= MOST_PLAYERS or not _are_names(names):
        raise BadRecord("The saved game does not name its players")
    players = len(names)
    lineup = Lineup(names, _styles_of(saved.get("seats", [0] * players), players))
    lineup.head_start = check_numbers(saved.get("head_start") or [0] * players, players, 0, MOST, "head_start")
    lineup.members = saved.get("members", [])
    if lineup.members and not _are_teams(lineup.members, players):
        raise BadRecord("The saved game does not name its teams")
    lineup.match = saved.get("match", [])
    if lineup.match:
        lineup.match = check_numbers(lineup.match, players + 1, 0, MOST, "match")
    return lineup


def _are_names(names: "list[Any]") -> bool:
    return all([isinstance(name, str) and 0 < len(name) <= NAME_LETTERS for name in names])


def _are_teams(members: "Any", teams: int) -> bool:
    if not isinstance(members, list) or len(members) != teams:
        return False
    return all([isinstance(pair, list) and len(pair) == 2 and _are_names(pair) for pair in members])


def _styles_of(styles: "Any", players: int) -> "list[int]":
    """Returns the saved styles of computers. Raises BadRecord."""
    people = [0] * players
    if styles == people:
        return people
    from sixpip.players.styles import NAMES  # games of people do not need it

    return check_numbers(styles, players, 0, len(NAMES) - 1, "seats")


def next_match(match: "list[int]", choice: int, players: int) -> "list[int]":
    """Returns the match of the next game, a new one if the one in play is decided or the setting has changed.

    `choice` is the value of the setting, 0 for no match; `match` is that of the last game with the same players.
    """
    if not choice or players == 1:
        return []
    to_win = choice + 1
    if match and match[0] == to_win and not is_match_decided(match):
        return match
    return [to_win] + [0] * players


def is_match_decided(match: "list[int]") -> bool:
    """Returns whether a player has won the match."""
    return max(match[1:]) >= match[0]


def match_of_last_game(players: "Lineup | Session", last: "dict[str, Any] | None") -> "list[int]":
    """Returns the match of the last game, as it is saved, if the same players sit in the same seats; else []."""
    if not last:
        return []
    before = of_record(last)
    same = (players.names, players.styles, players.members) == (before.names, before.styles, before.members)
    return before.match if same else []


def load_last_game(store: "Store") -> "dict[str, Any] | None":
    """Returns the record of the last game, or None if none can be used. Its rules are checked when a game starts."""
    saved = store.load(LAST)
    if not isinstance(saved, dict) or not isinstance(saved.get("variant"), str):
        return None
    try:
        players = len(of_record(saved).names)
    except BadRecord:
        return None
    numbers = [saved.get("first"), saved.get("loser")]
    if not all([type(number) is int and -1 <= number < players for number in numbers]):
        return None
    return saved if isinstance(saved.get("rules"), dict) else None


def next_starter(last: "dict[str, Any]", choice: int) -> int:
    """Returns the seat that starts the next game by the setting "starts", or -1 if the rules decide."""
    players = len(last["names"])
    if players == 1 or choice == _BY_RULES:
        return -1
    if choice == _LOSER and last["loser"] >= 0:
        return int(last["loser"])
    return (int(last["first"]) + 1) % players
