"""Lays out the bytecode of all modules in one file, so that the Pico can run it where the file is in the flash.

firmware/sixpip/board/flash_code.py uses the file. littlefs keeps a large file in blocks of 4096 bytes anywhere on the
disk, and block N but the first begins with pointers to other blocks, 4 * (ctz(N) + 1) bytes. So no item in the file
crosses a border of blocks, and an item is given by its position: the number of the block << 12 | the offset in it. All
numbers are words of 4 bytes, little-endian:

    head      MAGIC, 8 bytes that identify the build, the number of modules, the position of their records, the number
              of blocks with tables, the number of all blocks, and the CRC-32 of the tables without this last word
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
from collections.abc import Callable, Iterator, Mapping
from graphlib import TopologicalSorter

from tools.board.mpy import Code, module_code

CODE = "sixpip/code.bin"
"""The path on the board."""
NO_MODULE = ""
MAGIC = b"6PC1"
BLOCK = 4096
_WORD = 4
_HEAD, _RECORD, _OBJECT = 32, 16, 8
"""Bytes of the head, of a record and of an object."""


def pointer_bytes(block: int) -> int:
    """How many bytes of a block of a file littlefs uses for pointers. `block`: counted from the start of the file."""
    return _WORD * (block & -block).bit_length() if block else 0


def block_of(offset: int) -> int:
    """The number of the block in which a byte of the content of a file is."""
    block = 0
    while offset >= BLOCK - pointer_bytes(block):
        offset -= BLOCK - pointer_bytes(block)
        block += 1
    return block


class Layout:
    """The content of a file whose items do not cross a border of blocks."""

    def __init__(self, block: int = 0) -> None:
        """`block`: the number of its first one in the file."""
        self.content = bytearray()
        self._block = block
        self._offset = pointer_bytes(block)

    def add(self, item: bytes) -> int:
        """Add an item at the next multiple of four bytes; return its position. Raises ValueError for one too long."""
        if len(item) > BLOCK - pointer_bytes(1 << 20):
            raise ValueError(f"{len(item)} bytes do not fit in a block.")
        self._fill(-self._offset % _WORD)
        if self._offset + len(item) > BLOCK:
            self._fill(BLOCK - self._offset)
        if self._offset == BLOCK:
            self._block += 1
            self._offset = pointer_bytes(self._block)
        position = self._block << 12 | self._offset
        self.content += item
        self._offset += len(item)
        return position

    @property
    def blocks(self) -> int:
        """The number of blocks of the file up to the last one that has been begun."""
        return self._block + 1

    def end_block(self) -> None:
        """Fill the block: the next item is in another one."""
        self._fill(BLOCK - self._offset)

    def _fill(self, count: int) -> None:
        self.content += bytes(count)
        self._offset += count


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


def _objects(code: Code, place: Callable[[bytes], int]) -> Iterator[bytes]:
    """The objects of a module. `place`: adds bytecode to the file and returns its position."""
    for each in [below for child in code.children for below in child.in_order()]:
        length = len(each.bytecode) if len(each.bytecode) >= _WORD else 0
        position = place(each.bytecode) if length else 0
        yield struct.pack("<II", position | len(each.children) << 20, length | len(each.in_order()) << 16)


def _tables(needs: Mapping[str, set[str]], codes: Mapping[str, Code], place: Callable[[bytes], int]) -> bytes:
    """All but the bytecode and the head; whole blocks. `place`: as for _objects."""
    index = {name: number for number, name in enumerate(needs)}
    layout = Layout()
    layout.add(bytes(_HEAD + _RECORD * len(needs)))
    records = b""
    for name, needed in needs.items():
        name_at = layout.add(name.encode()) | len(name) << 20
        bits = sum(1 << index[other] for other in needed)
        bits_at = layout.add(bits.to_bytes(-(-len(needs) // 32) * _WORD, "little"))
        table = b"".join(_objects(codes[name], place)) if name else b""
        objects_at = layout.add(table) | len(table) // _OBJECT << 20
        records += struct.pack("<4I", crc32(name.encode()), name_at, objects_at, bits_at)
    layout.end_block()
    return bytes(_HEAD) + records + layout.content[_HEAD + len(records) :]


def code_file(modules: Mapping[str, bytes], sources: Mapping[str, str]) -> bytes:
    """The file for these modules. `modules`: each compiled; `sources`: what was compiled; both by the full name."""
    needs = {NO_MODULE: set[str](), **import_order(sources)}
    codes = {name: module_code(modules[name]) for name in needs if name}
    blocks = block_of(len(_tables(needs, codes, lambda bytecode: 0)))
    layout = Layout(blocks)
    tables = _tables(needs, codes, layout.add)
    layout.end_block()
    build = hashlib.sha256(b"".join(modules[name] for name in needs if name)).digest()[:8]
    head = MAGIC + build + struct.pack("<4I", len(needs), _HEAD, blocks, layout.blocks)
    check = struct.pack("<I", crc32(tables[_HEAD:], crc32(head)))
    return head + check + tables[_HEAD:] + layout.content
