"""Print times, supports and bed sizes in PRINT.md are those of the current models; 3MF files hold the whole mesh."""

import pytest

from hardware import bom, dimensions, pictures
from hardware.case import __main__ as command
from hardware.case import openscad, print_page, slicer

CONSOLES = ("handheld", "tabletop")
GCODE = """;LAYER_CHANGE
;TYPE:Perimeter
;LAYER_CHANGE
;TYPE:Support material
; filament used [g] = 12.5
; estimated printing time (normal mode) = 1d 1h 2m 30s
"""


def test_the_g_code_gives_time_mass_and_layers_of_support() -> None:
    found = slicer.read(GCODE, (1.0, 2.0, 3.0))
    assert found.minutes == pytest.approx(24 * 60 + 62.5)
    assert (found.grams, found.support_layers) == (12.5, 1)


@pytest.mark.parametrize("gone", ["filament used [g]", "estimated printing time"])
def test_g_code_without_figures_is_refused(gone: str) -> None:
    with pytest.raises(slicer.SlicerFailed, match="PrusaSlicer"):
        slicer.read(GCODE.replace(gone, "x"), (1.0, 2.0, 3.0))


def test_the_stored_prints_are_those_of_the_current_models() -> None:
    tool, checksum, prints = slicer.load(print_page.SLICED)
    stale = "stale: run `python -m hardware.case` on a computer with OpenSCAD and PrusaSlicer."
    assert checksum == pictures.printed_checksum(), stale
    assert tool.startswith("PrusaSlicer 2.")
    assert set(prints) == {
        f"{name}-{part}" for name, model in print_page.MODELS.items() for part in openscad.PARTS[model]
    }


@pytest.mark.parametrize("console", CONSOLES)
def test_no_part_needs_supports_and_every_part_says_how_it_is_printed(console: str) -> None:
    for row in print_page.rows(console)[:-1]:
        assert row[4] == "no", row[0]
        assert row[3] and f"| {' | '.join(row)} |" in print_page.page()


def test_the_page_has_the_bed_that_the_handheld_needs() -> None:
    width, height = dimensions.case_size()
    assert print_page.bed("handheld") == pytest.approx((width + 10, height + 10), abs=0.01)
    assert f"{width + 10:.0f} x {height + 10:.0f} mm, with a brim of 5 mm" in print_page.page()


@pytest.mark.parametrize("console", CONSOLES)
def test_the_bom_has_enough_plastic(console: str) -> None:
    total, _ = print_page.totals(console)
    count, diffuser = print_page.prints(console)["diffuser"]
    white = count * diffuser.grams
    for reference, grams in (("PRINT", total - white), ("FILAMENT.WHITE", white)):
        (line,) = [line for line in bom.LINES if reference in line.handheld]
        assert line.part.endswith("in g")
        assert grams <= line.quantity(console) <= 1.15 * grams


def test_every_picture_of_the_case_is_drawn_and_kept() -> None:
    assert {path.stem for path in pictures.CASE.glob("*.png")} == set(command.VIEWS)
