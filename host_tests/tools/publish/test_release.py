"""A release: its files are the same for the same commit, and `mpremote mip install` installs the package on a Pico.

A partial installation does not start.
"""

import builtins
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from host_tests.flash_fixture import NEW, USER_FILES
from host_tests.pico_fixture import mpremote
from sixpip import VERSION
from tools import FIRMWARE, ROOT
from tools.board import boards
from tools.board.boards import BOARDS, Board
from tools.board.build import firmware_files
from tools.board.flash import manifest
from tools.board.flash.board import connect
from tools.board.flash.doctor import examine
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, make_image, read_image
from tools.board.uf2 import FLASH, read_uf2
from tools.check.bench.pico import firmware
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving
from tools.play.demo import demo_files
from tools.play.host.frames import oled_lines
from tools.publish import release
from tools.publish.release import mip
from tools.publish.release.__main__ import main, write

pytestmark = pytest.mark.usefixtures("micropython")  # the demo is a part of it

TOY = {
    "main.py": f"from sixpip import toy\ntoy.start() # Sixpip {VERSION}\n".encode(),
    "sixpip/__init__.py": b"",
    "sixpip/toy.py": f"def start():\n    print('Sixpip {VERSION}')\n".encode(),
    "sixpip/deep/er.py": b"X = 1\n" * 200,
}
INSTALLED = {**TOY, manifest.NAME: manifest.manifest_of(TOY, VERSION).text()}


def unpacked(data: bytes, folder: Path) -> Path:
    """Unpacks a zip file of a release and returns the one folder that it contains."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        packed.extractall(folder)
    (inside,) = folder.iterdir()
    return inside


def mip_folder(firmware: dict[str, bytes], folder: Path) -> Path:
    """The folder that a user unzips for mpremote."""
    return unpacked(release.release_files(firmware)[f"{release.NAME}-mip.zip"], folder)


def package(folder: Path) -> list[list[str]]:
    """What mip copies, in this order: [path on the board, file of the release]."""
    urls: list[list[str]] = json.loads((folder / "package.json").read_text(encoding="utf-8"))["urls"]
    return urls


def test_the_package_lists_every_file_and_contains_it(tmp_path: Path) -> None:
    folder = mip_folder(NEW, tmp_path)
    files = {path: (folder / file).read_bytes() for path, file in package(folder)}
    assert files == {**NEW, manifest.NAME: manifest.manifest_of(NEW, VERSION).text()}
    assert json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"] == VERSION


def test_main_is_a_placeholder_while_the_other_files_are_copied(tmp_path: Path) -> None:
    folder = mip_folder(NEW, tmp_path)
    urls = package(folder)
    assert urls[0] == ["main.py", "placeholder.py"]
    assert urls[-1] == ["main.py", "main.py"]
    assert [path for path, _ in urls].count("main.py") == 2
    assert b"import" not in (folder / "placeholder.py").read_bytes()


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_file_system_of_each_board_is_that_of_make_uf2(board: Board) -> None:
    chip, address, data = read_uf2(release.release_files(NEW)[f"{release.NAME}-{board.name}-fs.uf2"])
    assert (chip, address) == (board.chip, FLASH + boards.disk_offset(board))
    assert len(data) == board.disk_kb * 1024
    assert read_image(data) == {**NEW, manifest.NAME: manifest.manifest_of(NEW, VERSION).text()}


def test_the_demo_is_that_of_make_demo(tmp_path: Path) -> None:
    folder = unpacked(release.release_files(NEW)[f"{release.NAME}-demo.zip"], tmp_path)
    files = (path for path in folder.rglob("*") if path.is_file())
    assert {path.relative_to(folder).as_posix(): path.read_bytes() for path in files} == demo_files()


def test_the_check_sums_are_right_and_cover_every_file(tmp_path: Path) -> None:
    files = release.release_files(NEW)
    lines = files[release.SUMS].decode().splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    assert sums == {name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != release.SUMS}
    assert {name.removeprefix(release.NAME) for name in sums} >= {
        *("-pico-fs.uf2", "-pico2-fs.uf2", "-pico2-w-fs.uf2", "-mip.zip", "-hardware.zip", "-demo.zip")
    }


def make_release(folder: Path, *options: str, **environment: str) -> dict[str, bytes]:
    words = ["--output", str(folder / "release"), "--notes", str(folder / "notes.md"), *options]
    line = [sys.executable, "-m", "tools.publish.release", *words]
    done = subprocess.run(line, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    files = {path.name: path.read_bytes() for path in (folder / "release").iterdir()}
    assert set(done.stdout.decode().splitlines()) == {
        f"{folder / 'release' / name}: {len(data)} bytes" for name, data in files.items()
    }
    return {**files, "notes": (folder / "notes.md").read_bytes()}


@pytest.mark.sweep
def test_the_same_commit_gives_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for name, environment in {
        "here": {"TZ": "UTC", "PYTHONHASHSEED": "1"},
        "another place": {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "2", "LC_ALL": "C"},
    }.items():
        folder = tmp_path / name
        shutil.copytree(FIRMWARE, folder / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
        code = "import sys, pathlib, tools.board.build; tools.board.build.build(*map(pathlib.Path, sys.argv[1:]))"
        line = [sys.executable, "-c", code, str(folder / "firmware"), str(folder / "built")]
        subprocess.run(line, cwd=ROOT, env={**os.environ, **environment}, check=True)
        made.append(make_release(folder, "--source", str(folder / "built"), **environment))
    assert made[0] == made[1]
    assert len(made[0]) >= 5


def test_an_older_release_is_replaced_and_any_other_folder_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write({f"{release.NAME}-gone.zip": b"", "sixpip-0.0.1-fs.uf2": b"", release.SUMS: b""}, tmp_path / "release")
    write(release.release_files(NEW), tmp_path / "release")
    assert {path.name for path in (tmp_path / "release").iterdir()} == set(release.release_files(NEW))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "mine" / release.SUMS).write_text("", encoding="utf-8")  # of a project of the user
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "main.py").write_text("", encoding="utf-8")
    assert main(["--source", str(tmp_path / "built"), "--output", str(tmp_path / "mine")]) == 2
    assert "is not empty and not a release: name another folder." in capsys.readouterr().err
    assert (tmp_path / "mine" / "note.txt").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "mine" / release.SUMS).exists()


def board_check(folder: Path, capsys: pytest.CaptureFixture[str], machine: str, minor: int = 25) -> str:
    implementation = SimpleNamespace(name="micropython", version=(1, minor, 0, ""), _machine=machine)
    module = SimpleNamespace(implementation=implementation)
    scope = {"__builtins__": {**vars(builtins), "__import__": lambda name, *rest: module}}
    exec(compile((folder / mip.CHECK).read_text(encoding="utf-8"), mip.CHECK, "exec"), scope)  # noqa: S102 our own script
    return capsys.readouterr().out


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_check_of_a_release_names_each_board_and_what_to_do(
    board: Board, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, machine = mip_folder(NEW, tmp_path), boards.machine_of(board)
    named = f"{board.title} ({machine}), MicroPython 1.25.0\n"
    assert board_check(folder, capsys, machine) == named + "Sixpip can be installed.\n"
    remedy = f"install the official one for Arm ({boards.official(board)}).\n"
    assert board_check(folder, capsys, machine, 23).endswith(remedy)
    assert board_check(folder, capsys, machine + "-RISCV").endswith(remedy)
    other = board_check(folder, capsys, "Pimoroni Tiny with " + board.chip)
    assert other.startswith("An unknown board (Pimoroni Tiny with") and other.endswith("Sixpip can be installed.\n")
    assert "does not run on this board: use a Pico" in board_check(folder, capsys, "an ESP32 module")
    readme = (folder / "README.txt").read_text(encoding="utf-8")
    assert re.search(rf"^    {board.title}: +{re.escape(boards.official(board))}$", readme, re.MULTILINE)
    assert f"    {mip.CHECK_COMMAND}\n    {mip.COMMAND}\n" in readme


def test_the_check_of_a_release_refuses_rpi_pico_w(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert board_check(mip_folder(NEW, tmp_path), capsys, "Raspberry Pi Pico W with RP2040").splitlines() == [
        "Pico W (Raspberry Pi Pico W with RP2040), MicroPython 1.25.0",
        "The board runs RPI_PICO_W, whose memory is too small for Sixpip: install RPI_PICO, which runs on a "
        "Pico W, too.",
    ]


CHANGES = """# Changelog

## [{version}] - {date}

### Added

- Dice.

## [0.0.1] - 2020-01-01

- First.
"""


@pytest.fixture
def changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A changelog with a date for this version."""
    path = tmp_path / "CHANGELOG.md"
    path.write_text(CHANGES.format(version=VERSION, date="2026-01-31"), encoding="utf-8")
    monkeypatch.setattr("tools.publish.release.__main__.CHANGELOG", path)
    return path


def arguments(folder: Path, *more: str) -> list[str]:
    """The arguments of the command for a small firmware."""
    (folder / "built").mkdir(exist_ok=True)
    (folder / "built" / "main.py").write_text("", encoding="utf-8")
    options = {"source": "built", "output": "release", "notes": "notes.md"}
    return [*(f"--{name}={folder / value}" for name, value in options.items()), *more]


def test_the_tag_of_this_version_is_accepted_and_the_page_has_its_changes(changelog: Path, tmp_path: Path) -> None:
    assert main(arguments(tmp_path, "--tag", f"v{VERSION}")) == 0
    notes = (tmp_path / "notes.md").read_text(encoding="utf-8")
    assert notes.startswith("### Added\n\n- Dice.\n\n## Files\n")
    assert "First" not in notes
    for path in (tmp_path / "release").iterdir():
        assert f"- `{path.name}`: " in notes


@pytest.mark.parametrize("tag", ["v9.9.9", VERSION, f"v{VERSION}-rc1", "", "main", f"refs/tags/v{VERSION}"])
def test_another_tag_is_refused(changelog: Path, tmp_path: Path, tag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(tmp_path, "--tag", tag)) == 2
    assert capsys.readouterr().err.startswith(f"The tag {tag} is not v{VERSION}: ")
    assert not (tmp_path / "release").exists()


def test_a_tag_is_refused_while_the_changelog_has_no_date_for_it(
    changelog: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changelog.write_text(CHANGES.format(version=VERSION, date="unreleased"), encoding="utf-8")
    assert main(arguments(tmp_path, "--tag", f"v{VERSION}")) == 2
    assert capsys.readouterr().err == f"CHANGELOG.md has no date for {VERSION}: write it in place of unreleased.\n"
    assert main(arguments(tmp_path)) == 0


def test_the_version_of_the_firmware_is_the_only_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project and project["dynamic"] == ["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)


def install(folder: Path, address: str, *, fails: bool = False) -> str:
    words = shlex.split(mip.COMMAND)
    assert mip.COMMAND in (folder / "README.txt").read_text(encoding="utf-8")
    command = [sys.executable, "-m", "mpremote", "connect", address, *words[1:]]
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout


def test_mip_installs_a_release_that_doctor_finds_intact_even_after_a_failed_installation(
    emulator: Path, tmp_path: Path
) -> None:
    folder = mip_folder(TOY, tmp_path / "release")
    older = {"main.py": b"from sixpip import toy\nprint('the older one')\n", "sixpip/toy.py": b"", **USER_FILES}
    machine = Machine(make_image(None, older))
    (folder / "sixpip" / "toy.py").rename(tmp_path / "toy.py")
    with serving(machine) as address:
        install(folder, address, fails=True)
        board = connect(address)
        assert "main.py" in board.list_files()[0]
        board.close()
        (tmp_path / "toy.py").rename(folder / "sixpip" / "toy.py")
        install(folder, address)
        board = connect(address)
        assert examine(board, VERSION).faults == []
        board.start(VERSION)
        board.close()
    assert read_image(machine.filesystem()) == {**INSTALLED, **USER_FILES}
    _, _, after = machine.console_text.partition("The installation of Sixpip is incomplete.")
    assert mip.COMMAND in after
    assert "the older one" not in after


@pytest.mark.sweep
def test_the_real_release_is_installed_on_an_empty_pico_and_boots_to_the_menu(emulator: Path, tmp_path: Path) -> None:
    folder = mip_folder(firmware_files(firmware()), tmp_path)
    machine = Machine(b"\xff" * (BLOCK_COUNT * BLOCK_SIZE), exact_every=8)
    machine.run_ms(300)
    with serving(machine) as address:
        found = mpremote(mip.CHECK_COMMAND.removeprefix("mpremote "), address, folder)
        install(folder, address)
    assert "Pico, Pico H or Pico W (Raspberry Pi Pico with RP2040), MicroPython 1.24.1" in found
    assert "Sixpip can be installed." in found
    on_board = read_image(machine.filesystem())
    assert on_board.pop(manifest.NAME)
    assert on_board == firmware_files(firmware())
    machine.send("\x04")
    machine.run_until(lambda: machine.display.on and "Farkle" in oled_lines(machine.oled)[1], 5000, 20)
    assert "Traceback" not in machine.console_text.rpartition(f"Sixpip {VERSION}")[2]


def test_the_hardware_files_are_those_of_the_repository_without_programs(tmp_path: Path) -> None:
    folder = unpacked(release.release_files(NEW)[f"{release.NAME}-hardware.zip"], tmp_path)
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {"README.md", "BOM.csv", "BUILD.md", "SAFETY.md", "case/body.scad"} <= names
    assert {"carrier/exports/carrier.pdf", "licenses/CERN-OHL-P-2.0.txt"} <= names
    assert not [name for name in names if name.endswith(".py") or "__pycache__" in name]
    assert (folder / "BOM.csv").read_bytes() == (ROOT / "hardware" / "BOM.csv").read_bytes()
