"""The complete firmware on the emulated Pico: a scripted player presses buttons on the pins, and LEDs and OLED are
compared with those of the simulator for the same dice.
"""

from pathlib import Path
from typing import Any

import pytest

from host_tests.pico_fixture import saved_record
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from sixpip.app.game.session import Session
from sixpip.players.menus.styles import OFFERED
from sixpip.rules.game.engine import new_game
from sixpip.rules.menus.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools.board.image import make_image
from tools.check.bench.pico import firmware
from tools.check.emulator import Machine
from tools.play.host.frames import oled_lines

pytestmark = pytest.mark.usefixtures("emulator")

IDLE_MS = 400
ALONE = len(OFFERED["ten_thousand"])
"""The KEEP button next to the line to play alone, below those of the computer players."""
IMPORT_MS = 2000
"""The modules of a game are imported while the players read."""


class PinPlayer:
    """The scripted player at the emulated Pico."""

    def __init__(self, filesystem: bytes, seed: int) -> None:
        """Boots the Pico to its first screen."""
        self.machine = Machine(filesystem, seed=seed, exact_every=8)
        self.machine.run_until(lambda: bool(self.machine.led_frames) and any(self.machine.oled), 4000)
        self.settle()

    def settle(self) -> None:
        """Waits until LEDs and OLED do not change any more."""
        machine = self.machine
        last: tuple[int, bytes] = (-1, b"")
        for _ in range(40):
            state = (len(machine.led_frames), machine.oled)
            if state == last:
                return
            last = state
            machine.run_ms(IDLE_MS)
        raise AssertionError(f"the console does not become idle: {machine.console_text[-400:]}")

    def press(self, button: int) -> None:
        """Presses a button on its pin."""
        self.machine.press(button)
        self.machine.run_ms(100)
        self.settle()

    def record(self) -> dict[str, Any]:
        """Returns the record of the game in the flash."""
        return saved_record(self.machine)


def chosen_dice(host: ScriptedPlayer) -> int:
    """Returns the chosen dice as a bit mask; 0 if no dice can be chosen now."""
    decision = getattr(host.app.screen, "decision", None)
    return decision.chosen if decision else 0


def assert_same(pico: PinPlayer, host: ScriptedPlayer) -> None:
    """Asserts that both consoles show the same on LEDs and OLED."""
    assert oled_lines(pico.machine.oled) == oled_lines(host.board.oled_shown)
    assert pico.machine.oled == host.board.oled_shown
    frame = pico.machine.led_frames[-1]
    assert frame.bad_bits == 0
    assert frame.grb == bytes(host.board.wire)


def test_the_pico_boots_to_the_menu_and_a_turn_is_played_on_its_pins(tmp_path: Path) -> None:
    pico = PinPlayer(make_image(firmware()), seed=3)
    assert "Traceback" not in pico.machine.console_text
    host = ScriptedPlayer(str(tmp_path))
    assert "Dice 10 000" in oled_lines(pico.machine.oled)[1]
    assert_same(pico, host)
    for button in (0, 0, ALONE):
        pico.press(button)
        pico.machine.run_ms(IMPORT_MS)
        host.press(button)
    assert_same(pico, host)
    turns = 0
    while not turns:
        session = host.app.session
        assert session is not None
        game = session.game
        assert isinstance(game, Game)
        chosen = chosen_dice(host)
        kept = 0 if (game.kept | chosen) == game.all else game.kept | chosen
        pico.press(ROLL)
        faces = pico.record()["faces"]
        host.throw(*[face + 1 for place, face in enumerate(faces) if not kept >> place & 1])
        assert_same(pico, host)
        turns = game.turns[0]
        keep = game.best_keep()
        for place in range(6):
            if keep >> place & 1:
                pico.press(place)
                host.press(place)
                assert_same(pico, host)


def resume_game(tmp_path: Path) -> tuple[PinPlayer, ScriptedPlayer]:
    """Returns two players with a resumed game, in which 1 1 1 5 2 3 have been rolled."""
    saved = tmp_path / "saved"
    saved.mkdir()
    game = Game("dice-10000", {"opening": 0}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    Session(game, ["ANNA", "BEN"]).save(Store(str(saved)))
    record = (saved / "game").read_bytes()
    pico, host = PinPlayer(make_image(firmware(), {"game": record}), seed=4), ScriptedPlayer(str(saved))
    assert_same(pico, host)
    return pico, host


def test_a_game_is_resumed_from_flash_and_banked_on_the_pins(tmp_path: Path) -> None:
    pico, host = resume_game(tmp_path)
    for button in (0, 1, 2, BANK):
        pico.press(button)
        host.press(button)
        assert_same(pico, host)
    assert "BANKED +1 000" in host.screen
    after = pico.record()
    assert after["scores"] == [1000, 0]
    assert after["player"] == 1


def test_a_press_that_interrupts_the_transfer_of_a_screen_leaves_it_complete(tmp_path: Path) -> None:
    pico, host = resume_game(tmp_path)
    for delay_ms in (10, 16, 22, 28, 34, 40):
        pico.machine.press(3)
        pico.machine.run_ms(delay_ms)
        pico.press(0)
        host.press(3, 0)
        assert_same(pico, host)


def test_phase_dice_are_played_on_the_pins_and_resumed_with_the_dice_set_aside(tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    saved.mkdir()
    Session(new_game("phase-10", {"start": "seated"}, 2), ["ANNA", "BEN"]).save(Store(str(saved)))
    Store(str(saved)).save("settings", {"leds": 1})  # after a frame at the limit, the level depends on the frame count
    pico = PinPlayer(
        make_image(firmware(), {name: (saved / name).read_bytes() for name in ("game", "settings")}), seed=6
    )
    host = ScriptedPlayer(str(saved))
    assert_same(pico, host)
    for aside in ((0, 3), (0, 1), ()):
        free = [die for die in range(10) if not chosen_dice(host) >> die & 1]
        pico.press(ROLL)
        faces = pico.record()["faces"]
        host.throw(*[faces[die] + 1 for die in free])
        assert_same(pico, host)
        for place in aside:
            pico.press(place)
            host.press(place)
            assert_same(pico, host)
    record = pico.record()
    assert record["kept"] == 0b1010 and record["rolls"] == 3
    again = PinPlayer(pico.machine.filesystem(), seed=7)
    assert again.machine.oled == pico.machine.oled
    assert again.machine.led_frames[-1].grb == pico.machine.led_frames[-1].grb
    for console in (pico, host):
        console.press(BANK)
    assert_same(pico, host)
