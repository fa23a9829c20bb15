"""Runs imported functions from the flash, where their bytecode is, in place of copies in memory.

MicroPython copies the bytecode of a module into memory. The same bytes are in the file of the modules, where no border
of a block cuts them (tools/board/module_file.py). When the import of a module returns, each function of it that equals
one in the file is made to use the flash, and the garbage collector frees the copy.

The collector does not see that a running function or a suspended generator uses its bytecode. So a module is changed
only when its own import returns, and what it needs is imported before it, module by module. The modules of the start
are changed once, when no generator is suspended; functions that run stay in memory.

Only this module knows how MicroPython 1.24 to 1.29 stores code, in words:

    function, generator function   type, context, table of children, bytecode
    child of a function            kind (bits 16 to 23; 2 is bytecode), bytecode, table of children
    closure, static, class method  type, function
    property                       type, three functions
    tuple                          type, length, items
"""

import builtins
import sys
from array import array
from binascii import crc32

import micropython
import uctypes
from machine import mem32

from sixpip.board.flash_file import block_addresses, is_valid
from sixpip.compat import TYPE_CHECKING, collect_garbage, const

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType
    from typing import Any

    ptr8: Callable[[int], Any]
    ptr32: Callable[[int], Any]

MODULES = "sixpip.modules"
_RECORD = const(16)  # bytes


@micropython.viper
def _find(crc: int, address: int, count: int) -> int:
    """Returns the index of the record with a checksum, 0 if there is none. `address` is that of the first record."""
    records = ptr32(address)
    i = 0
    while i < count:
        if records[i << 2] == crc:
            return i
        i += 1
    return 0


@micropython.viper
def _next(address: int, i: int, count: int) -> int:
    """Returns the first index from `i` on whose bit is set, `count` if there is none. `address` is that of the bits."""
    bits = ptr32(address)
    while i < count and not bits[i >> 5] >> (i & 31) & 1:
        i += 1
    return i


@micropython.viper
def _move(item: int, at: int, entry_at: int, blocks: int) -> int:
    """Makes a function or a child use the flash if its bytecode equals that of `entry`, and then its children. `at` is
    the word that points to the bytecode. Returns how many bytes are no longer needed in memory.
    """
    words, entry = ptr32(item), ptr32(entry_at)  # 0x20000000 to 0x2003ffff is memory: 0x800 without the lower 18 bits
    code = words[at]
    length = entry[1] & 0xFFFF
    copy = ptr32(blocks)[entry[0] >> 12 & 0xFF] + (entry[0] & 0xFFF)
    if not length or (copy & 0xFFF) + length > 4096 or code >> 18 != 0x800 or copy >> 24 != 0x10 or code & 3:
        return 0
    i = 0
    while i < length:
        if ptr8(code)[i] != ptr8(copy)[i]:
            return 0
        i += 1
    words[at] = copy
    count = entry[0] >> 20 & 0xFFF
    children = ptr32(words[2])
    child = entry_at + 8
    while count > 0 and int(children) >> 18 == 0x800 and not int(children) & 3:
        raw = children[0]
        if raw >> 18 == 0x800 and not raw & 3 and ptr32(raw)[0] >> 16 & 0xFF == 2:
            length += int(_move(raw, 1, child, blocks))
        child += 8 * (ptr32(child)[1] >> 16 & 0xFFFF)
        children = ptr32(int(children) + 4)
        count -= 1
    return length


@micropython.viper
def _move_function(function: int, entry: int, count: int, blocks: int) -> int:
    """Makes a function use the flash if one of the entries equals it. Returns bytes as `_move` does."""
    code = ptr32(function)[3]
    moved = 0
    while count > 0 and not moved and code >> 18 == 0x800 and not code & 3:
        at = ptr32(entry)[0]
        copy = ptr8(ptr32(blocks)[at >> 12 & 0xFF] + (at & 0xFFF))
        if copy[0] == ptr8(code)[0] and copy[1] == ptr8(code)[1] and copy[2] == ptr8(code)[2]:
            moved = int(_move(function, 3, entry, blocks))
        entry += 8
        count -= 1
    return moved


@micropython.viper
def _move_items(values: int, i: int, entries: int, count: int, blocks: int, kinds_at: int) -> int:
    """Makes the functions in a tuple use the flash, from index `i` to the next class; returns the index after it, or 0.

    `kinds` has the types of function, generator function, class, property, closure, static and class method; then the
    bytes moved, and three functions that stay in memory.
    """
    items, kinds = ptr32(values), ptr32(kinds_at)
    while i < items[1]:
        item = items[i + 2]
        i += 1
        if item >> 18 == 0x800 and not item & 3:
            kind = ptr32(item)[0]
            if kind == kinds[2]:
                return i
            last = 3 if kind == kinds[3] else 1 if kind == kinds[4] or kind == kinds[5] or kind == kinds[6] else 0
            function = item
            while last >= 0:
                if last:
                    function = ptr32(item)[last]
                if function >> 18 == 0x800 and not function & 3:
                    stays = function == kinds[8] or function == kinds[9] or function == kinds[10]
                    if not stays and (ptr32(function)[0] == kinds[0] or ptr32(function)[0] == kinds[1]):
                        kinds[7] += int(_move_function(function, entries, count, blocks))
                last = last - 1 if last > 1 else -1
    return 0


class FlashCode:
    """Imports the modules of the console until `stop`, and makes their code run from the flash."""

    def __init__(self, *running: object) -> None:
        """`running` are at most three functions of modules in the file that run now; they stay in memory.

        Raises OSError where code cannot run from the flash; its last argument says why, as half a sentence.
        """
        self._blocks = block_addresses(MODULES)
        self._blocks_at = uctypes.addressof(self._blocks)
        if not is_valid(self._blocks):
            raise OSError("the file of the modules is damaged")
        self._count = mem32[self._blocks[0] + 12]
        self._records = self._address(mem32[self._blocks[0] + 16])
        kinds = [_probe, FlashCode._move_values, FlashCode, property(_probe), _probe(0), staticmethod(_probe)]
        kinds.append(classmethod(_probe))  # type: ignore[arg-type]
        stay = [id(function) for function in running] + [0, 0, 0]
        self._kinds = array("I", [id(type(kind)) for kind in kinds] + [0] + stay)
        self._names: list[str | None] = [None] * self._count
        self._import, self._hook = __import__, self.import_module
        self.left: list[str] = []  # the modules whose code is not that in the file
        entries = mem32[self._record(__name__) + 8]
        if not _move_function(id(_probe), self._address(entries), entries >> 20, self._blocks_at) or _probe(3)() != 3:
            raise OSError("the file of the modules is of another build")
        builtins.__import__ = self._hook  # type: ignore[assignment]
        for name in list(sys.modules):
            if name != __name__ and self._record(name) > self._records:
                self._move_module(sys.modules[name], self._record(name))

    @property
    def moved(self) -> int:
        """The bytes of code that run from the flash, of all modules that were imported."""
        return self._kinds[7]

    def stop(self) -> None:
        """Leaves imports to MicroPython again."""
        del builtins.__import__

    def import_module(self, name: str, *rest: "Any") -> "Any":
        """Works as `__import__` does, but first imports all that a module in the file needs, one by one."""
        if name not in sys.modules:  # a call between here and the import would take a quarter of a KB of the stack
            for i in self._missing(name):
                needed = self._name(i)
                self.stop()  # all that this one needs is loaded; the hook would take time and stack
                try:
                    self._import(needed, None, None, ("*",))
                finally:
                    builtins.__import__ = self._hook  # type: ignore[assignment]
                self._move_module(sys.modules[needed], self._records + _RECORD * i)
        return self._import(name, *rest)

    def import_next(self, name: str) -> bool:
        """Imports the next module that a module in the file needs, the module itself last. False if all are loaded."""
        for i in self._missing(name):
            self.import_module(self._name(i))
            collect_garbage()  # else the next one begins behind the code that is moved
            return True
        return False

    def needed(self, names: "Sequence[str]") -> "set[str]":
        """Returns the names of all modules that these need, themselves included."""
        return {self._name(i) for name in names for i in self._needed(name)}

    def _record(self, name: str) -> int:
        """Returns the address of the record of a module, or that of the first record, which belongs to no module."""
        return self._records + _RECORD * _find(crc32(name.encode()), self._records, self._count)

    def _address(self, position: int) -> int:
        return self._blocks[position >> 12 & 0xFF] + (position & 0xFFF)

    def _needed(self, name: str) -> "Iterator[int]":
        """Yields the indexes of the modules that a module needs and its own, in an order in which no import nests."""
        bits = self._address(mem32[self._record(name) + 12])
        i = _next(bits, 0, self._count)
        while i < self._count:
            yield i
            i = _next(bits, i + 1, self._count)

    def _missing(self, name: str) -> "Iterator[int]":
        """Yields the indexes of the modules that a module needs, and its own, which are not loaded."""
        for i in self._needed(name):
            if self._names[i] not in sys.modules:
                needed = self._name(i)
                if needed not in sys.modules:
                    yield i
                self._names[i] = sys.modules[needed].__name__  # the interned string, which takes no more memory

    def _name(self, i: int) -> str:
        where = mem32[self._records + _RECORD * i + 4]
        return self._names[i] or str(uctypes.bytearray_at(self._address(where), where >> 20), "utf-8")

    def _move_module(self, module: "ModuleType", record: int) -> None:
        """Makes the functions of a module use the flash. `record` is the address of its record."""
        name, moved, count = module.__name__, self.moved, mem32[record + 8] >> 20
        entries = self._address(mem32[record + 8])
        for found in self._move_values(module, entries, count):
            if getattr(found, "__module__", "") == name:  # not a class of another module, nor one in a class
                list(self._move_values(found, entries, count))
        if count and self.moved == moved:
            self.left.append(name)

    def _move_values(self, owner: "ModuleType | type", entries: int, count: int) -> "Iterator[Any]":
        """Moves the functions in a module or a class; yields the classes in it."""
        values, kinds = tuple(owner.__dict__.values()), uctypes.addressof(self._kinds)
        at = _move_items(id(values), 0, entries, count, self._blocks_at, kinds)
        while at:
            yield values[at - 1]
            at = _move_items(id(values), at, entries, count, self._blocks_at, kinds)


def _probe(value: int) -> "Callable[[], int]":
    """Returns a function by which FlashCode tests whether it knows this MicroPython and the file is of this build."""
    return lambda: value
