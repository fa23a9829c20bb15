"""The space that plugs, cables, the cell's lead, the switch and a pin for BOOTSEL need in the closed case.

Boxes and cylinders in the coordinates of hardware/dimensions.py, like purchased_parts.py. fit.py reports a part that is
in one of them. Needs trimesh.
"""

from typing import NamedTuple

import trimesh

from hardware import dimensions
from hardware.boards import netlist
from hardware.case import routes
from hardware.case.purchased_parts import BACK, FRONT, ROOF, box, rod
from hardware.case.sizes import SIZE
from hardware.wiring import harness

MM = dimensions.MM
SH_OVERHANG, SH_BEND, SH_WIRES_WIDTH = SIZE["sh_plug_overhang"], SIZE["sh_wires_bend"], SIZE["sh_wires_width"]
PH_OVERHANG, PH_BEND = SIZE["ph_plug_overhang"], SIZE["ph_wires_bend"]
SH_PLUG_WIDTH = SIZE["sh_socket_length"]
"""Width of a JST SH plug: that of its connector."""


class KeepOut(NamedTuple):
    """A space to keep free, the parts that belong in it, whether other wires may share it, and the cable in it."""

    name: str
    mesh: trimesh.Trimesh
    mates: tuple[str, ...] = ()
    wires: bool = False
    cable: str = ""


def _chain_plugs() -> list[KeepOut]:
    """Returns the plugs on the tiles, whose wires leave upward, and those on the carrier, which leave to the sides."""
    found = []
    low, high = MM["tile_z"] - MM["tile_plug_height"], MM["tile_z"] - 0.05
    for number, (x, y) in enumerate(dimensions.tile_centers(), 1):
        edge = y + MM["tile_size"] / 2 - 0.2
        for name, side in (("IN", -1), ("OUT", 1)):
            at = x + side * MM["tile_plug_x"]
            plug = box((at, edge + SH_OVERHANG / 2), (SH_PLUG_WIDTH, SH_OVERHANG), low, high)
            lowest = high - SIZE["sh_wires_height"] - SIZE["wire_28awg"] / 2
            wires = box((at, edge + SH_OVERHANG + SH_BEND / 2), (SH_WIRES_WIDTH, SH_BEND), lowest, high)
            found.append(KeepOut(f"plug of tile {number} {name}", plug, (f"tile {number}",)))
            found.append(KeepOut(f"wires of tile {number} {name}", wires, (f"tile {number}",), wires=True))
    for reference, side in (("J2", -1), ("J3", 1)):
        part = next(part for part in netlist.parts() if part.reference == reference)
        edge, top = part.x + side * 2.2, FRONT + MM["tile_plug_height"]
        plug = box((edge + side * SH_OVERHANG / 2, part.y), (SH_OVERHANG, SH_PLUG_WIDTH), FRONT + 0.05, top)
        wires = box((edge + side * (SH_OVERHANG + SH_BEND / 2), part.y), (SH_BEND, SH_WIRES_WIDTH), FRONT + 0.05, top)
        found.append(KeepOut(f"plug of {reference}", plug))
        found.append(KeepOut(f"wires of {reference}", wires, wires=True))
    return found


def _supply() -> list[KeepOut]:
    """Returns the plug of J1 with its wires to the converter."""
    part = next(part for part in netlist.parts() if part.reference == "J1")
    pins = len(part.nets)
    x, edge = part.x - (pins - 1), part.y - 6.25
    low, high = BACK - 4.8, BACK - 0.05
    plug = box((x, edge - PH_OVERHANG / 2), (2.0 * pins + 1.9, PH_OVERHANG), low, high)
    wires = box((x, edge - PH_OVERHANG - PH_BEND / 2), (2.0 * pins, PH_BEND), low, high)
    return [KeepOut("plug of J1", plug), KeepOut("wires of J1", wires, wires=True)]


def cell_lead(mm: dict[str, float]) -> list[KeepOut]:
    """Returns the plug of the cell at the converter, its lead, and the view to the charging lights."""
    width, _ = dimensions.case_size(mm)
    right, y = width - mm["wall"] - mm["boost_wall_gap"], mm["boost_y"]
    x, edge = right - 10.7, y - 7.9 - 3.75
    low = mm["floor"] + mm["boost_rest"] + mm["pcb"]
    plug = box((x, edge - PH_OVERHANG / 2), (7.9, PH_OVERHANG), low, low + 5.5)
    bend = box((x, edge - PH_OVERHANG - PH_BEND / 2), (5.0, PH_BEND), low, low + 5.5)
    start = mm["battery_x"] + mm["battery_length"] / 2 + 1.5
    bottom, turn = edge - PH_OVERHANG - PH_BEND - 0.5, (start + 2.5, y)
    down = box((turn[0], (turn[1] + bottom) / 2), (4.0, turn[1] - bottom), mm["floor"] + 1.6, mm["floor"] + 5.6)
    along = box(((start + x) / 2, bottom + 2.0), (x - start, 4.0), mm["floor"] + 1.6, mm["floor"] + 5.6)
    light = box((width - 6.0, y + mm["boost_light_y"]), (13.0, 1.0), low + 0.9, low + 1.9)
    return [
        KeepOut("plug of the cell", plug, ("boost",)),
        KeepOut("bent lead of the cell", bend, wires=True, cable="W1"),
        KeepOut("lead of the cell, down", down, ("battery",), wires=True, cable="W1"),
        KeepOut("lead of the cell, along", along, wires=True, cable="W1"),
        KeepOut("view of the charging lights", light),
    ]


def _wire_resistors(mm: dict[str, float]) -> list[KeepOut]:
    """Returns the resistors in two wires of W2: on both sides of the bundle, next to the converter."""
    right = dimensions.case_size(mm)[0] - mm["wall"] - mm["boost_wall_gap"]
    length, across = SIZE["wire_resistor_length"], SIZE["wire_resistor_diameter"]
    (_, row, z), _ = routes.boost_row(mm)
    aside = (routes.BUNDLE[5] / 2 - 1) * SIZE["wire_26awg"] + across / 2
    found = []
    for side, (name, _) in zip((-1, 1), harness.WIRE_RESISTORS.values(), strict=True):
        place = (right - mm["boost_length"] - length / 2, row + side * aside)
        space = box(place, (length, across), z - across / 2, z + across / 2)
        found.append(KeepOut(name, space, wires=True, cable="W2"))
    return found


def _switch_and_pins() -> list[KeepOut]:
    """Returns the travel of the power switch, the solder of the OLED's pins, BOOTSEL, and the pin that presses it."""
    lever_z = BACK - MM["switch_height"] / 2
    reach = MM["switch_y"] + MM["switch_lever"] / 2
    width = SIZE["switch_lever_width"] + SIZE["switch_travel"]
    travel = box((MM["switch_x"], reach), (width, MM["switch_lever"]), lever_z - 1, lever_z + 1)
    pins = (MM["oled_x"], MM["oled_pins_y"])
    place = (MM["pico_x"] + MM["bootsel_in"], MM["pico_y"] + MM["bootsel_off"])
    under = BACK - MM["pico_header"] - MM["pico_pcb"]
    end = under - MM["bootsel_height"]
    return [
        KeepOut("travel of SW10", travel, ("SW10",)),
        KeepOut("pins of the OLED, front", box(pins, (10.2, 2.0), ROOF - 1.6, ROOF - 0.05), ("oled",)),
        KeepOut("pins of the OLED, back", box(pins, (10.2, 2.0), BACK - SIZE["trimmed_pin"], BACK - 0.05)),
        KeepOut("BOOTSEL", box(place, (4.5, 3.4), end + 0.05, under - 0.05), ("U1",)),
        KeepOut("pin for BOOTSEL", rod(place, MM["bootsel_hole"] - 0.4, -5.0, end)),
    ]


def _cables(found: list[routes.Route]) -> list[KeepOut]:
    """Returns the space of each cable between its ends."""
    return [
        KeepOut(f"cable {route.cable.name}", route.mesh(), route.ends, wires=True, cable=route.cable.name)
        for route in found
    ]


def handheld() -> list[KeepOut]:
    """Returns the spaces to keep free in the handheld."""
    own = _chain_plugs() + _supply() + cell_lead(MM) + _wire_resistors(MM) + _switch_and_pins()
    return own + _cables(routes.handheld())


def tabletop() -> list[KeepOut]:
    """Returns the spaces to keep free in the tabletop."""
    mm = dimensions.TABLETOP_MM
    return cell_lead(mm) + _wire_resistors(mm) + _cables(routes.tabletop())
