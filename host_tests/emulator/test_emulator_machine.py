"""The LED frames of the emulated Pico, with small scripts as main.py: what the tests of the firmware rely on.

The model of the LED chain is in test_emulator_parts.py.
"""

import pytest

from tools.board.image import make_image
from tools.check.emulator import LedMismatch, Machine

pytestmark = pytest.mark.usefixtures("emulator")


def boot(script: str, *, files: dict[str, bytes] | None = None, exact_every: int = 1) -> Machine:
    """Returns a board with `script` as main.py and `files`, after it has printed a line that starts with "ready".

    The script first waits for the USB connection.
    """
    image = make_image(None, {"main.py": f"import time\ntime.sleep_ms(25)\n{script}".encode(), **(files or {})})
    machine = Machine(image, exact_every=exact_every)
    machine.run_until(lambda: "\n" in machine.console_text.partition("ready")[2], 3000)
    return machine


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
