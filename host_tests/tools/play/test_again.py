"""A game with the dice of another one: its throws, the game that the console plays, and who beats whom."""

import hashlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tests import random_play
from host_tests.game_fixture import new_player, played_log, take_back_now
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer, on_board
from sixpip.app.games.session import Session
from sixpip.app.settings import RECORD
from sixpip.players.styles import BOLD, STEADY
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.storage.record_store import Store
from tools.play.demo import again
from tools.play.host.fake import FakeBoard
from tools.play.host.seeded_dice import SeededDice
from tools.play.share import codec

SHARED = """game pure players=2 beat=1
# ANNA, BEN
roll 1 1 2 3 4 6
keep 1 1
roll 2 2 3 5
bank
roll 2 2 3 4 6 6
roll 1 1 1 2 3 5
bank
roll 1 2 2 3 4 6
bank
"""
LINES = SHARED.rstrip("\n").split("\n")


def mixed(faces: list[int], turn: int, roll: int) -> list[int]:
    """The faces of a throw in the order of firmware/RANDOMNESS.md."""
    keys = hashlib.sha256(f"{SHARED}{turn} {roll} order".encode()).digest()
    return [face for _, face in sorted(zip(keys, faces, strict=False), key=lambda pair: pair[0])]


def derived(turn: int, roll: int) -> list[int]:
    """The dice that the shared game does not have, by the formula of firmware/RANDOMNESS.md."""
    digest = hashlib.sha256(f"{SHARED}{turn} {roll}".encode()).digest()
    return [byte % 6 for byte in digest if byte < 252][:6]


def shared_log(variant: str, seat: int, seed: int = 5) -> str:
    """The challenge to beat a player in a game of computers, as its link has it."""
    game: Any = new_game(variant, {"start": "seated"}, 2)
    log = played_log(game, BOLD, SeededDice(seed), ["ANNA", "BEN"])
    return codec.decode(codec.encode(log.replace("\n", f" beat={seat}\n", 1)))


def own_game(log: str, style: int = STEADY) -> str:
    """The log of a computer alone with the dice of a challenge, as its link has it."""
    challenge = again.Challenge(log.rstrip("\n").split("\n"))
    session = Session(challenge.alone(), ["CARL"])
    dice = again.AgainDice(SimpleNamespace(playing=session), challenge.dice)
    player = new_player(session.game, style)
    while session.game.stage != OVER:
        while player.prepare() or player.think():
            pass
        for action in player.choose()[0]:
            session.apply(action, dice)
    head = f"game {session.game.variant.name} players=1"
    words = " ".join(f"{key}={value}" for key, value in session.game.overrides.items())
    return codec.decode(codec.encode("\n".join([f"{head} {words}".strip(), "# CARL", *session.log.lines]) + "\n"))


def compared(log: str, own: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(again.open_log(log, own))["own"]
    return found


def again_console(folder: Path, log: str = SHARED) -> ScriptedPlayer:
    """A console that is switched on with a challenge, without the animation of a roll."""
    store = Store(str(folder))
    if not store.has(RECORD):
        store.save(RECORD, {"tumble": 2, "hinted": 15})
    (folder / again.FILE).write_text(log)
    (folder / again.NAME_FILE).write_text("CARL")
    assert again.is_known(str(folder))
    player = on_board(FakeBoard(str(folder)))
    again.open_game(player.app)
    player.settle()
    return player


def test_the_throws_are_those_of_the_player_by_turn_and_number_and_mixed() -> None:
    challenge = again.Challenge(LINES)
    assert (challenge.name, challenge.scores) == ("ANNA", [250, 1300])
    game = challenge.alone()
    assert challenge.dice.faces(game, 1) == mixed([0, 0, 1, 2, 3, 5], 1, 1)
    assert sorted(challenge.dice.faces(game, 2)[:4]) == [1, 1, 2, 4]
    game.turns[0] = 1
    assert challenge.dice.faces(game, 1) == mixed([0, 0, 0, 1, 2, 4], 2, 1)


def test_dice_and_throws_that_the_shared_game_does_not_have_follow_from_its_log() -> None:
    challenge = again.Challenge(LINES)
    game = challenge.alone()
    assert challenge.dice.faces(game, 2)[4:] == derived(1, 2)[4:]
    assert challenge.dice.faces(game, 3) == derived(1, 3)
    game.turns[0] = 7
    assert challenge.dice.faces(game, 1) == derived(8, 1)


def test_fewer_dice_are_the_first_ones_of_the_throw() -> None:
    challenge = again.Challenge(LINES)
    game: Any = challenge.alone()
    every = challenge.dice.faces(game, 1)
    game.kept = 0b000111
    assert challenge.dice.faces(game, 1) == every[:3]


def test_the_last_score_of_a_player_has_what_the_end_of_the_game_adds() -> None:
    challenge = again.Challenge(shared_log("farkle", 1).rstrip("\n").split("\n"))
    assert challenge.scores[-1] == challenge.game.scores[0]
    assert len(challenge.scores) == challenge.game.turns[0]


@pytest.mark.parametrize("seat", [1, 2])
def test_in_phase_10_the_scores_are_those_of_a_player_alone(seat: int) -> None:
    differing = 0
    for seed in range(8):
        log = shared_log("phase-10", seat, seed)
        challenge = again.Challenge(log.rstrip("\n").split("\n"))
        assert len(challenge.scores) == challenge.game.turns[seat - 1]
        same = compared(log, own_game(log, BOLD))
        if same["verdict"] is not None and same["scores"][: len(challenge.scores)] == challenge.scores:
            assert same["verdict"] == 0
        differing += challenge.scores[-1] != challenge.game.scores[seat - 1]  # the 40 points, or those of misses
    assert differing


def test_a_marked_die_and_the_dice_of_phase_10_keep_their_places() -> None:
    game: Any = new_game("five-cubes")
    throws = again.Throws("")
    throws.note(0, 1, [0, 1, 2, 3, 4], [game.dice_set.wild, 3, 5, 1, 3])
    assert throws.faces(game, 1)[0] == game.dice_set.wild
    game.kept = 1
    assert sorted(throws.faces(game, 1)) == [1, 3, 3, 5]
    faces = "6O 10R 8B 8B 10G 9G 2G 4O 1O WR"
    challenge = again.Challenge(f"game phase-10 players=1 beat=1\n# ANNA\nroll {faces}\nstop".split("\n"))
    game = challenge.alone()
    every = challenge.dice.faces(game, 1)
    game.kept = 0b1010101010
    assert challenge.dice.faces(game, 1) == every[::2]


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_a_game_with_the_dice_of_a_challenge_has_them_also_as_a_link_and_any_other_has_not(variant: str) -> None:
    log = shared_log(variant, 2)
    own = own_game(log)
    found = compared(log, own)
    assert found["hasDice"] and found["isOver"] and found["name"] == "CARL" and found["verdict"] in (-1, 0, 1)
    assert not compared(shared_log(variant, 1), own)["hasDice"]
    assert not compared(shared_log(variant, 2, seed=6), own)["hasDice"]


def test_who_plays_as_the_other_player_has_the_same_game() -> None:
    log = shared_log("farkle", 1)
    lines = log.rstrip("\n").split("\n")
    found = again.Challenge(lines)
    own = own_game(log, BOLD)
    mine = compared(log, own)["scores"]
    assert mine[0] == found.scores[0]


def test_a_challenge_has_the_house_rules_of_its_game_but_nobody_throws_for_the_start() -> None:
    for seed in range(12):
        head = random_play.head("dice-10000", seed)
        lines = random_play.play(head.removeprefix("game "), seed, 300)[:-1]
        log = codec.decode(codec.encode("\n".join([lines[0] + " beat=1", *lines[1:]]) + "\n"))
        found = json.loads(again.open_log(log))
        if "error" not in found:
            assert compared(log, own_game(log))["hasDice"], head


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("game pure players=2\n# ANNA, BEN\n", "This link does not say whom to beat"),
        ("game pure players=2 beat=3\n# ANNA, BEN\n", "This link does not say whom to beat"),
        ("game pure players=2 beat=0\n# ANNA, BEN\n", "This link does not say whom to beat"),
        ("game pure players=2 beat=1 beat=2\n# ANNA, BEN\n", "This link does not say whom to beat"),
        ("game pure players=2 beat=2\n# ANNA, BEN\nroll 2 2 3 4 6 6\n", "BEN has no turn to beat"),
        ("game pure players=2 beat=2\nroll 2 2 3 4 6 6\n", "Player 2 has no turn to beat"),
        ("game chess players=2 beat=1\n# ANNA, BEN\n", "chess"),
        ("game pure players=2 beat=1\n# ANNA, BEN\nroll 2 2 3 4 6 7\n", "7"),
    ],
)
def test_a_link_that_is_no_challenge_gets_one_sentence(log: str, reason: str) -> None:
    assert reason in json.loads(again.open_log(log))["error"]


@pytest.mark.parametrize(
    ("own", "is_over", "is_phase", "expected"),
    [
        ([100, 300], False, False, None),
        ([100, 300], True, False, 1),  # the end in fewer turns
        ([100, 300], True, True, -1),
        ([100, 900], True, True, 1),
        ([100, 300, 501], True, False, 1),
        ([100, 300, 500], False, False, 0),
        ([100, 300, 499], False, False, -1),
        ([100, 300, 400, 900], True, False, -1),  # more points, but later
        ([], False, False, None),
    ],
)
def test_more_points_after_as_many_turns_win_and_so_does_an_earlier_end(
    own: list[int], is_over: bool, is_phase: bool, expected: int | None
) -> None:
    assert again.verdict([0, 250, 500], own, is_over, is_phase) == expected


def test_the_page_gets_the_scores_of_both_games_turn_by_turn() -> None:
    found = json.loads(again.open_log(SHARED))
    assert {key: found[key] for key in ("title", "name", "scores", "rules", "isPhase", "start")} == {
        "title": "Pure", "name": "ANNA", "scores": [250, 1300], "rules": "", "isPhase": False, "start": 0,
    }  # fmt: skip
    assert "own" not in found
    own = "game pure players=1\n# CARL\nroll 1 1 2 3 4 6\nkeep 1 1\nbank\nroll 1 1 1 2 3 5\n"
    assert compared(SHARED, own) == {
        "name": "CARL", "scores": [200], "isOver": False, "hasDice": True, "verdict": None,
    }  # fmt: skip
    other = own.replace("game pure players=1", "game pure players=1 target=5000")
    assert not compared(SHARED, other)["hasDice"]


def test_a_game_with_a_head_start_is_compared_with_it() -> None:
    log = SHARED.replace("players=2", "players=2 head_start=500,0")
    found = json.loads(again.open_log(log))
    assert (found["start"], found["scores"]) == (500, [750, 1800])


def test_the_console_plays_alone_with_the_name_the_rules_and_the_throws(tmp_path: Path) -> None:
    log = SHARED.replace("players=2", "players=2 target=5000")
    player = again_console(tmp_path, log)
    assert player.lines[0] == "CARL 0" and not again.is_over(player.app)
    assert player.app.playing.game.overrides == {"target": 5000} and player.app.playing.game.players == 1
    player.press(ROLL)
    thrown = list(player.app.playing.game.faces)
    assert sorted(thrown) == [0, 0, 1, 2, 3, 5]
    reloaded = again_console(tmp_path, log)
    assert list(reloaded.app.playing.game.faces) == thrown


def test_a_bank_that_was_taken_back_does_not_change_the_dice(tmp_path: Path) -> None:
    player = again_console(tmp_path)
    game = player.app.playing.game
    player.press(ROLL)
    faces = list(game.faces)
    player.press(BANK)
    assert game.turns == [1]
    take_back_now(player)
    assert game.turns == [0] and list(game.faces) == faces
    challenge = again.Challenge(LINES)
    player.press(ROLL, ROLL)
    assert game.rolls == 2
    thrown = [face for place, face in enumerate(game.faces) if not game.kept >> place & 1]
    second = challenge.dice.faces(game, 2)
    assert thrown == second[: len(thrown)]


def test_the_console_is_done_when_the_game_is_over_and_it_counts_for_no_records(tmp_path: Path) -> None:
    player = again_console(tmp_path)
    game = player.app.playing.game
    game.scores[0] = 9999
    for _ in range(60):
        if game.stage == OVER:
            break
        player.press(BANK if "bank" in game.legal() else ROLL)
        player.wait(700)
    player.wait(2500)
    assert not again.is_over(player.app)
    player.press(ROLL)
    assert again.is_over(player.app)
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith("statistics")]


def test_a_folder_without_a_challenge_is_known_to_have_none(tmp_path: Path) -> None:
    assert not again.is_known(str(tmp_path))
    (tmp_path / again.FILE).write_text("game pure players=2\n# ANNA, BEN\n")
    assert not again.is_known(str(tmp_path))
