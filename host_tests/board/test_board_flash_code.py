"""The code that runs from the flash: where a file is found there, and which functions are moved. On a simulated memory.

test_emulator_flash_code.py has it on the emulated Pico, with the real MicroPython.
"""

import importlib
import struct
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from host_tests.board_modules import board_module
from tools.board import module_file
from tools.board.boards import BOARDS
from tools.board.build import compile_module
from tools.board.module_file import BLOCK
from tools.board.mpy import Code, module_code

RAM, FLASH = 0x20000000, 0x10100000
SOURCES = {
    "sixpip.one": "def add(a, b):\n def inner(c):\n  return a + c\n return inner(b)\ndef two():\n yield 2\n",
    "sixpip.two": "import sixpip.one\nclass Thing:\n    def get(self):\n        return [x for x in self.all if x]\n",
    "sixpip.table": "FIGURES = (1, 2, 3)\n",
}
KINDS = (1000, 1004, 1008, 1012, 1016, 1020, 1024)
FUNCTION, GENERATOR, CLASS, PROPERTY, CLOSURE, STATIC, _ = KINDS


class Memory:
    """Memory and flash, each of 64 KB."""

    def __init__(self) -> None:
        self.regions = {RAM: bytearray(1 << 16), FLASH: bytearray(1 << 16)}
        self.end = RAM

    def _place(self, address: int) -> tuple[bytearray, int]:
        base = RAM if address >= RAM else FLASH
        return self.regions[base], address - base

    def bytes_at(self, address: int, length: int) -> bytes:
        data, at = self._place(address)
        return bytes(data[at : at + length])

    def __getitem__(self, address: int) -> int:
        """As machine.mem32."""
        return int.from_bytes(self.bytes_at(address, 4), "little")

    def put(self, *words: int) -> int:
        """Adds words to the memory; returns their address."""
        return self.put_bytes(struct.pack(f"<{len(words)}I", *words))

    def put_bytes(self, content: bytes) -> int:
        address = self.end
        self.regions[RAM][address - RAM : address - RAM + len(content)] = content
        self.end += len(content) + -len(content) % 4 + 4
        return address

    def pointer(self, size: int) -> Any:
        memory = self

        class Pointer:
            def __init__(self, address: "int | Pointer") -> None:
                self.address = int(address)

            def __int__(self) -> int:
                return self.address

            def __getitem__(self, index: int) -> int:
                return int.from_bytes(memory.bytes_at(self.address + size * index, size), "little")

            def __setitem__(self, index: int, value: int) -> None:
                data, at = memory._place(self.address + size * index)
                data[at : at + size] = value.to_bytes(size, "little")

        return Pointer


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def flash_code(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module, with the simulated memory in place of that of the Pico."""
    machine: Any = ModuleType("machine")
    machine.mem32 = memory
    replaced = {
        "machine": machine,
        "rp2": MagicMock(),
        "vfs": MagicMock(),
        "micropython": SimpleNamespace(viper=lambda function: function),
        "uctypes": SimpleNamespace(bytearray_at=memory.bytes_at),
    }
    for name, module in replaced.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("flash_code", "flash_file"):
        monkeypatch.delitem(sys.modules, f"sixpip.board.{name}", raising=False)
    module = importlib.import_module("sixpip.board.flash_code")
    monkeypatch.setattr(module, "ptr32", memory.pointer(4), raising=False)
    monkeypatch.setattr(module, "ptr8", memory.pointer(1), raising=False)
    yield module
    for name in ("flash_code", "flash_file"):
        sys.modules.pop(f"sixpip.board.{name}", None)


MODULES = {name: compile_module(f"{name.replace('.', '/')}.py", source) for name, source in SOURCES.items()}
PATHS = {name: f"{name.replace('.', '/')}.mpy" for name in SOURCES}
FILE = module_file.module_file(MODULES, SOURCES, PATHS)


def blocks_of(memory: Memory, content: bytes = FILE) -> list[int]:
    """Puts a file into every other block of the flash; returns the addresses of its blocks."""
    addresses: list[int] = []
    while content:
        number = len(addresses)
        start = module_file.pointer_bytes(number)
        addresses.append(FLASH + 2 * BLOCK * number)
        at = addresses[-1] - FLASH
        part = content[: BLOCK - start]
        memory.regions[FLASH][at + start : at + start + len(part)] = part
        content = content[BLOCK - start :]
    return addresses


def raw(memory: Memory, code: Code, changed: bytes = b"") -> int:
    """Puts a child of a function with its own children into memory, as MicroPython does."""
    return memory.put(2 << 16, memory.put_bytes(changed or code.bytecode), children(memory, code))


def children(memory: Memory, code: Code) -> int:
    return memory.put(*[raw(memory, child) for child in code.children]) if code.children else 0


def function(memory: Memory, code: Code, kind: int = FUNCTION, changed: bytes = b"") -> int:
    return memory.put(kind, 0, children(memory, code), memory.put_bytes(changed or code.bytecode))


def record_of(memory: Memory, blocks: list[int], name: str) -> int:
    """The address of the record of a module."""
    number = 1 + list(module_file.import_order(SOURCES)).index(name)
    position = memory[blocks[0] + 16]
    return blocks[position >> 12 & 0xFF] + (position & 0xFFF) + 16 * number


def entries_of(memory: Memory, blocks: list[int], name: str) -> tuple[int, int]:
    """The address and the number of the entries of a module."""
    where = memory[record_of(memory, blocks, name) + 8]
    return blocks[where >> 12 & 0xFF] + (where & 0xFFF), where >> 20


def test_a_file_whose_tables_are_damaged_anywhere_is_refused(flash_code: Any, memory: Memory) -> None:
    blocks = blocks_of(memory)
    assert flash_code.is_valid(blocks)
    for at in (0, 5, 12, 20, 24, 31, 35, 36, 44, 72 + 16 * len(SOURCES), BLOCK - 1):
        memory.regions[FLASH][at] ^= 4
        assert not flash_code.is_valid(blocks), at
        memory.regions[FLASH][at] ^= 4
    memory.regions[FLASH][2 * BLOCK + 4] ^= 4  # the bytecode is compared when it is used
    assert flash_code.is_valid(blocks)


@pytest.mark.parametrize("change", [-1, 1])
def test_a_file_with_a_block_too_few_or_too_many_is_refused(flash_code: Any, memory: Memory, change: int) -> None:
    blocks = blocks_of(memory)
    assert len(blocks) > 1 and flash_code.is_valid(blocks)
    assert not flash_code.is_valid(blocks[:-1] if change < 0 else [*blocks, blocks[-1] + 2 * BLOCK])


@pytest.mark.parametrize(
    ("name", "moved", "left"),
    [("sixpip.one", 0, ["sixpip.one"]), ("sixpip.one", 40, []), ("sixpip.table", 0, [])],
    ids=["functions stay in memory", "functions are moved", "no functions"],
)
def test_only_a_module_whose_functions_all_stay_in_memory_was_not_installed_with_the_rest(
    name: str, moved: int, left: list[str], flash_code: Any, memory: Memory
) -> None:
    blocks = blocks_of(memory)

    class FlashCode(flash_code.FlashCode):  # type: ignore[misc]
        """Imports nothing, and moves this many bytes of the functions of a module."""

        def __init__(self) -> None:
            self._blocks, self._kinds = blocks, [0] * 11
            self.left: list[str] = []

        def _move_values(self, *_: Any) -> Iterator[Any]:
            self._kinds[7] += moved
            yield from ()

    code = FlashCode()
    code._move_module(ModuleType(name), record_of(memory, blocks, name))  # noqa: SLF001
    assert (code.left, code.moved) == (left, moved)


def test_a_module_and_the_modules_that_it_needs_are_found(flash_code: Any, memory: Memory) -> None:
    records = memory.put(*[word for number in range(5) for word in (100 + number, 0, 0, 0)])
    assert [flash_code._find(crc, records, 5) for crc in (100, 104, 105, 0)] == [0, 4, 0, 0]  # noqa: SLF001
    bits = memory.put(0b1001, 1 << 31 | 2)
    found = [flash_code._next(bits, start, 64) for start in (0, 1, 4, 34, 64)]  # noqa: SLF001
    assert found == [0, 3, 33, 63, 64]
    assert flash_code._next(bits, 34, 40) == 40  # noqa: SLF001


class Imports:
    """A FlashCode with the modules of FILE, which notes what is imported, what is moved, and whether its hook is on."""

    def __init__(self, flash_code: Any, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
        self.noted: list[tuple[str, str, bool]] = []
        self.fails = ""
        self.collected = 0
        blocks = blocks_of(memory)
        self.code = code = flash_code.FlashCode.__new__(flash_code.FlashCode)
        self.builtins = SimpleNamespace(__import__=None)
        monkeypatch.setattr(flash_code, "builtins", self.builtins)
        monkeypatch.setattr(flash_code, "collect_garbage", self.collect)
        for name in SOURCES:
            monkeypatch.delitem(sys.modules, name, raising=False)
        self.monkeypatch = monkeypatch
        count = memory[blocks[0] + 12]
        vars(code).update(_blocks=blocks, _count=count, _names=[None] * count, _import=self.import_one)
        records = code._address(memory[blocks[0] + 16])  # noqa: SLF001
        self.hook = self.builtins.__import__ = code.import_module
        vars(code).update(_records=records, _hook=self.hook, _move_module=self.move)

    @property
    def is_hooked(self) -> bool:
        return bool(getattr(self.builtins, "__import__", None) == self.hook)

    def collect(self) -> None:
        self.collected += 1

    def import_one(self, name: str, *_rest: Any) -> ModuleType:
        """As MicroPython does: imports a module unless it is loaded."""
        if name == self.fails:
            raise ImportError(name)
        if name not in sys.modules:
            self.monkeypatch.setitem(sys.modules, name, ModuleType(name))
            self.noted.append(("import", name, self.is_hooked))
        return sys.modules[name]

    def move(self, module: ModuleType, record: int) -> None:
        assert record == self.code._record(module.__name__)  # noqa: SLF001
        self.noted.append(("move", module.__name__, self.is_hooked))


@pytest.fixture
def imports(flash_code: Any, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Imports:
    return Imports(flash_code, memory, monkeypatch)


ONE_THEN_TWO = [
    ("import", "sixpip.one", False),
    ("move", "sixpip.one", True),
    ("import", "sixpip.two", False),
    ("move", "sixpip.two", True),
]


def test_a_module_is_imported_after_all_that_it_needs_and_each_is_moved_when_its_own_import_returns(
    imports: Imports,
) -> None:
    module = imports.code.import_module("sixpip.two", None, None, ("*",))
    assert module is sys.modules["sixpip.two"] and imports.noted == ONE_THEN_TWO and imports.is_hooked
    imports.code.import_module("sixpip.two")
    assert imports.noted == ONE_THEN_TWO
    imports.code.import_module("elsewhere")
    assert imports.noted[4:] == [("import", "elsewhere", True)], "a module that is not in the file stays in memory"


def test_a_module_is_imported_in_steps_of_one_module_with_a_collection_after_each(imports: Imports) -> None:
    steps = []
    for _ in range(4):
        steps.append((imports.code.import_next("sixpip.two"), len(imports.noted), imports.collected))
    assert steps == [(True, 2, 1), (True, 4, 2), (False, 4, 2), (False, 4, 2)]
    assert imports.noted == ONE_THEN_TWO
    assert not imports.code.import_next("elsewhere")


def test_after_an_import_that_fails_modules_are_imported_and_moved_as_before(imports: Imports) -> None:
    imports.fails = "sixpip.one"
    for _ in range(2):
        with pytest.raises(ImportError, match="sixpip.one"):
            imports.code.import_module("sixpip.two")
        assert imports.is_hooked and not imports.noted
    imports.fails = ""
    imports.code.import_module("sixpip.two")
    assert imports.noted == ONE_THEN_TWO and imports.is_hooked
    imports.code.stop()
    assert not hasattr(imports.builtins, "__import__")


def test_a_module_that_was_imported_elsewhere_is_neither_imported_nor_moved_again(imports: Imports) -> None:
    imports.import_one("sixpip.one")
    imports.noted.clear()
    imports.code.import_module("sixpip.two")
    assert imports.noted == ONE_THEN_TWO[2:]


def test_what_modules_need_is_themselves_and_all_that_they_import(imports: Imports) -> None:
    assert imports.code.needed(["sixpip.two"]) == {"sixpip.one", "sixpip.two"}
    assert imports.code.needed(["sixpip.one", "sixpip.table"]) == {"sixpip.one", "sixpip.table"}
    assert imports.code.needed(["elsewhere"]) == imports.code.needed([]) == set()


def test_a_function_that_equals_one_in_the_file_uses_the_flash_with_all_functions_in_it(
    flash_code: Any, memory: Memory
) -> None:
    blocks = blocks_of(memory)
    table = memory.put(*blocks)
    for name, mpy in MODULES.items():
        entries, count = entries_of(memory, blocks, name)
        for code in module_code(mpy).children:
            made = function(memory, code)
            moved = flash_code._move_function(made, entries, count, table)  # noqa: SLF001
            assert moved == sum(len(each.bytecode) for each in code.in_order())
            assert FLASH <= memory[made + 12] < FLASH + (1 << 16)
            assert memory.bytes_at(memory[made + 12], len(code.bytecode)) == code.bytecode
            for number, child in enumerate(code.children):
                copy = memory[memory[memory[made + 8] + 4 * number] + 4]
                assert copy < RAM and memory.bytes_at(copy, len(child.bytecode)) == child.bytecode


def test_a_function_that_differs_in_any_byte_stays_in_memory_and_so_does_a_child_that_differs(
    flash_code: Any, memory: Memory
) -> None:
    blocks = blocks_of(memory)
    table = memory.put(*blocks)
    entries, count = entries_of(memory, blocks, "sixpip.one")
    code = module_code(MODULES["sixpip.one"]).children[0]
    for at in range(len(code.bytecode)):
        changed = bytearray(code.bytecode)
        changed[at] ^= 1
        made = function(memory, code, changed=bytes(changed))
        assert flash_code._move_function(made, entries, count, table) == 0, at  # noqa: SLF001
        assert memory[made + 12] >= RAM
    other = memory.put(raw(memory, code.children[0], b"other code" + bytes(40)))
    made = memory.put(FUNCTION, 0, other, memory.put_bytes(code.bytecode))
    assert flash_code._move_function(made, entries, count, table) == len(code.bytecode)  # noqa: SLF001
    assert memory[made + 12] < RAM <= memory[memory[other] + 4]


def test_all_kinds_of_functions_in_a_module_are_moved_and_its_classes_are_given_back(
    flash_code: Any, memory: Memory
) -> None:
    blocks = blocks_of(memory)
    table = memory.put(*blocks)
    entries, count = entries_of(memory, blocks, "sixpip.one")
    first, second = module_code(MODULES["sixpip.one"]).children
    plain, generator = function(memory, first), function(memory, second, GENERATOR)
    getter, setter = function(memory, first), function(memory, second)
    closed, fixed = function(memory, first), function(memory, first)
    staying = [function(memory, code) for code in (second, first, second)]
    values = [7, memory.put(5, 5), plain, memory.put(CLASS), memory.put(PROPERTY, getter, setter, 0)]
    values += [memory.put(CLOSURE, closed), generator, memory.put(STATIC, fixed), memory.put(CLASS), FLASH, *staying]
    items = memory.put(0, len(values), *values)
    kinds = memory.put(*KINDS, 0, *staying)
    ends = []
    at = 0
    while True:
        at = flash_code._move_items(items, at, entries, count, table, kinds)  # noqa: SLF001
        if not at:
            break
        ends.append(at)
    assert ends == [4, 9]
    made = (plain, generator, getter, setter, closed, fixed)
    assert all(memory[each + 12] < RAM for each in made) and all(memory[each + 12] >= RAM for each in staying)
    length = [sum(len(each.bytecode) for each in code.in_order()) for code in (first, second)]
    assert memory[kinds + 28] == 4 * length[0] + 2 * length[1]


def test_the_pointers_at_the_start_of_a_block_are_those_that_the_build_leaves_room_for(flash_file: Any) -> None:
    assert [flash_file.pointer_bytes(number) for number in range(300)] == [
        module_file.pointer_bytes(number) for number in range(300)
    ]


@pytest.fixture
def flash_file(flash_code: Any, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module, with a file of 10 000 bytes in the blocks 7, 3 and 9 of a disk of 16 blocks."""
    module: Any = importlib.import_module("sixpip.board.flash_file")
    memory.regions[FLASH][:64] = bytes(range(64))
    flash = MagicMock()
    flash.ioctl.side_effect = lambda operation, argument: {4: 16, 5: BLOCK}.get(operation)

    def readblocks(number: int, buffer: bytearray, offset: int = 0) -> None:
        at = number * BLOCK + offset
        buffer[:] = memory.regions[FLASH][at : at + len(buffer)]

    flash.readblocks.side_effect = readblocks
    flash.size, flash.position = 10_000, 0

    def mounted(disk: Any, readsize: int) -> Any:
        def seek(to: int, origin: int = 0) -> int:
            flash.position = to + (flash.size if origin == 2 else 0)
            return int(flash.position)

        def read(count: int) -> None:
            starts = (0, BLOCK, 2 * BLOCK - 4)
            block = max(number for number, start in enumerate(starts) if start <= flash.position)
            disk.readblocks((7, 3, 9)[block], bytearray(count), 0)

        return SimpleNamespace(open=lambda path, mode: SimpleNamespace(seek=seek, read=read, close=lambda: None))

    monkeypatch.setattr(module.rp2, "Flash", lambda: flash)
    monkeypatch.setattr(module.vfs, "VfsLfs2", mounted)
    monkeypatch.setattr(module.uctypes, "addressof", lambda _: FLASH, raising=False)
    module.flash = flash
    return module


def test_the_blocks_of_a_file_are_found_in_their_order(flash_file: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [FLASH + number * BLOCK for number in (7, 3, 9)]
    assert list(flash_file.block_addresses("sixpip.modules")) == expected
    monkeypatch.setattr(flash_file.uctypes, "addressof", MagicMock(side_effect=TypeError))  # MicroPython 1.24
    monkeypatch.setattr(flash_file, "_DISK_END", FLASH + 16 * BLOCK)
    assert list(flash_file.block_addresses("sixpip.modules")) == expected


def test_code_does_not_run_from_a_small_file_or_a_disk_that_is_elsewhere(flash_file: Any, memory: Memory) -> None:
    flash_file.flash.size = BLOCK
    with pytest.raises(OSError, match="the file of the modules is damaged"):
        flash_file.block_addresses("sixpip.modules")
    disk = flash_file._Disk()  # noqa: SLF001  the file system has it
    with pytest.raises(OSError, match="30"):
        disk.writeblocks(0, b"x")
    with pytest.raises(OSError, match="30"):
        disk.ioctl(6, 0)
    assert [disk.ioctl(operation, 0) for operation in (3, 4, 5)] == [0, 16, BLOCK]
    flash_file.flash.readblocks.side_effect = None
    with pytest.raises(OSError, match="the disk was not found in the flash"):
        flash_file.block_addresses("sixpip.modules")


@pytest.mark.forked
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_only_a_pico_runs_code_from_the_flash_and_says_why_it_does_not(board: Any) -> None:
    pico = board_module("pico", board)
    package: Any = importlib.import_module("sixpip.board")
    flash = ModuleType("sixpip.board.flash_code")
    code = MagicMock(side_effect=OSError("it is damaged"))
    vars(flash)["FlashCode"] = code
    package.flash_code = sys.modules["sixpip.board.flash_code"] = flash
    sys.modules["sixpip.board.flash_file"] = ModuleType("sixpip.board.flash_file")
    console = pico.PicoBoard()
    assert console.code_in_flash() == (0, "")
    console.run_code_from_flash()
    console.run_code_from_flash()
    if board.name != "pico":
        assert not code.called and console.code_in_flash() == (0, "")
        return
    reason = "All code is in memory, because it is damaged: install Sixpip again."
    assert code.call_count == 1 and console.code_in_flash() == (0, reason)
    assert not hasattr(flash, "FlashCode"), "it takes memory"
    vars(flash)["FlashCode"] = MagicMock(side_effect=OSError(2))
    console = pico.PicoBoard()
    console.run_code_from_flash()
    reason = "All code is in memory, because the file of the modules cannot be read: install Sixpip again."
    assert console.code_in_flash() == (0, reason), "no number of an error"
    assert not console.import_next("sixpip.compat") and console.needed_modules(["sixpip.compat"]) == set()


@pytest.mark.forked
def test_a_pico_says_how_much_code_runs_from_the_flash_until_it_stops() -> None:
    pico = board_module("pico", BOARDS[0])
    package: Any = importlib.import_module("sixpip.board")
    flash = MagicMock()
    package.flash_code = sys.modules["sixpip.board.flash_code"] = flash
    flash.FlashCode.return_value = MagicMock(moved=500, left=[])
    console = pico.PicoBoard()
    console.run_code_from_flash()
    console.run_code_from_flash()
    assert flash.FlashCode.call_count == 1 and console.code_in_flash() == (500, "")
    flash.FlashCode.return_value.needed.return_value = {"sixpip.b"}
    assert console.needed_modules(["sixpip.a"]) == {"sixpip.b"}
    flash.FlashCode.return_value.left = ["sixpip.a", "sixpip.b"]
    sentence = "In memory, because they were not installed with the rest: sixpip.a, sixpip.b."
    assert console.code_in_flash() == (500, sentence)
    parts = console.stop()
    assert flash.FlashCode.return_value.stop.called and parts[0] is pico.I2C.return_value and len(parts) == 3
