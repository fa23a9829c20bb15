"""A duel by link: its formula, the turn that the console plays, what a link holds, and what is found to be wrong."""

import hashlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tests.duel_fixture import long_duel
from host_tests.game_fixture import assert_no_undo, new_player
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, on_board
from sixpip.app.games.game_log import MAX_BYTES
from sixpip.app.games.session import COACH_OFF
from sixpip.app.settings import RECORD
from sixpip.players.styles import STEADY
from sixpip.rules.core import replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.errors import BadLine
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.screens.play.game_screen import ASK
from sixpip.storage.record_store import Store
from tools.play.demo import duel
from tools.play.host.fake import FakeBoard
from tools.play.host.seeded_dice import SeededDice
from tools.play.share import codec

HEAD = "game pure players=2 duel=abc"
NAMES = "# ANNA, BEN"
START = f"{HEAD}\n{NAMES}\n"


def as_documented(played: str, roll: int) -> list[int]:
    """The faces of six dice, by the formula of firmware/RANDOMNESS.md; `played`: the lines of the turns before."""
    digest = hashlib.sha256(f"{START}{played}roll {roll}".encode()).digest()
    return [byte % 6 for byte in digest if byte < 252][:6]


def played_duel(variant: str, actions: int = 5000, seats: str = "person,person,steady") -> str:
    """The log of a duel of Steady in all seats, as the console writes it."""
    lines = [f"game {variant} players=3 seats={seats} duel=abc123", "# ANNA, BEN, Steady"]
    found = duel.Duel(lines)
    session = duel.session_of(found, lines)
    dice = duel.DuelDice(SimpleNamespace(playing=session), found.head())
    player = new_player(found.game, STEADY)
    made = 0
    while found.game.stage != OVER and made < actions:
        while player.prepare() or player.think():
            pass
        for action in player.choose()[0]:
            session.apply(action, dice)
            made += 1
    return found.head() + "\n".join(session.log.lines) + "\n"


def opened(log: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(duel.open_log(log))
    return found


def duel_console(folder: Path, log: str = START) -> ScriptedPlayer:
    """A console that is switched on with a duel, without the animation of a roll."""
    store = Store(str(folder))
    if not store.has(RECORD):
        store.save(RECORD, {"tumble": 2, "hinted": 15})
    (folder / duel.FILE).write_text(log)
    assert duel.is_known(str(folder))
    player = on_board(FakeBoard(str(folder)))
    duel.open_game(player.app)
    player.settle()
    return player


def take_turn(player: ScriptedPlayer) -> None:
    """Rolls, and banks as soon as that is possible."""
    app = player.app
    for _ in range(60):
        if duel.is_over(app):
            return
        player.press(BANK if getattr(app.screen, "mode", "") == ASK and "bank" in app.playing.game.legal() else ROLL)
        player.wait(600)
    raise AssertionError("the turn did not end")


def log_of(folder: Path) -> str:
    """The log of a duel that was played on the console, with its id."""
    return (folder / "logs" / "game-1.log").read_text().replace("\n", " duel=abc\n", 1)


def test_the_dice_follow_from_the_turns_before_and_the_number_of_the_roll_by_the_documented_formula() -> None:
    played = duel.Played(START)
    assert list(played.faces(6)) == as_documented("", 1) and list(played.faces(2)) == as_documented("", 1)[:2]
    played.add(["roll", "6", "1", "5"])
    assert list(played.faces(6)) == as_documented("", 2)
    played.add(["keep", "5", "1"])
    played.add(["bank"])
    assert list(played.faces(6)) == as_documented("", 2)
    played.end_turn()
    assert list(played.faces(6)) == as_documented("roll 1 5 6\nkeep 1 5\nbank\n", 1)


def test_another_id_name_computer_or_house_rule_gives_other_dice() -> None:
    heads = [
        START,
        f"{HEAD}d\n{NAMES}\n",
        f"{HEAD}\n# ANNA, BENN\n",
        f"game pure players=2 seats=person,bold duel=abc\n{NAMES}\n",
        f"game pure players=2 target=5000 duel=abc\n{NAMES}\n",
        f"game farkle players=2 duel=abc\n{NAMES}\n",
    ]
    made = {duel.Duel(head.split("\n")).head() for head in heads}
    assert len(made) == len(heads)
    assert len({bytes(duel.Played(head).faces(6)) for head in made}) == len(heads)


def test_the_first_line_of_a_link_may_have_its_words_in_any_order() -> None:
    mixed = "game pure duel=abc target=5000 opening=500 players=2"
    assert duel.Duel([mixed, NAMES]).head() == f"game pure players=2 opening=500 target=5000 duel=abc\n{NAMES}\n"


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_a_duel_has_its_dice_also_as_a_link_and_shows_each_turn(variant: str) -> None:
    log = played_duel(variant)
    shared = codec.decode(codec.encode(log))
    for text in (log, shared):
        lines = text.rstrip("\n").split("\n")
        assert duel.first_wrong_turn(duel.Duel(lines), lines) == -1
    found = opened(shared)
    game = replay.replay([line.replace(" duel=abc123", "") for line in shared.split("\n")])
    assert found["whole"] == shared and found["wrong"] == -1 and found["over"] and not found["isBegun"]
    assert (found["scores"], found["winner"]) == (game.scores, game.winner)
    assert found["ranking"][0] == game.winner and found["computers"] == [False, False, True]
    assert len(found["turns"]) == sum(game.turns) and all(turn["words"] for turn in found["turns"])


def test_a_turn_that_is_not_over_is_no_part_of_the_whole() -> None:
    lines = codec.decode(codec.encode(played_duel("pure", 40))).split("\n")
    log = "\n".join(lines[: max(at for at, line in enumerate(lines) if line.startswith("keep")) + 1]) + "\n"
    found = opened(log)
    assert found["isBegun"] and log.startswith(found["whole"]) and found["whole"] != log
    assert found["player"] == len(found["turns"]) % 3 and not opened(found["whole"])["isBegun"]


def test_a_single_die_that_was_changed_is_found_with_its_turn() -> None:
    lines = codec.decode(codec.encode(played_duel("pure", 40))).rstrip("\n").split("\n")
    last = max(at for at, line in enumerate(lines) if line.startswith("roll "))
    turns = opened("\n".join(lines[:last]) + "\n")["turns"]
    kind, first, *rest = lines[last].split(" ")
    changed = [*lines[:last], " ".join([kind, str(int(first) % 6 + 1), *rest])]
    assert opened("\n".join([*lines[: last + 1]]) + "\n")["wrong"] == -1
    assert opened("\n".join(changed) + "\n")["wrong"] == len(turns)


def test_a_decision_that_was_changed_in_a_turn_before_gives_other_dice_after_it() -> None:
    log = f"{START}roll {' '.join(str(face + 1) for face in as_documented('', 1))}\n"
    lines = log.rstrip("\n").split("\n")
    assert duel.first_wrong_turn(duel.Duel(lines), lines) == -1
    one = "roll 1 1 2 3 4 6\nkeep 1 1\nbank\n"
    other = "roll 1 1 2 3 4 6\nkeep 1\nbank\n"
    assert as_documented(one, 1) != as_documented(other, 1)


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("game pure players=2\n# ANNA, BEN\n", "This link is of no duel"),
        ("game pure players=2 duel=\n# ANNA, BEN\n", "This link is of no duel"),
        ("game pure players=2 duel=a duel=b\n# ANNA, BEN\n", "This link is of no duel"),
        (f"{HEAD}\n", "This duel does not name its players"),
        (f"{HEAD}\n# ANNA\n", "This duel does not name its players"),
        (f"{HEAD}\n# ANNA, \n", "This duel does not name its players"),
        (f"{HEAD}\n# ANNA, BEN -> 1\n", "This duel does not name its players"),
        (f"{HEAD}\n# ANNA, CHARLOTTELYNN\n", "This duel does not name its players"),
        (f"game pure players=2 seats=person,bad duel=a\n{NAMES}\n", "There is no computer player 'bad'"),
        (f"game chess players=2 duel=a\n{NAMES}\n", "chess"),
        (f"{START}roll 2 2 3 4 6 6\nkeep 2\n", "2"),
    ],
)
def test_a_link_that_is_of_no_duel_or_cannot_be_played_gets_one_sentence(log: str, reason: str) -> None:
    assert reason in opened(log)["error"]


def test_a_folder_without_a_duel_is_known_to_have_none(tmp_path: Path) -> None:
    assert not duel.is_known(str(tmp_path))
    (tmp_path / duel.FILE).write_text("game pure players=2\n# ANNA, BEN\n")
    assert not duel.is_known(str(tmp_path))
    with pytest.raises(BadLine):
        duel.Duel(["game pure"])


def test_the_console_plays_one_turn_with_the_dice_of_the_duel_and_then_is_done(tmp_path: Path) -> None:
    player = duel_console(tmp_path)
    assert player.lines[0] == "ANNA 0" and not duel.is_over(player.app)
    assert player.app.settings.values["coach"] == COACH_OFF
    player.press(ROLL)
    assert list(player.app.playing.game.faces) == as_documented("", 1)
    take_turn(player)
    found = opened(log_of(tmp_path))
    assert (found["wrong"], found["player"], len(found["turns"])) == (-1, 1, 1)


def test_a_console_that_was_switched_off_has_the_same_turn_and_no_second_one(tmp_path: Path) -> None:
    player = duel_console(tmp_path)
    player.press(ROLL)
    faces = list(player.app.playing.game.faces)
    again = duel_console(tmp_path)
    assert list(again.app.playing.game.faces) == faces
    take_turn(again)
    turns = list(again.app.playing.game.turns)
    once_more = duel_console(tmp_path)
    assert duel.is_over(once_more.app) and list(once_more.app.playing.game.turns) == turns


def test_a_turn_that_was_left_goes_on_with_the_same_dice(tmp_path: Path) -> None:
    player = duel_console(tmp_path)
    player.press(ROLL)
    faces = list(player.app.playing.game.faces)
    player.press(MENU).pick("Leave")
    while player.app.session:
        player.press(ROLL)
    assert not duel.is_over(player.app)
    again = duel_console(tmp_path)
    assert list(again.app.playing.game.faces) == faces


def test_no_decision_of_a_duel_can_be_taken_back(tmp_path: Path) -> None:
    player = duel_console(tmp_path)
    player.press(ROLL)
    while player.app.playing.game.turns == [0, 0]:
        player.press(BANK if "bank" in player.app.playing.game.legal() else ROLL)
    assert player.app.playing.undo is None
    assert_no_undo(player.press(MENU))


def test_the_computers_after_a_player_take_their_turns_in_the_same_console(tmp_path: Path) -> None:
    head = "game pure players=3 seats=person,person,bold duel=abc\n# ANNA, BEN, Bold\n"
    log = f"{head}roll 2 2 3 4 6 6\n"
    player = duel_console(tmp_path, log)
    assert player.app.playing.game.player == 1
    take_turn(player)
    game = player.app.playing.game
    assert list(game.turns) == [1, 1, 1] and game.player == 0
    found = opened(log_of(tmp_path))
    assert found["names"] == ["ANNA", "BEN", "Bold"] and found["wrong"] == 0  # the throw of ANNA was made up
    lines = log_of(tmp_path).rstrip("\n").split("\n")
    played = duel.Played(duel.Duel(lines).head())
    played.add(["roll", "2", "2", "3", "4", "6", "6"])
    played.end_turn()
    second = next(line for line in lines[3:] if line.startswith("roll"))
    assert second.split(" ")[1:] == [str(face + 1) for face in played.faces(6)]


def finished_duel(folder: Path) -> ScriptedPlayer:
    """A console with the ranking of a duel, which has just been opened."""
    player = duel_console(folder, f"game pure players=2 target=500 end=sudden duel=abc\n{NAMES}\n")
    game = player.app.playing.game
    game.scores[0] = 450
    for _ in range(60):
        if game.stage == OVER:
            break
        player.press(BANK if "bank" in game.legal() else ROLL)
        player.wait(700)
        if game.player == 1:
            game.player = 0
    assert game.stage == OVER
    player.wait(2500)
    return player


def test_a_duel_that_is_over_shows_its_ranking_for_four_seconds_and_counts_for_no_records(tmp_path: Path) -> None:
    player = finished_duel(tmp_path)
    assert not duel.is_over(player.app)
    player.press(MENU)
    player.wait(4500)
    assert not duel.is_over(player.app), "the score curves are open"
    player.press(BANK)
    assert duel.is_over(player.app)
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith("statistics")]


def test_the_coach_is_named_in_the_turn_that_it_advised() -> None:
    log = f"{START}roll 1 1 2 3 4 6\n# the coach advises ANNA\nkeep 1 1\nbank\n"
    shared = codec.decode(codec.encode(log))
    assert opened(shared)["turns"][0]["words"][:2] == ["rolls 1 1 2 3 4 6", "asks the coach"]


def test_a_press_leaves_the_ranking_of_a_duel_and_begins_no_other_game(tmp_path: Path) -> None:
    player = finished_duel(tmp_path)
    game = player.app.playing.game
    assert not duel.is_over(player.app)
    player.press(ROLL)
    assert duel.is_over(player.app) and player.app.playing.game is game


def test_a_duel_with_a_log_that_is_too_long_for_a_console_goes_on_with_its_dice(tmp_path: Path) -> None:
    log = long_duel(26_000)
    player = duel_console(tmp_path, log)
    take_turn(player)
    played = (tmp_path / "logs" / "game-1.log").read_text().replace("\n", " duel=abc123\n", 1)
    assert len(played) > MAX_BYTES and player.app.playing.log.path()
    found = opened(played)
    assert found["wrong"] == -1 and len(found["turns"]) == len(opened(log)["turns"]) + 1
    assert not found["isTooLong"]


def test_a_duel_whose_link_would_not_open_takes_no_other_turn() -> None:
    log = long_duel(52_000, SeededDice(1))
    shared = codec.decode(codec.encode(log))
    assert len(codec.encode(log)) < 4000 and shared == log
    assert opened(shared)["isTooLong"] and not opened(START)["isTooLong"]
