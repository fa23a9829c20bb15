"""The assumed sizes of plugs, wires and other purchased parts, from sizes.csv, for the checks of the closed case.

keepouts.py, routes.py and the modules of purchased parts use them. Dimensions that the boards or the OpenSCAD models
need are in hardware/dimensions.csv. All lengths in mm.
"""

from pathlib import Path

from hardware import dimensions, figures

GIVEN = figures.read(Path(__file__).with_suffix(".csv"))
"""The sizes, each with its source."""

SIZE = figures.values(*GIVEN)
"""The sizes by name."""


def of_part(name: str) -> tuple[float, float, float]:
    """Returns length, width and height of a part; its length is along x unless it is rotated. Raises KeyError."""
    return SIZE[f"{name}_length"], SIZE[f"{name}_width"], SIZE[f"{name}_height"]


def cell_way(mm: dict[str, float]) -> float:
    """Returns the way of the leads of the cell in mm: down beside the cell, along the converter and up into its socket.

    The spaces of keepouts.cell_lead are around it.
    """
    socket = dimensions.case_size(mm)[0] - mm["wall"] - mm["boost_wall_gap"] - 10.7
    along = socket - (mm["battery_x"] + mm["battery_length"] / 2 + 1.5)
    bend = SIZE["ph_plug_overhang"] + SIZE["ph_wires_bend"] + 0.5
    return 7.9 + 3.75 + bend + along + bend
