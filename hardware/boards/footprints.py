"""Footprints that KiCad's libraries lack, in the file format of KiCad 6, which later versions read: Pico and holes."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware import dimensions

MM = dimensions.MM
LIBRARY = "sixpip"
ROW_DISTANCE = 17.78
PIN_PITCH = 2.54
"""Assumed: check figure 3 of the Raspberry Pi Pico datasheet."""

ROWS = 20
TOOLING_HOLE = 1.152
"""Diameter in mm of the holes that the assembler uses to align the panel (assumed: JLCPCB)."""


def pin_offset(number: int) -> tuple[float, float]:
    """Returns the position of pin 1 to 40 from the center of the Pico, component side up, USB at the top; y down."""
    if number <= ROWS:
        return -ROW_DISTANCE / 2, (number - (ROWS + 1) / 2) * PIN_PITCH
    return ROW_DISTANCE / 2, ((3 * ROWS + 1) / 2 - number) * PIN_PITCH


def _file(name: str, attributes: str, items: list[str]) -> str:
    """Returns the text of a .kicad_mod file."""
    texts = "".join(
        f'  (fp_text {kind} "{text}" (at 0 0) (layer "F.Fab") (effects (font (size 1 1) (thickness 0.15))))\n'
        for kind, text in (("reference", "REF**"), ("value", name))
    )
    body = "".join(f"  {item}\n" for item in items)
    return (
        f'(footprint "{name}" (version 20211014) (generator sixpip)\n  (layer "F.Cu")\n  (attr {attributes})\n'
        f"{texts}{body})\n"
    )


def _pin(number: int) -> str:
    """Returns one plated hole of the Pico; the pad of pin 1 is square."""
    x, y = pin_offset(number)
    shape = "rect" if number == 1 else "circle"
    return f'(pad "{number}" thru_hole {shape} (at {x:.3f} {y:.3f}) (size 1.7 1.7) (drill 1) (layers *.Cu *.Mask))'


def _box(layer: str, half_width: float, bottom: float, top: float, width: float) -> str:
    """Returns a rectangle from `top` to `bottom`."""
    corners = f"(start {-half_width:.3f} {top:.3f}) (end {half_width:.3f} {bottom:.3f})"
    return f'(fp_rect {corners} (layer "{layer}") (width {width}) (fill none))'


def pico() -> str:
    """Returns the Raspberry Pi Pico on two pin headers, with its origin in the center and USB at the top."""
    half_width, half_length = MM["pico_width"] / 2, MM["pico_length"] / 2
    items = [_pin(number) for number in range(1, 2 * ROWS + 1)]
    items.append(_box("F.SilkS", half_width, half_length, -half_length, 0.15))
    items.append(_box("F.Fab", half_width, half_length, -half_length, 0.1))
    items.append(_box("F.Fab", 4.0, -half_length + 4.3, -half_length - MM["pico_usb_overhang"], 0.1))  # USB socket
    top = -half_length - MM["pico_usb_overhang"]
    items.append(_box("F.CrtYd", half_width + 0.25, half_length + 0.25, top, 0.05))
    return _file("pico", "through_hole", items)


def hole(name: str, diameter: float) -> str:
    """Returns an unplated hole."""
    size = f"(size {diameter} {diameter}) (drill {diameter})"
    pad = f'(pad "" np_thru_hole circle (at 0 0) {size} (layers *.Cu *.Mask))'
    return _file(name, "exclude_from_pos_files exclude_from_bom", [pad])


@contextmanager
def folder() -> Iterator[Path]:
    """Yields a temporary folder with the library LIBRARY, as KiCad reads it."""
    texts = {"pico": pico(), "tile-hole": hole("tile-hole", MM["tile_hole"])}
    texts["tooling-hole"] = hole("tooling-hole", TOOLING_HOLE)
    with tempfile.TemporaryDirectory() as made:
        library = Path(made) / f"{LIBRARY}.pretty"
        library.mkdir()
        for name, text in texts.items():
            (library / f"{name}.kicad_mod").write_text(text, encoding="utf-8")
        yield Path(made)
