"""`tools.board.module_file` and `tools.board.mpy`: what is read from compiled modules, and its layout in a file."""

import ast
import functools
import hashlib
import itertools
import struct
from binascii import crc32
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import FIRMWARE
from tools.board.build import board_sources, compile_module, compiled_modules, module_name
from tools.board.image import make_image
from tools.board.module_file import BLOCK, MODULES, Layout, import_order, pointer_bytes, position
from tools.board.module_file import module_file as make_module_file
from tools.board.mpy import BadModule, module_code
from tools.check.bench.pico import firmware

_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def sources() -> dict[str, str]:
    return {module_name(Path(path)): source for path, source in board_sources(FIRMWARE).items()}


@functools.cache
def modules() -> dict[str, bytes]:
    """Each compiled module by its path."""
    return compiled_modules(board_sources(FIRMWARE))


def compiled(name: str) -> bytes:
    path = name.replace(".", "/")
    return modules().get(f"{path}.mpy") or modules()[f"{path}/__init__.mpy"]


class ModuleFile:
    """Reads the file as it is in the flash: by block and offset."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.blocks: list[bytes] = []
        while content:
            pointers = pointer_bytes(len(self.blocks))
            self.blocks.append(bytes(pointers) + content[: BLOCK - pointers])
            content = content[BLOCK - pointers :]

    def at(self, position: int, length: int) -> bytes:
        offset = position & 0xFFF
        assert offset + length <= BLOCK
        return self.blocks[position >> 12 & 0xFF][offset : offset + length]

    def words(self, position: int, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}I", self.at(position, 4 * count))

    def records(self) -> list[tuple[int, ...]]:
        count, records = self.words(12, 2)
        return [self.words(records + 16 * number, 4) for number in range(1, count)]

    def paths(self) -> dict[int, int]:
        """Where each module begins, by the checksum of its path."""
        count = struct.unpack_from("<I", self.content, 20)[0]
        return dict(struct.unpack_from("<II", self.content, 40 + 8 * number) for number in range(count))

    def name(self, record: tuple[int, ...]) -> str:
        return self.at(record[1], record[1] >> 20).decode()


@pytest.fixture(scope="module")
def module_file() -> ModuleFile:
    return ModuleFile((firmware() / MODULES).read_bytes())


@pytest.mark.long
def test_a_module_has_a_code_object_for_each_function_class_and_comprehension_of_its_source() -> None:
    for name, source in sources().items():
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and ast.unparse(node.test) in ("False", "not True"):
                node.body = [ast.Pass()]
            elif isinstance(node, ast.If) and ast.unparse(node.test) == "True":
                node.orelse = []
        scopes = [node for node in ast.walk(tree) if isinstance(node, _SCOPES)]
        assert len(module_code(compiled(name)).in_order()) == 1 + len(scopes), name


def check_functions(file: ModuleFile, record: tuple[int, ...], module: bytes) -> None:
    """Compares the table of a module in the file with the functions of the compiled module."""
    functions = module_code(module).in_order()[1:]
    assert record[2] >> 20 == len(functions)
    for number, code in enumerate(functions):
        where, sizes = file.words((record[2] & 0xFFFFF) + 8 * number, 2)
        assert file.at(where, sizes & 0xFFFF) == code.bytecode
        assert (where >> 20, sizes >> 16) == (len(code.children), len(code.in_order()))


@pytest.mark.long
def test_the_file_has_the_bytecode_of_each_function_at_its_position(module_file: ModuleFile) -> None:
    for record in module_file.records():
        check_functions(module_file, record, compiled(module_file.name(record)))


NESTED = """
class Outer:
    class Inner:
        def deep(self):
            def deeper(values):
                return [lambda: value for value in values]
            return deeper

        def last(self):
            return 1

@micropython.native
def fast(n):
    return 2 * n

def after():
    return (value for value in (1, 2))
"""


def test_the_file_says_of_each_function_how_many_are_in_it_also_where_they_are_nested_deeply() -> None:
    module = compile_module("nested.py", NESTED)
    file = ModuleFile(make_module_file({"nested": module}, {"nested": NESTED}, {"nested": "nested.mpy"}))
    (record,) = file.records()
    check_functions(file, record, module)
    objects = [file.words((record[2] & 0xFFFFF) + 8 * number, 2) for number in range(record[2] >> 20)]
    assert [sizes >> 16 for _, sizes in objects] == [7, 6, 4, 3, 2, 1, 1, 1, 2, 1]
    assert [number for number, (where, sizes) in enumerate(objects) if not sizes & 0xFFFF] == [7]
    assert objects[7][0] == 0, "machine code stays in memory"


def function(number: int, size: int) -> str:
    """The source of a function with about so many bytes of code."""
    return f"def f{number}(x):\n" + "    x.a(x.b)\n" * (size // 9) + "    return 1\n"


SMALL = {
    "sixpip": "",
    "sixpip.large": "import sixpip.rules.zero\n" + "".join(function(number, 300) for number in range(9)),
    "sixpip.middle": "from sixpip import large\n" + "".join(function(number, 500) for number in range(2)),
    "sixpip.rules": "VERSION = 1\n",
    "sixpip.rules.zero": "",
    **{f"sixpip.m{number}": function(number, 300) for number in range(31)},
}
"""Modules by name; their code is in several blocks."""


def small_paths() -> dict[str, str]:
    """The path of each of those modules."""
    packages = {name.rpartition(".")[0] for name in SMALL}
    return {name: name.replace(".", "/") + ("/__init__" if name in packages else "") + ".mpy" for name in SMALL}


@functools.cache
def small_modules() -> dict[str, bytes]:
    return {name: compile_module(f"{name}.py", source) for name, source in SMALL.items()}


@pytest.fixture(scope="module")
def small_file() -> ModuleFile:
    return ModuleFile(make_module_file(small_modules(), SMALL, small_paths()))


def test_the_head_describes_the_file_and_its_tables(small_file: ModuleFile) -> None:
    content = small_file.content
    magic, build, count, _, path_count, paths_crc, table_blocks, blocks, check = struct.unpack_from("<4s8s7I", content)
    folders = ["/", "/sixpip", "/sixpip/rules"]
    digest = hashlib.sha256(b"".join(small_modules()[name] for name in sorted(SMALL))).digest()
    assert (magic, build) == (b"6PM1", digest[:8])
    assert (count, path_count) == (len(SMALL) + 1, len(SMALL) + len(folders))
    assert blocks == len(small_file.blocks) and 1 <= table_blocks < blocks
    assert all(len(block) == BLOCK for block in small_file.blocks)
    paths = content[40 : 40 + 8 * path_count]
    assert paths_crc == crc32(paths)
    end = sum(BLOCK - pointer_bytes(number) for number in range(table_blocks))
    assert check == crc32(content[40:end], crc32(content[:36]))
    assert min(place for place in small_file.paths().values() if place) == end


def test_each_module_is_in_the_file_at_the_place_of_its_path_once_and_no_function_is_cut(
    small_file: ModuleFile,
) -> None:
    places = small_file.paths()
    assert [places[crc32(folder)] for folder in (b"/", b"/sixpip", b"/sixpip/rules")] == [0, 0, 0]
    used = []
    for name, path in small_paths().items():
        start = places[crc32(f"/{path}".encode())]
        assert small_file.content[start:].startswith(small_modules()[name])
        used.append((start, start + len(small_modules()[name])))
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(sorted(used)))
    for record in small_file.records():
        check_functions(small_file, record, small_modules()[small_file.name(record)])
    gaps = [start - end for (_, end), (start, _) in itertools.pairwise(sorted(used))]
    assert max(gaps) < 1500, "small modules fill the ends of the blocks"


def test_each_module_comes_after_those_that_it_needs_and_names_them(small_file: ModuleFile) -> None:
    names = ["", *[small_file.name(record) for record in small_file.records()]]
    assert sorted(names[1:]) == sorted(SMALL)
    needs = import_order(SMALL)
    assert needs["sixpip.middle"] == {"sixpip", "sixpip.large", "sixpip.middle", "sixpip.rules.zero"}
    for number, record in enumerate(small_file.records(), 1):
        assert record[0] == crc32(names[number].encode())
        bits = int.from_bytes(small_file.at(record[3], 8), "little")
        assert {other for place, other in enumerate(names) if bits >> place & 1} == needs[names[number]]
        assert bits >> number == 1, "none that comes later"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a.b, os, c", {"a.b", "c"}),
        ("from a import b, os", {"a", "a.b"}),
        ("from a.b import X", {"a.b"}),
        ("from os import a", set()),
        ("if False:\n    import c\nelse:\n    import a", set()),
        ("if True:\n    import c\nelse:\n    import a", {"a", "c"}),
        ("if x:\n    if y:\n        import c", {"c"}),
        ("def f():\n    import c\nclass A:\n    import a", set()),
    ],
)
def test_what_a_module_imports_at_its_top(source: str, expected: set[str]) -> None:
    assert import_order({"m": source, "a": "", "a.b": "", "c": ""})["m"] == {"m", *expected}


@pytest.mark.long
def test_the_file_has_each_module_at_the_place_of_its_path_and_knows_its_folders(module_file: ModuleFile) -> None:
    paths = module_file.paths()
    folders = {parent.as_posix() for path in modules() for parent in PurePosixPath("/", path).parents}
    assert len(paths) == len(modules()) + len(folders)
    assert [paths[crc32(folder.encode())] for folder in folders] == [0] * len(folders)
    for path, module in modules().items():
        assert module_file.content[paths[crc32(f"/{path}".encode())] :].startswith(module)


@pytest.mark.long
def test_an_import_in_the_order_of_the_file_never_waits_for_another_one(module_file: ModuleFile) -> None:
    needs = import_order(sources())
    names = ["", *[module_file.name(record) for record in module_file.records()]]
    assert sorted(names[1:]) == sorted(needs)
    for record, name in zip(module_file.records(), names[1:], strict=True):
        assert record[0] == crc32(name.encode())
        bits = int.from_bytes(module_file.at(record[3], -(-len(names) // 32) * 4), "little")
        needed = {other for number, other in enumerate(names) if bits >> number & 1}
        assert needed == needs[name]
        assert max(names.index(other) for other in needed) == names.index(name)


def test_the_order_knows_imports_at_the_top_of_a_module_and_not_those_for_types_or_in_functions() -> None:
    top = "from sub import first\nif False:\n    import never\nif 1 > 0:\n    import other\n"
    order = import_order(
        {
            "app": top + "def f():\n    import late",
            "sub.first": "from other import f",
            "other": "import os",
            "never": "",
            "late": "",
        }
    )
    assert order["app"] == {"app", "sub.first", "other"}
    assert list(order).index("other") < list(order).index("sub.first") < list(order).index("app")


@given(st.lists(st.binary(max_size=2000), max_size=60))
def test_every_item_is_whole_in_one_block(items: list[bytes]) -> None:
    layout = Layout()
    positions = [layout.add(item) for item in items]
    file = ModuleFile(bytes(layout.content))
    file.blocks.append(b"")  # for an empty item at the end
    for item, place in zip(items, positions, strict=True):
        assert place % 4 == 0
        assert file.at(place, len(item)) == item


def test_a_position_is_that_of_the_byte_in_its_block() -> None:
    content = bytes(range(256)) * 80
    file = ModuleFile(content)
    for offset in range(0, len(content), 7):
        assert file.at(position(offset), 1) == content[offset : offset + 1]


@pytest.mark.parametrize("size", [4013, 4096])
def test_an_item_that_does_not_fit_in_every_block_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"^{size} bytes do not fit in a block"):
        Layout().add(bytes(size))
    assert Layout().add(bytes(4012)) == 0


def test_an_item_may_end_with_its_block_and_no_block_is_skipped() -> None:
    layout = Layout()
    assert [layout.add(bytes(size)) for size in (4000, 96, 4, 4004, 84, 1)] == [
        0,
        4000,
        1 << 12 | 4,
        1 << 12 | 8,
        1 << 12 | 4012,
        2 << 12 | 8,
    ]
    layout.end_block()
    assert layout.add(b"x") == 3 << 12 | 4


@pytest.mark.parametrize(("block", "count"), [(0, 0), (1, 4), (2, 8), (3, 4), (4, 12), (12, 12), (64, 28), (96, 24)])
def test_a_block_begins_with_a_pointer_for_each_power_of_two_that_divides_its_number(block: int, count: int) -> None:
    assert pointer_bytes(block) == count


def test_the_blocks_are_those_that_littlefs_makes_of_the_file(module_file: ModuleFile) -> None:
    image = make_image(None, {MODULES: (firmware() / MODULES).read_bytes()})
    on_disk = [image[start : start + BLOCK] for start in range(0, len(image), BLOCK)]
    for number, block in enumerate(module_file.blocks):
        pointers = pointer_bytes(number)
        assert any(found[pointers : len(block)] == block[pointers:] for found in on_disk), number


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data[:100], "is cut short"),
        (lambda data: data + b"x", "has 1 bytes after its end"),
        (lambda data: b"M\x05" + data[2:], "is no .mpy file of version 6"),
        (lambda data: b"", "is no .mpy file of version 6"),
    ],
)
def test_what_is_no_compiled_module_is_refused(change: Any, reason: str) -> None:
    with pytest.raises(BadModule, match=reason):
        module_code(change(compiled("sixpip.compat")))


CONSTANTS = [
    "1 << 80",
    "-(1 << 90)",
    "1.5",
    "2j",
    "'text with spaces ' * 1",
    "b'some bytes'",
    "b''",
    "'x' * 1 + '" + "long text " * 30 + "'",
    "(1, 2.5, 'a b', b'c', (None, True, ...), ())",
    "None, True, False, ...",
]


@pytest.mark.parametrize("constant", CONSTANTS)
@pytest.mark.parametrize("kind", ["", "@micropython.native", "@micropython.viper"])
def test_code_is_found_after_constants_of_every_type(constant: str, kind: str) -> None:
    source = f"VALUE = {constant}\n{kind}\ndef fast(x):\n    return {constant if 'viper' not in kind else 'x'}\n"
    source += "def after(a):\n    def inner(): return a\n    return inner\n"
    data = compile_module("module.py", source)
    code = module_code(data)
    first, second = code.children
    assert [len(each.children) for each in code.in_order()] == [2, 0, 1, 0]
    assert bool(first.bytecode) == (not kind) and len(second.children[0].bytecode) > 4
    for each in code.in_order():
        assert data[each.start :].startswith(each.bytecode)


def test_assembler_code_has_the_number_and_types_of_its_arguments() -> None:
    source = "@micropython.asm_thumb\ndef add(r0, r1):\n    add(r0, r0, r1)\ndef after():\n    return 1\n"
    code = module_code(compile_module("module.py", source))
    assert [bool(each.bytecode) for each in code.in_order()] == [True, False, True]


HEAD = b"M\x06\x00\x1f"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (HEAD + b"\0\1\x0b", "has a constant of the unknown type 11"),
        (HEAD + b"\0\0\x0ax\x70", "has machine code that was not compiled from Python"),
        (HEAD + b"\0\0\x0bx\x10\0\0", "has machine code that was not compiled from Python"),
        (HEAD + b"\0\1\x05\x04abc", "is cut short"),
        (HEAD + b"\1\0\x06abc", "is cut short"),
        (HEAD + b"\0\0\x10a", "is cut short"),
        (HEAD[:2] + b"\x40\x1f\x85", "is cut short"),
    ],
)
def test_a_module_that_no_compiler_makes_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(BadModule) as refused:
        module_code(data)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("head", "names"), [(HEAD, b"\0"), (HEAD, b"\2\x03\x04ab\0"), (HEAD[:2] + b"\x40\x1f\x81\x00", b"\1\x81\x01")]
)
def test_the_code_begins_after_flags_names_and_constants(head: bytes, names: bytes) -> None:
    data = head + names[:1] + b"\1" + names[1:] + b"\x07\x02" + b"12" + b"\x10ab"
    assert module_code(data).bytecode == b"ab" and module_code(data).start == len(data) - 2


@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_else(data: bytes) -> None:
    try:
        module_code(b"M\x06\x00\x1f" + data)
    except (BadModule, RecursionError):
        pass


# Modules that are made by hand, with functions of any length


def number_bytes(value: int) -> bytes:
    """A number as a compiled module has it: seven bits a byte."""
    return bytes([value >> 14 & 0x7F | 0x80, value >> 7 & 0x7F | 0x80, value & 0x7F])


def hand_made(*sizes: int, own: int = 5, native: tuple[int, ...] = ()) -> bytes:
    """A compiled module of `own` bytes of code, with a function of each size; `native`: which are machine code."""
    code = number_bytes(own << 3 | 4 * bool(sizes)) + b"m" * own
    code += number_bytes(len(sizes)) if sizes else b""
    for number, size in enumerate(sizes):
        kind = 1 if number in native else 0
        code += number_bytes(size << 3 | kind) + bytes([number + 1]) * size + b"\0" * kind
    return HEAD + b"\0\0" + code


BEFORE_CODE = len(HEAD) + 2 + 3 + 5 + 3 + 3
"""Bytes of such a module before the code of its first function."""
TABLES = BLOCK
"""Bytes of the tables of a file with few modules: one block."""
ROOM = BLOCK - 4 - BEFORE_CODE
"""How long the first function of the first module may be to end with the second block, which has one pointer."""


def place_of(*sizes: int, own: int = 5, native: tuple[int, ...] = ()) -> int:
    """Where a module of such functions begins in a file of its own."""
    module = hand_made(*sizes, own=own, native=native)
    file = ModuleFile(make_module_file({"m": module}, {"m": ""}, {"m": "m.mpy"}))
    (record,) = file.records()
    if own < BLOCK:
        check_functions(file, record, module)
    place = file.paths()[crc32(b"/m.mpy")]
    assert file.content[place:].startswith(module)
    return place


@pytest.mark.parametrize("sizes", [(ROOM,), (ROOM - 10, 7), (4, ROOM - 7)])
def test_a_function_may_end_with_its_block_and_one_that_is_a_byte_longer_begins_in_the_next(
    sizes: tuple[int, ...],
) -> None:
    assert place_of(*sizes) == TABLES
    longer = (*sizes[:-1], sizes[-1] + 1)
    assert TABLES < place_of(*longer)


def test_code_that_runs_from_memory_may_be_cut() -> None:
    assert place_of(ROOM + 1, native=(0,)) == TABLES, "machine code"
    assert place_of(100, own=9000) == TABLES, "that of the module itself, which runs once"
    assert place_of() == TABLES


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_function_of_fewer_than_four_bytes_stays_in_memory_as_the_importer_cannot_jump_from_it(size: int) -> None:
    module = hand_made(size, 4)
    file = ModuleFile(make_module_file({"m": module}, {"m": ""}, {"m": "m.mpy"}))
    (record,) = file.records()
    first, second = (file.words((record[2] & 0xFFFFF) + 8 * number, 2) for number in range(2))
    assert bool(first[0]) == (size >= 4) and first[1] & 0xFFFF == (size if size >= 4 else 0)
    assert file.at(second[0], 4) == b"\2" * 4


def test_little_room_is_left_before_a_function_that_fits_only_in_the_next_block() -> None:
    own = BLOCK - 4 - BEFORE_CODE + 5
    wasted = [place_of(100, own=own - missing) - TABLES - missing for missing in range(1, 99, 7)]
    assert 0 <= min(wasted) and max(wasted) < 16, "a module begins where it fits first, or a few bytes later"


def test_the_largest_module_that_fits_is_the_next_one_and_names_decide_between_equal_ones() -> None:
    sizes = {"a": 300, "b": 2500, "c": 300, "d": 2000, "e": 1200}
    modules = {name: hand_made(size) for name, size in sizes.items()}
    content = make_module_file(modules, dict.fromkeys(sizes, ""), {name: f"{name}.mpy" for name in sizes})
    places = ModuleFile(content).paths()
    order = sorted(sizes, key=lambda name: places[crc32(f"/{name}.mpy".encode())])
    assert order == ["b", "e", "a", "d", "c"], "a fills the end of the block in which d does not fit"
    again = dict(reversed(modules.items()))
    assert make_module_file(again, dict.fromkeys(again, ""), {name: f"{name}.mpy" for name in again}) == content


@pytest.mark.parametrize("count", [30, 31, 32, 62, 63, 64])
def test_of_any_number_of_modules_each_knows_what_it_needs(count: int) -> None:
    names = [f"m{number:02}" for number in range(count)]
    sources = {name: f"import {before}" for before, name in itertools.pairwise(names)} | {names[0]: ""}
    content = make_module_file(dict.fromkeys(names, hand_made(9)), sources, {name: f"{name}.mpy" for name in names})
    file = ModuleFile(content)
    for number, record in enumerate(file.records(), 1):
        words = -(-(count + 1) // 32)
        assert int.from_bytes(file.at(record[3], 4 * words), "little") == (1 << number + 1) - 2
        assert file.name(record) == names[number - 1]


def test_each_bit_of_the_file_counts_for_its_check_and_another_module_makes_another_build() -> None:
    def head(*sizes: int) -> tuple[Any, ...]:
        module = hand_made(*sizes)
        return struct.unpack_from("<4s8s7I", make_module_file({"m": module}, {"m": ""}, {"m": "m.mpy"}))

    first, second = head(9), head(10)
    assert first[1] != second[1] and first[-1] != second[-1]
    assert head(9) == first


def test_a_module_that_fits_nowhere_is_named_also_next_to_others() -> None:
    modules = {"good": hand_made(9), "long": hand_made(4097), "other": hand_made(2000)}
    with pytest.raises(ValueError, match=r"^long has functions that fit in no block of the disk: make them shorter$"):
        make_module_file(modules, dict.fromkeys(modules, ""), {name: f"{name}.mpy" for name in modules})
