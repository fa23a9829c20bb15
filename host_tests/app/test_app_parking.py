"""Parked games and the last game again: what is offered, what is asked, and that no power cut or press loses a game."""

import json
from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import LEAVE, log_of, session_of
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.store_fixture import cuts_amid, full, on
from sixpip.app.games import lineup, parking, resume
from sixpip.app.games.session import LAST, RECORD, Session
from sixpip.players.styles import BOLD
from sixpip.rules.core import replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.storage.record_store import StorageError, Store
from tools.check.power_loss.disk import Disk, format_image
from tools.check.power_loss.session import play_actions
from tools.play.host.seeded_dice import SeededDice


def left(player: ScriptedPlayer, variant: str = "dice-10000", players: int = 2) -> ScriptedPlayer:
    return banked(player, variant, players).press(MENU, LEAVE)


def banked(player: ScriptedPlayer, variant: str = "dice-10000", players: int = 2) -> ScriptedPlayer:
    """Starts a game of people and banks once."""
    player.start(players, variant)
    if "WHO STARTS?" in player.lines[0]:
        player.press(BANK, ROLL)
    player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    player.wait(400)
    return player


def parked(player: ScriptedPlayer) -> list[str]:
    """Returns the variants with a parked game."""
    return parking.parked_games(player.app.store)


@pytest.mark.parametrize("saved", [None, 5, "text", [], [1], {}, {"log": None}, {"log": []}, {"log": ["1"]}])
def test_a_parked_game_without_a_log_keeps_none(saved: object) -> None:
    assert parking.log_number(saved) == 0
    assert parking.log_number({"log": [3, 10, 77]}) == 3


def test_a_game_that_is_not_begun_can_be_left_without_a_loss_also_where_an_older_one_is_parked(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for name in ("ANNA", "BEN"):
        session = Session(new_game("pure", {"start": "seated"}, 2), [name, "EVA"])
        lost = parking.lost_by_leaving(store, session)
        assert lost is None
        session.game.apply(("roll", None), SeededDice(1))
        session.save(store)
        if name == "ANNA":
            parking.leave(store, session)
    assert parking.lost_by_leaving(store, session) == ("An older one is lost:", ["ANNA", "EVA"], [0, 0])


# Leaving and going on


def test_a_game_that_is_left_goes_on_from_the_first_line_as_it_was(player: ScriptedPlayer) -> None:
    before = session_of(banked(player)).game.record()
    screen = player.lines
    player.press(MENU, LEAVE)
    assert player.app.session is None and player.lines[1] == "1 \u2192Go on: P1 + P2"
    for console in (player, ScriptedPlayer(player.board.folder)):
        console.press(ROLL)
        assert session_of(console).game.record() == before and console.lines == screen
        assert parked(console) == []
        console.press(MENU, LEAVE)


def test_games_of_several_variants_are_parked_side_by_side_and_marked_in_the_list(player: ScriptedPlayer) -> None:
    left(left(player, "ten-thousand"), "zilch", 3)
    assert parked(player) == ["ten-thousand", "zilch"]
    assert player.lines[1:3] == ["1 \u2192Go on: P1+P2+P3", "2 Zilch: new"]
    assert player.lines[5] == "5 Ten Thousand ||" and player.lines[3] == "3 Dice 10 000"
    player.pick("Ten Thousand")
    assert player.lines[:6] == [
        "TEN THOUSAND MENU \u2193",
        "1 \u2192Go on",
        "2 New game",
        "3 Delete this game",
        "P1 1 050",
        "P2 0",
    ]
    player.press(ROLL)
    assert session_of(player).game.variant.name == "ten-thousand" and parked(player) == ["zilch"]


def test_a_game_without_a_roll_is_not_parked_and_a_finished_one_neither(player: ScriptedPlayer) -> None:
    player.start().press(MENU, LEAVE)
    assert parked(player) == [] and player.lines[1].startswith("1 \u2192Again")
    player.pick("Pure").press(1, MENU, 0).pick("Target").press(ROLL, ROLL, BANK, BANK, BANK, ROLL)
    session_of(player).game.scores[0] = 9900
    player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    assert player.lines[7] == "ROLL again BANK menu"
    player.press(BANK)
    assert parked(player) == [] and player.lines[1:3] == ["1 \u2192Again: P1 + P2", "2 Pure: new \u26551:0"]


# Nothing is lost without a question


def test_a_new_game_leaves_the_parked_one_until_it_is_left_itself_and_that_is_asked(player: ScriptedPlayer) -> None:
    left(player).pick("Dice 10 000").pick("New game").press(2, ROLL)
    assert parked(player) == ["dice-10000"]
    player.throw(1, 1, 1, 1, 2, 3).press(BANK, ROLL, MENU, LEAVE)
    assert player.lines[:6] == ["LEAVE THE GAME?", "", "An older one is lost:", "", "P1 1 050", "P2 0"]
    player.press(BANK)
    assert player.lines[0].startswith("PAUSE") and session_of(player).names == ["P1", "P2", "P3"]
    player.press(LEAVE, ROLL)
    assert player.lines[1] == "1 \u2192Go on: P1+P2+P3" and parked(player) == ["dice-10000"]


def test_a_parked_game_is_deleted_only_after_a_question(player: ScriptedPlayer) -> None:
    left(player).press(1).pick("Delete")
    assert "Its scores are lost" in player.screen and player.lines[7] == "ROLL delete BANK back"
    player.press(BANK, BANK)
    assert parked(player) == ["dice-10000"]
    player.press(1, 2, ROLL)
    assert parked(player) == [] and player.lines[1] == "1 \u2192Again: P1 + P2"


def test_six_games_can_be_parked_and_before_the_seventh_takes_the_place_of_the_oldest_that_is_asked(
    player: ScriptedPlayer,
) -> None:
    store = player.app.store
    variants = [variant.name for variant in VARIANTS if variant.name != "phase-10"][: parking.MOST]
    for number, variant in enumerate(variants):
        session = Session(new_game(variant, {"start": "seated"}, 2), ["ANNA", "BEN"])
        play_actions(session, SeededDice(number), 1)
        assert parking.lost_by_leaving(store, session) is None
        parking.leave(store, session)
    player.start(2, "phase-10").press(BANK, ROLL, ROLL, MENU, LEAVE)
    assert player.lines[0] == "LEAVE THE GAME?" and player.lines[2] == "Dice 10 000 is lost"
    player.press(BANK)
    assert parked(player) == sorted(variants)
    player.press(LEAVE, ROLL)
    assert parked(player) == sorted([*variants[1:], "phase-10"])


def test_a_game_that_cannot_be_saved_is_left_only_after_a_question(
    player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    banked(player)
    monkeypatch.setattr(player.app.store, "save", full)
    player.press(MENU, LEAVE)
    assert player.lines[2] == "It cannot be saved" and player.lines[4] == "P1 1 050"
    player.press(ROLL)
    assert "The disk is full" in player.screen
    assert player.press(ROLL).lines[0].startswith("SIXPIP")


@pytest.mark.parametrize("action", ["leave", "resume"])
def test_a_power_cut_while_a_game_is_parked_or_resumed_leaves_it_in_one_of_the_two_places(
    action: str,
) -> None:
    session = Session(new_game("pure", {}, 2), ["ANNA", "BEN"])
    disk = Disk(format_image(16))

    def play(store: Store) -> None:
        parking.leave(store, session)  # an older parked game is replaced
        for count in (6, 1):
            play_actions(session, SeededDice(count), count)
            session.save(store)
            if action == "resume":
                parking.leave(store, session)

    def act(store: Store) -> object:
        return parking.leave(store, session) if action == "leave" else resume.resume_parked(store, "pure", 0)

    def games(store: Store) -> list[object]:
        found = [store.load(name) for name in ("game", "parked/pure")]
        assert store.damaged == []
        return [saved["game"] if saved else None for saved in found]

    on(disk, play)
    record = session.game.record()
    found = [on(Disk(cut.image), games) for cut in cuts_amid(disk.image, act)]
    parked_at = found.index([None, record]) if action == "leave" else found.index([record, None])
    before, after = ([record, None], [None, record]) if action == "leave" else ([None, record], [record, None])
    assert 0 < parked_at and found == [before] * parked_at + [after] * (len(found) - parked_at)


def test_a_damaged_parked_game_is_set_aside_and_named(player: ScriptedPlayer, tmp_path: Path) -> None:
    left(left(player), "zilch")
    path = tmp_path / "parked" / "dice-10000"
    path.write_bytes(path.read_bytes()[:-9])
    player.pick("Dice 10 000")
    assert "could not use a parked game and has set that data aside." in player.screen.replace("|", " ")
    assert player.app.store.damaged == ["parked/dice-10000.bad"]
    assert "How many players?" in player.press(ROLL).screen


# Logs


def test_a_resumed_game_goes_on_in_its_log(player: ScriptedPlayer, tmp_path: Path) -> None:
    left(left(player), "zilch").pick("Dice 10 000").press(ROLL)
    player.throw(1, 1, 1, 5, 2, 3).press(BANK)
    lines = log_of(tmp_path, 1)
    assert "gap" not in lines and replay.replay(lines).scores == session_of(player).game.scores
    assert replay.replay(log_of(tmp_path, 2)).scores == [1050, 0]


@pytest.mark.long
def test_the_logs_of_parked_games_stay_when_old_logs_are_deleted(tmp_path: Path) -> None:
    player = left(ScriptedPlayer(str(tmp_path)))
    for _ in range(10):
        player.pick("Pure").press(1, ROLL).throw(1, 1, 1, 5, 2, 3).press(BANK, MENU, LEAVE)
        player.pick("Pure").press(2, ROLL)
    logs = sorted(int(path.stem[5:]) for path in (tmp_path / "logs").iterdir())
    assert logs == [1, *range(5, 12)]
    player.pick("Dice 10 000").press(ROLL).throw(1, 1, 1, 5, 2, 3)
    assert "gap" not in log_of(tmp_path, 1)


# The last game again


def test_two_presses_after_power_on_the_first_roll_of_a_game_like_the_last_one_is_thrown(
    player: ScriptedPlayer,
) -> None:
    player.pick("Ten Grand").press(1, MENU, 0).pick("Target").press(ROLL, BANK, BANK, BANK)
    player.press(1).pick("Bold").press(ROLL)
    rules = session_of(player).game.overrides
    player.press(MENU, MENU, 1, MENU, LEAVE)  # the coach, on request
    console = ScriptedPlayer(player.board.folder).press(ROLL)
    session = session_of(console)
    assert (session.names, session.styles, session.coach) == (["P1", "Bold"], [0, BOLD], 1)
    assert session.game.overrides == rules and rules
    console.wait(400)
    console.press(ROLL)
    assert session.game.rolls == 1 and session.game.player == 0


def test_the_seat_after_the_last_starter_starts_again_without_throws(player: ScriptedPlayer) -> None:
    player.start(3, "ten-grand").press(BANK, ROLL, ROLL)
    first = session_of(player).game.first
    for _ in range(3):
        player.press(MENU, LEAVE, 1, 2, ROLL, 0)  # leaves the game for good
        first = (first + 1) % 3
        assert session_of(player).game.player == first and "your turn" in player.screen
        player.wait(400)
        player.press(ROLL)


@pytest.mark.parametrize(("choice", "loser", "starter"), [(0, -1, 2), (0, 0, 2), (1, 0, 0), (1, -1, 2), (2, 0, -1)])
def test_the_setting_says_who_starts_the_next_game(choice: int, loser: int, starter: int) -> None:
    last = {"names": ["A", "B", "C"], "first": 1, "loser": loser}
    assert lineup.next_starter(last, choice) == starter
    assert lineup.next_starter({"names": ["A"], "first": 0, "loser": 0}, choice) == -1


@pytest.mark.parametrize(
    "wrong",
    [
        {"names": []},
        {"names": ["THIRTEEN LONG", "B"]},
        {"seats": [0]},
        {"first": 2},
        {"loser": None},
        {"rules": []},
        {"variant": 7},
    ],
    ids=json.dumps,
)
def test_a_last_game_that_makes_no_sense_is_not_offered(wrong: dict[str, object], player: ScriptedPlayer) -> None:
    player.start().press(MENU, LEAVE)
    saved = player.app.store.load("last")
    player.app.store.save("last", {**saved, **wrong})
    assert "Again" not in ScriptedPlayer(player.board.folder).screen


# The evening


def won(player: ScriptedPlayer, seat: int) -> None:
    game = session_of(player).game
    assert game.player == seat
    game.scores[seat] = 9900
    player.wait(400)
    player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)


def test_the_ranking_shows_the_wins_of_the_evening_from_the_second_game_on(player: ScriptedPlayer) -> None:
    won(player.start(2, "pure"), 0)
    assert player.lines[0] == "P1 wins!"
    player.press(ROLL)
    won(player, 1)
    assert player.lines[:3] == ["P2 \u26551 win", "10 950", "2 P1 \u26551 0"]
    player.press(ROLL)
    won(player, 0)
    assert player.lines[:3] == ["P1 \u26552 wins", "10 950", "2 P2 \u26551 0"]
    assert player.press(BANK).lines[1:3] == ["1 \u2192Again: P1 + P2", "2 Pure: new \u26552:1"]
    assert ScriptedPlayer(player.board.folder).lines[2] == "2 Pure: new"  # the console was switched off


@pytest.mark.parametrize("record", [[], {}, {"names": ["ANNA"]}, {"names": ["ANNA"], "game": {"scores": "none"}}])
def test_a_parked_record_without_names_and_scores_is_set_aside_and_not_listed(record: Any, tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.save(parking.record_name("pure"), record)
    assert parking.load(store, "pure") is None and store.damaged
    store.save(RECORD, record)
    assert not parking.park_record(store)


def test_of_a_lost_game_whose_variant_is_gone_the_first_letters_of_its_name_are_shown(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for number in range(parking.MOST):
        saved = {"names": ["ANNA"], "game": {"scores": [number]}, "log": [9 - number, 0, 0]}
        store.save(parking.record_name(f"own-variant-name{number}"), saved)
    session = Session(new_game("pure", {"start": "seated"}, 2), ["BEN", "EVA"])
    session.game.apply(("roll", None), SeededDice(1))
    assert parking.lost_by_leaving(store, session) == ("own-variant-n is lost", ["ANNA"], [5])
    assert parking.leave(store, session) == "" and "own-variant-name5" not in parking.parked_games(store)
    assert len(parking.parked_games(store)) == parking.MOST


def begun(store: Store, variant: str = "pure", match: "list[int] | None" = None) -> Session:
    """A saved game in its first turn."""
    session = Session(new_game(variant, {"start": "seated"}, 2), ["ANNA", "BEN"])
    session.match = match or []
    session.apply(("roll", None), SeededDice(1))
    session.save(store)
    return session


def test_a_trouble_with_the_record_of_the_last_game_is_told_and_the_game_is_parked_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(str(tmp_path))
    session = begun(store)
    save = store.save
    monkeypatch.setattr(store, "save", lambda name, value: full() if name == LAST else save(name, value))
    assert parking.leave(store, session) == "The disk is full: remove files to save again."
    assert parking.parked_games(store) == ["pure"] and not store.has(RECORD) and not session.unsaved


@pytest.mark.parametrize(
    ("now", "names", "found"),
    [
        ([2, 1, 1], ["ANNA", "BEN"], [2, 1, 1]),
        ([2, 2, 1], ["ANNA", "BEN"], [2, 1, 0]),  # decided
        ([3, 1, 1], ["ANNA", "BEN"], [2, 1, 0]),  # another length
        ([2, 1, 1], ["BEN", "ANNA"], [2, 1, 0]),
        ([], ["ANNA", "BEN"], [2, 1, 0]),
    ],
)
def test_a_parked_game_goes_on_in_the_match_as_its_players_have_gone_on(
    now: list[int], names: list[str], found: list[int], tmp_path: Path
) -> None:
    store = Store(str(tmp_path))
    session = begun(store, match=[2, 1, 0])
    parking.leave(store, session)
    store.save(LAST, {**session.as_last_game(), "match": now, "names": names})
    resumed = resume.resume_parked(store, "pure", 2)
    assert resumed and resumed.match == found and resumed.coach == 2
    assert resumed.other_records == {LAST: resumed.as_last_game()} and parking.parked_games(store) == []
    assert resumed.game.record() == session.game.record() and store.has(RECORD)


def test_a_game_whose_log_is_missing_keeps_the_logs_of_the_parked_games(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for variant in ("pure", "zilch", "farkle"):
        parking.leave(store, begun(store, variant))
    session = begun(store, "ten-grand")
    assert (session.log.position(store)[0], parking.logs_in_use(store)) == (4, [3, 1, 2])
    saved = store.load(RECORD)
    store.save(RECORD, {**saved, "log": [4, 9, 9]})
    again = resume.resume(store)
    assert again and again.log.in_use == [3, 1, 2] and again.log.lines == ["gap"]
    store.save(RECORD, saved)
    again = resume.resume(store)
    assert again and again.log.in_use == [] and again.log.lines == []
    store.save(parking.record_name("pure"), {**saved, "log": None})
    again = resume.resume_parked(store, "pure", 0)
    assert again and again.log.in_use == [3, 2]


def test_a_parked_game_that_makes_no_sense_stays_parked_with_the_reason(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    session = begun(store)
    parking.leave(store, session)
    saved = store.load(parking.record_name("pure"))
    store.save(parking.record_name("pure"), {**saved, "best": "x"})
    with pytest.raises(StorageError, match="This game cannot go on: .* It stays parked."):
        resume.resume_parked(store, "pure", 0)
    assert parking.parked_games(store) == ["pure"] and resume.resume_parked(store, "zilch", 0) is None


def test_a_saved_game_comes_back_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    session = begun(store, match=[2, 1, 0])
    session.best, session.coach, session.helped, session.advised = 350, 1, [2, 0], (7, 9)
    session.wins, session.members = {"ANNA": 2}, [["A", "B"], ["C", "D"]]
    session.set_counts([350, 0, 1, 0, 2, 0, 1])
    session.unsaved = True
    session.save(store)
    again = resume.resume(Store(str(tmp_path)))
    assert again and not again.unsaved and again.log.lines == [] and again.names == ["ANNA", "BEN"]
    for name in ("best", "coach", "helped", "advised", "wins", "members", "match", "styles"):
        assert getattr(again, name) == getattr(session, name), name
    assert again.counts() == session.counts() and again.game.record() == session.game.record()


def test_a_game_that_is_over_is_not_parked(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    session = begun(store)
    session.game.stage = OVER
    assert parking.lost_by_leaving(store, session) is None
    assert parking.leave(store, session) == "" and parking.parked_games(store) == [] and not store.has(RECORD)
    assert store.load(LAST)["variant"] == "pure"
