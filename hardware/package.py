"""Packs hardware/production: one zip file with everything that a stranger needs to order and print, and its checksum.

The manifest has a checksum of the sources, so that a test finds a stale zip without KiCad and OpenSCAD.
"""

import hashlib
import posixpath
import re
import subprocess
import zipfile
from collections.abc import Iterable
from pathlib import Path

from hardware import FOLDER, ROOT, meshes
from hardware.boards import REVISION, exports
from tools.archives import check_sums, zipped

PRODUCTION = FOLDER / "production"
NAME = f"sixpip-{REVISION.replace(' ', '-').lower()}"
ZIP, SUMS, MANIFEST, README = f"{NAME}.zip", "SHA256SUMS", "manifest.txt", "README.md"

NO_SOURCES = {"__main__.py", "board_file.py", "bodies.py", "faults.py", "pictures.py", "track_rules.py"}
"""Modules of hardware/boards that check or draw, and do not change the files of a board."""

OTHER_SOURCES = (
    "tools/archives.py", "hardware/placement.py", "hardware/meshes.py", "hardware/package.py", "hardware/dimensions.py",
    "hardware/figures.py", "hardware/dimensions.csv",
    "hardware/bom.py", "hardware/BOM.csv",
    "hardware/converter.py", "hardware/production/README.md",
)  # fmt: skip
"""What else the boards and the zip file are made from, besides the KiCad project of the carrier."""

BOARD_FILES = {
    "panel": (
        "panel-gerbers.zip", "panel-placement.csv", "panel-placement-jlcpcb.csv", "panel-bom.csv", "panel.kicad_pcb",
        "panel.kicad_pro", "panel.kicad_dru", "fp-lib-table", "sym-lib-table",
    ),
    "carrier": (
        "carrier-gerbers.zip", "carrier-placement.csv", "carrier-placement-jlcpcb.csv", "carrier-bom.csv",
        "carrier-parts.html",
    ),
    "tile": (
        "tile.kicad_pcb", "tile.kicad_pro", "tile.kicad_dru", "fp-lib-table", "sym-lib-table", "tile-parts.html",
    ),
}  # fmt: skip
"""The files of each board in the zip file. The KiCad project of the carrier is added, with the libraries of all."""

COPIED = {
    "hardware/production/README.md": README,
    "hardware/case/PRINT.md": "case/PRINT.md",
    "hardware/boards/renders/panel-top.png": "panel/panel-top.png",
    "hardware/boards/renders/panel-pin1.png": "panel/panel-pin1.png",
    "hardware/BOM.csv": "BOM.csv",
    "hardware/licenses/NOTICE.txt": "NOTICE.txt",
    "hardware/licenses/CERN-OHL-P-2.0.txt": "LICENSE.txt",
    "hardware/licenses/CC-BY-4.0.txt": "LICENSE-CC-BY-4.0.txt",
}
"""Files of the repository in the zip file, and their names there."""

_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)\s]+)\)")


FONTS = ("Liberation Sans:style=Regular", "Liberation Sans:style=Bold")
"""The fonts of the letters on the case."""


class NotMade(Exception):
    """A file of the package is missing or out of date; the message says how to make it."""


def _checksum(paths: Iterable[Path]) -> str:
    """Returns one checksum of all files, the same for all kinds of line breaks."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        total.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return total.hexdigest()


def source_checksums() -> dict[str, str]:
    """Returns the checksum of the sources of the boards and of the case."""
    modules = [path for path in (FOLDER / "boards").glob("*.py") if path.name not in NO_SOURCES]
    return {
        "boards": _checksum(modules + exports.sources() + [ROOT / name for name in OTHER_SOURCES]),
        "case": _checksum((FOLDER / "case").glob("*.scad")),
    }


def note(part: str, build: Path, tool: str) -> None:
    """Records in the output folder that "boards" or "case" was made from the current sources, and with which tool."""
    build.mkdir(parents=True, exist_ok=True)
    (build / f"{part}.made").write_text(f"{source_checksums()[part]}\n{tool}\n", encoding="utf-8")


def _noted(part: str, build: Path) -> str:
    """Returns the tool that a part was made with. Raises NotMade when the sources have changed since."""
    path = build / f"{part}.made"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else [""]
    if lines[0] != source_checksums()[part]:
        raise NotMade(f"The files of the {part} are missing or out of date: run `python -m hardware {part}`.")
    return lines[1]


def manifest(tools: dict[str, str]) -> str:
    """Returns the text of the manifest."""
    lines = ["Written by `make hardware`. Do not edit.", f"revision: {REVISION}, not yet built"]
    lines += [f"sources of the {part}: {checksum}" for part, checksum in source_checksums().items()]
    return "\n".join([*lines, *(f"{tool}: {version}" for tool, version in tools.items())]) + "\n"


def fonts() -> str:
    """Returns the files of FONTS with their checksums. Raises NotMade when another font would take their place."""
    found = []
    for name in FONTS:
        command = ["fc-match", "--format=%{family}\n%{file}", name]
        try:
            done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
        except FileNotFoundError as error:
            raise NotMade("fc-match is not installed (Debian: apt-get install fontconfig).") from error
        family, file = done.stdout.split("\n")
        if family != name.partition(":")[0]:
            raise NotMade(f"The font {name} is not installed (Debian: apt-get install fonts-liberation).")
        found.append(f"{Path(file).name} {hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16]}")
    return ", ".join(found)


def _packed_link(source: str, text: str, target: str) -> str:
    """Returns a link of the page `source` for the zip file: to the file there, or words if it is not there."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target.partition("#")[0]))
    if path not in COPIED:
        return f"{text} in the repository of Sixpip (`{path}`)"
    return f"[{text}]({posixpath.relpath(COPIED[path], posixpath.dirname(COPIED[source]) or '.')})"


def _repacked(source: str, page: str) -> str:
    """Returns the text of the page `source` with its links as in the zip file."""
    return _LINK.sub(lambda link: _packed_link(source, link[1], link[2]), page.replace("\r\n", "\n"))


def copied() -> dict[str, bytes]:
    """Returns the files of COPIED by their names in the zip file; pages have no link to a file outside of it."""
    found = {}
    for source, name in COPIED.items():
        data = (ROOT / source).read_bytes()
        if source.endswith(".md"):
            data = _repacked(source, data.decode()).encode()
        found[name] = data
    return found


def contents(build: Path) -> dict[str, bytes]:
    """Returns all files of the zip file but its checksums, from `build`, the output folder. Raises NotMade."""
    tools = {"KiCad": _noted("boards", build), "OpenSCAD": _noted("case", build), "fonts": fonts()}
    files = {MANIFEST: manifest(tools).encode()}
    for board, names in BOARD_FILES.items():
        for name in names:
            if not (build / board / name).exists():
                raise NotMade(f"{name} is missing: run `python -m hardware boards`.")
            files[f"{board}/{name}"] = (build / board / name).read_bytes()
    for path in exports.sources():
        own = path.is_relative_to(exports.PROJECT)
        files[f"carrier/kicad/{path.relative_to(exports.PROJECT).as_posix()}" if own else "tile/tile.kicad_sch"] = (
            path.read_bytes()
        )
    for board, name in (("carrier", exports.PDF), ("tile", exports.TILE_PDF)):
        files[f"{board}/{board}-schematic.pdf"] = (exports.FILES / name).read_bytes()
    for path in sorted((build / "case").glob("*.stl")):
        triangles = meshes.read(path)
        files[f"case/{path.stem}.stl"] = meshes.stl(triangles)
        files[f"case/{path.stem}.3mf"] = meshes.three_mf(triangles)
    return files | copied()


def write(build: Path, folder: Path = PRODUCTION) -> bool:
    """Writes zip file, checksum and manifest; returns whether the zip file has changed. Raises NotMade."""
    files = contents(build)
    packed = zipped({f"{NAME}/{name}": data for name, data in (files | {SUMS: check_sums(files).encode()}).items()})
    path = folder / ZIP
    changed = not path.exists() or path.read_bytes() != packed
    for old in folder.glob("*.zip"):
        if old != path:
            old.unlink()
    path.write_bytes(packed)
    (folder / SUMS).write_text(check_sums({ZIP: packed}), encoding="utf-8")
    (folder / MANIFEST).write_bytes(files[MANIFEST])
    return changed


def problems(folder: Path = PRODUCTION) -> list[str]:
    """Returns a sentence for each fault of the package: missing, stale, or not the file that the checksum is of."""
    for name in (ZIP, SUMS, MANIFEST, README):
        if not (folder / name).exists():
            return [f"hardware/production/{name} is missing."]
    found = []
    noted = (folder / MANIFEST).read_text(encoding="utf-8")
    for part, checksum in source_checksums().items():
        if checksum not in noted:
            found.append(f"The sources of the {part} have changed since {ZIP} was made.")
    packed = (folder / ZIP).read_bytes()
    if (folder / SUMS).read_text(encoding="utf-8") != check_sums({ZIP: packed}):
        found.append(f"{SUMS} is not the checksum of {ZIP}.")
    with zipfile.ZipFile(folder / ZIP) as opened:
        files = {name.removeprefix(f"{NAME}/"): opened.read(name) for name in opened.namelist()}
    inside = files.pop(SUMS, b"").decode()
    if inside != check_sums(files) or files.get(MANIFEST, b"").decode() != noted:
        found.append(f"The files in {ZIP} do not match its {SUMS} and {MANIFEST}.")
    changed = [name for name, data in copied().items() if files.get(name) != data]
    if changed:
        found.append(f"The repository has another version of {' and '.join(changed)} than {ZIP}.")
    return found
