"""Does it fit: no two things in the assembled case may be in the same place. Needs trimesh with manifold3d.

Printed parts come from OpenSCAD, purchased_parts ones from purchased_parts.py; each pair is intersected.
"""

import itertools
from pathlib import Path
from typing import NamedTuple

import numpy
import trimesh

from hardware import dimensions
from hardware.case import purchased_parts, purchased_parts_tabletop, openscad

MIN_OVERLAP_MM3 = 1e-3
"""An intersection of less than this many cubic millimetres is two faces that touch."""

Meshes = dict[str, trimesh.Trimesh]


class Overlap(NamedTuple):
    """Two things that share a volume of `cubic_mm` at the middle `where`."""

    one: str
    other: str
    cubic_mm: float
    where: tuple[float, float, float]

    def __str__(self) -> str:
        """One line for people."""
        place = ", ".join(f"{value:.1f}" for value in self.where)
        return f"{self.one} and {self.other} overlap by {self.cubic_mm:.2f} mm3 at ({place})"


def printed(folder: Path, model: Path = openscad.HANDHELD) -> Meshes:
    """All printed parts of a console where they stand when assembled, each as often as it is needed."""
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


def overlaps(things: Meshes, of: str = "") -> list[Overlap]:
    """Every pair that overlaps; of one thing only when it is named."""
    found = []
    for (one, first), (other, second) in itertools.combinations(things.items(), 2):
        if of and of not in (one, other):
            continue
        if (first.bounds[0] >= second.bounds[1]).any() or (second.bounds[0] >= first.bounds[1]).any():
            continue
        with numpy.errstate(all="ignore"):  # trimesh divides by the volume of faces that only touch
            shared = trimesh.boolean.intersection([first, second], engine="manifold")
            volume = 0.0 if shared.is_empty else float(shared.volume)
        if volume > MIN_OVERLAP_MM3:
            x, y, z = (float(value) for value in shared.bounds.mean(axis=0))
            found.append(Overlap(one, other, volume, (x, y, z)))
    return found


def assembled(folder: Path, model: Path = openscad.HANDHELD) -> Meshes:
    """Printed and purchased_parts things together."""
    others = purchased_parts_tabletop if model == openscad.TABLETOP else purchased_parts
    return printed(folder, model) | others.everything()
