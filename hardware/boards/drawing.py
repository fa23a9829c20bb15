"""A printed circuit board in millimeters: a thin wrapper around KiCad's pcbnew.

It handles layers, nets, footprints, tracks, zones and the project file. tile.py and carrier.py define the parts and
their positions. Needs a Python with pcbnew (Debian: package kicad).
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pcbnew as kicad

from hardware.boards import REVISION, footprints, kicad_install, kicad_version
from hardware.boards.panel_plan import COPPER_TO_CUT

Point = tuple[float, float]

CLEARANCE = 0.2
VIA_WIDTH = 0.6
VIA_DRILL = 0.3
DATE = "2026-11"
"""Printed in the title block. The interactive BOM shows it; without it, its bytes would differ between runs."""

V_CUTS = kicad.Cmts_User
"""Layer of the V-cuts."""

_SHEET = 20.0
"""Distance of the upper left corner of the board from the corner of KiCad's sheet, in x and y."""

EDGE_CLEARANCE = COPPER_TO_CUT
"""Least distance between copper and the edge of a board in mm."""

ZONE_INSET = 0.5
"""Distance of a zone from the edge: KiCad 9 fills zones no nearer, whatever EDGE_CLEARANCE is."""

_RULES = (
    ("min_clearance", "m_MinClearance", 0.15),
    ("min_track_width", "m_TrackMinWidth", 0.15),
    ("min_via_diameter", "m_ViasMinSize", 0.5),
    ("min_via_annular_width", "m_ViasMinAnnularWidth", 0.13),
    ("min_through_hole_diameter", "m_MinThroughDrill", 0.3),
    ("min_copper_edge_clearance", "m_CopperEdgeClearance", EDGE_CLEARANCE),
    ("min_hole_to_hole", "m_HoleToHoleMin", 0.25),
    ("min_hole_clearance", "m_HoleClearance", 0.2),
    ("min_silk_clearance", "m_SilkClearance", 0.0),
)
"""Names in the project file and in pcbnew, and limits in mm that most manufacturers accept for their cheapest two-layer
boards (assumed).
"""

MIN_SPOKES = 1
"""Thermal spokes of a pad in each ground zone: its through-hole pads have spokes on the other side, too."""

IGNORED_CHECKS = ("lib_footprint_issues", "lib_footprint_mismatch", "silk_over_copper")
"""Checks of KiCad 7 and later that find no fault of a board.

The first two compare it with the libraries on this computer. The third finds silkscreen over mask openings, which the
Gerbers leave out.
"""


class FootprintMissing(Exception):
    """The footprint is not in the libraries of KiCad or of this project."""


class Drawing:
    """A board of `width` x `height` mm. Its origin is the upper left corner, x to the right, y down.

    In a panel, set `origin` and `prefix` before you add a board: they shift its positions and begin the names of its
    parts and nets.
    """

    def __init__(self, name: str, width: float, height: float) -> None:
        self.name, self.width, self.height = name, width, height
        kicad.KIID.SeedGenerator(1)  # the same identifiers in each run, so that the file has the same bytes
        self.board = kicad.CreateEmptyBoard()
        settings = self.board.GetDesignSettings()
        settings.SetCopperLayerCount(2)
        settings.SetAuxOrigin(kicad_version.point(_SHEET, _SHEET + height))
        title = self.board.GetTitleBlock()
        title.SetTitle(f"Sixpip {name}")
        title.SetRevision(REVISION)
        title.SetDate(DATE)
        self.origin: Point = (0.0, 0.0)
        self.prefix = ""
        self._nets: dict[str, Any] = {}

    def to_kicad(self, point: Point) -> Any:
        """Converts a point in mm to KiCad's units."""
        return kicad_version.point(_SHEET + self.origin[0] + point[0], _SHEET + self.origin[1] + point[1])

    def to_mm(self, point: Any) -> Point:
        """Converts a point of KiCad to mm."""
        return kicad.ToMM(point.x) - _SHEET - self.origin[0], kicad.ToMM(point.y) - _SHEET - self.origin[1]

    def net(self, name: str) -> Any:
        """Returns the net with that name, and creates it if necessary."""
        name = self.prefix + name
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
        if library == footprints.LIBRARY:
            with footprints.folder() as own:
                part = kicad_version.load_footprint(own, library, name)
        else:
            part = kicad_version.load_footprint(kicad_install.footprints(kicad_version.MAJOR), library, name)
        if part is None:
            raise FootprintMissing(f"KiCad {kicad_version.BUILD} has no footprint {footprint}: name another one.")
        part.SetReference(self.prefix + reference)
        part.SetValue(value)
        part.SetPosition(self.to_kicad(where))
        self.board.Add(part)
        if back:
            kicad_version.flip(part)
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
        kicad_version.set_via_width(via, VIA_WIDTH)
        via.SetDrill(kicad.FromMM(VIA_DRILL))
        via.SetNet(self.net(net))
        self.board.Add(via)

    def zone(self, net: str, back: bool, solid: bool = False, size: Point | None = None) -> None:
        """Fills one side with copper of a net, up to ZONE_INSET from the edge of the board or of a `size`.

        `solid` connects its pads without thermal reliefs.
        """
        width, height = size or (self.width, self.height)
        left, right, bottom = ZONE_INSET, width - ZONE_INSET, height - ZONE_INSET
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
        for x, y in ((left, left), (right, left), (right, bottom), (left, bottom)):
            corner = self.to_kicad((x, y))
            outline.Append(corner.x, corner.y)
        self.board.Add(zone)

    def outline(self, radius: float) -> None:
        """Draws the board edge: a rectangle with rounded corners, or with square ones if the radius is 0."""
        width, height, r = self.width, self.height, radius
        tops = ((r, 0.0), (width - r, 0.0)), ((width, r), (width, height - r))
        bottoms = ((width - r, height), (r, height)), ((0.0, height - r), (0.0, r))
        for start, end in (*tops, *bottoms):
            self._edge(kicad.SHAPE_T_SEGMENT, start, end)
        if not r:
            return
        upper = ((r, r), (0.0, r)), ((width - r, r), (width - r, 0.0))
        lower = ((width - r, height - r), (width, height - r)), ((r, height - r), (r, height))
        for center, start in (*upper, *lower):
            self._edge(kicad.SHAPE_T_ARC, start, center, quarter=True)

    def cut(self, start: Point, end: Point) -> None:
        """Draws the line of a V-cut, on a layer of its own."""
        self._edge(kicad.SHAPE_T_SEGMENT, start, end, layer=V_CUTS)

    def _edge(self, kind: int, start: Point, other: Point, quarter: bool = False, layer: int = kicad.Edge_Cuts) -> None:
        """Draws a piece of the edge: a line to `other`, or a quarter circle around it."""
        shape = kicad.PCB_SHAPE(self.board)
        shape.SetShape(kind)
        shape.SetLayer(layer)
        shape.SetWidth(kicad.FromMM(0.1))
        if quarter:
            shape.SetCenter(self.to_kicad(other))
            shape.SetStart(self.to_kicad(start))
            kicad_version.quarter_circle(shape)
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
        text.SetTextSize(kicad_version.size(size, size))
        text.SetTextThickness(kicad.FromMM(0.15))
        self.board.Add(text)

    def save(self, folder: Path) -> Path:
        """Fills the zones, writes project and board, and returns the path of the board."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.kicad_pcb"
        project = folder / f"{self.name}.kicad_pro"
        self.board.BuildListOfNets()
        kicad.SaveBoard(str(path), self.board)
        loaded = load(path)
        kicad.ZONE_FILLER(loaded).Fill(loaded.Zones())
        kicad.SaveBoard(str(path), loaded)
        project.write_text(json.dumps(_project(project.name), indent=1) + "\n", encoding="utf-8")  # replaces KiCad's
        return path


def load(path: Path) -> Any:
    """Returns a saved board with our design rules: KiCad 9 does not read them from the project file again."""
    board = kicad.LoadBoard(str(path))
    settings = board.GetDesignSettings()
    for _, attribute, limit in _RULES:
        setattr(settings, attribute, kicad.FromMM(limit))
    settings.m_MinResolvedSpokes = MIN_SPOKES  # KiCad 6 has no such rule
    return board


def _project(name: str) -> dict[str, Any]:
    """Returns the content of a .kicad_pro file: design rules and a single net class."""
    rules = {"clearance": CLEARANCE, "track_width": 0.25, "via_diameter": VIA_WIDTH, "via_drill": VIA_DRILL}
    severities = dict.fromkeys(IGNORED_CHECKS, "ignore")
    limits: dict[str, float] = {name: limit for name, _, limit in _RULES}
    limits["min_resolved_spokes"] = MIN_SPOKES
    return {
        "board": {"design_settings": {"rules": limits, "rule_severities": severities}},
        "net_settings": {"classes": [{"name": "Default", "nets": [], **rules}], "meta": {"version": 2}},
        "meta": {"filename": name, "version": 1},
    }
