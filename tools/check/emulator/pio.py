"""A wrapper of the package's PIO block that runs while the CPU sleeps, and takes no host time while it is idle.

It is registered on the bus in place of the package's block and forwards all register accesses to it.
"""

from typing import Any

INDICES = (0x50200, 0x50300)
"""The keys of the two blocks in the chip's table of peripherals."""
_TICK_NS = 64.0
"""Eight clocks: the package drops the clocks by which a state machine is more than eight behind."""
_CHECK_NS = 100_000.0
_WAIT_FOR_DATA = (3, 5)
"""PULL and OUT with an empty transmit FIFO: only a write to the block ends that wait."""


class PioBlock:
    """One PIO block as the bus sees it.

    The package does not run the PIO while the CPU sleeps (WFI jumps to the next alarm), so an alarm is always pending
    while a state machine runs. The package also calls the block at every CPU instruction, even if all state machines
    wait for data, so the block is stopped then until the next write to it.
    """

    def __init__(self, mcu: Any, index: int) -> None:
        self._pio = mcu.pio[index]
        self._ticking = False
        self._tick: Any = mcu.clock.create_alarm(self._on_tick)
        self._check: Any = mcu.clock.create_alarm(self._on_check)
        self._stopped = False
        mcu.peripherals[INDICES[index]] = self

    def read_uint32(self, offset: int) -> int:
        """Reads a register."""
        return int(self._pio.read_uint32(offset))

    def write_uint32(self, offset: int, value: int) -> None:
        """Writes a register and wakes the block."""
        self._wake()
        self._pio.write_uint32(offset, value)

    def write_uint32_atomic(self, offset: int, value: int, kind: int) -> None:
        """Writes, sets, clears or flips bits of a register and wakes the block."""
        self._wake()
        self._pio.write_uint32_atomic(offset, value, kind)

    def reset(self) -> None:
        """Resets the block to its state at power-on."""
        self._stopped = False
        self._pio.reset()

    def _wake(self) -> None:
        """Runs the state machines until a check finds them idle."""
        if self._stopped:
            self._stopped = False
            self._pio.stopped = False
        if not self._ticking:
            self._ticking = True
            self._tick.schedule(_TICK_NS)
            self._check.schedule(_CHECK_NS)

    def _on_tick(self) -> None:
        self._tick.schedule(_TICK_NS)

    def _on_check(self) -> None:
        """Stops the block if all its state machines wait for data; otherwise schedules the next check."""
        running = [machine for machine in self._pio.machines if machine.enabled]
        if not all(machine.waiting and machine.wait_type in _WAIT_FOR_DATA for machine in running):
            self._check.schedule(_CHECK_NS)
            return
        self._tick.cancel()
        self._ticking = False
        self._stopped = not self._pio.stopped
        self._pio.stopped = True
