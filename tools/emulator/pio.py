"""A PIO block that keeps running while the CPU sleeps, and costs nothing while it has nothing to do.

Stands between the bus and the package's block; all registers are the package's own.
"""

from typing import Any

INDICES = (0x50200, 0x50300)
"""Where the two blocks stand in the chip's table of peripherals."""
_AWAKE_NS = 64.0
"""Eight clocks: the package writes off what a state machine is more than eight clocks late with."""
_CHECK_NS = 100_000.0
_WAITS_FOR_DATA = (3, 5)
"""PULL and OUT with nothing in the transmit FIFO: only a write to the block ends that."""


class PioBlock:
    """One PIO block as the bus sees it.

    The package lets the PIO starve while the CPU sleeps (WFI jumps to the next alarm), so an alarm is kept pending
    while a state machine runs. And it calls the block at every CPU instruction even when all machines wait for
    data, so the block is stopped then, until it is written to.
    """

    def __init__(self, mcu: Any, index: int) -> None:
        self._pio = mcu.pio[index]
        self._awake = False
        self._tick: Any = mcu.clock.create_alarm(self._on_tick)
        self._check: Any = mcu.clock.create_alarm(self._on_check)
        self._resting = False
        mcu.peripherals[INDICES[index]] = self

    def read_uint32(self, offset: int) -> int:
        """A register, as the package gives it."""
        return int(self._pio.read_uint32(offset))

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register; the block may have something to do then."""
        self._wake()
        self._pio.write_uint32(offset, value)

    def write_uint32_atomic(self, offset: int, value: int, kind: int) -> None:
        """Write, set, clear or flip bits of a register; the block may have something to do then."""
        self._wake()
        self._pio.write_uint32_atomic(offset, value, kind)

    def reset(self) -> None:
        """Back to power-on."""
        self._resting = False
        self._pio.reset()

    def _wake(self) -> None:
        """Let the state machines run, until a check finds them idle."""
        if self._resting:
            self._resting = False
            self._pio.stopped = False
        if not self._awake:
            self._awake = True
            self._tick.schedule(_AWAKE_NS)
            self._check.schedule(_CHECK_NS)

    def _on_tick(self) -> None:
        self._tick.schedule(_AWAKE_NS)

    def _on_check(self) -> None:
        """Put the block to rest when all its machines wait for data; look again later when not."""
        running = [machine for machine in self._pio.machines if machine.enabled]
        if not all(machine.waiting and machine.wait_type in _WAITS_FOR_DATA for machine in running):
            self._check.schedule(_CHECK_NS)
            return
        self._tick.cancel()
        self._awake = False
        self._resting = not self._pio.stopped
        self._pio.stopped = True
