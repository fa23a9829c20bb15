"""Simplified shapes of all parts in the handheld case that are not printed: boards, components, battery, converter.

Boxes and cylinders in the coordinates of hardware/dimensions.py; positions come from the netlist. Needs trimesh.
"""

import trimesh

from hardware import dimensions
from hardware.boards import netlist
from hardware.case import sizes
from hardware.case.sizes import SIZE

MM = dimensions.MM
FRONT = MM["carrier_z"] + MM["pcb"]
BACK = MM["carrier_z"]
ROOF = MM["depth"] - MM["roof"]

_SMD = {
    "R": sizes.of_part("smd_resistor"),
    "C": sizes.of_part("smd_capacitor"),
    "F": sizes.of_part("smd_fuse"),
    "D": sizes.of_part("smd_diode"),
    "Q": sizes.of_part("smd_transistor"),
    "U": sizes.of_part("sot23_6"),
    "SOIC-14": sizes.of_part("soic14"),
}
"""Size of the other surface-mount parts by package or by the letter of their reference."""

_CAPACITOR = sizes.of_part("bulk_capacitor")
_PLUG = (SIZE["sh_socket_length"], SIZE["sh_socket_width"], MM["tile_plug_height"])
"""JST SM04B-SRSS-TB, the connector of J2 and J3."""


def box(center: tuple[float, float], size: tuple[float, float], low: float, high: float) -> trimesh.Trimesh:
    """Returns a box between two heights."""
    made = trimesh.creation.box((size[0], size[1], high - low))
    made.apply_translation((center[0], center[1], (low + high) / 2))
    return made


def rod(center: tuple[float, float], diameter: float, low: float, high: float) -> trimesh.Trimesh:
    """Returns a vertical cylinder between two heights."""
    made = trimesh.creation.cylinder(diameter / 2, high - low, sections=48)
    made.apply_translation((center[0], center[1], (low + high) / 2))
    return made


def _with_holes(plate: trimesh.Trimesh, holes: list[tuple[float, float]], diameter: float) -> trimesh.Trimesh:
    """Returns a plate with through holes."""
    return trimesh.boolean.difference([plate, *[rod(hole, diameter, -50, 50) for hole in holes]], engine="manifold")


def carrier() -> trimesh.Trimesh:
    """Returns the bare carrier board with its screw holes and square corners."""
    width, height = dimensions.case_size()
    holes = list(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)
    return _with_holes(box((width / 2, height / 2), dimensions.carrier_size(), BACK, FRONT), holes, MM["screw_hole"])


def tile(center: tuple[float, float]) -> trimesh.Trimesh:
    """Returns a tile: board with holes, one block for all LEDs, and two connectors with plugs."""
    low, high = MM["tile_z"], MM["tile_z"] + MM["pcb"]
    holes = [(center[0] + x, center[1] + y) for x, y in dimensions.TILE_HOLES]
    board = _with_holes(box(center, (MM["tile_size"], MM["tile_size"]), low, high), holes, MM["tile_hole"])
    led_area = (MM["cells"] - 1) * MM["led_pitch"] + MM["led_body"]
    parts = [board, box(center, (led_area, led_area), high + 0.001, high + MM["led_height"])]
    for side in (-1, 1):
        top = center[1] + MM["tile_size"] / 2
        place = (center[0] + side * MM["tile_plug_x"], top - 3.4)
        parts.append(box(place, (6.9, 6.4), low - MM["tile_plug_height"], low - 0.001))
    return trimesh.util.concatenate(parts)


def _rotated(size: tuple[float, float, float], rotation: float) -> tuple[float, float]:
    """Returns width and height of a part rotated by a multiple of 90 degrees."""
    across, along, _ = size
    return (across, along) if round(rotation) % 180 == 0 else (along, across)


def _front_parts() -> dict[str, trimesh.Trimesh]:
    """Returns the components on the front of the carrier."""
    found = {}
    for part in netlist.parts():
        place, z = (part.x, part.y), FRONT + 0.001
        if part.footprint == netlist.BUTTON:
            middle = (part.x + netlist.BUTTON_CENTER[0], part.y - netlist.BUTTON_CENTER[1])
            body = box(middle, (6.2, 6.2), z, FRONT + 3.7)
            legs = box(middle, (8.5, 6.5), BACK - SIZE["trimmed_pin"], BACK - 0.001)
            found[part.reference] = trimesh.util.concatenate(
                [body, rod(middle, 3.5, z, FRONT + MM["tact_height"]), legs]
            )
        elif part.footprint == netlist.BULK:
            found[part.reference] = box(place, _rotated(_CAPACITOR, part.rotation), z, FRONT + _CAPACITOR[2])
        elif part.footprint == netlist.PLUG:
            found[part.reference] = box(place, _rotated(_PLUG, part.rotation), z, FRONT + _PLUG[2])
        elif part.reference == "LS1":
            middle = (MM["buzzer_x"], MM["buzzer_y"])
            found[part.reference] = rod(middle, MM["buzzer_diameter"], z, FRONT + MM["buzzer_height"])
        elif part.footprint == netlist.HEADER3:
            found[part.reference] = box((part.x + 2.54, part.y), (7.7, 2.6), z, FRONT + SIZE["pin_header_height"])
        elif part.reference == "D1":
            found[part.reference] = box((part.x + 5.08, part.y), (5.2, 2.7), z, FRONT + 2.9)
        elif part.reference.rstrip("0123456789") in _SMD and not part.back:
            size = _SMD["SOIC-14" if "SOIC-14" in part.footprint else part.reference[0]]
            found[part.reference] = box(place, _rotated(size, part.rotation), z, FRONT + size[2])
    return found


def _behind_carrier() -> dict[str, trimesh.Trimesh]:
    """Returns the components on the back of the carrier: Pico on its headers, power connector and switch."""
    x, y = MM["pico_x"], MM["pico_y"]
    middle = (x + MM["pico_length"] / 2, y)
    under = BACK - MM["pico_header"] - MM["pico_pcb"]
    pico = [box(middle, (MM["pico_length"], MM["pico_width"]), under, under + MM["pico_pcb"])]
    pico.append(box((x + 3.0, y), (8.6, 8.0), under - MM["pico_usb_height"], under - 0.001))
    for side in (-1, 1):
        row = (middle[0], y + side * 8.89)
        pico.append(box(row, (50.8, 2.54), under + MM["pico_pcb"] + 0.001, BACK - 0.001))
        pico.append(box(row, (50.0, 1.7), FRONT + 0.001, FRONT + SIZE["trimmed_pin"]))
    plug = next(part for part in netlist.parts() if part.reference == "J1")
    pins = len(plug.nets)
    socket = box((plug.x - (pins - 1), plug.y - 2.45), (2.0 * pins + 1.9, 7.6), BACK - 4.8, BACK - 0.001)
    switch_place = (MM["switch_x"], MM["switch_y"])
    low = BACK - MM["switch_height"]
    switch = box(switch_place, (8.6, 4.4), low, BACK - 0.001)
    lever_y = MM["switch_y"] + MM["switch_lever"] / 2
    lever = box(
        (MM["switch_x"], lever_y),
        (SIZE["switch_lever_width"], MM["switch_lever"]),
        (low + BACK) / 2 - 1,
        (low + BACK) / 2 + 1,
    )
    return {"U1": trimesh.util.concatenate(pico), "J1": socket, "SW10": trimesh.util.concatenate([switch, lever])}


def _oled() -> trimesh.Trimesh:
    """Returns the OLED, which touches the lid, and its pins down to the carrier."""
    back = ROOF - 0.1 - MM["oled_thickness"]
    module = box((MM["oled_x"], MM["oled_y"]), (MM["oled_width"], MM["oled_height"]), back, ROOF - 0.1)
    return trimesh.util.concatenate([module, box((MM["oled_x"], MM["oled_pins_y"]), (10.2, 2.5), FRONT + 0.001, back)])


def power(mm: dict[str, float]) -> dict[str, trimesh.Trimesh]:
    """Returns battery and boost converter; `mm` has the dimensions of the case."""
    size = (mm["battery_length"], mm["battery_width"])
    battery = box((mm["battery_x"], mm["battery_y"]), size, mm["floor"], mm["floor"] + mm["battery_thickness"] + 0.5)
    width, _ = dimensions.case_size(mm)
    right, y = width - mm["wall"] - mm["boost_wall_gap"], mm["boost_y"]
    low = mm["floor"] + mm["boost_rest"]
    pegs = [(right - mm["boost_peg_in"], y + side * mm["boost_peg_apart"] / 2) for side in (-1, 1)]
    plate = box((right - mm["boost_length"] / 2, y), (mm["boost_length"], mm["boost_width"]), low, low + mm["pcb"])
    board = _with_holes(plate, pegs, 2.5)
    socket = box((right - 10.7, y - 7.9), (7.9, 7.5), low + mm["pcb"], low + mm["boost_height"])
    usb = box(
        (right + SIZE["boost_usb_overhang"] - 2.8, y),
        (5.6, 7.6),
        low + mm["pcb"],
        low + mm["pcb"] + mm["boost_usb_height"],
    )
    return {"battery": battery, "boost": trimesh.util.concatenate([board, socket, usb])}


def plugs(mm: dict[str, float], pico: tuple[float, float, float]) -> dict[str, trimesh.Trimesh]:
    """Returns two inserted USB plugs; `pico` is the center of the opening of the Pico's socket (x, y, z)."""
    width, _ = dimensions.case_size(mm)
    opening, clearance = (mm["usb_width"], mm["usb_height"]), 0.2
    boost_z = mm["floor"] + mm["boost_rest"] + mm["pcb"] + mm["boost_usb_height"] / 2
    right = width - mm["wall"] - mm["boost_wall_gap"] + SIZE["boost_usb_overhang"]
    found = {}
    for name, x, y, z in (
        ("plug of the Pico", pico[0] - 8, pico[1], pico[2]),
        ("plug", right + 8, mm["boost_y"], boost_z),
    ):
        low, high = z - opening[1] / 2 + clearance, z + opening[1] / 2 - clearance
        found[name] = box((x, y), (16.0, opening[0] - 2 * clearance), low, high)
    return found


def screws(places: list[dimensions.Point], length: float, seat: float, name: str) -> dict[str, trimesh.Trimesh]:
    """Returns numbered M3 screws with the given length and height of the underside of the head."""
    found = {}
    for number, place in enumerate(places, 1):
        shaft, head = rod(place, 3.0, seat, seat + length), rod(place, 6.0, seat - 2.4, seat - 0.001)
        found[f"{name} {number}"] = trimesh.util.concatenate([shaft, head])
    return found


def everything() -> dict[str, trimesh.Trimesh]:
    """Returns all purchased parts by name."""
    pico_z = BACK - MM["pico_header"] - MM["pico_pcb"] - MM["pico_usb_height"] / 2
    found = {"carrier": carrier(), "oled": _oled()} | _front_parts() | _behind_carrier() | power(MM)
    found |= plugs(MM, (MM["pico_x"] - MM["pico_usb_overhang"], MM["pico_y"], pico_z))
    found |= screws(list(dimensions.CASE_SCREWS), 16, MM["screw_seat"], "case screw")
    found |= screws(list(dimensions.CARRIER_SCREWS), 6, BACK, "carrier screw")
    for number, center in enumerate(dimensions.tile_centers(), 1):
        found[f"tile {number}"] = tile(center)
    return found
