"""Packs compiled modules for the Pico: name.mpy becomes name.mpz, the same deflated. sixpip/packed.py unpacks them.

Deflated because MicroPython inflates by itself while it reads. An import takes 2 KB of memory more for a moment, and
hardly longer: the module is looked for in fewer places.
"""

import zlib

PACKED = ".mpz"
COMPILED = (".mpy", PACKED)
"""How the names of modules end that MicroPython runs."""
WINDOW_BITS = 9
"""512 bytes, the least there is: the double would save 2 KB of flash, and take 512 bytes more of memory a time."""

ROOT_MODULE = "sixpip/__init__.py"
PLAIN = frozenset({ROOT_MODULE, "sixpip/packed.py"})
"""What is imported before anything can be unpacked."""
HOOK = "\nimport sixpip.packed\n__path__ = '/packed'\n"
"""Ends the package's own module: its other modules are looked for there."""


def packed(compiled: bytes) -> bytes:
    """A compiled module as it lies on the Pico."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS, 9)
    return packer.compress(compiled) + packer.flush()


def unpacked(data: bytes) -> bytes:
    """The compiled module in a packed one. Raises zlib.error for anything else."""
    return zlib.decompress(data, -WINDOW_BITS)
