"""The assumed sizes of plugs, wires and other purchased parts, from sizes.csv, for the checks of the closed case.

keepouts.py, routes.py and the modules of purchased parts use them. Dimensions that the boards or the OpenSCAD models
need are in hardware/dimensions.csv. All lengths in mm.
"""

from pathlib import Path

from hardware import figures

GIVEN = figures.read(Path(__file__).with_suffix(".csv"))
"""The sizes, each with its source."""

SIZE = figures.values(*GIVEN)
"""The sizes by name."""


def of_part(name: str) -> tuple[float, float, float]:
    """Returns length, width and height of a part; its length is along x unless it is rotated. Raises KeyError."""
    return SIZE[f"{name}_length"], SIZE[f"{name}_width"], SIZE[f"{name}_height"]
