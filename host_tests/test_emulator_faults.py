"""What goes wrong on a real console, on the emulated Pico with the real firmware: a display that is missing, buttons
that are stuck, dead randomness, crashes and hangs; and the way to BOOTSEL. Sleep and battery: test_emulator_sleep.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from host_tests.person import BANK, MENU, ROLL, Person
from sixpip.board import crash, pins
from sixpip.console.session import Session
from sixpip.rules.game import Game
from sixpip.rules.log import Script
from sixpip.rules.saved import from_record
from sixpip.storage.records import Store
from tools import FIRMWARE
from tools.build import build
from tools.emulator import Machine
from tools.emulator.resets import BOOTSEL, HUNG, ORDERED
from tools.frames import oled_lines
from tools.image import make_image, read_image

pytestmark = pytest.mark.usefixtures("emulator")

EXACT_EVERY = 8
BOOT_MS = 5000
REST_MS = 700
BACK_MS = 2600
"""A display plugged in again shows its picture after so long: two seconds, and a round of the idle console."""
PAUSE = "sixpip/console/pause.py"
MENU_HELD_MS = 10_000
WATCHDOG_S = (7.4, 8.1)
"""From a press to the reset: eight seconds from the last feeding, which was up to half a second before the press."""
PROMPT = ">>> "


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware compiled for the Pico."""
    folder = tmp_path_factory.mktemp("faults") / "firmware"
    build(FIRMWARE, folder)
    return folder


def saved_turn(folder: Path) -> bytes:
    """The save of ANNA's turn, three 1s and a 5 just thrown; it is put in `folder`, too."""
    game = Game("dice-10000", {"opening": 0}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    Session(game, ["ANNA", "BEN"]).save(Store(str(folder)))
    return (folder / "game").read_bytes()


def board(files: Path, extra: dict[str, bytes] | None = None, oled: bool = True) -> Machine:
    """A board that is about to be switched on; `extra` files lie beside the firmware."""
    return Machine(make_image(files, extra), seed=3, oled=oled, exact_every=EXACT_EVERY)


def is_lit(machine: Machine) -> bool:
    """Whether the dice show something."""
    frames = machine.led_frames
    return bool(frames) and any(frames[-1].grb)


def switched_on(machine: Machine) -> Machine:
    """The board, once its first screen rests."""
    machine.run_until(lambda: is_lit(machine), BOOT_MS, 5)
    machine.run_ms(REST_MS)
    return machine


def tap(machine: Machine, *buttons: int) -> Machine:
    """Press buttons one after another, each time waiting until the console rests."""
    for button in buttons:
        machine.press(button)
        machine.run_ms(REST_MS)
        sent = -1
        while sent != len(machine.led_frames):
            sent = len(machine.led_frames)
            machine.run_ms(REST_MS / 2)
    return machine


def words(machine: Machine) -> str:
    """All the OLED says, as a person reads it."""
    return " ".join(" ".join(oled_lines(machine.oled)).split())


def wait_for(machine: Machine, said: str, limit_ms: float = BOOT_MS) -> None:
    """Let the console run until its OLED says these words."""
    machine.run_until(lambda: said in words(machine), limit_ms, 20)


def record(machine: Machine) -> dict[str, Any]:
    """The game as the console wrote it to its flash."""
    saved = read_image(machine.filesystem())["game"]
    game: dict[str, Any] = json.loads(saved.split(b"\n", 1)[1])["game"]
    return game


def ask(machine: Machine, line: str) -> str:
    """What the REPL prints for a line of Python."""
    already = len(machine.console_text)
    machine.send(line + "\r\n")
    machine.run_until(lambda: machine.console_text[already + len(line) :].endswith(PROMPT), BOOT_MS)
    return machine.console_text[already + len(line) :].removesuffix(PROMPT).strip()


# The OLED


def has_picture(machine: Machine, person: Person) -> None:
    """Without a press the OLED shows soon what it should."""
    machine.run_until(lambda: machine.display.on and machine.oled == person.board.oled_shown, BACK_MS, 20)


def test_without_an_oled_the_dice_show_the_menu_and_a_game_is_started_and_rolled_blind(
    files: Path, tmp_path: Path
) -> None:
    machine = switched_on(board(files, oled=False))
    person = Person(str(tmp_path))
    assert machine.led_frames[-1].grb == bytes(person.board.wire)
    for button in (0, 0, ROLL):
        tap(machine, button)
        person.press(button)
    tap(machine, ROLL)
    faces = record(machine)["faces"]
    person.throw(*[face + 1 for face in faces])
    assert record(machine)["rolls"] == 1
    assert machine.led_frames[-1].grb == bytes(person.board.wire)
    assert "Traceback" not in machine.console_text and not any(machine.oled)
    machine.plug_oled()
    has_picture(machine, person)


def test_with_the_oled_pulled_out_in_play_the_turn_goes_on_and_its_picture_comes_back(
    files: Path, tmp_path: Path
) -> None:
    machine = switched_on(board(files, {"game": saved_turn(tmp_path)}))
    person = Person(str(tmp_path))
    assert machine.oled == person.board.oled_shown
    machine.unplug_oled()
    for button in (0, 1):
        sent = len(machine.led_frames)
        tap(machine, button)
        person.press(button)
        assert len(machine.led_frames) > sent
        assert machine.led_frames[-1].grb == bytes(person.board.wire)
    machine.plug_oled()
    has_picture(machine, person)
    machine.unplug_oled()
    machine.run_ms(1)  # so short that nothing was sent meanwhile: a loose plug
    machine.plug_oled()
    has_picture(machine, person)
    tap(machine, 2, BANK)
    assert record(machine)["scores"] == [1000, 0]
    assert "Traceback" not in machine.console_text


# Buttons


def test_with_roll_stuck_since_power_on_it_is_named_and_menu_does_its_work(files: Path, tmp_path: Path) -> None:
    machine = board(files, {"game": saved_turn(tmp_path)})
    machine.hold(ROLL)
    switched_on(machine)
    wait_for(machine, "ROLL is stuck and left out. MENU does the work of ROLL.")
    assert record(machine)["rolls"] == 1  # that it is down throws nothing
    tap(machine, MENU)
    assert "ANNA" in words(machine)
    tap(machine, 0, 1, 2, BANK)
    assert record(machine)["scores"] == [1000, 0]
    after = record(tap(machine, MENU, MENU))  # on from the result, then BEN's throw
    assert (after["player"], after["rolls"]) == (1, 1)


def test_menu_held_at_power_on_gives_the_prompt_and_the_watchdog_stays_asleep(files: Path) -> None:
    machine = board(files)
    machine.hold(MENU)
    machine.run_ms(500)
    assert "MENU is held" in machine.console_text
    machine.release(MENU)
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), BOOT_MS)
    machine.run_ms(10_000)
    assert machine.resets == []
    assert ask(machine, "6 * 7") == "42"
    assert machine.led_frames == [] and not machine.pin(pins.LED_EN)


def test_with_menu_stuck_since_power_on_the_console_starts_after_ten_seconds_all_the_same(
    files: Path, tmp_path: Path
) -> None:
    machine = board(files, {"game": saved_turn(tmp_path)})
    machine.hold(MENU)
    machine.run_ms(MENU_HELD_MS - 500)
    assert machine.led_frames == []
    switched_on(machine)
    wait_for(machine, "MENU is stuck and left out.")
    tap(machine, ROLL, 0, 1, 2, BANK)
    assert record(machine)["scores"] == [1000, 0]


# Randomness


def test_with_dead_randomness_no_dice_are_thrown_and_the_game_stands(files: Path, tmp_path: Path) -> None:
    machine = board(files, {"game": saved_turn(tmp_path)})
    machine.entropy.stuck = True
    before = record(switched_on(machine))
    tap(machine, 0, 1, 2, ROLL)
    assert "The dice have no randomness: no dice are thrown." in words(machine)
    assert record(machine) == {**before, "kept": 7, "rolled": 56, "points": 1000, "stage": "kept"}
    before = record(tap(machine, ROLL, BANK, ROLL))
    assert before["scores"] == [1000, 0] and "your turn" in words(machine)
    tap(machine, ROLL)
    assert "The dice have no randomness: no dice are thrown." in words(machine)
    assert record(machine) == before
    machine.entropy.stuck = False
    tap(machine, ROLL, ROLL)
    assert record(machine)["rolls"] == 1
    machine.entropy.stuck = True  # MicroPython has something to stir from now on, and would hide it
    before = record(machine)
    keep = from_record(before).best_keep()
    tap(machine, *[place for place in range(6) if keep >> place & 1], ROLL)
    assert "The dice have no randomness: no dice are thrown." in words(machine)
    assert keep and record(machine)["faces"] == before["faces"] and record(machine)["stage"] == "kept"


# Crashes and hangs


def pause_that(does: str) -> bytes:
    """The pause menu's file with a last line, in what draws it, that `does` this."""
    source = (FIRMWARE / PAUSE).read_text(encoding="utf-8")
    return f"{source}\nimport time\ndef _draw(self):\n    {does}\nPause.draw = lambda self: _draw(self)\n".encode()


def resumes(machine: Machine, picture: bytes, dice: bytes) -> None:
    """After a reset the console shows what it showed before, and the turn is played on."""
    machine.run_until(lambda: machine.oled == picture and machine.display.on, BOOT_MS, 20)
    machine.run_ms(REST_MS)
    assert machine.led_frames[-1].grb == dice and machine.pin(pins.LED_EN)
    tap(machine, 0, 1, 2, BANK)
    assert record(machine)["scores"] == [1000, 0]


def test_a_crash_shows_its_line_darkens_the_dice_keeps_a_log_and_loses_nothing(files: Path, tmp_path: Path) -> None:
    broken = pause_that('raise ValueError("on purpose")')
    line = broken.decode().splitlines().index('    raise ValueError("on purpose")') + 1
    machine = switched_on(board(files, {"game": saved_turn(tmp_path), PAUSE: broken}))
    picture, dice, before = machine.oled, machine.led_frames[-1].grb, record(machine)
    machine.press(MENU)
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), BOOT_MS)
    machine.run_ms(20)
    log = read_image(machine.filesystem())["crash.log"].decode()
    rows = crash.lines(log)
    assert f'File "{PAUSE}", line {line}, in _draw' in "".join(rows)
    assert "ValueError: on purpose" in "".join(rows) and "Traceback" in log
    ask(machine, "import framebuf; shown = bytearray(1024)")
    ask(machine, "canvas = framebuf.FrameBuffer(shown, 128, 64, framebuf.MONO_VLSB)")
    ask(machine, f"for row, text in enumerate({rows!r}): canvas.text(text, 0, row * 8)\r\n")
    assert ask(machine, "shown.hex()").strip("'") == machine.oled.hex()
    assert machine.display.on and not machine.pin(pins.LED_EN) and not machine.pin(pins.LED_DATA)
    assert machine.tone == 0
    machine.run_ms(10_000)
    assert machine.resets == []  # whoever reads the screen has time
    assert record(machine) == before
    machine.send("import machine; machine.reset()\r\n")
    machine.run_until(lambda: bool(machine.resets), BOOT_MS)
    assert [reset.cause for reset in machine.resets] == [ORDERED]
    resumes(machine, picture, dice)


def test_a_screen_that_hangs_is_ended_by_the_watchdog_after_eight_seconds_and_the_game_resumes(
    files: Path, tmp_path: Path
) -> None:
    hanging = pause_that("while True: time.sleep_ms(50)")
    machine = switched_on(board(files, {"game": saved_turn(tmp_path), PAUSE: hanging}))
    picture, dice = machine.oled, machine.led_frames[-1].grb
    pressed_us = machine.now_us
    machine.press(MENU)
    machine.run_until(lambda: bool(machine.resets), 10_000, 50)
    assert [reset.cause for reset in machine.resets] == [HUNG]
    least, most = WATCHDOG_S
    assert least < (machine.resets[0].us - pressed_us) / 1e6 < most
    resumes(machine, picture, dice)


# The way in


def test_new_firmware_in_the_workshop_restarts_the_chip_as_a_drive(files: Path) -> None:
    machine = switched_on(board(files))
    for _ in range(8):
        if "Workshop" in words(machine):
            break
        tap(machine, MENU)
    row = next(row for row, line in enumerate(oled_lines(machine.oled)) if "Workshop" in line)
    tap(machine, row - 1, 1)
    assert "RPI-RP2" in words(machine) and machine.resets == []
    machine.press(ROLL)
    machine.run_ms(200)
    assert [reset.cause for reset in machine.resets] == [BOOTSEL]
    said = len(machine.console_text)
    machine.run_ms(3000)
    assert len(machine.resets) == 1 and len(machine.console_text) == said
    assert not machine.pin(pins.LED_EN) and not machine.display.on
