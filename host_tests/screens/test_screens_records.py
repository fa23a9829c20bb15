"""Records and statistics on the console: counted in play, once only; shown at the end and in the boot menu; deleted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import game_of, session_of
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.statistics_fixture import SAVED, add_game, finished, finished_phases
from host_tests.store_fixture import on
from host_tests.view_golden import check_oled, check_screen
from sixpip.app.games.session import Session
from sixpip.app.people.statistics import RECORD, Statistics
from sixpip.screens.play.ranking import Ranking
from sixpip.storage.record_store import StorageFull, Store
from tools.play.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk, after_each_cut


def console(folder: Path, saved: "dict[str, Any] | None" = SAVED, session: "Session | None" = None) -> ScriptedPlayer:
    """Switches a console on with this record, and with a finished game if there is one."""
    store = Store(str(folder))
    if saved is not None:
        store.save(RECORD, saved)
    if session:
        session.save(store)
    player = ScriptedPlayer(str(folder))
    player.wait(1000)
    return player


def figures(folder: Path, name: str) -> list[int]:
    """Returns games, wins, games alone, turns, points and busts of a person in the ten-thousand family."""
    found: list[int] = next(row[1] for row in Statistics(Store(str(folder))).people if row[0] == name)
    return found


# In play


def test_counts_of_the_game_in_play_survive_a_power_loss(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).start(1)
    player.throw(1, 1, 1, 5, 5, 5).press(*range(6)).throw(1, 2, 3, 4, 6, 6)  # hot dice, all six again
    player = ScriptedPlayer(str(tmp_path))
    assert (session_of(player).hot_dice, session_of(player).hot_now) == ([1], 1)
    player.press(0).throw(2, 3, 4, 6, 6)
    assert game_of(player).turns == [1]
    session = session_of(ScriptedPlayer(str(tmp_path)))
    assert (session.busts, session.hot_dice, session.hot_now) == ([1], [1], 0)


# At the end of a game


@pytest.mark.parametrize("button", [ROLL, BANK])
def test_a_press_before_the_ranking_is_drawn_does_not_lose_the_game(button: int, tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.app.session = finished()
    player.app.start_game("ranking")
    screens = [isinstance(player.press(button).app.screen, Ranking) for _ in range(2)]
    assert screens == [True, False]  # the first press came too early
    assert figures(tmp_path, "ANNA")[0] == 1


def test_the_end_of_the_game_is_saved_before_it_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = ScriptedPlayer(str(tmp_path))
    saved: list[str] = []
    save = player.app.store.save

    def note(name: str, value: object) -> bool:
        saved.append(name)
        return save(name, value)

    monkeypatch.setattr(player.app.store, "save", note)
    player.app.session = finished()
    player.app.start_game("ranking")
    player.wait(1000)
    assert saved == ["game", "statistics"]


def test_a_full_disk_at_the_end_of_a_game_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = ScriptedPlayer(str(tmp_path))
    save = player.app.store.save

    def full(name: str, value: object) -> bool:
        if name == RECORD:
            raise StorageFull("The disk is full: remove files to save again.")
        return save(name, value)

    monkeypatch.setattr(player.app.store, "save", full)
    player.app.session = finished()
    player.app.start_game("ranking")
    player.wait(1000)
    assert "The disk is full" in player.screen
    player.press(ROLL)
    player.wait(1000)
    assert player.lines[0].startswith("ANNA wins!")


@pytest.mark.parametrize("commits", [AT_WRITE, AT_CLOSE, AT_FLUSH])
def test_after_a_power_cut_at_any_step_the_game_is_counted_exactly_once(commits: str) -> None:
    disk = FaultyDisk(commits)
    on(disk, lambda store: add_game(finished((9900, 100)), store))
    session = finished((12000, 100))
    worlds = after_each_cut(disk, lambda disk: on(disk, lambda store: add_game(session, store)))
    assert len(worlds) > 5
    for world in worlds:
        words = on(world, lambda store: add_game(session, store))  # after power-on
        row = on(world, lambda store: Statistics(store).people[0])
        assert (words, row[1][:2]) == ("record: best total", [2, 2])


def _coached(session: Session) -> Session:
    session.helped[0] = 2
    return session


RANKINGS: dict[str, Callable[[], Session]] = {
    "record-total": lambda: finished((14400, 9000), names=("ANNA", "CHRISTA")),
    "records-alone": lambda: finished((15000,), (3300,), turns=16),
    "record-with-coach": lambda: _coached(finished((14400, 9000))),
    "record-six-players": lambda: _coached(finished((9000, 14400, 8000, 7000, 6000, 5000))),
    "record-phase-10": lambda: finished_phases((630, 400)),
    "record-phase-10-six-players": lambda: finished_phases((400, 630, 300, 200, 100, 90)),
    "record-phase-10-five-players-coach": lambda: _coached(finished_phases((400, 630, 300, 200, 100))),
}


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("name", RANKINGS)
def test_the_ranking_names_the_record_that_fell(name: str, tmp_path: Path) -> None:
    player = console(tmp_path)
    player.app.session = RANKINGS[name]()
    player.app.start_game("ranking")
    player.wait(1000)
    player = ScriptedPlayer(str(tmp_path))  # the same after a power loss
    player.wait(1000)
    check_oled(player.board, name, "records")


# In the boot menu

SCREENS: dict[str, Callable[[ScriptedPlayer], ScriptedPlayer]] = {
    "records": lambda player: player,
    "variant": lambda player: player.pick("Dice 10 000"),
    "variant-gaps": lambda player: player.pick("Farkle retail"),
    "phase-10": lambda player: player.pick("Phase 10"),
    "players": lambda player: player.pick("Players"),
    "player": lambda player: player.pick("Players").pick("BEN"),
    "player-phase-10": lambda player: player.pick("Players").pick("BEN").press(ROLL),
    "delete-variant": lambda player: player.pick("Dice 10 000").press(MENU),
    "delete-player": lambda player: player.pick("Players").pick("Maximilianus").press(MENU),
    "delete-all": lambda player: player.pick("Delete all"),
}


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_of_the_records_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    player = console(tmp_path)
    SCREENS[name](player.pick("Records"))
    check_screen(player.board, name, "records")


def test_without_a_finished_game_the_list_says_how_to_get_records(player: ScriptedPlayer) -> None:
    player.pick("Records")
    check_screen(player.board, "no-records", "records")
    player.press(3, BANK)
    assert player.lines[0].startswith("SIXPIP")


def test_deleting_asks_first_and_bank_deletes_nothing(tmp_path: Path) -> None:
    player = console(tmp_path).pick("Records")
    player.pick("Delete all").press(BANK)
    player.pick("Dice 10 000").press(MENU, BANK, BANK)
    player.pick("Players").pick("BEN").press(MENU, BANK, BANK, BANK)
    assert player.lines[0] == "RECORDS MENU 1/2"
    assert player.app.store.load(RECORD) == SAVED


def test_a_player_and_the_records_of_a_variant_can_be_deleted(tmp_path: Path) -> None:
    player = console(tmp_path).pick("Records").pick("Players").pick("BEN").press(MENU, ROLL)
    assert player.lines[:2] == ["PLAYERS", "1 \u2192Maximilianus"]
    player.press(BANK).pick("Phase 10").press(MENU, ROLL)
    assert "Phase 10" not in player.screen and "\u2192Delete all" in player.screen
    saved = player.app.store.load(RECORD)
    assert saved["persons"] == SAVED["persons"][:1] and saved["variants"] == SAVED["variants"][1:]
    player.pick("Players").press(0, MENU, ROLL)
    assert player.lines[0] == "PLAYERS"
    player.press(ROLL, 0, BANK)
    assert "Dice 10 000" in player.screen


@pytest.mark.parametrize(("points", "average"), [(10_450, "523"), (10_469, "523"), (10_470, "524")])
def test_the_average_turn_is_rounded_to_the_nearest_point(points: int, average: str, tmp_path: Path) -> None:
    saved = {**SAVED, "persons": [["BEN", [1, 0, 0, 20, points, 8], [], []]]}
    player = console(tmp_path, saved).pick("Records").pick("Players").pick("BEN")
    assert player.lines[4] == f"Average turn {average}"


def test_all_can_be_deleted(tmp_path: Path) -> None:
    player = console(tmp_path).pick("Records").pick("Delete all").press(ROLL)
    assert player.lines[0].startswith("SIXPIP")
    assert "Play a game to its" in player.pick("Records").screen
    assert player.app.store.load(RECORD) is None


def test_a_damaged_record_is_named_and_kept_and_the_rest_is_shown(tmp_path: Path) -> None:
    player = console(tmp_path, {**SAVED, "variants": [*SAVED["variants"], ["zilch", 5]]}).pick("Records")
    assert "could not use the records and has set that data aside." in player.screen.replace("|", " ")
    assert player.app.store.reasons == {"statistics.bad": "row 4 is not valid"}
    player.press(ROLL)
    assert "Dice 10 000" in player.screen and (tmp_path / "statistics.bad").exists()


def test_an_own_variant_is_listed_by_its_name_when_its_file_is_gone(tmp_path: Path) -> None:
    saved = {**SAVED, "variants": [["grandmas-dice", [9000, "ANNA"], [], [], []]]}
    player = console(tmp_path, saved).pick("Records").pick("grandmas-dice")
    assert player.lines[0] == "GRANDMAS-DICE" and "9 000 ANNA" in player.screen
