"""The placement files of panel and carrier for JLCPCB, whose library has other zero rotations than KiCad's.

Needs no KiCad. JLCPCB's zero rotations follow how a part is in its reel, so that two parts in the same package can have
different ones (the maintainer of the first table: github.com/matthewlai/JLCKicadTools/pull/105, 2024-09-11). No table
decides: the preview of the order does, which production/README.md shows.
"""

import csv
import io
from typing import NamedTuple


class Correction(NamedTuple):
    """Beginning of a package's name in KiCad, the degrees to add for JLCPCB, and what each public table has."""

    package: str
    degrees: int
    tables: str


CORRECTIONS = (
    Correction(
        "LED_WS2812B-2020", 90,
        "JLCKicadTools has 90 (commit 82a1cb0, 2023-09-01, for C965555, which this LED follows); Fabrication-Toolkit "
        "has no row. The name of the footprint of C965555 at LCSC ends in TL, pin 1 at the top left, as in KiCad: by "
        "that it would be 0 (flux.ai/lcsc/ws2812b-2020~kra3, 2025-04-24)",
    ),
    Correction(
        "CP_Elec_6.3x7.7", 180,
        "JLCKicadTools has 180 (commit f85cccc, 2020-03-10); Fabrication-Toolkit has 180 (commit 038cd1d, 2024-02-27)",
    ),
    Correction(
        "SOT-23", 180,
        "they disagree. JLCKicadTools has -90 (commit d4887f1, 2024-09-11), and had 180 before; Fabrication-Toolkit "
        "has 180 (commit 038cd1d, 2024-02-27)",
    ),
    Correction(
        "SOIC-", 270,
        "JLCKicadTools has 270 (commit c0105f0, 2020-04-18); Fabrication-Toolkit has 270 (commit 038cd1d, 2024-02-27)",
    ),
)  # fmt: skip
"""The tables: jlc_kicad_tools/cpl_rotations_db.csv in github.com/matthewlai/JLCKicadTools, and
plugins/transformations.csv in github.com/bennymeg/Fabrication-Toolkit, both read on 2026-11-30. Assumed until a board
was assembled.
"""

ORIENTED = ("CP_Elec", "D_SMB", "SOT-23", "SOIC-")
"""Beginning of the packages of the carrier that fit in a wrong orientation, too."""


def correction(package: str) -> int:
    """Returns the degrees to add to the rotation of a package."""
    return next((one.degrees for one in CORRECTIONS if package.startswith(one.package)), 0)


def corrected(neutral: str) -> str:
    """Returns the text of a placement file with the rotations that JLCPCB expects, from one with KiCad's rotations."""
    rows = csv.DictReader(io.StringIO(neutral))
    file = io.StringIO()
    table = csv.DictWriter(file, rows.fieldnames or (), lineterminator="\n")
    table.writeheader()
    for row in rows:
        table.writerow(row | {"Rotation": str((int(row["Rotation"]) + correction(row["Package"])) % 360)})
    return file.getvalue()
