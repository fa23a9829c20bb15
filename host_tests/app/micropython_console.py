"""The script of a console under MicroPython with a fake board, and what the walks of test_app_micropython.py call."""

CONSOLE = """
import os
from sixpip.app.app import App
from sixpip.app.screen_stack import ScreenStack
from sixpip.app import memory

ROLL, BANK, MENU = 6, 7, 8
GAMES = ("ten-thousand", {"calls": "yes", "start": "seated"}), ("phase-10", {"start": "seated"})


class Board:
    \"\"\"A board whose clock runs by `wait` alone.\"\"\"

    folder, variants, brightness = "/saves", "/saves/variants", 40

    def __init__(self):
        self.pixels, self.palette, self.oled = bytearray(384), bytearray(96), bytearray(1024)
        self.presses, self.now_ms, self.byte, self.down = [], 0, 0, 0
        self.failures = 0
        self.enter_typed, self.printed = False, b""
        for name in ("show_tiles", "show_oled", "set_leds", "switch", "feed", "to_bootsel", "tone", "power_off",
                     "run_code_from_flash"):
            setattr(self, name, self.ignore)

    def import_next(self, name):
        return False

    def needed_modules(self, names):
        return set()

    def enter_pressed(self):
        typed, self.enter_typed = self.enter_typed, False
        return typed

    def send_text(self, data, start):
        packet = data[start : start + 63]
        self.printed += packet
        return len(packet)

    def code_in_flash(self):
        return 0, ""

    def ignore(self, *args):
        pass

    def screen_answers(self):
        return True

    def next_press(self):
        return self.presses.pop(0) if self.presses else -1

    def held(self):
        return self.down

    def battery_mv(self):
        return 3900

    def check_charger(self):
        return False

    def chip_celsius(self):
        return 27

    def ticks_ms(self):
        return self.now_ms

    def random_bytes(self, count):
        self.byte += count
        return bytes([(self.byte - at) * 7 % 252 for at in range(count)])

    def gather_entropy(self):
        return False

    def count_raw_bits(self, counters):
        pass

    def wait(self, ms):
        self.now_ms += ms


os.mkdir("/saves")
board = Board()
opened = []
order = ScreenStack._order


def noted(screens, where, name, args):
    opened.append(name)
    order(screens, where, name, args)


ScreenStack._order = noted
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
    return sorted(memory.mark())


def walk(steps):
    for step in steps:
        if isinstance(step, int):
            press(step)
        elif isinstance(step, str):
            pick(step)
        else:
            step()


def compare(name, steps):
    before = modules()
    walk(steps)
    after = modules()
    left = [module for module in after if module not in before]
    gone = [module for module in before if module not in after]
    print((name, left, gone))


SETTINGS = ("Settings", "Dice color", BANK)  # the dice of Phase 10, where they are to be seen
HOUSE_RULES = (1, BANK, BANK)  # a rule, then out of the list
"""
