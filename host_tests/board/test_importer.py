"""sixpip_importer: where a module is found, in the file of the modules or in a folder; with a file system of CPython.

test_emulator_importer.py has it on the emulated Pico.
"""

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tools.board.build import compile_module
from tools.board.module_file import module_file

SOURCES = {
    "sixpip": "",
    "sixpip.one": "def one():\n    return 1\n",
    "sixpip.rules": "",
    "sixpip.rules.two": "import sixpip.one\n",
}
PATHS = {
    "sixpip": "sixpip/__init__.mpy",
    "sixpip.one": "sixpip/one.mpy",
    "sixpip.rules": "sixpip/rules/__init__.mpy",
    "sixpip.rules.two": "sixpip/rules/two.mpy",
}
MODULES = {name: compile_module(path.replace(".mpy", ".py"), SOURCES[name]) for name, path in PATHS.items()}
FILE = module_file(MODULES, SOURCES, PATHS)
FOLDER, IS_FILE = 0x4000, 0x8000


@pytest.fixture
def importer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module, in an empty current folder that stands for the disk, with the file of the modules."""
    mounted: list[tuple[Any, str]] = []
    vfs: Any = ModuleType("vfs")
    vfs.mount = lambda system, folder: mounted.append((system, folder))
    monkeypatch.setitem(sys.modules, "vfs", vfs)
    monkeypatch.setitem(sys.modules, "micropython", SimpleNamespace(const=lambda value: value, native=lambda f: f))
    monkeypatch.delitem(sys.modules, "sixpip_importer", raising=False)
    module: Any = importlib.import_module("sixpip_importer")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "FILE", "sixpip.modules")
    monkeypatch.setattr(sys, "path", ["", "/lib"])
    Path("sixpip.modules").write_bytes(FILE)
    module.mounted = mounted
    yield module
    sys.modules.pop("sixpip_importer", None)


def kind(modules: Any, path: str) -> int:
    found: int = modules.stat(path)[0]
    return found & (FOLDER | IS_FILE)


def content(modules: Any, path: str, count: int = 1 << 16) -> bytes:
    with modules.open(path, "rb") as file:
        data: bytes = file.read(count)
        return data


def test_modules_and_folders_of_the_file_are_found_and_nothing_else(importer: Any) -> None:
    modules = importer.Modules()
    assert [kind(modules, path) for path in ("/", "/sixpip", "/sixpip/rules")] == [FOLDER] * 3
    for name, path in PATHS.items():
        assert kind(modules, f"/{path}") == IS_FILE
        assert content(modules, f"/{path}", len(MODULES[name])) == MODULES[name]
    for path in ("/sixpip/one", "/sixpip/one.py", "/sixpip/two.mpy", "sixpip/one.mpy", "/sixpip/rules/", "", "/x"):
        with pytest.raises(OSError, match="2"):
            modules.stat(path)
    assert modules.ilistdir("/") == []


def test_a_check_sum_of_a_path_counts_only_where_one_begins(importer: Any) -> None:
    modules = importer.Modules()
    paths = modules._paths  # noqa: SLF001
    at = paths.find(importer.crc32(b"/sixpip").to_bytes(4, "little"))
    modules._paths = paths[:4] + paths[at : at + 4] + paths[:at] + paths[at:]  # noqa: SLF001  in a place of a module
    assert kind(modules, "/sixpip") == FOLDER


def test_a_file_that_is_no_module_is_that_of_the_current_folder(importer: Any) -> None:
    Path("tables").mkdir()
    Path("tables/one.bin").write_bytes(b"table")
    assert content(importer.Modules(), "/tables/one.bin") == b"table"


@pytest.mark.parametrize("name", ["one.py", "one.mpy"])
def test_a_module_that_was_copied_by_hand_goes_first(name: str, importer: Any) -> None:
    Path("sixpip").mkdir()
    Path("sixpip", name).write_bytes(b"mine")
    modules = importer.Modules()
    assert kind(modules, f"/sixpip/{name}") == IS_FILE
    assert content(modules, f"/sixpip/{name}") == b"mine"
    assert content(modules, "/sixpip/rules/two.mpy", 2) == b"M\x06"


def test_what_an_older_version_has_left_does_not_count(importer: Any) -> None:
    Path("sixpip").mkdir()
    for name in ("__init__.mpy", "one.mpy", "gone.mpy"):
        Path("sixpip", name).write_bytes(b"old")
    modules = importer.Modules()
    assert content(modules, "/sixpip/one.mpy", 2) == b"M\x06"
    with pytest.raises(OSError, match="2"):
        modules.stat("/sixpip/gone.mpy")


def test_after_another_version_was_installed_nothing_more_is_imported(importer: Any) -> None:
    modules = importer.Modules()
    Path("sixpip.modules").write_bytes(FILE[:4] + bytes([FILE[4] ^ 1]) + FILE[5:])
    with pytest.raises(OSError, match="2"):
        modules.open("/sixpip/one.mpy", "rb")


@pytest.mark.parametrize("at", [0, 20, 24, 40, 45])
def test_a_damaged_file_is_refused_in_a_sentence(at: int, importer: Any) -> None:
    Path("sixpip.modules").write_bytes(FILE[:at] + bytes([FILE[at] ^ 1]) + FILE[at + 1 :])
    with pytest.raises(ValueError, match="^sixpip.modules is damaged: install Sixpip again$"):
        importer.mount()
    assert importer.mounted == [] and sys.path == ["", "/lib"]


@pytest.mark.parametrize("size", [0, 3, 39, 50])
def test_a_file_that_is_cut_short_is_refused(size: int, importer: Any) -> None:
    os.truncate("sixpip.modules", size)
    with pytest.raises(ValueError, match="is damaged"):
        importer.mount()


def test_the_modules_are_mounted_in_front_of_all_others_or_left_to_the_disk(importer: Any) -> None:
    importer.mount()
    ((system, folder),) = importer.mounted
    assert sys.path == [folder, "", "/lib"]
    assert system.mount(False, False) is None and system.umount() is None
    Path("sixpip.modules").unlink()
    importer.mount()
    assert len(importer.mounted) == 1 and len(sys.path) == 3
