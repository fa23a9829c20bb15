"""The dimensions that boards and case share, from dimensions.csv and dimensions-tabletop.csv. Not yet built.

The boards (hardware/boards) import this module; the case includes hardware/case/dimensions.scad, which
`python -m hardware documents` writes. Copper and the shapes of printed parts are defined elsewhere.

Coordinates: x to the right and y up, as seen from the front; z toward the player. The origin is the lower left corner
of the body's back. All lengths in mm.
"""

from pathlib import Path

from hardware import figures
from hardware.figures import Figure

SCAD = Path(__file__).resolve().parent / "case" / "dimensions.scad"
"""The generated file that the case includes."""

TABLETOP_SCAD = SCAD.with_name("tabletop.scad")
"""The generated file that sets the dimensions of the tabletop case."""

FOLDER = Path(__file__).resolve().parent
GIVEN = figures.read(FOLDER / "dimensions.csv")
"""The given dimensions. The functions below compute the rest."""

TABLETOP = figures.read(FOLDER / "dimensions-tabletop.csv")
"""Dimensions that differ in the tabletop or exist only there."""

MM = figures.values(*GIVEN)
"""The given dimensions of the handheld by name."""

TABLETOP_MM = figures.values(*GIVEN, *TABLETOP)
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


def dots(mm: dict[str, float] = MM) -> list[Point]:
    """Returns the centers of the raised dots: one, two and three above ROLL, BANK and MENU.

    One at the right of keep button 1 and two at the right of keep button 4 divide the row by touch.
    """
    actions = action_centers() if mm is MM else [panel()[name] for name in ("ROLL", "BANK", "MENU")]
    found = []
    for count, (x, y) in enumerate(actions, 1):
        found += [(x + mm["dot_step"] * (number - (count - 1) / 2), y + mm["dot_off"]) for number in range(count)]
    for count, key in ((1, 0), (2, 3)):
        x, y = key_centers(mm)[key]
        found += [(x + mm["dot_aside"] + mm["dot_step"] * number, y) for number in range(count)]
    return found


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
    "// Written by `python -m hardware documents` from hardware/dimensions*.csv: change it there. All lengths in mm."
)


def _lines(given: tuple[Figure, ...]) -> list[str]:
    """Returns one OpenSCAD assignment per dimension, with its source as a comment."""
    return [f"{one.name} = {one.value:g};  // {one.kind}: {one.source}" for one in given]


def _place_lines(mm: dict[str, float]) -> list[str]:
    """Returns the assignments of the places of the slots in both walls, and of the raised dots."""
    walls = zip(("vents_low", "vents_high"), vents(mm), strict=True)
    lines = [f"{name} = [{', '.join(f'{x:g}' for x in places)}];" for name, places in walls]
    return [*lines, f"dots = [{', '.join(f'[{x:g}, {y:g}]' for x, y in dots(mm))}];"]


def scad() -> str:
    """Returns the text of dimensions.scad: every given dimension, then the hole positions."""
    own = {one.name for one in GIVEN}
    lines = [_HEADER, *_lines(GIVEN), "// Only in the tabletop."]
    lines += _lines(tuple(one for one in TABLETOP if one.name not in own))
    points = {"tile_holes": TILE_HOLES, "case_screws": CASE_SCREWS, "carrier_screws": CARRIER_SCREWS}
    for name, where in points.items():
        lines.append(f"{name} = [{', '.join(f'[{x:g}, {y:g}]' for x, y in where)}];")
    lines += _place_lines(MM)
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
        *_place_lines(TABLETOP_MM),
        "carrier = false;",
    ]
    return "\n".join(lines) + "\n"
