"""The power tree: every rail has a source, a capacitor and room; the limiter keeps the dice within their budget."""

import math
import re
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import bom, power
from hardware.boards import netlist
from hardware.boards.netlist import CELL, LED_5V, RAW, SUPPLY, V33, VSYS
from hardware.documents import power_page
from hardware.wiring import symbols
from sixpip.app.power import LEVELS_MV
from sixpip.board import expand, limiter
from sixpip.board.led_chain import PIXELS
from sixpip.rules import variants
from sixpip.view import faces, palette, tiles
from tools import FIRMWARE
from tools.constants import constant
from tools.host.board import HostBoard

LedType = tuple[str, int, int, int, int]
RAILS = {rail.net: rail for rail in power.rails()}
BOTH_LEDS = (limiter.WS2812B_2020, limiter.WS2812B_5050)
GIVEN = power.VALUE


# --- the tree


def test_every_supply_of_the_board_is_in_the_tree_and_hangs_on_another_one() -> None:
    assert set(RAILS) == set(symbols.RAILS)
    assert {net: rail.source for net, rail in RAILS.items()} == {
        V33: VSYS, VSYS: SUPPLY, LED_5V: SUPPLY, SUPPLY: RAW, RAW: CELL, CELL: "cell"
    }  # fmt: skip


@pytest.mark.parametrize("net", list(RAILS))
def test_no_rail_carries_more_than_what_feeds_it_may(net: str) -> None:
    rail = RAILS[net]
    assert rail.loads and rail.limits
    for name, most in rail.limits:
        assert rail.most_ma <= most, name


@pytest.mark.parametrize("net", [V33, SUPPLY, LED_5V])
def test_each_rail_made_on_the_board_has_a_capacitor_to_ground(net: str) -> None:
    parts = {part.reference: part for part in netlist.parts()}
    assert RAILS[net].capacitors
    for name in RAILS[net].capacitors:
        assert set(parts[name].nets.values()) == {net, netlist.GND}


@pytest.mark.parametrize("net", list(RAILS))
def test_what_a_rail_draws_is_a_load_of_the_rail_before_it(net: str) -> None:
    before = RAILS.get(RAILS[net].source)
    if before is not None and net not in (V33, RAW):  # these two change volts on the way
        assert power.Load(net, RAILS[net].most_ma) in before.loads or net == VSYS
    if before is not None:
        assert before.most_ma >= RAILS[net].most_ma * RAILS[net].volts[0] / before.volts[1] * 0.5


def test_the_fuse_lets_the_budget_pass_and_trips_before_the_converter_or_the_plugs_are_overloaded() -> None:
    assert RAILS[SUPPLY].most_ma < GIVEN["fuse_hold"] < GIVEN["boost_most"] <= GIVEN["contact_most"]


def test_the_pico_gets_a_voltage_it_may_have_from_a_full_and_from_an_empty_cell() -> None:
    low, high = RAILS[VSYS].volts
    assert GIVEN["vsys_least"] < low < high < GIVEN["vsys_most"]


def test_every_die_has_enough_volts_with_the_whole_budget_in_the_last_and_a_plug_out() -> None:
    volts = power.fed_volts()
    assert len(volts) == tiles.TILES
    assert volts == sorted(volts) and volts[0] > GIVEN["led_least"]


def test_the_rail_rises_slowly_enough_for_the_converter() -> None:
    assert power.inrush_ma() + RAILS[VSYS].most_ma < GIVEN["fuse_hold"]
    assert power.inrush_ma() == pytest.approx(power.rail_farad() * GIVEN["boost"] / (power.rise_us() * 1e-6) * 1000)


def firmware_number(module: str, name: str) -> int:
    """A const of a module of board/ that only the Pico can import."""
    return int(constant(FIRMWARE / "sixpip" / "board" / f"{module}.py", name))


def test_the_firmware_waits_until_the_rail_is_up() -> None:
    assert firmware_number("leds", "_RAIL_RISE_US") >= power.rise_us()


def test_the_adc_is_never_given_more_than_its_reference_and_the_firmware_reads_back_the_cell() -> None:
    for volts in (GIVEN["cell_low"], GIVEN["cell_volts"], GIVEN["cell_full"]):
        at_pin = power.half_cell(volts)
        assert at_pin < GIVEN["adc_most"]
        read = int(at_pin / GIVEN["adc_most"] * 65535) * firmware_number("battery", "_FULL_SCALE_MV") >> 16
        assert read == pytest.approx(volts * 1000, abs=3)
    assert LEVELS_MV[-1] == GIVEN["cell_low"] * 1000


def test_the_pull_ups_suit_the_speed_of_the_bus_and_its_drivers() -> None:
    assert power.bus_rise_s() < GIVEN["bus_rise"]
    assert 3300 / power.value_of("R6") < GIVEN["bus_sink"]
    assert power.value_of("R6") == power.value_of("R7")


def test_the_pull_ups_that_may_stand_in_suit_the_bus_too() -> None:
    (line,) = [line for line in bom.LINES if "R6" in line.handheld]
    for ohm in (float(word) * 1000 for word in re.findall(r"([\d.]+) k", line.substitute)):
        assert power.bus_rise_s() * ohm / power.value_of("R6") < GIVEN["bus_rise"] and 3300 / ohm < GIVEN["bus_sink"]


def test_switched_off_the_console_lives_longer_than_the_cell_keeps_its_charge() -> None:
    through_r3 = GIVEN["cell_volts"] / power.value_of("R3") * 1000
    assert power.off_ma() == pytest.approx(GIVEN["boost_off"] + through_r3)
    assert GIVEN["cell"] * GIVEN["cell_used"] / power.off_ma() > 365 * 24


def test_values_of_parts_are_read_as_farad_and_ohm() -> None:
    assert power.value_of("R1") == pytest.approx(8200)
    assert power.value_of("R5") == 330
    assert power.value_of("C1") == pytest.approx(220e-6)
    assert power.value_of("C3") == pytest.approx(4.7e-9)


# --- the limiter


def drawn_ma(words: bytearray, led_type: LedType) -> float:
    """What the chain draws that was sent these words: every channel in proportion, and all LEDs idle."""
    _, red, green, blue, idle_ua = led_type
    lit = sum(words[2::4]) * red + sum(words[3::4]) * green + sum(words[1::4]) * blue
    return lit / 255 + float(PIXELS) * idle_ua / 1000


NAMES = [variant.name for variant in variants.VARIANTS]
STATES = (tiles.OFF, tiles.SCORES, tiles.DULL, tiles.CHOSEN, tiles.KEPT, tiles.TUMBLING)
DIE = st.tuples(st.sampled_from("123456"), st.sampled_from(STATES))
FRAME = st.tuples(
    st.lists(DIE, min_size=6, max_size=6),
    st.sampled_from(NAMES),
    st.one_of(st.sampled_from(power_page.BRIGHTNESS), st.integers(0, 255)),
    st.integers(0, 5),
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOTH_LEDS), st.lists(FRAME, min_size=1, max_size=6))
def test_dice_as_the_firmware_draws_them_never_pass_the_budget(
    led_type: LedType, frames: list[tuple[list[tuple[str, int]], str, int, int]]
) -> None:
    power_now = limiter.LedPower(led_type)
    counts, words = array("H", [0] * expand.COLORS), bytearray(PIXELS * 4)
    for dice, variant, brightness, seat in frames:
        pixels, colours = bytearray(PIXELS), bytearray(expand.COLORS * 3)
        palette.load(colours, variants.find(variant).ink)
        palette.set_player(colours, seat)
        for tile, (face, state) in enumerate(dice):
            tiles.paint(pixels, tile, faces.face(face), state)
        expand.count(pixels, counts)
        power_now.prepare(colours, brightness, counts)
        expand.expand(pixels, power_now.lut, words, True)
        drawn = drawn_ma(words, led_type)
        assert drawn <= limiter.BUDGET_MA
        assert drawn <= power_now.estimated_ma


WHATEVER = st.tuples(st.binary(min_size=96, max_size=96), st.integers(0, 255), st.integers(0, 31), st.integers(0, 31))


@settings(max_examples=60, deadline=None)
@given(st.lists(WHATEVER, min_size=1, max_size=6))
def test_as_long_as_nobody_has_said_which_leds_there_are_none_pass_the_budget(
    frames: list[tuple[bytes, int, int, int]],
) -> None:
    unknown = HostBoard("").power
    counts, words = array("H", [0] * expand.COLORS), bytearray(PIXELS * 4)
    for colours, brightness, one, other in frames:
        pixels = bytearray([one, other]) * (PIXELS // 2)
        expand.count(pixels, counts)
        unknown.prepare(bytearray(colours), brightness, counts)
        expand.expand(pixels, unknown.lut, words, True)
        for led_type in limiter.LED_TYPES:
            assert drawn_ma(words, led_type) <= limiter.BUDGET_MA, led_type[0]


def test_stock_modules_would_blow_the_fuse_if_the_limiter_took_them_for_own_tiles() -> None:
    wrong = limiter.LedPower(limiter.WS2812B_2020)
    counts, words = array("H", [0] * expand.COLORS), bytearray(PIXELS * 4)
    pixels = bytearray(PIXELS)
    expand.count(pixels, counts)
    wrong.prepare(bytearray(b"\xff" * 96), 255, counts)
    expand.expand(pixels, wrong.lut, words, True)
    assert drawn_ma(words, limiter.WS2812B_5050) > GIVEN["fuse_hold"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(limiter.LED_TYPES), st.integers(0, 255)), min_size=2, max_size=8))
def test_another_led_type_holds_from_the_very_next_frame(frames: list[tuple[LedType, int]]) -> None:
    power_now = limiter.LedPower(limiter.WS2812B_2020)
    counts, words = array("H", [0] * expand.COLORS), bytearray(PIXELS * 4)
    pixels = bytearray(PIXELS)
    expand.count(pixels, counts)
    for led_type, brightness in frames:
        power_now.set_led_type(led_type)
        power_now.prepare(bytearray(b"\xff\xc0\x80" * 32), brightness, counts)
        expand.expand(pixels, power_now.lut, words, True)
        drawn = drawn_ma(words, led_type)
        assert drawn <= power_now.estimated_ma <= limiter.BUDGET_MA


@pytest.mark.parametrize("led_type", BOTH_LEDS, ids=lambda row: str(row[0]))
def test_without_the_limiter_white_dice_would_overload_the_converter(led_type: LedType) -> None:
    assert power.unlimited_ma(led_type) > 5 * GIVEN["boost_most"]
    words = bytearray((0, 255, 255, 255)) * PIXELS
    assert drawn_ma(words, led_type) == pytest.approx(power.unlimited_ma(led_type))


# --- how long a charge lasts


def test_a_charge_lasts_longer_the_less_is_drawn_and_holds_the_energy_of_the_cell() -> None:
    usable_mwh = GIVEN["cell"] * GIVEN["cell_used"] * GIVEN["cell_volts"]
    for rail_ma in (20, 200, 500):
        from_cell_mw = usable_mwh / power.hours(rail_ma)
        to_rail_mw = (from_cell_mw - GIVEN["boost_own"] * GIVEN["cell_volts"]) * GIVEN["boost_yield"]
        assert to_rail_mw == pytest.approx(rail_ma * GIVEN["boost"])
    assert power.hours(200) > 1.9 * power.hours(400)


def test_the_run_time_table_has_every_led_type_and_no_row_above_the_budget() -> None:
    rows = power_page.runtime_rows()
    assert {row[0] for row in rows} == {row[0] for row in limiter.LED_TYPES} | {"any"}
    for row in rows:
        for cell in row[2:]:
            current, left = cell.split(" mA, ")
            assert int(current) <= limiter.BUDGET_MA
            assert float(left.removesuffix(" h")) == pytest.approx(
                power.hours(int(current) + power.base_ma()), abs=0.06
            )


def test_dice_at_the_console_s_lowest_brightness_are_not_at_the_limit() -> None:
    for led_type in limiter.LED_TYPES:
        for scene in power_page.SCENES:
            drawn = power_page.chain_ma(led_type, power_page.pixels(scene), power_page.BRIGHTNESS[0])
            assert power.idle_ma(led_type) < drawn < limiter.BUDGET_MA


def test_every_figure_says_what_kind_it_is_and_where_it_comes_from() -> None:
    for figure in power.GIVEN:
        assert figure.kind in ("datasheet", "assumed", "decided", "computed") and figure.source
        assert math.isfinite(figure.value)
