"""The console under the real MicroPython: every screen opens, and what it imported is unloaded when it is left."""

import ast
from collections.abc import Callable

import pytest

from host_tests.app.micropython_console import CONSOLE
from tools.publish.diagrams import SCREENS

SHORT_OF_MEMORY = 240 * 1024

MENUS = """
STATISTICS = {
    "variants": [["pure", [10450, "ANNA"], [18, "ANNA"], [3200, "BEN"], []]],
    "persons": [["ANNA", [3, 1, 2, 60, 18000, 20], [], [1, 1, 0, 12, 400, 2]]],
    "last": [1, 0],
}


def player_setup():
    press(ROLL, MENU, ROLL, ROLL, ROLL, BANK, MENU)  # how to play
    press(1, 0, 0, 2, BANK, MENU, 1, 1, 1, 1, 0)  # two players, a name, a match, the house rules
    reset_rules()
    house_rules()
    press(BANK, BANK, BANK)


def groups():
    press(ROLL, ROLL, 0, BANK, BANK)


def opponent():
    press(ROLL, 0, MENU, 0)  # one person: the opponents, the house rules
    house_rules()
    press(BANK, BANK, BANK)


def workshop():
    pick("Workshop")
    pick("About")
    press(BANK)
    pick("New firmware")
    press(BANK)
    pick("LED chain")
    pick("LEDs")  # asks first
    press(BANK, BANK)
    pick("Cell voltage")
    press(3, BANK)
    pick("Self-test")
    for _ in range(60):
        if opened[-1] == "self_test.storage":
            break
        press(*range(9)) if opened[-1] == "self_test.buttons" else None
        press(ROLL)
    press(ROLL, BANK)


def switch_off():
    pick("Switch off")
    press(BANK)
    pick("Switch off")
    run(6000)  # the board of this script stays on, which is reported
    press(ROLL, ROLL)  # lights the dice, then closes the report


def records():
    pick("Records")
    press(0, 0, MENU, BANK, BANK, BANK)  # a player, the question before the figures are deleted
    pick("Pure")
    press(MENU, ROLL, BANK)


def notice():
    app.notify("A sentence.")
    press(ROLL)


app.store.save("statistics", STATISTICS)
app.store.save("groups", [{"names": ["ANNA", "BEN"], "seats": [0, 3], "ahead": [0, 1], "teams": 0}])
for walk in (player_setup, groups, opponent, records, settings, workshop, switch_off, notice):
    compare(walk)
print(opened)
"""

GAME = """
from sixpip.app.setup.lineup import Lineup


def pause():
    press(MENU)
    pick("Play on")


def scores():
    press(MENU)
    pick("Scores")
    press(BANK, BANK)


def how_to_play():
    press(MENU)
    pick("How to play")
    press(*[ROLL] * 12)
    press(BANK, MENU, BANK)


def hold_menu():
    board.down = 1 << MENU
    press(MENU, ROLL, ROLL)
    board.down = 0
    run(500)


def hint():
    press(MENU)
    pick("Hint")


def house_rules_in_play():
    press(MENU)
    pick("House rules")
    house_rules()
    press(BANK)


def settings_in_play():
    press(MENU)
    settings()
    press(BANK)


def take_back_or_not():
    press(MENU)
    app.session.undo = app.session.before((("bank", None),))
    press(MENU)
    pick("Undo")
    press(BANK)
    pick("Last turn")
    press(BANK, BANK)


def switch_off():
    press(MENU)
    pick("Switch off")
    run(6000)
    press(ROLL, ROLL, BANK)


def leave_or_stay():
    press(MENU)
    pick("Leave")
    press(BANK, BANK)


def call():
    press(BANK, BANK)


def notice():
    app.notify("A sentence.")
    press(ROLL)


def ranking():
    app.start_game("ranking")
    run(5000)
    press(MENU)
    press(ROLL, BANK) if app.session.engine == "phase_ten" else None
    press(BANK)
    app.start_game("play")


WALKS = (pause, scores, how_to_play, hold_menu, hint, house_rules_in_play, settings_in_play)
WALKS += (take_back_or_not, switch_off, leave_or_stay, notice)


def game_and_back(variant, rules):
    from sixpip.app.setup import game_start
    game_start.start(app, variant, rules, Lineup(["ANNA", "BEN"]))
    for walk in WALKS:
        if walk is not leave_or_stay:
            compare(walk)
    compare(call) if variant == "ten-thousand" else None
    compare(ranking)
    press(ROLL)  # dice are thrown: with dice to choose from
    app.store.save("parked/" + variant, app.store.load("game"))  # to leave the game asks first
    for walk in WALKS:
        compare(walk)
    app.store.delete("parked/" + variant)  # Emscripten finds a file that replaced another also after it is renamed
    press(MENU)
    pick("Leave")
    press(ROLL)  # goes on
    press(MENU)
    pick("Leave")
    press(1)
    pick("Delete")
    press(ROLL)


def game_of_computers():
    from sixpip.app.setup import game_start
    game_start.start(app, "farkle", {"target": 500}, Lineup(["Timid", "Bold"], [1, 3]))
    for _ in range(600):
        if opened[-1] == "ten_thousand.ranking":
            break
        run(2000)
    print(("winner", app.session.game.winner))
    app.session.seats[0] = 0  # as if a person had played
    app.start_game("ranking")
    run(1000)
    print(("counted", app.store.load("statistics")["persons"][0][0]))
    press(MENU)
    curves = [list(samples) for samples in app.screen._history.samples]
    print(("curves", app.screen._history.complete and [samples[-1] for samples in curves] == app.session.game.scores))
    press(BANK)
    press(BANK)


run(2500)
for variant, rules in GAMES:
    game_and_back(variant, rules)
    compare(game_and_back, variant, rules)
game_of_computers()
compare(game_of_computers)
print(opened)
"""


class Walk:
    """What a script printed: the modules that each walk left or took away, the screens that were opened, results."""

    def __init__(self, printed: str) -> None:
        *walks, opened = [ast.literal_eval(line) for line in printed.splitlines()]
        self.results = {walk[0]: walk[1] for walk in walks if len(walk) == 2}
        self.walks: list[tuple[str, list[str], list[str]]] = [walk for walk in walks if len(walk) == 3]
        self.opened: set[str] = set(opened)


@pytest.fixture(scope="module")
def menus(micropython: Callable[..., str]) -> Walk:
    return Walk(micropython(CONSOLE + MENUS, heap=SHORT_OF_MEMORY))


@pytest.fixture(scope="module")
def games(micropython: Callable[..., str]) -> Walk:
    return Walk(micropython(CONSOLE + GAME, heap=SHORT_OF_MEMORY))


def test_every_screen_opens_under_micropython(menus: Walk, games: Walk) -> None:
    assert set(SCREENS) - menus.opened - games.opened == set()


def test_a_walk_through_the_menus_leaves_the_modules_as_they_were(menus: Walk) -> None:
    assert [walk for walk in menus.walks if walk[1] or walk[2]] == []


def test_computers_play_a_game_to_its_end_under_micropython(games: Walk) -> None:
    assert games.results["winner"] >= 0


def test_a_finished_game_is_added_to_the_statistics_under_micropython(games: Walk) -> None:
    assert games.results["counted"] == "Timid"


def test_the_score_curves_of_a_game_are_read_from_its_log_under_micropython(games: Walk) -> None:
    assert games.results["curves"]


def test_a_walk_from_a_game_to_every_menu_and_back_leaves_the_modules_as_they_were(games: Walk) -> None:
    assert [walk for walk in games.walks if walk[1]] == []
    assert [walk for walk in games.walks if walk[2]] == []
