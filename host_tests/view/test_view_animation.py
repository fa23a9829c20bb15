"""The animations: they end as they should, never jump or flash, and allocate nothing on the Pico."""

from collections.abc import Callable

import pytest

from host_tests.view.view_fixture import (
    FINAL,
    FRAME_MS,
    POOL,
    SHOWN,
    Animation,
    dice_in,
    flashes,
    luminance,
    player_palette,
)
from host_tests.view_golden import golden, strip
from sixpip.view import animation, light_shows, palette, reduced_motion, tiles
from sixpip.view.tiles import SMALL

MOVES: dict[str, tuple[Callable[[], Animation], int]] = {
    "tumble": (lambda: animation.Tumble(POOL, FINAL, 4711), tiles.DULL),
    "fast": (lambda: animation.Tumble(POOL, FINAL, 99, animation.FAST), tiles.DULL),
    "hot": (lambda: animation.Hot(SHOWN), tiles.CHOSEN),
    "drain": (lambda: animation.Drain(SHOWN), tiles.DULL),
    "cheer": (lambda: light_shows.Cheer(4711), tiles.OFF),
}
REDUCED: dict[str, tuple[Callable[[], Animation], int]] = {
    "reduced-tumble": (lambda: reduced_motion.Tumble(POOL, FINAL, 4711), tiles.OFF),
    "reduced-fast": (lambda: reduced_motion.Tumble(POOL, FINAL, 99, animation.FAST), tiles.OFF),
    "reduced-hot": (lambda: reduced_motion.Hot(SHOWN), tiles.CHOSEN),
    "reduced-drain": (lambda: reduced_motion.Drain(SHOWN), tiles.DULL),
    "reduced-cheer": (lambda: light_shows.ReducedCheer(4711), tiles.OFF),
}
ALL = {**MOVES, **REDUCED}


def frames(name: str) -> list[bytearray]:
    """The dice before an animation, then every frame of it until it is over; the reduced cheer repeats."""
    make, state = ALL[name]
    moving, pixels = make(), dice_in(state)
    shown = [bytearray(pixels)]
    for elapsed_ms in range(0, 10_000, FRAME_MS):
        repeats = name == "reduced-cheer"
        over = moving.frame(pixels, elapsed_ms % light_shows.ReducedCheer.LENGTH_MS if repeats else elapsed_ms)
        shown.append(bytearray(pixels))
        if over:
            return shown
    assert name == "reduced-cheer", f"{name} does not end"
    return shown


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("player", [0, 4])
def test_brightness_never_jumps(name: str, player: int) -> None:
    shown = [luminance(pixels, player_palette(player)) for pixels in frames(name)]
    for before, after in zip(shown, shown[1:], strict=False):
        assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < 0.2


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("player", [0, 4])
def test_no_tile_flashes_more_than_three_times_a_second(name: str, player: int) -> None:
    shown = [luminance(pixels, player_palette(player)) for pixels in frames(name)]
    second = 1000 // FRAME_MS
    for tile in range(6):
        turns = flashes([light[tile] for light in shown])
        for start in range(len(shown)):
            assert sum(start <= turn < start + second for turn in turns) <= 6


@pytest.mark.parametrize("seed", range(0, 60000, 5999))
def test_a_throw_does_not_flash(seed: int) -> None:
    moving, pixels, light = animation.Tumble(POOL, FINAL, seed), bytearray(384), []
    for elapsed_ms in range(0, 600, FRAME_MS):
        moving.frame(pixels, elapsed_ms)
        light.append(luminance(pixels, player_palette(0)))
    for tile in range(6):
        assert len(flashes([frame[tile] for frame in light])) <= 1  # a die lights up once, when it stops


def test_the_dice_stop_from_left_to_right_within_0_7_seconds() -> None:
    moving, pixels = animation.Tumble(POOL, FINAL, 1), bytearray(384)
    stopped = []
    for elapsed_ms in range(0, 800, 10):
        over = moving.frame(pixels, elapsed_ms)
        stopped.append(moving.stopped)
        if over:
            break
    assert sorted(stopped) == stopped
    assert set(stopped) == {0, 1, 2, 3, 4, 5, 6}
    assert 650 <= elapsed_ms <= 750


@pytest.mark.parametrize("seed", [0, 1, 74, 65535, 65536, 1 << 29])
@pytest.mark.parametrize("speed", [animation.NORMAL, animation.FAST, animation.STILL])
def test_the_dice_stop_at_the_faces_that_were_thrown(seed: int, speed: int) -> None:
    moving, pixels = animation.Tumble(POOL, FINAL, seed, speed), bytearray(384)
    assert moving.frame(pixels, 10_000)
    for tile in range(6):
        lit = [index == palette.INK + 1 for index in pixels[tile * 64 : tile * 64 + 64]]
        drawn = [bool(POOL[FINAL[tile]][place // 8] << place % 8 & 0x80) for place in range(64)]
        assert lit == drawn


def test_a_die_that_is_not_thrown_is_not_drawn() -> None:
    pixels = bytearray([palette.GREEN]) * 384
    moving = animation.Tumble(POOL, bytes((0, animation.RESTS, 1, 2, animation.RESTS, 3)), 5)
    moving.frame(pixels, 100)
    assert set(pixels[64:128] + pixels[256:320]) == {palette.GREEN}
    assert palette.GREEN not in pixels[:64]
    assert moving.frame(pixels, 2000)
    assert moving.stopped == 4


def test_a_tumbling_die_shows_many_faces_and_slows_down() -> None:
    moving, pixels, changes = animation.Tumble(POOL, FINAL, 7), bytearray(384), []
    before = b""
    for elapsed_ms in range(0, 700, 10):
        moving.frame(pixels, elapsed_ms)
        now = bytes(pixels[320:])
        changes.append(now != before)
        before = now
    assert sum(changes[:35]) > sum(changes[35:]) > 0


def test_a_bust_drains_from_the_top_until_the_dice_are_dark() -> None:
    shown = frames("drain")
    top = [sum(index > 0 for tile in range(6) for index in pixels[tile * 64 : tile * 64 + 24]) for pixels in shown]
    bottom = [
        sum(index > 0 for tile in range(6) for index in pixels[tile * 64 + 40 : tile * 64 + 64]) for pixels in shown
    ]
    middle = len(shown) // 2
    assert top[middle] < bottom[middle]
    assert bottom[middle] > 100
    assert not any(shown[-1])
    assert {index for index in shown[middle] if index} <= set(range(palette.RED, palette.GOLD))


def test_only_the_given_dice_drain() -> None:
    pixels = dice_in(tiles.KEPT)
    kept = bytes(pixels[:192])
    animation.Drain(SHOWN, 0b111000).frame(pixels, 5000)
    assert bytes(pixels[:192]) == kept
    assert not any(pixels[192:])


def test_the_pips_of_hot_dice_stay_brighter_than_the_light_that_moves_behind_them() -> None:
    for pixels in frames("hot")[1:]:
        for tile, drawn in enumerate(SHOWN):
            for place in range(64):
                lit = drawn[SMALL + place // 8] << place % 8 & 0x80
                inside = 0 < place // 8 < 7 and 0 < place % 8 < 7
                if lit:
                    assert pixels[tile * 64 + place] == palette.INK
                elif inside:
                    assert palette.GOLD < pixels[tile * 64 + place] < palette.GOLD + palette.LEVELS


@pytest.mark.parametrize("name", ALL)
def test_a_frame_depends_only_on_the_time_so_frames_may_be_skipped(name: str) -> None:
    make, state = ALL[name]
    once, often = make(), make()
    skipped, steady = dice_in(state), dice_in(state)
    for elapsed_ms in range(0, 331, 11):
        often.frame(steady, elapsed_ms)
    once.frame(skipped, 330)
    assert skipped == steady


@pytest.mark.parametrize("name", ALL)
def test_the_animations_match_their_golden_frames(name: str) -> None:
    drawn = strip(frames(name))
    assert drawn == golden(name if name in REDUCED else f"move-{name}", drawn)


# Reduced motion: light comes or goes only once, and the rest is as in the full animations

ONCE = ("reduced-tumble", "reduced-fast", "reduced-hot", "reduced-drain")


def light(name: str, player: int) -> list[list[float]]:
    """The luminance of each tile, frame by frame."""
    shown = [luminance(pixels, player_palette(player)) for pixels in frames(name)]
    return [[each[tile] for each in shown] for tile in range(6)]


@pytest.mark.parametrize("name", ONCE)
def test_light_comes_or_goes_only_once(name: str) -> None:
    for tile in light(name, 0):
        later = tile[1:]  # the first is before the animation
        assert later == sorted(later, reverse=name == "reduced-drain")
        assert len(flashes(tile)) <= 2


@pytest.mark.parametrize("player", range(palette.SEATS))
def test_the_winners_show_changes_less_than_once_a_second(player: int) -> None:
    for tile in light("reduced-cheer", player):
        changes = [number for number in range(2, len(tile)) if tile[number] != tile[number - 1]]
        assert len(changes) >= 6
        assert min(after - before for before, after in zip(changes, changes[1:], strict=False)) * FRAME_MS > 1000


def test_hot_dice_are_gold_and_do_not_change() -> None:
    shown = frames("reduced-hot")[1:]
    assert len(shown) * FRAME_MS >= reduced_motion.Hot.LENGTH_MS and all(pixels == shown[0] for pixels in shown)
    assert {index for index in shown[0] if index} < set(range(palette.GOLD, palette.GOLD + palette.LEVELS))


def test_the_winners_show_is_a_word_in_the_winners_color() -> None:
    for pixels in frames("reduced-cheer")[1:]:
        assert {index for index in pixels if index != palette.OFF} <= set(range(palette.HUE, palette.RED))
        assert all(any(pixels[tile * 64 : tile * 64 + 64]) for tile in range(6))


def test_a_bust_ends_dark_and_does_not_change_kept_dice() -> None:
    assert not any(frames("reduced-drain")[-1])
    pixels = dice_in(tiles.KEPT)
    kept = bytes(pixels[:192])
    assert reduced_motion.Drain(SHOWN, 0b111000).frame(pixels, 5000)
    assert bytes(pixels[:192]) == kept and not any(pixels[192:])


@pytest.mark.parametrize("speed", [animation.NORMAL, animation.FAST, animation.STILL])
def test_dice_stop_at_the_same_time_and_with_the_same_faces_as_in_the_full_animation(speed: int) -> None:
    final = bytes((5, animation.RESTS, 4, 1, 5, 2))
    both = [module.Tumble(POOL, final, 7, speed) for module in (animation, reduced_motion)]
    full, reduced = bytearray([palette.GREEN]) * 384, bytearray([palette.GREEN]) * 384
    for elapsed_ms in range(0, 900, 10):
        over = [moving.frame(pixels, elapsed_ms) for moving, pixels in zip(both, (full, reduced), strict=True)]
        assert over[0] == over[1] and both[0].stopped == both[1].stopped
    assert over[1] and reduced == full


def test_a_die_shows_only_the_face_that_was_thrown() -> None:
    shapes = {bytes(bool(index) for index in pixels[:64]) for pixels in frames("reduced-tumble")}
    assert len(shapes) == 2  # nothing, and the face


def test_dice_of_several_colors_light_up_in_their_own_color() -> None:
    ramps = bytes((palette.RED, palette.GOLD, palette.SEAT, palette.INK, palette.RED, palette.GOLD))
    both = [module.Tumble(POOL, FINAL, 7, animation.NORMAL, bytes(6), ramps) for module in (animation, reduced_motion)]
    full, reduced = bytearray(384), bytearray(384)
    both[1].frame(reduced, 600)
    assert {index for index in reduced[:64] if index} <= set(range(palette.GOLD, palette.GOLD + palette.LEVELS))
    assert both[0].frame(full, 900) and both[1].frame(reduced, 900)
    assert reduced == full


# MicroPython

LOCKED = """
import micropython
from sixpip.view import animation
from sixpip.view import light_shows
from sixpip.view import tiles
from sixpip.view.faces import face
from sixpip.view.text import Canvas
pool = [face(name) for name in "123456"]
final = bytes((5, 0, 4, 1, 5, 2))
shown = [pool[place] for place in final]
pixels = bytearray(384)
made = [animation.Tumble(pool, final, 4711), animation.Tumble(pool, final, 9, animation.FAST)]
made += [animation.Hot(shown), animation.Drain(shown), light_shows.Cheer(4711)]
ends = [0] * len(made)
total = which = elapsed_ms = place = tile = 0  # all names exist before the heap is locked: a new one may need memory
micropython.heap_lock()
for which in range(len(made)):
    elapsed_ms = 0
    while not made[which].frame(pixels, elapsed_ms):
        elapsed_ms += 33
        for place in range(384):
            total = (total * 31 + pixels[place]) & 0xFFFFF
    ends[which] = elapsed_ms
for tile in range(6):
    tiles.paint(pixels, tile, shown[tile], tile)
micropython.heap_unlock()
print(total, ends)
"""


def test_frames_allocate_nothing_and_are_the_same_under_micropython(micropython: Callable[..., str]) -> None:
    total, ends = 0, []
    for name in MOVES:
        moving, pixels, elapsed_ms = MOVES[name][0](), bytearray(384), 0
        if name == "fast":
            moving = animation.Tumble(POOL, FINAL, 9, animation.FAST)
        while not moving.frame(pixels, elapsed_ms):
            elapsed_ms += 33
            for index in pixels:
                total = (total * 31 + index) & 0xFFFFF
        ends.append(elapsed_ms)
    assert micropython(LOCKED).strip() == f"{total} {ends}"
