"""Builds the demo: a static folder with the page of make play, which runs the firmware under MicroPython (WebAssembly).

The page, its tiles, OLED and sound are those of tools/play/simulator/page; only backend.js is another one, with
disk.js for the saves in the browser, sw.js to work without a network, and console.py, which is the Board. game.html
shows a game that is shared as a link: game.js, codec.js and range_coder.js, and shared_game.py in MicroPython. day.html
is the list of the games of the day: day.js, calendar.js, and game_of_the_day.py in MicroPython. Beside them is
install.html (tools/board/install_page), which needs a network: the worker keeps only what copies.js uses of it.
"""

import functools
import gzip
import hashlib
import html
import json
import re
import shutil
from collections.abc import Set
from pathlib import Path

from sixpip.rules.setup import variants
from tools import FIRMWARE, ROOT
from tools.board import install_page
from tools.board.build import board_sources, compile_module, compiled_path, data_files, without_viper
from tools.check.micropython import PACKAGE, MicroPythonMissing
from tools.play.documents import FOLDER, GUIDE, STYLE, document, documents
from tools.play.host import picture_reader, raw_bits
from tools.play.share import judge
from tools.play.simulator import PAGE

HERE = Path(__file__).parent
TARGET = ROOT / "dist" / "demo"
RUNTIME = ("micropython.mjs", "micropython.wasm")
FIRMWARE_FILE = "firmware.bin"
WORKER = "sw.js"
LICENSES = "LICENSES.txt"

NOT_IN_THE_PAGE = frozenset({"sixpip/board/crash.py"})
_BUILD_LINK = '<a href="docs/hardware/README.html">Build one</a>'
_LINKS = {
    '<a href="docs/README.html#flash">': '<a href="install.html">',
    _BUILD_LINK: f'<a href="day.html">Game of the day</a>\n      {_BUILD_LINK}',
}
"""What replaces links of the page of make play."""
_OF_THE_PAGE = {
    "demo.py": HERE / "console.py",
    "game_of_the_day.py": HERE / "game_of_the_day.py",
    "picture_reader.py": Path(picture_reader.__file__),
    "raw_bits.py": Path(raw_bits.__file__),
    "shared_game.py": HERE / "shared_game.py",
    "judge.py": Path(judge.__file__),
}
"""Modules of the page that are not of the firmware, by their file there."""
_HARDWARE = re.compile(r"^(?:import|from) (?:machine|micropython|rp2)\b", re.MULTILINE)
_MICROPYTHON_LICENSE = """\
micropython.mjs and micropython.wasm are MicroPython, https://micropython.org
Copyright (c) 2013-2024 Damien P. George and contributors, under the same license:

"""


def demo_files() -> dict[str, bytes]:
    """The files of the demo. Raises MicroPythonMissing, BuildError."""
    if not all((PACKAGE / name).is_file() for name in RUNTIME):
        raise MicroPythonMissing("The WebAssembly MicroPython is not installed: run `make demo` with a network.")
    pages = {path.name: path.read_bytes() for folder in (PAGE, HERE / "page") for path in sorted(folder.iterdir())}
    files = pages | documents()
    files["index.html"] = index_page().encode()
    files["day.html"] = pages["day.html"].replace(b"@GAMES@", _day_games().encode())
    titles = html.escape(json.dumps({made.name: made.title for made in variants.VARIANTS}))
    files["game.html"] = pages["game.html"].replace(b"@TITLES@", titles.encode())
    files |= {name: (PACKAGE / name).read_bytes() for name in RUNTIME}
    files[FIRMWARE_FILE] = _packed(firmware())
    files |= install_page.page_files()
    files[LICENSES] = licenses().encode()
    files[WORKER] = _worker(files).encode()
    return files


def index_page() -> str:
    """The page of make play, with the links to the pages that only the demo has."""
    source = (PAGE / "index.html").read_text(encoding="utf-8")
    for link, others in _LINKS.items():
        if source.count(link) != 1:
            raise ValueError(f"index.html has no link {link}")
        source = source.replace(link, others)
    return source


def _day_games() -> str:
    """The lines of day.html: a link to each game."""
    lines = [
        f'      <li data-variant="{made.name}"><a>{html.escape(made.title)}</a></li>' for made in variants.VARIANTS
    ]
    return "\n".join(lines)


def make_demo(target: Path) -> dict[str, int]:
    """Builds the demo into `target`, which is replaced; returns the bytes of each file.

    Raises MicroPythonMissing, BuildError.
    """
    files = demo_files()
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name, content in files.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(content)
    return {name: len(content) for name, content in files.items()}


def _packed(files: dict[str, bytes]) -> bytes:
    """Files in one, compressed: a line with their sizes by path as JSON, then one after the other (page/disk.js)."""
    sizes = json.dumps({path: len(content) for path, content in files.items()}, separators=(",", ":"))
    return gzip.compress(sizes.encode() + b"\n" + b"".join(files.values()), mtime=0)


@functools.cache
def firmware() -> dict[str, bytes]:
    """The compiled modules and the data files by path; compiled once per process. Raises BuildError."""
    sources = board_sources(FIRMWARE, hardware_modules() | NOT_IN_THE_PAGE)
    for name, path in _OF_THE_PAGE.items():
        sources[name] = path.read_text(encoding="utf-8")
    files = {compiled_path(path): compile_module(path, without_viper(source)) for path, source in sources.items()}
    return files | data_files(FIRMWARE)


def hardware_modules() -> Set[str]:
    """The modules that only run on a Pico, by path in the firmware."""
    return {
        path.relative_to(FIRMWARE).as_posix()
        for path in FIRMWARE.rglob("*.py")
        if _HARDWARE.search(path.read_text(encoding="utf-8"))
    }


def licenses() -> str:
    """The licenses of what is in the folder."""
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    terms = own[own.index("Permission is hereby granted") :]
    return f"{own}\n----\n\n{_MICROPYTHON_LICENSE}{terms}"


def _worker(files: dict[str, bytes]) -> str:
    """The service worker: the files that it keeps, those of the guide, and a version that changes with any of them."""
    console = {name for name in files if not name.startswith((FOLDER, install_page.PREFIX))} | install_page.SHARED
    needed = sorted({"./", *console} - {WORKER, LICENSES, "index.html"})
    guide = sorted({FOLDER + STYLE, *document(GUIDE)})
    digest = hashlib.sha256(b"".join(name.encode() + content for name, content in sorted(files.items())))
    source = files[WORKER].decode()
    for mark, names in (('"@FILES@"', needed), ('"@GUIDE@"', guide)):
        source = source.replace(mark, ", ".join(f'"{name}"' for name in names))
    return source.replace("@VERSION@", digest.hexdigest()[:16])
