"""The Pico's drivers on the real MicroPython in the emulator: the signals on the pins, compared with the simulator.

A small main.py makes the board; each test then runs commands at its REPL.
"""

from array import array
from pathlib import Path
from typing import Any

import pytest

from hardware import power
from host_tests.pico_fixture import PROMPT, repl, run_script, wait_for_prompt
from sixpip.board import contract, health_limits, pins, trng
from sixpip.board.limiter import BUDGET_MA, CHARGING_BUDGET_MA, WS2812B_5050
from tools.check.emulator import Machine
from tools.play.host import raw_bits
from tools.play.host.bit_sources import BitRegister, ring_oscillator
from tools.play.host.board import HostBoard

RESULTS = """
from array import array
from hashlib import sha256
from sixpip.board import limiter

def fill(buffer, seed):
    for at in range(len(buffer)):
        seed = (seed * 109 + 89) % 65521
        buffer[at] = seed & 255

def results(rounds):
    found = []
    for number in range(rounds):
        counts, costs = array("H", [9] * 32), array("i", [9] * 32)
        lut, words = array("I", [85] * 32), array("I", [0] * 384)
        pixels, palette, scale = bytearray(384), bytearray(96), bytearray(4)
        for buffer in (pixels, palette, scale):
            fill(buffer, number * 3 + len(buffer))
        scale[0] >>= number % 8
        limiter.count_colors(pixels, counts)
        limiter.make_table(palette, scale, lut, costs)
        limiter.expand(pixels, lut, words, number & 1 == 0)
        found.append(limiter.estimate_current(counts, costs))
        found += [sha256(bytes(buffer)).digest()[:4] for buffer in (counts, costs, lut, words)]
    return found
"""
MAIN = (
    RESULTS
    + """
import machine, micropython, os, time
from sixpip.board import entropy
from sixpip.board.entropy import Entropy
from sixpip.board.pico import PicoBoard

board = PicoBoard()

def paint(seed, brightness):
    fill(board.pixels, seed)
    fill(board.palette, seed + 1)
    board.brightness = brightness
    board.show_tiles()

def presses():
    buttons = []
    press = board.next_press()
    while press >= 0:
        buttons.append(press)
        press = board.next_press()
    return buttons

def disable_interrupts(ms):
    state = machine.disable_irq()
    time.sleep_us(ms * 1000)
    machine.enable_irq(state)

def wait(ms):
    start = time.ticks_ms()
    board.wait(ms)
    return time.ticks_diff(time.ticks_ms(), start)

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
    while board.gather_entropy():
        pass
    micropython.heap_lock()
    for _ in range(count):
        frame()
    left = micropython.heap_unlock()
    board.tone(0, 0)
    return left

def steps_with_the_heap_locked(window_steps):
    while board.gather_entropy():
        pass
    while board.gather_entropy() is False:
        board.random_bytes(8)  # until a new block is to be gathered
    micropython.heap_lock()
    steps = 0
    while steps < window_steps - 2 and board.gather_entropy():
        steps += 1
    micropython.heap_unlock()
    return steps

print("made")
"""
)


COUNTS = """
def counts(module, rounds):
    found = []
    for number in range(rounds):
        window, seed = bytearray(128), number
        for at in range(128):
            seed = (seed * 109 + 89) % 65521
            window[at] = seed & 255
        if number & 1:
            window[0:100] = bytes((number * 85 & 255,)) * 100
        if number > 3:
            window = bytearray(bytes((number, 99, 99 - number, 7)) * 32)  # some positions are always equal
        run = bytearray((number & 1, number * 90 & 255, 3))
        ones = [module.scan(window, run, at) for at in range(0, 128, 16)]
        pairs = [module.count_equal(window, lag) for lag in (number + 1, 15, 16, 63, 64)]
        again = [module.most_equal(window, window[at : at + 16], first, 129) for at in (0, 64) for first in (0, 4)]
        found.append((ones, list(run), pairs, again))
    return found
"""


def fill(buffer: bytearray, seed: int) -> None:
    """Fills the buffer with the same bytes as `fill` on the board."""
    for at in range(len(buffer)):
        seed = (seed * 109 + 89) % 65521
        buffer[at] = seed & 255


@pytest.fixture(scope="module")
def pico(emulator: Path) -> Machine:
    """A board at its REPL."""
    return wait_for_prompt(run_script(COUNTS + MAIN))


def test_the_led_supply_is_switched_on_once_and_the_first_frame_is_black(pico: Machine) -> None:
    rises = [us for us, high in pico.pin_edges(17) if high]
    assert len(rises) == 1
    assert pico.pin(17)
    first = pico.led_frames[0]
    assert first.start_us >= rises[0] + power.rise_us()
    assert first.grb == bytes(1152)


def test_the_bytes_on_the_led_wire_are_equal_to_those_of_the_simulator(pico: Machine, tmp_path: Path) -> None:
    simulator = HostBoard(str(tmp_path))
    sent = len(pico.led_frames)
    for seed, brightness in ((1, 32), (2, 1), (3, 255), (3, 255), (4, 90), (5, 0)):
        fill(simulator.pixels, seed)
        fill(simulator.palette, seed + 1)
        simulator.brightness = brightness
        simulator.show_tiles()
        repl(pico, f"paint({seed}, {brightness})")
        pico.run_ms(13)
        frame = pico.led_frames[-1]
        assert frame.grb == simulator.wire
        assert frame.bad_bits == 0
        assert repl(pico, "board.leds.power.level") == str(simulator.power.level)
    assert len(pico.led_frames) == sent + 6


def test_frames_shown_faster_than_they_can_be_sent_are_complete(pico: Machine) -> None:
    sent = len(pico.led_frames)
    repl(pico, "for seed in range(3): paint(seed, 40)\r\n")
    pico.run_ms(40)
    frames = pico.led_frames[sent:]
    assert [len(frame.grb) for frame in frames] == [1152] * 3
    assert min(frame.gap_us for frame in frames) >= 280


def test_the_oled_shows_the_frame_and_only_changed_pages_are_sent(pico: Machine) -> None:
    frame = bytearray(1024)
    fill(frame, 7)
    repl(pico, "fill(board.oled, 7); board.show_oled()")
    assert pico.oled == frame
    assert pico.display.on
    before = pico.display.bytes_received
    repl(pico, "board.show_oled()")
    assert pico.display.bytes_received == before
    repl(pico, "board.oled[5 * 128 + 3] ^= 255; board.show_oled()")
    assert pico.display.bytes_received == before + 6 + 128
    frame[5 * 128 + 3] ^= 255
    assert pico.oled == frame


def test_each_button_has_its_pin_and_bouncing_contacts_give_one_press(pico: Machine) -> None:
    for button in range(contract.BUTTONS):
        for change, back, bits in ((pico.hold, pico.release, 1 << button), (pico.release, pico.hold, 0)):
            for level_ms in (0.05, 0.3, 1.5) if button in (0, contract.MENU) else ():
                change(button)
                pico.run_ms(level_ms)
                back(button)
                pico.run_ms(level_ms / 2)
            change(button)
            pico.run_ms(60)
            assert repl(pico, "board.held()") == str(bits)
    assert repl(pico, "presses()") == str(list(range(contract.BUTTONS)))


def test_presses_are_not_lost_while_the_console_is_busy_with_interrupts_disabled(pico: Machine) -> None:
    pico.send("disable_interrupts(45)\r\n")
    pico.run_ms(8)
    pico.press(contract.ROLL, 20)
    pico.run_ms(10)
    pico.press(contract.BANK, 20)
    pico.run_ms(120)
    assert repl(pico, "sorted(presses())") == f"[{contract.ROLL}, {contract.BANK}]"


def test_a_wait_ends_at_a_press_or_at_its_timeout(pico: Machine) -> None:
    assert 40 <= int(repl(pico, "wait(40)")) <= 42
    pico.send("waited = wait(500)\r\n")
    pico.run_ms(30)
    pico.press(contract.MENU)
    pico.run_ms(100)
    assert int(repl(pico, "waited")) < 60
    assert repl(pico, "presses()") == f"[{contract.MENU}]"


@pytest.mark.parametrize("hz", [131, 3520])
def test_a_tone_has_the_right_frequency_and_duty_cycle(pico: Machine, hz: int) -> None:
    shares = []
    for volume in (1, 2):
        repl(pico, f"board.tone({hz}, {volume})")
        pico.run_ms(100)
        assert pico.tone == pytest.approx(hz, rel=0.01)
        rises = [us for us, high in pico.pin_edges(18) if high]
        falls = [us for us, high in pico.pin_edges(18) if not high and us > rises[-2]]
        shares.append((falls[0] - rises[-2]) * hz / 1e6)
    assert shares[0] < 0.05
    assert shares[1] == pytest.approx(0.5, abs=0.02)
    repl(pico, "board.tone(0, 2)")
    pico.run_ms(50)
    assert pico.tone == 0
    assert not pico.pin(18)


def test_the_battery_voltage_is_measured_at_the_cell_and_calibrated_unless_there_is_no_cell(pico: Machine) -> None:
    for trim, measured in ((0, {4200: 4200, 3300: 3300, 0: 0}), (-13, {4000: 3948, 0: 0})):
        repl(pico, f"board.cell_trim = {trim}")
        for cell_mv, expected in measured.items():
            pico.set_adc_mv(2, cell_mv / 2)
            assert int(repl(pico, "board.battery_mv()")) == pytest.approx(expected, abs=10)


def test_the_temperature_of_the_chip_is_read_from_its_sensor(pico: Machine) -> None:
    for celsius in (27, 54, -5):
        pico.set_adc_mv(4, 706 - 1.721 * (celsius - 27))
        assert int(repl(pico, "board.chip_celsius()")) == pytest.approx(celsius, abs=1)


def test_a_charger_is_sensed_and_lowers_the_current_of_the_dice(pico: Machine) -> None:
    repl(pico, "board.palette[93:96] = b'\\xff' * 3; board.pixels[:] = b'\\x1f' * 384; board.brightness = 255")
    currents = []
    for plugged_in in (False, True, False):
        pico.plug_charger(plugged_in)
        pico.run_ms(5)
        assert repl(pico, "board.check_charger()") == str(plugged_in)
        repl(pico, "board.show_tiles()")
        pico.run_ms(20)
        currents.append(sum(pico.led_frames[-1].grb) * WS2812B_5050[1] / 255 + len(pico.led_frames[-1].grb) / 3)
    assert CHARGING_BUDGET_MA < currents[0] <= BUDGET_MA and currents[1] <= CHARGING_BUDGET_MA


def test_power_off_drives_its_pin_for_a_second_with_dice_and_oled_off_and_returns_on_usb(pico: Machine) -> None:
    assert not pico.pin(pins.POWER_OFF)
    before_us = pico.now_us
    pico.send("board.power_off()\r\n")
    pico.run_until(lambda: pico.pin(pins.POWER_OFF), 100)
    assert not pico.pin(pins.LED_EN) and not pico.display.on
    pico.run_until(lambda: not pico.pin(pins.POWER_OFF), 1500)
    assert 1_000_000 <= pico.now_us - before_us < 1_200_000 and pico.cut_us is None
    pico.run_until(lambda: pico.console_text.endswith(PROMPT), 100)


def test_the_loops_of_a_frame_give_the_same_results_in_viper_and_on_cpython(pico: Machine) -> None:
    here: dict[str, Any] = {}
    exec(compile(RESULTS, "results", "exec"), here)  # noqa: S102 the constant above
    assert repl(pico, "results(8)") == repr(here["results"](8))


def test_a_frame_allocates_no_memory(pico: Machine) -> None:
    assert repl(pico, "frames_with_the_heap_locked(6)") == "0"


# The raw bits of the ring oscillator, read and tested by the firmware


def test_random_bytes_come_from_the_ring_oscillator_and_differ(pico: Machine) -> None:
    assert repl(pico, "board.random_bytes(16)") != repl(pico, "board.random_bytes(16)")
    assert pico.entropy.bits_read >= health_limits.WINDOWS * (health_limits.WINDOW + 8 * 8)  # os.urandom, too


def test_the_viper_code_counts_raw_bits_like_the_plain_python_code(pico: Machine) -> None:
    here: dict[str, Any] = {}
    exec(compile(COUNTS, "counts", "exec"), here)  # noqa: S102 the constant above
    assert repl(pico, "counts(entropy, 7)") == repr(here["counts"](raw_bits, 7))


def test_the_viper_code_reads_bits_in_the_same_order_as_the_plain_python_code(pico: Machine) -> None:
    bits = [number * number % 7 & 1 for number in range(16)]
    good, pico.entropy.source = pico.entropy.source, iter(bits).__next__
    repl(pico, "window = bytearray(4); entropy.read(0x4006001c, window, 2, 3)")
    pico.entropy.source = good
    window = bytearray(4)
    raw_bits.read(BitRegister(iter(bits).__next__), window, 2, 3)
    assert repl(pico, "window.hex()") == repr(window.hex())


def test_the_viper_code_reads_the_generator_of_an_rp2350_like_the_plain_python_code(pico: Machine) -> None:
    values = [number * 0x9E3779B1 & 0xFFFFFFFF for number in range(16)]
    registers, window = array("I", values), bytearray(4)
    repl(pico, f"from sixpip.board import trng; registers = array('I', {values}); window = bytearray(4)")
    repl(pico, "trng.read(registers, window, 1, 64)")
    trng.read(registers, window, 1, 64)
    assert repl(pico, "window.hex()") == repr(window.hex())
    assert repl(pico, "list(registers)") == repr(list(registers))


def test_a_raw_bit_is_read_every_ten_microseconds(pico: Machine) -> None:
    repl(pico, "board.random_bytes(1)")
    times: list[float] = []
    good = pico.entropy.source

    def noted() -> int:
        times.append(pico.now_us)
        return good()

    pico.entropy.source = noted
    repl(pico, f"entropy.read(0x4006001c, bytearray(2), 0, {health_limits.PAUSE})")
    pico.entropy.source = good
    assert len(times) == 16
    assert (times[-1] - times[0]) / 15 == pytest.approx(10, abs=1)


@pytest.mark.parametrize(
    ("drift", "pauses"), [(0.2, {64}), pytest.param(0.01, {288, 1296, 5832}, marks=pytest.mark.sweep)]
)
def test_an_oscillator_that_drifts_slowly_is_read_more_slowly_until_its_bits_pass(
    pico: Machine, drift: float, pauses: set[int]
) -> None:
    good = pico.entropy.source
    pico.entropy.source = ring_oscillator(6.5e6, drift, lambda: pico.now_us)
    repl(pico, "pool = Entropy(entropy, 0x4006001c, os.urandom, time.ticks_us)")
    assert int(repl(pico, "len(set(pool.draw(32)))")) > 20
    assert int(repl(pico, "pool.pause")) in pauses
    pico.entropy.source = ring_oscillator(6.5e6, 0, lambda: pico.now_us)
    repl(pico, "pool = Entropy(entropy, 0x4006001c, os.urandom, time.ticks_us)")
    assert "OSError: [Errno 19] ENODEV" in repl(pico, "pool.draw(32)")
    pico.entropy.source = good


def test_gathering_a_window_of_raw_bits_allocates_no_memory_before_its_last_step(pico: Machine) -> None:
    steps = 107
    assert repl(pico, f"steps_with_the_heap_locked({steps})") == str(steps - 2)
