"""The main loop: the watchdog, and a press while the console is busy."""

from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import play_screen, start_game
from host_tests.scripted_player import ROLL, ScriptedPlayer
from sixpip import compat


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    return start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4)


# The watchdog


def test_the_watchdog_is_fed_only_after_input_game_and_drawing(
    player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    screen = type(player.app.screen)
    tick, draw = screen.tick, screen.draw

    def noted(what: str, answer: object) -> Any:
        order.append(what)
        return answer

    monkeypatch.setattr(player.board, "next_press", lambda: noted("input", -1))
    monkeypatch.setattr(screen, "tick", lambda self, now: noted("game", tick(self, now)))
    monkeypatch.setattr(screen, "draw", lambda self: noted("drawing", draw(self)))
    monkeypatch.setattr(player.board, "feed", lambda: order.append("feed"))
    player.app.redraw()
    player.app.step()
    assert order == ["input", "game", "input", "drawing", "input", "input", "feed", "input"], (
        "a press must not wait for slow work"
    )


@pytest.mark.parametrize("where", ["tick", "draw"])
def test_the_watchdog_is_not_fed_while_a_screen_hangs(
    where: str, player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hangs(*_: object) -> bool:
        raise TimeoutError  # in place of a call that never returns

    monkeypatch.setattr(type(player.app.screen), where, hangs)
    feeds = player.board.feeds
    player.app.redraw()
    with pytest.raises(TimeoutError):
        player.app.step()
    assert player.board.feeds == feeds


# A press that comes while the console is busy


@pytest.mark.parametrize(
    ("comes_in", "order"),
    [
        ("show_tiles", ["dice", "dice", "screen", "memory"]),  # neither the OLED nor the collection delays its answer
        ("show_oled", ["dice", "screen", "dice", "screen", "memory"]),
        ("collect_garbage", ["dice", "screen", "memory", "dice", "screen", "memory"]),
    ],
)
def test_a_press_is_answered_before_anything_slow(
    comes_in: str, order: list[str], player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = player.board
    seen: list[str] = []
    presses = [1]

    def watched(what: str, name: str, call: Any) -> Any:
        def noted(*given: object) -> None:
            seen.append(what)
            call(*given)
            if name == comes_in and presses:
                board.press(presses.pop())

        return noted

    monkeypatch.setattr(board, "show_tiles", watched("dice", "show_tiles", board.show_tiles))
    monkeypatch.setattr(board, "show_oled", watched("screen", "show_oled", board.show_oled))
    monkeypatch.setattr("sixpip.app.app.collect_garbage", watched("memory", "collect_garbage", compat.collect_garbage))
    player.app.redraw()
    began_ms = board.elapsed_ms
    player.app.step()
    assert board.elapsed_ms == began_ms, "it waits although a press is pending"
    player.app.step()
    assert seen == order
    assert not board.presses_left


def test_a_press_while_the_screen_computes_is_answered_before_it_draws(
    player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, screen = player.board, type(player.app.screen)
    seen: list[str] = []
    presses = [1]

    def update(_: object) -> bool:
        seen.append("computes")
        if presses:
            board.press(presses.pop())
        return True

    monkeypatch.setattr(screen, "update", update)
    monkeypatch.setattr(screen, "draw", lambda _: seen.append("draws"))
    monkeypatch.setattr(screen, "press", lambda _, button: seen.append(f"press {button}"))
    player.app.redraw()
    player.app.step()
    player.app.step()
    assert seen == ["computes", "press 1", "computes", "draws"]


def test_garbage_is_collected_once_after_the_dice_come_to_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the player would wait for it when choosing the first die."""
    player = start_game(str(tmp_path), "dice-10000")
    tray = play_screen(player).dice
    collected_ms: list[int] = []
    monkeypatch.setattr("sixpip.app.app.collect_garbage", lambda: collected_ms.append(player.board.elapsed_ms))
    player.board.press(ROLL)
    player.app.step()
    while tray.moving:
        player.app.step()
    landed_ms = player.board.elapsed_ms
    player.wait(2000)
    assert len([at_ms for at_ms in collected_ms if at_ms >= landed_ms]) == 1, (landed_ms, collected_ms)


def test_a_drawing_interrupted_by_a_press_without_effect_is_completed(
    player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player.app.power, "press", lambda button: -1)
    shows = player.board.oled_shows
    player.tap(1)
    assert player.board.oled_shows == shows + 1
