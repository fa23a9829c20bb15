"""The commands of tools.board.flash with the real firmware on the emulated Pico: a cable that breaks; the prompt.

test_flash_emulator.py tries many more interruptions, with a toy firmware.
"""

import contextlib
import os
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tests.flash_fixture import content, with_manifest
from sixpip import VERSION
from sixpip.app.game.session import Session
from sixpip.rules.menus.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools import FIRMWARE, ROOT
from tools.board.build import build
from tools.board.flash.plan import MAIN
from tools.board.flash.scripts import CHUNK
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, blocks_used, make_image, read_image
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving
from tools.play.host.frames import oled_lines

pytestmark = pytest.mark.usefixtures("emulator")

BOOT_MS = 5000


@contextlib.contextmanager
def cable(address: str, most: int, mark: bytes) -> Iterator[str]:
    """A cable to the board at `address` that breaks when the mark and `most` bytes in all have been sent to it."""
    host, _, port = address.removeprefix("socket://").partition(":")

    def carry(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                target.sendall(data)

    def carry_until_it_breaks(source: socket.socket, target: socket.socket) -> None:
        sent = b""
        with contextlib.suppress(OSError):
            while (start := sent.find(mark)) < 0 or len(sent) - start < most:
                data = source.recv(256)
                if not data:
                    return
                target.sendall(data)
                sent += data

    def run(listener: socket.socket) -> None:
        near, _ = listener.accept()
        with near, socket.create_connection((host, int(port))) as far:
            back = threading.Thread(target=carry, args=(far, near), daemon=True)
            back.start()
            carry_until_it_breaks(near, far)
            for end in (near, far):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            back.join()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=run, args=(listener,), daemon=True)
        thread.start()
        yield f"socket://127.0.0.1:{listener.getsockname()[1]}"
        thread.join(timeout=600)
        assert not thread.is_alive()


def run(address: str, *words: str) -> tuple[int, str, str]:
    """Run a command of tools.board.flash as make does; return its exit status, output and error output."""
    environment = {**os.environ, "PORT": address, "PYTHONPATH": f"{FIRMWARE}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "tools.board.flash", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file by its path in the folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


LAST = "sixpip/zz.mpy"
"""A module that the console never imports and make flash copies last. It is sent in two pieces, and the cable breaks in
the second one.
"""
IN_THE_SECOND_PIECE = CHUNK * 3 // 2  # as base64 the first has CHUNK * 4 // 3


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled firmware, with the module LAST."""
    folder = tmp_path_factory.mktemp("flash") / "firmware"
    build(FIRMWARE, folder)
    (folder / LAST).write_bytes(content(LAST, 2 * CHUNK - 1))
    return folder


@pytest.mark.sweep
def test_a_running_console_is_updated_after_an_interruption_within_a_file_and_resumes_its_game(
    built: Path, tmp_path: Path
) -> None:
    new = files_in(built)
    older = {path: data for path, data in new.items() if path != LAST}
    older[MAIN] = b"# an older one\n" + new[MAIN]
    game = Game("dice-10000", {"opening": 0}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    Session(game, ["ANNA", "BEN"]).save(Store(str(tmp_path / "saved")))
    users = {**files_in(tmp_path / "saved"), "logs/game-0.log": b"an old game\n"}
    machine = Machine(make_image(None, {**with_manifest(older, "0.0"), **users}), exact_every=64)

    def resumed() -> bool:
        return any("ANNA" in line for line in oled_lines(machine.oled))

    machine.run_until(resumed, BOOT_MS, 20)
    with serving(machine) as address:
        with cable(address, IN_THE_SECOND_PIECE, LAST.encode()) as broken:
            status, _, error = run(broken, "flash", "--source", str(built))
        assert (status, error.count("\n")) == (1, 1)
        assert "was lost: plug it in and run the same command again." in error
        files = read_image(machine.filesystem())
        assert MAIN not in files and files.get(LAST, b"") != new[LAST]
        status, output, error = run(address, "flash", "--source", str(built))
        assert status == 0, error
        assert f"Sixpip {VERSION} is running, after " in output
        status, output, _ = run(address, "backup", "--to", str(tmp_path / "backup"))
        assert status == 0, output
        status, output, _ = run(address, "doctor")
        assert status == 0 and f"{len(new)} files, all intact" in output, output
        free = int(output.split("Free space:")[1].split()[0])
    left = BLOCK_COUNT - blocks_used(machine.filesystem())
    small = sum(len(data) < BLOCK_SIZE // 8 for data in read_image(machine.filesystem()).values())
    assert left - small <= free * 1024 // BLOCK_SIZE <= left  # small ones may be in the block of their folder
    machine.run_until(resumed, BOOT_MS, 20)
    assert files_in(tmp_path / "backup") == users
    assert read_image(machine.filesystem()) == {**with_manifest(new, VERSION), **users}


def test_make_repl_opens_the_prompt_of_micropython_and_ctrl_x_leaves_it() -> None:
    pty = pytest.importorskip("pty", reason="There are no pseudo-terminals on Windows.")
    machine = Machine(make_image(None, {MAIN: b"import time\nwhile True:\n    time.sleep_ms(10)\n"}))
    machine.run_ms(300)
    near, far = pty.openpty()
    with serving(machine) as address:
        environment = {**os.environ, "PORT": address, "PYTHONPATH": f"{FIRMWARE}{os.pathsep}{ROOT}"}
        command = [sys.executable, "-m", "tools.board.flash", "repl"]
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=far, stdout=far, stderr=far) as child:
            try:
                for typed, answer in ((b"\x03", b">>> "), (b"40 + 2\r", b"\n42")):
                    read_until(near, typed, answer)
                os.write(near, b"\x18")
                assert child.wait(timeout=600) == 0
            finally:
                child.kill()
    for end in (near, far):
        os.close(end)


def read_until(terminal: int, typed: bytes, answer: bytes) -> None:
    """Type repeatedly until the answer comes: what is typed before the terminal is set up is lost."""
    output = b""
    for _ in range(600):
        os.write(terminal, typed)
        while select.select([terminal], [], [], 1)[0]:
            output += os.read(terminal, 1000)
            if answer in output:
                return
    raise AssertionError(output)
