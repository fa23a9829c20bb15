"""Text on the OLED: it can be read back from the pixels, and nothing is drawn outside its place."""

from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests.view_golden import golden
from sixpip import nearest, share
from sixpip.view import text
from sixpip.view.text import Canvas, points_text
from tools.play.host.frames import oled_lines, oled_text

PRINTABLE = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=21)
EXAMPLES = settings(deadline=None, max_examples=40)


def canvas() -> Canvas:
    return Canvas(bytearray(1024))


def read(screen: Canvas) -> list[str]:
    return oled_lines(screen.buffer)


def test_points_have_a_space_between_thousands() -> None:
    assert [points_text(value) for value in (0, 50, 999, 1000, 1250, -500, -12050, 1000000)] == [
        "0",
        "50",
        "999",
        "1 000",
        "1 250",
        "-500",
        "-12 050",
        "1 000 000",
    ]


def test_a_chance_is_rounded_to_the_nearest_and_only_the_impossible_is_0_and_only_the_certain_100() -> None:
    found = [(0, 8, 0), (1, 8, 13), (1, 3, 33), (2, 3, 67), (8, 8, 100), (1, 999, 1), (998, 999, 99), (0, 0, 0)]
    assert [share(part, whole) for part, whole, _ in found] == [shown for _, _, shown in found]
    assert [share(1, 8, 1000), share(1, 9999, 1000)] == [125, 1]
    assert [nearest(5, 2), nearest(4, 3), nearest(-5, 2), nearest(-4, 3)] == [3, 1, -2, -1]


def test_every_character_has_its_own_shape() -> None:
    names = "".join(chr(code) for code in range(32, 127)) + text.SYMBOLS
    shapes = [text.GLYPHS[place * 5 : place * 5 + 5] for place in range(len(names))]
    assert len(text.GLYPHS) == 5 * len(names)
    assert len(set(shapes)) == len(names)
    assert [name for name, shape in zip(names, shapes, strict=True) if not any(shape)] == [" "]


def test_the_font_matches_its_golden_picture() -> None:
    screen = canvas()
    names = "".join(chr(code) for code in range(32, 127)) + text.SYMBOLS
    for row in range(5):
        screen.at(0, row, names[row * 21 : row * 21 + 21])
    x = 0
    for face in range(1, 7):
        x = screen.die(x, 6, face, False)
    for face in range(1, 7):
        x = screen.die(x, 6, face, True)
    assert oled_text(screen.buffer) == golden("font", oled_text(screen.buffer))


def test_the_big_digits_match_their_golden_picture() -> None:
    screen = canvas()
    screen.big(0, "01234567")
    screen.big(4, "89+-")
    assert oled_text(screen.buffer) == golden("big", oled_text(screen.buffer))


def test_the_small_capitals_and_large_letters_match_their_golden_picture() -> None:
    screen = canvas()
    for row, start in enumerate(range(0, len(text.SMALL_CHARS), 20)):
        screen.cap(0, row + 2, text.SMALL_CHARS[start : start + 20])
    screen.large(0, "Winner g")
    assert oled_text(screen.buffer) == golden("small", oled_text(screen.buffer))


@EXAMPLES
@given(st.lists(PRINTABLE, min_size=8, max_size=8))
def test_text_on_the_screen_can_be_read(lines: list[str]) -> None:
    screen = canvas()
    for row, line in enumerate(lines):
        screen.at(0, row, line)
    assert read(screen) == lines


@EXAMPLES
@given(PRINTABLE)
def test_rows_of_text_never_touch(line: str) -> None:
    screen = canvas()
    for row in range(8):
        screen.at(0, row, line)
    screen.finish()
    assert read(screen) == [line] * 8
    for place, column in enumerate(screen.buffer[:-128]):
        below = screen.buffer[place + 128 - (place % 128 > 0) : place + 130 - (place % 128 == 127)]
        assert not (column & 0x80 and any(under & 1 for under in below))


def test_letters_hang_below_the_line_unless_their_row_would_touch_the_next_one() -> None:
    screen = canvas()
    screen.at(0, 0, "gjpqy")
    screen.at(0, 2, "jay A")
    screen.at(0, 3, "    B")
    screen.at(0, 5, "may")
    screen.at(12, 6, "B")
    screen.finish()
    assert [any(column & 0x80 for column in screen.buffer[row * 128 : row * 128 + 128]) for row in range(8)] == [
        *(True, False, True, False, False, False, False, False)
    ]
    assert [line for line in read(screen) if line] == ["gjpqy", "jay A", "    B", "may", "  B"]


def test_a_letter_that_was_drawn_over_is_not_raised() -> None:
    screen = canvas()
    screen.at(0, 0, "y")
    screen.at(0, 0, "A")
    screen.at(0, 1, "B")
    screen.finish()
    assert read(screen)[:2] == ["A", "B"]


@EXAMPLES
@given(PRINTABLE, st.integers(0, 6))
def test_a_banner_has_an_edge_on_each_side_and_can_be_read(line: str, row: int) -> None:
    screen = canvas()
    screen.banner(line, row)
    assert read(screen)[row].strip() == line.upper()
    assert all(column & 1 for column in screen.buffer[row * 128 : (row + 2) * 128])


@EXAMPLES
@given(st.text(st.sampled_from(text.SMALL_CHARS), min_size=1, max_size=20), st.integers(0, 7))
def test_a_key_cap_has_an_edge_on_each_side_and_can_be_read(words: str, row: int) -> None:
    screen = canvas()
    end = screen.cap(1, row, words)
    assert read(screen)[row].strip() == words
    bar = screen.buffer[row * 128 + 1 : row * 128 + end]
    low = row == 7  # one pixel lower there
    edges, dark, full = (0x82, 0x01, 0xFE) if low else (0x41, 0x80, 0x7F)
    assert all(column & edges == edges and not column & dark for column in bar)
    assert bar[0] == bar[-1] == full
    assert not screen.buffer[row * 128] and not any(screen.buffer[row * 128 + end : (row + 1) * 128])


def test_a_head_is_in_small_capitals_and_cuts_the_left_text() -> None:
    screen = canvas()
    screen.head("How many players play?", "Menu 1/2")
    assert read(screen)[0] == "HOW MANY PLA MENU 1/2"
    assert all(column & 0x41 == 0x41 for column in screen.buffer[:128])
    screen.head("Gr\u00f6\u00dfe", "")
    assert read(screen)[0].strip() == "GR?SSE"


def test_large_letters_can_be_read_and_leave_the_rest_of_their_rows_free() -> None:
    screen = canvas()
    end = screen.large(0, "FRANZISK")
    screen.right(1, "10 450")
    assert read(screen)[:2] == ["FRANZISK", " " * 15 + "10 450"]
    assert end == 88


@EXAMPLES
@given(st.text(st.characters(max_codepoint=0x2FFF, exclude_categories=["Cs"]), max_size=60), st.integers(-200, 200))
def test_text_that_is_too_wide_is_cut_and_stays_on_its_row(words: str, x: int) -> None:
    screen = canvas()
    for draw in (screen.right, screen.center):
        draw(3, words)
    screen.at(x, 3, words)
    screen.both(3, words, words)
    assert not any(screen.buffer[: 3 * 128])
    assert not any(screen.buffer[4 * 128 :])


@EXAMPLES
@given(st.text(st.sampled_from("0123456789+- x"), max_size=30), st.integers(0, 7), st.integers(-1, 140))
def test_big_digits_that_do_not_fit_are_left_out(words: str, row: int, x: int) -> None:
    screen = canvas()
    screen.big(row, words, x)
    assert not any(screen.buffer[: row * 128])
    assert not any(screen.buffer[(row + 3) * 128 :])


@EXAMPLES
@given(st.text(st.sampled_from("0123456789"), min_size=1, max_size=7), st.integers(0, 5))
def test_big_digits_can_be_read(words: str, row: int) -> None:
    screen = canvas()
    screen.big(row, words)
    assert read(screen)[row : row + 3] == ["", words, ""]


def test_the_right_text_is_complete_and_the_left_text_is_cut() -> None:
    screen = canvas()
    screen.both(0, "A very long name it is", "10 450")
    assert read(screen)[0].split("  ") == ["A very long na", "10 450"]
