"""The few lines of MicroPython that run on the board while a command works on it, sent to its raw REPL.

They need nothing that is on the board, and leave nothing there.
"""

IDENTITY = """
import os, sys
_i = sys.implementation
print(repr((_i.name, tuple(_i.version[:3]), getattr(_i, "_machine", ""), sys.platform, getattr(_i, "_mpy", 0))))
"""
"""Prints what the board is, before anything else is asked of it."""

STOP_WATCHDOG = """
import machine
machine.mem32[0x4005B000] = 1 << 30
"""
"""Clears the ENABLE bit of the RP2040's watchdog (datasheet 4.7.6, register CTRL, by its atomic clear alias).

A console that is interrupted feeds it no more, and MicroPython has no call that stops one."""

HELPERS = """
import os, hashlib
from binascii import a2b_base64, b2a_base64, hexlify

def show(folder):
    for entry in os.ilistdir(folder or "/"):
        path = folder + "/" + entry[0]
        if entry[1] & 0xF000 == 0x4000:
            print(repr((path, -1)))
            show(path)
        else:
            print(repr((path, entry[3])))

def digest(path):
    try:
        h = hashlib.sha256()
        piece = bytearray(1024)
        with open(path, "rb") as file:
            many = file.readinto(piece)
            while many:
                h.update(memoryview(piece)[:many])
                many = file.readinto(piece)
        print(hexlify(h.digest()).decode())
    except OSError:
        print("-")

def tell(path):
    with open(path, "rb") as file:
        piece = file.read(768)
        while piece:
            print(b2a_base64(piece).decode().strip())
            piece = file.read(768)

def folders(path):
    for place, letter in enumerate(path):
        if letter == "/" and place:
            try:
                os.mkdir(path[:place])
            except OSError as error:
                if error.errno != 17:
                    raise
"""
"""What the calls of board.py use: kept in the board's memory until its next reset. 17 is EEXIST."""
