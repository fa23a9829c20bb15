"""The placement file of the carrier for JLCPCB, whose library has other zero rotations than KiCad's. Needs no KiCad."""

import csv
import io

CORRECTIONS = (("CP_Elec_6.3x7.7", 180), ("SOT-23", 180), ("SOIC-", 270))
"""Beginning of a package's name in KiCad, and the degrees to add for JLCPCB.

Two correction tables agree: cpl_rotations_db.csv in github.com/matthewlai/JLCKicadTools, and transformations.csv in
github.com/bennymeg/Fabrication-Toolkit. Assumed until a board was assembled: the preview of the order decides.
"""

ORIENTED = ("CP_Elec", "D_SMB", "SOT-23", "SOIC-")
"""Beginning of the packages that fit in a wrong orientation, too."""


def correction(package: str) -> int:
    """Returns the degrees to add to the rotation of a package."""
    return next((degrees for start, degrees in CORRECTIONS if package.startswith(start)), 0)


def corrected(neutral: str) -> str:
    """Returns the text of a placement file with the rotations that JLCPCB expects, from one with KiCad's rotations."""
    rows = csv.DictReader(io.StringIO(neutral))
    file = io.StringIO()
    table = csv.DictWriter(file, rows.fieldnames or (), lineterminator="\n")
    table.writeheader()
    for row in rows:
        table.writerow(row | {"Rotation": str((int(row["Rotation"]) + correction(row["Package"])) % 360)})
    return file.getvalue()
