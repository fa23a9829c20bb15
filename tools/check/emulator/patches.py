"""Source patches that make rp2040py's compiled core faster, with identical instructions, clock counts and pins.

Each patch names a source file of the package, a text that occurs in it once, and the replacement. They are applied by
tools.check.emulator.fast_build.
"""

from hashlib import sha256
from pathlib import Path

from tools.check.emulator.patch import NATIVE, Patch
from tools.check.emulator.patches_divider import DIVIDER_PATCHES

_LOOP = f"{NATIVE}_simulator.pyx"
_BUS = f"{NATIVE}_rp2040.pyx"

FAST_LOOP = Path(__file__).with_name("fast_loop.h")
"""The file that is copied into the folder NATIVE of the package's sources."""

MARK = "SIXPIP_PATCHES"
"""A name in rp2040py.native._simulator that holds the digest of the patches of this build."""

_RUN_FAST = """cdef double CYCLE_NANOS = 1e9 / 125_000_000  # 125 MHz
cdef long RUN_INSTRUCTIONS = 2048


cdef extern from "fast_loop.h":
    ctypedef struct FastRun:
        unsigned int *registers
        unsigned char *bootrom
        unsigned char *flash
        unsigned char *sram
        bint n
        bint z
        bint c
        bint v
        bint in_handler
        double nanos
        double alarm
        long long clocks
        long long free_clocks
        int last
    long fast_run(FastRun *run, long most) noexcept


cdef long long clocks_until_due(RPPIO pio):
    return 0x7FFFFFFFFFFF if pio.stopped else (pio.next_due_fp - pio.cycle_fp + 255) >> 8


cdef long run_fast(
    RP2040 rp2040, CortexM0Core core, SimulationClock clock, RPPIO first, RPPIO second, long long *last
) except -1:
    cdef FastRun run
    cdef long count
    run.registers = &core.registers[0]
    run.bootrom = <unsigned char *> &rp2040._bootrom[0]
    run.flash = &rp2040._flash[0]
    run.sram = &rp2040._sram[0]
    run.n, run.z, run.c, run.v = core.n, core.z, core.c, core.v
    run.in_handler = core.current_mode != 0
    run.nanos = clock._nanos_counter
    run.alarm = clock._next_alarm.nanos if clock._next_alarm is not None else INFINITY
    run.free_clocks = min(clocks_until_due(first), clocks_until_due(second))
    count = fast_run(&run, RUN_INSTRUCTIONS)
    core.n, core.z, core.c, core.v = run.n, run.z, run.c, run.v
    clock._nanos_counter = run.nanos
    core.cycles += run.clocks + run.last
    if not first.stopped:
        first.cycle_fp += run.clocks << 8
    if not second.stopped:
        second.cycle_fp += run.clocks << 8
    last[0] = run.last
    return count
"""

PATCHES = [
    # Build for this Python version only: the limited ABI makes each call through a pointer
    Patch("setup.py", "USE_LIMITED_API = (\n", "USE_LIMITED_API = False and (\n"),
    # For each instruction the loop read `stopped` of the simulator and of both PIO blocks as Python attributes. Now the
    # blocks are C structures, and the simulator is read after an alarm: nothing else stops it within a batch.
    Patch(
        _LOOP,
        "from rp2040py.native._rp2040 cimport RP2040\n",
        "from rp2040py.native._pio cimport RPPIO\nfrom rp2040py.native._rp2040 cimport RP2040\n",
    ),
    Patch(
        _LOOP,
        "    pios = rp2040.pio\n",
        "    cdef RPPIO first = rp2040.pio[0]\n"
        "    cdef RPPIO second = rp2040.pio[1]\n"
        "    cdef double due, asked = -1.0\n",
    ),
    Patch(
        _LOOP,
        "    while i < BATCH_INSTRUCTION_CEILING and not simulator.stopped:\n",
        "    while i < BATCH_INSTRUCTION_CEILING:\n"
        "        due = clock._next_alarm.nanos if clock._next_alarm is not None else -2.0\n"
        "        if due != asked:\n"
        "            asked = due\n"
        "            if simulator.stopped:\n"
        "                break\n",
    ),
    Patch(
        _LOOP,
        "        for pio in pios:\n            if not pio.stopped:\n                pio.advance(cycles)\n",
        "        if not first.stopped:\n            first.advance(cycles)\n"
        "        if not second.stopped:\n            second.advance(cycles)\n",
    ),
    # Usually no alarm is due, and the clock only advances
    Patch(
        _LOOP,
        "            if tick_batch <= 1:\n                clock.tick(delta_nanos)\n",
        "            if tick_batch <= 1:\n"
        "                due = clock._nanos_counter + delta_nanos\n"
        "                if clock._next_alarm is not None and clock._next_alarm.nanos <= due:\n"
        "                    clock.tick(delta_nanos)\n"
        "                else:\n"
        "                    clock._nanos_counter = due\n",
    ),
    *DIVIDER_PATCHES,
    # Read at every critical section and in every loop that waits: the number of the core, and the time
    Patch(
        _BUS,
        "        if SIO_START <= addr < SIO_START + 0x10000000:\n            # int()",
        "        if addr == SIO_START:\n            return 0\n"
        "        if SIO_START <= addr < SIO_START + 0x10000000:\n            # int()",
    ),
    Patch(
        _BUS,
        "        peripheral = self.find_peripheral(addr)\n        if peripheral is not None:\n            return",
        "        if addr == 0x40054024U or addr == 0x40054028U:\n"
        "            micros = <long long> ((self.clock._nanos_counter - <double> self.timer._epoch_nanos) / 1000)\n"
        "            return <unsigned int> (micros if addr & 8 else micros >> 32)\n"
        "        peripheral = self.find_peripheral(addr)\n        if peripheral is not None:\n            return",
    ),
    Patch(
        _BUS,
        "        cdef unsigned int offset\n        if addr & 0x3:\n",
        "        cdef unsigned int offset\n        cdef long long micros\n        if addr & 0x3:\n",
    ),
    # Runs of common instructions are executed by one call; its last instruction continues in the loop of the package
    Patch(_LOOP, "cdef double CYCLE_NANOS = 1e9 / 125_000_000  # 125 MHz\n", _RUN_FAST),
    Patch(
        _LOOP,
        "            cycles = core.execute_instruction()\n",
        "            cycles = 0\n"
        "            if tick_batch <= 1 and not core.interrupts_updated:\n"
        "                i += run_fast(rp2040, core, clock, first, second, &cycles)\n"
        "            if cycles == 0:\n"
        "                cycles = core.execute_instruction()\n",
    ),
]

DIGEST = sha256(repr(PATCHES).encode() + FAST_LOOP.read_bytes()).hexdigest()[:12]
PATCHES.append(Patch(_LOOP, "import time\n", f'import time\n\n{MARK} = "{DIGEST}"\n'))
