"""The harness of the emulated Pico, tested with small scripts as main.py; LED frames are in test_emulator_leds.py."""

import pytest

from host_tests.emulator.machine_fixture import boot, image_of
from sixpip.board import contract
from tools.board.image import read_image
from tools.check.emulator import EmulatorTimeout, Machine, emulator_or_skip

SCREEN = bytes((index * 5 + index // 128) & 0xFF for index in range(1024))

pytestmark = pytest.mark.emulator


@pytest.fixture(scope="module", autouse=True)
def _image() -> None:
    emulator_or_skip()


def test_main_py_runs_at_power_on_and_its_output_is_read() -> None:
    machine = boot("import sys\nprint('ready', sys.implementation.name, sys.implementation.version[:3])")
    machine.run_ms(5)
    assert "ready micropython (1, 24, 1)" in machine.console_text


def test_a_timeout_shows_the_console_output() -> None:
    machine = boot("print('ready')")
    with pytest.raises(EmulatorTimeout, match="ready"):
        machine.run_until(lambda: "never" in machine.console_text, 10)


def test_the_repl_runs_typed_input() -> None:
    machine = boot("print('ready')")
    machine.run_until(lambda: ">>>" in machine.console_text, 100)
    machine.send("print(6 * 7 * 1000 * 'x'.count('x'))\r")
    machine.run_until(lambda: "\n42000" in machine.console_text, 100)


def test_each_button_pulls_its_pin_low_until_it_is_released() -> None:
    machine = boot(
        """
from machine import Pin
pins = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in range(2, 11)]
last = 0
print("ready")
while True:
    down = sum(1 << n for n, pin in enumerate(pins) if not pin.value())
    if down != last:
        print("down", down)
    last = down
"""
    )
    for number in range(contract.BUTTONS):
        machine.press(number, hold_ms=3)
        machine.run_ms(6)
    machine.hold(contract.MENU)
    machine.run_ms(3)
    machine.press(contract.ROLL, hold_ms=3)
    machine.run_ms(6)
    machine.release(contract.MENU)
    machine.run_ms(3)
    seen = [int(line.split()[1]) for line in machine.console_text.splitlines() if line.startswith("down")]
    singles = [mask for number in range(contract.BUTTONS) for mask in (1 << number, 0)]
    assert seen == [*singles, 256, 256 + 64, 256, 0]


OLED = """
from machine import I2C, Pin
bus = I2C(0, sda=Pin(20), scl=Pin(21), freq=400_000)
try:
    bus.writeto(0x3C, b"\\x00\\x20\\x00\\x21\\x00\\x7f\\x22\\x00\\x07\\xaf")
    bus.writeto(0x3C, b"\\x40" + bytes((i * 5 + i // 128) & 255 for i in range(1024)))
except OSError as error:
    print("error", error.errno)
print("ready")
"""


def test_a_complete_screen_is_received_over_i2c() -> None:
    machine = boot(OLED)
    assert "error" not in machine.console_text
    assert machine.display.on
    assert machine.oled == SCREEN


def test_a_missing_display_gives_an_io_error() -> None:
    machine = boot(OLED, oled=False)
    assert "error 5" in machine.console_text
    assert machine.oled == bytes(1024)


def random_text(seed: int) -> str:
    """Returns random bytes printed by a board with `seed`."""
    machine = boot("import os\nprint(os.urandom(16).hex())\nprint(os.urandom(16).hex(), 'ready')", seed=seed)
    return machine.console_text.split("ready")[0]


def test_random_bytes_are_equal_for_equal_seeds_only() -> None:
    first = random_text(1)
    assert first == random_text(1)
    assert first != random_text(2)
    lines = first.split()
    assert lines[0] != lines[1]
    assert len(set(bytes.fromhex(lines[0]))) > 8


def test_a_stuck_random_source_can_be_simulated() -> None:
    machine = boot("import os\nprint('ready')\ntime.sleep_ms(5)\nprint('drawn', set(os.urandom(16)))")
    machine.entropy.stuck = True
    machine.run_until(lambda: "drawn {0}" in machine.console_text, 50)


def test_tone_led_supply_and_battery_are_read_from_the_pins() -> None:
    machine = boot(
        """
from machine import ADC, PWM, Pin
rail = Pin(17, Pin.OUT, value=1)
buzzer = PWM(Pin(18), freq=880, duty_u16=32768)
time.sleep_ms(20)
print("ready", ADC(28).read_u16())
time.sleep_ms(5)
buzzer.duty_u16(0)
rail.value(0)
time.sleep_ms(20)
print("over")
"""
    )
    assert machine.pin(17)
    assert machine.tone == 880
    assert "ready 38729" in machine.console_text  # 1950 of 3300 mV in 12 bits, scaled to 16
    machine.run_until(lambda: "over" in machine.console_text, 50)
    assert not machine.pin(17)
    assert machine.tone == 0
    assert [high for _, high in machine.pin_edges(17)] == [True, False]


FILES = """
import os
os.mkdir("saves")
with open("saves/game.bin", "wb") as file:
    file.write(bytes(range(256)) * 20)
with open("note.txt", "w") as file:
    file.write("kept")
print("ready")
"""


def test_files_written_by_the_firmware_are_in_the_flash() -> None:
    machine = boot(FILES)
    files = read_image(machine.filesystem())
    assert files["saves/game.bin"] == bytes(range(256)) * 20
    assert files["note.txt"] == b"kept"
    assert "main.py" in files


def test_the_recorded_flash_operations_give_the_final_flash() -> None:
    machine = boot(FILES)
    image = bytearray(image_of(FILES))
    for operation in machine.flash_operations:
        end = operation.offset + operation.size
        if operation.data is None:
            image[operation.offset : end] = b"\xff" * operation.size
        else:
            old = image[operation.offset : end]
            image[operation.offset : end] = bytes(a & b for a, b in zip(old, operation.data))
    assert len(machine.flash_operations) > 3
    assert bytes(image) == machine.filesystem()


def test_a_board_boots_from_the_flash_of_another_board() -> None:
    first = boot("import os\nprint(os.listdir())\nopen('mark', 'w').close()\nprint('ready')")
    second = Machine(first.filesystem())
    second.run_until(lambda: "ready" in second.console_text, 200)
    assert "'mark'" not in first.console_text
    assert "'mark'" in second.console_text


def test_after_a_reset_by_the_firmware_the_board_boots_and_the_console_works() -> None:
    machine = boot(
        """
import machine
print("start", machine.reset_cause() == machine.WDT_RESET)
time.sleep_ms(5)
if machine.reset_cause() != machine.WDT_RESET:
    machine.reset()
print("ready")
"""
    )
    machine.run_until(lambda: ">>>" in machine.console_text, 200)
    machine.send("print('a' + 'live')\r")
    machine.run_until(lambda: "\nalive" in machine.console_text, 100)
    assert "start False" in machine.console_text
    assert "start True" in machine.console_text
