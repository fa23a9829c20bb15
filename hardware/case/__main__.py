"""`python -m hardware.case`: exports the printed parts, checks them, slices them and renders pictures.

Needs OpenSCAD, trimesh and manifold3d; PrusaSlicer for print times. Exit status: 0 when every check passed, 1 when a
check failed, 2 for wrong usage or a missing tool.
"""

import sys
from pathlib import Path

from hardware import meshes
from hardware.case import openscad, print_page, slicer
from hardware.case.print_page import MODELS
from tools.terminal import Parser, command, print_message

STEPS = ("parts", "fit", "slice", "pictures")
VIEWS = {
    "handheld": ("handheld", "assembly", "109,45,10,35,0,-12,430", False),
    "handheld-back": ("handheld", "back", "109,47,5,160,0,180,400", False),
    "handheld-exploded": ("handheld", "exploded", "135,47,125,58,0,-25,930", False),
    "handheld-body": ("handheld", "filled_body", "109,47,5,32,0,0,400", False),
    "handheld-lid-inside": ("handheld", "lid", "109,-47,5,32,0,180,400", True),
    "handheld-tiles": ("handheld", "filled_lid", "109,-47,5,32,0,180,400", True),
    "handheld-diffuser-inside": ("handheld", "diffuser", "22,-36,3,40,0,20,110", True),
    "tabletop": ("tabletop", "assembly", "105,107,8,35,0,-12,650", False),
    "tabletop-body": ("tabletop", "filled_body", "105,107,5,32,0,0,640", False),
    "tabletop-lid-inside": ("tabletop", "lid", "105,-107,5,32,0,180,640", True),
}
"""Pictures by name: model, part, camera, and whether the part is in print orientation."""


@command(finishes=True)
def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    parser = Parser(prog="python -m hardware.case", description="Exports and checks the case.")
    parser.add_argument("steps", nargs="*", default=list(STEPS), help=f"any of {', '.join(STEPS)} (default: all)")
    parser.add_argument("--out", type=Path, default=Path("build/hardware/case"), help="output folder")
    chosen = parser.parse_args(arguments)
    wrong = [step for step in chosen.steps if step not in STEPS]
    if wrong:
        parser.error(f"There is no step {wrong[0]}: choose from {', '.join(STEPS)}.")
    try:
        import manifold3d  # noqa: F401
        import trimesh  # noqa: F401

        openscad.require()
        commands = {"parts": parts, "fit": fit, "slice": slice_parts, "pictures": pictures}
        passed = [commands[step](chosen.out) for step in STEPS if step in chosen.steps]
    except openscad.OpenScadMissing as error:
        print_message(error)
        return 2
    except slicer.SlicerFailed as error:
        print_message(error)
        return 1
    except ImportError as error:
        print_message(f"A package is missing ({error}): run pip install trimesh manifold3d scipy rtree networkx.")
        return 2
    return 0 if all(passed) else 1


def print_parts(out: Path) -> list[tuple[str, str, Path]]:
    """Returns model, part and STL path of every part in print orientation; exports missing files as STL and 3MF."""
    found = []
    for name, model in MODELS.items():
        for part in openscad.PARTS[model]:
            target = out / f"{name}-{part}.stl"
            if not target.exists():
                openscad.mesh(model, part, target, for_printing=True)
                target.with_suffix(".3mf").write_bytes(meshes.three_mf(meshes.read(target)))
            found.append((name, part, target))
    return found


def parts(out: Path) -> bool:
    """Exports all parts again, and returns whether each is watertight and in one piece."""
    import trimesh

    for old in (*out.glob("*.stl"), *out.glob("*.3mf")):
        old.unlink()
    passed = True
    for _, _, target in print_parts(out):
        mesh = trimesh.load(target)
        good = mesh.is_watertight and mesh.is_volume and mesh.body_count == 1
        passed = passed and good
        size = " x ".join(f"{length:.1f}" for length in mesh.extents)
        print(f"    {target.name}: {size} mm, {'watertight' if good else 'NOT WATERTIGHT OR NOT IN ONE PIECE'}")
    return passed


def fit(out: Path) -> bool:
    """Returns whether no parts in either console overlap, and every plug and cable has its space."""
    from hardware.case import fit as checks

    passed = True
    for name, model in MODELS.items():
        assembled, spaces = checks.assembled(out / "assembled", model), checks.spaces(model)
        found = checks.overlaps(assembled) + checks.intrusions(assembled, spaces)
        print(
            f"    {name}: {len(assembled)} parts and {len(spaces)} spaces for plugs and cables, {len(found)} overlaps"
        )
        for overlap in found:
            print(f"    {overlap}")
        passed = passed and not found
    return passed


def slice_parts(out: Path) -> bool:
    """Slices all parts when the models have changed, updates PRINT.md, and returns whether no part needs supports."""
    import trimesh

    from hardware.pictures import printed_checksum

    checksum = printed_checksum()
    if print_page.SLICED.exists() and slicer.load(print_page.SLICED)[1] == checksum:
        print("    print times are up to date")
        return True
    prints = {}
    try:
        slicer.version()
        for _, _, target in print_parts(out):
            width, height, tall = (float(length) for length in trimesh.load(target).extents)
            prints[target.stem] = slicer.print_of(target, (width, height, tall))
    except slicer.SlicerMissing as error:
        print_message(f"The print times in PRINT.md are those of other models: {error}")
        return True
    slicer.write(print_page.SLICED, checksum, prints)
    print_page.SLICED.with_name("PRINT.md").write_text(print_page.page(), encoding="utf-8")
    needed = [name for name, one in prints.items() if one.support_layers]
    print(f"    {slicer.version()}: {len(prints)} parts, supports: {', '.join(needed) or 'none'}")
    return not needed


def pictures(out: Path) -> bool:
    """Renders the pictures of VIEWS."""
    for name, (model, part, camera, for_printing) in VIEWS.items():
        target = openscad.picture(
            MODELS[model], part, out / "pictures" / f"{name}.png", camera, for_printing=for_printing
        )
        print(f"    {target}")
    return True


if __name__ == "__main__":
    sys.exit(main())
