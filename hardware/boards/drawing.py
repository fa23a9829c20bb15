"""A printed circuit board in millimeters: a thin wrapper around KiCad 6's pcbnew.

It handles layers, nets, footprints, tracks, zones and the project file. tile.py and carrier.py define the parts and
their positions. Needs a Python with pcbnew (Debian: package kicad).
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pcbnew as kicad

Point = tuple[float, float]

FOOTPRINTS = Path("/usr/share/kicad/footprints")
CLEARANCE = 0.2
EDGE_CLEARANCE = 0.3
VIA_WIDTH = 0.6
VIA_DRILL = 0.3
_SHEET = 20.0
"""Distance of the upper left corner of the board from the corner of KiCad's sheet, in x and y."""

_RULES = {
    "min_clearance": 0.15,
    "min_track_width": 0.15,
    "min_via_diameter": 0.5,
    "min_via_annular_width": 0.13,
    "min_through_hole_diameter": 0.3,
    "min_copper_edge_clearance": 0.25,
    "min_hole_to_hole": 0.25,
    "min_hole_clearance": 0.2,
    "min_silk_clearance": 0.0,
}
"""Limits that most manufacturers accept for their cheapest two-layer boards (assumed)."""


class FootprintMissing(Exception):
    """The footprint is not in KiCad's libraries."""


class Drawing:
    """A board of `width` x `height` mm. Its origin is the upper left corner, x to the right, y down."""

    def __init__(self, name: str, width: float, height: float) -> None:
        self.name, self.width, self.height = name, width, height
        self.board = kicad.CreateEmptyBoard()
        self.board.GetDesignSettings().SetCopperLayerCount(2)
        self._nets: dict[str, Any] = {}

    def to_kicad(self, point: Point) -> Any:
        """Converts a point in mm to KiCad's units."""
        return kicad.wxPoint(kicad.FromMM(_SHEET + point[0]), kicad.FromMM(_SHEET + point[1]))

    def to_mm(self, point: Any) -> Point:
        """Converts a point of KiCad to mm."""
        return kicad.ToMM(point.x) - _SHEET, kicad.ToMM(point.y) - _SHEET

    def net(self, name: str) -> Any:
        """Returns the net with that name, and creates it if necessary."""
        if name not in self._nets:
            self._nets[name] = kicad.NETINFO_ITEM(self.board, name)
            self.board.Add(self._nets[name])
        return self._nets[name]

    def place(
        self, footprint: str, reference: str, value: str, where: Point, rotation: float = 0, back: bool = False
    ) -> Any:
        """Loads `footprint` ("library:name") and adds it at `where`, rotated counterclockwise by `rotation` degrees.

        Raises FootprintMissing.
        """
        library, name = footprint.split(":")
        part = kicad.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
        if part is None:
            raise FootprintMissing(f"KiCad has no footprint {footprint}: install the package kicad-footprints.")
        return self.add(part, reference, value, where, rotation, back)

    def add(self, part: Any, reference: str, value: str, where: Point, rotation: float, back: bool) -> Any:
        """Adds a loaded footprint at `where`."""
        part.SetReference(reference)
        part.SetValue(value)
        part.SetPosition(self.to_kicad(where))
        self.board.Add(part)
        if back:
            part.Flip(part.GetPosition(), True)
        part.SetOrientationDegrees(rotation)
        part.Value().SetVisible(False)
        return part

    def connect(self, part: Any, nets: dict[str, str]) -> None:
        """Connects the pads of a footprint to nets by pad number; several pads may have the same number."""
        for pad in part.Pads():
            if pad.GetNumber() in nets:
                pad.SetNet(self.net(nets[pad.GetNumber()]))

    def pad(self, part: Any, number: str) -> Point:
        """Returns the center of a pad."""
        return self.to_mm(part.FindPadByNumber(number).GetPosition())

    def track(self, points: Iterable[Point], net: str, width: float = 0.25, back: bool = False) -> None:
        """Adds a track through all points."""
        points = list(points)
        for start, end in zip(points, points[1:]):
            track = kicad.PCB_TRACK(self.board)
            track.SetStart(self.to_kicad(start))
            track.SetEnd(self.to_kicad(end))
            track.SetWidth(kicad.FromMM(width))
            track.SetLayer(kicad.B_Cu if back else kicad.F_Cu)
            track.SetNet(self.net(net))
            self.board.Add(track)

    def via(self, where: Point, net: str) -> None:
        """Adds a via from front to back."""
        via = kicad.PCB_VIA(self.board)
        via.SetPosition(self.to_kicad(where))
        via.SetWidth(kicad.FromMM(VIA_WIDTH))
        via.SetDrill(kicad.FromMM(VIA_DRILL))
        via.SetNet(self.net(net))
        self.board.Add(via)

    def zone(self, net: str, back: bool, solid: bool = False) -> None:
        """Fills one side with copper of a net; `solid` connects its pads without thermal reliefs."""
        zone = kicad.ZONE(self.board)
        zone.SetLayer(kicad.B_Cu if back else kicad.F_Cu)
        zone.SetNet(self.net(net))
        zone.SetLocalClearance(kicad.FromMM(0.2))
        zone.SetMinThickness(kicad.FromMM(0.2))
        zone.SetPadConnection(kicad.ZONE_CONNECTION_FULL if solid else kicad.ZONE_CONNECTION_THERMAL)
        zone.SetThermalReliefGap(kicad.FromMM(0.2))
        zone.SetThermalReliefSpokeWidth(kicad.FromMM(0.3))
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in ((0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height)):
            corner = self.to_kicad((x, y))
            outline.Append(corner.x, corner.y)
        self.board.Add(zone)

    def outline(self, radius: float) -> None:
        """Draws the board edge: a rectangle with rounded corners."""
        width, height, r = self.width, self.height, radius
        tops = ((r, 0.0), (width - r, 0.0)), ((width, r), (width, height - r))
        bottoms = ((width - r, height), (r, height)), ((0.0, height - r), (0.0, r))
        for start, end in (*tops, *bottoms):
            self._edge(kicad.SHAPE_T_SEGMENT, start, end)
        upper = ((r, r), (0.0, r)), ((width - r, r), (width - r, 0.0))
        lower = ((width - r, height - r), (width, height - r)), ((r, height - r), (r, height))
        for center, start in (*upper, *lower):
            self._edge(kicad.SHAPE_T_ARC, start, center, quarter=True)

    def _edge(self, kind: int, start: Point, other: Point, quarter: bool = False) -> None:
        """Draws a piece of the edge: a line to `other`, or a quarter circle around it."""
        shape = kicad.PCB_SHAPE(self.board)
        shape.SetShape(kind)
        shape.SetLayer(kicad.Edge_Cuts)
        shape.SetWidth(kicad.FromMM(0.1))
        if quarter:
            shape.SetCenter(self.to_kicad(other))
            shape.SetStart(self.to_kicad(start))
            shape.SetArcAngleAndEnd(900)
        else:
            shape.SetStart(self.to_kicad(start))
            shape.SetEnd(self.to_kicad(other))
        self.board.Add(shape)

    def text(self, content: str, where: Point, size: float = 1.0, back: bool = False) -> None:
        """Adds silkscreen text, centered at `where`."""
        text = kicad.PCB_TEXT(self.board)
        text.SetText(content)
        text.SetPosition(self.to_kicad(where))
        text.SetLayer(kicad.B_SilkS if back else kicad.F_SilkS)
        text.SetMirrored(back)
        text.SetTextSize(kicad.wxSizeMM(size, size))
        text.SetTextThickness(kicad.FromMM(0.15))
        self.board.Add(text)

    def save(self, folder: Path) -> Path:
        """Fills the zones, writes project and board, and returns the path of the board."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.kicad_pcb"
        project = folder / f"{self.name}.kicad_pro"
        self.board.BuildListOfNets()
        kicad.SaveBoard(str(path), self.board)  # also writes a default project file, which ours replaces
        project.write_text(json.dumps(_project(project.name), indent=1) + "\n", encoding="utf-8")
        loaded = kicad.LoadBoard(str(path))
        kicad.ZONE_FILLER(loaded).Fill(loaded.Zones())
        kicad.SaveBoard(str(path), loaded)
        return path


def _project(name: str) -> dict[str, Any]:
    """Returns the content of a .kicad_pro file: design rules and a single net class."""
    rules = {"clearance": CLEARANCE, "track_width": 0.25, "via_diameter": VIA_WIDTH, "via_drill": VIA_DRILL}
    return {
        "board": {"design_settings": {"rules": _RULES}},
        "net_settings": {"classes": [{"name": "Default", "nets": [], **rules}], "meta": {"version": 2}},
        "meta": {"filename": name, "version": 1},
    }
