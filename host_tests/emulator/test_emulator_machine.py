"""The harness of the emulated Pico, tested with small scripts as main.py: what the tests of the firmware rely on.

The models of LED chain and display are in test_emulator_parts.py.
"""

import pytest

from tools.board.image import make_image
from tools.check.emulator import EmulatorTimeout, LedMismatch, Machine

pytestmark = pytest.mark.usefixtures("emulator")


def image_of(script: str, files: dict[str, bytes] | None = None) -> bytes:
    """Returns a file system with `script` as main.py, which first waits for the USB connection."""
    return make_image(None, {"main.py": f"import time\ntime.sleep_ms(25)\n{script}".encode(), **(files or {})})


def boot(script: str, *, files: dict[str, bytes] | None = None, seed: int = 1, exact_every: int = 1) -> Machine:
    """Returns a board with `script` as main.py and `files`, after it has printed a line that starts with "ready"."""
    machine = Machine(image_of(script, files), seed=seed, exact_every=exact_every)
    machine.run_until(lambda: "\n" in machine.console_text.partition("ready")[2], 3000)
    return machine


def test_a_timeout_shows_the_console_output() -> None:
    machine = boot("print('ready')")
    with pytest.raises(EmulatorTimeout, match="ready"):
        machine.run_until(lambda: "never" in machine.console_text, 10)


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


FILES = """
import os
os.mkdir("saves")
with open("saves/game.bin", "wb") as file:
    file.write(bytes(range(256)) * 20)
with open("note.txt", "w") as file:
    file.write("kept")
print("ready")
"""


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


# LED frames

LEDS = bytes((index * 7 + 3) & 0xFF for index in range(1152))

PIO = """
import array, rp2
from machine import Pin
@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
machine = rp2.StateMachine(0, ws2812, freq=8_000_000, sideset_base=Pin(16)); machine.active(1)
dma = rp2.DMA()
def start(words):
    ctrl = dma.pack_ctrl(inc_write=False, treq_sel=0)
    dma.config(read=words, write=machine, count=len(words), ctrl=ctrl, trigger=True)
"""


def words_of(grb: bytes) -> bytes:
    """Returns the words for a WS2812 state machine: one per LED, green in the top byte, the lowest byte unused."""
    return b"".join(bytes((0, *reversed(grb[start : start + 3]))) for start in range(0, len(grb), 3))


FRAMES = f"""{PIO}
frames = [array.array("I", open(name, "rb").read()) for name in ("one", "two")]
for n in range(4):
    start(frames[n % 2])
    time.sleep_ms(13)
print("ready", dma.active(), dma.count)
"""
OTHER_LEDS = bytes((byte + 1) & 0xFF for byte in LEDS)
FRAME_FILES = {"one": words_of(LEDS), "two": words_of(OTHER_LEDS)}


def test_frames_sent_by_pio_and_dma_are_decoded_while_the_cpu_sleeps_and_two_runs_are_equal_to_the_clock() -> None:
    machines = [boot(FRAMES, files=FRAME_FILES, exact_every=3) for _ in range(2)]
    for machine in machines:
        machine.run_ms(1)
    frames = machines[0].led_frames
    assert [frame.grb for frame in frames] == [LEDS, OTHER_LEDS, LEDS, OTHER_LEDS]
    assert [frame.bad_bits for frame in frames] == [0, 0, 0, 0]
    assert [frame.exact for frame in frames] == [True, False, False, True]
    assert all(11_500 < frame.end_us - frame.start_us < 11_540 for frame in frames)
    assert "ready False 0" in machines[0].console_text
    assert (machines[0].cycles, machines[0].now_us) == (machines[1].cycles, machines[1].now_us)
    assert frames == machines[1].led_frames


def test_a_buffer_changed_during_its_transfer_is_detected() -> None:
    script = f"""{PIO}
words = array.array("I", [0x55AA0000] * 384)
start(words)
time.sleep_ms(1)
words[383] = 0
time.sleep_ms(14)
print("ready")
"""
    machine = boot(script)
    with pytest.raises(LedMismatch):
        _ = machine.led_frames
