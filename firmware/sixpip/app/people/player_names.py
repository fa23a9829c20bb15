"""Who sits in each seat: the names of the people and the styles of the computers, remembered for the next game.

Each game started from the list of players saves its group, the last one first. How long a name may be is in
app/games/lineup.py (NAME_LETTERS).
"""

from sixpip.app.games.lineup import NAME_LETTERS, Lineup, make_teams, of_record
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.styles import NAMES
from sixpip.rules.core.errors import BadRecord, check_numbers

if TYPE_CHECKING:
    from typing import Any

    from sixpip.storage.record_store import Store

RECORD = "names"
"""The record of the names in the order of the seats."""
AGAINST = "against"
"""The record of the computer that a single person plays against."""
GROUPS = "groups"
"""The record of the groups."""
HEAD_STARTS = const(5)
"""The sizes of a head start to choose from; the first is none."""
_MOST = const(6)  # names, and groups


class Group:
    """People by name, the computers in their seats, head starts, and whether they play in teams of two."""

    def __init__(self, names: "list[str]", styles: "list[int]", head_start_sizes: "list[int]", teams: bool) -> None:
        """`names` are those of people, also for the seats of computers; `head_start_sizes` are below HEAD_STARTS."""
        self.names = names
        self.styles = styles
        self.head_start_sizes = head_start_sizes
        self.teams = teams

    def record(self) -> "dict[str, Any]":
        """Returns what to save."""
        return {"names": self.names, "seats": self.styles, "ahead": self.head_start_sizes, "teams": int(self.teams)}


class PlayerNames(Group):
    """The players in seating order, at first the last group of that many.

    `names` are those of people and `styles` those of computers (players/styles.py), 0 for a person; a seat that
    is changed to a computer keeps the name of its person for later. `against`: the computer that a single person played
    against last, 0 for none. `head_start_sizes`: one for each (Group). `teams`: whether they play in teams of two,
    where they can. `typed`: whether a name was typed since they were saved. `before`: the names of the saved group that
    they were at first, [] for none.
    """

    def __init__(
        self, store: "Store", players: int, offered: "tuple[int, ...]" = (), group: "Group | None" = None
    ) -> None:
        """`players` is how many play; a seat without a remembered name is P1, P2 and so on. `offered` are the styles.

        `group` is who plays, None for the last group of that many.
        """
        saved = store.load(RECORD)
        known = saved if isinstance(saved, list) else []
        self._known = [name for name in known if isinstance(name, str) and 0 < len(name) <= NAME_LETTERS][:_MOST]
        group = group or _latest(store, players)
        self.before = list(group.names) if group else []
        if not group:
            names = [self._known[seat] if seat < len(self._known) else f"P{seat + 1}" for seat in range(players)]
            group = Group(names, [0] * players, [0] * players, False)
        styles = [style if style in offered else 0 for style in group.styles]
        super().__init__(group.names, styles, group.head_start_sizes, group.teams)
        self.offered = offered
        self.typed = False
        saved = store.load(AGAINST)
        self.against = saved if type(saved) is int and saved in offered else 0

    def can_be_teams(self) -> bool:
        """Returns whether four or six people sit at the table, who can play in teams of two."""
        return len(self.names) in (4, 6) and not any(self.styles)

    def rename(self, seat: int, name: str) -> None:
        """Gives a seat another name; one that is known with other small or capital letters is written as it was."""
        same = [known for known in self._known if known.upper() == name.upper()]
        self.names[seat] = same[0] if same else name
        self.typed = True

    def lineup(self, head_starts: "tuple[int, ...]") -> "Lineup":
        """Returns who plays. A team has the head starts of both members. `head_starts` has the points of each size."""
        points = [head_starts[size] for size in self.head_start_sizes]
        lineup = Lineup(self.shown(), list(self.styles))
        lineup.head_start = points
        if self.teams and self.can_be_teams():
            half = len(points) // 2
            lineup = make_teams(lineup)
            lineup.head_start = [points[seat] + points[seat + half] for seat in range(half)]
        return lineup

    def shown(self) -> "list[str]":
        """Returns the name of each player, as `shown` gives it."""
        return shown(self.names, self.styles)

    def name_record(self) -> "list[str]":
        """Returns what to save in RECORD, which is the names and the remembered names of seats that are empty today."""
        return self.names + self._known[len(self.names) :]


def shown(names: "list[str]", styles: "list[int]") -> "list[str]":
    """Returns the names of people, and the styles of computers with a number if a style plays more than once."""
    words = []
    for seat in range(len(names)):
        style = styles[seat]
        before = styles[:seat].count(style)
        words.append(names[seat] if not style else f"{NAMES[style]} {before + 1}" if before else NAMES[style])
    return words


def load_groups(store: "Store") -> "list[Group]":
    """Returns the saved groups, the last one first; without those that are damaged."""
    saved = store.load(GROUPS)
    groups = []
    for entry in saved if isinstance(saved, list) else []:
        try:
            lineup = of_record(entry)
            ahead = check_numbers(entry.get("ahead"), len(lineup.names), 0, HEAD_STARTS - 1, "ahead")
        except BadRecord:
            continue
        groups.append(Group(lineup.names, lineup.styles, ahead, bool(entry.get("teams"))))
    return groups[:_MOST]


def _latest(store: "Store", players: int) -> "Group | None":
    for group in load_groups(store):
        if len(group.names) == players:
            return group
    return None


def with_group(store: "Store", group: "Group", before: "list[str] | None" = None) -> "list[dict[str, Any]]":
    """Returns what to save in GROUPS. This group comes first; those with the names `before` and the oldest one go."""
    others = [other for other in load_groups(store) if other.names not in (group.names, before)]
    return [each.record() for each in [group] + others[: _MOST - 1]]
