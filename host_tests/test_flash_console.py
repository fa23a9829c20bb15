"""The real firmware put on the emulated Pico by the commands themselves, through a cable that breaks; its prompt.

Many more cuts, with a toy firmware, are in test_flash_emulator.py.
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

from host_tests.flash_bench import listed
from sixpip import VERSION
from sixpip.app.session import Session
from sixpip.rules.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools import FIRMWARE, ROOT
from tools.build import build
from tools.emulator import Machine
from tools.emulator.serial_port import serving
from tools.flash.board import PIECE, connect
from tools.flash.errors import ConnectionLost
from tools.flash.plan import MAIN
from tools.frames import oled_lines
from tools.image import make_image, read_image
from tools.pack import PACKED, unpacked

pytestmark = pytest.mark.usefixtures("emulator")

BOOT_MS = 5000


@contextlib.contextmanager
def cable(address: str, most: int, mark: bytes = b"") -> Iterator[str]:
    """A cable to the board at `address` that breaks when `most` bytes have gone through it towards the board.

    With a `mark`: so many after the mark has gone through.
    """
    host, _, port = address.removeprefix("socket://").partition(":")

    def carry(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                target.sendall(data)

    def carry_until_it_breaks(source: socket.socket, target: socket.socket) -> None:
        gone = b""
        with contextlib.suppress(OSError):
            while (at := gone.find(mark)) < 0 or len(gone) - at < most:
                data = source.recv(256)
                if not data:
                    return
                target.sendall(data)
                gone += data

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
        thread.join(timeout=60)
        assert not thread.is_alive()


def test_a_cable_that_breaks_within_a_command_is_one_sentence_and_the_board_answers_again() -> None:
    machine = Machine(make_image(None, {"note": b"mine"}))
    machine.run_ms(300)
    with serving(machine) as address:
        with cable(address, 2500) as broken, pytest.raises(ConnectionLost, match="broke off: plug it in"):
            board = connect(broken)
            board.write("big", bytes(10_000))
        board = connect(address)
        assert board.read("note") == b"mine"
        assert board.files()[0].get("big", 0) < 10_000
        board.leave()


def run(address: str, *words: str) -> tuple[int, str, str]:
    """A command of tools.flash as make starts it: exit status, what it printed, what it complained of."""
    environment = {**os.environ, "PORT": address, "PYTHONPATH": f"{FIRMWARE}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "tools.flash", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file by its path in the folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


LATE = ("sixpip/rules/custom.mpz", "sixpip/rules/strict_json.mpz")
"""Modules that are needed only where there are own variants: the older version, from before modules were packed, lacks
them. The first one travels in two pieces, and the cable breaks in the second.
"""
IN_THE_SECOND_PIECE = PIECE * 3 // 2  # as base64 the first has PIECE * 4 // 3


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("flash") / "firmware"
    build(FIRMWARE, folder)
    return folder


def test_the_running_console_is_updated_after_a_cut_in_mid_file_and_goes_on_with_its_game(
    built: Path, tmp_path: Path
) -> None:
    new = files_in(built)
    assert PIECE < len(new[LATE[0]]) < 2 * PIECE
    older = {
        MAIN: b"# an older one\n" + new[MAIN],
        "sixpip/__init__.py": b'VERSION = "0.0"\n',
        "sixpip/gone.mpy": b"gone",
    }
    older |= {path.replace(PACKED, ".mpy"): unpacked(new[path]) for path in new if path.endswith(PACKED)}
    older = {path: data for path, data in older.items() if path.replace(".mpy", PACKED) not in LATE}
    game = Game("dice-10000", {"opening": 0}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    Session(game, ["ANNA", "BEN"]).save(Store(str(tmp_path / "saved")))
    own = {**files_in(tmp_path / "saved"), "logs/game-0.log": b"an old game\n"}
    machine = Machine(make_image(None, {**listed(older, "0.0"), **own}), exact_every=64)

    def resumed() -> bool:
        return any("ANNA" in line for line in oled_lines(machine.oled))

    machine.run_until(resumed, BOOT_MS, 20)
    with serving(machine) as address:
        with cable(address, IN_THE_SECOND_PIECE, LATE[0].encode()) as broken:
            status, _, complaint = run(broken, "flash", "--source", str(built))
        assert (status, complaint.count("\n")) == (1, 1)
        assert "broke off: plug it in and run the same command again." in complaint
        found = read_image(machine.filesystem())
        assert MAIN not in found and found.get(LATE[0], b"") != new[LATE[0]]
        status, said, complaint = run(address, "flash", "--source", str(built))
        assert status == 0, complaint
        assert f"Sixpip {VERSION} is running, after " in said
        status, said, _ = run(address, "backup", "--to", str(tmp_path / "kept"))
        assert status == 0, said
        status, said, _ = run(address, "doctor")
        assert status == 0 and f"{len(new)} files, all whole" in said, said
    machine.run_until(resumed, BOOT_MS, 20)
    assert files_in(tmp_path / "kept") == own
    assert read_image(machine.filesystem()) == {**listed(new, VERSION), **own}


def test_the_prompt_of_make_repl_is_micropythons_and_ctrl_x_leaves_it() -> None:
    pty = pytest.importorskip("pty", reason="There are no pseudo-terminals on Windows.")
    machine = Machine(make_image(None, {MAIN: b"import time\nwhile True:\n    time.sleep_ms(10)\n"}))
    machine.run_ms(300)
    near, far = pty.openpty()
    with serving(machine) as address:
        environment = {**os.environ, "PORT": address, "PYTHONPATH": f"{FIRMWARE}{os.pathsep}{ROOT}"}
        command = [sys.executable, "-m", "tools.flash", "repl"]
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=far, stdout=far, stderr=far) as child:
            try:
                for typed, answer in ((b"\x03", b">>> "), (b"40 + 2\r", b"\n42")):
                    read_until(near, typed, answer)
                os.write(near, b"\x18")
                assert child.wait(timeout=60) == 0
            finally:
                child.kill()
    for end in (near, far):
        os.close(end)


def read_until(terminal: int, typed: bytes, answer: bytes) -> None:
    """Type until the answer comes: what is typed before the terminal is set up is lost."""
    said = b""
    for _ in range(60):
        os.write(terminal, typed)
        while select.select([terminal], [], [], 1)[0]:
            said += os.read(terminal, 1000)
            if answer in said:
                return
    raise AssertionError(said)
