"""Whole games played with the buttons, a power loss after every action, damaged saves, seats of computers."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import computer_turn, game_of, hurry, log_of, play_game, session_of, switch_on
from host_tests.random_play import Lcg
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.store_fixture import full
from sixpip.app.games.resume import resume
from sixpip.app.games.session import COACH_ASKED, Session, take_back
from sixpip.app.settings import RECORD
from sixpip.players.styles import BOLD, COACH, MASTER, STEADY, TIMID
from sixpip.players.ten_thousand.coach import Coach
from sixpip.players.ten_thousand.computer import HabitPlayer
from sixpip.players.ten_thousand.master import MasterPlayer as MasterPlayer
from sixpip.players.ten_thousand.simple_rules import TITLE
from sixpip.rules.core import actions, replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadLine
from sixpip.rules.core.replay import Script
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.phase_ten.screen import PhaseTenScreen
from sixpip.screens.play.game_screen import ASK
from sixpip.screens.play.ranking import Ranking
from sixpip.screens.ten_thousand.screen import TenThousandScreen
from sixpip.storage.record_store import Store
from tools.play.rules.replay import describe


@pytest.mark.long
@pytest.mark.parametrize("players", [3, *(pytest.param(count, marks=pytest.mark.sweep) for count in (1, 2, 6))])
def test_a_game_can_be_played_to_its_end_and_then_again(players: int, tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path), seed=players)
    play_game(player, players, bank_at=600)
    session = session_of(player)
    game = session.game
    assert 10000 < game.scores[game.winner] == max(game.scores)
    assert all(turns >= game.turns[game.winner] - 1 for turns in game.turns)
    assert player.lines[0] == f"P{game.winner + 1} wins!"
    scores = [game.scores[int(line.split()[1][1:]) - 1] for line in player.lines[2 : players + 1]]
    assert scores == sorted(scores, reverse=True)
    player.press(ROLL)
    assert "your turn" in player.screen
    assert session_of(player).game.scores == [0] * players and session_of(player).names == session.names


@pytest.mark.long
def test_after_a_power_loss_at_any_action_the_turn_resumes_unchanged(tmp_path: Path) -> None:
    folder = tmp_path / "board"
    folder.mkdir()
    player = ScriptedPlayer(str(folder), seed=5)
    stages = set()

    def restart_a_copy() -> None:
        session = player.app.session
        if session is None:
            return
        stages.add((session.game.stage, actions.TAKE in session.game.legal()))
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)
        again = ScriptedPlayer(str(copy))
        assert session_of(again).game.record() == session.game.record()
        assert session_of(again).names == session.names
        screen = player.app.screen
        if isinstance(screen, TenThousandScreen) and screen.mode == ASK:
            assert again.lines == player.lines
            assert again.board.pixels == player.board.pixels
            assert again.board.palette == player.board.palette
        elif isinstance(screen, Ranking):
            assert again.lines == player.lines

    play_game(player, 3, bank_at=500, after_each=restart_a_copy, scores=8000)
    restart_a_copy()
    assert stages == {("ready", False), ("ready", True), ("rolled", False), ("over", False)}


def kept_of(session: Session) -> dict[str, object]:
    """Returns what a power cut must not change."""
    names = ("names", "styles", "members", "coach", "helped", "advised", "wins", "match", "best")
    return {
        "game": session.game.record(),
        "counts": session.counts(),
        **{name: getattr(session, name) for name in names},
    }


@pytest.mark.usefixtures("compiled_loops")
@pytest.mark.parametrize(("variant", "rules"), [("farkle", {}), ("pure", {"second_chance": "yes"})])
def test_whatever_is_pressed_a_power_cut_after_it_changes_nothing_of_the_game(
    variant: str, rules: dict[str, int | str], tmp_path: Path
) -> None:
    """Also the advice that was asked for stays counted."""
    store = Store(str(tmp_path))
    session = Session(new_game(variant, {"start": "seated", **rules}, 2), ["ANNA", "BEN"])
    session.coach = COACH_ASKED
    session.save(store)
    store.save(RECORD, {"tumble": 2})
    player, chance = ScriptedPlayer(str(tmp_path)), Lcg(len(variant))
    asked = 0
    for _ in range(30):
        player.press((ROLL, ROLL, ROLL, MENU, MENU, BANK, chance.below(6))[chance.below(7)])
        if player.lines[0].startswith("PAUSE"):
            player.press(BANK)
        if player.lines[0] == TITLE:
            player.press(ROLL, ROLL)
        player.wait(1100)  # until ROLL and BANK count again
        saved = resume(Store(str(tmp_path)))
        assert saved is not None and kept_of(saved) == kept_of(session_of(player))
        asked = max(asked, *saved.helped)
    assert asked > 1


@pytest.mark.parametrize(
    ("variant", "rules"),
    [
        ("dice-10000", {"opening": 0, "bank_min": 0}),
        ("dice-10000", {"opening": 350, "rescue": "yes"}),
        ("five-cubes", {"clear": "no"}),
        ("pure", {"second_chance": "yes", "train_wreck": -500}),
        ("farkle-retail", {"busts": -500, "no_risk": "yes"}),
        ("zilch", {"end": "exact", "target": 1500}),
        ("phase-10", {}),
    ],
)
def test_after_a_power_cut_the_console_asks_the_same_with_the_same_dice(
    variant: str, rules: dict[str, int | str], tmp_path: Path
) -> None:
    """A page shows what the game is, whatever was on the screen before it."""
    store = Store(str(tmp_path / "board"))
    Session(new_game(variant, {"start": "seated", **rules}, 3), ["ANNA", "BEN", "CLARA"]).save(store)
    store.save(RECORD, {"tumble": 2})
    player, chance = ScriptedPlayer(str(tmp_path / "board"), seed=4), Lcg(5)
    compared = 0
    for _ in range(40):
        if not chance.below(3):
            player.press(MENU).pick("Hint")
            player.press(*[ROLL] if "Ask for a hint" in player.screen.replace("|", " ") else ())
            player.wait(1100)  # until ROLL and BANK count again
        player.press(BANK if not chance.below(3) else ROLL)
        player.wait(400)
        screen = player.app.screen
        if not isinstance(screen, TenThousandScreen | PhaseTenScreen):
            break
        chosen = screen.decision.chosen & ~screen.decision.kept
        if screen.mode != ASK or screen.hint or chosen:
            continue
        shutil.rmtree(tmp_path / "copy", ignore_errors=True)
        again = ScriptedPlayer(str(shutil.copytree(tmp_path / "board", tmp_path / "copy")))
        again.wait(400)
        assert again.lines == player.lines
        assert again.board.pixels == player.board.pixels
        assert again.board.palette == player.board.palette
        compared += 1
    assert compared > 4


def test_a_damaged_save_is_set_aside_and_named_and_the_boot_menu_follows(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.start().throw(4, 4, 4, 2, 3, 6)
    for name in ("game", "game.old"):
        data = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(data[:-9])
    again = ScriptedPlayer(str(tmp_path))
    assert "could not use the saved game and has set that data aside." in again.screen.replace("|", " ")
    assert ".bad" not in again.screen and set(again.app.store.reasons.values()) == {"cut short"}
    kept = [path.read_bytes() for path in tmp_path.iterdir() if ".bad" in path.name]
    assert data[:-9] in kept
    again.press(ROLL)
    assert "Dice 10 000" in again.screen


WRONG: dict[str, list[Any]] = {
    "game": [{}],
    "names": [["A"], [1, 2]],
    "best": ["x"],
    "counts": [5, [0] * 6, [0] * 8, [*[0] * 6, -1], [*[0] * 6, "1"]],
    "coach": [7, "always"],
    "helped": [[1], [1, -1]],
    "advised": [3, [-1], ["1"]],
    "members": ["AB", [["ANNA", "BEN"]], [["A", "B"], ["C"]], [["A", "B"], ["C", "THIRTEEN LONG"]]],
    "match": ["2:0", [2, 0], [2, 0, -1]],
    "seats": [[0], [0, 0, 0], [0, True], [0, -1], [0, 9], [0, "1"], [0, None], "01", 7, {}],
    "wins": [[], "3", {"ANNA": "many"}, {"ANNA": -1}, {"ANNA": 1.5}],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field in WRONG for value in WRONG[field]], ids=str)
def test_a_save_with_an_impossible_value_is_set_aside(field: str, value: object, tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    session_after("roll 1 1 2 3 4 6").save(store)
    saved = store.load("game")
    store.delete("game")
    store.save("game", {**saved, field: value})
    assert resume(store) is None and store.damaged == ["game.bad"]


@pytest.mark.parametrize("saved", [[], "text", 5, {"names": ["ANNA"]}, {"game": 5}, {"game": []}], ids=str)
def test_a_save_that_is_no_game_is_set_aside(saved: object, tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.save("game", saved)
    assert resume(store) is None and store.damaged == ["game.bad"]
    assert store.reasons["game.bad"] == "The saved game is not complete"


def test_a_save_that_makes_no_sense_is_set_aside_and_the_game_goes_on_from_the_one_before(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    session = session_after("roll 1 1 2 3 4 6")
    session.save(store)
    for wrong in ({}, {**store.load("game"), "best": "x"}):
        store.save("game", wrong)
        again = resume(store)
        assert again and again.game.record() == session.game.record()
    assert len(store.damaged) == 2


def test_a_full_disk_is_reported_and_the_game_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.start()
    monkeypatch.setattr(player.app.store, "save", full)
    player.throw(1, 1, 1, 5, 2, 3)
    assert "The disk is full" in player.screen
    player.press(ROLL)
    assert player.lines[7] == "ROLL most BANK 1 050"


# What a session counts and saves, without a console


def session_after(*lines: str, head: str = "pure players=2 start=seated") -> Session:
    """The session of a game after some lines of a log."""
    game = replay.start(head.split())
    session = Session(game, ["ANNA", "BEN", "CHRISTA"][: game.players])
    return continued(session, *lines)


def continued(session: Session, *lines: str) -> Session:
    """Applies more lines of a log."""
    for line in lines:
        session.apply(*replay.action_of(session.game, line.split()))
    return session


BUSTED = "roll 2 2 3 3 4 6"
HOT = ("roll 1 1 1 5 5 5", "keep 1 1 1 5 5 5")


def test_the_best_turn_the_busts_and_the_hot_dice_of_each_player_are_counted() -> None:
    session = session_after("roll 1 1 1 5 2 3", "bank", BUSTED, "roll 1 1 2 3 4 4", "bank", BUSTED, BUSTED)
    assert session.best_turns == [1050, 0] and session.best == 1050 and session_after(BUSTED).best == 0
    assert session.busts == [1, 2] and session.hot_dice == [0, 0]
    continued(session, *HOT, "roll 1 1 1 5 5 5", "keep 1 1 1 5 5 5")
    assert (session.hot_now, session.hot_dice) == (2, [0, 2])
    continued(session, BUSTED, *HOT)
    assert (session.hot_now, session.hot_dice) == (1, [1, 2])
    continued(session, "bank", *HOT)
    assert session.hot_dice == [1, 2] and session.best_turns == [1500, 0] and session.best == 1500


def test_counts_can_be_set_to_those_of_an_earlier_moment() -> None:
    session = session_after("roll 1 1 1 5 2 3", "bank", BUSTED, *HOT, head="pure players=3 start=seated")
    counts = session.counts()
    assert counts == [1050, 0, 0, 0, 1, 0, 0, 0, 1, 1]
    other = session_after(head="pure players=3 start=seated")
    other.set_counts(counts)
    assert other.best_turns == [1050, 0, 0] and other.busts == [0, 1, 0]
    assert other.hot_dice == [0, 0, 1] and other.hot_now == 1 and other.counts() == counts


def test_a_game_that_is_won_counts_for_its_winner_in_the_match_and_names_the_loser() -> None:
    session = session_after(head="pure players=3 start=seated target=1000")
    session.match = [2, 1, 0, 1]
    assert session.as_last_game()["first"] == -1
    continued(session, BUSTED)
    assert (session.as_last_game()["first"], session.as_last_game()["loser"]) == (0, -1)
    continued(session, "roll 1 1 1 5 2 3", "bank")
    assert session.game.stage == OVER and session.match == [2, 1, 1, 1]
    assert session.ranking() == [1, 0, 2] and session.as_last_game()["loser"] == 2


def test_a_game_of_one_player_is_no_win_over_anyone() -> None:
    for players, wins in ((1, {}), (2, {"ANNA": 1})):
        session = session_after("roll 1 1 1 5 2 3", "bank", head=f"pure players={players} start=seated target=1000")
        assert session.game.stage == OVER and session.game.winner == 0 and session.wins == wins


def test_taking_back_the_best_turn_makes_the_one_before_it_the_best_again() -> None:
    session = session_after("roll 1 1 2 3 4 6", "bank", BUSTED, "roll 1 1 1 5 2 3")
    assert session.best == 200
    session.undo = session.before((("bank", None),))
    continued(session, "bank")
    assert session.best == 1050 and session.best_turns == [1050, 0]
    take_back(session)
    assert session.best == 200 and session.best_turns == [200, 0]


def test_where_nothing_can_be_taken_back_the_game_stays_as_it_is() -> None:
    session = session_after("roll 1 1 2 3 4 6")
    record, lines = session.game.record(), list(session.log.lines)
    session.unsaved = False
    take_back(session)
    assert session.game.record() == record and session.log.lines == lines and not session.unsaved


def test_a_win_that_is_taken_back_counts_no_more() -> None:
    session = session_after("roll 1 1 1 5 2 3", head="pure players=2 start=seated target=1000")
    session.match, session.unsaved = [2, 0, 0], False
    players, session.undo = session.players, session.before((("bank", None),))
    continued(session, "bank")
    assert (session.wins, session.match) == ({"ANNA": 1}, [2, 1, 0])
    session.unsaved = False
    take_back(session)
    assert (session.wins, session.match) == ({"ANNA": 0}, [2, 0, 0]) and session.game.stage != OVER
    assert session.undo is None and session.unsaved and session.log.lines[-1] == "undo 1"
    assert session.players is not players  # they have seen the end


def test_a_first_roll_makes_the_starter_of_the_game_known() -> None:
    session = session_after("roll 1 1 2 3 4 6")
    assert session.game.turns == [0, 0] and session.as_last_game()["first"] == 0


def test_equal_scores_are_ranked_by_seat_behind_the_winner_and_before_players_who_are_out() -> None:
    session = session_after(head="pure players=3 start=seated")
    session.game.scores[:] = [500, 900, 500]
    assert session.ranking() == [1, 0, 2]
    session.game.out[1] = True
    assert session.ranking() == [0, 2, 1]
    session.game.winner = 2
    assert session.ranking() == [2, 0, 1]


def test_a_save_holds_only_what_the_game_uses_and_is_written_once(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    session = session_after("roll 1 1 2 3 4 6")
    session.save(store)
    assert set(store.load("game")) == {"names", "best", "log", "game"}
    (tmp_path / "game").unlink()
    session.save(store)
    assert not (tmp_path / "game").exists()
    session.coach, session.match, session.wins = COACH_ASKED, [2, 0, 0], {"ANNA": 1}
    session.other_records = {"names": ["ANNA"]}
    continued(session, "bank").save(store)
    saved = store.load("game")
    assert (saved["coach"], saved["match"], saved["wins"]) == (1, [2, 0, 0], {"ANNA": 1})
    assert saved["counts"] == session.counts() and "seats" not in saved
    assert store.load("names") == ["ANNA"] and session.other_records is None


def test_what_a_person_decides_can_be_taken_back_and_dice_and_computers_cannot() -> None:
    session = session_after("roll 1 1 2 3 4 6")
    keep, bank, roll = (("keep", 3), ("bank", None), ("roll", None))
    before = session.before((keep, bank))
    assert before is not None and (before.player, before.action) == (0, bank)
    assert session.before((keep, roll)) is None
    counts, session.undo = session.counts(), before
    for action in (keep, bank):
        session.apply(action, Script([]))
    assert session.counts() != counts
    take_back(session)
    assert session.counts() == counts and session.log.lines[-1] == "undo 2"
    session.styles = [1, 0]
    assert session.before((keep, bank)) is None
    session.styles = [0, 1]
    assert session.before((bank,)) is not None


# Seats of computers


def test_computer_players_and_the_coach_are_made_once_and_share_what_they_have_solved() -> None:
    session = session_after()
    session.styles = [BOLD, MASTER]
    players = session.players
    assert players.computer(BOLD) is None and players.coach() is None and session.players is players
    while players.make(BOLD) or players.make(COACH) or players.make(MASTER):
        pass
    bold, master, coach = players.computer(BOLD), players.computer(MASTER), players.coach()
    assert type(bold) is HabitPlayer and type(master) is MasterPlayer and type(coach) is Coach
    assert coach.solver is master.solver
    assert not (players.make(BOLD) or players.make(COACH) or players.make(MASTER))
    assert (players.computer(BOLD), players.computer(MASTER), players.coach()) == (bold, master, coach)
    session.drop_players()
    assert players.computer(BOLD) is None and players.coach() is None
    while players.make(COACH):
        pass
    again = players.coach()
    assert type(again) is Coach and again.solver is not coach.solver  # the one that was dropped takes memory
    assert session.players is not players and session.players.make(BOLD)


@pytest.mark.long
def test_after_a_power_loss_at_any_time_of_a_turn_a_computer_goes_on_unchanged(tmp_path: Path) -> None:
    folder = tmp_path / "board"
    folder.mkdir()
    player = computer_turn(str(folder), "dice-10000", {"opening": 0}, style=BOLD)
    places = set()
    while not game_of(player).player:
        for _ in range(4):
            copy = tmp_path / "copy"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(folder, copy)
            again = ScriptedPlayer(str(copy))
            assert session_of(again).styles == [BOLD, 0] and session_of(again).names == session_of(player).names
            again.wait(60_000)
            assert game_of(again).player == 1  # the computer has finished the turn
            player.wait(400)
        places.add(game_of(player).stage)
        hurry(player)
    assert "rolled" in places


def test_a_log_names_the_seats_and_replays_to_the_same_game(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), TenThousandGame("farkle", {}, 3), [TIMID, 0, STEADY])
    player.wait(400)
    for _ in range(30):
        player.press(ROLL)
        if game_of(player).player == 1:
            player.press(0, 7)
    log = log_of(tmp_path)
    assert log[0] == "game farkle players=3 seats=timid,person,steady"
    assert replay.replay(log).record() == game_of(player).record()
    lines: list[str] = []
    describe("\n".join(log), lines.append)
    assert lines[0] == "Farkle, played to 10000 by Timid, P2 and Steady"
    assert not any(line.startswith("House rules") for line in lines)


@pytest.mark.parametrize("seats", ["timid", "timid,person,bold", "timid,"])
def test_a_log_that_does_not_seat_all_players_is_refused(seats: str) -> None:
    with pytest.raises(BadLine, match="does not seat 2 players"):
        replay.replay([f"game pure players=2 seats={seats}"])


def test_a_save_without_seats_has_people_only(tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path))
    saved = player.app.store.load("game")
    del saved["seats"]
    player.app.store.save("game", saved)
    again = ScriptedPlayer(str(tmp_path))
    assert session_of(again).styles == [0, 0]
    assert "your turn" in again.screen
