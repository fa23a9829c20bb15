"""The real mpremote with the emulated Pico: `make flash` to a factory-new board, and the serial port over TCP."""

import re
import socket
import subprocess
from pathlib import Path

import pytest

from host_tests.command_fixture import make
from host_tests.pico_fixture import mpremote, wait_for_text
from sixpip import VERSION
from tools import FIRMWARE, ROOT
from tools.board.build import firmware_files
from tools.board.flash import manifest
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, make_image, read_image
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving

pytestmark = pytest.mark.usefixtures("emulator")

FACTORY_FLASH = b"\xff" * (BLOCK_COUNT * BLOCK_SIZE)
EXACT_EVERY = 64
BANNER = f"Sixpip {VERSION}\r\n"
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


def connect(address: str) -> socket.socket:
    """Connects a client to the port."""
    host, _, port = address.removeprefix("socket://").partition(":")
    return socket.create_connection((host, int(port)), timeout=600)


@pytest.mark.sweep
def test_make_flash_installs_the_firmware_on_a_factory_new_pico_and_it_boots_to_the_menu() -> None:
    machine = Machine(FACTORY_FLASH, exact_every=EXACT_EVERY)
    machine.run_ms(300)
    with serving(machine) as address:
        command = make("-s", "flash", f"PORT={address}")
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"Sixpip {VERSION} is running" in done.stdout
    wait_for_text(machine, "Dice 10 000")
    on_board = read_image(machine.filesystem())
    assert {path: data for path, data in on_board.items() if path != manifest.NAME} == firmware_files()
    assert "Traceback" not in machine.console_text.rpartition(BANNER)[2]


def test_the_port_loses_no_bytes_and_a_second_client_waits_for_the_first() -> None:
    machine = Machine(make_image(None, {"main.py": ECHO.encode()}))
    machine.run_until(lambda: "ready" in machine.console_text, 500)
    with serving(machine) as address, connect(address) as client, connect(address) as second:
        second.sendall(b"\rprint('next' * 2)\r")
        client.sendall(BYTES)
        echo = b""
        while len(echo) < len(BYTES):
            echo += client.recv(100)
        assert echo[: len(BYTES)] == BYTES
        client.close()
        answer = b""
        while b"\r\nnextnext\r\n" not in answer:
            answer += second.recv(100)


def test_the_commands_on_the_variants_page_copy_a_custom_variant_to_the_board(tmp_path: Path) -> None:
    commands = re.findall(r"^ {4}mpremote (.*)$", VARIANTS, re.MULTILINE)
    example = re.findall(r"```json\n(.*?)```", VARIANTS, re.DOTALL)[0]
    (tmp_path / "grandma.json").write_text(example, encoding="utf-8")
    machine = Machine(make_image(None), exact_every=EXACT_EVERY)
    machine.run_ms(300)
    with serving(machine) as address:
        for command in commands:
            mpremote(command, address, tmp_path)
    assert len(commands) == 3
    assert read_image(machine.filesystem())["variants/grandma.json"] == example.encode()
