"""What the console minds by itself: sleep, the battery, stuck buttons, the watchdog; and the workshop in the menu."""

from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import game_of, play_screen, start_game
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip import port
from sixpip.app.app import App
from sixpip.app.power import ASLEEP, AWAKE, DIM, DIM_MS, FLAT, SAMPLE_MS, SAMPLES
from tools.host.fake import FakeBoard

SOON_MS = SAMPLE_MS * (SAMPLES + 1)


@pytest.fixture
def person(tmp_path: Path) -> ScriptedPlayer:
    return start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4)


def lit(person: ScriptedPlayer) -> int:
    """How much light the dice give."""
    return sum(person.board.light)


def state(person: ScriptedPlayer) -> int:
    """Whether the console is awake."""
    now: int = person.app.power.state
    return now


def powered(person: ScriptedPlayer) -> bool:
    """Whether the rail of the dice is on."""
    on: bool = person.board.dice_on
    return on


def is_dark(person: ScriptedPlayer) -> bool:
    """Whether dice and OLED are both switched off."""
    return not person.board.dice_on and not person.board.screen_on


# Sleep


def test_after_half_a_minute_the_dice_are_dimmed_and_any_press_lights_them_and_counts(person: ScriptedPlayer) -> None:
    bright = lit(person)
    person.wait(DIM_MS - 1500)
    assert lit(person) == bright and state(person) == AWAKE
    person.wait(2000)
    assert 0 < lit(person) < bright / 2 and state(person) == DIM
    person.press(0)
    assert lit(person) > bright / 2 and person.app.screen.decision.chosen == 1  # type: ignore[attr-defined]


def test_after_a_minute_all_is_dark_and_the_first_press_only_wakes(person: ScriptedPlayer) -> None:
    before = person.lines
    person.wait(61_000)
    assert state(person) == ASLEEP
    assert is_dark(person) and not lit(person)
    person.tap(BANK)
    assert person.board.dice_on and lit(person) and person.lines == before
    assert game_of(person).scores == [4350, 3200]  # nothing was banked


def test_asleep_nothing_moves_and_the_watchdog_is_fed(tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path))
    person.wait(61_000)
    shows, feeds = person.board.tile_shows, person.board.feeds
    person.wait(20_000)
    assert person.board.tile_shows == shows and person.board.feeds >= feeds + 5


def test_when_to_sleep_can_be_set(tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path)).pick("Settings").pick("Sleep after").pick("Sleep after")
    assert "Sleep after: never" in person.screen
    person.wait(3_700_000)
    assert state(person) == DIM and person.board.dice_on


# The watchdog


def test_the_watchdog_is_fed_only_after_input_game_and_drawing(
    person: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    screen = type(person.app.screen)
    tick, draw = screen.tick, screen.draw

    def noted(what: str, answer: object) -> Any:
        order.append(what)
        return answer

    monkeypatch.setattr(person.board, "next_press", lambda: noted("input", -1))
    monkeypatch.setattr(screen, "tick", lambda self, now: noted("game", tick(self, now)))
    monkeypatch.setattr(screen, "draw", lambda self: noted("drawing", draw(self)))
    monkeypatch.setattr(person.board, "feed", lambda: order.append("feed"))
    person.app.redraw()
    person.app.step()
    assert order == ["input", "game", "input", "drawing", "input", "feed"]  # a press must not wait for what takes long


# A press that comes while the console is busy


@pytest.mark.parametrize(
    ("comes_in", "order"),
    [
        ("show_tiles", ["dice", "dice", "screen", "memory"]),  # neither the screen nor memory comes before its answer
        ("show_oled", ["dice", "screen", "dice", "screen", "memory"]),
        ("collect_garbage", ["dice", "screen", "memory", "dice", "screen", "memory"]),
    ],
)
def test_a_press_is_answered_before_anything_that_takes_long(
    comes_in: str, order: list[str], person: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = person.board
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
    monkeypatch.setattr("sixpip.app.app.collect_garbage", watched("memory", "collect_garbage", port.collect_garbage))
    person.app.redraw()
    began_ms = board.elapsed_ms
    person.app.step()
    assert board.elapsed_ms == began_ms, "it waits though a press is there"
    person.app.step()
    assert seen == order
    assert not board.presses_left


def test_memory_is_tidied_once_dice_have_come_to_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be when the player chooses the first die, and waits for it."""
    person = start_game(str(tmp_path), "dice-10000")
    tray = play_screen(person).dice
    tidied_ms: list[int] = []
    monkeypatch.setattr("sixpip.app.app.collect_garbage", lambda: tidied_ms.append(person.board.elapsed_ms))
    person.board.press(ROLL)
    person.app.step()
    while tray.moving:
        person.app.step()
    landed_ms = person.board.elapsed_ms
    person.wait(2000)
    assert len([at_ms for at_ms in tidied_ms if at_ms >= landed_ms]) == 1, (landed_ms, tidied_ms)


def test_a_screen_left_half_done_for_a_press_that_does_nothing_is_drawn_to_its_end(
    person: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person.app.power, "press", lambda button: -1)
    shows = person.board.oled_shows
    person.tap(1)
    assert person.board.oled_shows == shows + 1


@pytest.mark.parametrize("where", ["tick", "draw"])
def test_a_screen_that_hangs_is_not_fed_for(
    where: str, person: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hangs(*_: object) -> bool:
        raise TimeoutError  # it never comes back

    monkeypatch.setattr(type(person.app.screen), where, hangs)
    feeds = person.board.feeds
    person.app.redraw()
    with pytest.raises(TimeoutError):
        person.app.step()
    assert person.board.feeds == feeds


# The battery


def test_a_low_battery_is_said_once_and_the_game_goes_on(person: ScriptedPlayer) -> None:
    person.board.millivolts = 3390
    person.wait(SOON_MS)
    assert "Battery low: charge" in person.screen and person.board.dice_on
    person.press(ROLL, 0)
    person.wait(SOON_MS)
    assert "Battery" not in person.screen and person.app.screen.decision.chosen == 1  # type: ignore[attr-defined]


def test_a_roll_that_pulls_the_cell_down_for_a_moment_is_not_a_low_battery(person: ScriptedPlayer) -> None:
    for _ in range(6):
        person.board.millivolts = 3150
        person.wait(SAMPLE_MS)
        person.board.millivolts = 3600
        person.wait(SAMPLE_MS)
        person.press(0)
    assert "Battery" not in person.screen and person.board.dice_on


def test_below_3300_the_dice_go_dark_and_stay_so_until_it_is_charged(person: ScriptedPlayer) -> None:
    person.board.millivolts = 3290
    person.wait(SOON_MS)
    assert "the dice stay dark" in " ".join(person.lines) and not person.board.dice_on and person.board.screen_on
    person.board.millivolts = 3420  # the cell comes up without its load
    person.press(ROLL)
    person.wait(SOON_MS)
    assert not person.board.dice_on
    person.wait(61_000)
    person.press(MENU)
    assert person.board.screen_on and not person.board.dice_on
    person.board.millivolts = 3800
    person.wait(SOON_MS)
    assert person.board.dice_on


def test_an_empty_battery_saves_and_sleeps_and_the_game_is_there_when_it_is_charged(
    person: ScriptedPlayer, tmp_path: Path
) -> None:
    person.keep(1, 1, 1)
    before = game_of(person).record()
    person.board.millivolts = 3190
    person.wait(SAMPLE_MS * SAMPLES + 1500)
    assert person.app.power.battery == FLAT and "empty" in person.screen
    person.wait(8000)
    assert state(person) == ASLEEP and is_dark(person)
    person.press(ROLL)
    assert "empty" in person.screen and not powered(person)
    person.wait(8000)
    assert is_dark(person)
    person.board.millivolts = 3900
    person.wait(SOON_MS)
    person.press(ROLL)
    assert powered(person)
    assert game_of(ScriptedPlayer(str(tmp_path))).record() == before


def test_without_a_cell_on_usb_alone_nothing_is_said(person: ScriptedPlayer) -> None:
    person.board.millivolts = 0
    person.wait(SOON_MS)
    assert "Battery" not in person.screen and person.board.dice_on


# Buttons that are stuck


def stuck(tmp_path: Path, *buttons: int) -> ScriptedPlayer:
    """A console switched on while these buttons are down, and stay so."""
    board = FakeBoard(str(tmp_path))
    for button in buttons:
        board._held |= 1 << button
    person = ScriptedPlayer.__new__(ScriptedPlayer)
    person.board, person.app = board, App(board)
    person.wait(3000)
    return person


@pytest.mark.parametrize(
    ("buttons", "words"),
    [
        ((2,), "KEEP 3 is stuck and left out. MENU does the work of KEEP 3."),
        ((ROLL,), "ROLL is stuck and left out. MENU does the work of ROLL."),
        ((0, ROLL), "KEEP 1 and ROLL are stuck and left out. MENU does the work of ROLL."),
        ((MENU,), "MENU is stuck and left out."),
        ((BANK, MENU), "BANK and MENU are stuck and left out."),
    ],
)
def test_a_button_stuck_at_the_start_is_named(buttons: tuple[int, ...], words: str, tmp_path: Path) -> None:
    assert " ".join(stuck(tmp_path, *buttons).lines[1:7]).split() == words.split()


def test_with_roll_stuck_a_game_is_played_by_menu(tmp_path: Path) -> None:
    person = stuck(tmp_path, ROLL)
    person.press(MENU)
    assert person.lines[0].startswith("SIXPIP")
    person.press(0, 0, MENU)
    person.wait(400)
    person.board.roll_next(1, 1, 1, 2, 3, 4)
    person.press(MENU)
    assert game_of(person).rolls == 1
    person.press(0, 1, 2, BANK)
    assert game_of(person).scores == [1000]


def test_a_finger_that_lets_go_is_not_stuck(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.press(ROLL, hold_ms=1500)
    person = ScriptedPlayer.__new__(ScriptedPlayer)
    person.board, person.app = board, App(board)
    board.next_press()
    person.wait(5000)
    assert "stuck" not in person.screen


# The workshop


def test_the_workshop_says_what_the_console_is_made_of(tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path)).pick("Workshop")
    assert person.lines[1:3] == ["1 \u2192About", "2 New firmware"]
    person.press(0)
    assert person.lines[1].startswith("Sixpip 0.") and person.lines[4] == "Battery 3.90 V"
    person.board.millivolts = 0
    person.app.redraw()
    person.app.step()
    assert person.lines[4] == "Battery none"
    person.press(BANK, BANK)
    assert person.lines[0].startswith("SIXPIP")


def test_new_firmware_is_asked_for_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    person = ScriptedPlayer(str(tmp_path)).pick("Workshop").press(1)
    restarts: list[str] = []
    monkeypatch.setattr(person.board, "to_bootsel", lambda: restarts.append("now"))
    assert "RPI-RP2" in person.screen and person.lines[7] == "ROLL restart BANK back"
    person.press(BANK, 1)
    assert not restarts
    person.press(ROLL)
    assert restarts == ["now"]
