"""The off latch, simulated with ngspice: off at the firmware's request, on with ROLL, and no other way."""

import pytest

from hardware.boards import netlist
from hardware.wiring import latch_simulation
from hardware.wiring.latch_simulation import CORNERS, Corner


@pytest.fixture(autouse=True)
def _ngspice() -> None:
    try:
        latch_simulation.run(".end\n")
    except latch_simulation.SimulatorMissing as error:
        pytest.skip(f"Hardware tools: {error}")


@pytest.mark.hardware_tools
@pytest.mark.parametrize("corner", CORNERS)
def test_the_console_switches_off_and_starts_again_with_roll(corner: Corner) -> None:
    assert latch_simulation.problems(corner) == []


@pytest.mark.hardware_tools
@pytest.mark.parametrize(
    ("missing", "fault"),
    [
        ("Q1", "The converter stays on"),
        ("Q2", "The converter stays on"),
        ("D3", "The converter stays on"),
        ("D2", "The converter is off"),
    ],
)
def test_the_simulation_notices_a_missing_part(missing: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [part for part in netlist.off_latch() if part.reference != missing]
    monkeypatch.setattr(netlist, "off_latch", lambda _: parts)
    assert any(sentence.startswith(fault) for sentence in latch_simulation.problems(CORNERS[0]))


@pytest.mark.hardware_tools
def test_schottky_diodes_would_switch_a_warm_console_off() -> None:
    leaks = CORNERS[0]._replace(cell=4.2, q1=0.6, q2=0.8, d2=2e-6, d3=0.5e-6, celsius=65.0)
    assert any(sentence.startswith("The converter is off") for sentence in latch_simulation.problems(leaks))


@pytest.mark.hardware_tools
@pytest.mark.parametrize(("threshold", "released"), [(0.5, False), (0.7, False), (0.8, True), (1.0, True)])
def test_roll_cannot_release_a_q1_that_conducts_at_the_forward_voltage_of_d2(threshold: float, released: bool) -> None:
    corner = CORNERS[0]._replace(cell=3.0, vs=3.0, q1=threshold, q2=0.8, d2=0.3e-9, celsius=27.0)
    assert any("(on again)" in sentence for sentence in latch_simulation.problems(corner)) is not released


@pytest.mark.hardware_tools
def test_d5_of_the_tabletop_releases_a_q1_that_the_latch_of_the_handheld_cannot() -> None:
    corner = CORNERS[0]._replace(cell=3.0, vs=3.0, q1=0.6, q2=1.0, d2=0.3e-9, celsius=27.0)
    assert latch_simulation.problems(corner) != []
    assert latch_simulation.problems(corner._replace(console="tabletop")) == []
