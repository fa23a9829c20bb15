"""What differs between the pcbnew of KiCad 6, 7, 8 and 9, in one place: all other modules are the same for each.

Importing this module raises KiCadUnsupported for other versions. Run with 6.0.11 and 9.0.2; written for 7 and 8, but
not run with them.
"""

from pathlib import Path
from typing import Any

import pcbnew as kicad

from hardware.boards import kicad_install

BUILD: str = kicad.GetBuildVersion()
"""The build of KiCad, such as "9.0.2+dfsg-1"."""

MAJOR = kicad_install.major_version(BUILD)

RENAMED = {"SW_CuK_OS102011MA1QN1_SPDT_Angled": "SW_Slide_SPDT_Angled_CK_OS102011MA1Q"}
"""Footprints that a later version has under another name, with the same pads and holes."""


def point(x: float, y: float) -> Any:
    """Returns a point, given in mm."""
    kind = kicad.wxPoint if MAJOR == 6 else kicad.VECTOR2I
    return kind(kicad.FromMM(x), kicad.FromMM(y))


def size(width: float, height: float) -> Any:
    """Returns a size, given in mm."""
    kind = kicad.wxSize if MAJOR == 6 else kicad.VECTOR2I
    return kind(kicad.FromMM(width), kicad.FromMM(height))


def load_footprint(folder: Path, library: str, name: str) -> Any:
    """Returns a footprint of a library in `folder`, also when this version has renamed it; None when it is missing."""
    for known in (name, RENAMED.get(name)):
        if known and (folder / f"{library}.pretty" / f"{known}.kicad_mod").exists():
            part = kicad.FootprintLoad(str(folder / f"{library}.pretty"), known)
            part.SetFPID(kicad.LIB_ID(library, name))
            return part
    return None


def flip(part: Any) -> None:
    """Moves a footprint to the other side, mirrored at its vertical axis."""
    part.Flip(part.GetPosition(), kicad.FLIP_DIRECTION_LEFT_RIGHT if MAJOR >= 9 else True)


def set_via_width(via: Any, width: float) -> None:
    """Sets the diameter of a via in mm, the same on all layers."""
    if MAJOR >= 9:
        via.SetWidth(kicad.F_Cu, kicad.FromMM(width))
    else:
        via.SetWidth(kicad.FromMM(width))


def quarter_circle(shape: Any) -> None:
    """Completes an arc whose center and start are set."""
    shape.SetArcAngleAndEnd(900 if MAJOR == 6 else kicad.EDA_ANGLE(90, kicad.DEGREES_T))


def write_drc_report(board: Any, path: Path) -> None:
    """Runs the design rule check and writes its report."""
    units = kicad.EDA_UNITS_MM if MAJOR >= 9 else kicad.EDA_UNITS_MILLIMETRES
    kicad.WriteDRCReport(board, str(path), units, True)


def without_drill_marks(options: Any) -> None:
    """Leaves the marks of drilled holes out of the Gerbers: version 6 adds them to the silkscreen, 9 to the outline."""
    options.SetDrillMarksType(kicad.PCB_PLOT_PARAMS.NO_DRILL_SHAPE if MAJOR == 6 else kicad.DRILL_MARKS_NO_DRILL_SHAPE)
