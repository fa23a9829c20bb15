"""Luck and choices on the console: the figures of the shared game's judge, from the curves and from the last games."""

from pathlib import Path

import pytest

from host_tests.random_session import RandomSession
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_oled
from sixpip import points_text
from sixpip.rules.core import replay
from sixpip.storage.record_store import Store
from tools.play.share import judge

LUCK = 2
"""The KEEP button at the start of a replay."""
THOUSAND = 1000

pytestmark = pytest.mark.usefixtures("texts_fit")


def ranking(folder: Path, players: int, variant: str = "farkle", **rules: int | str) -> ScriptedPlayer:
    """Switches a console on at the end of a game that was played at random."""
    RandomSession(variant, 1, players, {"target": 1000, **rules}).play().save(Store(str(folder)))
    player = ScriptedPlayer(str(folder))
    player.wait(1000)
    return player


def log_of(folder: Path) -> Path:
    return folder / "logs" / "game-1.log"


def judged(player: ScriptedPlayer) -> ScriptedPlayer:
    """Waits until the console has looked at each turn."""
    for _ in range(100_000):
        if not player.app.screen.idle():
            break
    player.settle()
    return player


def expected(folder: Path) -> list[tuple[float, float]]:
    """What the judge of shared games says of the log."""
    lines = log_of(folder).read_text().splitlines()
    game = replay.start(lines[0].split()[1:])
    steps = [step for step in judge.review(game, [line for line in lines[1:] if line[0] != "#"]) if step]
    return judge.balances(steps, game.players)


def shown(value: float, players: int) -> str:
    """A gain or a loss as the console writes it."""
    size = points_text(round(abs(value))) if players == 1 else f"{round(abs(value)) / 10:.1f}%"
    return f"{'-' if value < 0 else '+'}{size}"


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_each_player_sees_what_the_dice_gave_and_the_choices_cost(tmp_path: Path, players: int) -> None:
    player = judged(ranking(tmp_path, players).press(MENU, ROLL))
    check_oled(player.board, f"players-{players}", "luck")
    rows = player.lines[2:] if players < 5 else player.lines[1:]
    for row, (luck, cost) in zip(rows, expected(tmp_path), strict=False):
        assert row.endswith(f"{shown(luck, players)} {shown(-cost, players)}")


def test_luck_and_choices_of_two_add_up_to_the_result(tmp_path: Path) -> None:
    ranking(tmp_path, 2)
    balances = expected(tmp_path)
    scores = [int(line.rpartition(" ")[2]) for line in log_of(tmp_path).read_text().splitlines() if "->" in line][-2:]
    assert len(scores) == 2
    gained = balances[0][0] - balances[0][1] + balances[1][1] - balances[1][0]
    assert abs(abs(gained) - THOUSAND / 2) < THOUSAND / 10  # the first to play begins with a little more than half


def test_it_opens_from_the_last_games_and_stops_at_once(tmp_path: Path) -> None:
    ranking(tmp_path, 2).press(BANK)
    player = ScriptedPlayer(str(tmp_path)).pick("Records").pick("Last games").press(0)
    assert player.lines[2].endswith("luck")
    player.tap(LUCK)
    assert "Looking at each turn" in player.screen and player.lines[-1] == "BANK stop"
    check_oled(player.board, "looking", "luck")
    assert player.press(BANK).lines[2].endswith("luck")
    player.press(ROLL, LUCK)
    assert "Button 3 does nothing" in player.screen, "only before the first action"


def test_a_damaged_log_is_answered_with_the_reason(tmp_path: Path) -> None:
    player = ranking(tmp_path, 2).press(MENU)
    log = log_of(tmp_path)
    log.write_text(log.read_text().replace("\nbank", "\nbunk", 1))
    judged(player.press(ROLL))
    assert "There is no statement|'bunk'" in player.screen
    assert player.lines[-1] == "BANK back"


def test_phase_10_has_sheets_in_its_place(tmp_path: Path) -> None:
    RandomSession("phase-10", 1, 2, {}).play().save(Store(str(tmp_path)))
    player = ScriptedPlayer(str(tmp_path))
    player.wait(1000)
    assert player.press(MENU).lines[-1].startswith("ROLL sheets")
    player = ScriptedPlayer(str(tmp_path)).press(BANK).pick("Records").pick("Last games").press(0)
    assert "luck" not in player.screen
    assert "Button 3 does nothing" in player.press(LUCK).screen
