"""The pictures of tiles, OLED and console for the documents: each LED and each pixel at its place in its color."""

from PIL import Image

from tools.play.host import render
from tools.play.host.render import GAP, OLED_SCALE, PITCH, ContactSheet, colors_at, render_console, render_oled, tile

SIDE = 8 * PITCH
COLORS = bytes((0, 0, 0, 255, 128, 0, 20, 10, 5)) + bytes(84) + bytes((64, 80, 96))


def bright(picture: Image.Image, least: int = 200) -> "tuple[int, int, int, int] | None":
    """Returns the box around all pixels with so much red."""
    return picture.getchannel("R").point([255 * (value >= least) for value in range(256)]).getbbox()


def test_each_led_glows_in_the_middle_of_its_place_and_alone() -> None:
    for place in (0, 7, 8, 27, 56, 63):
        pixels = bytearray(384)
        pixels[128 + place] = 1
        box = bright(tile(pixels, COLORS, 2))
        x, y = place % 8 * PITCH, place // 8 * PITCH
        assert box is not None
        left, top, right, bottom = box[0] - x, box[1] - y, x + PITCH - box[2], y + PITCH - box[3]
        assert 1 <= left == top <= 2 and abs(right - left) <= 1 and right == bottom
        assert bright(tile(pixels, COLORS, 1)) is None


def test_an_led_is_as_bright_as_an_eye_sees_it_and_lights_what_is_around_it() -> None:
    pixels = bytes(9) + b"\1" + bytes(54)
    picture = tile(pixels, COLORS, 0)
    center = picture.getpixel((PITCH + 5, PITCH + 5))
    assert isinstance(center, tuple) and center[:2] == (255, 186) and center[2] < 40  # 128 of 255, gamma 2.2
    around = [tile(b"\1" * 63 + b"\0", COLORS, 0).getpixel(place) for place in ((4 * PITCH, 4 * PITCH), (95, 95))]
    between, corner = around
    assert isinstance(between, tuple) and isinstance(corner, tuple)
    assert 60 < between[0] < 160 and between[0] > between[1] > between[2]
    assert corner[0] < between[0] / 3
    dim = tile(pixels.replace(b"\1", b"\2"), COLORS, 0).getpixel((PITCH + 5, PITCH + 5))
    assert isinstance(dim, tuple) and dim == (80, 59, 43)


def test_a_dark_led_is_a_lens_at_its_place() -> None:
    picture = tile(bytes(64), COLORS, 0)
    ((_, back), (_, lens)) = sorted(picture.getcolors() or (), reverse=True)
    assert isinstance(back, tuple) and isinstance(lens, tuple) and max(back) < min(lens) < 30
    assert picture.getpixel((0, 0)) == back
    assert picture.getpixel((PITCH + 5, 7 * PITCH + 5)) == lens
    assert picture.size == (SIDE, SIDE)


def test_a_palette_at_any_brightness_has_the_colors_that_the_leds_show_scaled_up_to_full_brightness() -> None:
    assert colors_at(COLORS, 255) == COLORS
    for brightness in (200, 40, 10, 5):
        shown = colors_at(COLORS, brightness)
        assert len(shown) == 96 and shown[:3] == bytes(3) and shown[3] == 255 and shown[5] == 0
        assert all(abs(one - other) <= 255 / brightness or one > other for one, other in zip(shown, COLORS))
    assert colors_at(COLORS, 5)[6:9] == bytes((153, 102, 51))  # 3, 2 and 1 of 5: a dark color is not lost


def test_each_pixel_of_the_oled_is_a_square_at_its_place_with_dark_glass_around_it() -> None:
    for x, y in ((0, 0), (127, 0), (5, 15), (0, 63), (127, 63), (64, 32)):
        oled = bytearray(1024)
        oled[y // 8 * 128 + x] = 1 << y % 8
        picture = render_oled(oled)
        left, top = (4 + x) * OLED_SCALE, (4 + y) * OLED_SCALE
        assert bright(picture) == (left, top, left + OLED_SCALE, top + OLED_SCALE)
        assert picture.size == ((128 + 8) * OLED_SCALE, (64 + 8) * OLED_SCALE)
        glass, lit = picture.getpixel((left - 1, top)), picture.getpixel((left, top))
        assert isinstance(glass, tuple) and isinstance(lit, tuple)
        assert max(glass) < 12 and lit[0] < lit[1] < lit[2] == 255


def test_the_console_shows_its_oled_in_the_middle_above_its_six_tiles() -> None:
    pixels = bytes(at % 3 for at in range(384))
    oled = bytes(at * 7 & 255 for at in range(1024))
    picture = render_console(pixels, COLORS, oled)
    screen = render_oled(oled)
    left = (picture.width - screen.width) // 2
    assert picture.crop((left, GAP, left + screen.width, GAP + screen.height)).tobytes() == screen.tobytes()
    top = screen.height + 2 * GAP
    assert picture.size == (6 * SIDE + 7 * GAP, top + SIDE + GAP)
    for number in range(6):
        x = GAP + number * (SIDE + GAP)
        assert picture.crop((x, top, x + SIDE, top + SIDE)).tobytes() == tile(pixels, COLORS, number).tobytes()


def lit_columns(picture: Image.Image, top: int, bottom: int) -> list[int]:
    """Returns the first columns of the runs of columns with a bright pixel between two rows."""
    part = picture.crop((0, top, picture.width, bottom))
    lit = [x for x in range(part.width) if bright(part.crop((x, 0, x + 1, part.height)), 60)]
    return [x for x in lit if x - 1 not in lit]


def test_a_contact_sheet_has_its_tiles_in_three_groups_of_columns_and_in_rows() -> None:
    sheet = ContactSheet(rows=2, heads=0)
    all_lit = bytearray(b"\1" * 64), bytearray(COLORS)
    places = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 6)]
    for column, place in places:
        sheet.put(column, place, *all_lit)
    sheet.row("")
    sheet.put(0, 0, *all_lit)
    found = lit_columns(sheet.picture, 20, 24)
    starts = [found[0]] + [x for before, x in zip(found, found[1:]) if x - before > 6]
    pitch = starts[1] - starts[0]
    gap = starts[2] - starts[0] - 6 * pitch
    assert 50 < pitch < 70 and 8 < gap < 30
    assert [x - starts[0] for x in starts] == [
        0, pitch, 6 * pitch + gap, 7 * pitch + gap, 12 * pitch + 2 * gap, 18 * pitch + 2 * gap
    ]  # fmt: skip
    box = bright(sheet.picture, 60)
    assert box is not None and sheet.picture.width - 20 < box[2] < sheet.picture.width
    assert bright(sheet.picture.crop((0, 8 + pitch, sheet.picture.width, 8 + 2 * pitch)), 60) is not None
    assert sheet.picture.height == 2 * pitch + 16


def test_a_tile_of_a_contact_sheet_is_the_tile_that_was_put_there_at_the_brightness_of_the_sheet() -> None:
    pixels, colors = bytearray(b"\1" * 64 + b"\2" * 64), bytearray(COLORS)
    for number in (0, 1):
        for brightness in (255, 5):
            sheet = ContactSheet(1, 0, brightness)
            sheet.put(0, 0, pixels, colors, number)
            expected = tile(pixels, colors_at(colors, brightness), number).resize((48, 48), Image.Resampling.LANCZOS)
            assert sheet.picture.crop((124, 8, 172, 56)).tobytes() == expected.tobytes()
    default = ContactSheet(1, 0)
    default.put(0, 0, pixels, colors)
    assert (
        default.picture.crop((124, 8, 172, 56)).tobytes()
        == tile(pixels, colors, 0).resize((48, 48), Image.Resampling.LANCZOS).tobytes()
    )


def test_the_labels_of_a_contact_sheet_are_above_its_columns_and_left_of_its_rows() -> None:
    sheet = ContactSheet(rows=2, heads=1)
    assert bright(sheet.picture, 60) is None
    sheet.head("I", "I", "I")
    labels = lit_columns(sheet.picture, 0, 34)
    assert len(labels) == 3 and [x - labels[0] for x in labels] == [0, 6 * 56 + 20, 12 * 56 + 40]
    assert 124 <= labels[0] < 130
    box = bright(sheet.picture, 60)
    assert box is not None and box[1] >= 8 and box[3] < 34
    for _ in range(2):
        sheet.row("dice")
    left = sheet.picture.crop((0, 34, 124, sheet.picture.height))
    rows = [y for y in range(left.height) if bright(left.crop((0, y, 124, y + 1)), 60)]
    starts = [y for y in rows if y - 1 not in rows and y - 2 not in rows]
    assert len(starts) == 2 and starts[1] - starts[0] == 56 and 8 < starts[0] < 30
    box = bright(left, 60)
    assert box is not None and 8 <= box[0] < 16
    lettering = sheet.picture.getpixel((labels[0], 20))
    assert isinstance(lettering, tuple) and max(lettering) - min(lettering) < 10


def test_the_pictures_have_a_color_for_every_brightness_of_an_led() -> None:
    shades = []
    for level in range(0, 256, 15):
        palette = bytes(3) + bytes((level, level, level))
        color = render.tile(b"\1" * 64, palette, 0).getpixel((4 * PITCH + 5, 4 * PITCH + 5))
        assert isinstance(color, tuple)
        shades.append(color[0])
    assert shades == sorted({*shades}) and shades[-1] == 255


def test_each_row_of_labels_makes_a_contact_sheet_as_much_higher_as_it_moves_the_tiles_down() -> None:
    tops, heights = [], []
    for heads in (0, 1, 2):
        sheet = ContactSheet(rows=1, heads=heads)
        for _ in range(heads):
            sheet.head()
        sheet.put(0, 0, bytearray(b"\1" * 64), bytearray(COLORS))
        box = bright(sheet.picture, 100)
        assert box is not None
        tops.append(box[1])
        heights.append(sheet.picture.height)
    assert tops[2] - tops[1] == tops[1] - tops[0] == heights[1] - heights[0] == heights[2] - heights[1] > 14
