"""Checks that no two parts in the assembled case overlap. Needs trimesh with manifold3d.

Printed parts come from OpenSCAD, the others from purchased_parts.py and purchased_parts_tabletop.py.
"""

import itertools
from pathlib import Path
from typing import NamedTuple

import numpy
import trimesh

from hardware import dimensions
from hardware.case import openscad, purchased_parts, purchased_parts_tabletop

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
    repeated = {"diffuser": dimensions.tile_centers(mm), "key": dimensions.key_centers(mm)}
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
    found = []
    for (one, first), (other, second) in itertools.combinations(parts.items(), 2):
        if of and of not in (one, other):
            continue
        if (first.bounds[0] >= second.bounds[1]).any() or (second.bounds[0] >= first.bounds[1]).any():
            continue
        with numpy.errstate(all="ignore"):  # trimesh divides by zero when faces only touch
            shared = trimesh.boolean.intersection([first, second], engine="manifold")
            volume = 0.0 if shared.is_empty else float(shared.volume)
        if volume > MIN_OVERLAP_MM3:
            x, y, z = (float(value) for value in shared.bounds.mean(axis=0))
            found.append(Overlap(one, other, volume, (x, y, z)))
    return found


def assembled(folder: Path, model: Path = openscad.HANDHELD) -> Meshes:
    """Returns all parts of the assembled console."""
    others = purchased_parts_tabletop if model == openscad.TABLETOP else purchased_parts
    return printed(folder, model) | others.everything()
