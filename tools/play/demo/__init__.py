"""Builds the demo: a static folder with the page of make play, which runs the firmware under MicroPython (WebAssembly).

The page, its tiles, OLED and sound are those of tools/play/simulator/page; only backend.js is another one, with
firmware.js, which starts MicroPython, disk.js for the saves in the browser, sw.js and offline.html to work without a
network, and console.py, which is the Board. game.html shows a game that is shared as a link: game.js, codec.js and
range_coder.js, and shared_game.py in MicroPython. day.html is the list of the games of the day: day.js, calendar.js,
and game_of_the_day.py in MicroPython. duel.html is a game by link, with duel.js and duel.py; again.html is a game with
the dice of a shared one, with again.js and again.py; apart.js and apart.py are for all games that are played apart from
those of the console. Beside them is install.html (tools/board/install_page), which needs a network:
the worker keeps only what copies.js uses of it.

Each page has the hashes of what it loads, and the worker those of what it keeps: nothing of another build is used.
"""

import base64
import functools
import gzip
import hashlib
import json
import posixpath
import re
import shutil
import zlib
from collections.abc import Iterable, Mapping, Set
from itertools import pairwise
from pathlib import Path

from tools import FIRMWARE, ROOT
from tools.board import install_page
from tools.board.build import board_sources, compile_module, compiled_path, data_files, without_viper
from tools.check.micropython import PACKAGE, MicroPythonMissing
from tools.play.demo.game_pages import game_pages
from tools.play.documents import FOLDER, GUIDE, STYLE, document, documents
from tools.play.host import picture_reader, raw_bits
from tools.play.share import judge
from tools.play.simulator import PAGE

HERE = Path(__file__).parent
TARGET = ROOT / "dist" / "demo"
RUNTIME = {"micropython.js": "micropython.mjs", "micropython.wasm": "micropython.wasm"}
"""Names here and in the package. Many web servers do not send .mjs as JavaScript."""
FIRMWARE_FILE = "firmware.bin"
WORKER = "sw.js"
LICENSES = "LICENSES.txt"

NOT_IN_THE_PAGE = frozenset({"sixpip/board/crash.py"})
_LINKS = {'<a href="docs/README.html#flash">': '<a href="install.html">'}
"""What replaces links of the page of make play."""
OF_THE_PAGE = {
    "again.py": HERE / "again.py",
    "apart.py": HERE / "apart.py",
    "demo.py": HERE / "console.py",
    "duel.py": HERE / "duel.py",
    "game_of_the_day.py": HERE / "game_of_the_day.py",
    "picture_reader.py": Path(picture_reader.__file__),
    "raw_bits.py": Path(raw_bits.__file__),
    "shared_game.py": HERE / "shared_game.py",
    "step_text.py": HERE / "step_text.py",
    "judge.py": Path(judge.__file__),
}
"""Modules of the page that are not of the firmware, by their file there."""
_IMPORT = re.compile(r'\bfrom "\./([\w-]+\.js)";$', re.MULTILINE)
_MODULE = re.compile(r' data-module="([\w-]+\.js)"')
_STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
_FETCH = 'fetch(binaryFile,{credentials:"same-origin"'
"""In micropython.js: it loads micropython.wasm."""
_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n|(?<=[;{},(\])])  ?// .*$", re.MULTILINE)
_INDENTATION = re.compile("^ +", re.MULTILINE)
_HARDWARE = re.compile(r"^(?:import|from) (?:machine|micropython|rp2)\b", re.MULTILINE)
_MICROPYTHON_LICENSE = """\
micropython.js and micropython.wasm are MicroPython, https://micropython.org
Copyright (c) 2013-2024 Damien P. George and contributors, under the same license:

"""


def demo_files() -> dict[str, bytes]:
    """The files of the demo. Raises MicroPythonMissing, BuildError."""
    return with_hashes(_files())


def with_hashes(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files, with the hashes of what they load in the pages, and of what it keeps in the worker."""
    pages = {name: _with_hashes(name, files).encode() for name in files if name.endswith(".html")}
    hashed = {**files, **pages}
    return {**hashed, WORKER: _worker(hashed).encode()}


def _files() -> dict[str, bytes]:
    if not all((PACKAGE / name).is_file() for name in RUNTIME.values()):
        raise MicroPythonMissing("The WebAssembly MicroPython is not installed: run `make demo` with a network.")
    pages = {path.name: path.read_bytes() for folder in (PAGE, HERE / "page") for path in sorted(folder.iterdir())}
    for path in (HERE / "page").glob("*.js"):
        pages[path.name] = without_comments(pages[path.name].decode()).encode()
    files = pages | documents()
    files["index.html"] = index_page().encode()
    files |= game_pages()
    files |= runtime()
    files[FIRMWARE_FILE] = _packed(firmware())
    files |= install_page.page_files()
    files[LICENSES] = licenses().encode()
    return files


def without_comments(source: str) -> str:
    """A module of the page without its comments and indentation, so that the demo stays small.

    No text between backticks goes on in a second line.
    """
    return _INDENTATION.sub("", _COMMENT.sub("", source))


def runtime() -> dict[str, bytes]:
    """MicroPython; its script loads only the .wasm file that belongs to it, also when a cache has another one."""
    files = {name: (PACKAGE / source).read_bytes() for name, source in RUNTIME.items()}
    script = files["micropython.js"].decode()
    if script.count(_FETCH) != 1:
        raise ValueError("micropython.mjs loads its .wasm file in another way")
    options = f'{_FETCH},cache:"no-cache",integrity:"{integrity(files["micropython.wasm"])}"'
    files["micropython.js"] = script.replace(_FETCH, options).encode()
    return files


def integrity(content: bytes) -> str:
    """The hash of a file, as browsers compare it (Subresource Integrity)."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def _with_hashes(name: str, files: Mapping[str, bytes]) -> str:
    """A page with the hashes of its style sheets, and of what its module loads."""
    source = files[name].decode()
    for found in _STYLE.finditer(source):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
        source = source.replace(found[0], f'{found[0]} integrity="{integrity(files[path])}"')
    for found in _MODULE.finditer(source):
        loaded = sorted(_loaded(found[1], files))
        if "micropython.js" in loaded:
            loaded += ["micropython.wasm", FIRMWARE_FILE]
        hashes = " ".join(f"{each} {integrity(files[each])}" for each in loaded)
        source = source.replace(found[0], f'{found[0]} data-files="{hashes}"')
    return source


def _loaded(module: str, files: Mapping[str, bytes]) -> set[str]:
    """A module and all that it imports."""
    found: set[str] = set()
    new = {module}
    while new:
        found |= new
        new = {name for each in new for name in _IMPORT.findall(files[each].decode())} - found
    return found


def index_page() -> str:
    """The page of make play, with the links to the pages that only the demo has."""
    source = (PAGE / "index.html").read_text(encoding="utf-8")
    for link, others in _LINKS.items():
        if source.count(link) != 1:
            raise ValueError(f"index.html has no link {link}")
        source = source.replace(link, others)
    return source


def make_demo(target: Path, changes: Mapping[str, bytes] | None = None) -> dict[str, int]:
    """Builds the demo into `target`, which is replaced; returns the bytes of each file.

    `changes`: files in place of those of the demo, for a test of two builds. Raises MicroPythonMissing, BuildError.
    """
    files = with_hashes({**_files(), **(changes or {})})
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name, content in files.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(content)
    return {name: len(content) for name, content in files.items()}


def _packed(files: dict[str, bytes]) -> bytes:
    """Files in one, compressed: a line with their sizes by path as JSON, then one after the other (page/firmware.js).

    A size is negative for a table of which the differences of its numbers are packed, because they take less room.
    """
    packed = {path: files[path] for path in sorted(files, key=lambda path: (path.endswith(".bin"), path))}
    sizes = {path: len(content) for path, content in packed.items()}
    for path, content in files.items():
        if path.endswith(".bin") and len(content) % 2 == 0:
            differences = differences_in(content)
            if len(zlib.compress(differences)) < len(zlib.compress(content)):
                sizes[path], packed[path] = -len(content), differences
    head = json.dumps(sizes, separators=(",", ":"))
    return gzip.compress(head.encode() + b"\n" + b"".join(packed.values()), mtime=0)


def differences_in(table: bytes) -> bytes:
    """The differences between the numbers of 16 bits in a table: first their lower bytes, then their higher ones."""
    numbers = [0, *(low | high << 8 for low, high in zip(table[::2], table[1::2], strict=True))]
    differences = [number - before & 0xFFFF for before, number in pairwise(numbers)]
    return bytes(each & 255 for each in differences) + bytes(each >> 8 for each in differences)


@functools.cache
def firmware() -> dict[str, bytes]:
    """The compiled modules and the data files by path; compiled once per process. Raises BuildError."""
    sources = board_sources(FIRMWARE, hardware_modules() | NOT_IN_THE_PAGE)
    for name, path in OF_THE_PAGE.items():
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
    needed = sorted(console - {WORKER, LICENSES})
    guide = sorted({FOLDER + STYLE, *document(GUIDE)})
    digest = hashlib.sha256(b"".join(name.encode() + content for name, content in sorted(files.items())))
    source = files[WORKER].decode()
    for mark, names in (("@FILES@", needed), ("@GUIDE@", guide)):
        source = source.replace(f'{{ "{mark}": "" }}', _hashes(names, files))
    return source.replace("@VERSION@", digest.hexdigest()[:16])


def _hashes(names: Iterable[str], files: Mapping[str, bytes]) -> str:
    """The hash of each file by its address, as JSON."""
    hashes = {"./" if name == "index.html" else name: integrity(files[name]) for name in names}
    return json.dumps(hashes, indent=1)
