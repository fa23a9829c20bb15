"""The files of the demo."""

import ast
import gzip
import hashlib
import html
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Set
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from sixpip.rules.rulebook.variants import VARIANTS
from tools import FIRMWARE, ROOT
from tools.board import install_page
from tools.board.build import BuildError, board_sources
from tools.check.micropython import MicroPythonMissing
from tools.play import demo, documents
from tools.play.demo import __main__ as command
from tools.play.simulator import PAGE

SOURCES = board_sources(FIRMWARE, demo.hardware_modules() | demo.NOT_IN_THE_PAGE)
BOARD_ONLY = {"sixpip.board"}
"""Packages whose modules the page replaces by its own."""


def imported(node: ast.AST) -> Iterator[str]:
    """Yields what a module imports of the firmware at run time: modules, or names in them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from [name.name for name in child.names if name.name.startswith("sixpip.")]
        elif isinstance(child, ast.ImportFrom) and child.module and child.module.startswith("sixpip"):
            yield from [child.module] + [f"{child.module}.{name.name}" for name in child.names]
        else:
            yield from imported(child)


@pytest.mark.parametrize("path", [path for path in SOURCES if not path.startswith("sixpip/board/")])
def test_the_page_has_every_module_that_its_modules_import(path: str) -> None:
    for name in imported(ast.parse(SOURCES[path])):
        module = name.replace(".", "/") + ".py"
        if (FIRMWARE / module).is_file() and not any(name.startswith(board) for board in BOARD_ONLY):
            assert module in SOURCES, f"{path} imports {name}"


PAGE_NAMES = (
    "index.html",
    "game.html",
    "day.html",
    "duel.html",
    "again.html",
    "offline.html",
    "sw.js",
    "backend.js",
    "disk.js",
    "oled.js",
    "app.js",
)
MODULES = {"demo.mpy": b"one", "sixpip/compat.mpy": b"two", "sixpip/tables.bin": b"\0\1"}
DOCUMENTS = {documents.FOLDER + documents.STYLE: b"p {}", "docs/README.html": b"<p>", "docs/guide.html": b"<b>"}
OF_INSTALL = {"install.html": b"<html>", "install.bin": b"0", **dict.fromkeys(install_page.SHARED, b"{}")}
FETCH = 'fetch(binaryFile,{credentials:"same-origin"'


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of MicroPython; small parts in place of the firmware, the documents and the page that installs."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "micropython.mjs").write_text(f"load({FETCH}}})")
    (package / "micropython.wasm").write_bytes(b"wasm")
    replaced = {
        "PACKAGE": package,
        "firmware": lambda: MODULES,
        "documents": lambda: DOCUMENTS,
        "document": lambda name: {"docs/guide.html": b""},
    }
    for name, value in replaced.items():
        monkeypatch.setattr(demo, name, value)
    monkeypatch.setattr(install_page, "page_files", lambda: OF_INSTALL)
    return package


def built(folder: Path) -> dict[str, bytes]:
    """The files of a demo by path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def hash_of(content: bytes) -> str:
    return "sha256-" + b64encode(hashlib.sha256(content).digest()).decode()


def test_each_page_of_the_demo_and_its_worker_have_the_hashes_of_what_they_load(parts: Path, tmp_path: Path) -> None:
    target = tmp_path / "demo"
    (target / "old").mkdir(parents=True)
    for name in ("old.js", "old/page.html"):
        (target / name).write_text("of an older build")
    sizes = demo.make_demo(target)
    files = built(target)
    assert sizes == {name: len(content) for name, content in files.items()}
    assert {*PAGE_NAMES, *DOCUMENTS, *OF_INSTALL, "micropython.js", "micropython.wasm", "firmware.bin"} < {*files}
    console = re.findall(
        r'data-module="backend.js" data-files="([^"]*)"|data-files="([^"]*)"', str(files["index.html"])
    )
    loaded = " ".join("".join(found) for found in console).split()
    assert loaded == [word for name in loaded[::2] for word in (name, hash_of(files[name]))]
    scripts = {name for name in loaded[::2] if name.endswith(".js")}
    for name in scripts:
        assert {*re.findall(r'from "\./([\w-]+\.js)";', files[name].decode())} <= scripts
    assert {"backend.js", "oled.js", "micropython.js", "micropython.wasm", "firmware.bin"} <= {*loaded[::2]}
    for page in ("index.html", "game.html", "day.html", "duel.html", "again.html"):
        styles = re.findall(r'<link rel="stylesheet" href="([^"]+)" integrity="([^"]+)"', files[page].decode())
        assert styles and all(integrity == hash_of(files[name]) for name, integrity in styles)
    kept = dict(re.findall(r'"([^"]+)": "(sha256-[^"]+)"', files["sw.js"].decode()))
    assert kept.pop("./") == hash_of(files["index.html"])
    assert kept == {name: hash_of(files[name]) for name in kept}
    left_out = {"index.html", "sw.js", "LICENSES.txt", "docs/README.html", "install.html", "install.bin"}
    assert {*files} - {*kept} == left_out


def test_the_hashes_are_all_that_changes_in_a_page(parts: Path, tmp_path: Path) -> None:
    demo.make_demo(tmp_path / "a" / "demo")
    for page in ("offline.html", "index.html", "404.html"):
        made = (tmp_path / "a" / "demo" / page).read_text()
        source = demo.index_page() if page == "index.html" else (demo.HERE / "page" / page).read_text()
        assert re.sub(r' (?:integrity|data-files)="[^"]*"', "", made) == source
        styles = re.findall(r"<link rel=.stylesheet[^>]*>", made)
        assert len(styles) == made.count('rel="stylesheet"') and all(" integrity=" in style for style in styles)
    modules = re.findall(
        r'data-module="[^"]*" data-files="([^"]*)"', (tmp_path / "a" / "demo" / "day.html").read_text()
    )
    loaded = {name for found in modules for name in found.split()[::2]}
    assert loaded == {"day.js", "calendar.js", "codec.js", "logs.js", "range_coder.js"}


def test_a_page_below_a_folder_loads_its_style_sheet_from_where_it_is() -> None:
    source = b'<link rel="stylesheet" href="../style.css"><link rel="stylesheet" href="own.css">'
    files = {"docs/a.html": source, "style.css": b"a", "docs/own.css": b"b", "sw.js": b"", **DOCUMENTS}
    files |= dict.fromkeys(install_page.SHARED, b"{}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "document", lambda name: {"docs/guide.html": b""})
        made = demo.with_hashes(files)["docs/a.html"].decode()
    assert re.findall(r'href="([^"]+)" integrity="([^"]+)"', made) == [
        ("../style.css", hash_of(b"a")),
        ("own.css", hash_of(b"b")),
    ]


@pytest.mark.parametrize("count", [0, 2])
def test_a_page_without_the_link_that_the_demo_replaces_or_with_several_is_refused(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (PAGE / "index.html").read_text(encoding="utf-8")
    monkeypatch.setattr(demo, "PAGE", tmp_path)
    link = '<a href="docs/README.html#flash">'
    assert source.count(link) == 1
    (tmp_path / "index.html").write_text(source.replace(link, link * count), encoding="utf-8")
    with pytest.raises(ValueError, match="index.html has no link"):
        demo.index_page()


@pytest.mark.parametrize(
    ("line", "is_of_the_hardware"),
    [
        ("import machine", True),
        ("from machine import Pin", True),
        ("import rp2", True),
        ("from micropython import const", True),
        ("    import machine", False),
        ("import machinery", False),
        ("import json", False),
    ],
)
def test_modules_that_import_the_hardware_when_they_are_loaded_are_left_out_of_the_page(
    line: str, is_of_the_hardware: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "FIRMWARE", tmp_path)
    (tmp_path / "sixpip").mkdir()
    (tmp_path / "sixpip" / "x.py").write_text(f"import os\n{line}\n")
    assert demo.hardware_modules() == ({"sixpip/x.py"} if is_of_the_hardware else set())


def test_the_version_of_the_worker_changes_with_any_file_and_with_nothing_else(parts: Path, tmp_path: Path) -> None:
    versions = []
    for changes in ({}, {}, {"words.js": b"//"}, {"docs/README.html": b"<i>"}):
        demo.make_demo(tmp_path / "demo", changes)
        (version,) = re.findall(r'"([0-9a-f]{16})"', (tmp_path / "demo" / "sw.js").read_text())
        versions.append(version)
        assert changes.items() <= built(tmp_path / "demo").items()
    assert versions[0] == versions[1] and len({*versions}) == 3


def test_the_pages_of_the_demo_name_each_game_and_link_to_one_another(parts: Path, tmp_path: Path) -> None:
    demo.make_demo(tmp_path / "demo")
    files = {name: content.decode() for name, content in built(tmp_path / "demo").items() if name.endswith(".html")}
    for link in ("install.html", "day.html", "duel.html", "game.html", "docs/hardware/README.html"):
        assert files["index.html"].count(f'<a href="{link}">') == 1
    for variant in VARIANTS:
        title = html.escape(variant.title)
        assert f'<li data-variant="{variant.name}"><a>{title}</a></li>' in files["day.html"]
        assert (
            f"{html.escape(json.dumps(variant.name))}: {html.escape(json.dumps(variant.title))}" in files["game.html"]
        )
        assert f'<option value="{variant.name}">{title}</option>' in files["duel.html"]
    for name in ("day.html", "game.html", "duel.html", "again.html"):
        assert "@" not in re.sub(r"@media|@\w+\.", "", files[name])


def test_the_firmware_of_the_demo_is_one_file_and_its_micropython_loads_the_wasm_of_this_build(
    parts: Path, tmp_path: Path
) -> None:
    demo.make_demo(tmp_path / "demo")
    files = built(tmp_path / "demo")
    head, _, content = gzip.decompress(files["firmware.bin"]).partition(b"\n")
    unpacked = {}
    for path, size in json.loads(head).items():
        unpacked[path], content = content[:size], content[size:]
    assert unpacked == MODULES and content == b""
    options = f'{FETCH},cache:"no-cache",integrity:"{hash_of(b"wasm")}"'
    assert files["micropython.js"].decode() == f"load({options}}})" and files["micropython.wasm"] == b"wasm"
    terms = files["LICENSES.txt"].decode()
    assert terms.startswith((ROOT / "LICENSE").read_text()) and "MicroPython, https://micropython.org" in terms
    assert terms.count("Permission is hereby granted") == 2


def test_a_table_takes_less_room_as_the_differences_of_its_numbers_and_has_a_negative_size(
    parts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [(41 * number + number * number // 7) % 65536 for number in range(3000)]
    table = b"".join(number.to_bytes(2, "little") for number in numbers)
    monkeypatch.setattr(demo, "firmware", lambda: {**MODULES, "a.bin": table, "b.mpy": table})
    demo.make_demo(tmp_path / "demo")
    head, _, content = gzip.decompress((tmp_path / "demo" / "firmware.bin").read_bytes()).partition(b"\n")
    sizes = json.loads(head)
    assert (sizes["a.bin"], sizes["b.mpy"]) == (-len(table), len(table)) and len(content) == sum(
        map(abs, sizes.values())
    )
    at = sum(abs(size) for size in list(sizes.values())[: list(sizes).index("a.bin")])
    differences = content[at : at + len(table)]
    total, summed = 0, []
    for low, high in zip(differences[:3000], differences[3000:], strict=True):
        total = (total + low + 256 * high) % 65536
        summed.append(total)
    assert summed == numbers


def test_the_modules_of_the_demo_are_without_comments_and_indentation_and_otherwise_as_they_are() -> None:
    source = (
        "// Starts.\n\nconst A = 1; // one\n/** Adds.\n *  Twice. */\nfunction b() {\n"
        '  // in a line\n  return "https://x // y"; // why\n}\nconst C = ["//"]; // c\n'
    )
    assert demo.without_comments(source) == (
        '\nconst A = 1;\nfunction b() {\nreturn "https://x // y";\n}\nconst C = ["//"];\n'
    )
    for path in (demo.HERE / "page").glob("*.js"):
        source = path.read_text(encoding="utf-8")
        assert all(line.count("`") % 2 == 0 for line in source.split("\n")), path
        made = demo.without_comments(source)
        assert not re.search(r"^ *(//|/\*)", made, re.MULTILINE), path


def test_a_demo_without_micropython_or_with_another_one_is_refused(parts: Path, tmp_path: Path) -> None:
    (parts / "micropython.mjs").write_text("load()")
    with pytest.raises(ValueError, match="loads its .wasm file in another way"):
        demo.make_demo(tmp_path / "demo")
    (parts / "micropython.mjs").unlink()
    with pytest.raises(MicroPythonMissing, match="make demo"):
        demo.make_demo(tmp_path / "demo")
    assert not (tmp_path / "demo").exists()


def test_the_modules_of_the_page_are_compiled_without_viper_and_without_those_of_the_hardware(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sources(folder: Path, excluded: Set[str]) -> dict[str, str]:
        assert {"sixpip/board/pico.py", "sixpip/board/leds.py", "sixpip/board/crash.py"} <= excluded
        assert folder == FIRMWARE and "sixpip/board/entropy.py" not in excluded
        return dict(SOURCES)

    monkeypatch.setattr(demo, "board_sources", sources)
    monkeypatch.setattr(demo, "compile_module", lambda path, source: source.encode())
    files = demo.firmware.__wrapped__()
    own = ["demo", "apart", "again", "duel", "game_of_the_day", "picture_reader", "raw_bits"]
    own += ["shared_game", "step_text", "judge"]
    assert {f"{name}.mpy" for name in own} | {path.removesuffix(".py") + ".mpy" for path in SOURCES} == {
        path for path in files if path.endswith(".mpy")
    }
    assert "class PageBoard" in files["demo.mpy"].decode() and any(path.endswith(".bin") for path in files)
    assert not any(b"\n@micropython.viper\n" in content for content in files.values())


def test_make_demo_prints_the_folder_and_its_size_or_why_it_cannot_be_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = MagicMock(return_value={"a": 1500, "b": 2500})
    monkeypatch.setattr(command, "make_demo", made)
    assert command.main(["--output", str(tmp_path)]) == 0
    assert made.call_args.args == (tmp_path,) and capsys.readouterr().out == f"{tmp_path}: 2 files, 4 kB\n"
    assert command.main([]) == 0
    assert capsys.readouterr().out.startswith("dist/demo: ")
    for error in (MicroPythonMissing("It is missing."), BuildError("It fails.")):
        made.side_effect = error
        assert command.main([]) == 1
        assert capsys.readouterr() == ("", f"{error}\n")


def test_a_file_of_the_demo_is_written_also_several_folders_deep(parts: Path, tmp_path: Path) -> None:
    sizes = demo.make_demo(tmp_path / "new" / "demo", {"docs/hardware/pictures/a.html": b"<p>"})
    assert (tmp_path / "new" / "demo" / "docs" / "hardware" / "pictures" / "a.html").read_bytes() == b"<p>"
    assert sizes["docs/hardware/pictures/a.html"] == 3
