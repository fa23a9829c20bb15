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


LOGS = ("no game", '''game phase-10 players=2 start=seated
# ANNA, BEN
roll 5R 5G 5O 5R 5B 5B 1B 1R 1O 1G
stop
# 1 ANNA: 0 -> 0
''', '''game pure players=2
# ANNA, BEN
roll 1 1 1 2 3 4
keep 1 1 1
undo 1
keep 1 1
bank
# 1 ANNA: 0 -> 200
roll 2 3 4 6 2 3
# 2 BEN: 0 -> 0
''')


def self_test():
    for _ in range(60):
        if opened[-1] == "self_test.storage":
            break
        press(*range(9)) if opened[-1] == "self_test.buttons" else None
        press(ROLL)
    press(ROLL)


def others_have_played():
    app.settings.values["clock"] = 1
    app.store.save("last", {"variant": "pure", "rules": {}, "names": ["EVE"], "first": 0, "loser": -1})


def forget_the_others():
    app.settings.values["clock"] = 0
    app.store.delete("last")


WALKS = (
    ("how to play", (ROLL, MENU, ROLL, ROLL, ROLL, BANK, BANK)),
    # two players, a name, a match, the house rules: one is changed, asks before all are reset, one is opened
    ("player setup", (ROLL, 1, 0, 0, 2, BANK, MENU, 1, 1, 1, 1, 0, 1, ROLL, BANK, 0, BANK) + HOUSE_RULES + (BANK,) * 3),
    ("groups", (ROLL, ROLL, 0, BANK, BANK)),
    ("as before", (others_have_played, "Pure", 1, ROLL, BANK, BANK, BANK, forget_the_others)),
    ("opponent", (ROLL, 0, MENU, 0) + HOUSE_RULES + (BANK,) * 3),
    ("records", ("Records", "Players", 0, MENU, BANK, BANK, BANK, "Pure", MENU, ROLL, BANK)),  # asks before it deletes
    ("just dice", ("Records", "Just dice", ROLL, ROLL, 1, MENU, MENU, 5, ROLL, lambda: run(3000), 5, BANK, BANK)),
    ("score pad", ("Records", "Score pad", 0, 1, ROLL, 0, 1, BANK, ROLL, MENU, ROLL, BANK)),
    ("score pad again", ("Records", "Score pad", "Go on", BANK)),
    ("another pad", ("Records", "Score pad", "Phase", ROLL, 0, ROLL, 0, BANK, BANK)),
    ("a damaged log", ("Records", "Last games", "! ", ROLL, BANK, BANK)),
    ("last games", ("Records", "Last games", "Pure", ROLL, 1, 1, BANK, 0, BANK, "Phase", ROLL, 1, MENU, BANK, BANK)),
    ("settings", SETTINGS),
    ("workshop", ("Workshop", "About", BANK, "New firmware", BANK, "LED chain", "LEDs", BANK, BANK, BANK)),
    ("cell voltage", ("Workshop", "Cell voltage", 3, BANK, BANK)),
    ("self-test", ("Workshop", "Self-test", self_test, BANK)),
    # the board of this script stays on, which is reported: lights the dice, then closes the report
    ("switch off", ("Switch off", BANK, "Switch off", lambda: run(6000), ROLL, ROLL)),
    ("notice", (lambda: app.notify("A sentence."), ROLL)),
)
app.store.save("statistics", STATISTICS)
app.store.save("groups", [{"names": ["ANNA", "BEN"], "seats": [0, 3], "ahead": [0, 1], "teams": 0}])
os.mkdir("/saves/logs")
for number, log in enumerate(LOGS):
    with open("/saves/logs/game-%d.log" % (number + 1), "w") as stream:
        stream.write(log)
for name, steps in WALKS:
    compare(name, steps)
print(opened)
"""

GAME = """
from sixpip.app.games.lineup import Lineup


def hold_menu():
    board.down = 1 << MENU
    press(MENU, ROLL, ROLL)
    board.down = 0
    run(500)


def close_notice():
    if opened[-1] == "notice":
        press(ROLL)


def bank_to_take_back():
    app.session.undo = app.session.before((("bank", None),))


def ranking():
    app.start_game("ranking")
    run(5000)
    press(MENU)
    press(ROLL, BANK) if app.session.engine == "phase_ten" else None
    press(BANK)
    app.start_game("play")


LEAVE_OR_STAY = ("leave or stay", (MENU, "Leave", BANK, BANK))
WALKS = (
    ("pause", (MENU, "Play on")),
    ("scores", (MENU, "Scores", BANK, BANK)),
    ("how to play", (MENU, "How to play") + (ROLL,) * 6 + (BANK, BANK)),
    ("hold menu", (hold_menu,)),
    ("hint", (MENU, "Hint", close_notice)),
    ("house rules", (MENU, "House rules") + HOUSE_RULES + (BANK,)),
    ("settings", (MENU,) + SETTINGS + (BANK,)),
    ("take back or not", (MENU, bank_to_take_back, MENU, "Undo", BANK, "Last turn", BANK, BANK)),
    ("switch off", (MENU, "Switch off", lambda: run(6000), ROLL, ROLL, BANK)),
    ("notice", (lambda: app.notify("A sentence."), ROLL)),
)


def game_and_back(variant, rules):
    from sixpip.app.games import game_start

    game_start.start(app, variant, rules, Lineup(["ANNA", "BEN"]))
    for name, steps in WALKS:
        compare(name, steps)
    compare("call", (BANK, BANK)) if variant == "ten-thousand" else None
    compare("ranking", (ranking,))
    press(ROLL)  # dice are thrown: with dice to choose from
    app.store.save("parked/" + variant, app.store.load("game"))  # to leave the game asks first
    for name, steps in WALKS + (LEAVE_OR_STAY,):
        compare(name, steps)
    app.store.delete("parked/" + variant)  # Emscripten finds a file that replaced another also after it is renamed
    walk((MENU, "Leave", ROLL, MENU, "Leave", 1, "Delete", ROLL))  # goes on, then leaves it for good


def game_of_computers():
    from sixpip.app.games import game_start
    game_start.start(app, "farkle", {"target": 500}, Lineup(["Timid", "Bold"], [1, 3]))
    for _ in range(600):
        if opened[-1] == "ten_thousand.ranking":
            break
        run(2000)
    print(("winner", app.session.game.winner))
    app.session.styles[0] = 0  # as if a person had played
    app.start_game("ranking")
    run(1000)
    print(("counted", app.store.load("statistics")["persons"][0][0]))
    press(MENU)
    curves = [list(samples) for samples in app.screen._history.samples]
    print(("curves", app.screen._history.complete and [samples[-1] for samples in curves] == app.session.game.scores))
    press(ROLL)
    for _ in range(2000):
        if app.screen._found:
            break
        run(100)
    print(("luck", [luck != 0 for luck in app.screen._luck]))
    press(BANK, BANK, BANK)


run(2500)
for variant, rules in GAMES:
    game_and_back(variant, rules)
    compare(variant, (lambda: game_and_back(variant, rules),))
game_of_computers()
compare("game of computers", (game_of_computers,))
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


def test_a_game_of_computers_ends_is_counted_and_has_score_curves_and_luck_under_micropython(games: Walk) -> None:
    assert games.results["winner"] >= 0
    assert games.results["counted"] == "Timid"
    assert games.results["curves"]
    assert games.results["luck"] == [True, True]


def test_a_walk_from_a_game_to_every_menu_and_back_leaves_the_modules_as_they_were(games: Walk) -> None:
    assert [walk for walk in games.walks if walk[1] or walk[2]] == []
