"""`python -m hardware.case`: exports the printed parts, checks them, estimates the print time and renders pictures.

Needs OpenSCAD, trimesh and manifold3d. Exit status: 0 when every check passed, 1 when a check failed, 2 for wrong
usage or a missing tool.
"""

import sys
from pathlib import Path

from hardware.case import openscad
from tools.terminal import Parser, command, print_message

STEPS = ("parts", "fit", "estimate", "pictures")
MODELS = {"handheld": openscad.HANDHELD, "tabletop": openscad.TABLETOP}
VIEWS = {
    "handheld": ("handheld", "assembly", "109,45,10,42,0,-15,470", False),
    "handheld-exploded": ("handheld", "exploded", "109,47,90,62,0,-18,700", False),
    "handheld-body": ("handheld", "body", "109,47,5,32,0,0,430", False),
    "handheld-lid-inside": ("handheld", "lid", "109,-47,5,32,0,0,430", True),
    "handheld-diffuser-inside": ("handheld", "diffuser", "22,-36,3,40,0,20,110", True),
    "tabletop": ("tabletop", "assembly", "105,107,18,42,0,-15,660", False),
    "tabletop-body": ("tabletop", "body", "105,107,5,32,0,0,640", False),
    "tabletop-lid-inside": ("tabletop", "lid", "105,-107,5,32,0,0,640", True),
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
        commands = {"parts": parts, "fit": fit, "estimate": estimate, "pictures": pictures}
        passed = [commands[step](chosen.out) for step in STEPS if step in chosen.steps]
    except openscad.OpenScadMissing as error:
        print_message(error)
        return 2
    except ImportError as error:
        print_message(f"A package is missing ({error}): run pip install trimesh manifold3d scipy rtree networkx.")
        return 2
    return 0 if all(passed) else 1


def print_parts(out: Path) -> list[tuple[str, str, Path]]:
    """Returns model, part and STL path of every part in print orientation; exports missing STL files."""
    found = []
    for name, model in MODELS.items():
        for part in openscad.PARTS[model]:
            target = out / f"{name}-{part}.stl"
            if not target.exists():
                openscad.mesh(model, part, target, for_printing=True)
            found.append((name, part, target))
    return found


def parts(out: Path) -> bool:
    """Exports all parts again, and returns whether each is watertight and in one piece."""
    import trimesh

    for old in out.glob("*.stl"):
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
    """Returns whether no parts in either console overlap."""
    from hardware.case import fit as checks

    passed = True
    for name, model in MODELS.items():
        assembled = checks.assembled(out / "assembled", model)
        found = checks.overlaps(assembled)
        print(f"    {name}: {len(assembled)} parts in the case, {len(found)} overlaps")
        for overlap in found:
            print(f"    {overlap}")
        passed = passed and not found
    return passed


def estimate(out: Path) -> bool:
    """Writes print time and mass of the parts to estimate.md."""
    import trimesh

    from hardware.case import estimate as printing

    text = ""
    for name, model in MODELS.items():
        counts = openscad.PARTS[model]
        exported = [(part, target) for owner, part, target in print_parts(out) if owner == name]
        rows = [(part, counts[part], printing.estimate(stl, trimesh.load(stl).volume)) for part, stl in exported]
        text += f"{name.capitalize()} (computed; PLA, 0.2 mm layers, 15 % infill):\n\n{printing.table(rows)}\n"
    (out / "estimate.md").write_text(text, encoding="utf-8")
    print(text)
    return True


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
