"""Printed parts as binary STL and as 3MF, with the same bytes in each run, standing on the bed: from z 0 upward.

OpenSCAD writes the triangles of a part in an order that differs between runs: they are sorted here.
"""

import struct
from pathlib import Path

from tools.archives import zipped

Corner = tuple[float, float, float]
Triangle = tuple[Corner, Corner, Corner]

_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>\n'
)
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>\n'
)
_SPACE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"


class NotAMesh(Exception):
    """The file is not a text STL file as OpenSCAD writes it."""


def read(path: Path) -> list[Triangle]:
    """Returns the triangles of a text STL file in a fixed order, the lowest corner at z 0. Raises NotAMesh."""
    words = path.read_text(encoding="utf-8", errors="replace").split()
    corners = [
        (float(words[index + 1]), float(words[index + 2]), float(words[index + 3]))
        for index, word in enumerate(words)
        if word == "vertex"
    ]
    if not corners or len(corners) % 3:
        raise NotAMesh(f"{path.name} is not a text STL file: export it with OpenSCAD.")
    bed = min(z for _, _, z in corners)
    corners = [(x, y, round(z - bed, 6)) for x, y, z in corners]
    return sorted(_rotated(*corners[index : index + 3]) for index in range(0, len(corners), 3))


def _rotated(first: Corner, second: Corner, third: Corner) -> Triangle:
    """Returns a triangle that starts at its least corner, with the same front."""
    return min((first, second, third), (second, third, first), (third, first, second))


def stl(triangles: list[Triangle]) -> bytes:
    """Returns a binary STL file; programs compute the normals from the corners."""
    body = b"".join(
        struct.pack("<12fH", 0, 0, 0, *(value for corner in one for value in corner), 0) for one in triangles
    )
    return b"Sixpip".ljust(80) + struct.pack("<I", len(triangles)) + body


def three_mf(triangles: list[Triangle]) -> bytes:
    """Returns a 3MF file with one part, in mm."""
    corners = sorted({corner for one in triangles for corner in one})
    number = {corner: index for index, corner in enumerate(corners)}
    points = "".join(f'<vertex x="{x:g}" y="{y:g}" z="{z:g}"/>\n' for x, y, z in corners)
    sides = "".join(
        '<triangle v1="{}" v2="{}" v3="{}"/>\n'.format(*(number[corner] for corner in one)) for one in triangles
    )
    model = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xmlns="{_SPACE}"><resources>'
        f'<object id="1" type="model"><mesh><vertices>\n{points}</vertices><triangles>\n{sides}</triangles></mesh>'
        '</object></resources><build><item objectid="1"/></build></model>\n'
    )
    files = {"[Content_Types].xml": _TYPES, "_rels/.rels": _RELATIONS, "3D/3dmodel.model": model}
    return zipped({name: text.encode() for name, text in files.items()})
