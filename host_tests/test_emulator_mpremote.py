"""The real mpremote and the emulated Pico: make flash onto a factory-new board, and its serial port on TCP."""

import contextlib
import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from host_tests.test_readme import make
from sixpip import VERSION
from tools import FIRMWARE, ROOT
from tools.build import TARGET, build
from tools.emulator import Machine
from tools.emulator.serial_port import serving
from tools.flash import manifest
from tools.flash.source import firmware
from tools.frames import oled_lines
from tools.image import BLOCK_COUNT, BLOCK_SIZE, make_image, read_image

pytestmark = pytest.mark.usefixtures("emulator")

FACTORY_FLASH = b"\xff" * (BLOCK_COUNT * BLOCK_SIZE)
EXACT_EVERY = 64
BANNER = f"Sixpip {VERSION}\r\n"
BOOT_MS = 5000
BYTES = bytes(range(4, 256)) * 40

VARIANTS = (FIRMWARE / "VARIANTS.md").read_text(encoding="utf-8")

ECHO = f"""
import micropython, sys, time
time.sleep_ms(50)
micropython.kbd_intr(-1)
print("ready")
block = sys.stdin.buffer.read({len(BYTES)})
for at in range(0, len(block), 1000):
    sys.stdout.buffer.write(block[at:at + 1000])
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `make build` has been run, as far as mpremote can see."""
    folder = tmp_path_factory.mktemp("desk")
    build(FIRMWARE, folder / TARGET.relative_to(ROOT))
    return folder


def built(desk: Path) -> dict[str, bytes]:
    """Every file of build/firmware by its path on the board."""
    folder = desk / TARGET.relative_to(ROOT)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def mpremote(arguments: str, address: str, desk: Path) -> str:
    """Run mpremote in `desk` against the board at `address`; what it says."""
    command = [sys.executable, "-m", "mpremote", "connect", address, *shlex.split(arguments)]
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=desk, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def connected(address: str) -> socket.socket:
    """A client of the port."""
    host, _, port = address.removeprefix("socket://").partition(":")
    return socket.create_connection((host, int(port)), timeout=60)


def wait_for(machine: Machine, words: str) -> None:
    """Let the console run until its OLED says `words`."""
    machine.run_until(lambda: any(words in line for line in oled_lines(machine.oled)), BOOT_MS, 20)


def test_a_factory_new_pico_gets_the_whole_firmware_by_make_flash_and_boots_to_the_menu() -> None:
    machine = Machine(FACTORY_FLASH, exact_every=EXACT_EVERY)
    machine.run_ms(300)
    with serving(machine) as address:
        words = make("-s", "flash", f"PORT={address}")
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"Sixpip {VERSION} is running" in done.stdout
    wait_for(machine, "Dice 10 000")
    on_board = read_image(machine.filesystem())
    assert {path: data for path, data in on_board.items() if path != manifest.NAME} == firmware()
    assert "Traceback" not in machine.console_text.rpartition(BANNER)[2]


def test_no_byte_is_lost_through_the_port_and_the_next_client_waits_for_its_turn() -> None:
    machine = Machine(make_image(None, {"main.py": ECHO.encode()}))
    machine.run_until(lambda: "ready" in machine.console_text, 500)
    with serving(machine) as address, connected(address) as client, connected(address) as later:
        later.sendall(b"\rprint('next' * 2)\r")
        client.sendall(BYTES)
        back = b""
        while len(back) < len(BYTES):
            back += client.recv(100)
        assert back[: len(BYTES)] == BYTES
        client.close()
        answer = b""
        while b"\r\nnextnext\r\n" not in answer:
            answer += later.recv(100)


def test_what_goes_wrong_in_the_machine_ends_the_connection_and_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(make_image(None))
    run_ms = machine.run_ms
    wrong: list[str] = []

    def sometimes(ms: float) -> None:
        if wrong:
            raise ValueError(wrong[0])
        run_ms(ms)

    monkeypatch.setattr(machine, "run_ms", sometimes)
    with pytest.raises(ValueError, match="not today"), serving(machine) as address, connected(address) as client:
        wrong.append("not today")
        with contextlib.suppress(ConnectionError):
            while client.recv(100):
                pass


def test_an_own_variant_is_put_on_the_board_as_its_page_says(desk: Path) -> None:
    commands = re.findall(r"^ {4}mpremote (.*)$", VARIANTS, re.MULTILINE)
    example = re.findall(r"```json\n(.*?)```", VARIANTS, re.DOTALL)[0]
    (desk / "grandma.json").write_text(example, encoding="utf-8")
    machine = Machine(make_image(None), exact_every=EXACT_EVERY)
    machine.run_ms(300)
    with serving(machine) as address:
        for command in commands:
            mpremote(command, address, desk)
    assert len(commands) == 3
    assert read_image(machine.filesystem())["variants/grandma.json"] == example.encode()
