"""Runs a script on the emulated Pico beside the compiled firmware and gives what it prints.

Emulated time is close to a real Pico's (within 30 %), whatever computer this runs on; flash wait states are not
modelled.
"""

import tempfile
from pathlib import Path

from tools import FIRMWARE
from tools.build import build
from tools.emulator import Machine
from tools.image import make_image

_MARK = "RESULT"


def run(script: str, limit_ms: float = 60_000) -> list[list[str]]:
    """The words of every line that `script` prints after RESULT. Raises RuntimeError with its output if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        build(FIRMWARE, Path(folder))
        image = make_image(Path(folder), {"main.py": (script + '\nprint("DONE")\n').encode()})
    machine = Machine(image)
    machine.run_until(lambda: "DONE" in machine.console_text or "Error" in machine.console_text, limit_ms, poll_ms=20)
    if "DONE" not in machine.console_text:
        raise RuntimeError(machine.console_text)
    return [line.split()[1:] for line in machine.console_text.splitlines() if line.startswith(_MARK)]
