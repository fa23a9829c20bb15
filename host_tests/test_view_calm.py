"""The calm twins of what moves: light comes or goes once, nothing swells or runs, and all else is as in the lively."""

from collections.abc import Callable

import pytest

from host_tests.test_view_animation import ALL, FINAL, FRAME_MS, POOL, SHOWN, Animation, flashes, luminance, tray
from host_tests.view_golden import golden, strip
from sixpip.view import animation, light_shows, palette, reduced_motion, tiles

MOVES: dict[str, tuple[Callable[[], Animation], int]] = {
    "tumble": (lambda: reduced_motion.Tumble(POOL, FINAL, 4711), tiles.OFF),
    "fast": (lambda: reduced_motion.Tumble(POOL, FINAL, 99, animation.FAST), tiles.OFF),
    "hot": (lambda: reduced_motion.Hot(SHOWN), tiles.CHOSEN),
    "drain": (lambda: reduced_motion.Drain(SHOWN), tiles.DULL),
    "cheer": (lambda: light_shows.CalmCheer(4711), tiles.OFF),
}
ONCE = ("tumble", "fast", "hot", "drain")


def frames(name: str) -> list[bytearray]:
    """The resting dice, then every frame until it is over; the cheer comes round twice, as the console shows it."""
    make, state = MOVES[name]
    moving, pixels = make(), tray(state)
    shown = [bytearray(pixels)]
    for elapsed_ms in range(0, 10_000, FRAME_MS):
        over = moving.frame(pixels, elapsed_ms % light_shows.CalmCheer.LENGTH_MS if name == "cheer" else elapsed_ms)
        shown.append(bytearray(pixels))
        if over:
            return shown
    assert name == "cheer", f"{name} does not end"
    return shown


def light(name: str, seat: int) -> list[list[float]]:
    """The light of each tile, frame by frame."""
    shown = [luminance(pixels, seat) for pixels in frames(name)]
    return [[each[tile] for each in shown] for tile in range(6)]


@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("seat", [0, 4])
def test_brightness_never_jumps(name: str, seat: int) -> None:
    for tile in light(name, seat):
        assert max(abs(after - before) for before, after in zip(tile, tile[1:], strict=False)) < 0.2


@pytest.mark.parametrize("name", ONCE)
def test_light_comes_or_goes_once_and_never_turns_back(name: str) -> None:
    for tile in light(name, 0):
        later = tile[1:]  # the first is what lay there before
        assert later == sorted(later) or later == sorted(later, reverse=True)
        assert len(flashes(tile)) <= 2


@pytest.mark.parametrize("seat", range(palette.SEATS))
def test_the_cheer_changes_less_than_once_a_second(seat: int) -> None:
    for tile in light("cheer", seat):
        changes = [number for number in range(2, len(tile)) if tile[number] != tile[number - 1]]
        assert len(changes) >= 6
        assert min(after - before for before, after in zip(changes, changes[1:], strict=False)) * FRAME_MS > 1000


def test_hot_dice_are_gold_and_stand_still() -> None:
    shown = frames("hot")[1:]
    assert len(shown) * FRAME_MS >= reduced_motion.Hot.LENGTH_MS and all(pixels == shown[0] for pixels in shown)
    assert {index for index in shown[0] if index} < set(range(palette.GOLD, palette.GOLD + palette.LEVELS))


def test_the_cheer_is_a_word_in_the_winner_s_colour() -> None:
    for pixels in frames("cheer")[1:]:
        assert all(index == palette.OFF or palette.HUE <= index < palette.RED for index in pixels)
        assert all(any(pixels[tile * 64 : tile * 64 + 64]) for tile in range(6))


def test_a_bust_ends_dark_and_leaves_kept_dice_alone() -> None:
    assert not any(frames("drain")[-1])
    pixels = tray(tiles.KEPT)
    kept = bytes(pixels[:192])
    assert reduced_motion.Drain(SHOWN, 0b111000).frame(pixels, 5000)
    assert bytes(pixels[:192]) == kept and not any(pixels[192:])


@pytest.mark.parametrize("speed", [animation.NORMAL, animation.FAST, animation.STILL])
def test_dice_come_to_rest_when_and_as_lively_ones_do(speed: int) -> None:
    final = bytes((5, animation.RESTS, 4, 1, 5, 2))
    both = [twin.Tumble(POOL, final, 7, speed) for twin in (animation, reduced_motion)]
    lively, still = bytearray([palette.GREEN]) * 384, bytearray([palette.GREEN]) * 384
    for elapsed_ms in range(0, 900, 10):
        over = [moving.frame(pixels, elapsed_ms) for moving, pixels in zip(both, (lively, still), strict=True)]
        assert over[0] == over[1] and both[0].stopped == both[1].stopped
    assert over[1] and still == lively


def test_a_die_shows_no_face_but_the_one_that_was_thrown() -> None:
    shapes = {bytes(bool(index) for index in pixels[:64]) for pixels in frames("tumble")}
    assert len(shapes) == 2  # nothing, and the face


def test_dice_of_many_colours_come_up_in_their_own() -> None:
    ramps = bytes((palette.RED, palette.GOLD, palette.SEAT, palette.INK, palette.RED, palette.GOLD))
    both = [twin.Tumble(POOL, FINAL, 7, animation.NORMAL, bytes(6), ramps) for twin in (animation, reduced_motion)]
    lively, still = bytearray(384), bytearray(384)
    both[1].frame(still, 600)
    assert {index for index in still[:64] if index} <= set(range(palette.GOLD, palette.GOLD + palette.LEVELS))
    assert both[0].frame(lively, 900) and both[1].frame(still, 900)
    assert still == lively


@pytest.mark.parametrize("name", MOVES)
def test_a_frame_depends_on_the_time_alone_so_frames_may_be_skipped(name: str) -> None:
    make, state = MOVES[name]
    skipped, steady, often = tray(state), tray(state), make()
    for elapsed_ms in range(0, 331, 11):
        often.frame(steady, elapsed_ms)
    make().frame(skipped, 330)
    assert skipped == steady


@pytest.mark.parametrize("name", MOVES)
def test_the_moments_look_as_they_were_drawn(name: str) -> None:
    drawn = strip(frames(name))
    assert drawn == golden(f"calm-{name}", drawn)


def test_the_twins_have_the_same_names_and_the_console_may_show_either() -> None:
    for name in ("Tumble", "Hot", "Drain"):
        assert issubclass(getattr(reduced_motion, name), getattr(animation, name))
    assert ALL == animation.Drain(SHOWN)._which
