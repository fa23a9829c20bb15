"""What `make flash` and the page install.html report: each sentence once, with the words in which the two differ.

In a sentence, `<again>` and the like are replaced by the words of a tool, and `{path}` and the like by facts. The page
gets its sentences as JSON (tools/board/install_page). Those about the port are in serial_ports.py.
"""

import re
from collections.abc import Mapping

from tools.terminal import shown

ERASE = (
    "hold BOOTSEL while you plug it in, and drop the file that make uf2 with BOARD= of this board makes on the drive "
    "that appears, which erases all files on the board"
)
"""The remedy for a program on the board that cannot be stopped. MicroPython has no USB before boot.py has ended."""

_MOST_SHOWN = 900
"""Characters of a fact: it may come from a board or a file of a stranger."""
_TOOL_WORDS = {
    "again": ("run the same command again", "press the button again"),
    "reconnect": ("run the same command again", "press Connect again"),
    "on port": (" on {port}", ""),
    "at port": (" at {port}", ""),
    "flash": ("make flash", "Sixpip"),
    "run flash": ("run make flash", "press Install"),
    "renames it": ("run make flash, which renames it", "press Install, which renames it"),
    "run flash again": ("run make flash again", "press Install again"),
    "interrupted": ("interrupted make flash", "interrupted installation"),
    "installs it": ("make flash installs it", "press Install"),
    "lists them": ("make doctor lists them", "Check lists them"),
    "then doctor": ("then make doctor", "then Check"),
    "run doctor": ("run make doctor", "press Check"),
    "run backup again": ("run make backup again", "press Back up again"),
    "choose": ("name one of them, as in FROM={example}", "choose one of them"),
    "run backup": ("run make backup", "press Back up"),
    "backup saves": ("make backup saves it", "Back up saves it"),
    "erase": (
        ERASE,
        "hold BOOTSEL while you plug it in, and save the file sixpip-...-fs.uf2 of a release for this board on the "
        "drive that appears, which erases all files on the board",
    ),
    "traceback": (
        "run make repl and press Ctrl-D to see the traceback",
        "press Install again, and if that does not help, report this sentence",
    ),
    "in the prompt": ("with make repl", "with Thonny (thonny.org)"),
    "delete": ("delete it with `mpremote fs rm :{file}`", "delete it with Thonny (thonny.org)"),
    "delete folder": ("delete it with `mpremote fs rm -r :{path}`", "delete it with Thonny (thonny.org)"),
    "delete boot.py": ("delete it with `mpremote fs rm :boot.py`", "delete it with Thonny (thonny.org)"),
    "delete some": ("with `mpremote fs rm :NAME` and run the same command again", "and press Connect again"),
    "name a backup": ("name a backup that make backup made with FROM=", "choose one that Back up or make backup made"),
    "name one": ("name one that make backup made", "choose one that Back up or make backup made"),
}
"""The words of the command and of the page."""

_SENTENCES = {
    # The connection
    "connection lost": "The connection to the board<on port> was lost: plug it in and <reconnect>.",
    "bad answer": "The board's answer was not understood: unplug it, plug it in and <reconnect>.",
    "not MicroPython": "The device<at port> does not respond like MicroPython: close other programs that use the port, "
    "unplug the board, plug it in (a built console with MENU held) and <reconnect>; if its program cannot be stopped, "
    "<erase>.",
    # What the board is
    "other program": "The board runs {name} and not MicroPython: flash the official MicroPython ({builds}) first.",
    "RPI_PICO_W": "The board runs {refused}.",
    "too old": "The board's MicroPython {version} is too old: flash the official MicroPython ({builds}) first.",
    "no Pico": "This board is not a Raspberry Pi Pico ({found}): connect a {boards} instead.",
    "RISC-V": "The board's MicroPython is built for RISC-V, and Sixpip is compiled for Arm: flash the official "
    "MicroPython ({builds}) first.",
    "other .mpy": "The board's MicroPython {version} cannot load our compiled files: flash MicroPython 1.24 to 1.29.",
    # What is on the board
    "shadows": "{file} on the board was not installed by <flash> and would be used in place of {path}: copy it if you "
    "need it, <delete>, and try again.",
    "is a folder": "{path} on the board is a folder: <delete folder>, then try again.",
    "needs space": "The board's disk needs {kilobytes} KB more free space: delete files of your own from it{largest} "
    "<delete some>, or connect a {boards}.",
    "disk full": "The board's disk is full: delete files of your own from it (<lists them>) and <again>.",
    "disk failed": "The board's file system failed ({error}): <run backup> if that still works, then <erase>.",
    "failed": "The board reported {error}: <again>, <then doctor>.",
    "differs": "{path} on the board differs from what was written: <again>, and if that does not help, replace the "
    "Pico, because its flash is worn out.",
    "main.py renamed": "The main.py of another program is renamed to {new}.",
    "boot.py renamed": "The boot.py of another program, which {fault}, is renamed to {new}.",
    "hider renamed": "{path}, which hides a module of MicroPython or Sixpip, is renamed to {new}.",
    # The start
    "stops": "Sixpip is installed but stops with {error}: <traceback>.",
    "not started": "Sixpip {version} is installed but did not start: unplug the board, plug it in without holding any "
    "button, and <run doctor>.",
    "boot.py first": "Sixpip is installed, but the boot.py of another program {fault}: <again>, and if that does not "
    "help, <delete boot.py>.",
    # Backups
    "left out": "No backup can hold these files, because of their names, number or size, and they stay on the board: "
    "{names}.",
    "too many files": "The board lists more files than a backup or an update can look at: delete some of your own "
    "<in the prompt>, then <again>.",
    "misread": "{path} was not read correctly from the board: <run backup again>.",
    "bad backup": "{source} {reason}: <name a backup>.",
    "no backup": "{source} is not a backup because it contains {path}: <name one>.",
    "no saves": "{source} holds no saves of Sixpip: <name a backup>.",
    "holds backups": "{source} is not a backup itself but holds {names}: <choose>.",
    "in the way": "{path} on the board is in the way of a file of the backup: rename it <in the prompt>, then <again>.",
    # The report about a board
    "main missing": "main.py is missing, as after an <interrupted>: <run flash again>.",
    "damaged": "Files are missing or damaged ({names}): <run flash>.",
    "no list": "The files cannot be checked because the board has no list of them: <run flash>.",
    "code in memory": "All code is in memory, because {reason}: <run flash again>.",
    "not installed": "Sixpip is not installed on this board: <run flash>.",
    "boot.py": "The boot.py of another program {fault} before Sixpip can start: <renames it>.",
    "hides": "{path} hides a module of MicroPython or Sixpip, which cannot start without it: <renames it>.",
    "shadowed": "{file} is imported in place of our module: <delete>.",
    "by hand": "Sixpip, but not by <flash>",
    "available": "Sixpip {version}: <installs it>",
    "damaged records": "A part of the records is damaged ({reason}): <backup saves>, the console leaves it out.",
}

_ONLY_OF_THE_PAGE = {
    "no serial": "This browser has no Web Serial: open this page on a computer in Chrome, Edge, Opera or Firefox 151 "
    "or newer, on Android in Chrome 148 or newer, or install in one of the other ways below.",
    "no uf2": "{name} is not a complete .uf2 file for a {boards}: download the one in the table again.",
    "uf2 for Pico W": "{name} is {refused}.",
    "old uf2": "{name} is too old a MicroPython: download {build}.",
    "no drive": "This is not the drive of a board in BOOTSEL mode: hold BOOTSEL while you plug the board in, and "
    "choose the drive {drives} itself.",
    "other drive": "{name} is for boards with the {chip}, and this one has the {other}: download the file for your "
    "board.",
    "drive failed": "{name} was not saved on the drive ({error}): unplug the board, plug it in with BOOTSEL held, and "
    "copy the file to the drive yourself.",
    "drive stays": "{name} is saved on the drive, but the board does not restart: eject the drive, and if that does "
    "not help, unplug the board, plug it in with BOOTSEL held, and copy the file to the drive yourself.",
    "not secure": "Browsers allow Web Serial only for https and for a server on this computer: open the page from such "
    "an address, or install in one of the other ways below.",
    "framed": "This page does not run inside another page: open it in a tab of its own.",
    "no port": "No board was chosen: if the list has no Pico, install MicroPython first, and use a USB cable that "
    "carries data, because many cables only charge; if a program on the board may keep it from USB, <erase>.",
    "port failed": "The port of the board cannot be opened: close other programs that use it (Thonny, a serial "
    "monitor, another tab), on Linux add yourself to the group dialout, and press Connect again.",
    "port in use": "The port of the board cannot be opened: close other programs that use it (Thonny, a serial "
    "monitor, another tab), on Linux add yourself to the group dialout, and press Listen again.",
    "nothing heard": "Nothing was heard yet: switch the console on, or install this version of Sixpip, and wait.",
    "at the prompt": "The console does not run, the board is at the MicroPython prompt: press Connect, then Start the "
    "console, then Listen.",
    "not loaded": "The firmware was not loaded ({error}): check the network and reload this page.",
    "two versions": "The files of this page are of two versions: reload this page.",
    "variant name": "{name} is not a name of a variant: use letters, digits, _ and -, and .json at the end.",
    "variant size": "{name} is too large: a variant has at most {bytes} bytes.",
    "no variant": "{name} is not a variant: it must be JSON with the keys name and base.",
    "variant count": "These are too many variants: the console reads {most} of them.",
}

_OF_THE_DEMO = {
    "bad backup": "{source} {reason}. Choose a file that Save a copy has made.",
    "no backup": "{source} is not a copy of your games, because it has a file {path}. Choose another file.",
    "no saves": "There are no Sixpip games in {source}. Choose a file that Save a copy has made.",
    "holds backups": "{source} has more files to choose from in it. Unpack it and choose one of them: {names}.",
    "left out": "These files of the copy are not for a browser: {names}.",
    "no room": "There is not enough room in this browser for {source}. Nothing was changed.",
    "load": "Load the games in {source}? They replace games and records of the same kind in this browser.",
    "loaded": "Your games from {source} are here now.",
    "saved": "A copy of your games was saved as {name}. Keep the file, or load it on another computer.",
    "nothing": "There are no games to save yet.",
}
"""About copies of the saves in the demo, in the words of children."""


def _in_words(which: int, texts: Mapping[str, str]) -> dict[str, str]:
    """The sentences in the words of the command (0) or of the page (1)."""
    return {name: re.sub(r"<(.*?)>", lambda match: _TOOL_WORDS[match[1]][which], text) for name, text in texts.items()}


TEXTS = _in_words(0, _SENTENCES)
"""The sentences of the command."""


def sentence(name: str, /, **facts: object) -> str:
    """A sentence of the command, with its facts as `terminal.shown` shows them."""
    return TEXTS[name].format(**{fact: shown(value, _MOST_SHOWN) for fact, value in facts.items()})


def sentences_of_the_page() -> dict[str, str]:
    """The sentences of the page by name, with their facts still in braces."""
    return _in_words(1, _SENTENCES | _ONLY_OF_THE_PAGE)


def sentences_of_the_demo() -> dict[str, str]:
    """What the demo reports about copies of saves, by name, with the facts still in braces."""
    return _OF_THE_DEMO
