"""The off latch, simulated with ngspice: off at the firmware's request, on with ROLL, and no other way."""

import pytest

from hardware import bom
from hardware.boards import netlist
from hardware.documents import perfboard_page
from hardware.wiring import latch_simulation
from hardware.wiring.latch_simulation import CORNERS, LEAKS, Corner, transistors

pytestmark = pytest.mark.hardware_tools
EMPTY = CORNERS[0]._replace(cell=3.0, vs=3.0)
UNUSED = [row for row in transistors() if row.console == "not used"]


@pytest.fixture(autouse=True)
def _ngspice() -> None:
    try:
        latch_simulation.run(".end\n")
    except latch_simulation.SimulatorMissing as error:
        pytest.skip(f"Hardware tools: {error}")


@pytest.mark.parametrize("corner", CORNERS)
def test_the_console_switches_off_and_starts_again_with_roll(corner: Corner) -> None:
    assert latch_simulation.problems(corner) == []


def test_the_table_has_the_transistors_of_the_parts_list_and_every_one_is_simulated() -> None:
    rows = [row for row in transistors() if row not in UNUSED]
    for row in rows:
        assert {row.low, row.high} <= {
            getattr(corner, row.reference.lower()) for corner in CORNERS if corner.console == row.console
        }
    for console in ("handheld", "tabletop"):
        numbers = [line.number for line in bom.LINES if {"Q1", "Q2"} & set(getattr(line, console))]
        bought = {number.partition(",")[0] for number in numbers}  # "2N7002,215": 215 is the kind of reel
        assert bought <= {row.part for row in rows if row.console == console}
    assert all("datasheet" in row.source or "assumed" in row.source for row in transistors())


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


def test_schottky_diodes_would_switch_a_warm_console_off() -> None:
    leaks = CORNERS[0]._replace(cell=4.2, q1=0.6, q2=0.8, d2=2e-6, d3=0.5e-6, celsius=65.0)
    assert any(sentence.startswith("The converter is off") for sentence in latch_simulation.problems(leaks))


@pytest.mark.parametrize("row", UNUSED, ids=lambda row: str(row.maker))
def test_roll_cannot_release_a_q1_that_conducts_at_the_forward_voltage_of_d2(row: latch_simulation.Transistor) -> None:
    corner = EMPTY._replace(q1=row.low, q1_ma=row.ma, d2=LEAKS[-1][0], d3=LEAKS[-1][1], celsius=65.0)
    assert any("(on again)" in sentence for sentence in latch_simulation.problems(corner))


@pytest.mark.parametrize("console", ["handheld", "tabletop"])
def test_the_tabletop_needs_d5_for_the_low_threshold_of_its_q1_and_must_not_have_a_high_one(console: str) -> None:
    low = EMPTY._replace(q1=0.8, q1_ma=1.0, d2=LEAKS[-1][0], d3=LEAKS[-1][1], celsius=65.0, console=console)
    assert (latch_simulation.problems(low) == []) == (console == "tabletop")
    assert latch_simulation.problems(low._replace(q1=0.6))  # so it is measured before it is soldered
    assert "there must be 0.8 to 2.0 V" in perfboard_page.page()
    high = EMPTY._replace(q1=2.5, q2=2.0, d2=LEAKS[-1][0], d3=LEAKS[0][0], celsius=0.0, console=console)
    assert (latch_simulation.problems(high) == []) == (console == "handheld")
