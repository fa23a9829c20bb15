"""The LED frames of small scripts as main.py on the emulated Pico: their bytes, and that two runs are equal.

The decoder of their pulses, without the emulated chip, is in test_emulator_parts.py.
"""

import pytest

from host_tests.emulator.machine_fixture import boot
from tools.check.emulator import LedMismatch, emulator_or_skip

LEDS = bytes((index * 7 + 3) & 0xFF for index in range(1152))

pytestmark = pytest.mark.emulator

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


@pytest.fixture(scope="module", autouse=True)
def _image() -> None:
    emulator_or_skip()


def words_of(grb: bytes) -> bytes:
    """Returns the words for a WS2812 state machine: one per LED, green in the top byte, the lowest byte unused."""
    return b"".join(bytes((0, *reversed(grb[start : start + 3]))) for start in range(0, len(grb), 3))


def test_a_neopixel_frame_of_384_leds_is_decoded_to_its_exact_bytes() -> None:
    script = """
import machine, neopixel
leds = neopixel.NeoPixel(machine.Pin(16), 384)
leds.buf[:] = open("leds", "rb").read()
leds.write()
print("ready")
"""
    machine = boot(script, files={"leds": LEDS})
    machine.run_ms(1)
    assert [(frame.grb, frame.bad_bits) for frame in machine.led_frames] == [(LEDS, 0)]


FRAMES = f"""{PIO}
frames = [array.array("I", open(name, "rb").read()) for name in ("one", "two")]
for n in range(4):
    start(frames[n % 2])
    time.sleep_ms(13)
print("ready", dma.active(), dma.count)
"""
OTHER_LEDS = bytes((byte + 1) & 0xFF for byte in LEDS)
FRAME_FILES = {"one": words_of(LEDS), "two": words_of(OTHER_LEDS)}


@pytest.mark.parametrize("exact_every", [1, 3])
def test_frames_sent_by_pio_and_dma_are_decoded_while_the_cpu_sleeps(exact_every: int) -> None:
    machine = boot(FRAMES, files=FRAME_FILES, exact_every=exact_every)
    machine.run_ms(1)
    assert [frame.grb for frame in machine.led_frames] == [LEDS, OTHER_LEDS, LEDS, OTHER_LEDS]
    assert [frame.bad_bits for frame in machine.led_frames] == [0, 0, 0, 0]
    assert [frame.exact for frame in machine.led_frames] == [index % exact_every == 0 for index in range(4)]
    assert all(11_500 < frame.end_us - frame.start_us < 11_540 for frame in machine.led_frames)
    assert "ready False 0" in machine.console_text


def test_words_written_by_the_cpu_are_decoded_after_the_pio_has_been_idle() -> None:
    machine = boot(
        f"""{PIO}
for color in (0x12345600, 0xFF00AA00):
    time.sleep_ms(3)
    for n in range(40):
        machine.put(color)
print("ready")
"""
    )
    machine.run_ms(2)
    assert [frame.grb for frame in machine.led_frames] == [b"\x12\x34\x56" * 40, b"\xff\x00\xaa" * 40]
    assert [frame.bad_bits for frame in machine.led_frames] == [0, 0]


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


def test_the_same_calls_give_the_same_result_to_the_clock_cycle() -> None:
    machines = [boot(FRAMES, files=FRAME_FILES) for _ in range(2)]
    assert machines[0].cycles == machines[1].cycles
    assert machines[0].now_us == machines[1].now_us
    assert machines[0].led_frames == machines[1].led_frames
