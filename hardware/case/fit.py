"""Does it fit: no two things in the assembled case may be in the same place. Needs trimesh with manifold3d.

Printed parts come from OpenSCAD, bought ones from bought.py; each pair is intersected.
"""

import itertools
from pathlib import Path
from typing import NamedTuple

import trimesh

from hardware import dimensions
from hardware.case import bought, openscad

EMPTY = 1e-3
"""An intersection of less than this many cubic millimetres is two faces that touch."""

Meshes = dict[str, trimesh.Trimesh]


class Clash(NamedTuple):
    """Two things that share a volume of `cubic_mm` at the middle `where`."""

    one: str
    other: str
    cubic_mm: float
    where: tuple[float, float, float]

    def __str__(self) -> str:
        """One line for people."""
        place = ", ".join(f"{value:.1f}" for value in self.where)
        return f"{self.one} and {self.other} overlap by {self.cubic_mm:.2f} mm3 at ({place})"


def printed(folder: Path) -> Meshes:
    """All printed parts of the handheld where they stand when assembled, each as often as it is needed."""
    single = {}
    for part in openscad.PARTS[openscad.HANDHELD]:
        single[part] = trimesh.load(openscad.mesh(openscad.HANDHELD, part, folder / f"{part}.stl"))
    repeated = {"diffuser": dimensions.tile_centres(), "key": dimensions.key_centres()}
    found = {name: mesh for name, mesh in single.items() if name not in repeated}
    for name, places in repeated.items():
        for number, (x, y) in enumerate(places, 1):
            copy = single[name].copy()
            copy.apply_translation((x - places[0][0], y - places[0][1], 0))
            found[f"{name} {number}"] = copy
    return found


def clashes(things: Meshes, of: str = "") -> list[Clash]:
    """Every pair that overlaps; of one thing only when it is named."""
    found = []
    for (one, first), (other, second) in itertools.combinations(things.items(), 2):
        if of and of not in (one, other):
            continue
        if (first.bounds[0] >= second.bounds[1]).any() or (second.bounds[0] >= first.bounds[1]).any():
            continue
        shared = trimesh.boolean.intersection([first, second], engine="manifold")
        if not shared.is_empty and shared.volume > EMPTY:
            x, y, z = (float(value) for value in shared.bounds.mean(axis=0))
            found.append(Clash(one, other, float(shared.volume), (x, y, z)))
    return found


def assembled(folder: Path) -> Meshes:
    """Printed and bought things together."""
    return printed(folder) | bought.everything()
