"""A release folder: `mpremote mip install` installs it on a Pico, and a partial installation does not start."""

import builtins
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from host_tests.flash_fixture import NEW, USER_FILES
from host_tests.pico_fixture import mpremote
from sixpip import VERSION
from tools import boards, release
from tools.bench.pico import firmware
from tools.boards import BOARDS, Board
from tools.emulator import Machine
from tools.emulator.serial_port import serving
from tools.flash import manifest
from tools.flash.board import connect
from tools.flash.doctor import examine
from tools.flash.source import firmware_files
from tools.frames import oled_lines
from tools.image import BLOCK_COUNT, BLOCK_SIZE, make_image, read_image

TOY = {
    "main.py": f"from sixpip import toy\ntoy.start() # Sixpip {VERSION}\n".encode(),
    "sixpip/__init__.py": b"",
    "sixpip/toy.py": f"def start():\n    print('Sixpip {VERSION}')\n".encode(),
    "sixpip/deep/er.py": b"X = 1\n" * 200,
}
INSTALLED = {**TOY, manifest.NAME: manifest.manifest_of(TOY, VERSION).text()}


def package(folder: Path) -> list[list[str]]:
    """What mip copies, in this order: [path on the board, file of the release]."""
    urls: list[list[str]] = json.loads((folder / "package.json").read_text())["urls"]
    return urls


def test_a_release_lists_every_file_and_contains_it(tmp_path: Path) -> None:
    release.make_release(NEW, tmp_path / "release", "9")
    urls = package(tmp_path / "release")
    files = {path: (tmp_path / "release" / file).read_bytes() for path, file in urls}
    assert files == {**NEW, manifest.NAME: manifest.manifest_of(NEW, "9").text()}
    assert json.loads((tmp_path / "release" / "package.json").read_text())["version"] == "9"


def test_main_is_a_placeholder_while_the_other_files_are_copied(tmp_path: Path) -> None:
    release.make_release(NEW, tmp_path / "release")
    urls = package(tmp_path / "release")
    assert urls[0] == ["main.py", "placeholder.py"]
    assert urls[-1] == ["main.py", "main.py"]
    assert [path for path, _ in urls].count("main.py") == 2
    assert b"import" not in (tmp_path / "release" / "placeholder.py").read_bytes()


def test_an_older_release_is_replaced_and_any_other_folder_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release.make_release({**NEW, "sixpip/gone.mpy": b""}, tmp_path / "release")
    release.make_release(NEW, tmp_path / "release")
    assert not (tmp_path / "release" / "sixpip" / "gone.mpy").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note.txt").write_text("mine")
    (tmp_path / "mine" / "package.json").write_text("{}")  # of a project of the user
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "main.py").write_text("")
    assert release.main(["--source", str(tmp_path / "built"), "--output", str(tmp_path / "mine")]) == 2
    assert "is not empty and not a release: name another folder." in capsys.readouterr().err
    assert (tmp_path / "mine" / "note.txt").read_text() == "mine"
    assert (tmp_path / "mine" / "note.txt").read_text() == "mine"


def board_check(folder: Path, capsys: pytest.CaptureFixture[str], machine: str, minor: int = 25) -> str:
    """The output of check_board.py on a board whose MicroPython reports this."""
    implementation = SimpleNamespace(name="micropython", version=(1, minor, 0, ""), _machine=machine)
    module = SimpleNamespace(implementation=implementation)
    scope = {"__builtins__": {**vars(builtins), "__import__": lambda name, *rest: module}}
    exec(compile((folder / release.CHECK).read_text(), release.CHECK, "exec"), scope)  # noqa: S102 our own script
    return capsys.readouterr().out


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_check_of_a_release_names_each_board_and_what_to_do(
    board: Board, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release.make_release(NEW, tmp_path / "release")
    folder, machine = tmp_path / "release", boards.machine_of(board)
    named = f"{board.title} ({machine}), MicroPython 1.25.0\n"
    assert board_check(folder, capsys, machine) == named + "Sixpip can be installed.\n"
    remedy = f"install the official one for Arm ({boards.official(board)}).\n"
    assert board_check(folder, capsys, machine, 23).endswith(remedy)
    assert board_check(folder, capsys, machine + "-RISCV").endswith(remedy)
    other = board_check(folder, capsys, "Pimoroni Tiny with " + board.chip)
    assert other.startswith("An unknown board (Pimoroni Tiny with") and other.endswith("Sixpip can be installed.\n")
    assert "does not run on this board: use a Pico" in board_check(folder, capsys, "an ESP32 module")
    readme = (folder / "README.txt").read_text()
    assert re.search(rf"^    {board.title}: +{re.escape(boards.official(board))}$", readme, re.MULTILINE)
    assert f"    {release.CHECK_COMMAND}\n    {release.COMMAND}\n" in readme


def install(folder: Path, address: str, *, fails: bool = False) -> str:
    """Run the command in the release's README with the port added; return the output of mpremote."""
    words = shlex.split(release.COMMAND)
    assert release.COMMAND in (folder / "README.txt").read_text()
    command = [sys.executable, "-m", "mpremote", "connect", address, *words[1:]]
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout


def test_mip_installs_a_release_that_doctor_finds_intact_even_after_a_failed_installation(
    emulator: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "release"
    release.make_release(TOY, folder)
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
    assert release.COMMAND in after
    assert "the older one" not in after


def test_the_real_release_is_installed_on_an_empty_pico_and_boots_to_the_menu(emulator: Path, tmp_path: Path) -> None:
    assert release.main(["--source", str(firmware()), "--output", str(tmp_path / "release")]) == 0
    machine = Machine(b"\xff" * (BLOCK_COUNT * BLOCK_SIZE), exact_every=8)
    machine.run_ms(300)
    with serving(machine) as address:
        found = mpremote(release.CHECK_COMMAND.removeprefix("mpremote "), address, tmp_path / "release")
        install(tmp_path / "release", address)
    assert "Pico or Pico H (Raspberry Pi Pico with RP2040), MicroPython 1.24.1" in found
    assert "Sixpip can be installed." in found
    on_board = read_image(machine.filesystem())
    assert on_board.pop(manifest.NAME)
    assert on_board == firmware_files(firmware())
    machine.send("\x04")
    machine.run_until(lambda: machine.display.on and "Dice 10 000" in oled_lines(machine.oled)[1], 5000, 20)
    assert "Traceback" not in machine.console_text.rpartition(f"Sixpip {VERSION}")[2]
