"""Reads the code in a compiled module: a .mpy file of version 6, as MicroPython's page ".mpy files" describes it.

A file has a header, the names, the constants, and the code of the module. The code of a function that is defined in
another one is a child of the code of the other one, and follows it. No package on PyPI reads these files.
"""

from dataclasses import dataclass

_VERSION = b"M\x06"
_ARCH_FLAGS = 0x40
"""Set in the flags of a file that has flags of its architecture after the header."""
_STR, _BYTES, _INT, _FLOAT, _COMPLEX, _TUPLE = 5, 6, 7, 8, 9, 10
"""The types of constants that have a content. Strings and bytes end with a byte 0 that their length does not count."""
_BYTECODE, _NATIVE, _VIPER, _ASSEMBLER = 0, 1, 2, 3
_WITH_DATA = 0x70
"""The flags of machine code that brings relocations and data, which no compiled Python has."""


class BadModule(Exception):
    """A file is no compiled module of version 6; the message says why, as half a sentence."""


@dataclass(frozen=True)
class Code:
    """The code of a module or of a function."""

    bytecode: bytes
    """Empty for machine code."""
    start: int
    """Where the bytecode begins in the file."""
    children: "tuple[Code, ...]"

    def in_order(self) -> "list[Code]":
        """The code itself, then that of each child in the same order."""
        return [self, *(code for child in self.children for code in child.in_order())]


class _Reader:
    """Reads numbers and bytes one after the other. Raises BadModule at the end of the data."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self.position = position

    def take(self, count: int) -> bytes:
        """The next `count` bytes."""
        self.position += count
        if self.position > len(self.data):
            raise BadModule("is cut short")
        return self.data[self.position - count : self.position]

    def number(self) -> int:
        """The next number: seven bits a byte, the highest first; all bytes but the last have bit 7 set."""
        value, more = 0, True
        while more:
            byte = self.take(1)[0]
            value, more = value << 7 | byte & 0x7F, byte > 0x7F
        return value

    def skip_name(self) -> None:
        """A name is a number of MicroPython's own names, or its length and its letters."""
        length = self.number()
        if not length & 1:
            self.take((length >> 1) + 1)

    def skip_constant(self) -> None:
        """A constant is its type, then the length and the bytes of its value, or the items of a tuple."""
        kind = self.take(1)[0]
        if kind == _TUPLE:
            for _ in range(self.number()):
                self.skip_constant()
        elif kind in (_STR, _BYTES):
            self.take(self.number() + 1)
        elif kind in (_INT, _FLOAT, _COMPLEX):
            self.take(self.number())
        elif kind > _TUPLE:
            raise BadModule(f"has a constant of the unknown type {kind}")

    def code(self) -> Code:
        """Code is its kind and length, its bytes, what only machine code has, and its children."""
        kind_and_length = self.number()
        kind = kind_and_length & 3
        start = self.position
        content = self.take(kind_and_length >> 3)
        if kind == _NATIVE:
            self.number()  # where the description of the arguments begins
        elif kind in (_VIPER, _ASSEMBLER):
            if self.number() & _WITH_DATA:
                raise BadModule("has machine code that was not compiled from Python")
            for _ in range(2 if kind == _ASSEMBLER else 0):
                self.number()  # the number of arguments, and their types
        count = self.number() if kind_and_length & 4 else 0
        return Code(content if kind == _BYTECODE else b"", start, tuple([self.code() for _ in range(count)]))


def module_code(data: bytes) -> Code:
    """The code of a compiled module. Raises BadModule."""
    if data[:2] != _VERSION:
        raise BadModule("is no .mpy file of version 6")
    reader = _Reader(data, 4)
    if data[2] & _ARCH_FLAGS:
        reader.number()
    names, constants = reader.number(), reader.number()
    for _ in range(names):
        reader.skip_name()
    for _ in range(constants):
        reader.skip_constant()
    code = reader.code()
    if reader.position != len(data):
        raise BadModule(f"has {len(data) - reader.position} bytes after its end")
    return code
