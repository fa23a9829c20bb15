"""Outlines of everything in the handheld case that is not printed: boards with their parts, battery, boost converter.

Boxes and cylinders in the frame of hardware/dimensions.py, places from the carrier's netlist. Needs trimesh.
"""

import trimesh

from hardware import dimensions
from hardware.boards import netlist

MM = dimensions.MM
FRONT = MM["carrier_z"] + MM["pcb"]
BACK = MM["carrier_z"]
ROOF = MM["depth"] - MM["roof"]
SOLDER = 1.5
"""Pins stand out this far behind a board when trimmed (assumed)."""

BOOST_EDGE, BOOST_USB_OVERHANG = 0.6, 0.8
"""The boost's board from the wall (body.scad), and its USB socket before the board (assumed)."""

_CAP = (8.0, 6.6, 7.9)
"""Electrolytic capacitor 6.3 x 7.7 with its base (assumed: Panasonic EEE-FK kind; height with solder)."""

_HEADER = 8.54
"""A pin header of 2.54 mm above its board (assumed: 2.54 of plastic, 6 of pin)."""

_PLUG = (6.0, 4.25, 2.95)
"""JST SM04B-SRSS-TB (assumed: compare with its sheet)."""


def box(center: tuple[float, float], size: tuple[float, float], low: float, high: float) -> trimesh.Trimesh:
    """An upright box."""
    made = trimesh.creation.box((size[0], size[1], high - low))
    made.apply_translation((center[0], center[1], (low + high) / 2))
    return made


def rod(center: tuple[float, float], diameter: float, low: float, high: float) -> trimesh.Trimesh:
    """An upright cylinder."""
    made = trimesh.creation.cylinder(diameter / 2, high - low, sections=48)
    made.apply_translation((center[0], center[1], (low + high) / 2))
    return made


def _pierced(plate: trimesh.Trimesh, holes: list[tuple[float, float]], diameter: float) -> trimesh.Trimesh:
    """A plate with holes through it."""
    return trimesh.boolean.difference([plate, *[rod(hole, diameter, -50, 50) for hole in holes]], engine="manifold")


def carrier() -> trimesh.Trimesh:
    """The carrier's bare board with its screw holes (corners square)."""
    width, height = dimensions.case_size()
    holes = list(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)
    return _pierced(box((width / 2, height / 2), dimensions.carrier_size(), BACK, FRONT), holes, MM["screw_hole"])


def tile(center: tuple[float, float]) -> trimesh.Trimesh:
    """A tile: board with its holes, the block of its LEDs, two connectors with plugs."""
    low, high = MM["tile_z"], MM["tile_z"] + MM["pcb"]
    holes = [(center[0] + x, center[1] + y) for x, y in dimensions.TILE_HOLES]
    board = _pierced(box(center, (MM["tile_size"], MM["tile_size"]), low, high), holes, MM["tile_hole"])
    lit = (MM["cells"] - 1) * MM["led_pitch"] + MM["led_body"]
    parts = [board, box(center, (lit, lit), high + 0.001, high + MM["led_height"])]
    for side in (-1, 1):
        top = center[1] + MM["tile_size"] / 2
        place = (center[0] + side * MM["tile_plug_x"], top - 3.4)
        parts.append(box(place, (6.9, 6.4), low - MM["tile_plug_height"], low - 0.001))
    return trimesh.util.concatenate(parts)


def _turned(size: tuple[float, float, float], turn: float) -> tuple[float, float]:
    """Width and height of a part that is turned by a multiple of 90 degrees."""
    across, along, _ = size
    return (across, along) if round(turn) % 180 == 0 else (along, across)


def _front_parts() -> dict[str, trimesh.Trimesh]:
    """What stands on the carrier's front."""
    found = {}
    for part in netlist.parts():
        place, z = (part.x, part.y), FRONT + 0.001
        if part.footprint == netlist.BUTTON:
            middle = (part.x + netlist.BUTTON_CENTER[0], part.y - netlist.BUTTON_CENTER[1])
            body = box(middle, (6.2, 6.2), z, FRONT + 3.7)
            legs = box(middle, (8.5, 6.5), BACK - SOLDER, BACK - 0.001)
            found[part.reference] = trimesh.util.concatenate(
                [body, rod(middle, 3.5, z, FRONT + MM["tact_height"]), legs]
            )
        elif part.footprint == netlist.BULK:
            found[part.reference] = box(place, _turned(_CAP, part.rotation), z, FRONT + _CAP[2])
        elif part.footprint == netlist.PLUG:
            found[part.reference] = box(place, _turned(_PLUG, part.rotation), z, FRONT + _PLUG[2])
        elif part.reference == "LS1":
            middle = (MM["buzzer_x"], MM["buzzer_y"])
            found[part.reference] = rod(middle, MM["buzzer_diameter"], z, FRONT + MM["buzzer_height"])
        elif part.footprint == netlist.HEADER3:
            found[part.reference] = box((part.x + 2.54, part.y), (7.7, 2.6), z, FRONT + _HEADER)
        elif part.reference == "D1":
            found[part.reference] = box((part.x + 5.08, part.y), (5.2, 2.7), z, FRONT + 2.9)
        elif part.footprint in (netlist.R0805, netlist.C0805):
            found[part.reference] = box(place, (2.4, 2.4), z, FRONT + 1.4)
    return found


def _behind_carrier() -> dict[str, trimesh.Trimesh]:
    """The Pico on its headers, power connector and switch, all on the carrier's back."""
    x, y = MM["pico_x"], MM["pico_y"]
    middle = (x + MM["pico_length"] / 2, y)
    under = BACK - MM["pico_header"] - MM["pico_pcb"]
    pico = [box(middle, (MM["pico_length"], MM["pico_width"]), under, under + MM["pico_pcb"])]
    pico.append(box((x + 3.0, y), (8.6, 8.0), under - MM["pico_usb_height"], under - 0.001))
    for side in (-1, 1):
        row = (middle[0], y + side * 8.89)
        pico.append(box(row, (50.8, 2.54), under + MM["pico_pcb"] + 0.001, BACK - 0.001))
        pico.append(box(row, (50.0, 1.7), FRONT + 0.001, FRONT + SOLDER))
    plug = next(part for part in netlist.parts() if part.reference == "J1")
    socket = box((plug.x - 3.0, plug.y - 2.45), (9.9, 7.6), BACK - 4.8, BACK - 0.001)
    switch_place = (MM["switch_x"], MM["switch_y"])
    low = BACK - MM["switch_height"]
    switch = box(switch_place, (8.6, 4.4), low, BACK - 0.001)
    lever_y = MM["switch_y"] + MM["switch_lever"] / 2
    lever = box((MM["switch_x"], lever_y), (4.0, MM["switch_lever"]), (low + BACK) / 2 - 1, (low + BACK) / 2 + 1)
    return {"U1": trimesh.util.concatenate(pico), "J1": socket, "SW10": trimesh.util.concatenate([switch, lever])}


def _oled() -> trimesh.Trimesh:
    """The OLED against the lid, and its pins down to the carrier."""
    back = ROOF - 0.1 - MM["oled_thickness"]
    module = box((MM["oled_x"], MM["oled_y"]), (MM["oled_width"], MM["oled_height"]), back, ROOF - 0.1)
    return trimesh.util.concatenate([module, box((MM["oled_x"], MM["oled_pins_y"]), (10.2, 2.5), FRONT + 0.001, back)])


def power(mm: dict[str, float]) -> dict[str, trimesh.Trimesh]:
    """Battery and boost converter, on the floor of the body whose lengths are `mm`."""
    size = (mm["battery_length"], mm["battery_width"])
    battery = box((mm["battery_x"], mm["battery_y"]), size, mm["floor"], mm["floor"] + mm["battery_thickness"] + 0.5)
    width, _ = dimensions.case_size(mm)
    right, y = width - mm["wall"] - BOOST_EDGE, mm["boost_y"]
    low = mm["floor"] + mm["boost_rest"]
    pegs = [(right - mm["boost_peg_in"], y + side * mm["boost_peg_apart"] / 2) for side in (-1, 1)]
    plate = box((right - mm["boost_length"] / 2, y), (mm["boost_length"], mm["boost_width"]), low, low + mm["pcb"])
    board = _pierced(plate, pegs, 2.5)
    socket = box((right - 10.7, y - 7.9), (7.9, 7.5), low + mm["pcb"], low + mm["boost_height"])
    usb = box(
        (right + BOOST_USB_OVERHANG - 2.8, y), (5.6, 7.6), low + mm["pcb"], low + mm["pcb"] + mm["boost_usb_height"]
    )
    return {"battery": battery, "boost": trimesh.util.concatenate([board, socket, usb])}


def plugs(mm: dict[str, float], pico: tuple[float, float, float]) -> dict[str, trimesh.Trimesh]:
    """Two USB plugs in their sockets; `pico` is the mouth of the Pico's socket: x, y, z of its middle."""
    width, _ = dimensions.case_size(mm)
    opening, room = (mm["usb_width"], mm["usb_height"]), 0.2
    boost_z = mm["floor"] + mm["boost_rest"] + mm["pcb"] + mm["boost_usb_height"] / 2
    right = width - mm["wall"] - BOOST_EDGE + BOOST_USB_OVERHANG
    found = {}
    for name, x, y, z in (
        ("plug of the Pico", pico[0] - 8, pico[1], pico[2]),
        ("plug", right + 8, mm["boost_y"], boost_z),
    ):
        low, high = z - opening[1] / 2 + room, z + opening[1] / 2 - room
        found[name] = box((x, y), (16.0, opening[0] - 2 * room), low, high)
    return found


def screws(places: list[dimensions.Point], long: float, seat: float, name: str) -> dict[str, trimesh.Trimesh]:
    """M3 screws of a length whose heads sit at a height, numbered."""
    found = {}
    for number, place in enumerate(places, 1):
        shaft, head = rod(place, 3.0, seat, seat + long), rod(place, 6.0, seat - 2.4, seat - 0.001)
        found[f"{name} {number}"] = trimesh.util.concatenate([shaft, head])
    return found


def everything() -> dict[str, trimesh.Trimesh]:
    """All bought things by name."""
    pico_z = BACK - MM["pico_header"] - MM["pico_pcb"] - MM["pico_usb_height"] / 2
    found = {"carrier": carrier(), "oled": _oled()} | _front_parts() | _behind_carrier() | power(MM)
    found |= plugs(MM, (MM["pico_x"] - MM["pico_usb_overhang"], MM["pico_y"], pico_z))
    found |= screws(list(dimensions.CASE_SCREWS), 16, MM["screw_seat"], "case screw")
    found |= screws(list(dimensions.CARRIER_SCREWS), 6, BACK, "carrier screw")
    for number, center in enumerate(dimensions.tile_centers(), 1):
        found[f"tile {number}"] = tile(center)
    return found
