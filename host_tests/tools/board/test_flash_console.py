"""make repl on the emulated Pico."""

import os
import select
import subprocess
import sys

import pytest

from tools import FIRMWARE, ROOT
from tools.board.flash.plan import MAIN
from tools.board.image import make_image
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving

pytestmark = pytest.mark.usefixtures("emulator")


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
    output = b""
    for _ in range(600):
        os.write(terminal, typed)
        while select.select([terminal], [], [], 1)[0]:
            output += os.read(terminal, 1000)
            if answer in output:
                return
    raise AssertionError(output)
