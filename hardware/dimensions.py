"""The dimensions that boards and case share, each with its source. Not yet built.

The boards (hardware/boards) import this module; the case includes hardware/case/dimensions.scad, which
`python -m hardware documents` writes. Copper and the shapes of printed parts are defined elsewhere.

Coordinates: x to the right and y up, as seen from the front; z toward the player. The origin is the lower left corner
of the body's back. All lengths in mm.
"""

from pathlib import Path
from typing import NamedTuple

SCAD = Path(__file__).resolve().parent / "case" / "dimensions.scad"
"""The generated file that the case includes."""

TABLETOP_SCAD = SCAD.with_name("tabletop.scad")
"""The generated file that sets the dimensions of the tabletop case."""

KINDS = ("decided", "datasheet", "computed", "assumed", "measured")
"""decided: a design choice. datasheet: from the source named. computed: from others. assumed: measure first. measured:
on a console that was built."""


class Dimension(NamedTuple):
    """A length in mm (or a count), with its kind (KINDS) and the source or reason."""

    name: str
    value: float
    kind: str
    source: str


GIVEN = (
    Dimension("tile_size", 33.0, "decided", "outline of the LED tile"),
    Dimension("tile_pitch", 35.0, "decided", "distance between the centers of two dice"),
    Dimension("tile_columns", 6, "decided", "dice in a row"),
    Dimension("tile_rows", 1, "decided", "rows of dice"),
    Dimension("cells", 8, "decided", "LEDs along one side of a tile"),
    Dimension("led_pitch", 4.0, "decided", "distance between the centers of two LEDs"),
    Dimension("led_body", 2.2, "assumed", "WS2812B-2020: 2.2 x 2.0 mm; check its datasheet"),
    Dimension("led_height", 0.84, "assumed", "WS2812B-2020; check its datasheet"),
    Dimension("pcb", 1.6, "decided", "thickness of both boards"),
    Dimension("tile_hole", 1.8, "decided", "takes a printed pin of 1.5 mm or an M1.6 screw"),
    Dimension("tile_plug_x", 8.0, "decided", "distance of connectors IN and OUT from the vertical center line"),
    Dimension("tile_plug_width", 7.4, "assumed", "JST SM04B-SRSS-TB: 6.8 across its pads, plus clearance"),
    Dimension("tile_plug_depth", 7.2, "computed", "from the tile's upper edge to the far side of the connector's pads"),
    Dimension("tile_plug_height", 2.95, "assumed", "JST SH side entry: check its datasheet"),
    Dimension("wall", 2.4, "decided", "side walls of the case: six lines with a 0.4 mm nozzle"),
    Dimension("floor", 2.0, "decided", "back of the body"),
    Dimension("roof", 2.0, "decided", "front of the lid"),
    Dimension("diffuser_front", 0.6, "assumed", "front of a diffuser, thin enough for its light: print one first"),
    Dimension("margin", 4.5, "decided", "from the outside of the case to the grid of dice"),
    Dimension("key_strip", 14.0, "decided", "strip for the keep buttons below each row of dice"),
    Dimension("head", 36.0, "decided", "strip for OLED and action buttons above the dice"),
    Dimension("depth", 24.0, "decided", "outside depth of the case, back to front"),
    Dimension("split_z", 11.0, "decided", "where body and lid meet: above both USB openings"),
    Dimension("corner", 6.0, "decided", "radius of the case's corners"),
    Dimension("carrier_gap", 3.5, "decided", "from the outside of the case to the carrier's edge"),
    Dimension("carrier_z", 11.7, "computed", "back of the carrier, with space for battery and Pico behind it"),
    Dimension("tile_z", 16.6, "computed", "back of the tile: carrier_z + pcb + 3.3 for its connectors"),
    Dimension("screw_hole", 3.2, "decided", "M3 clearance hole in the carrier"),
    Dimension("insert_hole", 4.0, "assumed", "for M3 heat-set inserts of 4.6 mm; check the datasheet of your insert"),
    Dimension("post", 7.0, "decided", "diameter of the screw posts"),
    Dimension("body_post", 8.4, "decided", "diameter of the body's posts: 1.1 around the screw head"),
    Dimension("screw_head", 6.2, "decided", "counterbore for an M3 head of up to 6.0"),
    Dimension("screw_seat", 3.0, "decided", "depth of the counterbore: M3 x 16 with a cap head ends 6.1 deep"),
    Dimension("pico_length", 51.0, "assumed", "Raspberry Pi Pico; check its datasheet"),
    Dimension("pico_width", 21.0, "assumed", "Raspberry Pi Pico; check its datasheet"),
    Dimension("pico_pcb", 1.0, "assumed", "Raspberry Pi Pico; check its datasheet"),
    Dimension("pico_usb_height", 2.7, "assumed", "micro USB shell above the Pico's board"),
    Dimension("pico_usb_overhang", 1.3, "assumed", "Raspberry Pi Pico; check its datasheet"),
    Dimension("pico_header", 2.5, "assumed", "plastic body of a 2.54 mm pin header, between carrier and Pico"),
    Dimension("pico_x", 3.8, "decided", "the short edge of the Pico that has the USB socket"),
    Dimension("pico_y", 71.5, "computed", "the Pico's long axis: center of the head strip"),
    Dimension("usb_width", 12.5, "assumed", "opening for the molded plug of a micro USB cable"),
    Dimension("usb_height", 8.0, "assumed", "opening for the molded plug of a micro USB cable"),
    Dimension("bootsel_in", 12.75, "assumed", "BOOTSEL from the Pico's edge with the USB socket: measure yours"),
    Dimension("bootsel_off", 3.0, "assumed", "BOOTSEL from the Pico's long axis, toward pins 1 to 20: measure yours"),
    Dimension("bootsel_height", 2.75, "assumed", "BOOTSEL above the Pico's board: measure yours"),
    Dimension("bootsel_hole", 3.0, "decided", "for a straightened paper clip, guided by a tube"),
    Dimension("oled_x", 109.5, "computed", "center of the case"),
    Dimension("oled_y", 71.5, "computed", "center of the head strip"),
    Dimension("oled_width", 27.3, "assumed", "0.96 inch SSD1306 module as commonly sold, four pins: measure yours"),
    Dimension("oled_height", 27.8, "assumed", "0.96 inch SSD1306 module as commonly sold: measure yours"),
    Dimension("oled_thickness", 2.7, "assumed", "board 1.2 plus glass 1.5"),
    Dimension("oled_pins_y", 83.9, "assumed", "row of pins, 1.5 below the module's upper edge"),
    Dimension(
        "window_width",
        25.0,
        "computed",
        "active area 21.74 plus 1.6 on each side: the position of the glass varies by manufacturer",
    ),
    Dimension("window_height", 14.0, "computed", "active area 10.86 plus 1.6 on each side"),
    Dimension(
        "tact_height", 7.3, "assumed", "6 mm tactile switch, 7.3 mm above the board (by the name of KiCad's footprint)"
    ),
    Dimension("key_cap", 9.0, "decided", "diameter of the caps of the keep buttons and MENU"),
    Dimension("action_cap", 13.0, "decided", "caps of ROLL (round) and BANK (square)"),
    Dimension("action_y", 71.5, "computed", "center of the head strip"),
    Dimension("roll_x", 147.0, "decided", "ROLL, BANK, MENU are to the right of the OLED"),
    Dimension("bank_x", 169.0, "decided", "ROLL, BANK, MENU are to the right of the OLED"),
    Dimension("menu_x", 191.0, "decided", "ROLL, BANK, MENU are to the right of the OLED"),
    Dimension("buzzer_x", 77.0, "decided", "between the Pico and the OLED"),
    Dimension("buzzer_y", 72.0, "decided", "between the Pico and the OLED"),
    Dimension("buzzer_diameter", 12.2, "assumed", "TDK PS1240P02BT, by the name of KiCad's footprint"),
    Dimension("buzzer_height", 6.5, "assumed", "TDK PS1240P02BT, by the name of KiCad's footprint"),
    Dimension("switch_x", 155.0, "decided", "power switch in the upper wall"),
    Dimension("switch_y", 88.0, "decided", "its pins: the lever projects 0.2 beyond the wall"),
    Dimension("switch_lever", 6.2, "assumed", "C&K OS102011MA1QN1: distance from the pins to the end of the lever"),
    Dimension("switch_height", 4.7, "assumed", "C&K OS102011MA1QN1: body below the carrier; measure yours"),
    Dimension("battery_x", 105.0, "decided", "center of the battery bay, clear of every soldered pin"),
    Dimension("battery_y", 44.5, "decided", "center of the battery bay"),
    Dimension("battery_length", 66.0, "assumed", "2500 mAh cell with its protection board, 785060: measure yours"),
    Dimension("battery_width", 52.0, "assumed", "2500 mAh cell, 785060: measure yours"),
    Dimension(
        "battery_thickness", 8.0, "assumed", "7.8 by the cell type 785060; 1.7 above it are left for swelling and foam"
    ),
    Dimension("boost_length", 36.1, "datasheet", "Adafruit PowerBoost 1000C rev B, its board file"),
    Dimension("boost_width", 22.9, "datasheet", "Adafruit PowerBoost 1000C rev B, its board file"),
    Dimension("boost_height", 7.1, "assumed", "board 1.6 plus battery socket 5.5"),
    Dimension("boost_usb_height", 2.6, "assumed", "micro USB shell above the converter's board"),
    Dimension("boost_wall_gap", 0.6, "assumed", "between the converter's board and the right wall"),
    Dimension("boost_rest", 2.0, "decided", "height of its supports above the floor, for the solder joints below it"),
    Dimension(
        "boost_peg_in", 2.54, "datasheet", "distance of its 2.5 mm holes from the edge with the USB socket; board file"
    ),
    Dimension("boost_peg_apart", 17.78, "datasheet", "distance between those holes; board file"),
    Dimension(
        "boost_light_y", 10.29, "datasheet", "its charging lights, off its long axis; board file: (11.43 - 1.143) mm"
    ),
    Dimension("boost_light_hole", 1.6, "decided", "width of the slot in the right wall at these lights"),
    Dimension("vent_width", 1.6, "decided", "slots in the walls of the body: no finger and no screw fits through"),
    Dimension("vent_bottom", 3.0, "decided", "lower end of the slots"),
    Dimension("vent_top", 9.0, "decided", "upper end of the slots, a bridge of 1.6 for the printer"),
    Dimension("vent_pitch", 4.0, "decided", "distance between two slots"),
    Dimension("boost_y", 36.5, "decided", "long axis of the boost converter, its USB socket in the right wall"),
)
"""The given dimensions. The functions below compute the rest."""

TABLETOP = (
    Dimension("tile_size", 65.0, "assumed", "DFRobot DFR0459 and similar modules: measure yours"),
    Dimension("tile_pitch", 67.0, "decided", "distance between the centers of two modules"),
    Dimension("tile_columns", 3, "decided", "modules in a row"),
    Dimension("tile_rows", 2, "decided", "rows of modules"),
    Dimension("key_strip", 18.0, "decided", "panel buttons below each row, nuts up to 16 across"),
    Dimension("depth", 36.0, "decided", "panel buttons extend panel_reach behind the front, above cell and perfboard"),
    Dimension("split_z", 18.0, "decided", "where body and lid meet: above the Pico's USB opening"),
    Dimension("tile_z", 29.1, "decided", "back of the modules: light boxes as deep as in the handheld"),
    Dimension("led_height", 1.6, "assumed", "WS2812B 5050; check its datasheet"),
    Dimension("boost_y", 60.0, "decided", "long axis of the boost converter, its USB socket in the right wall"),
    Dimension("battery_x", 110.0, "decided", "center of the battery bay, clear of perfboard and boost converter"),
    Dimension("battery_y", 60.0, "decided", "center of the battery bay"),
    Dimension("perf_width", 70.0, "assumed", "perfboard of 70 x 90 mm, the Pico across it with USB at the left edge"),
    Dimension("perf_height", 90.0, "assumed", "perfboard of 70 x 90 mm"),
    Dimension("perf_hole", 2.0, "assumed", "distance of its M2 holes from its edges: measure yours"),
    Dimension("perf_y", 153.0, "decided", "center of the perfboard and of the Pico on it, between two posts"),
    Dimension("perf_rest", 5.0, "decided", "height of its posts above the floor, for the solder joints below it"),
    Dimension("panel_hole", 12.2, "assumed", "panel buttons with a 12 mm thread"),
    Dimension("panel_reach", 20.0, "assumed", "depth of panel buttons behind the front: measure yours"),
    Dimension("panel_step", 21.0, "decided", "distance between two panel buttons in the head strip"),
    Dimension("toggle_hole", 6.2, "assumed", "mini toggle switch with a 6 mm thread"),
    Dimension("toggle_x", 82.0, "decided", "between perfboard and OLED"),
)
"""Dimensions that differ in the tabletop or exist only there."""

MM = {dimension.name: dimension.value for dimension in GIVEN}
"""The given dimensions of the handheld by name."""

TABLETOP_MM = MM | {dimension.name: dimension.value for dimension in TABLETOP}
"""All given dimensions of the tabletop by name."""

TILE_HOLES = ((-12.0, 8.0), (12.0, 8.0), (-12.0, -12.0), (12.0, -12.0))
"""Holes of the tile, x and y from its center: between LEDs, clear of vias (decided)."""

CASE_SCREWS = ((8.0, 7.5), (211.0, 7.5), (8.0, 86.5), (211.0, 86.5), (109.5, 7.5), (131.0, 86.5))
"""M3 screws from the back through body and carrier into the lid (decided)."""

CARRIER_SCREWS = ((39.5, 7.5), (179.5, 7.5), (88.0, 86.5), (180.0, 86.5))
"""M3 screws that hold the carrier in the lid when the body is removed (decided)."""

Point = tuple[float, float]


def case_size(mm: dict[str, float] = MM) -> Point:
    """Returns the outside width and height of the case."""
    rows = mm["tile_rows"] * (mm["tile_pitch"] + mm["key_strip"])
    return mm["tile_columns"] * mm["tile_pitch"] + 2 * mm["margin"], rows + mm["head"] + 2 * mm["margin"]


def carrier_size() -> Point:
    """Returns width and height of the carrier board."""
    width, height = case_size()
    return width - 2 * MM["carrier_gap"], height - 2 * MM["carrier_gap"]


def tile_centers(mm: dict[str, float] = MM) -> list[Point]:
    """Returns the center of each die, row by row from the upper left."""
    row = mm["tile_pitch"] + mm["key_strip"]
    low = mm["margin"] + mm["key_strip"] + mm["tile_pitch"] / 2
    rows, columns = range(int(mm["tile_rows"])), range(int(mm["tile_columns"]))
    return [
        (mm["margin"] + mm["tile_pitch"] * (x + 0.5), low + row * (len(rows) - 1 - y)) for y in rows for x in columns
    ]


def key_centers(mm: dict[str, float] = MM) -> list[Point]:
    """Returns the center of each keep button, below its die."""
    below = (mm["tile_pitch"] + mm["key_strip"]) / 2 - 0.5
    return [(x, y - below) for x, y in tile_centers(mm)]


def action_centers() -> list[Point]:
    """Returns the centers of ROLL, BANK and MENU on the handheld."""
    return [(MM[name], MM["action_y"]) for name in ("roll_x", "bank_x", "menu_x")]


def vents(mm: dict[str, float] = MM) -> tuple[list[float], list[float]]:
    """Returns the x of the slots in the lower and in the upper wall of the body, away from cell, posts and switch."""
    width, height = case_size(mm)
    posts = CASE_SCREWS if mm is MM else tabletop_screws()
    found: tuple[list[float], list[float]] = ([], [])
    for wall, low in zip(found, (True, False), strict=True):
        taken = [(mm["battery_x"], mm["battery_length"] / 2 + 8)]
        taken += [(x, mm["body_post"] / 2 + 2) for x, y in posts if (y < height / 4 if low else y > height * 3 / 4)]
        if mm is MM and not low:
            taken.append((mm["switch_x"], 12.0))
        steps = int((width / 2 - 2 * mm["corner"]) / mm["vent_pitch"])
        places = [width / 2 + mm["vent_pitch"] * step for step in range(-steps, steps + 1)]
        wall += [x for x in places if all(abs(x - center) >= apart for center, apart in taken)]
    return found


def tabletop_screws() -> list[Point]:
    """Returns the positions of the screws of the tabletop: in the corners and between the two rows of dice."""
    width, height = case_size(TABLETOP_MM)
    inset = TABLETOP_MM["wall"] + 5
    between = TABLETOP_MM["margin"] + TABLETOP_MM["tile_pitch"] + TABLETOP_MM["key_strip"] * 1.5
    return [(x, y) for y in (inset, between, height - inset) for x in (inset, width - inset)]


def panel() -> dict[str, Point]:
    """Returns the centers of the parts in the tabletop's head strip and of its perfboard, by name."""
    width, height = case_size(TABLETOP_MM)
    y = height - MM["margin"] - MM["head"] / 2
    found = {"OLED": (width / 2, y), "SW10": (TABLETOP_MM["toggle_x"], y)}
    for number, name in enumerate(("ROLL", "BANK", "MENU"), 1):
        found[name] = (width / 2 + 12 + TABLETOP_MM["panel_step"] * number, y)
    return found | {"PERF": (MM["wall"] + 1 + TABLETOP_MM["perf_width"] / 2, TABLETOP_MM["perf_y"])}


_HEADER = (
    "// Written by `python -m hardware documents` from hardware/dimensions.py: change it there. All lengths in mm."
)


def _lines(given: tuple[Dimension, ...]) -> list[str]:
    """Returns one OpenSCAD assignment per dimension, with its source as a comment."""
    return [f"{one.name} = {one.value:g};  // {one.kind}: {one.source}" for one in given]


def _vent_lines(mm: dict[str, float]) -> list[str]:
    """Returns the assignments of the places of the slots in both walls."""
    walls = zip(("vents_low", "vents_high"), vents(mm), strict=True)
    return [f"{name} = [{', '.join(f'{x:g}' for x in places)}];" for name, places in walls]


def scad() -> str:
    """Returns the text of dimensions.scad: every given dimension, then the hole positions."""
    own = {one.name for one in GIVEN}
    lines = [_HEADER, *_lines(GIVEN), "// Only in the tabletop."]
    lines += _lines(tuple(one for one in TABLETOP if one.name not in own))
    points = {"tile_holes": TILE_HOLES, "case_screws": CASE_SCREWS, "carrier_screws": CARRIER_SCREWS}
    for name, where in points.items():
        lines.append(f"{name} = [{', '.join(f'[{x:g}, {y:g}]' for x, y in where)}];")
    lines += _vent_lines(MM)
    return "\n".join(lines) + "\n"


def tabletop_scad() -> str:
    """Returns the text of tabletop.scad: the same case with the dimensions of the tabletop."""
    own = {one.name for one in GIVEN}
    lines = [
        _HEADER,
        "// The tabletop: stock modules in two rows, panel buttons, a perfboard. Not yet built.",
        "// Modules and OLED are held against the lid with hot glue. PRINT.md has the bed that each part needs.",
        "",
        "include <case.scad>",
        "",
        *_lines(tuple(one for one in TABLETOP if one.name in own)),
        *_vent_lines(TABLETOP_MM),
        "carrier = false;",
    ]
    return "\n".join(lines) + "\n"
