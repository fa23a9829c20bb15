"""Checks that no two parts in the assembled case overlap, and that plugs and cables have their space.

Printed parts come from OpenSCAD, the others from purchased_parts.py and purchased_parts_tabletop.py, the spaces to keep
free from keepouts.py. Needs trimesh with manifold3d.
"""

import itertools
from pathlib import Path
from typing import NamedTuple

import numpy
import trimesh

from hardware import dimensions
from hardware.case import keepouts, openscad, purchased_parts, purchased_parts_tabletop

MIN_OVERLAP_MM3 = 1e-3
"""Smaller intersections are ignored: the faces only touch."""

Meshes = dict[str, trimesh.Trimesh]


class Overlap(NamedTuple):
    """Two parts that overlap: the volume of the intersection in mm3 and its center."""

    one: str
    other: str
    cubic_mm: float
    where: tuple[float, float, float]

    def __str__(self) -> str:
        """Describes the overlap in one line."""
        place = ", ".join(f"{value:.1f}" for value in self.where)
        return f"{self.one} and {self.other} overlap by {self.cubic_mm:.2f} mm3 at ({place})"


def printed(folder: Path, model: Path = openscad.HANDHELD) -> Meshes:
    """Returns all printed parts of a console at their assembled positions, repeated as needed."""
    mm = dimensions.TABLETOP_MM if model == openscad.TABLETOP else dimensions.MM
    repeated = {"diffuser": dimensions.tile_centers(mm), "key": dimensions.key_centers(mm), "dot": dimensions.dots(mm)}
    found = {}
    for part in openscad.PARTS[model]:
        single = trimesh.load(openscad.mesh(model, part, folder / f"{model.stem}-{part}.stl"))
        places = repeated.get(part, [(0.0, 0.0)])
        for number, (x, y) in enumerate(places, 1):
            copy = single.copy()
            copy.apply_translation((x - places[0][0], y - places[0][1], 0))
            found[f"{part} {number}" if part in repeated else part] = copy
    return found


def overlaps(parts: Meshes, of: str = "") -> list[Overlap]:
    """Returns the overlaps between all parts, or only those of part `of`."""
    pairs = itertools.combinations(parts.items(), 2)
    return [found for one, other in pairs if not of or of in (one[0], other[0]) for found in _overlap(*one, *other)]


def intrusions(parts: Meshes, spaces: list[keepouts.KeepOut]) -> list[Overlap]:
    """Returns the parts that are in a space to keep free, and the spaces that overlap; wires may share a space."""
    found = []
    for space in spaces:
        for name, mesh in parts.items():
            if name not in space.mates:
                found += _overlap(space.name, space.mesh, name, mesh)
    for one, other in itertools.combinations(spaces, 2):
        if not (one.wires and other.wires):
            found += _overlap(one.name, one.mesh, other.name, other.mesh)
    return found


def _overlap(one: str, first: trimesh.Trimesh, other: str, second: trimesh.Trimesh) -> list[Overlap]:
    """Returns the overlap of two shapes, or an empty list."""
    if (first.bounds[0] >= second.bounds[1]).any() or (second.bounds[0] >= first.bounds[1]).any():
        return []
    with numpy.errstate(all="ignore"):  # trimesh divides by zero when faces only touch
        shared = trimesh.boolean.intersection([first, second], engine="manifold")
        volume = 0.0 if shared.is_empty else float(shared.volume)
    if volume <= MIN_OVERLAP_MM3:
        return []
    x, y, z = (float(value) for value in shared.bounds.mean(axis=0))
    return [Overlap(one, other, volume, (x, y, z))]


def spaces(model: Path = openscad.HANDHELD) -> list[keepouts.KeepOut]:
    """Returns the spaces to keep free in a console."""
    return keepouts.tabletop() if model == openscad.TABLETOP else keepouts.handheld()


def assembled(folder: Path, model: Path = openscad.HANDHELD) -> Meshes:
    """Returns all parts of the assembled console."""
    others = purchased_parts_tabletop if model == openscad.TABLETOP else purchased_parts
    bought: Meshes = others.everything()
    return printed(folder, model) | bought
