"""The firmware on an emulated Pico 2, on a computer that has its emulator and MicroPython: screens, saves, dice."""

from pathlib import Path

import pytest

from host_tests.pico_fixture import PROMPT, saved_turn, write_files
from host_tests.scripted_player import BANK, ScriptedPlayer
from tools.board.image import make_image
from tools.check.bench.pico import firmware
from tools.check.pico2 import BOARD, EMULATOR, IMAGE, Pico2, missing

pytestmark = pytest.mark.forked

BOOT_MS = 5000
PRESS_MS = 3000
FREE_BYTES = 200 * 1024
"""Left in a game; measured are 280 KB after its start and 212 KB after a walk through its menus."""
STOP = "\x03"


def same_screen(pico: Pico2, host: ScriptedPlayer, limit_ms: float) -> None:
    pico.run_until(lambda: pico.oled == host.board.oled_shown, limit_ms)


def at_the_prompt(pico: Pico2, line: str) -> str:
    """Runs a line of Python at MicroPython's prompt; returns its output."""
    start = len(pico.console_text) + len(line)
    pico.send(line + "\r\n")
    pico.run_until(lambda: pico.console_text[start:].endswith(PROMPT), BOOT_MS)
    return pico.console_text[start:].removesuffix(PROMPT).strip()


@pytest.mark.usefixtures("pico2_emulator")
def test_a_saved_turn_is_banked_and_saved_and_no_module_is_unloaded(tmp_path: Path) -> None:
    host = ScriptedPlayer(write_files(saved_turn(), tmp_path))
    with Pico2(make_image(firmware(), saved_turn(), BOARD)) as pico:
        same_screen(pico, host, BOOT_MS)
        for button in (0, 1, 2, BANK):
            pico.press(button)
            host.press(button)
            same_screen(pico, host, PRESS_MS)
        assert "BANKED +1 000" in host.screen
        pico.send(STOP)
        pico.run_until(lambda: pico.console_text.endswith(PROMPT), BOOT_MS)
        assert int(at_the_prompt(pico, "import gc, os; gc.collect(); gc.mem_free()")) > FREE_BYTES
        assert at_the_prompt(pico, "from sixpip.app import memory; memory.mark()") == "()"  # nothing is unloaded
        assert "1000" in at_the_prompt(pico, "[open(name).read() for name in os.listdir() if name.startswith('game')]")


@pytest.mark.usefixtures("pico2_emulator")
def test_dice_are_thrown_with_the_bits_of_both_sources() -> None:
    with Pico2(make_image(firmware(), {"main.py": b""}, BOARD)) as pico:
        pico.run_ms(100)
        pico.send("\r\n")
        pico.run_until(lambda: pico.console_text.endswith(PROMPT), BOOT_MS)
        at_the_prompt(pico, "from sixpip.board.pico import PicoBoard; board = PicoBoard(); sources = board._entropy")
        at_the_prompt(pico, "while board.gather_entropy(): pass\r\n")
        assert at_the_prompt(pico, "board.random_bytes(16)") != at_the_prompt(pico, "board.random_bytes(16)")
        assert at_the_prompt(pico, "sources._generator.failed, sources._generator.pause") == "(0, 64)"
        at_the_prompt(pico, "import machine; window = bytearray(2); from sixpip.board import trng")
        at_the_prompt(pico, "trng.read(0x400F0100, window, 0, 288)")
        assert at_the_prompt(pico, "machine.mem32[0x400F0130], machine.mem32[0x400F0138]") == "(305, 14)"


def test_without_the_emulator_of_the_pico_2_its_tests_are_skipped_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(IMAGE, raising=False)
    monkeypatch.setenv(EMULATOR, str(tmp_path / "none"))
    assert missing() == f"Emulated Pico 2: set {EMULATOR} and {IMAGE}, see tools/check/pico2/README.md."
    monkeypatch.setenv(EMULATOR, str(tmp_path))
    monkeypatch.setenv(IMAGE, str(tmp_path))
    monkeypatch.setenv("PATH", "")
    assert missing() == "Emulated Pico 2: Node is not installed."
