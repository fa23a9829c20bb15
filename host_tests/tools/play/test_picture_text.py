"""The text on the OLED, read from its pixels: what is drawn with each method of the canvas, and what is no text."""

from collections.abc import Callable
from typing import Any

import pytest

from sixpip.view.text import DICE, DIE_WIDTH, GLYPH, GLYPHS, SMALL_CHARS, SYMBOLS, TAKEN_DICE, WIDTH, Canvas
from tools.play.host.picture_reader import UNREADABLE, oled_lines, words

CHARACTERS = "".join(map(chr, range(32, 127))) + SYMBOLS
FREE_DICE, TAKEN = "\u2680\u2681\u2682\u2683\u2684\u2685", "\u2776\u2777\u2778\u2779\u277a\u277b"


@pytest.fixture
def oled() -> bytearray:
    """A dark OLED."""
    return bytearray(1024)


@pytest.fixture
def canvas(oled: bytearray) -> Canvas:
    """Draws on the OLED."""
    return Canvas(oled)


def parts(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def alone(row: int, text: str) -> list[str]:
    """The lines of an OLED with a text in one row only."""
    return [text if row == at else "" for at in range(8)]


@pytest.mark.parametrize("row", range(8))
def test_every_character_is_read_in_every_row(row: int, oled: bytearray, canvas: Canvas) -> None:
    for part in parts(CHARACTERS, 21):
        canvas.blank(row)
        canvas.at(0, row, part)
        assert oled_lines(oled) == alone(row, part)


@pytest.mark.parametrize("bit", range(8))
def test_below_a_line_a_character_is_read_unless_another_one_looks_the_same_without_the_pixels_of_the_line(
    bit: int, oled: bytearray, canvas: Canvas
) -> None:
    pictures = [GLYPHS[at * GLYPH : (at + 1) * GLYPH] for at in range(len(CHARACTERS))]
    visible = [bytes(column & ~(1 << bit) & 0xFF for column in picture) for picture in pictures]
    unique = [name if visible.count(seen) == 1 else UNREADABLE for name, seen in zip(CHARACTERS, visible, strict=True)]
    expected = "".join(name if any(seen) else " " for name, seen in zip(unique, visible, strict=True))
    for at in range(0, len(CHARACTERS), 10):
        canvas.blank(4)
        canvas.at(6, 4, f"8{CHARACTERS[at : at + 10]}")
        canvas.rule(32 + bit)
        assert oled_lines(oled) == alone(4, f" {expected[CHARACTERS.index('8')]}{expected[at : at + 10]}".rstrip())


@pytest.mark.parametrize("bit", [0, 3, 7])
def test_little_dice_are_read_free_and_taken_also_below_a_line(bit: int, oled: bytearray, canvas: Canvas) -> None:
    for taken, names in ((False, FREE_DICE), (True, TAKEN)):
        canvas.blank(2)
        x = 0
        for face in range(1, 7):
            x = canvas.die(x, 2, face, taken)
        assert oled_lines(oled) == alone(2, names)
        canvas.rule(16 + bit)
        shapes = parts(str((TAKEN_DICE if taken else DICE).hex()), 2 * DIE_WIDTH)
        seen = [bytes(column & ~(1 << bit) for column in bytes.fromhex(shape)) for shape in shapes]
        expected = [name if seen.count(one) == 1 else UNREADABLE for name, one in zip(names, seen, strict=True)]
        assert oled_lines(oled) == alone(2, "".join(expected))


@pytest.mark.parametrize(("x", "spaces"), [(5, 0), (6, 0), (8, 0), (9, 1), (12, 1), (14, 1), (15, 2), (20, 2), (21, 3)])
def test_a_gap_between_two_letters_is_read_as_the_spaces_that_fit_it_best(
    x: int, spaces: int, oled: bytearray, canvas: Canvas
) -> None:
    canvas.at(0, 3, "A")
    canvas.at(x, 3, "B")
    assert oled_lines(oled)[3] == "A" + " " * spaces + "B"


@pytest.mark.parametrize(("x", "spaces"), [(0, 0), (5, 0), (6, 1), (11, 1), (12, 2), (123, 20)])
def test_a_text_that_begins_further_right_begins_with_a_space_for_each_whole_character(
    x: int, spaces: int, oled: bytearray, canvas: Canvas
) -> None:
    canvas.at(x, 3, "B")
    assert oled_lines(oled)[3] == " " * spaces + "B"


def test_every_small_capital_is_read_in_the_title_and_in_a_key_cap(oled: bytearray, canvas: Canvas) -> None:
    for part in parts(SMALL_CHARS, 15):
        canvas.clear()
        canvas.head(part, "1 200")
        assert oled_lines(oled) == alone(0, part + " " * (16 - len(part)) + "1 200")
        canvas.clear()
        canvas.at(canvas.cap(12, 3, part) + 3, 3, "on")
        assert oled_lines(oled) == alone(3, f"  {part} on")


def test_a_banner_of_nine_pixels_is_read_with_any_of_its_characters(oled: bytearray, canvas: Canvas) -> None:
    for part in parts("".join(sorted({name.upper() for name in CHARACTERS[1:94]})), 10):
        for row in (1, 6):
            canvas.clear()
            canvas.banner(part, row)
            expected = part.replace("~", UNREADABLE)
            assert oled_lines(oled) == alone(row, " " * ((WIDTH - 6 * len(part) + 1) // 12) + expected)
    canvas.clear()
    canvas.banner("hot dice!", 4)
    canvas.at(0, 5, "3 dice")
    canvas.rule(40)
    assert oled_lines(oled) == ["", "", "", "", "      HOT DICE!", "3 dice", "", ""]


def test_pixels_that_are_no_character_are_one_unreadable_sign_up_to_the_next_dark_column(oled: bytearray) -> None:
    oled[256 : 256 + 12] = b"\xa5" * 12
    oled[256 + 13 : 256 + 15] = b"\xa5\x5a"
    oled[384 + 120 : 512] = b"\xa5" * 8
    oled[512 : 512 + 29] = b"\x7f\0\x80\0\0\x10\0\0\xff\0\0\x01\0\0\x40\0\0\x02\0\0\x04\0\0\x08\0\0\x20\0\0"
    assert oled_lines(oled)[2:5] == [UNREADABLE * 2, " " * 20 + UNREADABLE, ""]


def test_a_character_next_to_pixels_that_are_none_is_read(oled: bytearray, canvas: Canvas) -> None:
    oled[256:262] = b"\xa5" * 6
    canvas.at(8, 2, "AB")
    oled[256 + 20 : 256 + 23] = b"\xa5\xc3\xa5"
    assert oled_lines(oled)[2] == f"{UNREADABLE}AB{UNREADABLE}"


@pytest.mark.parametrize("row", range(6))
def test_all_big_digits_and_signs_are_read_in_any_row(row: int, oled: bytearray, canvas: Canvas) -> None:
    for text in ("01234567", "89", "+1 250", "-500", "1 2 3", "+-", "-", "+ -"):
        for x in (-1, 0, 5):
            canvas.clear()
            canvas.big(row, text, x)
            assert oled_lines(oled) == alone(row + 1, text)


def test_big_digits_are_read_below_a_line_between_two_rows(oled: bytearray, canvas: Canvas) -> None:
    canvas.at(0, 0, "above")
    canvas.at(0, 5, "below")
    canvas.big(2, "1 940")
    canvas.rule(15)
    assert oled_lines(oled) == ["above", "", "", "1 940", "", "below", "", ""]


def test_big_digits_are_read_below_a_line_through_their_first_row(oled: bytearray, canvas: Canvas) -> None:
    canvas.banner("banked")
    canvas.big(2, "1 777")
    assert oled_lines(oled) == ["", "       BANKED", "", "1 777", "", "", "", ""]


def test_big_digits_among_other_pixels_are_no_digits(oled: bytearray, canvas: Canvas) -> None:
    for row in (1, 2, 3):
        canvas.clear()
        canvas.big(1, "17")
        canvas.at(0, row, "x")
        assert "17" not in oled_lines(oled) and oled_lines(oled)[row].startswith("x")


def test_two_numbers_in_big_digits_are_read_one_below_the_other(oled: bytearray, canvas: Canvas) -> None:
    canvas.big(0, "350")
    canvas.big(3, "1 200")
    canvas.at(0, 6, "1 more")
    canvas.at(0, 7, "2 more")
    assert oled_lines(oled) == ["", "350", "", "", "1 200", "", "1 more", "2 more"]


def test_every_large_letter_is_read_at_the_top_with_the_text_behind_it(oled: bytearray, canvas: Canvas) -> None:
    for part in parts(CHARACTERS[1:95], 5):
        canvas.clear()
        canvas.large(0, part)
        canvas.right(0, "1 200")
        canvas.right(1, "2")
        assert oled_lines(oled)[:3] == [part + " " * (16 - len(part)) + "1 200", " " * 20 + "2", ""]


def test_large_letters_are_read_up_to_the_right_edge_and_with_spaces_between_them(
    oled: bytearray, canvas: Canvas
) -> None:
    for text in ("MAXIMILIANX", "A B", "A BC D", "II"):
        canvas.clear()
        canvas.large(0, text)
        assert oled_lines(oled) == alone(0, text)
    canvas.clear()
    canvas.large(0, "A  B")
    assert oled_lines(oled)[0][0] == "A" and oled_lines(oled) != alone(0, "A  B")


@pytest.mark.parametrize("row", range(1, 7))
def test_every_large_letter_is_read_in_the_middle_of_any_row(row: int, oled: bytearray, canvas: Canvas) -> None:
    for part in [*parts(CHARACTERS[1:95], 8), "I", "AI", "!ab", "MAXIMILIANX"]:
        canvas.clear()
        canvas.center_large(row, part)
        lines = oled_lines(oled)
        x = (WIDTH - len(part) * 11 + 1) // 2
        assert lines == alone(row, " " * (x // 6) + part), part


def test_large_letters_at_the_left_edge_are_read_in_a_row_below_others(oled: bytearray, canvas: Canvas) -> None:
    canvas.at(0, 1, "ONE")
    canvas.large(2, "!IA")
    canvas.large(4, "IA")
    canvas.at(0, 6, "TWO")
    assert oled_lines(oled) == ["", "ONE", "!IA", "", "IA", "", "TWO", ""]


def test_doubled_pixels_that_are_no_large_letters_are_not_read_as_letters(oled: bytearray, canvas: Canvas) -> None:
    canvas.center_large(3, "AB")
    oled[3 * 128 + 100] = 0x03
    oled[4 * 128 + 100] = 0x0C
    lines = oled_lines(oled)
    assert UNREADABLE in lines[3] and "AB" not in lines[3]
    canvas.clear()
    canvas.center_large(3, "AB")
    oled[3 * 128 + 60] ^= 1
    assert "AB" not in "".join(oled_lines(oled))


def test_many_different_rows_are_read_one_after_the_other(oled: bytearray, canvas: Canvas) -> None:
    for number in range(2300):
        canvas.at(0, 5, f"{number:4}")
        if number % 100 == 0 or number > 1995:
            assert oled_lines(oled)[5] == f"{number:4}"


# The OLED in words

SIGNS: list[tuple[str, str]] = [
    ("pick \u2191 or \u2193", "pick up or down"),
    ("\u25a1 \u25a0 free", "free"),
    ("\u266a on", "on"),
    ("\u2605 dice", "changed: dice"),
    ("\u2655 3", "wins: 3"),
    ("a  b", "a b"),
    ("\u2192Dice", "Dice, selected"),
    ("a\ufffdb", "a b"),
]


@pytest.mark.parametrize(("text", "spoken"), SIGNS)
def test_signs_are_words(text: str, spoken: str, oled: bytearray, canvas: Canvas) -> None:
    canvas.at(0, 3, text)
    assert words(oled)["lines"] == [spoken]


def test_the_signs_of_the_battery_and_the_little_dice_are_words(oled: bytearray, canvas: Canvas) -> None:
    canvas.head("\u26a1 cell", "\u25ae")
    x = canvas.die(0, 3, 1, False)
    canvas.die(canvas.die(x, 3, 6, False), 3, 3, True)
    assert words(oled)["lines"] == ["charging CELL charged", "1 6 3 taken,"]


def test_each_button_of_a_list_picks_the_text_behind_its_cap(oled: bytearray, canvas: Canvas) -> None:
    canvas.head("WHO", "")
    for row in range(1, 7):
        canvas.at(canvas.cap(0, row, str(row)) + 4, row, f"line {row}")
    found = words(oled)
    assert (found["picks"], found["does"]) == ([f"line {row}" for row in range(1, 7)], [])
    assert found["lines"][1:3] == ["1 line 1", "2 line 2"]


def test_two_caps_in_a_row_of_a_list_have_a_text_each(oled: bytearray, canvas: Canvas) -> None:
    canvas.head("WHO", "")
    for row in range(1, 4):
        canvas.at(canvas.cap(0, row, str(row)) + 3, row, "left")
        canvas.at(canvas.cap(64, row, str(row + 3)) + 3, row, f"right {row}")
    assert words(oled)["picks"] == ["left", "left", "left", "right 1", "right 2", "right 3"]


Draw = Callable[[Canvas], object]


def numbered(canvas: Canvas, row: int, button: str, text: str, x: int = 0) -> None:
    canvas.at(canvas.cap(x, row, button) + 3, row, text)


def titled(draw: Draw) -> Draw:
    def both(canvas: Canvas) -> None:
        canvas.head("TITLE", "")
        draw(canvas)

    return both


def below_text(canvas: Canvas) -> None:
    canvas.at(0, 1, "1 of 3")
    numbered(canvas, 2, "1", "more")


CAPS: dict[str, tuple[Draw, list[str], list[str]]] = {
    "a cap in the second row or below": (
        titled(lambda canvas: numbered(canvas, 3, "2", "more")),
        [],
        ["", "more", "", "", "", ""],
    ),
    "another first line than that of button 1": (
        titled(lambda canvas: numbered(canvas, 1, "2", "more")),
        [],
        ["", "more", "", "", "", ""],
    ),
    "text above the caps": (
        titled(below_text),
        [],
        ["more", "", "", "", "", ""],
    ),
    "a row whose first cap is not at the left edge": (
        titled(lambda canvas: numbered(canvas, 3, "2", "more", x=6)),
        [],
        [],
    ),
    "the values of a rule": (titled(lambda canvas: numbered(canvas, 3, "2", "| 3")), [], []),
    "no title": (lambda canvas: numbered(canvas, 1, "1", "more"), [], []),
    "caps in the last row": (titled(lambda canvas: numbered(canvas, 7, "1", "more")), [], []),
    "a last button": (
        titled(lambda canvas: numbered(canvas, 6, "6", "more")),
        [],
        ["", "", "", "", "", "more"],
    ),
}


@pytest.mark.parametrize("what", CAPS)
def test_what_buttons_do_is_read_behind_their_caps_below_a_title(what: str, oled: bytearray, canvas: Canvas) -> None:
    draw, picks, does = CAPS[what]
    draw(canvas)
    found = words(oled)
    assert (found["picks"], found["does"]) == (picks, does)


def test_a_letter_with_a_line_at_its_left_is_no_cap(oled: bytearray, canvas: Canvas) -> None:
    canvas.head("TITLE", "")
    canvas.at(0, 2, "DBEH 1 more")
    canvas.at(0, 3, "[1] more")
    assert (words(oled)["picks"], words(oled)["does"]) == ([], [])


@pytest.mark.parametrize(
    ("head", "row", "text", "menu"),
    [
        (("PAUSE", "MENU LEAVES"), 0, "", "leaves"),
        (("LIST", "MENU 1/3"), 0, "", "next page"),
        (("LIST", "MENU \u2193"), 0, "", "next line"),
        (("LIST", "MENU: RULES"), 0, "", "rules"),
        (("LIST", ""), 3, "MENU deletes a letter", "deletes a letter"),
        (("LIST", ""), 6, "  MENU: Deletes It", "Deletes It"),
        (("LIST", ""), 6, "pad MENU: undo  1 200", "undo"),
        (("LIST", ""), 6, "hold MENU please", ""),
        (("LIST", ""), 7, "MENU leaves", ""),
        (("LIST", ""), 3, "no menu", ""),
    ],
)  # fmt: skip
def test_what_menu_does_is_read_from_the_title_or_a_row(
    head: tuple[str, str], row: int, text: str, menu: str, oled: bytearray, canvas: Canvas
) -> None:
    canvas.head(*head)
    if text:
        canvas.at(0, row, text)
    assert words(oled)["menu"] == menu


@pytest.mark.parametrize(
    ("draw", "menu"),
    [
        (lambda canvas: None, ""),
        (lambda canvas: canvas.at(0, 0, "ANNA 1 200"), "pause"),
        (lambda canvas: canvas.head("WHO STARTS?", ""), "pause"),
        (lambda canvas: canvas.head("THE ORDER", ""), "pause"),
        (lambda canvas: canvas.head("SCORES", ""), ""),
        (lambda canvas: (canvas.at(0, 0, "ANNA 1 200"), canvas.rule(0)), "pause"),
        (lambda canvas: (canvas.at(0, 0, "ANNA 1 200"), canvas.rule(6)), "pause"),
    ],
)  # fmt: skip
def test_menu_opens_the_pause_in_a_game_that_does_not_say_so(
    draw: Draw, menu: str, oled: bytearray, canvas: Canvas
) -> None:
    draw(canvas)
    assert words(oled)["menu"] == menu


@pytest.mark.parametrize(
    ("roll", "bank"), [("", ""), ("3", ""), ("", "1 550"), ("3 more", "1 550"), ("all", "and pass")]
)
def test_what_roll_and_bank_do_is_read_from_the_bottom_row(
    roll: str, bank: str, oled: bytearray, canvas: Canvas
) -> None:
    canvas.choice(roll, bank)
    assert words(oled)["labels"] == [roll, bank]
    canvas.clear()
    canvas.at(0, 7, "the end")
    found: Any = words(oled)
    assert found["labels"] == ["", ""]
