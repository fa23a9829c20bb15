"""The demo in Chromium when its browser stores nothing, too little, or what is no save of the console."""

import json

import pytest
from playwright.sync_api import BrowserContext

from host_tests.page.demo_fixture import (
    FILES,
    DemoPage,
    DemoServer,
    files_of,
    game_in_mid_turn,
    open_demo,
)
from host_tests.page.probe import wait_for

QUOTA = 5 << 20
"""The characters that Chromium stores for a site, with the names."""
BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('blocked'); }})"
FULL = r"""const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (name, text) {
  if (name.includes("files") && text.includes('"game"')) throw new DOMException("full", "QuotaExceededError");
  set.call(this, name, text);
}"""
# A press of a key makes the firmware fail
FAILING = "addEventListener('keydown', () => { Uint8Array.prototype.some = () => { throw new Error('on purpose'); }; })"
SET_ASIDE = "Saves in this browser cannot be read and are set aside"


def saved_game() -> dict[str, str]:
    """The files of a browser with a saved game."""
    files: dict[str, str] = json.loads(files_of(game_in_mid_turn()))
    return files


def start_game(demo: DemoPage) -> None:
    """Starts a game and rolls; checks that the browser has stored it."""
    demo.press("1", "1", "5", "r", pause_ms=1500)
    assert demo.session().game.kept is not None


def test_without_storage_it_plays_and_says_that_nothing_is_kept(context: BrowserContext, server: DemoServer) -> None:
    context.add_init_script(BLOCKED)
    demo = open_demo(context, server)
    assert demo.notice() == "This browser keeps no data for this page: your game is lost when you close it."
    before = demo.lines
    assert demo.press("1").lines != before


def test_a_full_storage_is_reported(context: BrowserContext, server: DemoServer) -> None:
    context.add_init_script(FULL)
    demo = open_demo(context, server)
    assert demo.notice() == ""
    demo.press("1", "1", "5", "r", pause_ms=1500)
    assert demo.notice().startswith("The storage of this browser is full")


@pytest.mark.parametrize(
    "name",
    ["", "logs/../../game", *(pytest.param(name, marks=pytest.mark.sweep) for name in ("/", ".", "..", "../game"))],
)
def test_a_file_whose_name_leads_elsewhere_is_set_aside_and_the_game_goes_on(
    name: str, context: BrowserContext, server: DemoServer
) -> None:
    stored = json.dumps({name: "x", **saved_game()})
    demo = open_demo(context, server, stored)
    assert demo.notice() == f'{SET_ASIDE}: "{name}".'
    assert demo.session().game.record() == game_in_mid_turn().game.record()
    assert demo.damaged() == stored
    demo.page.reload()
    assert demo.wait().notice() == ""
    assert demo.stored().keys() == {"game", "settings"} and demo.damaged() == stored


def test_all_other_files_that_are_not_the_console_s_are_set_aside(context: BrowserContext, server: DemoServer) -> None:
    names = [
        "/game",
        "logs/",
        "a//b",
        "a/./b",
        "__proto__",
        "a\0",
        "\u202egame",
        "\ud800",
        "x" * 101,
        "a/" * 45 + "a/..",
    ]
    wrong = {"number": 1, "nothing": None, "list": ["x"], "euro": "\u20ac"}
    stored = json.dumps({**dict.fromkeys(names, "x"), **wrong, **saved_game()})
    demo = open_demo(context, server, stored)
    assert demo.notice().startswith(f'{SET_ASIDE}: "')
    assert demo.notice().endswith(f" and {len(names) + len(wrong) - 3} more.")
    assert demo.notice().isascii()
    assert demo.stored().keys() == {"game", "settings"}
    assert json.loads(demo.damaged() or "") == json.loads(stored)


@pytest.mark.parametrize("name", ["game", "logs"])
def test_of_a_file_and_a_folder_of_one_name_the_file_is_read(
    name: str, context: BrowserContext, server: DemoServer
) -> None:
    stored = json.dumps({f"{name}/x": "x", "logs": "x", **saved_game()})
    demo = open_demo(context, server, stored)
    assert demo.notice() == f'{SET_ASIDE}: "{name}/x".'
    assert demo.session().game.record() == game_in_mid_turn().game.record()
    demo.press("2", "4", "b")
    assert demo.session().game.scores == [4900, 3200]


@pytest.mark.sweep
def test_a_file_in_place_of_a_folder_does_not_stop_the_console(context: BrowserContext, server: DemoServer) -> None:
    demo = open_demo(context, server, json.dumps({"logs": "x"}))
    assert demo.notice() == ""
    start_game(demo)
    assert demo.stored()["logs"] == "x"


@pytest.mark.parametrize("name", ["game", pytest.param("settings", marks=pytest.mark.sweep)])
def test_a_folder_in_place_of_a_record_is_set_aside_by_the_console_itself(
    name: str, context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, json.dumps({f"{name}/x": "x"}))
    wait_for(lambda: f"{name}.bad" in " ".join(demo.lines))
    demo.press("r")
    start_game(demo)
    assert demo.stored()[f"{name}.bad/x"] == "x"


@pytest.mark.parametrize(
    "stored",
    [
        pytest.param("{", id="one brace"),
        *(
            pytest.param(text, id=name, marks=pytest.mark.sweep)
            for name, text in (
                ("a text", '"text"'),
                ("a list", '["x"]'),
                ("nothing", "null"),
                ("3 MB that are no JSON", "x" * 3_000_000),
            )
        ),
        pytest.param("[" * 1_500_000 + "]" * 1_500_000, id="3 MB of lists in lists", marks=pytest.mark.sweep),
    ],
)
def test_what_is_no_save_is_set_aside_as_it_is_and_the_console_starts_and_saves(
    stored: str, context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, stored)
    assert demo.notice() == f"{SET_ASIDE}."
    assert demo.damaged() == stored
    start_game(demo)
    assert demo.damaged() == stored


def test_a_file_of_lists_in_lists_is_set_aside(context: BrowserContext, server: DemoServer) -> None:
    stored = '{"game": ' + "[" * 1_000_000 + "]" * 1_000_000 + "}"
    demo = open_demo(context, server, stored)
    assert demo.notice() == f'{SET_ASIDE}: "game".'
    assert demo.damaged() == stored


@pytest.mark.sweep
def test_a_storage_that_is_full_of_no_save_has_room_for_saves_again(
    context: BrowserContext, server: DemoServer
) -> None:
    stored = "x" * (QUOTA - len(FILES))
    demo = open_demo(context, server, stored)
    assert demo.notice() == "Saves in this browser cannot be read and only their beginning is set aside."
    assert len(demo.damaged() or "") == 4 << 20
    start_game(demo)


@pytest.mark.parametrize("path", ["game", pytest.param("logs/game-1.log", marks=pytest.mark.sweep)])
def test_files_of_3_mb_do_not_stop_the_console(path: str, context: BrowserContext, server: DemoServer) -> None:
    demo = open_demo(context, server, json.dumps({**saved_game(), path: "x" * 3_000_000}))
    demo.press("r", "b", "m", "m")
    assert demo.page.is_visible("body[data-connected]") and not demo.page.is_visible("#crash")


@pytest.mark.sweep
def test_of_very_many_files_a_thousand_are_read(context: BrowserContext, server: DemoServer) -> None:
    stored = json.dumps({**saved_game(), **{f"logs/{number}": "x" for number in range(200_000)}})
    demo = open_demo(context, server, stored)
    assert demo.notice().startswith(f'{SET_ASIDE}: "logs/')
    assert (
        len(demo.stored().keys() - {"settings"}) == 1000
        and demo.session().game.record() == game_in_mid_turn().game.record()
    )


# The words after a crash


def words_after_crash(context: BrowserContext, server: DemoServer) -> tuple[str, str]:
    """Opens the demo and presses a key; returns what the page reports after a crash: error and remedy."""
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector("body[data-connected], #crash:not([hidden])")
    page.keyboard.press("1")
    page.wait_for_selector("#crash:not([hidden])")
    return page.inner_text("#traceback"), page.inner_text("#remedy")


def test_an_error_of_the_firmware_is_shown_with_its_traceback_and_that_the_game_is_saved(
    context: BrowserContext, server: DemoServer
) -> None:
    context.add_init_script(FAILING)
    trace, remedy = words_after_crash(context, server)
    assert "on purpose" in trace
    assert remedy == "The game is saved. Reload this page to play on."


@pytest.mark.parametrize(
    "storage", [BLOCKED, FULL.replace(""" && text.includes('"game"')""", "")], ids=["blocked", "full"]
)
def test_an_error_of_the_firmware_when_nothing_is_saved_is_not_followed_by_false_words(
    storage: str, context: BrowserContext, server: DemoServer
) -> None:
    context.add_init_script(storage)
    context.add_init_script(FAILING)
    _, remedy = words_after_crash(context, server)
    assert remedy == (
        "The game is not saved: the storage of this browser is blocked or full. Reload this page to start again."
    )


def test_a_console_that_does_not_start_is_not_followed_by_false_words(
    context: BrowserContext, server: DemoServer
) -> None:
    context.route("**/firmware.json", lambda route: route.abort())
    _, remedy = words_after_crash(context, server)
    assert remedy == "The console did not start, and no save was deleted. Reload this page to try again."
