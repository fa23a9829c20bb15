"""Lays out all compiled modules in one file: the Pico imports them from it, and runs their code where it is.

firmware/sixpip_importer.py imports from the file, firmware/sixpip/board/flash_code.py runs the code in it. Each module
is what mpy-cross has made of its source. littlefs keeps a large file in blocks of 4096 bytes anywhere on the disk, and
block N but the first begins with pointers to other blocks, 4 * (ctz(N) + 1) bytes. Modules are placed so that no border
of blocks cuts the bytecode of a function, and neither an item of the tables. A position is the number of a block << 12
| the offset in it. All numbers are words of 4 bytes, little-endian:

    head      MAGIC, 8 bytes that identify the build, the number of modules, the position of their records, the number
              of paths and their CRC-32, the number of blocks with tables, the number of all blocks, and the CRC-32 of
              the tables without this last word
    path      CRC-32 of the path of a module or a folder; where the module begins in the content of the file, 0 for a
              folder. The paths follow the head.
    record    CRC-32 of the name; position of the name | its length << 20; position of the objects | their number << 20;
              position of bits: which modules are needed to import it, itself included, by the index of their records.
              Each module comes after those that it imports. The first record is of no module, and all zeros but its
              positions.
    object    position of the bytecode | number of children << 20; length of the bytecode | number of objects from this
              one to its last descendant << 16. Objects are in the order of the .mpy file. The position and the length
              of code that must stay in memory are 0.
"""

import ast
import hashlib
import struct
from binascii import crc32
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import PurePosixPath

from tools.board.mpy import Code, module_code

MODULES = "sixpip.modules"
"""The path on the board."""
NO_MODULE = ""
MAGIC = b"6PM1"
BLOCK = 4096
_WORD = 4
HEAD = 40
_PATH, _RECORD, _OBJECT = 8, 16, 8
"""Bytes of the head, of a path, of a record and of an object."""
_STEP = 16
"""Bytes from one place for a module to the next one that is tried."""
_MOST_SKIPPED = 4 * BLOCK
"""What fits at no place of so many bytes fits nowhere."""


def pointer_bytes(block: int) -> int:
    """How many bytes of a block of a file littlefs uses for pointers. `block`: counted from the start of the file."""
    return _WORD * (block & -block).bit_length() if block else 0


def position(offset: int) -> int:
    """The position of a byte of the content of a file."""
    block = 0
    while offset >= BLOCK - pointer_bytes(block):
        offset -= BLOCK - pointer_bytes(block)
        block += 1
    return block << 12 | offset + pointer_bytes(block)


class Layout:
    """The content of a file whose items do not cross a border of blocks."""

    def __init__(self) -> None:
        self.content = bytearray()

    def add(self, item: bytes) -> int:
        """Add an item at the next multiple of four bytes; return its position. Raises ValueError for one too long."""
        if len(item) > BLOCK - pointer_bytes(1 << 20):
            raise ValueError(f"{len(item)} bytes do not fit in a block.")
        self._fill(-len(self.content) % _WORD)
        if (self._place() & 0xFFF) + len(item) > BLOCK:
            self.end_block()
        place = self._place()
        self.content += item
        return place

    def end_block(self) -> None:
        """Fill the block: the next item is in another one."""
        self._fill(-self._place() % BLOCK)

    def _place(self) -> int:
        """The position of the next byte."""
        return position(len(self.content))

    def _fill(self, count: int) -> None:
        self.content += bytes(count)


def top_imports(source: str, modules: Mapping[str, object]) -> Iterator[str]:
    """The modules among `modules` that a module imports at its top, as it is compiled for the board."""
    statements = list(ast.parse(source).body)
    for node in statements:
        if isinstance(node, ast.If) and ast.unparse(node.test) != "False":
            statements += [*node.body, *node.orelse]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
            yield from (name for name in names if name in modules)


def import_order(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """The modules in an order in which no import nests; for each, those that it needs, itself included."""
    graph = {name: sorted(set(top_imports(source, sources))) for name, source in sorted(sources.items())}
    needs: dict[str, set[str]] = {}
    for name in TopologicalSorter(graph).static_order():
        needs[name] = {name}.union(*(needs[other] for other in graph[name]))
    return needs


def _objects(code: Code, start: int) -> Iterator[bytes]:
    """The objects of a module that begins at an offset of the file."""
    for each in [below for child in code.children for below in child.in_order()]:
        length = len(each.bytecode) if len(each.bytecode) >= _WORD else 0
        place = position(start + each.start) if length else 0
        yield struct.pack("<II", place | len(each.children) << 20, length | len(each.in_order()) << 16)


def _is_whole(code: Code, start: int) -> bool:
    """Whether no border of blocks cuts the bytecode of a function of a module that begins at an offset of the file."""
    functions = [each for each in code.in_order()[1:] if each.bytecode]
    first = [position(start + each.start) >> 12 for each in functions]
    last = [position(start + each.start + len(each.bytecode) - 1) >> 12 for each in functions]
    return first == last


def _places(modules: Mapping[str, bytes], codes: Mapping[str, Code], start: int) -> dict[str, int]:
    """Where each module begins in the file, from the offset `start` on; the largest one that fits is the next.

    Raises ValueError for a module that fits nowhere.
    """
    left = sorted(modules, key=lambda name: (-len(modules[name]), name))
    places: dict[str, int] = {}
    skipped = 0
    while left:
        name = next((name for name in left if _is_whole(codes[name], start)), None)
        if name:
            left.remove(name)
            places[name] = start
        start += len(modules[name]) if name else _STEP
        skipped = 0 if name else skipped + _STEP
        if skipped > _MOST_SKIPPED:
            raise ValueError(f"{left[0]} has functions that fit in no block of the disk: make them shorter")
    return places


def _paths(paths: Mapping[str, str], places: Mapping[str, int]) -> bytes:
    """The table of paths. `paths`: of each module; `places`: as of _places."""
    found = {parent.as_posix(): 0 for path in paths.values() for parent in PurePosixPath("/", path).parents}
    found |= {f"/{path}": places[name] for name, path in paths.items()}
    return b"".join(struct.pack("<II", crc32(path.encode()), place) for path, place in sorted(found.items()))


def _tables(
    needs: Mapping[str, set[str]], codes: Mapping[str, Code], paths: bytes, places: Mapping[str, int]
) -> tuple[int, bytearray]:
    """The position of the records, and the file up to the end of the tables, with no head yet; whole blocks."""
    index = {name: number for number, name in enumerate(needs)}
    layout = Layout()
    layout.add(bytes(HEAD) + paths)
    records_at = layout.add(bytes(_RECORD * len(needs)))
    start = len(layout.content) - _RECORD * len(needs)
    for name, needed in needs.items():
        name_at = layout.add(name.encode()) | len(name) << 20
        bits = sum(1 << index[other] for other in needed)
        bits_at = layout.add(bits.to_bytes(-(-len(needs) // 32) * _WORD, "little"))
        table = b"".join(_objects(codes[name], places[name])) if name else b""
        objects_at = layout.add(table) | len(table) // _OBJECT << 20
        record = struct.pack("<4I", crc32(name.encode()), name_at, objects_at, bits_at)
        layout.content[start : start + _RECORD] = record
        start += _RECORD
    layout.end_block()
    return records_at, layout.content


def module_file(modules: Mapping[str, bytes], sources: Mapping[str, str], paths: Mapping[str, str]) -> bytes:
    """The file for these modules, each by its full name.

    `modules`: compiled; `sources`: what was compiled; `paths`: by which MicroPython looks for them.
    """
    needs = {NO_MODULE: set[str](), **import_order(sources)}
    codes = {name: module_code(module) for name, module in modules.items()}
    nowhere = dict.fromkeys(modules, 0)
    _, content = _tables(needs, codes, _paths(paths, nowhere), nowhere)
    tables, places = len(content), _places(modules, codes, len(content))
    table = _paths(paths, places)
    records_at, content = _tables(needs, codes, table, places)
    for name, start in sorted(places.items(), key=lambda place: place[1]):
        content += bytes(start - len(content)) + modules[name]
    content += bytes(-position(len(content)) % BLOCK)
    build = hashlib.sha256(b"".join(modules[name] for name in sorted(modules))).digest()[:8]
    blocks = position(tables) >> 12, position(len(content)) >> 12
    head = MAGIC + build + struct.pack("<6I", len(needs), records_at, len(table) // _PATH, crc32(table), *blocks)
    check = crc32(content[HEAD:tables], crc32(head))
    return head + struct.pack("<I", check) + content[HEAD:]
