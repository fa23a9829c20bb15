"""The groups of people who play: each game started from the list of players saves its group, the last one first."""

from sixpip.app.lineup import of_record
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.errors import BadRecord
from sixpip.rules.validators import check_numbers

if TYPE_CHECKING:
    from typing import Any

    from sixpip.storage.records import Store

RECORD = "groups"
HEAD_STARTS = const(5)
"""The sizes of a head start to choose from; the first is none."""
_MOST = const(6)


class Group:
    """People by name, the computers in their seats, head starts, and whether they play in teams of two."""

    def __init__(self, names: "list[str]", styles: "list[int]", head_start_sizes: "list[int]", teams: bool) -> None:
        """`names`: of persons, also for the seats of computers; `head_start_sizes`: below HEAD_STARTS."""
        self.names = names
        self.styles = styles
        self.head_start_sizes = head_start_sizes
        self.teams = teams

    def record(self) -> "dict[str, Any]":
        """What to save."""
        return {"names": self.names, "seats": self.styles, "ahead": self.head_start_sizes, "teams": int(self.teams)}


def load(store: "Store") -> "list[Group]":
    """The saved groups, the last one first; without those that are damaged."""
    saved = store.load(RECORD)
    groups = []
    for entry in saved if isinstance(saved, list) else []:
        try:
            lineup = of_record(entry)
            ahead = check_numbers(entry.get("ahead"), len(lineup.names), 0, HEAD_STARTS - 1, "ahead")
        except BadRecord:
            continue
        groups.append(Group(lineup.names, lineup.seats, ahead, bool(entry.get("teams"))))
    return groups[:_MOST]


def latest(store: "Store", players: int) -> "Group | None":
    """The last group of that many players; None without one."""
    for group in load(store):
        if len(group.names) == players:
            return group
    return None


def with_group(store: "Store", group: "Group") -> "list[dict[str, Any]]":
    """What to save in RECORD when a group plays: it comes first; the oldest one is dropped."""
    others = [other for other in load(store) if other.names != group.names]
    return [each.record() for each in [group] + others[: _MOST - 1]]
