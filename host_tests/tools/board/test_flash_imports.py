"""Which modules of MicroPython a file of the user can hide: what the firmware, our scripts and mpremote import."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tools.board.flash import imports

OF_THE_SCRIPTS = {"sys", "os", "hashlib", "binascii", "machine"}
"""What the programs import that `make flash` sends to a board."""


@pytest.fixture
def firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A firmware without modules, and an mpremote whose texts import `select`."""
    package = tmp_path / "mpremote"
    package.mkdir()
    (package / "transport.py").write_text("import subprocess\nHOOK = 'import select\\nfrom io import IOBase'\n")
    (package / "commands.py").write_text("HASH = f'''import hashlib, vfs'''\n")
    fake = ModuleType("mpremote")
    fake.__file__ = str(package / "__init__.py")
    monkeypatch.setitem(sys.modules, "mpremote", fake)
    monkeypatch.setattr(imports, "FIRMWARE", tmp_path / "firmware")
    monkeypatch.setattr(imports, "imported_modules", imports.imported_modules.__wrapped__)
    (tmp_path / "firmware" / "deep").mkdir(parents=True)
    return tmp_path / "firmware"


def found(firmware: Path, source: str) -> set[str]:
    """The modules that a module of the firmware imports."""
    (firmware / "deep" / "module.py").write_text(source, encoding="utf-8")
    return {*imports.imported_modules(with_mpremote=False)} - OF_THE_SCRIPTS


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import time, json as j", {"time", "json"}),
        ("import asyncio.core.x", {"asyncio"}),
        ("from collections import deque", {"collections"}),
        ("from collections.abc import Set", {"collections"}),
        ("import sixpip.compat\nfrom sixpip import x\nimport sixpip_importer", set()),
        ("def f():\n    class A:\n        import random", {"random"}),
        ("if TYPE_CHECKING:\n    import typing\n    from array import array\nimport io", {"io"}),
        ("if not TYPE_CHECKING:\n    import typing", {"typing"}),
        ("if MICROPYTHON:\n    import gc\nelse:\n    import random", {"gc", "random"}),
        ("class A:\n    if TYPE_CHECKING:\n        import typing\n    else:\n        import io", set()),
        ("TYPE_CHECKING\n'import os2'\n# import os3\n", set()),
    ],
)
def test_what_a_module_of_the_firmware_imports(source: str, expected: set[str], firmware: Path) -> None:
    assert found(firmware, source) == expected


def test_what_the_programs_import_that_are_sent_to_a_board_counts(firmware: Path) -> None:
    assert firmware.is_dir()
    assert imports.imported_modules(with_mpremote=False) == tuple(sorted(OF_THE_SCRIPTS))


def test_what_mpremote_imports_on_a_board_counts_unless_it_is_left_out(firmware: Path) -> None:
    (firmware / "main.py").write_text("import time\n")
    without = {*OF_THE_SCRIPTS, "time"}
    assert imports.imported_modules(False) == tuple(sorted(without))
    for names in (imports.imported_modules(), imports.imported_modules(True)):
        assert names == tuple(sorted({*without, "select", "io", "vfs"}))


def test_a_module_that_micropython_takes_before_any_file_is_not_hidden(firmware: Path) -> None:
    (firmware / "main.py").write_text("import gc, rp2, micropython, uctypes, builtins, framebuf, deflate, time\n")
    assert imports.hideable_modules(False) == ("binascii", "hashlib", "machine", "os", "time")
    for names in (imports.hideable_modules(), imports.hideable_modules(True)):
        assert names == ("binascii", "hashlib", "io", "machine", "os", "select", "time")
