"""The self-test of the workshop: it tells the bring-up as hardware/ does, answers every press, and finds faults."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware import bringup, power
from host_tests.person import BANK, KEEPS, MENU, ROLL, Person
from host_tests.table import watch
from host_tests.view_golden import golden
from sixpip.board import buttons, limiter
from sixpip.console import games, selftest
from sixpip.console.care import AWAKE, FULL
from sixpip.console.selftest import checks, lights
from sixpip.rules.tables import PIPS
from sixpip.storage.records import StorageFull, Store
from sixpip.view import palette, sound
from sixpip.view.faces import FREE, TAKEN, letter
from tools import FIRMWARE
from tools.frames import oled_lines, tiles_text

HALF_AN_HOUR_MS = 1_800_000
STEPS = selftest.STEPS


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(str(tmp_path)).pick("Workshop").pick("Self-test")


def go(person: Person, step: type) -> Person:
    """On to a step by ROLL alone."""
    for _ in range(40):
        if isinstance(person.app.screen, step):
            return person
        person.press(ROLL)
    raise AssertionError(f"{step.__name__} does not come")


def colours(person: Person) -> set[bytes]:
    """Red, green and blue of the LEDs as a person sees them."""
    seen = person.board.light
    return {seen[at : at + 3] for at in range(0, len(seen), 3)}


def spelled(person: Person) -> str:
    """The letters on the dice, ~ for what is none."""
    shapes = {letter(chr(code))[FREE:TAKEN]: chr(code) for code in range(32, 126)}
    found = ""
    for start in range(0, 384, 64):
        rows = [person.board.pixels[at : at + 8] for at in range(start, start + 64, 8)]
        shape = bytes(sum(bool(index) << 7 - x for x, index in enumerate(row)) for row in rows)
        found += shapes.get(shape, "~")
    return found.rstrip()


# The way through it


def test_its_rows_are_those_of_the_bring_up_in_the_same_order() -> None:
    told = [row for step in STEPS for row in step.rows]
    assert told == [" ".join(row).strip() for row in bringup.screen_rows()]


def test_what_stock_modules_draw_besides_is_computed() -> None:
    more = power.idle_ma(limiter.WS2812B_5050) - power.idle_ma(limiter.WS2812B_2020)
    words = lights.AllDark.words(None)  # type: ignore[arg-type]
    assert f"5050 stock: +{more:.0f} mA" in words


def test_every_page_looks_as_it_did_and_no_line_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "free_bytes", lambda folder: 1234 * 1024)
    person = Person(str(tmp_path)).pick("Workshop")
    cut = watch(person.app.canvas)
    person.pick("Self-test")
    pages: list[str] = []
    while "WORKSHOP" not in person.screen and len(pages) < 40:
        words = "\n".join(f"|{line:21}|" for line in oled_lines(person.board.oled_shown))
        moves = isinstance(person.app.screen, lights.Travel)
        pages.append(f"{words}\n\n{'(pixels travel)' if moves else tiles_text(person.board.pixels)}\n")
        person.press(ROLL)
    assert not cut
    text = "\n".join(pages)
    assert text == golden("pages", text, "selftest")


def test_roll_goes_through_all_of_it_and_back_to_the_workshop(person: Person) -> None:
    seen: list[type] = []
    while "WORKSHOP" not in person.screen and len(seen) < 40:
        seen.append(type(person.app.screen))
        person.press(ROLL)
    assert list(dict.fromkeys(seen)) == list(STEPS)
    assert person.app.session is None and not Store(person.board.folder).damaged


def test_bank_goes_back_step_by_step_and_out_at_the_first(person: Person) -> None:
    go(person, checks.Buzzer).press(BANK)
    assert "2.4 buttons" in person.screen
    person.press(BANK, BANK)  # the first one counts
    assert "2.3 OLED" in person.screen
    person.press(BANK)
    assert "WORKSHOP" in person.screen


def test_bank_goes_back_through_the_parts_of_a_step_too(person: Person) -> None:
    go(person, lights.EachDie).press(ROLL, ROLL, BANK)
    assert "All red?" in person.screen


def test_menu_ends_it_anywhere(person: Person) -> None:
    for step in STEPS:
        go(person, step).press(*[MENU] * (2 if step is checks.Buttons else 1))
        assert "WORKSHOP" in person.screen, step
        person.pick("Self-test")


def test_the_light_and_the_sound_are_as_they_were_afterwards(tmp_path: Path) -> None:
    person = Person(str(tmp_path)).pick("Settings").press(1)  # sound off
    person.press(BANK)
    board, volume = person.board, person.app.sound.volume
    before = board.brightness
    person.pick("Workshop").pick("Self-test")
    for step in (checks.Buzzer, lights.AllWhite):
        go(person, step).press(MENU)
        assert (board.brightness, person.app.sound.volume) == (before, volume)
        person.pick("Self-test")
    person.press(BANK, BANK)
    while "Dice 10 000" not in person.screen:
        person.press(MENU)
    expected = bytearray(96)
    palette.load(expected, "dice-10000")
    person.press(0, BANK)
    assert board.palette == expected


def test_it_is_imported_only_when_picked_and_given_back_before_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = FIRMWARE / "sixpip" / "console"
    users = [path.name for path in folder.glob("*.py") if "from sixpip.console.selftest" in path.read_text()]
    lines = [line for line in (folder / "workshop.py").read_text().splitlines() if "selftest" in line]
    assert users == ["workshop.py"] and all(line.startswith("        ") for line in lines)
    forgotten: list[str] = []

    def note(inside: str, names: str) -> None:
        forgotten.extend(inside + name for name in names.split())

    monkeypatch.setattr(games, "forget", note)
    games.make_room(PIPS)
    package = "sixpip.console.selftest"
    parts = {f"{package}.{path.stem}" for path in (folder / "selftest").glob("*.py")} - {f"{package}.__init__"}
    assert {name for name in forgotten if name.startswith(package)} == {package, *parts}
    assert forgotten.index(package) > max(forgotten.index(part) for part in parts)


# The OLED


@pytest.mark.parametrize(("there", "says", "colour"), [(True, "OLEDOK", palette.GREEN), (False, "OLEDNO", palette.RED)])
def test_the_dice_say_whether_the_oled_answers(person: Person, there: bool, says: str, colour: int) -> None:
    person.board.oled_there = there
    person.wait(1000)
    assert spelled(person) == says
    assert set(person.board.pixels) == {palette.OFF, colour}


def test_without_an_oled_it_is_found_by_four_presses_and_the_dice_tell_the_way(tmp_path: Path) -> None:
    person = Person(str(tmp_path))
    person.board.oled_there = False
    person.press(MENU, MENU, 2, 2)
    assert spelled(person) == "OLEDNO" and not any(person.board.oled_shown)
    go(person, checks.Buzzer)
    assert spelled(person) == "2.5"


def test_the_oled_is_all_lit_then_all_dark_then_has_a_frame(person: Person) -> None:
    shown = person.board.oled_shown
    assert set(person.press(ROLL).board.oled_shown) == {0xFF}
    assert set(person.press(ROLL).board.oled_shown) == {0}
    person.press(ROLL)
    edge = [(x, y) for x in range(128) for y in range(64) if x in (0, 127) or y in (0, 63)]
    assert all(shown[y // 8 * 128 + x] >> y % 8 & 1 for x, y in edge)
    assert "ROLL next" in person.screen


# Buttons and buzzer


def test_each_button_is_counted_on_the_screen_and_on_its_die(person: Person) -> None:
    go(person, checks.Buttons)
    for button in range(buttons.BUTTONS):
        person.press(button)
    person.press(3)
    assert "All 9 are there.|KEEP 1 1 1 2 1 1|ROLL 1 BANK 1 MENU 1" in person.screen
    assert spelled(person) == "111211"


def test_a_button_does_what_it_says_only_after_it_was_counted(person: Person) -> None:
    go(person, checks.Buttons)
    assert "next" not in person.screen and "back" not in person.screen and "end" not in person.screen
    person.press(ROLL, BANK, MENU)
    assert person.lines[0].endswith("MENU end") and person.lines[7] == "ROLL next BANK back"
    assert "Press each one once." in person.screen
    person.press(ROLL)
    assert isinstance(person.app.screen, checks.Buzzer)


def test_the_buzzer_sounds_a_high_and_a_low_tone_though_the_sound_is_off(tmp_path: Path) -> None:
    person = Person(str(tmp_path))
    person.app.settings.values["sound"] = sound.OFF
    person.app.settings.apply(person.app)
    go(person.pick("Workshop").pick("Self-test"), checks.Buttons)
    person.press(ROLL)
    person.board.tones.clear()
    person.press(ROLL).wait(1000)
    heard = [tone for tone in person.board.tones if tone[0]]
    assert len(heard) == 2 and heard[0][0] > 2 * heard[1][0] and {volume for _, volume in heard} == {sound.HIGH}
    for keep in KEEPS:
        person.board.tones.clear()
        person.press(keep).wait(1000)
        assert heard == [tone for tone in person.board.tones if tone in heard]


# The dice


def test_all_dice_are_pure_red_then_green_then_blue(person: Person) -> None:
    go(person, lights.EachDie)
    assert spelled(person) == "123456"
    for part in range(3):
        person.press(ROLL)
        (colour,) = colours(person)
        assert [bool(value) for value in colour] == [place == part for place in range(3)]


def test_white_dice_are_at_the_limit_and_stay_on_for_half_an_hour(person: Person) -> None:
    go(person, lights.Heat)
    board = person.board
    limit = board.power
    assert limit.limiting and limit.estimated_ma <= limiter.BUDGET_MA
    (colour,) = colours(person)
    assert len(set(colour)) == 1 and colour[0]
    person.wait(HALF_AN_HOUR_MS)
    assert person.app.care.state == AWAKE and colours(person) == {colour}


def test_white_dice_do_not_keep_an_empty_battery_awake(person: Person) -> None:
    go(person, lights.AllWhite)
    person.board.millivolts = 3100
    person.wait(60_000)
    assert person.app.care.battery != FULL and not person.board.dice_on and not person.board.screen_on


def test_after_white_the_dice_are_as_bright_as_before(person: Person) -> None:
    go(person, lights.EachDie)
    before = max(person.board.light)
    go(person, lights.AllWhite).press(BANK, BANK)
    assert isinstance(person.app.screen, lights.EachDie) and max(person.board.light) == before


def test_pixels_travel_through_every_led(person: Person) -> None:
    go(person, lights.Travel)
    visited = set()
    for _ in range(400):
        person.app.step()
        lit = {place for place, index in enumerate(person.board.pixels) if index}
        assert len(lit) == 3
        visited |= lit
    assert len(visited) == 384


# Fair dice


def finished(person: Person) -> bool:
    """Whether all dice are thrown."""
    return any("chi2" in line for line in person.lines)


def test_the_console_s_own_dice_are_counted_and_found_fair(person: Person) -> None:
    thrown: list[int] = []
    throw = person.app.dice.throw

    def noted(dice: int) -> bytearray:
        faces = throw(dice)
        thrown.extend(faces)
        return faces

    person.app.dice.throw = noted  # type: ignore[method-assign]
    go(person, checks.Fair)
    person.wait(2000)
    assert len(thrown) == 6000 and "The dice are fair." in person.screen
    for face in range(6):
        assert f"{face + 1}:{thrown.count(face)}" in person.screen


def test_a_press_is_answered_while_dice_are_thrown(person: Person) -> None:
    go(person, lights.Heat)
    person.tap(ROLL)
    for _ in range(5):
        person.app.step()
    assert isinstance(person.app.screen, checks.Fair) and not finished(person)
    person.tap(BANK)
    assert isinstance(person.app.screen, lights.Heat)


def test_a_keep_button_throws_them_anew(person: Person) -> None:
    go(person, checks.Fair)
    person.wait(2000)
    before = person.screen
    person.press(2)
    person.wait(2000)
    assert finished(person) and person.screen != before


def test_dice_that_favour_a_face_are_found_out(person: Person) -> None:
    chance = random.Random(4)
    person.app.dice.throw = lambda dice: bytearray(  # type: ignore[method-assign]
        chance.choice((0, 1, 2, 3, 4, 5, 5) if chance.random() < 0.5 else range(6)) for _ in range(dice)
    )
    go(person, checks.Fair)
    person.wait(2000)
    assert "Not fair. KEEP: again" in person.screen


@pytest.mark.parametrize("source", [lambda count: bytes(count), lambda count: b""])
def test_a_dead_source_is_said_and_never_called_fair(person: Person, source: Callable[[int], bytes]) -> None:
    go(person, lights.Heat)
    person.app.dice._random_bytes = source
    person.press(ROLL)
    assert "no dice are thrown" in " ".join(person.lines)
    person.press(ROLL)
    assert isinstance(person.app.screen, checks.Fair) and "fair." not in person.screen.replace("Not fair.", "")


@pytest.mark.parametrize(
    ("counts", "thousandths"), [([1000] * 6, 0), ([1100, 900, 1000, 1000, 1000, 1000], 20000), ([0] * 6, 0)]
)
def test_chi_square_is_the_sum_of_squares_over_what_is_expected(counts: list[int], thousandths: int) -> None:
    assert checks.chi_square(counts) == thousandths


def test_fair_dice_pass_nearly_always_by_the_limit_and_a_loaded_die_hardly_ever() -> None:
    chance = random.Random(1)

    def passes(weights: tuple[int, ...]) -> int:
        rolls = [chance.choices(range(6), weights, k=6000) for _ in range(60)]
        return sum(checks.chi_square([roll.count(face) for face in range(6)]) <= checks.FAIR for roll in rolls)

    assert passes((10, 10, 10, 10, 10, 10)) >= 58
    assert passes((10, 10, 10, 10, 10, 13)) <= 2


# Storage


def test_a_record_is_written_read_and_removed_and_what_is_free_is_said(person: Person) -> None:
    go(person, checks.Storage)
    assert "Write and read: good" in person.screen
    free = next(line for line in person.lines if line.startswith("Free: "))
    assert int(free.split()[1]) > 0
    assert not [path.name for path in Path(person.board.folder).iterdir() if path.name.startswith("selftest")]


def test_storage_that_gives_back_something_else_is_bad(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "load", lambda self, name: {"at": -1})
    go(person, checks.Storage)
    assert "Write and read: BAD" in person.screen


def test_a_full_storage_says_so_and_is_bad(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Store, name: str, value: object) -> bool:
        raise StorageFull(f"The memory is full: {name} was not saved, the earlier record is kept.")

    go(person, checks.Fair)
    monkeypatch.setattr(Store, "save", full)
    person.press(ROLL)
    assert "The memory is full" in person.screen
    person.press(ROLL)
    assert "Write and read: BAD" in person.screen
