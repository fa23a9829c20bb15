"""The console under the real MicroPython: every screen opens, and what it imported is unloaded when it is left."""

import ast
from collections.abc import Callable

import pytest

from sixpip.app.screen_table import SCREENS

CONSOLE = """
import os
from sixpip.app.app import App
from sixpip.app.navigation import Navigation
from sixpip.port import loaded_modules

ROLL, BANK, MENU = 6, 7, 8
GAMES = ("ten-thousand", {"calls": "yes", "start": "seated"}), ("phase-10", {"start": "seated"})


class Board:
    \"\"\"A board whose clock runs by `wait` alone.\"\"\"

    folder, variants, brightness = "/saves", "/saves/variants", 40

    def __init__(self):
        self.pixels, self.palette, self.oled = bytearray(384), bytearray(96), bytearray(1024)
        self.presses, self.now_ms, self.byte = [], 0, 0
        for name in ("show_tiles", "show_oled", "set_leds", "switch", "feed", "to_bootsel", "tone"):
            setattr(self, name, self.ignore)

    def ignore(self, *args):
        pass

    def screen_answers(self):
        return True

    def next_press(self):
        return self.presses.pop(0) if self.presses else -1

    def held(self):
        return 0

    def battery_mv(self):
        return 3900

    def ticks_ms(self):
        return self.now_ms

    def random_bytes(self, count):
        self.byte += count
        return bytes([(self.byte - at) * 7 % 252 for at in range(count)])

    def wait(self, ms):
        self.now_ms += ms


os.mkdir("/saves")
board = Board()
opened = []
make = Navigation._make


def noted(navigation, name, args):
    opened.append(name)
    return make(navigation, name, args)


Navigation._make = noted
app = App(board)


def run(ms):
    end_ms = board.now_ms + ms
    while board.now_ms < end_ms:
        app.step()


def press(*buttons):
    for button in buttons:
        board.presses.append(button)
        run(1500)


def pick(words):
    menu = app.screen
    line = [line.startswith(words) for line in menu.lines()].index(True)
    while menu.at // 6 != line // 6:
        press(MENU)
    press(line % 6)


def modules():
    run(1500)
    return sorted(loaded_modules())


def settings():
    pick("Settings")
    pick("Dice color")  # the dice of Phase 10, where they are to be seen
    press(BANK)


def house_rules():
    press(1, BANK, BANK)  # a rule, then out of the list


def reset_rules():
    press(1, ROLL, BANK, 0, BANK)  # a rule is changed; asks before all are reset


def compare(walk, *args):
    before = modules()
    walk(*args)
    after = modules()
    left = [name for name in after if name not in before]
    gone = [name for name in before if name not in after]
    print((walk.__name__, left, gone))
"""

MENUS = """
def player_setup():
    press(ROLL, 1, 0, 0, 2, BANK, MENU)  # two players, a name, the house rules
    reset_rules()
    house_rules()
    press(BANK, BANK)


def opponent():
    press(ROLL, 0, MENU)  # one person: the opponents, the house rules
    house_rules()
    press(BANK, BANK)


def workshop():
    pick("Workshop")
    pick("About")
    press(BANK)
    pick("New firmware")
    press(BANK)
    pick("LED chain")
    pick("LEDs")  # asks first
    press(BANK, BANK)
    pick("Self-test")
    for _ in range(60):
        if opened[-1] == "self_test.storage":
            break
        press(*range(9)) if opened[-1] == "self_test.buttons" else None
        press(ROLL)
    press(ROLL, BANK)


def notice():
    app.notify("A sentence.")
    press(ROLL)


run(2500)  # the boot menu loads a game ahead
for walk in (player_setup, opponent, settings, workshop, notice):
    compare(walk)
print(opened)
"""

GAME = """
def pause():
    press(MENU)
    pick("Play on")


def scores():
    press(MENU)
    pick("Scores")
    press(BANK, BANK)


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
    pick("Take back")
    press(BANK)
    pick("Last turn")
    press(BANK, BANK)


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
    press(MENU, BANK) if app.session.engine == "phase_ten" else None
    app.start_game("play")


def game_and_back(variant, rules):
    app.new_game(variant, rules, ["ANNA", "BEN"])
    for walk in (pause, scores, house_rules_in_play, settings_in_play, take_back_or_not, leave_or_stay, notice):
        compare(walk)
    compare(call) if variant == "ten-thousand" else None
    compare(ranking)
    press(ROLL)  # dice are thrown: with dice to choose from
    for walk in (pause, scores, house_rules_in_play, settings_in_play, take_back_or_not, leave_or_stay, notice):
        compare(walk)
    press(MENU)
    pick("Leave")
    press(ROLL)


def game_of_computers():
    app.new_game("farkle", {"target": 500}, ["Timid", "Bold"], None, [1, 3])
    for _ in range(600):
        if opened[-1] == "ten_thousand.ranking":
            break
        run(2000)
    print(("winner", app.session.game.winner))
    press(BANK)


run(2500)
for variant, rules in GAMES:
    compare(game_and_back, variant, rules)
compare(game_of_computers)
print(opened)
"""


class Walk:
    """What a script printed: the modules that each walk left or took away, the screens that were opened, a winner."""

    def __init__(self, printed: str) -> None:
        *walks, opened = [ast.literal_eval(line) for line in printed.splitlines()]
        self.walks: list[tuple[str, list[str], list[str]]] = [walk for walk in walks if walk[0] != "winner"]
        self.winner: int = dict([walk for walk in walks if walk[0] == "winner"]).get("winner", -1)
        self.opened: set[str] = set(opened)


@pytest.fixture(scope="module")
def menus(micropython: Callable[..., str]) -> Walk:
    return Walk(micropython(CONSOLE + MENUS))


@pytest.fixture(scope="module")
def games(micropython: Callable[..., str]) -> Walk:
    return Walk(micropython(CONSOLE + GAME))


def test_every_screen_opens_under_micropython(menus: Walk, games: Walk) -> None:
    assert set(SCREENS) - menus.opened - games.opened == set()


def test_a_walk_through_the_menus_leaves_the_modules_as_they_were(menus: Walk) -> None:
    assert [walk for walk in menus.walks if walk[1] or walk[2]] == []


def test_computers_play_a_game_to_its_end_under_micropython(games: Walk) -> None:
    assert games.winner >= 0


def test_a_walk_from_a_game_to_every_menu_and_back_leaves_the_modules_as_they_were(games: Walk) -> None:
    assert [walk for walk in games.walks if walk[1]] == []
    assert [walk for walk in games.walks if walk[2] and walk[0] not in ("game_and_back", "game_of_computers")] == []
