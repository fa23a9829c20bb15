"""Who plays a game, and what they have agreed on: head starts, teams of two, a match of several games.

The last game and the game in play are saved with these fields, so that the next game can be started alike.
"""

from sixpip.app.session import NAME_LETTERS
from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadRecord
from sixpip.rules.stages import MOST_PLAYERS
from sixpip.rules.validators import MOST, check_numbers

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.session import Session


class Lineup:
    """The players of a game. Each list has one entry a player; in a game of teams a player is a team."""

    def __init__(self, names: "list[str]", seats: "list[int] | None" = None) -> None:
        """`names`: of up to NAME_LETTERS letters; `seats`: styles of computers, 0 for a person; None: persons only."""
        self.names = names
        self.seats = seats or [0] * len(names)
        self.head_start = [0] * len(names)
        """The points before the first turn."""
        self.members: list[list[str]] = []
        """The two names of each team; [] in a game without teams."""
        self.match: list[int] = []
        """The games to win a match, then the games that each player has won; [] for a game that is no part of one.

        The first to win more than half of the games of the setting "match" wins it.
        """


def make_teams(lineup: Lineup) -> Lineup:
    """The same people in teams of two, who share a score and take turns: the first and the last half of the table."""
    people = lineup.names
    half = len(people) // 2
    members = [[people[seat], people[seat + half]] for seat in range(half)]
    teams = Lineup([_team_name(pair) for pair in members])
    teams.members = members
    return teams


def _team_name(pair: "list[str]") -> str:
    """Both names with a plus between them, each shortened until they fit."""
    first, second = pair
    while len(first) + 1 + len(second) > NAME_LETTERS:
        if len(first) > len(second):
            first = first[:-1]
        else:
            second = second[:-1]
    return first + "+" + second


def in_words(names: "list[str]", letters: int) -> str:
    """Who plays, in at most so many letters (9 or more): the names, or how many they are."""
    for between in (" + ", "+"):
        words = between.join(names)
        if len(words) <= letters:
            return words
    return f"{len(names)} players"


def of_record(saved: "Any") -> Lineup:
    """The lineup in the record of a game, of the last game or of a group. Raises BadRecord."""
    names = saved.get("names") if isinstance(saved, dict) else None
    if not isinstance(names, list) or not 0 < len(names) <= MOST_PLAYERS or not _are_names(names):
        raise BadRecord("The saved game does not name its players")
    players = len(names)
    lineup = Lineup(names, _seats_of(saved.get("seats", [0] * players), players))
    lineup.head_start = check_numbers(saved.get("head_start") or [0] * players, players, 0, MOST, "head_start")
    lineup.members = saved.get("members", [])
    if lineup.members and not _are_teams(lineup.members, players):
        raise BadRecord("The saved game does not name its teams")
    lineup.match = saved.get("match", [])
    if lineup.match:
        lineup.match = check_numbers(lineup.match, players + 1, 0, MOST, "match")
    return lineup


def _are_names(names: "list[Any]") -> bool:
    """Whether all are names that can be shown."""
    return all([isinstance(name, str) and 0 < len(name) <= NAME_LETTERS for name in names])


def _are_teams(members: "Any", teams: int) -> bool:
    """Whether these are two names for each team."""
    if not isinstance(members, list) or len(members) != teams:
        return False
    return all([isinstance(pair, list) and len(pair) == 2 and _are_names(pair) for pair in members])


def _seats_of(seats: "Any", players: int) -> "list[int]":
    """The saved styles of computers. Raises BadRecord."""
    persons = [0] * players
    if seats == persons:
        return persons
    from sixpip.players.styles import NAMES  # games of persons do not need it

    return check_numbers(seats, players, 0, len(NAMES) - 1, "seats")


def next_match(match: "list[int]", choice: int, players: int) -> "list[int]":
    """The match of the next game: the one in play, or a new one when that is decided or the setting has changed.

    `choice`: the value of the setting, 0 for no match; `match`: that of the last game with the same players.
    """
    if not choice or players == 1:
        return []
    to_win = choice + 1
    if match and match[0] == to_win and not is_match_decided(match):
        return match
    return [to_win] + [0] * players


def is_match_decided(match: "list[int]") -> bool:
    """Whether a player has won it."""
    return max(match[1:]) >= match[0]


def match_of_last_game(players: "Lineup | Session", last: "dict[str, Any] | None") -> "list[int]":
    """The match of the last game, as it is saved (last_game.py), if the same players sit in the same seats; else []."""
    if not last:
        return []
    before = of_record(last)
    same = (players.names, players.seats, players.members) == (before.names, before.seats, before.members)
    return before.match if same else []
