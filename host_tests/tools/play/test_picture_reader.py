"""The console in words, read from its pictures: every die in every state, lists, labels; the same on MicroPython."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from host_tests.effort import scaled
from sixpip.view import palette, tiles
from sixpip.view.faces import KINDS, face, with_sign
from sixpip.view.text import Canvas
from tools.play.host import picture_reader
from tools.play.host.picture_reader import dice, words
from tools.play.host.scripted_player import BANK, MENU, ROLL, ScriptedPlayer

STATES = {
    tiles.SCORES: ", scores", tiles.DULL: ", does not score", tiles.CHOSEN: ", scores, chosen", tiles.KEPT: ", kept",
    tiles.ADVISED: ", scores, the coach would keep it", tiles.WRONG: ", does not score, chosen",
}  # fmt: skip
PHASE_STATES = {
    tiles.SCORES: ", fits", tiles.DULL: ", does not fit", tiles.CHOSEN: ", chosen", tiles.KEPT: ", kept",
    tiles.ADVISED: ", the coach would keep it", tiles.WRONG: ", chosen, does not fit",
}  # fmt: skip
COLORS = {palette.RED: "a red", palette.GOLD: "an orange", palette.SEAT: "a green", palette.INK: "a blue"}


def read(pixels: bytes | bytearray) -> list[str]:
    """Returns what the dice show; fails when nothing can be read."""
    found = dice(pixels)
    assert found is not None
    return found


def painted(drawn: bytes, state: int, ramp: int = palette.INK, behind: int = palette.HUE) -> bytearray:
    pixels = bytearray(384)
    tiles.paint(pixels, 2, drawn, state, ramp, behind)
    if state == tiles.ADVISED:
        tiles.advice_mark(pixels, 2)
    return pixels


@pytest.mark.parametrize("kind", ["pips", "grand", "cubes"])
def test_each_face_is_read_in_each_state(kind: str) -> None:
    for name in KINDS[kind][0]:
        article = "an" if name in ("8", "A") else "a"
        for state, added in STATES.items():
            shown = read(painted(face(name, kind), state))
            assert shown[2] == f"die 3: {article} {name}{added}"
            assert shown[0] == "die 1: not in play"


@pytest.mark.parametrize("signs", [False, True])
def test_each_face_of_phase_10_is_read_with_its_color_in_each_state(signs: bool) -> None:
    for name in KINDS["phase"][0]:
        for color, ramp in enumerate(palette.DICE):
            drawn = with_sign(face(name, "phase"), color) if signs else face(name, "phase")
            for state, added in PHASE_STATES.items():
                spoken = "wild" if name == "W" else name
                pixels = painted(drawn, state, ramp, ramp)
                tiles.paint(pixels, 5, face("W", "phase"), tiles.SCORES, palette.INK)
                assert read(pixels)[2] == f"die 3: {COLORS[ramp]} {spoken}{added}"


@pytest.mark.parametrize(
    ("page", "angle", "first"), [(0, b"\x30\x18\x0c\x0c\x18\x30", 1), (1, b"\x0c\x18\x30\x30\x18\x0c", 6)]
)
@pytest.mark.parametrize("state", [state for state in STATES if state != tiles.ADVISED])
def test_dice_on_each_page_have_their_own_numbers_and_the_button_that_turns_it_says_so(
    page: int, angle: bytes, first: int, state: int
) -> None:
    pixels = bytearray(384)
    for tile in range(5):
        tiles.paint(pixels, tile, face("3"), state)
    for row, bits in enumerate(angle):
        for column in range(8):
            pixels[320 + row * 8 + column] = palette.INK + 1 if bits << column & 0x80 else 0
    tiles.page_mark(pixels, page, 2)
    assert read(pixels)[0] == f"die {first}: a 3{STATES[state]}"
    assert read(pixels)[5] == "next page of dice"


@pytest.mark.parametrize("signs", [False, True])
def test_a_die_in_a_frame_that_the_coach_would_keep_is_read(signs: bool) -> None:
    for name in KINDS["phase"][0]:
        for color, ramp in enumerate(palette.DICE):
            drawn = with_sign(face(name, "phase"), color) if signs else face(name, "phase")
            for state in (tiles.CHOSEN, tiles.KEPT):
                pixels = painted(drawn, state, ramp, ramp)
                tiles.advice_mark(pixels, 2)
                tiles.paint(pixels, 5, face("W", "phase"), tiles.SCORES, palette.INK)
                spoken = "wild" if name == "W" else name
                added = f"{PHASE_STATES[state]}, the coach would keep it"
                assert read(pixels)[2] == f"die 3: {COLORS[ramp]} {spoken}{added}"


@pytest.mark.parametrize("page", [0, 1])
def test_a_dark_die_is_not_in_play_also_with_the_mark_of_a_page(page: int) -> None:
    pixels = bytearray(384)
    tiles.page_mark(pixels, page, 2)
    assert read(pixels) == [f"die {n}: not in play" for n in range(1, 7)]


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize("variant", ["phase-10", "seven-dice", "farkle"])
def test_dice_at_rest_are_read_after_any_press(player: ScriptedPlayer, variant: str) -> None:
    random = Random(variant)
    values = player.app.settings.values
    player.start(1, variant)
    for _ in range(scaled(300, 3000)):
        values["coach"], values["signs"] = random.randrange(3), random.randrange(2)
        player.press(random.choice([0, 1, 2, 3, 4, 5, ROLL, ROLL, BANK]))
        assert dice(player.board.pixels) is not None or "wins" in player.lines[0], player.lines


def test_a_die_that_moves_or_a_picture_is_not_read() -> None:
    moved = bytearray(384)
    tiles.slide(moved, face("5"), 19 << 9 | 16 << 14, palette.INK)
    assert dice(moved) is None
    assert dice(bytes([palette.GOLD]) * 384) is None


@pytest.mark.parametrize("row", range(1, 6))
def test_large_letters_are_read_in_any_row_below_other_text(row: int) -> None:
    oled = bytearray(1024)
    canvas = Canvas(oled)
    canvas.head("PAUSE", "1 200")
    canvas.center_large(row, "ANNA")
    assert words(oled)["lines"] == ["PAUSE 1 200", "ANNA"]
    canvas.at(0, 7, "below")
    assert words(oled)["lines"][:2] == ["PAUSE 1 200", "ANNA"]


def test_big_digits_are_read_with_the_text_above_and_below_them() -> None:
    oled = bytearray(1024)
    canvas = Canvas(oled)
    canvas.at(0, 0, "above")
    canvas.big(2, "1 250")
    canvas.at(0, 6, "below")
    assert words(oled)["lines"] == ["above", "1 250", "below"]


def test_letters_of_a_name_are_read_as_letters(player: ScriptedPlayer) -> None:
    player.start()
    assert dice(player.board.pixels) == [
        "die 1: letter P",
        "die 2: digit 1",
        *(f"die {n}: not in play" for n in range(3, 7)),
    ]


@pytest.mark.parametrize(
    ("roll", "bank", "chooses"),
    [
        ("roll", "bank", True),
        ("roll on", "", True),
        ("take", "no", False),
        ("roll", "end game", False),
        ("skip", "", False),
        ("", "skip", False),
    ],
)
def test_dice_are_chosen_unless_roll_or_bank_say_that_all_are_thrown(roll: str, bank: str, chooses: bool) -> None:
    oled = bytearray(1024)
    Canvas(oled).choice(roll, bank)
    found = words(oled)
    assert (found["labels"], found["chooses"], found["menu"]) == ([roll, bank], chooses, "pause")
    Canvas(oled).head("SCORES", "")
    assert not words(oled)["chooses"] and words(oled)["menu"] == ""


def test_the_place_of_what_each_button_does_is_known(player: ScriptedPlayer) -> None:
    places = words(player.oled())["places"]
    assert places["1"] == (1, 0, 128) and places["6"] == (6, 0, 128) and places["MENU"] == (0, 64, 128)
    assert places["ROLL"][:2] == (7, 0) and places["ROLL"][2] == places["BANK"][1] and places["BANK"][2] == 128
    places = words(player.press(0, 3).oled())["places"]  # names two in a row
    assert [places[number][:2] for number in "1234"] == [(1, 0), (1, 64), (2, 0), (2, 64)]
    player.press(ROLL)
    assert set(words(player.oled())["places"]) == {"ROLL"}


def test_a_list_says_what_each_button_picks_and_the_bottom_line_what_roll_and_bank_do(player: ScriptedPlayer) -> None:
    assert words(player.oled())["picks"][:2] == ["Farkle, selected", "Dice 10 000"]
    assert words(player.oled())["labels"] == ["pick", "next"]
    player.start()
    assert words(player.oled())["picks"] == []
    player.throw(1, 5, 2, 2, 3, 4)
    player.keep(1)
    assert words(player.oled())["labels"][0] == "5"
    assert "100" in words(player.oled())["lines"]


def test_who_plays_has_two_seats_in_a_line_and_a_button_for_each(player: ScriptedPlayer) -> None:
    player.press(0, 4)
    assert words(player.oled())["picks"] == ["P1", "P2", "P3", "P4", "P5", ""]
    player.press(1).pick("Steady").press(4).pick("Head start")
    player.press(ROLL if words(player.oled())["lines"][0].startswith("WHO") else BANK)
    assert words(player.oled())["picks"] == ["P1", "Steady", "P3", "P4", "P5+", ""]


def test_buttons_beside_a_list_say_what_they_do_and_values_of_a_rule_are_no_buttons(player: ScriptedPlayer) -> None:
    player.pick("Workshop").pick("Cell voltage")
    found = words(player.oled())
    assert found["picks"] == []
    assert found["does"] == ["-10 mV", "-50 mV", "", "+10 mV", "+50 mV", ""]
    player.press(BANK, BANK)
    for rule in ("Most rolls", "Dice"):
        player.pick("Dice 10 000").press(1, MENU, 0).pick(rule)
        assert (words(player.oled())["picks"], words(player.oled())["does"]) == ([], [])
        player.press(*[BANK] * 5)


def test_a_dark_oled_says_nothing_and_no_button_does_anything() -> None:
    found = words(bytes(1024))
    assert (found["lines"], found["picks"], found["does"]) == ([], [], [])
    assert (found["labels"], found["menu"]) == (["", ""], "")


MENU_DOES: dict[str, Callable[[ScriptedPlayer], object]] = {
    "next page": lambda player: None,
    "next line": lambda player: player.pick("Workshop"),
    "how to play": lambda player: player.press(0),
    "rules and more": lambda player: player.press(0, 1),
    "rules": lambda player: player.press(0, 0),
    "deletes a letter": lambda player: player.press(0, 1, 0, 0),
    "other faces": lambda player: player.pick("Records, dice").pick("Just dice"),
    "pause": lambda player: player.start(),
    "": lambda player: player.start().press(MENU).pick("Scores"),
}


@pytest.mark.parametrize("does", MENU_DOES)
def test_what_menu_does_is_read(player: ScriptedPlayer, does: str) -> None:
    MENU_DOES[does](player)
    assert words(player.oled())["menu"] == does


def test_the_digits_of_a_score_and_its_sign_are_no_letters() -> None:
    pixels = bytearray(384)
    for tile, character in enumerate("-350"):
        tiles.paint(pixels, tile, tiles.letter(character), tiles.SCORES)
    assert read(pixels)[:4] == ["die 1: minus", "die 2: digit 3", "die 3: digit 5", "die 4: digit 0"]


@pytest.mark.parametrize("state", [state for state in STATES if state != tiles.ADVISED])
def test_every_character_on_a_tile_is_read_in_each_state_or_the_first_one_that_looks_the_same(state: int) -> None:
    part = slice(0, 8) if state in (tiles.SCORES, tiles.DULL) else slice(8, 16)
    first: dict[bytes, str] = {}
    for character in map(chr, range(33, 127)):
        name = "minus" if character == "-" else f"{'digit' if character in '0123456789' else 'letter'} {character}"
        pixels = bytearray(384)
        tiles.paint(pixels, 4, tiles.letter(character), state)
        assert read(pixels)[4] == f"die 5: {first.setdefault(tiles.letter(character)[part], name)}"
    assert len(first) == 94 if part.start == 0 else len(first) > 85


def test_the_level_of_a_color_shows_whether_a_die_scores_and_colors_of_players_have_one_level() -> None:
    for color in range(1, 32):
        if color == palette.MARK:
            continue
        pixels = bytearray(384)
        tiles.draw(pixels, 0, face("5"), tiles.LARGE, color)
        is_bright = color >= palette.SEAT + palette.LEVELS or (color - 1) % palette.LEVELS == 0
        assert read(pixels)[0] == f"die 1: a 5, {'scores' if is_bright else 'does not score'}"


def test_what_is_not_in_one_of_the_shapes_of_a_die_is_not_read() -> None:
    two_colors = bytearray(384)
    tiles.paint(two_colors, 3, face("5"), tiles.SCORES)
    two_colors[3 * 64 + 20] = palette.RED
    no_face, brackets, wrong, spoiled = bytearray(384), bytearray(384), bytearray(384), bytearray(384)
    tiles.paint(no_face, 3, bytes(16), tiles.CHOSEN)
    tiles.advice_mark(brackets, 3)
    tiles.paint(wrong, 3, bytes(16), tiles.WRONG)
    tiles.paint(spoiled, 3, face("5"), tiles.KEPT)
    spoiled[3 * 64 + 9 + 8] ^= palette.INK + 2
    for pixels in (two_colors, no_face, brackets, wrong, spoiled):
        assert dice(pixels) is None


@pytest.mark.parametrize("at", [0, 2, 4, 6, 16, 32, 48, 15, 31, 47, 57, 59, 61, 63])
def test_a_frame_of_dashes_without_one_of_them_is_none_except_at_the_corner_of_the_mark_of_a_page(at: int) -> None:
    pixels = painted(face("5"), tiles.WRONG)
    pixels[128 + at] = 0
    if at:
        assert dice(pixels) is None
    else:
        assert read(pixels)[2] == "die 3: a 5, does not score, chosen"


def test_a_frame_without_one_of_its_pixels_is_no_frame() -> None:
    for at in (1, 2, 3, 4, 5, 6, 8, 16, 24, 32, 40, 48):
        pixels = painted(face("5"), tiles.KEPT)
        pixels[128 + at] = 0
        assert dice(pixels) is None, at


@pytest.mark.parametrize("state", [tiles.SCORES, tiles.CHOSEN, tiles.KEPT])
def test_a_die_whose_lit_pixels_have_two_colors_is_not_read(state: int) -> None:
    pixels = painted(face("5"), state)
    lit = next(at for at in range(128 + 9, 192) if pixels[at] == max(pixels[128 + 27], pixels[128 + 28]))
    assert dice(pixels) is not None
    pixels[lit] = palette.GOLD
    assert dice(pixels) is None


def test_a_framed_die_in_brackets_whose_face_is_none_is_not_read() -> None:
    pixels = painted(bytes(16), tiles.KEPT)
    tiles.advice_mark(pixels, 2)
    assert dice(pixels) is None


def test_a_single_die_in_brackets_shows_that_the_dice_are_of_phase_10() -> None:
    pixels = painted(face("W", "phase"), tiles.CHOSEN, palette.RED, palette.RED)
    tiles.advice_mark(pixels, 2)
    assert read(pixels)[2] == "die 3: a red wild, chosen, the coach would keep it"


@pytest.mark.parametrize("state", [tiles.SCORES, tiles.DULL, tiles.CHOSEN, tiles.KEPT])
def test_the_marks_of_a_page_hide_no_die_below_them(state: int) -> None:
    pixels = bytearray(384)
    for tile in range(6):
        tiles.paint(pixels, tile, face("3"), state)
    tiles.page_mark(pixels, 1, 3)
    assert read(pixels) == [f"die {number}: a 3{STATES[state]}" for number in range(1, 7)]


def test_dice_are_of_phase_10_where_one_of_them_can_only_be_of_it() -> None:
    pixels = bytearray(384)
    tiles.paint(pixels, 0, face("5", "phase"), tiles.SCORES, palette.RED)
    tiles.paint(pixels, 5, face("W", "phase"), tiles.DULL, palette.SEAT)
    assert read(pixels)[::5] == ["die 1: a red 5, fits", "die 6: a green wild, does not fit"]
    assert [words.split(": ")[1] for words in read(pixels)[1:5]] == ["not in play"] * 4


def test_micropython_reads_the_same_words(player: ScriptedPlayer, micropython: Callable[..., str]) -> None:
    player.start()
    player.throw(1, 5, 2, 2, 3, 4).keep(1, 2)
    script = f"""
import json, picture_reader
print(json.dumps([picture_reader.words({player.oled()!r}), picture_reader.dice({bytes(player.board.pixels)!r})]))
"""
    source = Path(picture_reader.__file__).read_text(encoding="utf-8")
    read_there = json.loads(micropython(script, {"picture_reader.py": source}))
    assert read_there == [words(player.oled()), dice(player.board.pixels)]
    assert "die 1: a 1, scores, chosen" in read_there[1]
