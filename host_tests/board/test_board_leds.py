"""From color indices to LED words: the order of the chain, the table of words, and the current limiter."""

from array import array

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from host_tests.led_current import LedType, drawn_ma
from sixpip.board import limiter
from tools.play.host.board import HostBoard

PALETTES = st.binary(min_size=96, max_size=96).map(bytearray)
PICTURES = st.one_of(
    st.binary(min_size=384, max_size=384).map(bytearray),
    st.integers(0, 31).map(lambda color: bytearray([color]) * 384),
)
BRIGHTNESSES = st.integers(0, 255)
LED_TYPES = st.sampled_from(limiter.LED_TYPES)
WHITE = bytearray(3) + bytearray([255]) * 93
ALL_LIT = array("H", [0] * 31 + [384])
FEW_LIT = array("H", [383] + [0] * 30 + [1])


def shown(power: limiter.LedPower, pixels: bytearray, palette: bytearray, brightness: int) -> bytes:
    counts, words = array("H", [0] * 32), array("I", [0] * 384)
    limiter.count_colors(pixels, counts)
    power.prepare(palette, brightness, counts)
    limiter.expand(pixels, power.lut, words, True)
    return words.tobytes()


def table(palette: bytearray, level: int) -> bytes:
    """The bytes of the LED words of a palette at a brightness."""
    lut = array("I", [0] * 32)
    limiter.make_table(palette, bytearray((level, 12, 12, 12)), lut, array("i", [0] * 32))
    return lut.tobytes()


def level_of(power: limiter.LedPower, counts: "array[int]", brightness: int = 255) -> int:
    """The brightness in force for a frame of white dice."""
    power.prepare(WHITE, brightness, counts)
    return power.level


@given(PICTURES, PALETTES, st.booleans())
def test_the_chain_runs_tile_by_tile_in_green_red_blue_and_odd_rows_run_back_only_when_serpentine(
    pixels: bytearray, palette: bytearray, serpentine: bool
) -> None:
    lut, words = array("I", [0] * 32), array("I", [0] * 384)
    limiter.make_table(palette, bytearray((255, 12, 12, 12)), lut, array("i", [0] * 32))
    limiter.expand(pixels, lut, words, serpentine)
    for pixel, index in enumerate(pixels):
        red, green, blue = palette[index % 32 * 3 :][:3]
        tile, row, column = pixel // 64, pixel // 8 % 8, pixel % 8
        along = 7 - column if serpentine and row % 2 else column
        assert words[tile * 64 + row * 8 + along].to_bytes(4, "little") == bytes((0, blue, red, green))


@given(PICTURES)
def test_the_pixels_of_each_color_are_counted(pixels: bytearray) -> None:
    counts = array("H", [9] * 32)
    limiter.count_colors(pixels, counts)
    assert counts.tolist() == [sum(index % 32 == color for index in pixels) for color in range(32)]


@given(PALETTES, BRIGHTNESSES)
def test_a_color_that_is_not_black_stays_visible_unless_the_brightness_is_0(palette: bytearray, level: int) -> None:
    lut = table(palette, level)
    for color in range(32):
        visible = level > 0 and any(palette[color * 3 : color * 3 + 3])
        assert any(lut[color * 4 : color * 4 + 4]) == visible


@given(PALETTES, st.integers(1, 255))
def test_a_dimmed_color_keeps_the_relation_of_its_parts(palette: bytearray, level: int) -> None:
    lut = table(palette, level)
    for color in range(32):
        wanted = palette[color * 3 : color * 3 + 3]
        shown = [lut[color * 4 + part] for part in (2, 3, 1)]
        if any(wanted):
            apart = [abs(part / max(shown) - full / max(wanted)) for part, full in zip(shown, wanted)]
            assert max(apart) <= 1 / limiter.HUE_STEPS
            if max(shown) > 3:
                assert abs(max(shown) - max(wanted) * level / 255) <= 0.5


def test_a_color_is_as_dark_as_its_hue_allows_and_no_brighter() -> None:
    """At brightness 1 a part that is a fifth of the brightest one may be dark, a part of two fifths may not."""
    lut = table(bytearray(3) + bytes((51, 255, 0, 102, 255, 0)) + bytes(87), 1)
    assert [[lut[4 * color + part] for part in (2, 3, 1)] for color in (1, 2)] == [[0, 1, 0], [1, 2, 0]]


@given(PALETTES, st.integers(0, 254))
def test_more_brightness_never_makes_a_color_darker(palette: bytearray, level: int) -> None:
    lower, higher = table(palette, level), table(palette, level + 1)
    assert all(low <= high for low, high in zip(lower, higher))


@settings(max_examples=60, deadline=None)
@given(LED_TYPES, st.lists(st.tuples(PICTURES, PALETTES, BRIGHTNESSES), min_size=1, max_size=8))
def test_no_frame_exceeds_the_budget(led_type: LedType, frames: list[tuple[bytearray, bytearray, int]]) -> None:
    power = limiter.LedPower(led_type)
    for pixels, palette, brightness in frames:
        drawn = drawn_ma(shown(power, pixels, palette, brightness), led_type)
        assert drawn <= limiter.BUDGET_MA
        assert drawn <= power.estimated_ma < drawn + 2


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(PICTURES, PALETTES, BRIGHTNESSES), min_size=1, max_size=6))
def test_with_an_unknown_led_type_no_led_type_exceeds_the_budget(
    frames: list[tuple[bytearray, bytearray, int]],
) -> None:
    unknown = HostBoard("").power
    for frame in frames:
        words = shown(unknown, *frame)
        for led_type in limiter.LED_TYPES:
            assert drawn_ma(words, led_type) <= limiter.BUDGET_MA, led_type[0]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(LED_TYPES, BRIGHTNESSES), min_size=2, max_size=8))
def test_a_change_of_the_led_type_takes_effect_in_the_next_frame(frames: list[tuple[LedType, int]]) -> None:
    power = limiter.LedPower(limiter.WS2812B_2020)
    for led_type, brightness in frames:
        power.set_led_type(led_type)
        words = shown(power, bytearray(384), bytearray(b"\xff\xc0\x80" * 32), brightness)
        assert drawn_ma(words, led_type) <= power.estimated_ma <= limiter.BUDGET_MA


@settings(max_examples=60, deadline=None)
@given(LED_TYPES, PICTURES, PALETTES, BRIGHTNESSES)
def test_the_limiter_acts_exactly_when_the_frame_would_exceed_the_budget(
    led_type: LedType, pixels: bytearray, palette: bytearray, brightness: int
) -> None:
    free = limiter.LedPower(led_type, budget_ma=30_000)
    too_much = drawn_ma(shown(free, pixels, palette, brightness), led_type) > limiter.BUDGET_MA
    power = limiter.LedPower(led_type)
    shown(power, pixels, palette, brightness)
    assert power.limiting == too_much


@pytest.mark.parametrize("led_type", limiter.LED_TYPES)
def test_a_budget_below_the_idle_current_leaves_the_dice_dark(led_type: LedType) -> None:
    power = limiter.LedPower(led_type, budget_ma=100)
    assert not any(shown(power, bytearray([31]) * 384, WHITE, 255))


@pytest.mark.parametrize("led_type", limiter.LED_TYPES)
def test_a_picture_at_the_limit_does_not_flicker(led_type: LedType) -> None:
    power = limiter.LedPower(led_type)
    levels = [level_of(power, ALL_LIT) for _ in range(60)]
    assert set(levels) == {levels[0]}
    assert power.limiting


@pytest.mark.parametrize("led_type", limiter.LED_TYPES)
def test_the_limit_applies_at_once_and_is_raised_in_steps_after_a_pause(led_type: LedType) -> None:
    power = limiter.LedPower(led_type)
    limited = level_of(power, ALL_LIT)
    levels = [level_of(power, FEW_LIT) for _ in range(80)]
    assert levels[:5] == [limited] * 5
    assert levels == sorted(levels)
    assert all(after <= before + before // 8 + 1 for before, after in zip(levels, levels[1:]))
    assert levels[-1] == 255
    assert not power.limiting


def test_a_limit_in_force_survives_a_change_of_palette_and_brightness() -> None:
    power = limiter.LedPower(limiter.WS2812B_2020)
    limited = level_of(power, ALL_LIT)
    gray = bytearray(3) + bytearray([200]) * 93
    power.prepare(gray, 254, FEW_LIT)
    assert power.level == limited
    assert level_of(power, FEW_LIT, brightness=limited - 1) == limited - 1
    assert not power.limiting


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    levels, make_table = [], limiter.make_table

    def noted(palette: bytearray, scale: bytearray, lut: "array[int]", costs: "array[int]") -> None:
        levels.append(scale[0])
        make_table(palette, scale, lut, costs)

    monkeypatch.setattr(limiter, "make_table", noted)
    return levels


@given(LED_TYPES, st.integers(1, 255), st.integers(1, 384))
@example(limiter.WS2812B_2020, 19, 225)  # a step that is rounded up is too much, and undone
@example(limiter.WS2812B_5050, 37, 240)
def test_raising_the_limit_never_exceeds_the_budget(led_type: LedType, gray: int, lit: int) -> None:
    power = limiter.LedPower(led_type)
    palette, counts = bytearray(3) + bytearray([gray]) * 92 + b"\xff", array("H", [384 - lit] + [0] * 29 + [lit, 0])
    power.prepare(WHITE, 255, ALL_LIT)
    for _ in range(70):
        power.prepare(palette, 255, counts)
        drawn = drawn_ma(power.lut[30:31].tobytes() * lit, led_type)
        assert drawn <= limiter.BUDGET_MA and drawn <= power.estimated_ma < drawn + 2


def test_the_table_is_made_again_only_when_palette_brightness_or_limit_change(made: list[int]) -> None:
    power = limiter.LedPower(limiter.WS2812B_2020)
    palette = bytearray(WHITE)
    for _ in range(3):
        power.prepare(palette, 32, FEW_LIT)
    assert made == [32]
    palette[95] = 7
    power.prepare(palette, 32, FEW_LIT)
    power.prepare(palette, 31, FEW_LIT)
    power.prepare(palette, 31, FEW_LIT)
    assert made == [32, 32, 31]
