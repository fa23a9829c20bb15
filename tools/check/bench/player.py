"""A scripted player at the emulated Pico with the unmodified firmware that measures response times and the heap.

Only boot.py is added, which MicroPython runs before main.py: it raises a pin when main.py starts, and prints the state
of the heap on a falling edge of a spare pin.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sixpip.board.contract import MENU
from sixpip.rules.core.record import from_record
from tools.check.bench import pico
from tools.check.bench.rows import BYTES, Row
from tools.check.emulator import Machine
from tools.check.power_loss.disk import saved_game
from tools.play.host.screen_reader import ScreenReader, Stuck

_STARTED = 13
"""A GPIO that is not connected: high when main.py starts."""
_IDLE_MS = 240
_POLL_MS = 2
_DRAWN_MS = 40
"""Without a change for so long, the OLED shows a whole page: it is sent row by row."""
_SETTLE_LIMIT_MS = 10_000
_RESPONSE_LIMIT_MS = 3000
_BUSY_LOAD = 0.3
"""Share of the CPU clocks above which the console thinks: an idle one only polls its buttons."""
_BLOCK = 16
"""Bytes per block of MicroPython's heap on the Pico."""

_BOOT = f"""
import gc
gc.collect()
_before = gc.mem_free()
import machine, micropython

def _print_heap(_pin):
    gc.collect()
    print("HEAP", gc.mem_free(), _before)
    micropython.qstr_info()
    micropython.mem_info()
    print("HEAP DONE")

_probe = machine.Pin({pico.MARK}, machine.Pin.IN, machine.Pin.PULL_UP)
_probe.irq(_print_heap, machine.Pin.IRQ_FALLING)
gc.collect()
_before -= gc.mem_free()
machine.Pin({_STARTED}, machine.Pin.OUT, value=1)
"""


@dataclass(frozen=True)
class Heap:
    """The heap after a garbage collection."""

    free: int
    """Free bytes, including those used by boot.py."""
    largest: int
    """Bytes of the largest free block."""
    qstrs: str
    """Count of interned strings and of their pools; each pool is twice as large as the one before."""


def heap_rows(label: str, heaps: list[Heap], free: int | None, largest: int | None) -> list[Row]:
    """Returns the least free memory of some samples, and the smallest of their largest blocks, with the budgets."""
    return [
        Row(label, min(heap.free for heap in heaps), BYTES, free, is_minimum=True, note=heaps[-1].qstrs),
        Row(f"{label}, largest block", min(heap.largest for heap in heaps), BYTES, largest, is_minimum=True),
    ]


class BenchPlayer(ScreenReader):
    """Boots the Pico to the boot menu, then presses buttons and measures."""

    def __init__(self, seed: int = 1, files: Mapping[str, bytes] | None = None) -> None:
        """`seed`: of the dice; `files`: saved records, by name."""
        image = pico.image({"boot.py": _BOOT, **(files or {})})
        self.machine = Machine(image, seed=seed, exact_every=pico.NO_EXACT_FRAMES)
        self.responses: list[tuple[str, float]] = []
        """A label for each press, and the milliseconds from the edge of the button to the first LED bit."""
        started: list[float] = []
        machine = self.machine
        machine.mcu.gpio[_STARTED].add_listener(lambda _value, _last: started.append(machine.mcu.clock.micros))
        self._changed_ms = 0.0
        self.settle()
        self.booted_ms = self._changed_ms - started[-1] / 1000
        """Milliseconds from the start of main.py until the boot menu is complete."""

    def oled(self) -> bytes:
        """Returns the memory of the emulated display."""
        return self.machine.oled

    def settle(self) -> None:
        """Waits until LEDs, OLED and flash do not change any more. Raises Stuck after a timeout or a crash."""
        machine = self.machine
        last: tuple[int, bytes, int] | None = None
        start_ms = machine.now_us / 1000
        while True:
            now_ms = machine.now_us / 1000
            state = (len(machine.led_frames), machine.oled, len(machine.flash_operations))
            if state != last:
                self._changed_ms = now_ms
            elif any(machine.oled) and now_ms - self._changed_ms >= _IDLE_MS:
                return
            last = state
            if now_ms - start_ms > _SETTLE_LIMIT_MS or "Traceback" in machine.console_text:
                raise Stuck(f"{self.lines}\n{machine.console_text}")
            machine.run_ms(_POLL_MS)

    def press(self, button: int, label: str, delay_ms: float = 0) -> None:
        """Presses a button after `delay_ms`, records the response time under `label`, and waits for the result."""
        self.machine.run_ms(delay_ms)
        self.responses.append((label, self._response_ms(button)))
        self.settle()

    def press_two(self, first: int, second: int, delay_ms: float) -> float:
        """Presses a second button `delay_ms` after the first and waits for the result; returns its response in ms.

        A frame caused by the first button may be taken for the response.
        """
        self.machine.press(first)
        self.machine.run_ms(delay_ms)
        time_ms = self._response_ms(second)
        self.settle()
        return time_ms

    def press_until(self, button: int, is_reached: Callable[[], bool], limit_ms: float) -> float:
        """Presses a button; returns the milliseconds until `is_reached()` is true and the OLED is complete.

        Raises EmulatorTimeout.
        """
        machine = self.machine
        start_us = machine.now_us
        machine.press(button)
        self.wait_for(is_reached, limit_ms)
        changed_us = machine.now_us
        shown = machine.oled
        while machine.now_us - changed_us < _DRAWN_MS * 1000:
            machine.run_ms(_POLL_MS)
            if machine.oled != shown:
                shown, changed_us = machine.oled, machine.now_us
        return (changed_us - start_us) / 1000

    def wait_for(self, is_reached: Callable[[], bool], limit_ms: float) -> None:
        """Runs until the OLED has changed so that `is_reached()` is true. Raises EmulatorTimeout, or Stuck."""
        machine = self.machine
        seen = b""

        def has_changed() -> bool:
            nonlocal seen
            if "Traceback" in machine.console_text:
                raise Stuck(machine.console_text)
            before, seen = seen, machine.oled
            return seen != before and is_reached()

        machine.run_until(has_changed, limit_ms, _POLL_MS)

    def is_busy(self, ms: float) -> bool:
        """Runs for some milliseconds; returns whether the console has worked for most of them."""
        before = self.machine.cycles
        self.machine.run_ms(ms)
        return self.machine.cycles - before > ms * pico.CLOCK_HZ / 1000 * _BUSY_LOAD

    def _response_ms(self, button: int) -> float:
        """Presses a button; returns the milliseconds from its edge to the first LED bit."""
        machine = self.machine
        edge_us = machine.now_us
        machine.press(button)
        machine.run_until(
            lambda: bool(machine.led_frames) and machine.led_frames[-1].start_us > edge_us, _RESPONSE_LIMIT_MS
        )
        first = next(frame for frame in machine.led_frames if frame.start_us > edge_us)
        return (first.start_us - edge_us) / 1000

    def pick(self, text: str, label: str) -> None:
        """Pages through a list to the line that starts with `text` and presses its KEEP button. Raises Stuck."""
        self.press(self.find_line(text, lambda: self.press(MENU, "MENU turns the page of a list")), label)

    def game(self) -> Any:
        """Returns the saved game, restored by the firmware's rules."""
        return from_record(saved_game(self.machine.filesystem()))

    def heap(self) -> Heap:
        """Runs a garbage collection and returns the state of the heap. Raises EmulatorTimeout while it restarts."""
        machine = self.machine
        start = len(machine.console_text)
        probe = machine.mcu.gpio[pico.MARK]
        probe.set_input_value(False)
        try:
            machine.run_until(lambda: "HEAP DONE" in machine.console_text[start:], _RESPONSE_LIMIT_MS)
        finally:
            probe.release_input()
        text = machine.console_text[start:]
        free, own = re.search(r"HEAP (\d+) (\d+)", text).groups()  # type: ignore[union-attr]  # before HEAP DONE
        largest = re.search(r"max free sz: (\d+)", text)
        pools = re.search(r"n_pool=(\d+), n_qstr=(\d+)", text)
        qstrs = f"{pools[2]} qstrs in {pools[1]} pools" if pools else ""
        return Heap(int(free) + int(own), int(largest[1]) * _BLOCK if largest else 0, qstrs)
