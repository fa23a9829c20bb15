"""The emulated Pico prints what it shows to its serial port, in the words of the page, and never waits for it."""

import itertools
import re

import pytest

from host_tests.pico_fixture import PROMPT, boot, new_board, repl, saved_files, saved_turn, tap
from sixpip.board.contract import BANK, MENU, ROLL
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.replay import Script
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.check.emulator import Machine
from tools.play.host.picture_reader import words

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.forked]

REST_MS = 1200
GONE_MS = 12_000
IMPORT_MS = 2000
"""The modules of a game are imported while the players read."""
FRAME_MS = 30


@pytest.fixture
def pico() -> Machine:
    """A console with a resumed game, in which 1 1 1 5 2 3 have been rolled."""
    return boot(new_board(saved_turn()))


def thrown_game() -> TenThousandGame:
    """Returns a game in which 1 1 1 5 2 3 have been rolled."""
    game = TenThousandGame("dice-10000", {"opening": 0}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    return game


class Terminal:
    """A terminal at the serial port of a board."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._read = len(machine.console_text)

    def lines(self, ms: float = REST_MS) -> list[str]:
        """Runs the board for some time; returns the lines that it has printed since the last call."""
        self.machine.run_ms(ms)
        text = self.machine.console_text
        printed, self._read = text[self._read :], len(text)
        assert printed.endswith("\r\n") or not printed
        return printed.split("\r\n")[:-1]

    def tap(self, *buttons: int) -> list[str]:
        tap(self.machine, *buttons)
        return self.lines()


def test_a_turn_is_printed_while_it_is_played_and_only_after_enter(pico: Machine) -> None:
    terminal = Terminal(pico)
    assert terminal.lines() == terminal.tap(3) == terminal.tap(3) == []
    pico.send("\r")
    lines = terminal.lines()
    assert lines[:-1] == words(pico.oled)["lines"]
    thrown = ("a 1, scores", "a 1, scores", "a 1, scores", "a 5, scores", "a 2, does not score", "a 3, does not score")
    assert lines[-1] == ", ".join(f"die {number}: {die}" for number, die in enumerate(thrown, 1))
    assert terminal.tap(0)[-1] == "die 1: a 1, scores, chosen"
    assert terminal.tap(1)[-1] == "die 2: a 1, scores, chosen"
    assert terminal.tap(MENU)[:2] == ["PAUSE MENU 1/2", "1 Play on, selected"]
    assert terminal.tap(1)[0] == "SCORES TO 10 000"
    assert terminal.tap(BANK)[0] == "PAUSE MENU 1/2"
    assert terminal.tap(BANK)[:2] == ["ANNA 0", "200"]
    rolled = terminal.tap(ROLL)
    assert rolled[-1].startswith("die 1: a 1, kept, die 2: a 1, kept, die 3: a") and rolled[-1].count("die ") == 6
    assert terminal.lines(5000) == []
    pico.send("\n")
    lines = terminal.lines()
    assert lines[: len(words(pico.oled)["lines"])] == words(pico.oled)["lines"]
    assert "Traceback" not in pico.console_text


def test_a_game_and_its_menus_begin_and_end_while_somebody_listens() -> None:
    pico = boot(new_board(saved_files(new_game("phase-10", {"start": "seated"}, 2), tumble=2)))
    terminal = Terminal(pico)
    pico.send("\r")
    assert "two sets of 3" in terminal.lines()
    rolled = terminal.tap(ROLL)[-1]
    die = r"an? (?:red|orange|green|blue) (?:[1-9]|10|wild), (?:fits|does not fit)"
    assert re.fullmatch(", ".join(f"die {number}: {die}" for number in range(1, 6)), rolled)
    left = terminal.tap(MENU, 5)
    assert "1 Go on: ANNA + BEN, selected" in left
    tap(pico, 2).run_ms(IMPORT_MS)
    tap(pico, 1, ROLL)  # a game whose modules take the place of those of Phase 10
    assert any("die 1: a" in line for line in terminal.tap(ROLL))
    assert "Traceback" not in pico.console_text


def test_ctrl_c_gives_the_prompt_and_nothing_is_printed_any_more(pico: Machine) -> None:
    pico.send("\r")
    pico.run_ms(REST_MS)
    pico.press(0)
    pico.run_ms(100)
    pico.send("\x03")
    pico.run_ms(500)
    printed = pico.console_text
    assert printed.endswith(PROMPT) and "KeyboardInterrupt" in printed
    tap(pico, 0, 1)
    assert pico.console_text == printed
    assert repl(pico, "1 + 1") == "2"


def answers(listens: bool) -> list[float]:
    """Plays on a console whose port is not read.

    Returns in ms when its dice answer to each press, and then the time between two frames of a roll.
    """
    machine = boot(new_board(saved_files(thrown_game())))
    if listens:
        machine.console.stop_reading()
        machine.send("\r")
        machine.run_ms(REST_MS)
    times = []
    for button in (0, 1, 1, ROLL):
        pressed_us, count = machine.now_us, len(machine.led_frames)
        machine.press(button)
        machine.run_ms(REST_MS)
        times.append((machine.led_frames[count].start_us - pressed_us) / 1000)
    rolled = [frame.start_us / 1000 for frame in machine.led_frames[count:]]
    return times + [after - before for before, after in itertools.pairwise(rolled[:20])]


def test_a_port_that_is_open_and_not_read_delays_no_frame() -> None:
    alone, unread = answers(False), answers(True)
    assert max(late - time for late, time in zip(unread, alone, strict=True)) < FRAME_MS / 3


def test_a_listener_who_has_gone_costs_nothing_any_more_and_the_next_one_hears_all(pico: Machine) -> None:
    pico.send("\r")
    pico.run_ms(REST_MS)
    terminal = Terminal(pico)
    pico.console.stop_reading()
    tap(pico, 0).run_ms(GONE_MS)
    tap(pico, 1)
    pico.console.read_again()
    assert all("two 1s" not in line for line in terminal.lines())
    assert terminal.tap(1) == []
    pico.send("\r")
    assert terminal.lines()[:2] == ["ANNA 0", "100"]
