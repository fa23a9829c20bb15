"""The game of the day: its formula, its marks, what it leaves alone, and whether a link is one of it."""

import hashlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tests.game_fixture import played_log
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, on_board
from sixpip.app.games.session import COACH_OFF
from sixpip.players.styles import BOLD
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook.variants import VARIANTS
from tools.play.demo import game_of_the_day
from tools.play.host.fake import FakeBoard
from tools.play.share import codec

DAY = "2026-11-28"


def as_documented(date: str, variant: str, turn: int, roll: int) -> list[int]:
    """The faces of six dice, by the formula of firmware/RANDOMNESS.md."""
    digest = hashlib.sha256(f"sixpip {date} {variant} {turn} {roll}".encode()).digest()
    return [byte % 6 for byte in digest if byte < 252][:6]


def computer_log(variant: str) -> str:
    game: Any = new_game(variant)
    dice = game_of_the_day.DayDice(SimpleNamespace(playing=SimpleNamespace(game=game)), DAY)
    return played_log(game, BOLD, dice, [game_of_the_day.name_of(DAY)])


def is_of_the_day(log: str, date: str = DAY) -> bool:
    """Whether the page calls a log the game of the day."""
    head, *lines = log.strip().split("\n")
    return game_of_the_day.has_dice_of(date, head.split()[1:], [line for line in lines if not line.startswith("#")])


def day_console(folder: Path, variant: str = "farkle", date: str = DAY) -> ScriptedPlayer:
    """A console that is switched on with the game of the day."""
    player = on_board(FakeBoard(str(folder)))
    game_of_the_day.open_game(player.app, date, variant)
    player.settle()
    return player


def test_the_dice_follow_from_date_variant_turn_and_roll_by_the_documented_formula() -> None:
    assert list(game_of_the_day.throw(DAY, "farkle", 3, 1, 6)) == as_documented(DAY, "farkle", 3, 1)
    assert list(game_of_the_day.throw(DAY, "farkle", 3, 1, 2)) == as_documented(DAY, "farkle", 3, 1)[:2]


def test_bytes_that_would_favor_low_faces_are_left_out_of_any_roll() -> None:
    for byte in range(252, 256):
        has_byte = [
            turn
            for turn in range(1, 400)
            if byte in hashlib.sha256(f"sixpip {DAY} farkle {turn} 1".encode()).digest()[:6]
        ]
        assert has_byte
        for turn in has_byte:
            assert list(game_of_the_day.throw(DAY, "farkle", turn, 1, 6)) == as_documented(DAY, "farkle", turn, 1)


def test_another_date_variant_turn_or_roll_has_other_dice() -> None:
    rolls = {
        bytes(game_of_the_day.throw(date, variant.name, turn, roll, 10))
        for date in (DAY, "2026-11-29")
        for variant in VARIANTS
        for turn in (1, 2)
        for roll in (1, 2)
    }
    assert len(rolls) == 2 * len(VARIANTS) * 4
    assert all(len(roll) == 10 for roll in rolls)


def test_the_faces_of_many_days_are_equally_frequent() -> None:
    faces = [face for turn in range(1, 2001) for face in game_of_the_day.throw(DAY, "pure", turn, 1, 6)]
    assert all(abs(faces.count(face) - 2000) < 200 for face in range(6))


@pytest.mark.long
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_a_game_of_the_day_is_one_of_that_day_only_also_as_a_link(variant: str) -> None:
    log = computer_log(variant)
    shared = codec.decode(codec.encode(log))
    assert is_of_the_day(log) and is_of_the_day(shared)
    assert not is_of_the_day(shared, "2026-11-27")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game farkle players=1", "game farkle players=1 target=5000"),
        ("game farkle players=1", "game farkle players=2"),
        ("game farkle players=1", "game pure players=1"),
    ],
)
def test_a_game_with_house_rules_several_players_or_of_another_variant_is_none_of_the_day(old: str, new: str) -> None:
    log = computer_log("farkle")
    assert old in log
    assert not is_of_the_day("\n".join(log.replace(old, new).split("\n")[:3]))


def test_a_single_die_that_was_changed_is_found() -> None:
    head, names, roll, *_ = computer_log("farkle").split("\n")
    kind, *faces = roll.split()
    changed = [kind, str(int(faces[0]) % 6 + 1), *faces[1:]]
    assert is_of_the_day("\n".join([head, names, roll]))
    assert not is_of_the_day("\n".join([head, names, " ".join(changed)]))


def test_the_console_starts_in_the_game_with_its_dice_and_the_date_as_the_name(tmp_path: Path) -> None:
    player = day_console(tmp_path)
    assert player.lines[0] == "NOV 28 0"
    player.press(ROLL)
    assert list(player.app.playing.game.faces) == as_documented(DAY, "farkle", 1, 1)


def test_a_game_that_was_left_or_switched_off_goes_on_with_the_same_dice(tmp_path: Path) -> None:
    player = day_console(tmp_path)
    player.press(ROLL)
    faces = list(player.app.playing.game.faces)
    player = day_console(tmp_path)
    assert list(player.app.playing.game.faces) == faces
    player.press(MENU).pick("Leave")
    while player.app.session:
        player.press(ROLL)
    player = day_console(tmp_path)
    assert list(player.app.playing.game.faces) == faces


def test_it_counts_for_no_records(tmp_path: Path) -> None:
    player = day_console(tmp_path, "pure")
    session = player.app.playing
    session.game.scores[:] = [9999]
    while session.game.stage != OVER:
        player.press(BANK, ROLL)
    player.wait(3000)
    assert player.lines[0].startswith("NOV 28 wins!")
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith("statistics")]


@pytest.mark.parametrize(("date", "name"), [("2026-05-01", "MAY 1"), ("2027-12-31", "DEC 31")])
def test_the_name_is_the_date(date: str, name: str) -> None:
    assert game_of_the_day.name_of(date) == name


def test_the_game_of_the_day_is_on_the_oled_as_soon_as_it_is_opened(tmp_path: Path) -> None:
    player = on_board(FakeBoard(str(tmp_path)))
    game_of_the_day.open_game(player.app, DAY, "farkle")
    assert "NOV 28" in " ".join(player.lines)


def test_a_log_that_keeps_dice_without_a_score_is_none_of_the_day() -> None:
    head, names, roll, *_ = computer_log("farkle").split("\n")
    worthless = next(face for face in "2346" if roll.split()[1:].count(face) in (1, 2))
    assert not is_of_the_day("\n".join([head, names, roll, f"keep {worthless}"]))


def test_the_first_game_of_a_day_is_without_the_coach_and_a_started_one_is_not_begun_again(tmp_path: Path) -> None:
    player = day_console(tmp_path)
    assert player.app.settings.values["coach"] == COACH_OFF
    assert player.app.playing.game.overrides == {} and player.app.playing.game.players == 1
    game = player.app.playing.game
    game_of_the_day.open_game(player.app, DAY, "farkle")
    assert player.app.playing.game is game
