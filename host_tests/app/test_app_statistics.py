"""Which games set records and count for the statistics, and how much the record holds."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from host_tests.statistics_fixture import SAVED, add_game, finished, finished_phases
from sixpip.app.games.session import Session
from sixpip.app.people.statistics import MOST_PEOPLE, MOST_VARIANTS, RECORD, Statistics
from sixpip.rules.core.engine import MOST_ROUNDS
from sixpip.rules.core.errors import MOST
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.storage.record_store import Store

BLOCK = 4096


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path))


def add(store: Store, *sessions: Session) -> str:
    """Adds finished games; returns the words for the last one."""
    return [add_game(session, store) for session in sessions][-1]


def records(store: Store, variant: str = "dice-10000") -> list[Any]:
    """Returns the records of a variant; [] if it has none."""
    return next((row[1:] for row in Statistics(store).variants if row[0] == variant), [])


def figures(store: Store, name: str, group: int = 0) -> list[int]:
    """Returns games, wins, games alone, turns, points and busts of a person in one group of games."""
    found: list[int] = next(row[1 + group] for row in Statistics(store).people if row[0] == name)
    return found


def test_the_first_records_are_set_without_a_word_and_one_that_falls_is_named(store: Store) -> None:
    first = finished((10100, 9000), (900, 1500))
    first.hot_dice = [0, 2]
    assert add(store, first) == ""
    assert records(store) == [[10100, "ANNA"], [], [1500, "BEN"], [2, "BEN"]]
    assert add(store, finished((9000, 10150), (900, 900))) == "record: best total"
    assert records(store)[0] == [10150, "BEN"]
    assert add(store, finished((10200, 0), (900, 1600))) == "2 new records!"


def test_an_equal_result_does_not_take_a_record(store: Store) -> None:
    add(store, finished((10100, 9000), (900, 1500)))
    assert add(store, finished((9000, 10100), (1500, 100), turns=19)) == ""
    assert records(store) == [[10100, "ANNA"], [], [1500, "BEN"], []]


def test_fewer_turns_alone_are_better_and_games_with_others_do_not_count_there(store: Store) -> None:
    add(store, finished((10100,), turns=20), finished((10000, 9000), turns=12))
    assert records(store)[1] == [20, "ANNA"]
    assert add(store, finished((10000,), turns=21)) == ""
    assert add(store, finished((10000,), turns=19, names=["BEN"])) == "record: fewest turns"
    assert records(store)[1] == [19, "BEN"]


def test_a_game_alone_that_no_one_wins_sets_no_record_for_few_turns(store: Store) -> None:
    session = finished((400,), turns=3)
    session.game.winner = -1
    add(store, session)
    assert records(store)[1] == []


def test_a_game_alone_that_ends_by_its_length_sets_no_record_for_few_turns(store: Store) -> None:
    add(store, finished((9500,), turns=MOST_ROUNDS))
    assert records(store)[1] == []


def test_with_other_house_rules_a_game_counts_for_the_players_only(store: Store) -> None:
    add(store, finished((10100, 9000), rules={"opening": 0}))
    assert records(store) == []
    assert figures(store, "ANNA") == [1, 1, 0, 20, 10100, 0]


def test_computers_set_no_records_and_have_no_statistics(store: Store) -> None:
    session = finished((10100, 19000), (900, 5000), names=("ANNA", "Bold"))
    session.styles = [0, 3]
    add(store, session)
    assert records(store)[0] == [10100, "ANNA"] and records(store)[2] == [900, "ANNA"]
    assert [row[0] for row in Statistics(store).people] == ["ANNA"]
    assert figures(store, "ANNA")[:2] == [1, 0]


def test_a_player_whom_the_coach_advised_sets_no_record_and_the_others_can(store: Store) -> None:
    add(store, finished((10100, 9000), (900, 1500)))
    advised = finished((12000, 9000), (900, 1500), turns=18)
    advised.helped = [1, 0]
    assert add(store, advised) == "no record with coach"
    advised = finished((12000, 10150), (900, 1600))
    advised.helped = [1, 0]
    assert add(store, advised) == "2 new records!"
    assert records(store)[0] == [10150, "BEN"]
    assert figures(store, "ANNA")[:2] == [3, 3]


def test_players_of_whom_one_name_is_part_of_the_other_have_their_own_figures(store: Store) -> None:
    add(store, finished(names=["ANNA", "BENNO"]), finished(names=["ANN", "BEN"]))
    assert sorted(row[0] for row in Statistics(store).people) == ["ANN", "ANNA", "BEN", "BENNO"]


def test_games_against_others_and_alone_are_counted_apart(store: Store) -> None:
    first, second = finished((10100,)), finished((9000, 10100))
    second.busts = [7, 5]
    add(store, first, second)
    assert figures(store, "ANNA") == [1, 0, 1, 40, 19100, 7]
    assert figures(store, "BEN") == [1, 1, 0, 20, 10100, 5]


def test_points_of_different_games_are_not_added_up(store: Store) -> None:
    cubes = finished((300, 100), variant="five-cubes")
    add(store, finished(), finished((10100, 9000), variant="ten-grand", turns=10), cubes, finished_phases())
    assert figures(store, "ANNA") == [2, 2, 0, 30, 20200, 0]
    assert figures(store, "ANNA", 1) == [1, 1, 0, 20, 300, 0]
    assert figures(store, "ANNA", 2) == [1, 1, 0, 12, 500, 0]


def test_phase_10_has_a_best_phase_and_no_hot_dice(store: Store) -> None:
    add(store, finished_phases())
    session = finished_phases()
    session.best_turns = [50, 58]
    assert add(store, session) == "record: best phase"
    assert records(store, "phase-10") == [[500, "ANNA"], [], [58, "BEN"], []]


def test_a_game_is_added_once_only_and_its_words_stay_the_same(store: Store) -> None:
    add(store, finished((10100, 9000)))
    session = finished((10200, 9000))
    assert [add(store, session) for _ in range(3)] == ["record: best total"] * 3
    assert figures(store, "ANNA")[0] == 2


def test_the_rows_used_longest_ago_make_room_for_new_ones(store: Store) -> None:
    for number in range(MOST_PEOPLE):
        add(store, finished((10100 + number,), names=[f"P{number}"]))
    add(store, finished((9999,), names=["P0"]), finished((9999,), names=["NEW"]))
    names = [row[0] for row in Statistics(store).people]
    assert len(names) == MOST_PEOPLE and names[-2:] == ["P0", "NEW"] and "P1" not in names

    statistics = Statistics(store)
    for number in range(MOST_VARIANTS + 1):
        statistics.variant_row(f"own-{number}")
    names = [row[0] for row in statistics.variants]
    assert len(names) == MOST_VARIANTS and names[0] == "own-1"


USUAL = (14350, 18, 3200, 4), (120, 60, 30, 2400, 744000, 800)
HIGHEST = (MOST,) * 4, (MOST,) * 6


def full(results: Sequence[int], figures: Sequence[int]) -> dict[str, Any]:
    """Returns a record with as many rows as it can hold, each with these numbers."""
    variants = [variant.name for variant in VARIANTS] + [f"own-variant-{letter}" for letter in "abcdefghijk"]
    return {
        "variants": [[name, *[[number, "WOLFGANG"] for number in results]] for name in variants[:MOST_VARIANTS]],
        "persons": [[f"MAXIMI{place:02}", *[list(figures)] * 3] for place in range(MOST_PEOPLE)],
        "last": [MOST, 0],
    }


def test_a_full_record_with_usual_numbers_takes_one_flash_block_and_never_more_than_two(store: Store) -> None:
    for numbers, most in ((USUAL, BLOCK), (HIGHEST, 2 * BLOCK)):
        store.save(RECORD, full(*numbers))
        assert Statistics(store).variants == full(*numbers)["variants"] and store.damaged == []
        assert (Path(store.folder) / RECORD).stat().st_size <= most
    add(store, finished(names=["MAXIMI00", "MAXIMI01"]))  # no figure exceeds what the record can hold
    assert figures(store, "MAXIMI00") == [MOST] * 6 and store.damaged == []


WRONG_ROWS: list[Any] = [
    None,
    {},
    ["zilch"],
    ["zilch", [1, "ANNA"], [], [], [], []],
    ["", [], [], [], []],
    ["a-name-that-is-too-long", [], [], [], []],
    ["zilch", ["1", "ANNA"], [], [], []],
    ["zilch", [True, "ANNA"], [], [], []],
    ["zilch", [-1, "ANNA"], [], [], []],
    ["zilch", [MOST + 1, "ANNA"], [], [], []],
    ["zilch", [1, "A NAME THAT IS TOO LONG"], [], [], []],
    ["zilch", [1, 2], [], [], []],
    ["zilch", [1], [], [], []],
    ["dice-10000", [], [], [], []],
]


@pytest.mark.parametrize("row", WRONG_ROWS, ids=range(len(WRONG_ROWS)))
def test_a_wrong_row_of_a_variant_is_refused_and_the_others_stay(row: Any, store: Store) -> None:
    refuse(store, {**SAVED, "variants": [*SAVED["variants"], row]}, "row 4 is not valid")


WRONG_FIGURES: list[Any] = [None, 1, [1], [1] * 5, [1] * 7, ["1"] * 6, [1, 1, 1, 1, -MOST - 1, 1], [-1] * 6, {"a": 1}]


@pytest.mark.parametrize("wrong", WRONG_FIGURES, ids=range(len(WRONG_FIGURES)))
def test_a_wrong_row_of_a_person_is_refused_and_the_others_stay(wrong: Any, store: Store) -> None:
    refuse(store, {**SAVED, "persons": [*SAVED["persons"], ["ANNA", [], wrong, []]]}, "row 3 is not valid")


def test_only_the_points_of_a_person_can_be_below_0(store: Store) -> None:
    saved = {"variants": [], "persons": [["ANNA", [1, 0, 0, 5, -MOST, 2], [], []]], "last": [1, 0]}
    store.save(RECORD, saved)
    assert Statistics(store).people == saved["persons"] and store.damaged == []
    for place in range(6):
        wrong: list[Any] = [1, 0, 0, 5, 100, 2]
        wrong[place] = True if place == 4 else -1
        refuse(store, {**SAVED, "persons": [*SAVED["persons"], ["ANNA", wrong, [], []]]}, "row 3 is not valid")


def test_points_below_0_are_added_and_no_figure_goes_below_what_the_record_can_hold(store: Store) -> None:
    add(store, finished((-300, 9000)), finished((-400, 9001)))
    assert figures(store, "ANNA")[4] == -700
    add(store, finished((-MOST, 9000)))
    assert figures(store, "ANNA")[4] == -MOST and store.damaged == []


def test_games_that_differ_in_one_number_are_two_games(store: Store) -> None:
    others = [finished((10100, 9001)), finished(turns=19), finished(names=["ANNA", "EVA"])]
    for name in ("best_turns", "busts", "hot_dice"):
        session = finished()
        getattr(session, name)[1] += 1
        others.append(session)
    session = finished()
    session.game.faces[0] ^= 1
    others.append(session)
    for number, session in enumerate([finished(), *others], 1):
        add(store, session)
        assert figures(store, "ANNA")[0] == number


def test_a_game_of_computers_only_is_not_counted(store: Store) -> None:
    session = finished()
    session.styles = [1, 3]
    assert add(store, session) == "" and not store.has(RECORD)


def test_a_head_start_sets_no_record_and_is_not_among_the_points_of_a_person(store: Store) -> None:
    session = finished((10100, 9000))
    session.game.head_start = [500, 0]
    assert add(store, session) == "" and records(store) == []
    assert figures(store, "ANNA")[4] == 9600 and figures(store, "BEN")[4] == 9000


def test_in_a_team_games_and_wins_count_for_both_and_points_for_nobody(store: Store) -> None:
    session = finished((10100, 9000))
    session.members = [["ANNA", "C"], ["BEN", "D"]]
    assert add(store, session) == "" and records(store) == []
    assert [figures(store, name) for name in ("ANNA", "C", "BEN", "D")] == [[1, 1, 0, 0, 0, 0]] * 2 + [
        [1, 0, 0, 0, 0, 0]
    ] * 2


def test_one_row_or_all_of_them_can_be_deleted(store: Store) -> None:
    add(store, finished(), finished(variant="zilch"))
    statistics = Statistics(store)
    statistics.delete_row(statistics.people[0])
    statistics.delete_row(statistics.variants[1])
    again = Statistics(store)
    assert [row[0] for row in again.people] == ["BEN"] and [row[0] for row in again.variants] == ["dice-10000"]
    again.delete()
    assert again.people == again.variants == [] and not store.has(RECORD)


@pytest.mark.parametrize("wrong", [None, 5, "text", {}])
def test_something_else_in_place_of_the_rows_is_refused_and_the_other_rows_stay(wrong: Any, store: Store) -> None:
    for name, other in (("variants", "persons"), ("persons", "variants")):
        store.save(RECORD, {**SAVED, name: wrong})
        statistics = Statistics(store)
        rows = {"variants": statistics.variants, "persons": statistics.people}
        assert rows[name] == [] and rows[other] == SAVED[other]
        assert store.reasons[store.damaged[-1]] == "no list of rows"


def test_a_wrong_last_game_is_refused_and_the_rows_stay(store: Store) -> None:
    for wrong in (None, [], [1], [1, -1], ["a", 1]):
        refuse(store, {**SAVED, "last": wrong}, "no valid last game")


def refuse(store: Store, saved: Any, reason: str) -> None:
    """Loads a record with one wrong part: it is set aside with the reason, the valid rows are used and saved."""
    store.save(RECORD, saved)
    statistics = Statistics(store)
    assert (statistics.variants, statistics.people) == (SAVED["variants"], SAVED["persons"])
    file = store.damaged[-1]
    assert store.reasons[file] == reason
    set_aside = (Path(store.folder) / file).read_text()
    assert json.loads(set_aside[set_aside.index("\n") :]) == json.loads(json.dumps(saved))
    again = Store(store.folder)
    assert Statistics(again).people == SAVED["persons"] and again.damaged == []


@pytest.mark.parametrize("saved", [[], 5, "text", None])
def test_something_else_in_place_of_the_record_is_set_aside_and_the_one_before_is_used(
    saved: Any, store: Store
) -> None:
    store.save(RECORD, SAVED)
    store.save(RECORD, saved)
    assert Statistics(store).people == (SAVED["persons"] if saved is not None else [])
    assert store.damaged == (["statistics.bad"] if saved is not None else [])
