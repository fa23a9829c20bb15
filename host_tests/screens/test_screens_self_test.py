"""The self-test: its steps are those of the bring-up guide; navigation; buttons, buzzer, storage, OLED, LEDs, dice."""

import importlib
import itertools
import random
import re
from array import array
from pathlib import Path

import pytest
import scipy

from hardware import bringup, power
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer, tile_pixels
from host_tests.store_fixture import full
from host_tests.view_golden import framed, golden
from sixpip.app.dice_source import NOT_FAIR, DiceSource
from sixpip.app.power import AWAKE, FULL
from sixpip.board import contract, health_limits, limiter
from sixpip.screens.workshop import fair_dice, self_test
from sixpip.screens.workshop.fair_dice import FairDice
from sixpip.screens.workshop.self_test import STEPS, Step
from sixpip.storage.record_store import Store
from sixpip.view import palette, sound
from sixpip.view.tiles import LARGE, SMALL, letter
from tools.play.host.bit_sources import perfect
from tools.play.host.frames import tiles_text
from tools.publish.diagrams import SCREENS
from tools.research.fairness import measure
from tools.research.fairness.detection import SOURCES, Source


def class_of(name: str) -> type[Step]:
    """Returns the class of a step by its name in STEPS."""
    module, _, kind = SCREENS["self_test." + name].partition(":")
    found = getattr(importlib.import_module("sixpip.screens." + module), kind)
    assert isinstance(found, type) and issubclass(found, Step)
    return found


CLASSES = [class_of(name) for name in STEPS]


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    return open_self_test(str(tmp_path))


def test_the_steps_are_those_of_the_bring_up_guide_in_the_same_order() -> None:
    rows = [row for step in CLASSES for row in step.rows]
    assert rows == [" ".join(row).strip() for row in bringup.screen_rows()]


def test_the_extra_current_of_stock_modules_is_computed() -> None:
    more = power.idle_ma(limiter.WS2812B_5050) - power.idle_ma(limiter.WS2812B_2020)
    assert f"5050 stock: +{more:.0f} mA" in self_test.AllDark.hints


@pytest.mark.long
@pytest.mark.usefixtures("left_on", "texts_fit")
def test_every_page_matches_the_golden_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_test, "free_bytes", lambda folder: 1234 * 1024)
    player = ScriptedPlayer(str(tmp_path)).pick("Workshop")
    player.board.raw_bits.source = perfect()
    player.pick("Self-test")
    pages: list[str] = []
    while "WORKSHOP" not in player.screen and len(pages) < 40:
        words = framed(player.board.oled_shown, not isinstance(player.app.screen, self_test.Display))
        if isinstance(
            player.app.screen, FairDice
        ):  # its dice depend on how long the menus took to import their modules
            words = re.sub("[0-9]", "0", words)
        moves = isinstance(player.app.screen, self_test.MovingPixels | FairDice)
        pages.append(f"{words}\n\n{'(pixels change)' if moves else tiles_text(player.board.pixels)}\n")
        player.press(ROLL)
    text = "\n".join(pages)
    assert text == golden("pages", text, "self_test")


def test_bank_goes_back_step_by_step_and_leaves_at_the_first(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Buzzer).press(BANK)
    assert "2.4 buttons" in player.screen
    player.press(BANK, BANK)  # the first one counts
    assert "2.3 OLED" in player.screen
    player.press(BANK)
    assert "WORKSHOP" in player.screen


@pytest.mark.long
def test_menu_ends_the_self_test_at_every_step(player: ScriptedPlayer) -> None:
    for step in CLASSES:
        go_to_step(player, step).press(*[MENU] * (2 if step is self_test.Buttons else 1))
        assert "WORKSHOP" in player.screen, step
        player.pick("Self-test")


def test_brightness_volume_and_palette_are_restored_afterwards(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Settings").press(1)  # sound off
    player.press(BANK)
    board, volume = player.board, player.app.sound.volume
    before = board.brightness
    player.pick("Workshop").pick("Self-test")
    for step in (self_test.Buzzer, self_test.AllWhite):
        go_to_step(player, step).press(MENU)
        assert (board.brightness, player.app.sound.volume) == (before, volume)
        player.pick("Self-test")
    player.press(BANK, BANK)
    while "Dice 10 000" not in player.screen:
        player.press(MENU)
    expected = bytearray(96)
    palette.load(expected)
    player.press(1, BANK)
    assert board.palette == expected


def open_self_test(folder: str) -> ScriptedPlayer:
    """Switches a new console on and opens the first step of the self-test."""
    return ScriptedPlayer(folder).pick("Workshop").pick("Self-test")


def go_to_step(player: ScriptedPlayer, step: type) -> ScriptedPlayer:
    for _ in range(40):
        if isinstance(player.app.screen, step):
            return player
        player.press(ROLL)
    raise AssertionError(f"{step.__name__} was not reached")


def letters_on_dice(player: ScriptedPlayer) -> str:
    """Returns the letters on the dice, with ~ for a tile that shows no letter."""
    shapes = {letter(chr(code))[LARGE:SMALL]: chr(code) for code in range(32, 126)}
    found = ""
    for start in range(0, 384, 64):
        rows = [player.board.pixels[at : at + 8] for at in range(start, start + 64, 8)]
        shape = bytes(sum(bool(index) << 7 - x for x, index in enumerate(row)) for row in rows)
        found += shapes.get(shape, "~")
    return found.rstrip()


def test_the_code_of_a_step_is_all_that_the_dice_show(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Buttons)
    assert all(any(tile_pixels(player, tile)) for tile in KEEPS)
    go_to_step(player, self_test.Buzzer)
    assert letters_on_dice(player) == self_test.Buzzer.rows[0].split(" ")[0]


# Buttons and buzzer


def test_each_button_is_counted_on_the_oled_and_on_its_die(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Buttons)
    for button in range(contract.BUTTONS):
        player.press(button)
    player.press(3)
    assert "All 9 are there.|1-6: 1 1 1 2 1 1|ROLL 1 BANK 1 MENU 1" in player.screen
    assert letters_on_dice(player) == "111211"


def test_more_than_nine_presses_of_a_button_count_as_nine(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Buttons).press(*[2] * 11)
    assert "1-6: 0 0 9 0 0 0" in player.screen and letters_on_dice(player) == "009000"


def test_roll_bank_and_menu_navigate_only_after_their_first_press_is_counted(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Buttons)
    assert "next" not in player.screen and "back" not in player.screen and "end" not in player.screen
    player.press(ROLL, BANK, MENU)
    assert player.lines[0].endswith("MENU END") and player.lines[7] == "ROLL next BANK before"
    assert "Press each one once." in player.screen
    player.press(ROLL)
    assert isinstance(player.app.screen, self_test.Buzzer)


def test_the_buzzer_plays_a_high_and_a_low_tone_though_the_sound_is_off(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.app.settings.values["sound"] = sound.OFF
    player.app.settings.apply(player.board, player.app.sound)
    go_to_step(player.pick("Workshop").pick("Self-test"), self_test.Buttons)
    player.press(ROLL)
    player.board.tones.clear()
    player.press(ROLL).wait(1000)
    heard = [tone for tone in player.board.tones if tone[0]]
    assert len(heard) == 2 and heard[0][0] > 2 * heard[1][0] and {volume for _, volume in heard} == {sound.HIGH}
    for keep in KEEPS:
        player.board.tones.clear()
        player.press(keep).wait(1000)
        assert heard == [tone for tone in player.board.tones if tone in heard]


def test_all_white_is_as_bright_as_it_can_be_and_the_next_step_as_bright_as_before(player: ScriptedPlayer) -> None:
    before = player.board.brightness
    go_to_step(player, self_test.AllWhite)
    assert player.board.brightness == 255 > before and set(player.board.pixels) == {palette.MARK}
    player.press(ROLL)
    assert player.board.brightness == before


def test_the_tones_are_loud_also_where_the_sound_is_off_and_the_next_step_is_silent(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"sound": 0})
    player = open_self_test(str(tmp_path))
    go_to_step(player, self_test.Buzzer)
    player.wait(500)
    assert [hz for hz, volume in player.board.tones if volume == sound.HIGH and hz] == [2000, 500]
    player.board.tones.clear()
    player.press(0).wait(400)
    assert player.board.tones[-1][0] == 500  # each tone sounds for a quarter of a second
    player.wait(200)
    assert player.board.tones[-1][0] == 0
    player.press(ROLL)
    player.board.tones.clear()
    player.press(ROLL)
    assert not any(hz and volume for hz, volume in player.board.tones)


def test_a_keep_button_that_does_nothing_says_so(player: ScriptedPlayer) -> None:
    assert "Button 2 does nothing" in player.press(1).screen


# Storage


def test_a_keep_button_writes_the_test_file_again(player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    go_to_step(player, self_test.Storage)
    monkeypatch.setattr(player.app.store, "load", lambda name: {"at": -1})
    monkeypatch.setattr(self_test, "free_memory", lambda: 51_300)
    player.wait(300)
    assert "Write and read: good" in player.screen
    player.press(0)
    assert "Write and read: BAD" in player.screen and "Free memory: 50 KB" in player.screen


def test_a_record_is_written_read_and_deleted_and_the_free_space_is_shown(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Storage)
    assert "Write and read: good" in player.screen
    free = next(line for line in player.lines if line.startswith("Free: "))
    assert int(free.split()[1]) > 0
    assert not [path.name for path in Path(player.board.folder).iterdir() if path.name.startswith("selftest")]


def test_a_full_storage_is_reported_and_bad(player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    go_to_step(player, fair_dice.FairDice)
    monkeypatch.setattr(Store, "save", full)
    player.press(ROLL)
    assert "The disk is full" in player.screen
    player.press(ROLL)
    assert "Write and read: BAD" in player.screen


HALF_AN_HOUR_MS = 1_800_000


def colors(player: ScriptedPlayer) -> set[bytes]:
    """Returns the colors that the LEDs show, 3 bytes each."""
    seen = player.board.light
    return {seen[at : at + 3] for at in range(0, len(seen), 3)}


# The OLED


@pytest.mark.parametrize(("there", "says", "color"), [(True, "OLEDOK", palette.GREEN), (False, "OLEDNO", palette.RED)])
def test_the_dice_show_whether_the_oled_answers(player: ScriptedPlayer, there: bool, says: str, color: int) -> None:
    player.board.oled_connected = there
    player.wait(1000)
    assert letters_on_dice(player) == says
    assert set(player.board.pixels) == {palette.OFF, color}


def test_without_an_oled_four_presses_open_the_self_test_and_the_dice_show_its_steps(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.board.oled_connected = False
    player.press(MENU, MENU, 3, 2)
    assert letters_on_dice(player) == "OLEDNO" and not any(player.board.oled_shown)
    go_to_step(player, self_test.Buzzer)
    assert letters_on_dice(player) == "2.5"


def test_the_oled_is_all_lit_then_all_dark_then_shows_a_frame(player: ScriptedPlayer) -> None:
    shown = player.board.oled_shown
    assert set(player.press(ROLL).board.oled_shown) == {0xFF}
    assert set(player.press(ROLL).board.oled_shown) == {0}
    player.press(ROLL)
    edge = [(x, y) for x in range(128) for y in range(64) if x in (0, 127) or y in (0, 63)]
    assert all(shown[y // 8 * 128 + x] >> y % 8 & 1 for x, y in edge)
    assert "ROLL next" in player.screen


# The dice


def test_all_dice_are_pure_red_then_green_then_blue(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.EachDie)
    assert letters_on_dice(player) == "123456"
    for part in range(3):
        player.press(ROLL)
        (color,) = colors(player)
        assert [bool(value) for value in color] == [place == part for place in range(3)]


@pytest.mark.parametrize("step", [self_test.Display, self_test.EachDie])
def test_bank_goes_back_part_by_part_before_it_leaves_a_step(step: type[Step], player: ScriptedPlayer) -> None:
    go_to_step(player, step)
    shown = []
    for _ in range(step.parts):
        assert isinstance(player.app.screen, step)
        shown.append((bytes(player.board.oled_shown), bytes(player.board.pixels)))
        player.press(ROLL)
    assert not isinstance(player.app.screen, step) and len(set(shown)) == step.parts
    go_to_step(player.press(MENU).pick("Self-test"), step).press(*[ROLL] * (step.parts - 1))
    for part in reversed(shown):
        assert (bytes(player.board.oled_shown), bytes(player.board.pixels)) == part
        player.press(BANK)
    assert not isinstance(player.app.screen, step)


def test_white_dice_are_at_the_current_limit_and_stay_on_for_half_an_hour(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.HeatTest)
    board = player.board
    limit = board.power
    assert limit.limiting and limit.estimated_ma <= limiter.BUDGET_MA
    (color,) = colors(player)
    assert len(set(color)) == 1 and color[0]
    player.wait(HALF_AN_HOUR_MS)
    assert player.app.power.state == AWAKE and colors(player) == {color}


def test_white_dice_do_not_keep_an_empty_battery_awake(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.AllWhite)
    player.board.millivolts = 3100
    player.wait(60_000)
    assert player.app.power.battery != FULL and not player.board.dice_on and not player.board.screen_on


def test_the_pixels_visit_every_led(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.MovingPixels)
    visited = set()
    for _ in range(400):
        player.app.step()
        lit = {place for place, index in enumerate(player.board.pixels) if index}
        assert len(lit) == 3
        red = player.board.pixels.index(palette.SEAT)
        assert [player.board.pixels[red - 8 * color] for color in range(3)] == [palette.SEAT + at for at in range(3)]
        visited |= lit
    assert len(visited) == 384


# Fair dice


def test_bits_that_are_more_of_one_value_or_repeat_are_named() -> None:
    for fault, words in ((0, ""), (3, "REPEAT AT 3"), (64, "REPEAT AT 64"), (65, "NOT EVEN")):
        for sign in (1, -1):
            bits = array("i", [200] + [200 * fair_dice.PAIRS // 2] * fair_dice.LAGS + [200 * fair_dice.WINDOW // 2, 0])
            if fault:
                bits[fault] += 1500 * sign
            assert fair_dice.bits_verdict(bits) == words


def test_a_number_of_ones_may_be_six_standard_deviations_off() -> None:
    assert [fair_dice.is_uneven(count, 10_000) for count in (4699, 4700, 5300, 5301)] == [True, False, False, True]


def test_a_dead_source_of_dice_stops_the_count_and_is_reported(player: ScriptedPlayer) -> None:
    go_to_step(player, FairDice)
    player.app.dice = DiceSource(bytes)
    player.wait(300)
    assert NOT_FAIR in player.screen.replace("|", " ")
    player.press(ROLL)
    player.wait(300)
    assert isinstance(player.app.screen, FairDice) and "Bits: TEST FAILED" in player.screen


FIRST_MS = 6500
"""Until the first verdict."""
SEEN_BITS = 200_000
"""Fewer raw bits than those until then."""
STORED = {row["source"]: row for row in measure.read()["detections"]}


@pytest.fixture
def fair_player(tmp_path: Path) -> ScriptedPlayer:
    """Returns a console in the step before, with the raw bits of a perfect source."""
    fair_player = go_to_step(open_self_test(str(tmp_path)), self_test.HeatTest)
    fair_player.board.raw_bits.source = perfect()
    return fair_player


def watch(fair_player: ScriptedPlayer, ms: int = FIRST_MS) -> ScriptedPlayer:
    fair_player.tap(ROLL)
    fair_player.wait(ms)
    return fair_player


def step_of(fair_player: ScriptedPlayer) -> fair_dice.FairDice:
    screens = (fair_player.app.screens.bottom, fair_player.app.screens.top)
    return next(screen for screen in screens if isinstance(screen, fair_dice.FairDice))


def shown_dice(fair_player: ScriptedPlayer) -> int:
    """Returns the number of dice on the screen."""
    return int(fair_player.lines[1].partition(" dice")[0].replace(" ", ""))


@pytest.mark.long
def test_the_limits_of_the_verdict_are_those_of_its_false_alarm_rates() -> None:
    assert fair_dice.FAIR / 1000 == pytest.approx(scipy.stats.chi2.isf(1e-6, 5), abs=0.02)
    assert fair_dice.SIGMAS == 6 and 2 * scipy.stats.norm.sf(fair_dice.SIGMAS) < 2e-9


def test_the_counters_of_the_self_test_are_those_of_the_board() -> None:
    assert (fair_dice.WINDOW, fair_dice.PAIRS, fair_dice.LAGS, fair_dice.COUNTERS) == (
        health_limits.WINDOW,
        health_limits.PAIRS,
        health_limits.LAGS,
        health_limits.COUNTERS,
    )


@pytest.mark.long
def test_the_faces_thrown_by_the_console_are_counted_live_and_a_good_source_passes(fair_player: ScriptedPlayer) -> None:
    thrown: list[int] = []
    throw = fair_player.app.dice.throw

    def noted(dice: int) -> bytearray:
        faces = throw(dice)
        thrown.extend(faces)
        return faces

    fair_player.app.dice.throw = noted  # type: ignore[method-assign]
    watch(fair_player, 1500)
    assert "Dice: counting|" in fair_player.screen and fair_player.screen.endswith("ROLL next BANK before")
    early = shown_dice(fair_player)
    fair_player.wait(FIRST_MS)
    step = step_of(fair_player)
    assert early < shown_dice(fair_player) <= len(thrown)
    assert list(step.counts) == [thrown.count(face) for face in range(6)]
    assert "Dice: fair so far" in fair_player.screen and "Bits: fair so far" in fair_player.screen
    bits = step.bits[0] * fair_dice.WINDOW
    assert bits > 200_000 and step.bits[65] == pytest.approx(bits / 2, rel=0.01)


@pytest.mark.long
@pytest.mark.parametrize("source", SOURCES[::4], ids=lambda source: source.name)
def test_a_source_looks_fair_if_and_only_if_the_page_says_so(fair_player: ScriptedPlayer, source: Source) -> None:
    fair_player.board.raw_bits.source = source.one_by_one()
    watch(fair_player)
    if "No roll: " in fair_player.screen:  # a health test has failed
        fair_player.press(ROLL)
        assert "Bits: TEST FAILED" in fair_player.screen
    assert "Bits: " in fair_player.screen and "Bits: counting" not in fair_player.screen
    assert ("Bits: fair so far" in fair_player.screen) != (0 < STORED[source.name]["seen_after"] < SEEN_BITS)


@pytest.mark.long
def test_a_pattern_that_repeats_in_part_is_named_though_it_passes_the_tests_of_the_running_console(
    fair_player: ScriptedPlayer,
) -> None:
    good, earlier = perfect(3), [0] * 22

    def echo() -> int:
        """Every third bit is the one 22 places earlier."""
        earlier.append(earlier[-22] if len(earlier) % 3 == 0 else good())
        return earlier[-1]

    fair_player.board.raw_bits.source = echo
    watch(fair_player)
    assert "Bits: REPEAT AT 22" in fair_player.screen


@pytest.mark.long
def test_a_keep_button_starts_again_and_leaving_the_step_stops_counting(fair_player: ScriptedPlayer) -> None:
    watch(fair_player)
    step = step_of(fair_player)
    thrown = sum(step.counts)
    fair_player.tap(2)
    assert sum(step.counts) < 100 < thrown and step.bits[0] < 20
    for button in (BANK, ROLL, MENU):
        fair_player.tap(button)
        counting = fair_player.board.entropy.counters is not None
        assert counting == isinstance(fair_player.app.screen, fair_dice.FairDice)


@pytest.mark.parametrize("button", [BANK, ROLL, MENU])
def test_the_raw_bits_are_counted_only_as_long_as_the_step_is_open(button: int, fair_player: ScriptedPlayer) -> None:
    watch(fair_player, 100)
    assert fair_player.board.entropy.counters is not None
    fair_player.tap(button)
    assert not isinstance(fair_player.app.screen, fair_dice.FairDice)
    assert fair_player.board.entropy.counters is None


def test_the_console_stays_awake_while_it_counts(fair_player: ScriptedPlayer) -> None:
    watch(fair_player, 100)
    for _ in range(3):
        fair_player.board.elapsed_ms += 40_000
        fair_player.wait(100)
    assert fair_player.app.power.state == AWAKE and isinstance(fair_player.app.screen, fair_dice.FairDice)


def test_the_bars_show_loaded_dice_in_red_and_the_verdict_names_them(fair_player: ScriptedPlayer) -> None:
    chance = random.Random(4)
    fair_player.app.dice.throw = lambda dice: bytearray(  # type: ignore[method-assign]
        chance.choices(range(6), (10, 10, 10, 10, 10, 16), k=dice)
    )
    watch(fair_player)
    assert "Dice: NOT FAIR" in fair_player.screen
    rows = [
        [any(fair_player.board.pixels[at : at + 8]) for at in range(die * 64, die * 64 + 64, 8)] for die in range(6)
    ]
    heights = [sum(lit) for lit in rows]
    assert heights[5] == 8 and max(heights[:5]) < 5
    assert fair_player.board.pixels[5 * 64 + 1] == palette.RED


SIXTHS = ["1:16.7 2:16.7 3:16.7", "4:16.7 5:16.7 6:16.7"]


@pytest.mark.parametrize(
    ("counts", "first", "shares", "verdict"),
    [
        ([0] * 6, "0 dice chi2 0.0", ["1:0.0 2:0.0 3:0.0", "4:0.0 5:0.0 6:0.0"], "counting"),
        ([10, 20, 30, 20, 20, 20], "120 dice chi2 10.0", ["1:8.3 2:16.7 3:25.0", SIXTHS[1]], "counting"),
        ([1650, 1683, *[1667] * 4], "10k dice chi2 0.3", ["1:16.5 2:16.8 3:16.7", SIXTHS[1]], "fair so far"),
        ([200] * 5 + [199], "1 199 dice chi2 0.0", [SIXTHS[0], "4:16.7 5:16.7 6:16.6"], "counting"),
        ([200] * 6, "1 200 dice chi2 0.0", SIXTHS, "fair so far"),
        ([300, 150, *[200] * 4], "1 250 dice chi2 58.0", ["1:24.0 2:12.0 3:16.0", "4:16.0 5:16.0 6:16.0"], "NOT FAIR"),
        ([500, 0, *[200] * 4], "1 300 dice chi2 100+", ["1:38.5 2:0.0 3:15.4", "4:15.4 5:15.4 6:15.4"], "NOT FAIR"),
    ],
)
def test_the_page_of_fair_dice_has_their_number_chi_square_and_the_share_of_each_face(
    counts: list[int], first: str, shares: list[str], verdict: str, fair_player: ScriptedPlayer
) -> None:
    go_to_step(fair_player, FairDice)
    step = step_of(fair_player)
    step.counts[:] = array("i", counts)
    assert step.words()[:4] == [first, *shares, f"Dice: {verdict}"]


@pytest.mark.parametrize(
    ("windows", "ones", "words"),
    [
        (0, 0, "0k bits 1s 0.0%"),
        (1000, 512_000, "1 024k bits 1s 50.0%"),
        (9765, 5_000_000, "9 999k bits 1s 50.0%"),
        (9766, 4_500_000, "10M bits 1s 45.0%"),
    ],
)
def test_the_page_of_fair_dice_has_the_number_of_bits_and_the_share_of_ones(
    windows: int, ones: int, words: str, fair_player: ScriptedPlayer
) -> None:
    go_to_step(fair_player, FairDice)
    step = step_of(fair_player)
    step.bits[0], step.bits[65] = windows, ones
    assert step.words()[4] == words


def test_each_bar_stands_on_the_lower_edge_of_its_die_and_grows_by_a_row_for_a_standard_deviation(
    fair_player: ScriptedPlayer,
) -> None:
    go_to_step(fair_player, FairDice)
    step, pixels = step_of(fair_player), fair_player.board.pixels
    step.counts[:] = array("i", [1000, 1000, 1069, 931, 1144, 856])
    step.paint()
    for die, (rows, color) in enumerate(zip((4, 4, 6, 2, 8, 1), [palette.GREEN] * 4 + [palette.RED] * 2, strict=True)):
        bar = [0, *[color] * 6, 0]
        assert list(pixels[die * 64 : die * 64 + 64]) == [0] * 8 * (8 - rows) + bar * rows


@pytest.mark.parametrize(
    ("counts", "thousandths"), [([1000] * 6, 0), ([1100, 900, 1000, 1000, 1000, 1000], 20000), ([0] * 6, 0)]
)
def test_chi_square_is_the_sum_of_squared_differences_over_the_expected_count(
    counts: list[int], thousandths: int
) -> None:
    assert fair_dice.chi_square(array("i", counts)) == thousandths


@pytest.mark.long
def test_the_numbers_fit_the_screen_however_long_it_counts(fair_player: ScriptedPlayer) -> None:
    go_to_step(fair_player, fair_dice.FairDice)
    step = step_of(fair_player)
    for dice, more_ones in itertools.product((0, 1, 1200, 9_999, 10_000, 123_456, 9_999_999), (0, 1, 50, 100)):
        for face in range(6):
            step.counts[face] = dice * (100 - more_ones) // 600
        step.counts[0] += dice * more_ones // 100
        step.bits[0] = dice // 24 * 4
        step.bits[65] = step.bits[0] * 512
        assert all(len(line) <= 21 for line in step.words()), step.words()
