"""The MicroPython code that is sent to the board's raw REPL while a command runs, how much at a time, and how long to
wait for the answer.

It needs no file on the board and leaves none there.
"""

from sixpip.board.chips import RP2040, RP2350
from tools.board.boards import CHIPS

CHUNK = 2048
"""Bytes of a file sent at a time: few round trips, and little of the board's memory."""
HASHES_AT_ONCE = 16
SILENT_S = 6
READ_S = 30
INTERRUPT_S = 15
BOOT_S = 15
BANNER_S = 15
WATCH_S = 2
ANSWER_S = 60
"""How long a board may take for the whole answer to a program."""
MOST_ANSWER = 1 << 16
MOST_LIST = 1 << 20
"""The bytes of an answer at most; of a list of files. That of a Pico with 20 000 files is shorter."""
PIECE = 1 << 17
"""Bytes of a file that are read at a time."""
NO_SPACE = 28
RAW_PROMPT = "raw REPL; CTRL-B to exit\r\n"
CRASH = "Traceback (most recent call last)"
LIMITS = (
    *("CHUNK", "HASHES_AT_ONCE", "SILENT_S", "READ_S", "INTERRUPT_S", "BOOT_S", "BANNER_S", "WATCH_S", "NO_SPACE"),
    *("RAW_PROMPT", "CRASH", "ANSWER_S", "MOST_ANSWER", "MOST_LIST", "PIECE"),
)
"""The names of the above."""

IDENTITY = """
import sys
sys.path.clear()
_i = sys.implementation
print(repr((_i.name, tuple(_i.version[:3]), getattr(_i, "_machine", ""), sys.platform, getattr(_i, "_mpy", 0))))
"""
"""Prints the fields of identity.Identity. Without sys.path no file of the user's is imported in place of a built-in
module, until the next reset."""


CODE_IN_FLASH = """
import sys
sys.path.append("/")
import sixpip_importer
sixpip_importer.mount()
try:
    from sixpip.board.flash_code import FlashCode
    _code = FlashCode()
    import sixpip.app.app
    print(repr((_code.moved, "")))
    _code.stop()
except OSError as error:
    print(repr((0, str(error.args[-1]))))
sys.path.clear()
"""
"""Imports the modules that start the console. Prints how many bytes of their code run from the flash, and why
none do."""


def stop_watchdog(machine: str) -> str:
    """The code that stops the watchdog of this chip: an interrupted console no longer feeds it.

    MicroPython has no call for that. `machine`: as in Identity.
    """
    clear = CHIPS[RP2350 if RP2350 in machine else RP2040].watchdog_clear
    return f"import machine\nmachine.mem32[{clear:#x}] = 1 << 30\n"


HELPERS = """
import os, hashlib
from binascii import a2b_base64, b2a_base64, hexlify

def list_files(folder):
    folders = [folder]
    while folders:
        folder = folders.pop()
        entries = iter(os.ilistdir(folder or "/"))
        unnamed = 0
        while True:
            try:
                entry = next(entries)
            except UnicodeError:
                unnamed += 1
                entry = ("\\0%d" % unnamed, 0x8000, 0, 0)
            except StopIteration:
                break
            path = folder + "/" + entry[0]
            if entry[1] & 0xF000 == 0x4000:
                print(repr((path.encode(), -1)))
                folders.append(path)
            else:
                print(repr((path.encode(), entry[3])))

def print_hash(path):
    try:
        h = hashlib.sha256()
        chunk = bytearray(1024)
        with open(path, "rb") as file:
            count = file.readinto(chunk)
            while count:
                h.update(memoryview(chunk)[:count])
                count = file.readinto(chunk)
        print(hexlify(h.digest()).decode())
    except OSError:
        print("-")

def print_file(path, start, count):
    with open(path, "rb") as file:
        file.seek(start)
        while count:
            chunk = file.read(min(count, 768))
            if not chunk:
                break
            print(b2a_base64(chunk).decode().strip())
            count -= len(chunk)

def make_parents(path):
    for index, letter in enumerate(path):
        if letter == "/" and index:
            try:
                os.mkdir(path[:index])
            except OSError as error:
                if error.errno != 17:
                    raise
"""
"""What board.py calls on the board; in memory there until the next reset. 17 is EEXIST.

MicroPython raises UnicodeError for a name that is not UTF-8: such a file is listed with a null character in place of
its name, which no file has, because nothing can open it.
"""
