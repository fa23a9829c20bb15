"""Makes install.html, which installs the firmware on a board from a browser (Web Serial); a part of the demo.

It does what tools.board.flash does, with the same boards, limits, scripts and sentences: `description` gives them to
the page as install.json. install.bin is the firmware as `make flash` copies it.
"""

import functools
import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sixpip import VERSION
from sixpip.rules.rulebook.variant_file import MAX_BYTES
from sixpip.rules.rulebook.variants import MAX_OWN
from tools import FIRMWARE
from tools.board import boards
from tools.board.boards import BOARDS, CHIPS
from tools.board.build import compiled_files
from tools.board.flash import doctor, identity, manifest, plan, scripts, user_files
from tools.board.flash.imports import hideable_modules
from tools.board.flash.manifest import sha256
from tools.board.flash.sentences import sentences_of_the_demo, sentences_of_the_page
from tools.board.module_file import MODULES
from tools.files import DISK, MOST_FILES
from tools.play import simulator

PAGE = Path(__file__).parent / "page"
PREFIX = "install"
"""All files of the page begin with it."""
DESCRIPTION_FILE = "install.json"
FIRMWARE_FILE = "install.bin"
BACKUP_FILE = "install-backup.json"
SHARED = frozenset(("install-backup.js", "install-sentences.js", "install-zip.js", BACKUP_FILE))
"""What the demo uses of the page, to read and write backups in the browser."""
START = "start.js"
"""The script that starts the page, of the page of make play."""
VARIANTS_FOLDER = "variants"
DRIVE_S = 60
"""How long a computer may keep a file back before it writes it to the drive of a board."""


def page_files() -> dict[str, bytes]:
    """The files of the page by name. Raises BuildError."""
    return files_with(firmware(), VERSION)


@functools.cache
def firmware() -> dict[str, bytes]:
    """The content of each file for the board by its path; compiled once per process. Raises BuildError."""
    return compiled_files(FIRMWARE)


def files_with(contents: Mapping[str, bytes], version: str) -> dict[str, bytes]:
    """The files of a page that installs these contents."""
    packed = b"".join(contents[path] for path in sorted(contents))
    text = json.dumps(description(contents, version), indent=1, ensure_ascii=False)
    return {
        **{path.name: path.read_bytes() for path in sorted(PAGE.iterdir())},
        f"{PREFIX}-{START}": (simulator.PAGE / START).read_bytes(),
        DESCRIPTION_FILE: text.encode() + b"\n",
        BACKUP_FILE: json.dumps(_backups() | {"sentences": sentences_of_the_demo()}, indent=1).encode() + b"\n",
        FIRMWARE_FILE: gzip.compress(packed, mtime=0),
    }


def description(contents: Mapping[str, bytes], version: str) -> dict[str, Any]:
    """What the page has to know of tools.board.flash, and of the firmware `contents`: sizes and hashes by path."""
    return {
        "version": version,
        "firmware": {path: [len(contents[path]), sha256(contents[path])] for path in sorted(contents)},
        "firmware_hash": hashlib.sha256(b"".join(contents[path] for path in sorted(contents))).hexdigest(),
        **_boards(),
        **_files(),
        **_backups(),
        **_limits(),
        "scripts": {
            "identity": scripts.IDENTITY,
            "helpers": scripts.HELPERS,
            "stop_watchdog": {chip: scripts.stop_watchdog(chip) for chip in CHIPS},
        },
        "sentences": sentences_of_the_page(),
    }


def _boards() -> dict[str, Any]:
    """The boards, and what identity.py checks."""
    shown = [
        {
            **{name: getattr(board, name) for name in ("title", "machine", "build", "oldest", "chip")},
            "official": boards.official(board),
            "drive": CHIPS[board.chip].drive,
            "family": CHIPS[board.chip].family,
            "disk_offset": boards.disk_offset(board),
            "address": f"https://micropython.org/download/{board.build}/",
        }
        for board in BOARDS
    ]
    return {
        "boards": shown,
        "board_names": boards.NAMES,
        "pico_w": {"machine": boards.PICO_W_MACHINE, "refused": boards.PICO_W_REFUSED},
        "mpy": {
            "platform": identity.PLATFORM,
            "version": identity.MPY,
            "arm": [identity.ARM.start, identity.ARM.stop - 1],
            "riscv": identity.RISCV,
        },
    }


def _files() -> dict[str, Any]:
    """The names of files on the board, from plan.py and user_files.py."""
    return {
        "main": plan.MAIN,
        "boot": plan.BOOT,
        "hideable": {"modules": hideable_modules(with_mpremote=False), "places": plan.PLACES},
        "main_part": plan.MAIN + plan.PART,
        "manifest_part": manifest.NAME + plan.PART,
        "part": plan.PART,
        "restored": plan.RESTORED,
        "our_mark": plan.OUR_MARK.decode(),
        "record_suffixes": user_files.RECORD_SUFFIXES,
        "variants": {"folder": VARIANTS_FOLDER, "most_bytes": MAX_BYTES, "most": MAX_OWN},
    }


def _backups() -> dict[str, Any]:
    """What a backup is, from user_files.py and tools/files.py."""
    return {
        "manifest": manifest.NAME,
        "parts": plan.PARTS,
        "package": user_files.PACKAGE,
        "our_names": user_files.OUR_NAMES,
        "module_file": MODULES,
        "programs": user_files.PROGRAMS,
        "modules": sorted(user_files.MODULES),
        "junk": sorted(user_files.JUNK),
        "junk_prefix": user_files.JUNK_PREFIX,
        "our_paths": user_files.OUR_PATHS,
        "our_header": user_files.OUR_HEADER.decode(),
        "mark": user_files.MARK.decode(),
        "most_named": user_files.MOST_NAMED,
        "most_path": user_files.MOST_PATH,
        "most_name": user_files.MOST_NAME,
        "most_files": MOST_FILES,
        "most_bytes": DISK,
    }


def _limits() -> dict[str, Any]:
    return {
        **{name.lower(): getattr(plan, name) for name in ("FOLDER_BLOCKS", "LINKS", "SPARE_BLOCKS")},
        **{name.lower(): getattr(scripts, name) for name in scripts.LIMITS},
        "listed": doctor.LISTED,
        "most_manifest": manifest.MOST_BYTES,
        "drive_s": DRIVE_S,
    }
