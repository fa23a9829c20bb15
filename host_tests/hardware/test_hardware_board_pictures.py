"""The bodies of the parts in the pictures of the boards: names, pin 1, polarity, and the side seen."""

import re
from typing import Any

import pytest

from hardware.boards import pictures

BOARD = (100.0, 50.0)


def part(reference: str, value: str = "", pads: int = 2) -> dict[str, Any]:
    """A part of 10 x 4 mm with pin 1 at its left end, near the lower left corner of the board."""
    return {"reference": reference, "value": value, "back": False, "box": [5, 5, 15, 9], "pin1": [5, 7], "pads": pads}


@pytest.mark.parametrize(("side", "x"), [("top", "5.00"), ("bottom", "85.00")])
def test_a_body_is_drawn_where_the_gerbers_have_its_pads_and_the_back_is_mirrored(side: str, x: str) -> None:
    drawn = pictures.body(part("R1"), *BOARD, side)
    assert drawn.startswith(f'<rect x="{x}" y="41.00" width="10.00" height="4.00"') and ">R1</text>" in drawn


def test_a_diode_has_a_bar_at_its_cathode_and_a_capacitor_its_plus() -> None:
    bars = re.findall(r'<rect x="([\d.]+)"', pictures.body(part("D4", "SMBJ5.0A"), *BOARD, "top"))
    assert len(bars) == 2 and float(bars[1]) < 7
    assert re.search(r'<text x="[67][^>]*>\+</text>', pictures.body(part("C1", "220u 10V"), *BOARD, "top"))
    assert "+" not in pictures.body(part("C7", "100n"), *BOARD, "top")


@pytest.mark.parametrize("reference", ["U2", "Q1", "J1"])
def test_a_part_with_more_pins_has_a_dot_at_pin_1(reference: str) -> None:
    (x,) = re.findall(r'<circle cx="([\d.]+)"', pictures.body(part(reference, pads=6), *BOARD, "top"))
    assert float(x) < 7
