"""The boot menu: every game, records, settings and workshop within reach, the faces of the marked game on the dice."""

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, face_pixels, tile_pixels
from sixpip.rules.setup.variants import VARIANTS, find
from sixpip.view import palette


def test_every_variant_and_the_settings_can_be_picked_from_the_boot_menu(player: ScriptedPlayer) -> None:
    for variant in VARIANTS:
        player.pick(variant.title)
        assert player.lines[0] == variant.title.upper()
        player.press(BANK)
    player.pick("Settings")
    assert player.lines[0].startswith("SETTINGS")


def test_every_line_of_the_boot_menu_takes_at_most_three_presses(player: ScriptedPlayer) -> None:
    lines = player.app.screen.lines()  # type: ignore[attr-defined]
    assert len(lines) <= 17  # and a line for the last game
    player.press(MENU, MENU, (len(lines) - 1) % 6)
    assert player.lines[0].startswith("SWITCHING OFF")


def test_a_long_list_shows_its_page_number_and_returns_to_the_first_page_after_the_last(player: ScriptedPlayer) -> None:
    pages = [player.lines[0].split()[-1]]
    for _ in range(3):
        player.press(MENU)
        pages.append(player.lines[0].split()[-1])
    assert pages == ["1/3", "2/3", "3/3", "1/3"]


def test_the_dice_show_the_faces_of_the_marked_variant_in_its_color(player: ScriptedPlayer) -> None:
    for variant in VARIANTS:
        if variant.dice_set.kind == "phase":  # every face has its own color: test_screens_phase_ten
            player.press(BANK)
            continue
        assert player.lines[1 + VARIANTS.index(variant) % 6].split()[1].startswith("\u2192")
        expected = bytearray(96)
        palette.load(expected, variant.ink)
        assert player.board.palette[3:18] == expected[3:18]
        if variant.dice_set.wild < 0:
            for number in range(6):
                shown = bytearray(tile_pixels(player, number))
                if variant.name == "seven-dice" and number == 5:
                    shown[7], shown[63] = face_pixels("6", "pips")[7], face_pixels("6", "pips")[63]
                assert shown == face_pixels(variant.dice_set.faces[number], variant.dice_set.kind), (
                    variant.name,
                    number,
                )
        player.press(BANK)


def test_with_five_cubes_the_sixth_tile_is_dark_and_with_seven_dice_it_marks_a_second_page(
    player: ScriptedPlayer,
) -> None:
    player.press(BANK, BANK, BANK, BANK, BANK)
    assert tile_pixels(player, 5)[7] == tile_pixels(player, 5)[63] == palette.MARK
    player.press(BANK)
    assert not any(tile_pixels(player, 5)) and tile_pixels(player, 0) == face_pixels("sun", "cubes")


def test_a_refused_variant_file_is_listed_and_shows_the_reason(player: ScriptedPlayer) -> None:
    player.app.refused_variants = [("mine.json", "There is no variant 'mine': use one that there is.")]
    player.press(MENU, MENU, 1)
    assert player.lines[0] == "MINE.JSON" and "There is no variant" in player.screen
    player.press(ROLL)
    assert player.lines[2:4] == ["2 \u2192! mine.json", "3 Records"]


def test_roll_shows_the_rest_of_a_long_reason(player: ScriptedPlayer) -> None:
    player.app.refused_variants = [("mine.json", " ".join(["word"] * 30) + " end")]
    player.press(MENU, MENU, 1)
    assert "end" not in player.screen and player.lines[7] == "ROLL more"
    player.press(ROLL)
    assert "end" in player.screen and player.lines[7] == "ROLL next"


def test_the_first_line_offers_the_last_game_and_the_second_its_variant_also_after_power_on(
    player: ScriptedPlayer,
) -> None:
    player.start(2, "zilch").press(MENU, 5)
    for console in (player, ScriptedPlayer(player.board.folder)):
        assert console.lines[:3] == ["SIXPIP 0.1 MENU 1/3", "1 \u2192Again: P1 + P2", "2 Zilch"]
        assert tile_pixels(console, 0) == face_pixels("1", "pips")
        assert console.press(1).lines[0] == "ZILCH"


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_every_variant_starts_and_throws_its_dice(variant: str, player: ScriptedPlayer) -> None:
    player.start(2, variant)
    session = player.app.session
    assert session is not None and session.game.variant.name == variant and session.game.row == {}
    player.press(ROLL)
    assert session.game.variant is find(variant)
