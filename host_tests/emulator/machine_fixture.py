"""The emulated Pico with a small script as main.py, for the tests of the emulator."""

from tools.board.image import make_image
from tools.check.emulator import Machine


def boot(
    script: str, *, files: dict[str, bytes] | None = None, seed: int = 1, oled: bool = True, exact_every: int = 1
) -> Machine:
    """Returns a board with `script` as main.py and `files`, after it has printed a line that starts with "ready"."""
    machine = Machine(image_of(script, files), seed=seed, oled=oled, exact_every=exact_every)
    machine.run_until(lambda: "\n" in machine.console_text.partition("ready")[2], 3000)
    return machine


def image_of(script: str, files: dict[str, bytes] | None = None) -> bytes:
    """Returns a file system with `script` as main.py, which first waits for the USB connection."""
    return make_image(None, {"main.py": f"import time\ntime.sleep_ms(25)\n{script}".encode(), **(files or {})})
