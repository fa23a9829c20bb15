"""Who plays: remembered names and groups, computers in their seats, head starts, teams, matches."""

from pathlib import Path
from typing import Any

import pytest

from sixpip.app.games import lineup
from sixpip.app.games.lineup import Lineup, make_teams, next_match, of_record
from sixpip.app.people.player_names import AGAINST, GROUPS, RECORD, Group, PlayerNames, load_groups, shown, with_group
from sixpip.players.styles import BOLD, MASTER, TIMID
from sixpip.rules.core.errors import MOST, BadRecord
from sixpip.storage.record_store import Store

POINTS = (0, 100, 200, 500, 1000)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path))


def group(*names: str, **other: Any) -> dict[str, Any]:
    """A saved group."""
    people = [0] * len(names)
    return {"names": list(names), "seats": people, "ahead": people, "teams": 0, **other}


# Names


def test_up_to_six_valid_names_are_remembered_by_seat(store: Store) -> None:
    store.save(RECORD, ["ANNA", "", 5, "THIRTEEN LONG", "TWELVE890 12", None, "BEN", "C", "D", "E", "F"])
    assert PlayerNames(store, 6).names == ["ANNA", "TWELVE890 12", "BEN", "C", "D", "E"]
    two = PlayerNames(store, 2)
    two.names[1] = "NEW"
    assert two.name_record() == ["ANNA", "NEW", "BEN", "C", "D", "E"]


@pytest.mark.parametrize("saved", [None, {}, "ANNA", 5, []])
def test_seats_without_a_remembered_name_are_numbered(saved: object, store: Store) -> None:
    store.save(RECORD, saved)
    names = PlayerNames(store, 3)
    assert names.names == names.shown() == names.name_record() == ["P1", "P2", "P3"]
    assert (names.styles, names.head_start_sizes, names.teams) == ([0] * 3, [0] * 3, False)
    assert names.before == [] and not names.typed and names.against == 0


def test_only_one_name_is_remembered_and_the_next_seat_has_a_number(store: Store) -> None:
    store.save(RECORD, ["ANNA"])
    assert PlayerNames(store, 2).names == ["ANNA", "P2"]


@pytest.mark.parametrize(
    ("saved", "offered", "found"),
    [
        (BOLD, (TIMID, BOLD), BOLD),
        (MASTER, (TIMID, BOLD), 0),
        (True, (TIMID, BOLD), 0),
        ("3", (BOLD,), 0),
        (BOLD, (), 0),
    ],
)
def test_the_computer_played_against_last_is_remembered_where_it_is_offered(
    saved: object, offered: tuple[int, ...], found: int, store: Store
) -> None:
    store.save(AGAINST, saved)
    assert PlayerNames(store, 1, offered).against == found


def test_computers_of_the_same_style_are_numbered_from_the_second_on() -> None:
    names = ["ANNA", "BEN", "C", "D", "E"]
    assert shown(names, [0, BOLD, 0, BOLD, BOLD]) == ["ANNA", "Bold", "C", "Bold 2", "Bold 3"]
    assert shown(names, [TIMID, BOLD, 0, TIMID, MASTER]) == ["Timid", "Bold", "C", "Timid 2", "Master"]


# Groups


def test_the_last_group_of_that_many_plays_again(store: Store) -> None:
    store.save(RECORD, ["X", "Y"])
    last = group("ANNA", "BEN", "EVA", "DORA", seats=[0, BOLD, MASTER, 0], ahead=[0, 1, 0, 4], teams=1)
    store.save(GROUPS, [group("A", "B"), last, group("E", "F", "G", "H")])
    found = PlayerNames(store, 4, (TIMID, BOLD))
    assert found.names == found.before == ["ANNA", "BEN", "EVA", "DORA"] and found.before is not found.names
    assert found.styles == [0, BOLD, 0, 0] and found.head_start_sizes == [0, 1, 0, 4] and found.teams
    assert found.name_record() == ["ANNA", "BEN", "EVA", "DORA"]
    assert PlayerNames(store, 3).before == [] and PlayerNames(store, 2).before == ["A", "B"]
    chosen = PlayerNames(store, 2, (), Group(["I", "J"], [0, 0], [2, 0], False))
    assert chosen.names == ["I", "J"] and chosen.head_start_sizes == [2, 0] and chosen.name_record() == ["I", "J"]


WRONG_GROUPS: list[Any] = [
    None,
    {},
    {"names": ["A", "B"]},
    group(),
    group("A", 5),  # type: ignore[arg-type]
    group("A", "THIRTEEN LONG"),
    group("A", "B", seats=[0, 9]),
    group("A", "B", ahead=[0]),
    group("A", "B", ahead=[0, 5]),
    group("A", "B", ahead=[0, -1]),
    group("A", "B", ahead=None),
]


def test_damaged_groups_are_left_out_and_the_others_stay(store: Store) -> None:
    store.save(GROUPS, [*WRONG_GROUPS, group("A", "B", ahead=[0, 4]), *WRONG_GROUPS, group("C")])
    assert [each.names for each in load_groups(store)] == [["A", "B"], ["C"]]
    none: list[Any] = [None, {}, "text", 5]
    for saved in none:
        store.save(GROUPS, saved)
        assert load_groups(store) == []


def test_the_groups_are_the_last_six_each_once_without_the_one_that_was_renamed(store: Store) -> None:
    store.save(GROUPS, [group(name) for name in "ABCDEFGH"])
    assert [each.names for each in load_groups(store)] == [["A"], ["B"], ["C"], ["D"], ["E"], ["F"]]
    new = Group(["C"], [0], [3], True)
    assert with_group(store, new)[0] == {"names": ["C"], "seats": [0], "ahead": [3], "teams": 1}
    assert [each["names"][0] for each in with_group(store, new)] == ["C", "A", "B", "D", "E", "F"]
    new = Group(["X"], [0], [0], False)
    assert [each["names"][0] for each in with_group(store, new)] == ["X", "A", "B", "C", "D", "E"]
    assert [each["names"][0] for each in with_group(store, new, ["B"])] == ["X", "A", "C", "D", "E", "F"]


# Teams and head starts


@pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, True), (5, False), (6, True)])
def test_four_or_six_people_can_play_in_teams(players: int, teams: bool, store: Store) -> None:
    names = PlayerNames(store, players, (BOLD,))
    assert names.can_be_teams() is teams
    names.styles[-1] = BOLD
    assert not names.can_be_teams()


def test_a_team_has_the_head_starts_of_both_of_its_members(store: Store) -> None:
    names = PlayerNames(store, 4, (BOLD,), Group(["ANNA", "BEN", "CHRISTA", "DORA"], [0] * 4, [1, 2, 3, 0], False))
    alone = names.lineup(POINTS)
    assert alone.names == ["ANNA", "BEN", "CHRISTA", "DORA"] and alone.members == []
    assert alone.head_start == [100, 200, 500, 0]
    names.teams = True
    both = names.lineup(POINTS)
    assert both.members == [["ANNA", "CHRISTA"], ["BEN", "DORA"]] and both.head_start == [600, 200]
    assert both.names == ["ANNA+CHRISTA", "BEN+DORA"]
    names.styles[0] = BOLD
    with_bold = names.lineup(POINTS)
    assert with_bold.names == ["Bold", "BEN", "CHRISTA", "DORA"] and with_bold.styles == [BOLD, 0, 0, 0]


@pytest.mark.parametrize(
    ("pair", "name"),
    [
        (("ANNA", "BEN"), "ANNA+BEN"),
        (("Christiane", "Ben"), "Christia+Ben"),
        (("Ben", "Christiane"), "Ben+Christia"),
        (("ANNABEL", "BERTINE"), "ANNABE+BERTI"),
        (("ABCDEFGHIJKL", "MNOPQRSTUVWX"), "ABCDEF+MNOPQ"),
        (("A", "ABCDEFGHIJKL"), "A+ABCDEFGHIJ"),
    ],
)
def test_the_name_of_a_team_has_twelve_letters_of_both_names(pair: tuple[str, str], name: str) -> None:
    teams = make_teams(Lineup([pair[0], "X", pair[1], "Y"]))
    assert teams.names == [name, "X+Y"] and teams.members == [list(pair), ["X", "Y"]] and teams.styles == [0, 0]


def test_who_plays_is_named_in_the_letters_that_there_are_or_counted() -> None:
    names = ["ANNA", "BEN"]
    found = [lineup.names_text(names, letters) for letters in (10, 9, 8, 7)]
    assert found == ["ANNA + BEN", "ANNA+BEN", "ANNA+BEN", "2 players"]
    assert [lineup.names_text(names, 7, members) for members in ([["A", "B"]], [], 5, "x")] == [
        "4 players",
        *["2 players"] * 3,
    ]


# What is saved of a lineup


def test_a_saved_lineup_is_read_and_what_is_missing_is_none() -> None:
    full = of_record(
        {
            "names": ["A", "B"],
            "seats": [0, MASTER],
            "head_start": [0, MOST],
            "members": [["A", "C"], ["B", "D"]],
            "match": [2, 1, 0],
        }
    )
    assert (full.names, full.styles, full.head_start) == (["A", "B"], [0, MASTER], [0, MOST])
    assert (full.members, full.match) == ([["A", "C"], ["B", "D"]], [2, 1, 0])
    least = of_record({"names": ["A", "B"], "head_start": None})
    assert (least.styles, least.head_start, least.members, least.match) == ([0, 0], [0, 0], [], [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"names": []},
        {"names": ["A"] * 7, "seats": [0] * 7},
        {"names": ["A", ""]},
        {"names": "AB"},
        {"head_start": [1]},
        {"head_start": [1, -1]},
        {"head_start": [1, MOST + 1]},
        {"members": [["A", "B"]]},
        {"members": [["A", "B"], ["C"]]},
        {"members": [["A", "B"], ["C", "D", "E"]]},
        {"members": [["A", "B"], "CD"]},
        {"members": {"A": 1, "B": 2}},
        {"match": [2, 0]},
        {"match": [2, 0, 0, 0]},
        {"match": [2, 0, -1]},
        {"seats": [0, 5]},
        {"seats": [0, -1]},
        {"seats": [1]},
    ],
    ids=str,
)
def test_a_lineup_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    assert of_record({"names": ["A"] * 6}).styles == [0] * 6
    with pytest.raises(BadRecord):
        of_record({"names": ["A", "B"], **wrong})
    with pytest.raises(BadRecord):
        of_record(None)


# Matches


@pytest.mark.parametrize(
    ("match", "choice", "players", "found"),
    [
        ([], 0, 2, []),
        ([2, 1, 0], 0, 2, []),
        ([], 1, 1, []),
        ([], 1, 2, [2, 0, 0]),
        ([], 3, 3, [4, 0, 0, 0]),
        ([2, 1, 1], 1, 2, [2, 1, 1]),
        ([2, 2, 1], 1, 2, [2, 0, 0]),
        ([3, 2, 1], 1, 2, [2, 0, 0]),
    ],
)
def test_a_match_goes_on_until_it_is_decided_or_the_setting_changes(
    match: list[int], choice: int, players: int, found: list[int]
) -> None:
    assert next_match(match, choice, players) == found


def test_the_match_of_the_last_game_goes_on_only_with_the_same_players_in_the_same_seats() -> None:
    last = {"names": ["A", "B"], "seats": [0, BOLD], "match": [2, 1, 0]}
    assert lineup.match_of_last_game(Lineup(["A", "B"], [0, BOLD]), last) == [2, 1, 0]
    assert lineup.match_of_last_game(Lineup(["A", "B"], [0, 0]), last) == []
    assert lineup.match_of_last_game(Lineup(["B", "A"], [0, BOLD]), last) == []
    assert lineup.match_of_last_game(Lineup(["A", "B"], [0, BOLD]), None) == []
    teams = Lineup(["A", "B"], [0, BOLD])
    teams.members = [["A", "C"], ["B", "D"]]
    assert lineup.match_of_last_game(teams, last) == []


def test_a_name_that_is_known_is_written_as_it_was(store: Store) -> None:
    store.save(RECORD, ["ANNA", "Ben"])
    names = PlayerNames(store, 2)
    names.rename(1, "Anna")
    names.rename(0, "Christa")
    assert names.names == ["Christa", "ANNA"] and names.typed
