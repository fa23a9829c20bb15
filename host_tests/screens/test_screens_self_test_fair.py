"""The self-test of the dice: it counts raw bits and faces live, and no biased, periodic or dead source passes."""

import itertools
import random
from array import array
from pathlib import Path

import pytest
import scipy

from host_tests.screens.self_test_fixture import go_to_step, open_self_test
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.app.power import AWAKE
from sixpip.board import health_limits
from sixpip.screens.menus import fair_dice, self_test
from sixpip.view import palette
from tools.play.host.bit_sources import perfect
from tools.research.fairness import measure
from tools.research.fairness.detection import SOURCES, Source

FIRST_MS = 6500
"""Until the first verdict."""
SEEN_BITS = 200_000
"""Fewer raw bits than those until then."""
STORED = {row["source"]: row for row in measure.read()["detections"]}


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    """Returns a console in the step before, with the raw bits of a perfect source."""
    player = go_to_step(open_self_test(str(tmp_path)), self_test.Heat)
    player.board.raw_bits.source = perfect()
    return player


def watch(player: ScriptedPlayer, ms: int = FIRST_MS) -> ScriptedPlayer:
    """Opens the step and watches it."""
    player.tap(ROLL)
    player.wait(ms)
    return player


def step_of(player: ScriptedPlayer) -> fair_dice.Fair:
    """Returns the step, also below a notice."""
    found = [screen for screen, _ in player.app.stack if isinstance(screen, fair_dice.Fair)]
    return found[0]


def shown_dice(player: ScriptedPlayer) -> int:
    """Returns the number of dice on the screen."""
    return int(player.lines[1].partition(" dice")[0].replace(" ", ""))


@pytest.mark.long
def test_the_limits_of_the_verdict_are_those_of_its_false_alarm_rates_and_the_counters_those_of_the_board() -> None:
    assert fair_dice.FAIR / 1000 == pytest.approx(scipy.stats.chi2.isf(1e-6, 5), abs=0.02)
    assert fair_dice.SIGMAS == 6 and 2 * scipy.stats.norm.sf(fair_dice.SIGMAS) < 2e-9
    assert (fair_dice.WINDOW, fair_dice.PAIRS, fair_dice.LAGS, fair_dice.COUNTERS) == (
        health_limits.WINDOW,
        health_limits.PAIRS,
        health_limits.LAGS,
        health_limits.COUNTERS,
    )


@pytest.mark.long
def test_the_faces_thrown_by_the_console_are_counted_live_and_a_good_source_passes(player: ScriptedPlayer) -> None:
    thrown: list[int] = []
    throw = player.app.dice.throw

    def noted(dice: int) -> bytearray:
        faces = throw(dice)
        thrown.extend(faces)
        return faces

    player.app.dice.throw = noted  # type: ignore[method-assign]
    watch(player, 1500)
    assert "Dice: counting|" in player.screen and player.screen.endswith("ROLL next BANK before")
    early = shown_dice(player)
    player.wait(FIRST_MS)
    step = step_of(player)
    assert early < shown_dice(player) <= len(thrown)
    assert list(step.counts) == [thrown.count(face) for face in range(6)]
    assert "Dice: fair so far" in player.screen and "Bits: fair so far" in player.screen
    bits = step.bits[0] * fair_dice.WINDOW
    assert bits > 200_000 and step.bits[65] == pytest.approx(bits / 2, rel=0.01)


@pytest.mark.long
@pytest.mark.parametrize("source", SOURCES[::4], ids=lambda source: source.name)
def test_a_source_looks_fair_if_and_only_if_the_page_says_so(player: ScriptedPlayer, source: Source) -> None:
    player.board.raw_bits.source = source.one_by_one()
    watch(player)
    if "No roll: " in player.screen:  # a health test has failed
        player.press(ROLL)
        assert "Bits: TEST FAILED" in player.screen
    assert "Bits: " in player.screen and "Bits: counting" not in player.screen
    assert ("Bits: fair so far" in player.screen) != (0 < STORED[source.name]["seen_after"] < SEEN_BITS)


@pytest.mark.long
def test_a_pattern_that_repeats_in_part_is_named_though_it_passes_the_tests_of_the_running_console(
    player: ScriptedPlayer,
) -> None:
    good, earlier = perfect(3), [0] * 22

    def echo() -> int:
        """Every third bit is the one 22 places earlier."""
        earlier.append(earlier[-22] if len(earlier) % 3 == 0 else good())
        return earlier[-1]

    player.board.raw_bits.source = echo
    watch(player)
    assert "Bits: REPEAT AT 22" in player.screen


@pytest.mark.long
def test_a_keep_button_starts_again_and_leaving_the_step_stops_counting(player: ScriptedPlayer) -> None:
    watch(player)
    step = step_of(player)
    thrown = sum(step.counts)
    player.tap(2)
    assert sum(step.counts) < 100 < thrown and step.bits[0] < 20
    for button in (BANK, ROLL, MENU):
        player.tap(button)
        counting = player.board.entropy.counters is not None
        assert counting == isinstance(player.app.screen, fair_dice.Fair)


def test_the_console_stays_awake_while_it_counts(player: ScriptedPlayer) -> None:
    watch(player, 100)
    for _ in range(3):
        player.board.elapsed_ms += 40_000
        player.wait(100)
    assert player.app.power.state == AWAKE and isinstance(player.app.screen, fair_dice.Fair)


def test_the_bars_show_loaded_dice_in_red_and_the_verdict_names_them(player: ScriptedPlayer) -> None:
    chance = random.Random(4)
    player.app.dice.throw = lambda dice: bytearray(  # type: ignore[method-assign]
        chance.choices(range(6), (10, 10, 10, 10, 10, 16), k=dice)
    )
    watch(player)
    assert "Dice: NOT FAIR" in player.screen
    rows = [[any(player.board.pixels[at : at + 8]) for at in range(die * 64, die * 64 + 64, 8)] for die in range(6)]
    heights = [sum(lit) for lit in rows]
    assert heights[5] == 8 and max(heights[:5]) < 5
    assert player.board.pixels[5 * 64 + 1] == palette.RED


@pytest.mark.parametrize(
    ("counts", "thousandths"), [([1000] * 6, 0), ([1100, 900, 1000, 1000, 1000, 1000], 20000), ([0] * 6, 0)]
)
def test_chi_square_is_the_sum_of_squared_differences_over_the_expected_count(
    counts: list[int], thousandths: int
) -> None:
    assert fair_dice.chi_square(array("i", counts)) == thousandths


@pytest.mark.long
def test_the_numbers_fit_the_screen_however_long_it_counts(player: ScriptedPlayer) -> None:
    go_to_step(player, fair_dice.Fair)
    step = step_of(player)
    for dice, more_ones in itertools.product((0, 1, 1200, 9_999, 10_000, 123_456, 9_999_999), (0, 1, 50, 100)):
        for face in range(6):
            step.counts[face] = dice * (100 - more_ones) // 600
        step.counts[0] += dice * more_ones // 100
        step.bits[0] = dice // 24 * 4
        step.bits[65] = step.bits[0] * 512
        assert all(len(line) <= 21 for line in step.words()), step.words()
