"""The Pico's drivers on the real MicroPython in the emulator: what reaches the pins is what the simulator shows.

The board is made by a small main.py and then talked to at its REPL, so that each test asks for what it looks at.
"""

from pathlib import Path

import pytest

from hardware import power
from sixpip.board import buttons, oled
from tools import FIRMWARE
from tools.build import build, module, on_pico
from tools.emulator import Machine
from tools.host.board import HostBoard
from tools.image import make_image, read_image

MAIN = """
import array, machine, micropython, os, time
from sixpip.board import expand, expand_viper
from sixpip.board.pico import PicoBoard

board = PicoBoard()

def fill(buffer, seed):
    for at in range(len(buffer)):
        seed = (seed * 109 + 89) % 65521
        buffer[at] = seed & 255

def paint(seed, brightness):
    fill(board.pixels, seed)
    fill(board.palette, seed + 1)
    board.brightness = brightness
    board.show_tiles()

def presses():
    found = []
    press = board.next_press()
    while press >= 0:
        found.append(press)
        press = board.next_press()
    return found

def deaf(ms):
    state = machine.disable_irq()
    time.sleep_us(ms * 1000)
    machine.enable_irq(state)

def wait(ms):
    start = time.ticks_ms()
    board.wait(ms)
    return time.ticks_diff(time.ticks_ms(), start)

def results(work, pixels, palette, scale, serpentine):
    counts, costs = array.array("H", [9] * 32), array.array("i", [9] * 32)
    lut, words = bytearray(b"\\x55" * 128), bytearray(1536)
    work.count(pixels, counts)
    work.make_table(palette, scale, lut, costs)
    weight = work.estimate_current(counts, costs)
    work.expand(pixels, lut, words, serpentine)
    return list(counts), list(costs), lut, weight, words

def twins(rounds):
    for number in range(rounds):
        given = bytearray(os.urandom(384)), bytearray(os.urandom(96)), bytearray(os.urandom(4)), number & 1 == 0
        given[2][0] >>= number % 8
        if results(expand, *given) != results(expand_viper, *given):
            return number
    return rounds

def frame():
    board.pixels[7] ^= 1
    board.palette[9] ^= 255
    board.brightness ^= 255
    board.oled[300] ^= 255
    board.show_tiles()
    board.show_oled()
    board.tone(880, 2)
    board.next_press()
    board.held()
    board.wait(15)

def frames_with_the_heap_locked(count):
    frame()
    micropython.heap_lock()
    for _ in range(count):
        frame()
    left = micropython.heap_unlock()
    board.tone(0, 0)
    return left

print("made")
"""


@pytest.fixture(scope="module")
def firmware(emulator: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled firmware."""
    folder = tmp_path_factory.mktemp("pico") / "firmware"
    build(FIRMWARE, folder)
    return folder


APP = "sixpip/app/app.py"


def boot(firmware: Path, script: str | None, oled: bool = True, console: str | None = None) -> Machine:
    """A board with `script` as its main.py and `console` as its sixpip.app.app; None: the firmware's own."""
    extra = {} if script is None else {"main.py": script.encode()}
    if console is not None:
        extra[on_pico(APP)] = module(APP, console)
    return Machine(make_image(firmware, extra), oled=oled)


def at_prompt(machine: Machine) -> Machine:
    """The board, once it shows the REPL's prompt and the first frame is out."""
    machine.run_until(lambda: machine.console_text.endswith(">>> "), 3000)
    machine.run_ms(15)
    return machine


def ask(machine: Machine, line: str) -> str:
    """What the REPL prints for a line of Python."""
    already = len(machine.console_text)
    machine.send(line + "\r\n")
    machine.run_until(lambda: machine.console_text[already + len(line) :].endswith(">>> "), 3000)
    return machine.console_text[already + len(line) :].removesuffix(">>> ").strip()


def filled(buffer: bytearray, seed: int) -> None:
    """The same bytes as `fill` on the board."""
    for at in range(len(buffer)):
        seed = (seed * 109 + 89) % 65521
        buffer[at] = seed & 255


@pytest.fixture(scope="module")
def pico(firmware: Path) -> Machine:
    """A board made and waiting at its REPL."""
    return at_prompt(boot(firmware, MAIN))


def test_the_rail_comes_on_once_and_black_is_the_first_thing_sent(pico: Machine) -> None:
    rises = [us for us, high in pico.pin_edges(17) if high]
    assert len(rises) == 1
    assert pico.pin(17)
    first = pico.led_frames[0]
    assert first.start_us >= rises[0] + power.rise_us()
    assert first.grb == bytes(1152)


def test_the_wire_carries_what_the_simulator_shows(pico: Machine, tmp_path: Path) -> None:
    simulator = HostBoard(str(tmp_path))
    sent = len(pico.led_frames)
    for seed, brightness in ((1, 32), (2, 1), (3, 255), (3, 255), (4, 90), (5, 0)):
        filled(simulator.pixels, seed)
        filled(simulator.palette, seed + 1)
        simulator.brightness = brightness
        simulator.show_tiles()
        ask(pico, f"paint({seed}, {brightness})")
        pico.run_ms(13)
        frame = pico.led_frames[-1]
        assert frame.grb == simulator.wire
        assert frame.bad_bits == 0
        assert ask(pico, "board.leds.power.limiting") == str(simulator.power.limiting)
    assert len(pico.led_frames) == sent + 6


def test_frames_shown_faster_than_the_wire_follow_each_other_whole(pico: Machine) -> None:
    sent = len(pico.led_frames)
    ask(pico, "for seed in range(3): paint(seed, 40)\r\n")
    pico.run_ms(40)
    frames = pico.led_frames[sent:]
    assert [len(frame.grb) for frame in frames] == [1152] * 3
    assert min(frame.gap_us for frame in frames) >= 280


def test_the_oled_shows_the_frame_and_gets_only_changed_pages(pico: Machine) -> None:
    frame = bytearray(1024)
    filled(frame, 7)
    ask(pico, "fill(board.oled, 7); board.show_oled()")
    assert pico.oled == frame
    assert pico.display.on
    before = pico.display.bytes_received
    ask(pico, "board.show_oled()")
    assert pico.display.bytes_received == before
    ask(pico, "board.oled[5 * 128 + 3] ^= 255; board.show_oled()")
    assert pico.display.bytes_received == before + 6 + 128
    frame[5 * 128 + 3] ^= 255
    assert pico.oled == frame


@pytest.mark.parametrize("button", range(buttons.BUTTONS))
def test_each_button_is_seen_once_a_press_though_its_contact_bounces(pico: Machine, button: int) -> None:
    for change, back, bits in ((pico.hold, pico.release, 1 << button), (pico.release, pico.hold, 0)):
        for level_ms in (0.05, 0.3, 1.5):
            change(button)
            pico.run_ms(level_ms)
            back(button)
            pico.run_ms(level_ms / 2)
        change(button)
        pico.run_ms(80)
        assert ask(pico, "board.held()") == str(bits)
    assert ask(pico, "presses()") == f"[{button}]"


def test_taps_are_kept_while_the_console_is_busy_and_even_while_interrupts_are_off(pico: Machine) -> None:
    pico.send("deaf(45)\r\n")
    pico.run_ms(8)
    pico.press(buttons.ROLL, 20)
    pico.run_ms(10)
    pico.press(buttons.BANK, 20)
    pico.run_ms(120)
    assert ask(pico, "sorted(presses())") == f"[{buttons.ROLL}, {buttons.BANK}]"


def test_waiting_ends_with_a_press_or_with_its_time(pico: Machine) -> None:
    assert 40 <= int(ask(pico, "wait(40)")) <= 42
    pico.send("waited = wait(500)\r\n")
    pico.run_ms(30)
    pico.press(buttons.MENU)
    pico.run_ms(100)
    assert int(ask(pico, "waited")) < 60
    assert ask(pico, "presses()") == f"[{buttons.MENU}]"


@pytest.mark.parametrize("hz", [131, 440, 3520])
def test_a_tone_has_its_frequency_and_its_volume(pico: Machine, hz: int) -> None:
    shares = []
    for volume in (1, 2):
        ask(pico, f"board.tone({hz}, {volume})")
        pico.run_ms(100)
        assert pico.tone == pytest.approx(hz, rel=0.01)
        rises = [us for us, high in pico.pin_edges(18) if high]
        falls = [us for us, high in pico.pin_edges(18) if not high and us > rises[-2]]
        shares.append((falls[0] - rises[-2]) * hz / 1e6)
    assert shares[0] < 0.05
    assert shares[1] == pytest.approx(0.5, abs=0.02)
    ask(pico, "board.tone(0, 2)")
    pico.run_ms(50)
    assert pico.tone == 0
    assert not pico.pin(18)


@pytest.mark.parametrize(("cell_mv", "told_mv"), [(4200, 4200), (3300, 3300), (0, 0)])
def test_the_battery_is_told_in_millivolts_at_the_cell(pico: Machine, cell_mv: int, told_mv: int) -> None:
    pico.set_adc_mv(2, cell_mv / 2)
    assert int(ask(pico, "board.battery_mv()")) == pytest.approx(told_mv, abs=10)


def test_random_bytes_come_from_the_ring_oscillator_and_differ(pico: Machine) -> None:
    before = pico.entropy.bits_read
    assert ask(pico, "board.random_bytes(16)") != ask(pico, "board.random_bytes(16)")
    assert pico.entropy.bits_read - before >= 2 * 16 * 8


def test_the_viper_loops_give_what_their_plain_twins_give(pico: Machine) -> None:
    assert ask(pico, "twins(4)") == "4"


def test_a_frame_allocates_nothing(pico: Machine) -> None:
    assert ask(pico, "frames_with_the_heap_locked(6)") == "0"


def test_a_missing_oled_stops_nothing_and_is_named(firmware: Path) -> None:
    machine = at_prompt(boot(firmware, MAIN, oled=False))
    assert "0x3C" in ask(machine, "board.screen.error")
    sent = len(machine.led_frames)
    ask(machine, "board.show_oled(); paint(1, 32)")
    machine.run_ms(15)
    assert len(machine.led_frames) == sent + 1


def test_menu_held_at_power_on_gives_the_repl_and_leaves_the_dice_dark(firmware: Path) -> None:
    machine = boot(firmware, None)
    machine.hold(buttons.MENU)
    machine.run_until(lambda: "MENU is held: release it" in machine.console_text, 1000)
    machine.run_ms(500)
    assert ">>>" not in machine.console_text
    machine.release(buttons.MENU)
    at_prompt(machine)
    assert machine.led_frames == []
    assert not machine.pin(17)


def test_a_crash_is_told_on_console_oled_and_in_the_log_and_gives_the_repl(firmware: Path) -> None:
    console = "def run(board):\n    board.tone(500, 2)\n    raise ValueError('what now?')\n"
    machine = at_prompt(boot(firmware, None, console=console))
    assert "Sixpip" in machine.console_text
    assert "ValueError: what now?" in machine.console_text
    log = read_image(machine.filesystem())["crash.log"].decode()
    assert "line 3, in run" in log
    assert "ValueError: what now?" in log
    assert any(machine.oled[: oled.WIDTH])
    assert any(machine.oled[-oled.WIDTH :])
    machine.run_ms(20)
    assert machine.tone == 0


def test_control_c_gives_the_repl_and_is_no_crash(firmware: Path) -> None:
    machine = boot(
        firmware, None, console="def run(board):\n    print('runs')\n    while True:\n        board.wait(9)\n"
    )
    machine.run_until(lambda: "runs" in machine.console_text, 3000)
    machine.send("\x03")
    at_prompt(machine)
    assert "KeyboardInterrupt" in machine.console_text
    assert "crash.log" not in read_image(machine.filesystem())
