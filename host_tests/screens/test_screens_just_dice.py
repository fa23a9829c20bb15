"""Just dice: thrown by the console's own source, held, counted; every set of dice, up to ten of them."""

import pytest

from host_tests import effort
from host_tests.random_play import Lcg
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, face_pixels, tile_pixels
from host_tests.view_golden import check_screen
from sixpip.app.dice_source import NOT_FAIR
from sixpip.screens.extras.just_dice import JustDice
from sixpip.view import tiles

SETS = ["pips", "ten-grand", "phase-10", "five-cubes"]


@pytest.fixture
def player(player: ScriptedPlayer) -> ScriptedPlayer:
    """A console that shows just dice."""
    return player.pick("Records").pick("Just dice")


def screen_of(player: ScriptedPlayer) -> JustDice:
    """Returns the screen, which must be in charge."""
    screen = player.app.screen
    assert isinstance(screen, JustDice)
    return screen


def faces(player: ScriptedPlayer) -> list[int]:
    """Returns the faces of the dice, from 1."""
    return [face + 1 for face in screen_of(player).dice.faces]


def test_the_dice_are_those_of_the_source_of_the_console(player: ScriptedPlayer) -> None:
    player.throw(4, 1, 6, 6, 2, 3)
    assert faces(player) == [4, 1, 6, 6, 2, 3] and player.board.dice_left == 0
    assert [tile_pixels(player, tile) for tile in range(6)] == [face_pixels(face, "pips") for face in "416623"]
    assert player.lines[2].strip() == "22" and player.lines[7] == "ROLL 6 BANK back"


def test_held_dice_stay_and_the_others_are_thrown(player: ScriptedPlayer) -> None:
    player.throw(4, 1, 6, 6, 2, 3).press(2, 3)
    assert player.lines[7] == "ROLL 4 BANK back"
    assert list(screen_of(player).dice.states) == [1, 1, tiles.CHOSEN, tiles.CHOSEN, 1, 1]
    player.throw(1, 1, 1, 1)
    assert faces(player) == [1, 1, 6, 6, 1, 1] and player.lines[0].startswith("THROW 2")
    player.press(0, 1, 4, 5)
    assert player.lines[7] == "ROLL 6 BANK back"  # all are held: they are thrown again
    player.throw(2, 2, 2, 2, 2, 2)
    assert faces(player) == [2] * 6 and player.lines[0].startswith("THROW 1")
    assert screen_of(player).held == 0


@pytest.mark.parametrize(
    ("presses", "count"), [((0,), 1), ((1,), 2), ((3,), 4), ((5,), 10), ((2, 5), 6), ((2, 5, 5), 10)]
)
def test_keep_chooses_how_many_dice_there_are(presses: tuple[int, ...], count: int, player: ScriptedPlayer) -> None:
    player.press(*presses)
    assert player.lines[2].strip() == ("1 die" if count == 1 else f"{count} dice")
    player.throw(*[3] * count)
    assert player.lines[2].strip() == str(3 * count)
    assert player.press(MENU).lines[2].strip().startswith(f"{count} di")


def test_of_ten_dice_the_last_button_turns_the_page(player: ScriptedPlayer) -> None:
    player.press(5).throw(1, 2, 3, 4, 5, 6, 5, 4, 3, 2).press(0, 5, 1)
    assert screen_of(player).held == 1 | 1 << 6
    assert player.lines[7] == "ROLL 8 BANK back"


def test_the_first_of_five_cubes_has_a_sun_in_place_of_its_3(player: ScriptedPlayer) -> None:
    player.press(MENU, MENU, MENU).throw(2, 2, 1, 3, 5, 6)
    assert player.lines[2].split(", ") == ["sun", "3", "2", "4", "6", "10"]
    player.press(0).throw(2, 2, 2, 2, 2)
    assert player.lines[2].split(", ") == ["sun"] + ["3"] * 5


def test_a_press_ends_the_animation(player: ScriptedPlayer) -> None:
    player.tap(ROLL)
    assert screen_of(player).dice.moving
    player.tap(0)
    assert not screen_of(player).dice.moving and screen_of(player).held == 0


def test_bank_leaves_also_while_the_dice_tumble(player: ScriptedPlayer) -> None:
    player.tap(ROLL)
    player.tap(BANK)
    assert player.press().lines[0].startswith("RECORDS")


def test_a_dead_source_throws_nothing_and_is_reported(player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    player.throw(4, 1, 6, 6, 2, 3)
    monkeypatch.setattr(player.board, "random_bytes", lambda count: bytes(count))
    player.app.dice._random_bytes = player.board.random_bytes  # noqa: SLF001
    player.press(ROLL)
    assert " ".join(" ".join(player.lines[1:7]).split()) == NOT_FAIR
    assert player.press(ROLL).lines[0].startswith("THROW 1") and faces(player) == [4, 1, 6, 6, 2, 3]


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("name", SETS)
def test_every_set_of_dice_matches_its_golden_files(name: str, player: ScriptedPlayer) -> None:
    player.press(*[MENU] * SETS.index(name))
    check_screen(player.board, f"dice-{name}", "extras")
    player.throw(1, 2, 3, 4, 5, 6).press(1, 4)
    check_screen(player.board, f"dice-{name}-thrown", "extras")
    player.press(MENU, 5).throw(1, 2, 3, 4, 5, 6, 1, 2, 3, 4).press(5, 0)
    check_screen(player.board, f"dice-{name}-ten", "extras")


@pytest.mark.usefixtures("texts_fit")
def test_any_buttons_leave_the_screen_in_order(player: ScriptedPlayer) -> None:
    chance = Lcg(4)
    for _ in range(effort.part(300)):
        player.press(chance.below(9)) if chance.below(3) else player.tap(chance.below(9))
        player.settle()
        if not isinstance(player.app.screen, JustDice):
            player.press(0)
        screen = screen_of(player)
        assert screen.held >> len(screen.dice.faces) == 0
    player.press(BANK)
