"""Compiling the firmware and making its file system image, tried on a firmware of three lines."""

import ast
import os
from pathlib import Path

import pytest

from tools import FIRMWARE, build, image
from tools.pack import unpacked


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    """A tiny firmware tree."""
    root = tmp_path / "firmware"
    (root / "sixpip" / "rules").mkdir(parents=True)
    (root / "main.py").write_text("import sixpip.port\n")
    (root / "sixpip" / "__init__.py").write_text("")
    (root / "sixpip" / "port.py").write_text("ANSWER = 42\n")
    (root / "sixpip" / "rules" / "scoring.py").write_text("def points():\n    return 1000\n")
    return root


def tree(folder: Path) -> set[str]:
    """The files in a folder, by their relative paths."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def compiled(target: Path, module: str) -> bytes:
    """A module of a build as MicroPython reads it."""
    return unpacked((target / "sixpip" / f"{module}.mpz").read_bytes())


def test_every_module_is_compiled_for_the_pico_and_main_stays_source(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    files = build.build(firmware, target)
    assert tree(target) == {"main.py", "sixpip/__init__.mpy", "sixpip/port.mpz", "sixpip/rules/scoring.mpz"}
    assert {path.relative_to(target).as_posix() for path in files} == tree(target)
    assert (target / "main.py").read_text() == "import sixpip.port\n"
    assert compiled(target, "port")[:2] == b"M\x06"


def test_native_code_is_for_the_cores_of_the_pico(firmware: Path, tmp_path: Path) -> None:
    (firmware / "sixpip" / "fast.py").write_text("@micropython.native\ndef twice(n):\n    return 2 * n\n")
    build.build(firmware, tmp_path / "out")
    flags = compiled(tmp_path / "out", "fast")[2]
    assert (flags >> 2, flags & 3) == (4, 3)  # armv6m, sub-version 3


def test_a_traceback_names_the_module_as_it_is_imported(firmware: Path, tmp_path: Path) -> None:
    build.build(firmware, tmp_path / "out")
    code = compiled(tmp_path / "out", "rules/scoring")
    assert b"sixpip.rules.scoring" in code and b"sixpip/rules" not in code
    assert str(tmp_path).encode() not in code


def test_what_only_a_type_checker_reads_is_left_out_and_every_line_keeps_its_number(
    firmware: Path, tmp_path: Path
) -> None:
    module = firmware / "sixpip" / "typed.py"
    typed = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any\n\n    Thing = Any\n"
    module.write_text(typed + 'def f(x: "Any") -> None:\n    raise x\n')
    build.build(firmware, tmp_path / "out")
    code = compiled(tmp_path / "out", "typed")
    assert b"typing" not in code and b"TYPE_CHECKING" not in code
    plain = build.without_types(module.read_text()).splitlines()
    assert plain == ["", "", "", "", "", 'def f(x: "Any") -> None:', "    raise x"]


def test_what_stands_in_the_else_of_a_type_checkers_block_stays() -> None:
    lines = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    a = 1\n    b = 1\nelse:\n    a = 2\n"
    values: dict[str, int] = {}
    exec(build.without_types(lines), values)  # noqa: S102
    assert values["a"] == 2 and "b" not in values and "TYPE_CHECKING" not in values


def imported(text: str) -> set[str]:
    """The modules that a source may import: by statement, as the part of an engine, or by a string with their names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("part") and len(node.args) == 2:
            name = ast.literal_eval(node.args[1])
            found |= {f"sixpip.rules.{name}", f"sixpip.rules.phase_ten.{name}"}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {f"sixpip.{word}" for word in node.value.split()}
    return found


def test_what_is_left_out_for_the_pico_is_there_and_nothing_that_goes_there_imports_it() -> None:
    made = build.sources(FIRMWARE)
    left_out = {name.removesuffix(".py").replace("/", ".") for name in build.ON_COMPUTERS}
    assert all((FIRMWARE / name).is_file() and name not in made for name in build.ON_COMPUTERS)
    assert "sixpip.rules.replay" in imported((FIRMWARE / "sixpip/rules/ten_thousand/log_parser.py").read_text())
    assert {name: found for name, text in made.items() if (found := imported(text) & left_out)} == {}


def test_a_second_build_compiles_only_what_has_changed(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    build.build(firmware, target)
    old = 1_000_000_000
    for path in target.rglob("*.mp?"):
        os.utime(path, (old + 10, old + 10))
    for path in firmware.rglob("*.py"):
        os.utime(path, (old, old))
    (firmware / "sixpip" / "port.py").write_text("ANSWER = 43\n")
    build.build(firmware, target)
    recent = {path.name for path in target.rglob("*.mp?") if path.stat().st_mtime > old + 10}
    assert recent == {"port.mpz"}


def test_another_architecture_compiles_everything_anew(firmware: Path, tmp_path: Path) -> None:
    (firmware / "sixpip" / "fast.py").write_text("@micropython.native\ndef twice(n):\n    return 2 * n\n")
    build.build(firmware, tmp_path / "out", arch="armv6m")
    build.build(firmware, tmp_path / "out", arch="armv7m")
    assert compiled(tmp_path / "out", "fast")[2] >> 2 == 5  # armv7m


def test_what_is_gone_from_the_source_is_gone_from_the_build(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    build.build(firmware, target)
    (firmware / "sixpip" / "rules" / "scoring.py").unlink()
    (target / "sixpip" / "stray.txt").write_text("left by an older build")
    build.build(firmware, target)
    assert tree(target) == {"main.py", "sixpip/__init__.mpy", "sixpip/port.mpz"}
    assert not (target / "sixpip" / "rules").exists()


def test_a_module_that_does_not_compile_is_named_and_leaves_no_main(firmware: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    build.build(firmware, target)
    (firmware / "sixpip" / "port.py").write_text("ANSWER = 42\nif if\n")
    with pytest.raises(build.BuildError, match=r"^sixpip/port\.py does not compile: SyntaxError.*line 2.*\.$"):
        build.build(firmware, target)
    assert not (target / "main.py").exists()
    assert not (target / "sixpip" / "port.mpz").exists()


def test_a_module_that_is_as_it_was_before_a_build_that_failed_is_compiled_as_it_is(
    firmware: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    build.build(firmware, target)
    before = compiled(target, "port")
    (firmware / "sixpip" / "port.py").write_text("ANSWER = 43\n")
    (firmware / "sixpip" / "rules" / "scoring.py").write_text("if if\n")
    with pytest.raises(build.BuildError):
        build.build(firmware, target)
    (firmware / "sixpip" / "port.py").write_text("ANSWER = 42\n")
    (firmware / "sixpip" / "rules" / "scoring.py").write_text("")
    build.build(firmware, target)
    assert compiled(target, "port") == before


def test_the_image_gives_back_every_file_put_into_it(firmware: Path, tmp_path: Path) -> None:
    build.build(firmware, tmp_path / "out")
    data = image.make_image(tmp_path / "out", {"/variants/mine.json": b"{}", "empty": b""})
    files = image.read_image(data)
    assert len(data) == 352 * 4096
    assert files.pop("variants/mine.json") == b"{}"
    assert files.pop("empty") == b""
    assert files == {name: (tmp_path / "out" / name).read_bytes() for name in tree(tmp_path / "out")}


def test_an_image_tells_how_many_of_its_blocks_are_used() -> None:
    empty = image.blocks_used(image.make_image(None))
    assert 0 < empty < image.blocks_used(image.make_image(None, {"big": bytes(3 * 4096)})) - 2 < 10


def test_the_same_files_give_the_same_image(firmware: Path) -> None:
    assert image.make_image(firmware) == image.make_image(firmware)


def test_files_that_do_not_fit_are_refused_with_their_size() -> None:
    with pytest.raises(image.ImageTooSmall, match="1 files of 1500000 bytes do not fit"):
        image.make_image(None, {"big": bytes(1_500_000)})


def test_an_image_without_a_build_says_what_to_do_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert image.main(["--source", str(tmp_path), "--output", str(tmp_path / "sixpip.img")]) == 1
    assert "run `make build` first" in capsys.readouterr().err
    assert not (tmp_path / "sixpip.img").exists()


def test_the_image_is_written_where_it_is_asked_for(firmware: Path, tmp_path: Path) -> None:
    output = tmp_path / "new" / "sixpip.img"
    assert image.main(["--source", str(firmware), "--output", str(output)]) == 0
    assert "main.py" in image.read_image(output.read_bytes())
