"""The page that shows the console, in Node with canvases, sound and a back end of the tests."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from host_tests.page_modules_fixture import Run, folder_of_modules, runner
from tools.play.simulator import PAGE

SCRIPT = Path(__file__).with_name("console_page.mjs")
BACKEND = """export class Backend {
  constructor(page) {
    console_page.page = page;
  }
  get isOn() {
    return console_page.isOn;
  }
  send(...edge) {
    console_page.sent.push(edge);
  }
}
"""
Step = list[Any]
RED, GREEN, BLUE = [90, 0, 0], [0, 90, 0], [0, 0, 90]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs an action of console_page.mjs with the modules of the page and a back end that notes what it gets."""
    folder = folder_of_modules(tmp_path_factory.mktemp("console") / "page", PAGE)
    (folder / "backend.js").write_text(BACKEND)
    return runner(SCRIPT, folder)


def looks(page: Run, *steps: Step, **job: Any) -> "list[dict[str, Any]]":
    """What the page shows before the first step and after each one."""
    found: list[dict[str, Any]] = page("app", steps=steps, **job)["found"]
    return found


# ---- dice


def test_each_led_of_a_die_shines_in_its_place_with_its_color_whiter_in_its_middle(page: Run) -> None:
    light: list[tuple[int, list[int]]] = [
        (0, [255, 0, 0]),
        (13, [0, 30, 0]),
        (56, [10, 0, 20]),
        (63, [0, 0, 1]),
        (30, [20, 20, 20]),
    ]
    empty, _, shown = page("tiles", steps=[["paint", light], ["fit", 80], ["paint", light]])
    assert (empty["draws"], empty["shining"]) == (0, [])
    assert shown["sizes"] == [160, 160, 160, 160] and shown["smoothing"] == [False, "high"]
    assert [led for led, _ in shown["shining"]] == sorted(led for led, _ in light)
    edges = dict(shown["shining"])
    for led, color in light:
        top = max(color)
        red, green, blue = (255 * (level / top) ** (1 / 2.2) for level in color)
        assert edges[led][:3] == pytest.approx([red, green, blue], abs=2)
    strengths = [edges[led][3] for led in (63, 56, 13, 0)]
    assert strengths == sorted({*strengths}) and strengths[0] > 20 and strengths[-1] > 180
    middles = dict(zip((led for led, _ in light), shown["middle"], strict=True))
    for led, color in light:
        assert middles[led][3] > edges[led][3]
        for before, after, level in zip(edges[led][:3], middles[led][:3], color, strict=True):
            assert after > before + 50 if level == 0 else after >= before
    assert middles[13][0] == middles[13][2] < middles[13][1] == 255
    assert shown["gaps"] == [0] * len(light)


def test_the_light_of_an_led_falls_off_around_the_die_alike_in_all_directions(page: Run) -> None:
    found = page("tiles", steps=[["fit", 32], ["paint", [[0, GREEN]]], ["paint", [[63, RED], [7, BLUE]]]])
    one, two = (each["halo"] for each in found[1:])
    across = [one[4][x][3] for x in range(16)]
    assert across == [one[y][4][3] for y in range(16)] and across[:4] == across[5:9][::-1]
    assert all(before > after for before, after in pairwise(across[4:9])) and across[9:] == [0] * 7
    assert 10 < one[4][4][3] < 100  # much less than the LED itself
    assert one[2][3][3] == one[6][5][3] == one[3][2][3] > 0 and one[4][4][:3] == [0, 255, 0]
    assert all(pixel[:3] == [0, 255, 0] for row in one for pixel in row if pixel[3])
    assert two[11][11][:3] == [255, 0, 0] and two[4][11][:3] == [0, 0, 255] and two[4][11][3] == across[4]
    assert two[4][4][3] == two[4][6][3] == 0 < two[4][7][3]  # nothing is left of the light before


def test_lights_that_add_up_are_as_bright_as_the_display_can_at_most(page: Run) -> None:
    full = [[led, [255, 255, 255]] for led in range(64)]
    found = page("tiles", steps=[["fit", 32], ["paint", full], ["paint", [[27, [255, 255, 255]]]]])
    middle = [each["halo"][8][8] for each in found[1:]]
    assert middle[0][3] > middle[1][3] > 0 and middle[0][:3] == [255, 255, 255]
    assert found[1]["middle"][0] == [255, 255, 255, found[2]["middle"][0][3]] and found[1]["middle"][0][3] > 250


def test_a_die_is_painted_again_when_its_light_or_its_size_has_changed(page: Run) -> None:
    light, last = [[5, RED]], [[5, RED], [63, [0, 0, 1]]]
    steps: list[Step] = [
        ["fit", 32], ["paint", light], ["paint", light], ["paint", last], ["paint", []], ["paint", []], ["fit", 32],
        ["paint", []], ["fit", 40], ["paint", light], ["fit", 0], ["paint", light], ["fit", 33], ["fit", 34],
    ]  # fmt: skip
    found = page("tiles", steps=steps)
    assert [each["draws"] > 0 for each in found if "shining" in each] == [
        True, False, True, True, False, False, True, True,
    ]  # fmt: skip
    assert [len(each["shining"]) for each in found[:10] if "shining" in each] == [1, 1, 2, 0, 0, 0, 1]
    sizes = [(each["sizes"][0], each["sizes"][2]) for each in found if "shining" not in each]
    assert sizes == [(64, 64), (64, 64), (80, 80), (16, 16), (64, 64), (72, 72)]


def test_each_die_shows_its_own_part_of_the_light_and_the_oled_its_picture(page: Run) -> None:
    colors = [RED, GREEN, BLUE, [90, 90, 0], [0, 90, 90], [90, 0, 90]]
    light = [[64 * die + 10 + die, color] for die, color in enumerate(colors)]
    steps: list[Step] = [["tiles", light], ["frame"], ["oled", [[0, 1], [1023, 0x80]]], ["frame"]]
    start, _, early, _, shown = looks(page, *steps)
    assert start["frames"] == 1 and early["dice"] == [[]] * 6 and early["attributes"] == []
    assert [[led for led, _ in die] for die in shown["dice"]] == [[10 + die] for die in range(6)]
    shades = [[round(level / 255 * 90) for level in die[0][1][:3]] for die in shown["dice"]]
    assert shades == colors and shown["oled"] == [[0, 0], [127, 63]]
    assert shown["attributes"] == ["data-painted", "data-ready"]
    assert looks(page, ["oled", [[0, 1]]], ["frame"])[-1]["attributes"] == []


def test_only_the_latest_picture_is_painted_and_in_an_animation_frame(page: Run) -> None:
    steps: list[Step] = [
        ["tiles", [[0, RED]]], ["oled", [[0, 1]]], ["frame"], ["tiles", [[1, RED]]], ["tiles", [[2, RED]]],
        ["oled", [[1, 1]]], ["frame"], ["frame"], ["oled", [[2, 0x81]]], ["frame"],
    ]  # fmt: skip
    found = looks(page, *steps)
    assert [look["frames"] for look in found] == [1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0]
    painted = [found[at] for at in (3, 7, 8, 10)]
    assert [[led for led, _ in look["dice"][0]] for look in painted] == [[0], [2], [2], [2]]
    assert [look["oled"] for look in painted] == [[[0, 0]], [[1, 0]], [[1, 0]], [[2, 0], [2, 7]]]


@pytest.mark.parametrize("source", ["case", "window"])
def test_pictures_are_painted_in_their_new_size_when_the_page_or_the_console_in_it_has_changed(
    source: str, page: Run
) -> None:
    picture: list[Step] = [["tiles", [[0, RED]]], ["oled", [[0, 1]]], ["frame"]]
    found = looks(
        page, *picture, ["resize", 16, [192, 96], source], ["frame"], ["resize", 8, [10, 5], source], ["frame"]
    )
    assert [look["sizes"] for look in (found[0], found[4], found[6])] == [[64, 256], [32, 384], [16, 128]]
    assert [look["frames"] for look in found[3:]] == [0, 1, 0, 1, 0]
    assert all(found[at]["oled"] == [[0, 0]] and found[at]["dice"][0][0][0] == 0 for at in (3, 5))
    assert looks(page, ["resize", 16, [64, 32], "screen"])[-1]["sizes"] == [64, 256]


def test_the_dice_are_buttons_in_their_order_with_their_number_as_key_and_name(page: Run) -> None:
    found = page("app", steps=[])
    assert found["places"] == [*range(6)] and [slot["button"] for slot in found["slots"]] == [*range(6)]
    for number, slot in enumerate(found["slots"], 1):
        assert slot["attributes"] == {"aria-label": f"die {number}", "aria-keyshortcuts": str(number)}
        assert slot["className"] == "slot"
        assert slot["innerHTML"] == (
            '<span class="die"><canvas class="halo"></canvas><canvas class="leds"></canvas></span>'
            f'<b class="cap">{number}</b>'
        )


# ---- what the console reports


def test_the_page_shows_what_the_console_reports_until_it_is_switched_on_again(page: Run) -> None:
    steps: list[Step] = [
        ["switchedOn"], ["showRest", "asleep"], ["showRest", "off"], ["showRest", ""], ["showTyping", "letters"],
        ["showNotice", "A notice."], ["showCrash", "Traceback", "A remedy."], ["switchedOn"],
        ["showDay", "November 28"], ["showRest", "off"], ["showNotice", "x"], ["showNotice", ""],
        ["switchedOff", "Off."], ["switchedOn"],
    ]  # fmt: skip
    found = looks(page, *steps)[1:]
    first = {"crash", "asleep", "off", "keys", "typing", "notice", "day", "share"}
    seen = [first & {*look["visible"]} - {"share", "day"} for look in found]
    assert seen == [
        {"keys"}, {"asleep", "keys"}, {"off", "keys"}, {"keys"}, {"typing"}, {"typing", "notice"},
        {"typing", "notice", "crash"}, {"keys"}, {"keys"}, {"keys", "off"}, {"keys", "off", "notice"}, {"keys", "off"},
        {"keys", "notice"}, {"keys"},
    ]  # fmt: skip
    assert [look["body"] for look in found] == [
        [], [], ["resting"], [], [], [], [], [], [], ["resting"], ["resting"], ["resting"], ["off"], [],
    ]  # fmt: skip
    assert [look["attributes"] for look in found] == [
        *[["data-connected"]] * 6,
        *[["data-connected", "data-ready"]] * 6,
        ["data-ready"],
        ["data-connected", "data-ready"],
    ]
    assert found[6]["texts"] == {"remedy": "A remedy.", "traceback": "Traceback", "notice": "A notice.", "day": ""}
    assert found[8]["texts"]["day"] == "November 28" and "day" in found[8]["visible"]
    assert found[12]["texts"]["notice"] == "Off." and found[13]["texts"]["notice"] == ""
    assert looks(page, ["switchedOff", "Off."])[-1]["attributes"] == ["data-ready"]


def test_a_game_that_is_over_is_announced_with_the_link_to_share_it_until_the_next_one(page: Run) -> None:
    _, over, after = looks(page, ["showFinished", "game.html#1"], ["showFinished", ""])
    assert "share" in over["visible"] and over["share"] == "game.html#1"
    assert over["log"] == after["log"] == ["You can share this game: follow the link below the dice."]
    assert "share" not in after["visible"] and after["share"] == ""


def test_words_name_the_text_of_the_oled_and_the_button_of_each_number(page: Run) -> None:
    picture = {"lines": ["MENU"], "picks": ["One", "", "", "", "", "Six"], "does": [], "labels": ["pick", "back"]}
    found = page("app", steps=[["showWords", {**picture, "menu": "leave", "chooses": True}]])
    assert found["found"][-1]["text"] == "MENU" and found["found"][-1]["log"] == ["MENU"]
    lines = ["line 1: One", *[f"line {number}: empty" for number in range(2, 6)], "line 6: Six"]
    assert found["names"] == ["MENU: leave", "ROLL: pick", "BANK: back", *lines]


# ---- buttons


def pointer(target: "int | str", kind: str, number: int = 3, **others: Any) -> Step:
    return ["on", target, kind, {"pointerId": number, "button": 0, **others}]


def key(kind: str, name: str, code: str = "", **others: Any) -> Step:
    return ["on", "window", kind, {"key": name, "code": code, **others}]


@pytest.mark.parametrize("end", ["pointerup", "pointercancel", "lostpointercapture"])
def test_a_button_is_down_from_its_touch_until_that_touch_ends_wherever_it_has_moved(end: str, page: Run) -> None:
    steps = [
        pointer(4, "pointerdown"), pointer(7, "pointerdown", 5), pointer("window", end, 5), pointer("window", end, 9),
        pointer("window", end), pointer("window", end), pointer(8, "pointerdown", button=1),
    ]  # fmt: skip
    found = looks(page, *steps)[1:]
    assert [look["sent"] for look in found] == [[[4, True]], [[7, True]], [[7, False]], [], [[4, False]], [], []]
    assert [look["down"] for look in found] == [[4], [4, 7], [4], [4], [], [], []]
    assert [look["captured"] for look in found] == [[[4, 3]], [[7, 5]], [], [], [], [], []]


def test_no_button_takes_the_focus_or_opens_a_menu_by_mouse(page: Run) -> None:
    targets: dict[str, list[Any]] = {"mousedown": [0, 8, "mute", "full", "speech"], "contextmenu": [0, 8]}
    found = looks(page, *[["on", target, kind] for kind, all_ in targets.items() for target in all_])[1:]
    assert all(look["isPrevented"] for look in found) and not any(look["sent"] for look in found)


def test_a_screen_reader_presses_a_button_for_a_moment(page: Run) -> None:
    steps: list[Step] = [["on", 6, "click", {"detail": 0}], ["on", 6, "click", {"detail": 2}], ["timers"]]
    found = looks(page, *steps)[1:]
    assert [look["sent"] for look in found] == [[[6, True]], [], [[6, False]]]
    assert [look["timers"] for look in found] == [[60], [60], []]


def test_touches_end_when_the_page_loses_the_focus_or_is_hidden_or_the_console_is_off(page: Run) -> None:
    ways: list[Step] = [
        ["on", "window", "blur"], ["hidden", True], key("keydown", "r", "KeyR", ctrlKey=True),
        key("keydown", "r", "KeyR", metaKey=True), key("keydown", "Tab", "Tab", altKey=True),
    ]  # fmt: skip
    touch, end = (
        [pointer(2, "pointerdown"), key("keydown", "b", "KeyB")],
        [pointer("window", "pointerup"), ["hidden", False]],
    )
    found = looks(page, *[step for way in ways for step in (*touch, way, *end)])[1:]
    for first in range(0, len(found), 5):
        part = found[first : first + 5]
        assert [look["down"] for look in part] == [[2], [2, 7], [], [], []]
        assert [look["sent"] for look in part] == [[[2, True]], [[7, True]], [[2, False], [7, False]], [], []]
    found = looks(page, pointer(2, "pointerdown"), ["switchedOff", "Off."], pointer("window", "pointerup"))
    assert [look["down"] for look in found[1:]] == [[2], [], []] and not found[2]["sent"] and not found[3]["sent"]
    found = looks(page, pointer(2, "pointerdown"), ["hidden", False], ["isOn", False], pointer(3, "pointerdown", 4))
    assert [look["down"] for look in found[1:]] == [[2]] * 4 and not any(look["sent"] for look in found[2:])


def test_keys_of_the_console_are_its_own_only_and_the_others_stay_those_of_the_browser(page: Run) -> None:
    steps: list[Step] = [
        key("keydown", "r", "KeyR"), key("keydown", "r", "KeyR", repeat=True), key("keyup", "r", "KeyR"),
        key("keyup", "r", "KeyR"), key("keydown", "x", "KeyX"), key("keydown", "s", "KeyS", repeat=True),
        ["showTyping", "letters"], key("keydown", "a", "KeyA", repeat=True), key("keydown", "s", "KeyS"),
        ["isOn", False], key("keydown", "a", "KeyA"), ["isOn", True], ["showTyping", ""], key("keydown", "a", "KeyA"),
    ]  # fmt: skip
    found = looks(page, *steps)[1:]
    assert [look["sent"] for look in found] == [
        [[6, True]], [], [[6, False]], [], [], [], [], [], [[83, True]], [], [], [], [], [],
    ]  # fmt: skip
    assert [look["isPrevented"] for look in found] == [
        True, True, True, False, False, False, False, True, True, False, True, False, False, False,
    ]  # fmt: skip
    assert all(look["muted"] is None for look in found)


# ---- switches


def test_the_sound_is_switched_off_and_on_and_the_browser_remembers_it(page: Run) -> None:
    click: Step = ["on", "mute", "click"]
    found = looks(page, click, click, key("keydown", "S", "KeyS"), key("keydown", "s", "KeyS"))
    states = [(look["mute"], look["muted"], look["volume"]) for look in found]
    on, off = (["false", "Sound"], "", 1), (["true", "Muted"], "1", 0)
    assert states == [([None, ""], None, None), off, on, off, on]
    (remembered,) = looks(page, items={"muted": "1"})
    assert (remembered["mute"], remembered["volume"]) == (["true", "Muted"], 0)
    (remembered,) = looks(page, items={"muted": ""})
    assert (remembered["mute"], remembered["volume"]) == ([None, ""], None)
    blocked = looks(page, click, click, isBlocked=True)
    assert [(look["mute"], look["volume"]) for look in blocked[1:]] == [(["true", "Muted"], 0), (["false", "Sound"], 1)]


def test_a_tone_is_heard_after_a_touch_while_the_page_is_visible_and_stops_when_it_is_hidden(page: Run) -> None:
    tone: Step = ["sound", 440, 2, 5000]
    steps: list[Step] = [
        tone, pointer(0, "pointerdown"), tone, ["hidden", True], tone, ["hidden", False], tone, ["switchedOff", "Off."],
    ]  # fmt: skip
    heard = [look["heard"] for look in looks(page, *steps)[1:]]
    loud, silence = [["hz at", 440], ["gain to", 0.16]], [["gain to", 0]]
    assert heard == [[], [], loud, silence, [], [], loud, silence]


@pytest.mark.parametrize("is_refused", [True, False])
def test_the_full_screen_is_opened_and_left_where_the_browser_has_one(is_refused: bool, page: Run) -> None:
    click: Step = ["on", "full", "click"]
    found = looks(page, click, click, click, hasFullScreen=True, isFullRefused=is_refused)
    assert "full" in found[0]["visible"]
    assert [look["asked"] for look in found[1:]] == [["full"], ["full"] if is_refused else ["exit"], ["full"]]
    (without,) = looks(page)
    assert not {"full", "speech"} & {*without["visible"]}


def test_speech_is_switched_on_and_off_where_the_browser_has_a_voice(page: Run) -> None:
    click: Step = ["on", "speech", "click"]
    found = looks(page, click, ["showFinished", "x"], click, ["showFinished", "y"], hasSpeech=True)
    assert "speech" in found[0]["visible"] and found[0]["speech"] is None
    assert [look["speech"] for look in found[1:]] == ["true", "true", "false", "false"]
    sentence = "You can share this game: follow the link below the dice."
    assert [look["spoken"] for look in found[1:]] == [[None, ""], [sentence], [None], []]


# ---- the buzzer


def test_the_buzzer_is_built_once_at_the_first_gesture_and_reaches_the_loudspeaker(page: Run) -> None:
    steps: list[Step] = [
        ["mute", False],
        ["resume"],
        ["resume"],
        ["tone", 440, 1, 5000],
        ["mute", True],
        ["mute", False],
    ]
    found = page("sound", steps=steps)
    assert found["way"] == [
        ["wave", "square"], ["gain", None], ["filter", "highpass"], ["filter", "peaking"], ["filter", "lowpass"],
        ["gain", None], ["loudspeaker", None],
    ]  # fmt: skip
    assert (found["contexts"], found["resumed"], found["isStarted"], found["volume"]) == (1, 1, True, [0, 1])
    muted = page("sound", steps=[["mute", True], ["resume"], ["tone", 440, 1, 5000]])
    assert muted["volume"] == [0, 0] and len(muted["found"][2]) == 2


def test_no_tone_is_set_without_sound_or_before_the_browser_allows_it(page: Run) -> None:
    steps: list[Step] = [["resume"], ["tone", 440, 1, 5000], ["resume"], ["mute", True]]
    suspended = page("sound", steps=steps, staysSuspended=True)
    assert suspended["found"] == [[]] * 4 and (suspended["contexts"], suspended["resumed"]) == (1, 2)
    assert page("sound", steps=steps, isSilent=True)["found"] == [[]] * 4


def test_tones_keep_the_distances_of_the_console_and_an_unknown_volume_is_silent(page: Run) -> None:
    steps: list[Step] = [
        ["resume"], ["tone", 440, 1, 5000], ["tone", 441, 0, 5100], ["time", 10.1], ["tone", 442, 3, 5050],
        ["tone", 443, 2, 5320], ["tone", 444, 2, 5321], ["time", 10.5], ["tone", 445, 1, 6000], ["tone", 446, 1, 6010],
    ]  # fmt: skip
    found = [each for each in page("sound", steps=steps)["found"] if each]
    values = [(hz[1], gain[1]) for hz, gain in found]
    assert values == [(440, 0.05), (441, 0), (442, 0), (443, 0.16), (444, 0.16), (445, 0.05), (446, 0.05)]
    assert [hz[2] for hz, _ in found] == pytest.approx([10.03, 10.13, 10.13, 10.13, 10.131, 10.53, 10.54])
    assert all(hz[2] == gain[2] for hz, gain in found)
