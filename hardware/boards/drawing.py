"""A printed circuit board in millimeters: a thin wrapper around KiCad's pcbnew, for tile and panel.

It handles layers, nets, footprints, tracks, zones and the project file. The limits of the design rules are those of
hardware/tile/tile.kicad_pro, which most manufacturers accept for their cheapest two-layer boards (assumed). A pad needs
one spoke in each ground zone: through-hole pads have spokes on the other side, too. Needs a Python with pcbnew (Debian
13: package kicad).
"""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pcbnew as kicad

from hardware.boards import REVISION, exports, netlist
from hardware.boards.panel_plan import COPPER_TO_CUT

Point = tuple[float, float]

VIA_WIDTH = 0.6
VIA_DRILL = 0.3
DATE = "2026-11"
"""Printed in the title block. The interactive BOM shows it; without it, its bytes would differ between runs."""

V_CUTS = kicad.Cmts_User
"""Layer of the V-cuts."""

LIBRARY = exports.PROJECT / "sixpip.pretty"
"""The footprints of all boards."""

_SHEET = 20.0
"""Distance of the upper left corner of the board from the corner of KiCad's sheet, in x and y."""

ZONE_INSET = COPPER_TO_CUT
"""Distance of a zone from the edge."""


class FootprintMissing(Exception):
    """The footprint is not in the library of the carrier's project."""


def _vector(x: float, y: float) -> Any:
    """Returns a point or a size, given in mm."""
    return kicad.VECTOR2I(kicad.FromMM(x), kicad.FromMM(y))


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
        settings.SetAuxOrigin(_vector(_SHEET, _SHEET + height))
        title = self.board.GetTitleBlock()
        title.SetTitle(f"Sixpip {name}")
        title.SetRevision(REVISION)
        title.SetDate(DATE)
        self.origin: Point = (0.0, 0.0)
        self.prefix = ""
        self.sheet = ""
        """Begins the names of all nets but the supplies: "/" for a board with a schematic, as in KiCad."""
        self._nets: dict[str, Any] = {}

    def to_kicad(self, point: Point) -> Any:
        """Converts a point in mm to KiCad's units."""
        return _vector(_SHEET + self.origin[0] + point[0], _SHEET + self.origin[1] + point[1])

    def to_mm(self, point: Any) -> Point:
        """Converts a point of KiCad to mm."""
        return kicad.ToMM(point.x) - _SHEET - self.origin[0], kicad.ToMM(point.y) - _SHEET - self.origin[1]

    def net(self, name: str) -> Any:
        """Returns the net with that name, and creates it if necessary."""
        name = self.prefix + ("" if name in netlist.RAILS or name == netlist.GND else self.sheet) + name
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
        part = kicad.FootprintLoad(str(LIBRARY), footprint.partition(":")[2])
        if part is None:
            raise FootprintMissing(f"{LIBRARY.name} has no footprint {footprint}: add it.")
        part.SetFPIDAsString(footprint)
        part.SetReference(self.prefix + reference)
        part.SetValue(value)
        part.SetPosition(self.to_kicad(where))
        self.board.Add(part)
        if back:
            part.Flip(part.GetPosition(), kicad.FLIP_DIRECTION_LEFT_RIGHT)
        part.SetOrientationDegrees(rotation)
        part.Value().SetVisible(False)
        if reference.startswith(("H", "FID")):
            part.SetAttributes(part.GetAttributes() | kicad.FP_BOARD_ONLY)  # holes and fiducials: in no schematic
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
        via.SetWidth(kicad.F_Cu, kicad.FromMM(VIA_WIDTH))  # the same on all layers
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

    def outline(self) -> None:
        """Draws the edge of the board, with the square corners that V-cuts leave."""
        corners = ((0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height))
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            self._line(start, end, kicad.Edge_Cuts)

    def cut(self, start: Point, end: Point) -> None:
        """Draws the line of a V-cut, on a layer of its own."""
        self._line(start, end, V_CUTS)

    def _line(self, start: Point, end: Point, layer: int) -> None:
        """Draws a line."""
        shape = kicad.PCB_SHAPE(self.board)
        shape.SetShape(kicad.SHAPE_T_SEGMENT)
        shape.SetLayer(layer)
        shape.SetWidth(kicad.FromMM(0.1))
        shape.SetStart(self.to_kicad(start))
        shape.SetEnd(self.to_kicad(end))
        self.board.Add(shape)

    def text(self, content: str, where: Point, size: float = 1.0, back: bool = False) -> None:
        """Adds silkscreen text, centered at `where`."""
        text = kicad.PCB_TEXT(self.board)
        text.SetText(content)
        text.SetPosition(self.to_kicad(where))
        text.SetLayer(kicad.B_SilkS if back else kicad.F_SilkS)
        text.SetMirrored(back)
        text.SetTextSize(_vector(size, size))
        text.SetTextThickness(kicad.FromMM(0.15))
        self.board.Add(text)

    def save(self, folder: Path) -> Path:
        """Fills the zones, writes project, libraries, rules and board, and returns the path of the board.

        The library is where the zip file has it: in the folder of the carrier's project next to that of the board.
        """
        folder.mkdir(parents=True, exist_ok=True)
        library = folder.parent / "carrier" / "kicad"
        shutil.copytree(LIBRARY, library / LIBRARY.name, dirs_exist_ok=True)
        shutil.copy(LIBRARY.with_suffix(".kicad_sym"), library)
        for table in ("fp-lib-table", "sym-lib-table"):
            text = (exports.TILE.parent / table).read_text(encoding="utf-8")
            (folder / table).write_text(text.replace("/../carrier/", "/../carrier/kicad/"), encoding="utf-8")
        path = folder / f"{self.name}.kicad_pcb"
        project = folder / f"{self.name}.kicad_pro"
        shutil.copy(exports.TILE.with_suffix(".kicad_dru"), path.with_suffix(".kicad_dru"))
        self.board.BuildListOfNets()
        kicad.SaveBoard(str(path), self.board)
        loaded = kicad.LoadBoard(str(path))
        kicad.ZONE_FILLER(loaded).Fill(loaded.Zones())
        kicad.SaveBoard(str(path), loaded)
        project.write_text(json.dumps(_project(project.name), indent=1) + "\n", encoding="utf-8")  # replaces KiCad's
        return path


def _project(name: str) -> dict[str, Any]:
    """Returns the content of a .kicad_pro file: that of the tile with another name."""
    content: dict[str, Any] = json.loads(exports.TILE.with_suffix(".kicad_pro").read_text(encoding="utf-8"))
    return content | {"meta": content["meta"] | {"filename": name}}
