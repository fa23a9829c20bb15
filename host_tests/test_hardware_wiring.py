"""Wiring: the rules of the netlist, and drawings and tables that are fresh; the harness is in test_hardware_harness.py.

Faults are put in on purpose, to see that each check can say no. What needs WireViz, schemdraw or SKiDL is skipped
without them.
"""

import importlib.util
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hardware.boards import netlist
from hardware.boards.netlist import Part
from hardware.documents import pinout, wokwi
from hardware.wiring import drawing, electrical_rules, schematic
from sixpip.board import pins

PARTS = netlist.parts()
STALE = "is stale: run `make hardware` (or `python -m hardware documents drawings`)."


def part(reference: str) -> Part:
    return next(part for part in PARTS if part.reference == reference)


# --- the netlist


def test_no_gpio_serves_two_nets_and_no_net_two_gpios() -> None:
    gpios = [gpio for gpio, _, _ in pins.PINS]
    nets = [net for _, net, _ in pins.PINS]
    assert len(set(gpios)) == len(gpios) and len(set(nets)) == len(nets)
    used = Counter(net for net in netlist.pico_nets().values() if net in netlist.GPIO_NETS.values())
    assert set(used.values()) == {1}


def test_the_oled_is_on_a_pair_that_i2c_0_can_drive_and_the_cell_on_an_adc() -> None:
    # RP2040, table of functions: I2C0 has SDA on GPIO 0, 4, 8 ... and SCL on the next; ADC0 to 2 are GPIO 26 to 28
    assert pins.OLED_SDA % 4 == 0 and pins.OLED_SCL == pins.OLED_SDA + 1
    assert pins.VBAT in (26, 27, 28)


def test_the_lines_that_need_a_pull_up_or_pull_down_have_one() -> None:
    assert set(part("R6").nets.values()) == {"OLED_SCL", netlist.V33}
    assert set(part("R7").nets.values()) == {"OLED_SDA", netlist.V33}
    assert set(part("R1").nets.values()) == {"LED_EN", netlist.GND}
    for _, net, meaning in pins.PINS:
        assert not net.startswith(("KEEP", "ROLL", "BANK", "MENU")) or "internal pull-up" in meaning


def test_the_level_shifter_has_a_capacitor_on_its_own_rail_and_no_input_left_open() -> None:
    shifter = part("U3")
    assert set(part("C8").nets.values()) == {shifter.nets["14"], netlist.GND}
    assert {shifter.nets.get(pin) for pin in ("5", "9", "12")} == {netlist.GND}


def test_the_netlist_keeps_every_electrical_rule() -> None:
    assert electrical_rules.violations(PARTS) == []


def changed(reference: str, nets: dict[str, str | None]) -> list[Part]:
    """The parts with some pins of one of them led elsewhere; None leaves a pin open."""
    found = []
    for one in PARTS:
        merged = {pin: net for pin, net in (one.nets | nets).items() if net} if one.reference == reference else one.nets
        found.append(one._replace(nets=merged))
    return found


FAULTS: dict[str, tuple[str, dict[str, str | None], str]] = {
    "U3 drives the pin that drives it": ("U3", {"3": "LED_DATA"}, "LED_DATA has more than one output"),
    "the Pico's data pin lost": ("U1", {"21": None}, "LED_DATA is an input that nothing drives"),
    "the fuse left out": ("F1", {"2": "NOWHERE"}, "5V feeds a part but has no source"),
    "the diode turned round": ("D1", {"1": netlist.V5, "2": netlist.VSYS}, "VSYS feeds a part but has no source"),
    "two supplies joined": ("U2", {"6": netlist.V33}, "3V3 has two sources"),
    "an input left open": ("U3", {"12": None}, "U3.12 is not connected"),
    "a net with one end": ("R8", {"2": "BUZZ_2"}, "BUZZ_2 ends in a single pin"),
}


@pytest.mark.parametrize("fault", list(FAULTS))
def test_a_fault_in_the_netlist_is_named(fault: str) -> None:
    reference, nets, sentence = FAULTS[fault]
    found = electrical_rules.violations(changed(reference, nets))
    assert any(sentence in line for line in found), found


@pytest.fixture
def skidl() -> None:
    """SKiDL, or a skip."""
    if importlib.util.find_spec("skidl") is None:  # importing it here would leave its logs here
        pytest.skip("Hardware tools: skidl is not installed: pip install skidl.")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("skidl")
def test_skidl_finds_nothing_wrong_and_writes_a_netlist_with_every_part() -> None:
    said, written = electrical_rules.skidl_check(PARTS)
    assert said == []
    references = set(re.findall(r'\(ref "([^"]+)"\)', written))
    assert references == {one.reference for one in PARTS if one.nets}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("skidl")
def test_skidl_hears_two_outputs_on_one_net() -> None:
    said, _ = electrical_rules.skidl_check(changed("U3", {"3": "LED_DATA"}))
    assert any("LED_DATA" in line for line in said), said


# --- what is made from it


def test_the_drawings_of_the_harness_are_fresh() -> None:
    assert drawing.stale() == [], f"A drawing {STALE}"


def test_a_change_of_the_wiring_makes_its_drawing_stale(tmp_path: Path) -> None:
    for path in drawing.DRAWINGS.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    source = tmp_path / "tabletop-panel.yml"
    source.write_text(source.read_text(encoding="utf-8").replace("KEEP1", "KEEP2", 1), encoding="utf-8")
    (tmp_path / "handheld-power.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "old.svg").write_text("<svg/>", encoding="utf-8")
    assert set(drawing.stale(tmp_path)) == {"tabletop-panel.yml", "handheld-power.svg", "old.svg"}


def words(svg: str) -> Counter[str]:
    return Counter(re.findall(r">([^<>\s][^<>]*)</t(?:ext|span)>", svg))


def test_wireviz_draws_today_what_is_kept(tmp_path: Path) -> None:
    if drawing.missing():
        pytest.skip(f"Hardware tools: {drawing.missing()}")
    for harness in drawing.harnesses():
        made = drawing.draw(harness, tmp_path)[1]
        kept = (drawing.DRAWINGS / made.name).read_text(encoding="utf-8")
        assert words(made.read_text(encoding="utf-8")) == words(kept) != Counter()


def test_the_drawings_name_every_cable_and_every_plug() -> None:
    for harness in drawing.harnesses():
        text = (drawing.DRAWINGS / f"{harness.name}.svg").read_text(encoding="utf-8")
        for name in [cable.name for cable in harness.cables] + [plug.name for plug in harness.plugs]:
            assert f">{name}<" in text, name


def test_the_schematic_is_fresh_and_shows_every_part_with_its_nets() -> None:
    assert schematic.stale() == [], f"The schematic {STALE}"
    shown: set[str] = set()
    for sheet, parts in schematic.SHEETS.items():
        said = " ".join(words((schematic.DRAWINGS / f"{sheet}.svg").read_text(encoding="utf-8"))).split()
        for one in parts():
            assert one.reference in said, one.reference
            assert set(one.nets.values()) - {netlist.GND} <= set(said), one.reference
            shown.add(one.reference)
    assert shown == {one.reference for one in PARTS if one.nets}


def test_schemdraw_draws_today_what_is_kept() -> None:
    if schematic.missing():
        pytest.skip(f"Hardware tools: {schematic.missing()}")
    for sheet in schematic.SHEETS:
        kept = (schematic.DRAWINGS / f"{sheet}.svg").read_text(encoding="utf-8")
        assert words(schematic.svg(sheet)) == words(kept)


def test_the_table_of_pins_has_each_gpio_of_the_firmware_at_its_pin() -> None:
    rows = {row[1]: row for row in pinout.pico_rows() if row[1]}
    for gpio, net, meaning in pins.PINS:
        pin, _, there, leads_to, words_there = rows[f"GP{gpio}"]
        assert (there, words_there) == (net, meaning) and leads_to
        assert part("U1").nets[pin] == net
    assert len(pinout.pico_rows()) == pinout.PICO_PINS


# --- Wokwi


def diagram() -> Any:
    return json.loads(wokwi.text())


def test_the_wokwi_diagram_keeps_to_the_pins() -> None:
    assert wokwi.problems(diagram()) == []


WOKWI_FAULTS = {
    "pico:GP8": ("pico:GP9", "pico:GP8 leads to nothing"),
    "oled:SDA": ("oled:SD", "oled:SD is no pin"),
    "die4:DOUT": ("die3:DOUT", "die4:DOUT leads to nothing"),
    "die2:VDD": ("die3:VDD", "die2 lacks data or 5 V"),
    "buzzer:2": ("buzzer:1", "leads to buzzer:1"),
}


@pytest.mark.parametrize("end", list(WOKWI_FAULTS))
def test_a_wire_of_the_wokwi_diagram_that_ends_elsewhere_is_named(end: str) -> None:
    instead, sentence = WOKWI_FAULTS[end]
    spoilt = json.loads(wokwi.text().replace(f'"{end}"', f'"{instead}"'))
    assert any(sentence in line for line in wokwi.problems(spoilt)), wokwi.problems(spoilt)


def test_a_part_of_the_wokwi_diagram_too_many_or_unknown_is_named() -> None:
    spoilt = diagram()
    spoilt["parts"].append(dict(spoilt["parts"][1]))
    spoilt["parts"].append({"type": "wokwi-toaster", "id": "toaster"})
    assert {"There are 2 parts named die1.", "wokwi-toaster is not in the table of pins."} <= set(
        wokwi.problems(spoilt)
    )
