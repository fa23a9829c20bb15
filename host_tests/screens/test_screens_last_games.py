"""The last games again: each step of a log as the game was, forward and back, and damaged logs with the reason."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import effort
from host_tests.mutations import mutations
from host_tests.random_play import Lcg, choose
from host_tests.random_session import RandomSession
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_screen
from sixpip.rules.core import replay
from sixpip.rules.core.events import TOOK
from sixpip.rules.rulebook import variants
from sixpip.rules.rulebook.variant import Variant
from sixpip.rules.rulebook.variants import PIPS, VARIANTS
from sixpip.screens.history.last_games import GameReplay, ReplayScreen
from sixpip.screens.history.logged_game import BROKEN
from sixpip.storage.record_store import Store
from sixpip.view import palette
from tools import FIRMWARE

NAMES = [variant.name for variant in VARIANTS]
TURN_BACK, TURN_ON = 0, 1
MOST_BYTES = 48 * 1024

MEASURE = """
import sys, tracemalloc
sys.path.insert(0, "")
from sixpip.screens.history.last_games import GameReplay
start = lambda: GameReplay(sys.argv[1], lambda: None)
start().forward()  # what Python keeps of a first step does not count
found = start()
tracemalloc.start()
while not found.at_end():
    found.forward()
print(found.step, *tracemalloc.get_traced_memory())
"""
"""Replays a log to its end; prints the number of steps, and the bytes of memory at the end and at most."""


def session(variant: str, seed: int = 1, players: int = 2, taken_back: int = 0, **rules: Any) -> RandomSession:
    """Returns a game that is played to its end at random."""
    return RandomSession(variant, seed, players, rules).play(taken_back=taken_back)


def log_of(folder: Path, number: int = 1) -> Path:
    """Returns the path of a log."""
    return folder / "logs" / f"game-{number}.log"


def replay_of(path: Path) -> GameReplay:
    """Returns the replay of a log at its start."""
    return GameReplay(str(path), lambda: None)


def saved(folder: Path, *sessions: RandomSession) -> Path:
    """Saves games with their logs; returns the path of the last log."""
    for each in sessions:
        each.save(Store(str(folder)))
    Store(str(folder)).delete("game")
    return log_of(folder, len(sessions))


def listed(folder: Path) -> ScriptedPlayer:
    """Switches a console on and opens the list of the last games."""
    return ScriptedPlayer(str(folder)).pick("Records").pick("Last games")


def actions_in(path: Path) -> int:
    return len(list(states(path))) - 1


def states(path: Path) -> Iterator[dict[str, Any]]:
    """Yields the game before the first action and after each, by the replay that reads the whole log."""
    lines = [
        line for line in replay.without_undone(path.read_text(encoding="utf-8").splitlines()) if replay.words_of(line)
    ]
    game = replay.start(replay.words_of(lines[0])[1:])
    yield game.record()
    for line in lines[1:]:
        game.apply(*replay.action_of(game, replay.words_of(line)))
        yield game.record()


@pytest.mark.parametrize("variant", NAMES)
def test_a_log_of_every_game_ends_with_the_scores_of_the_game(variant: str, tmp_path: Path) -> None:
    played = session(variant, seed=7, players=3, taken_back=4)
    path = saved(tmp_path, played)
    found = replay_of(path)
    while not found.at_end():
        found.forward()
    assert found.game.record() == played.game.record() and found.names == played.names
    assert found.step == actions_in(path)


def test_the_dice_of_a_replay_are_in_the_color_of_the_player(tmp_path: Path) -> None:
    played = session("dice-10000")
    saved(tmp_path, played)
    player = listed(tmp_path).press(0)
    seen = set()
    for _ in range(12):
        player.press(ROLL)
        seat = [player.lines[0].startswith(name) for name in played.names].index(True)
        expected = bytearray(player.board.palette)
        palette.set_player(expected, seat)
        assert player.board.palette == expected
        seen.add(seat)
    assert seen == {0, 1}


def test_a_log_without_names_has_the_numbers_of_the_seats(tmp_path: Path) -> None:
    for players, names in ((1, ["P1"]), (2, ["P1", "P2"])):
        path = tmp_path / "game-1.log"
        path.write_text(f"game pure players={players}\nroll 1 2 3 4 5 6\n", encoding="utf-8")
        assert replay_of(path).names == names


@pytest.mark.parametrize("variant", ["dice-10000", "phase-10"])
def test_roll_steps_to_the_end_of_the_log_and_bank_back_to_the_list(variant: str, tmp_path: Path) -> None:
    played = session(variant)
    path = saved(tmp_path, played)
    player = listed(tmp_path).press(0)
    for _ in range(actions_in(path)):
        assert player.lines[7].startswith("ROLL next")
        player.press(ROLL)
    assert player.lines[7] == "BANK back" and "wins" in player.screen
    last = player.lines[0]
    assert player.press(ROLL, BANK, ROLL).lines[0] == last
    while "Last scores:" not in player.screen:
        player.press(BANK).press(BANK if "leave" in player.lines[7] else TURN_BACK)
    assert "Last scores:" in player.screen and "leave" in player.lines[7]
    assert player.press(BANK).lines[0].startswith("LAST GAMES")
    assert player.press(BANK).lines[0].startswith("RECORDS")
    assert player.press(BANK).lines[0].startswith("SIXPIP")


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 999), jumps=st.lists(st.integers(-1, 100), max_size=30), taken_back=st.sampled_from((0, 3)))
@pytest.mark.parametrize("variant", ["zilch", "five-cubes", "phase-10"])
def test_every_step_is_the_same_forward_and_back(
    variant: str, seed: int, jumps: list[int], taken_back: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = saved(
        tmp_path_factory.mktemp("logs"),
        session(variant, seed, 2, taken_back, **({"pick_up": "yes"} if variant == "zilch" else {})),
    )
    known = list(states(path))
    found = replay_of(path)
    for percent in jumps:
        step = found.turn_before() if percent < 0 else percent * (len(known) - 1) // 100
        if step < found.step:
            found.back_to(step)
        while found.step < step:
            found.forward()
        assert found.step == step and found.game.record() == known[step]


@pytest.mark.long
def test_a_log_of_the_greatest_length_takes_little_memory(tmp_path: Path) -> None:
    lines = ["game pure players=6 target=50000 bank_min=1000", "# A, B, C, D, E, F"]
    game = replay.start(replay.words_of(lines[0])[1:])
    dice = Lcg(1)
    while len("\n".join(lines)) < MOST_BYTES:
        action = choose(game, dice)
        lines.append(game.log_line(action, game.apply(action, dice)))
    path = tmp_path / "game-1.log"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-c", MEASURE, str(path)]  # a Python that has run other tests needs more memory
    done = subprocess.run(command, cwd=FIRMWARE, capture_output=True, text=True, check=True)
    step, current, peak = map(int, done.stdout.split())
    assert step == len(lines) - 2 > 2000
    assert current < 16 * 1024 and peak < 32 * 1024
    found = replay_of(path)
    while not found.at_end():
        found.forward()
    found.back_to(found.step - 1)
    assert found.game.record() == list(states(path))[-2]


def test_the_watchdog_is_fed_in_every_turn_of_a_replay(tmp_path: Path) -> None:
    path, fed = saved(tmp_path, session("dice-10000")), list[int]()
    found = GameReplay(str(path), lambda: fed.append(1))
    turns = 0
    while not found.at_end():
        found.forward()
        turns += found.turn_over
    assert turns > 20 and len(fed) > turns


# What cannot be replayed


@pytest.mark.usefixtures("no_own_variants")
@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", "1 \u2192! The log has no f", "The log has no first line."),
        ("game nothing players=2\n", "1 \u2192! There is no game", "There is no game nothing any more."),
        ("game own mark=4\n", "1 \u2192Mine ANNA", "The rules of own have changed since this game was played"),
        ("game pure cellar=yes\n", "1 \u2192Pure ANNA", "There is no option 'cellar'"),
        ("game pure players=9\n", "1 \u2192Pure ANNA", "players=9 cannot play"),
        ("game pure " + "x" * 5000, "1 \u2192! The log has no f", "The log has no first line."),
        ("\xff\xfe", "1 \u2192! The log cannot b", "The log cannot be read."),
    ],
)
def test_a_log_that_cannot_be_replayed_is_listed_with_the_reason(
    text: str, line: str, reason: str, tmp_path: Path
) -> None:
    variants.register(Variant("own", "Mine", PIPS, "", mark=5))
    log_of(tmp_path).parent.mkdir()
    log_of(tmp_path).write_bytes(text.replace("\n", "\n# ANNA\n", 1).encode("latin-1"))
    player = ScriptedPlayer(str(tmp_path))
    variants.register(Variant("own", "Mine", PIPS, "", mark=5))  # the start has read the folder of variants
    player.pick("Records").pick("Last games")
    assert player.lines[1] == line
    player.press(0)
    assert player.lines[0] == "PLEASE NOTE"
    assert reason.replace(" ", "")[:18] in "".join(player.lines[1:7]).replace(" ", "")
    assert player.press(ROLL).lines[0].startswith("LAST GAMES")


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("gap", "The log has a gap here"),
        ("roll 1 2 3", "6 dice are thrown, not 3"),
        ("roll 2 2 3 3 4 6\nbank", "Roll first"),
        ("undo 9", "takes back what is not there"),
        ("keep 1\n" * 500, "too many words"),
        ("keep" + " 1" * 800, "too many words"),
        ("dance", "There is no statement 'dance'"),
    ],
)
def test_a_log_stops_where_it_makes_no_sense_and_can_still_be_looked_at(
    lines: str, reason: str, tmp_path: Path
) -> None:
    log_of(tmp_path).parent.mkdir()
    log_of(tmp_path).write_text(f"game pure players=2\n# ANNA, BEN\nroll 1 2 2 3 4 6\nbank\n{lines}\n")
    player = listed(tmp_path).press(0, ROLL, ROLL, ROLL)
    if player.lines[0] != "THE LOG STOPS":
        player.press(ROLL)
    assert reason in " ".join(player.lines[1:7])
    before = player.press(ROLL).screen
    assert player.press(BANK, ROLL).screen == before or "THE LOG" in player.screen


def test_the_last_line_of_a_log_that_was_cut_short_is_left_out(tmp_path: Path) -> None:
    log_of(tmp_path).parent.mkdir()
    log_of(tmp_path).write_text("game pure players=2\n# ANNA, BEN\nroll 1 2 2 3 4 6\nba")
    player = listed(tmp_path).press(0, ROLL)
    assert player.lines[7] == "BANK back" and "rolls 6 dice" in player.screen


@pytest.mark.parametrize("variant", ["dice-10000", "phase-10"])
def test_no_damage_to_a_log_breaks_the_replay(variant: str, tmp_path: Path) -> None:
    path = saved(tmp_path, session(variant, taken_back=3))
    content = path.read_bytes()
    for damaged in mutations(content, effort.part(200)):
        path.write_bytes(damaged)
        try:
            found = replay_of(path)
            while not found.at_end():
                found.forward()
            found.back_to(found.step // 2)
        except BROKEN:
            continue


def test_the_report_of_a_log_that_cannot_be_read_any_more_follows_at_once(tmp_path: Path) -> None:
    saved(tmp_path, session("pure"))
    player = listed(tmp_path)
    log_of(tmp_path).unlink()
    player.board.press(0)
    for _ in range(4):
        player.app.step()
        assert any(player.board.oled_shown)
    assert player.lines[0] == "PLEASE NOTE"


def test_a_log_that_is_deleted_while_it_is_shown_is_reported(tmp_path: Path) -> None:
    path = saved(tmp_path, session("pure"))
    player = listed(tmp_path).press(0, ROLL)
    path.unlink()
    assert player.press(TURN_ON).lines[2:4] == ["The log cannot be", "read."]


# On the screen

LONG = "game dice-10000 players=2 opening=0\n# ANNA, BEN\n"
TURNS = """roll 1 1 1 2 3 6
keep 1 1 1
roll 5 2 3
keep 5
bank
# 1 ANNA: 0 -> 1050
roll 1 1 1 5 5 6
bank
# 2 BEN: 0 -> 1100
take
roll 2
# 1 ANNA: 1050 -> 1050
roll 5 2 3 3 4 6
keep 5
undo 1
keep 5
roll 1 1 1 1 2
bank
# 2 BEN: 1100 -> 3150
fresh
"""

STEPS = {"start": 0, "rolled": 1, "kept": 2, "rolled-again": 3, "banked": 5, "took": 8, "bust": 9, "fresh": 14}


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("name", STEPS)
def test_a_step_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    log_of(tmp_path).parent.mkdir()
    log_of(tmp_path).write_text(LONG + TURNS)
    player = listed(tmp_path).press(0, *[ROLL] * STEPS[name])
    check_screen(player.board, f"replay-{name}", "extras")


def test_every_step_looks_the_same_forward_and_back(tmp_path: Path) -> None:
    log_of(tmp_path).parent.mkdir()
    log_of(tmp_path).write_text(LONG + TURNS)
    player = listed(tmp_path).press(0)
    shown = []
    while player.lines[7].startswith("ROLL"):
        player.press(ROLL)
        shown.append((player.lines[:7], bytes(player.board.pixels)))
    assert len(shown) == 14
    for page in reversed(shown[:-1]):
        assert (player.press(BANK).lines[:7], bytes(player.board.pixels)) == page


def test_the_dice_of_a_roll_of_all_dice_after_hot_dice_are_free(tmp_path: Path) -> None:
    path = tmp_path / "game-1.log"
    path.write_text("game pure players=2\nroll 1 1 1 5 5 5\nkeep 1 1 1 5 5 5\nroll 1 2 2 3 4 6\nkeep 1\n")
    found = replay_of(path)
    dice = []
    while not found.at_end():
        found.forward()
        dice.append((found.kept, found.free))
    assert dice == [(0, 63), (63, 0), (0, 63), (1, 62)]


def test_of_dice_that_are_taken_up_none_is_free_before_they_are_thrown(tmp_path: Path) -> None:
    path = tmp_path / "game-1.log"
    path.write_text(LONG + TURNS)
    found = replay_of(path)
    while not found.happened or found.happened[0].kind != TOOK:
        found.forward()
    assert (found.kept, found.free) == (0b011111, 0)
    found.forward()
    assert (found.kept, found.free) == (0b011111, 0b100000)


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize(
    ("variant", "presses"), [("phase-10", 9), ("seven-dice", 2), ("five-cubes", 1), ("ten-grand", 4)]
)
def test_the_dice_of_every_kind_match_their_golden_files(variant: str, presses: int, tmp_path: Path) -> None:
    saved(tmp_path, session(variant, seed=3))
    player = listed(tmp_path).press(0, *[ROLL] * presses)
    check_screen(player.board, f"replay-{variant}", "extras")


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("variant", ["phase-10", "seven-dice"])
def test_the_sixth_button_turns_the_page_of_many_dice(variant: str, tmp_path: Path) -> None:
    saved(tmp_path, session(variant, seed=3))
    player = listed(tmp_path).press(0, *[ROLL] * 9)
    first, words = bytes(player.board.pixels), player.lines
    check_screen(player.press(5).board, f"replay-{variant}-page", "extras")
    assert player.lines == words and "6 page" in player.lines[6]
    assert bytes(player.press(5).board.pixels) == first


@pytest.mark.usefixtures("texts_fit")
def test_the_list_matches_its_golden_file(tmp_path: Path) -> None:
    saved(tmp_path, session("pure", players=1), session("phase-10", players=6), session("farkle-retail"))
    log_of(tmp_path, 4).write_text("nothing")
    check_screen(listed(tmp_path).board, "last-games", "extras")


@pytest.mark.parametrize(("logs", "listed_logs", "pages"), [(17, 17, 3), (18, 18, 3), (20, 18, 3)])
def test_the_last_eighteen_games_are_listed_the_last_one_first(
    logs: int, listed_logs: int, pages: int, tmp_path: Path
) -> None:
    log_of(tmp_path).parent.mkdir()
    for number in range(1, logs + 1):
        log_of(tmp_path, number).write_text(f"game pure players=1\n# P{number}\n")
    player = listed(tmp_path)
    found = player.app.screen.lines()  # type: ignore[attr-defined]
    assert found == [f"Pure P{number}" for number in range(logs, logs - listed_logs, -1)]
    assert player.lines[0] == f"LAST GAMES MENU 1/{pages}"


@pytest.mark.usefixtures("texts_fit")
def test_without_a_game_the_list_is_empty(player: ScriptedPlayer) -> None:
    player.pick("Records").pick("Last games")
    check_screen(player.board, "no-games", "extras")
    assert "MENU does nothing" in player.press(ROLL, 0, MENU).screen


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("variant", NAMES)
def test_any_buttons_leave_the_screen_in_order(variant: str, tmp_path: Path) -> None:
    saved(tmp_path, session(variant, seed=5, players=6))
    player = listed(tmp_path).press(0)
    chance = Lcg(NAMES.index(variant))
    for _ in range(effort.part(150)):
        player.press((ROLL, ROLL, ROLL, BANK, 0, 1, 3, 5)[chance.below(8)])
        if not isinstance(player.app.screen, ReplayScreen):
            player.press(0)
