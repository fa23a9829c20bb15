"""The animations with reduced motion: light comes or goes only once, and the rest is as in the full animations."""

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
from sixpip.view import palette, tiles
from sixpip.view.game import animation, reduced_motion
from sixpip.view.menus import light_shows

MOVES: dict[str, tuple[Callable[[], Animation], int]] = {
    "tumble": (lambda: reduced_motion.Tumble(POOL, FINAL, 4711), tiles.OFF),
    "fast": (lambda: reduced_motion.Tumble(POOL, FINAL, 99, animation.FAST), tiles.OFF),
    "hot": (lambda: reduced_motion.Hot(SHOWN), tiles.CHOSEN),
    "drain": (lambda: reduced_motion.Drain(SHOWN), tiles.DULL),
    "cheer": (lambda: light_shows.ReducedCheer(4711), tiles.OFF),
}
ONCE = ("tumble", "fast", "hot", "drain")


def frames(name: str) -> list[bytearray]:
    """The dice before an animation, then every frame until it is over; the winner's show repeats, as on the console."""
    make, state = MOVES[name]
    moving, pixels = make(), dice_in(state)
    shown = [bytearray(pixels)]
    for elapsed_ms in range(0, 10_000, FRAME_MS):
        over = moving.frame(pixels, elapsed_ms % light_shows.ReducedCheer.LENGTH_MS if name == "cheer" else elapsed_ms)
        shown.append(bytearray(pixels))
        if over:
            return shown
    assert name == "cheer", f"{name} does not end"
    return shown


def light(name: str, player: int) -> list[list[float]]:
    """The luminance of each tile, frame by frame."""
    shown = [luminance(pixels, player_palette(player)) for pixels in frames(name)]
    return [[each[tile] for each in shown] for tile in range(6)]


@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("player", [0, 4])
def test_brightness_never_jumps(name: str, player: int) -> None:
    for tile in light(name, player):
        assert max(abs(after - before) for before, after in zip(tile, tile[1:], strict=False)) < 0.2


@pytest.mark.parametrize("name", ONCE)
def test_light_comes_or_goes_only_once(name: str) -> None:
    for tile in light(name, 0):
        later = tile[1:]  # the first is before the animation
        assert later == sorted(later, reverse=name == "drain")
        assert len(flashes(tile)) <= 2


@pytest.mark.parametrize("player", range(palette.SEATS))
def test_the_winners_show_changes_less_than_once_a_second(player: int) -> None:
    for tile in light("cheer", player):
        changes = [number for number in range(2, len(tile)) if tile[number] != tile[number - 1]]
        assert len(changes) >= 6
        assert min(after - before for before, after in zip(changes, changes[1:], strict=False)) * FRAME_MS > 1000


def test_hot_dice_are_gold_and_do_not_change() -> None:
    shown = frames("hot")[1:]
    assert len(shown) * FRAME_MS >= reduced_motion.Hot.LENGTH_MS and all(pixels == shown[0] for pixels in shown)
    assert {index for index in shown[0] if index} < set(range(palette.GOLD, palette.GOLD + palette.LEVELS))


def test_the_winners_show_is_a_word_in_the_winners_color() -> None:
    for pixels in frames("cheer")[1:]:
        assert {index for index in pixels if index != palette.OFF} <= set(range(palette.HUE, palette.RED))
        assert all(any(pixels[tile * 64 : tile * 64 + 64]) for tile in range(6))


def test_a_bust_ends_dark_and_does_not_change_kept_dice() -> None:
    assert not any(frames("drain")[-1])
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
    shapes = {bytes(bool(index) for index in pixels[:64]) for pixels in frames("tumble")}
    assert len(shapes) == 2  # nothing, and the face


def test_dice_of_several_colors_light_up_in_their_own_color() -> None:
    ramps = bytes((palette.RED, palette.GOLD, palette.SEAT, palette.INK, palette.RED, palette.GOLD))
    both = [module.Tumble(POOL, FINAL, 7, animation.NORMAL, bytes(6), ramps) for module in (animation, reduced_motion)]
    full, reduced = bytearray(384), bytearray(384)
    both[1].frame(reduced, 600)
    assert {index for index in reduced[:64] if index} <= set(range(palette.GOLD, palette.GOLD + palette.LEVELS))
    assert both[0].frame(full, 900) and both[1].frame(reduced, 900)
    assert reduced == full


@pytest.mark.parametrize("name", MOVES)
def test_a_frame_depends_only_on_the_time_so_frames_may_be_skipped(name: str) -> None:
    make, state = MOVES[name]
    skipped, steady, often = dice_in(state), dice_in(state), make()
    for elapsed_ms in range(0, 331, 11):
        often.frame(steady, elapsed_ms)
    make().frame(skipped, 330)
    assert skipped == steady


@pytest.mark.parametrize("name", MOVES)
def test_the_animations_match_their_golden_frames(name: str) -> None:
    drawn = strip(frames(name))
    assert drawn == golden(f"reduced-{name}", drawn)


def test_each_animation_of_a_game_has_a_version_with_reduced_motion() -> None:
    for name in ("Tumble", "Hot", "Drain"):
        assert issubclass(getattr(reduced_motion, name), getattr(animation, name))
