"""A person at the emulated Pico with the firmware as it is: presses buttons on the pins, and reads screen and heap.

boot.py, which MicroPython runs before main.py, is the only thing added: it says when main.py starts, and looks at the
heap when a spare pin falls.
"""

import re
from dataclasses import dataclass
from typing import Any

from sixpip.board.buttons import MENU
from sixpip.rules.record import from_record
from tools.bench import pico
from tools.emulator import Machine
from tools.power_loss.disk import saved_game
from tools.screen_reader import ScreenReader, Stuck

_STARTED = 19
"""A GPIO that nothing is soldered to: high once main.py starts."""
_STILL_MS = 240
_POLL_MS = 2
_LONGEST_MS = 10_000
_ANSWER_MS = 3000
_BLOCK = 16
"""Bytes of a block of MicroPython's heap on the Pico."""

_BOOT = f"""
import gc
gc.collect()
_before = gc.mem_free()
import machine, micropython

def _look(_pin):
    gc.collect()
    print("HEAP", gc.mem_free(), _before)
    micropython.qstr_info()
    micropython.mem_info()
    print("SEEN")

_probe = machine.Pin({pico.MARK}, machine.Pin.IN, machine.Pin.PULL_UP)
_probe.irq(_look, machine.Pin.IRQ_FALLING)
gc.collect()
_before -= gc.mem_free()
machine.Pin({_STARTED}, machine.Pin.OUT, value=1)
"""


@dataclass(frozen=True)
class Heap:
    """The heap after a collection."""

    free: int
    """Bytes, with those that the probe itself takes."""
    largest: int
    """Bytes of the largest block in one piece."""
    names: str
    """How many names MicroPython holds and in how many pools: each pool has twice the room of the one before."""


class Player(ScreenReader):
    """Switches the Pico on and waits for the boot menu."""

    def __init__(self, seed: int = 1) -> None:
        """`seed`: what the dice are drawn from."""
        self.machine = Machine(pico.image({"boot.py": _BOOT}), seed=seed, exact_every=pico.NO_EXACT_FRAMES)
        self.answers: list[tuple[str, float]] = []
        """What was pressed, and the milliseconds from the edge of the button to the first LED bit."""
        started: list[float] = []
        machine = self.machine
        machine.mcu.gpio[_STARTED].add_listener(lambda _value, _last: started.append(machine.mcu.clock.micros))
        self._last_ms = 0.0
        self.settle()
        self.booted_ms = self._last_ms - started[-1] / 1000
        """From the start of main.py until the boot menu is shown whole."""

    def oled(self) -> bytes:
        """From the I2C bus."""
        return self.machine.oled

    def settle(self) -> None:
        """Wait until dice, OLED and flash rest. Raises Stuck when they do not, or the console crashed."""
        machine = self.machine
        seen: tuple[int, bytes, int] | None = None
        began_ms = machine.now_us / 1000
        while True:
            now_ms = machine.now_us / 1000
            now = (len(machine.led_frames), machine.oled, len(machine.flash_operations))
            if now != seen:
                self._last_ms = now_ms
            elif any(machine.oled) and now_ms - self._last_ms >= _STILL_MS:
                return
            seen = now
            if now_ms - began_ms > _LONGEST_MS or "Traceback" in machine.console_text:
                raise Stuck(f"{self.lines}\n{machine.console_text}")
            machine.run_ms(_POLL_MS)

    def press(self, button: int, what: str, late_ms: float = 0) -> None:
        """Press a button, note how soon the LEDs answer, and wait until all rests; `late_ms` pass before."""
        self.machine.run_ms(late_ms)
        self.answers.append((what, self._answer_ms(button)))
        self.settle()

    def press_two(self, first: int, second: int, apart_ms: float) -> float:
        """Press a button and another one soon after, and wait until all rests; how soon the LEDs answer the second.

        A frame that the first one has under way may be taken for the answer.
        """
        self.machine.press(first)
        self.machine.run_ms(apart_ms)
        took_ms = self._answer_ms(second)
        self.settle()
        return took_ms

    def _answer_ms(self, button: int) -> float:
        """Press it; the milliseconds from its edge to the first LED bit."""
        machine = self.machine
        edge_us = machine.now_us
        machine.press(button)
        answered = lambda: bool(machine.led_frames) and machine.led_frames[-1].start_us > edge_us  # noqa: E731
        machine.run_until(answered, _ANSWER_MS)
        first = next(frame for frame in machine.led_frames if frame.start_us > edge_us)
        return (first.start_us - edge_us) / 1000

    def pick(self, words: str, what: str) -> None:
        """In a list, turn pages until a line begins with `words`, and press the KEEP button beside it. Raises Stuck."""
        self.press(self.find_line(words, lambda: self.press(MENU, "MENU turns the page of a list")), what)

    def game(self) -> Any:
        """The saved game, as the firmware's rules take it up."""
        return from_record(saved_game(self.machine.filesystem()))

    def heap(self) -> Heap:
        """The heap as it is now."""
        machine = self.machine
        already = len(machine.console_text)
        probe = machine.mcu.gpio[pico.MARK]
        probe.set_input_value(False)
        machine.run_until(lambda: "SEEN" in machine.console_text[already:], _ANSWER_MS)
        probe.release_input()
        said = machine.console_text[already:]
        free, own = re.search(r"HEAP (\d+) (\d+)", said).groups()  # type: ignore[union-attr]  # SEEN comes after it
        largest = re.search(r"max free sz: (\d+)", said)
        pools = re.search(r"n_pool=(\d+), n_qstr=(\d+)", said)
        names = f"{pools[2]} names in {pools[1]} pools" if pools else ""
        return Heap(int(free) + int(own), int(largest[1]) * _BLOCK if largest else 0, names)
