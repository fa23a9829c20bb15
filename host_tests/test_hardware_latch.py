"""The off latch, simulated with ngspice: off at the firmware's request, on with ROLL, and no other way."""

import pytest

from hardware.boards import netlist
from hardware.wiring import latch_simulation
from hardware.wiring.latch_simulation import CORNERS, Corner

VIL = 0.8
"""Highest volts that the RP2040 reads as low (its datasheet)."""
ENABLE_LOW, ENABLE_HIGH = 0.2, 0.8
"""Limits of the converter's enable pin as fractions of the cell voltage (TPS61090, assumed)."""


@pytest.fixture(autouse=True)
def _ngspice() -> None:
    try:
        latch_simulation.run(".end\n")
    except latch_simulation.SimulatorMissing as error:
        pytest.skip(f"Hardware tools: {error}")


@pytest.mark.hardware_tools
@pytest.mark.parametrize("corner", CORNERS)
def test_the_console_switches_off_and_starts_again_with_roll(corner: Corner) -> None:
    found, pressed = latch_simulation.simulate(corner)
    for name in ("on", "on again", "after a press"):
        assert found[name].enable > ENABLE_HIGH * corner.cell, name
        assert found[name].roll > 3.0, name
    assert found["off"].enable < ENABLE_LOW * corner.cell
    assert found["off"].sense < 60e-6
    assert pressed < VIL


@pytest.mark.hardware_tools
@pytest.mark.parametrize("missing", ["Q1", "Q2", "D3", "D2"])
def test_the_simulation_notices_a_missing_part(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [part for part in netlist.off_latch() if part.reference != missing]
    monkeypatch.setattr(netlist, "off_latch", lambda: parts)
    found, pressed = latch_simulation.simulate(CORNERS[2])
    is_off = found["off"].enable < ENABLE_LOW * 4.2
    is_on = found["on again"].enable > ENABLE_HIGH * 4.2
    assert not (is_off and is_on and pressed < VIL)
