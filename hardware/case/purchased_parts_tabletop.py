"""Simplified shapes of all parts in the tabletop case that are not printed: modules, perfboard, buttons, battery.

Boxes and cylinders in the coordinates of hardware/dimensions.py. Parts of both consoles come from purchased_parts.py.
Needs trimesh.
"""

import trimesh

from hardware import dimensions
from hardware.case.purchased_parts import box, plugs, power, rod, screws
from hardware.case.sizes import SIZE

MM = dimensions.TABLETOP_MM
ROOF = MM["depth"] - MM["roof"]
SCREW = 20.0
"""Length of the case screws in mm."""

_TOGGLE = (SIZE["toggle_width"], SIZE["toggle_length"])
"""The mini toggle switch, long side vertical."""

_CLEAR_EDGE = 6.5
"""Width of the upper and lower edge of the perfboard without parts, for the corner screws (decided)."""


def _union(one: trimesh.Trimesh, other: trimesh.Trimesh) -> trimesh.Trimesh:
    """Returns the union of two solids."""
    return trimesh.boolean.union([one, other], engine="manifold")


def _module(center: dimensions.Point) -> trimesh.Trimesh:
    """Returns a module with its wires and one block for all LEDs."""
    low, size = MM["tile_z"], MM["tile_size"]
    led_area = 7 * SIZE["module_led_pitch"] + SIZE["module_led_width"]
    board = box(center, (size, size), low - SIZE["module_wires_depth"], low + MM["pcb"])
    return _union(board, box(center, (led_area, led_area), low, low + MM["pcb"] + MM["led_height"]))


def _button(center: dimensions.Point) -> trimesh.Trimesh:
    """Returns a panel button behind the front: body with terminals, and nut."""
    body = rod(center, 12.0, MM["depth"] - MM["panel_reach"], MM["depth"])
    return _union(body, rod(center, SIZE["panel_nut_diameter"], ROOF - SIZE["panel_nut_height"], ROOF - 0.001))


def _perfboard(center: dimensions.Point) -> trimesh.Trimesh:
    """Returns the perfboard with its parts, including the Pico."""
    low, size = MM["floor"] + MM["perf_rest"], (MM["perf_width"], MM["perf_height"])
    top = low + MM["pcb"]
    parts = box(center, (size[0], size[1] - 2 * _CLEAR_EDGE), top, top + SIZE["perf_parts_height"])
    return _union(box(center, size, low + 0.001, top), parts)


def everything() -> dict[str, trimesh.Trimesh]:
    """Returns all purchased parts by name."""
    panel = dimensions.panel()
    perf = panel["PERF"]
    usb = MM["floor"] + MM["perf_rest"] + MM["pcb"] + MM["pico_header"] + MM["pico_pcb"] + MM["pico_usb_height"] / 2
    found = power(MM) | plugs(MM, (perf[0] - MM["perf_width"] / 2 - MM["pico_usb_overhang"], perf[1], usb))
    found |= screws(dimensions.tabletop_screws(), SCREW, MM["screw_seat"], "case screw") | {
        "perfboard": _perfboard(perf)
    }
    for number, center in enumerate(dimensions.tile_centers(MM), 1):
        found[f"module {number}"] = _module(center)
    buttons = dimensions.key_centers(MM) + [panel[name] for name in ("ROLL", "BANK", "MENU")]
    found |= {f"button {number}": _button(center) for number, center in enumerate(buttons, 1)}
    size = (MM["oled_width"], MM["oled_height"])
    found["oled"] = box(panel["OLED"], size, ROOF - MM["oled_thickness"], ROOF - 0.001)
    switch = box(panel["SW10"], _TOGGLE, ROOF - SIZE["toggle_depth"], ROOF - 0.001)
    found["SW10"] = _union(switch, rod(panel["SW10"], 6.0, ROOF - 1, MM["depth"] + 4))
    return found
