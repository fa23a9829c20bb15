"""The whole firmware on the emulated Pico: a scripted person plays by pin edges, and what comes out of the pins is
what the simulator shows for the same dice.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from sixpip.app.session import Session
from sixpip.rules.engine import new_game
from sixpip.rules.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools import FIRMWARE
from tools.build import build
from tools.emulator import Machine
from tools.frames import oled_lines
from tools.image import make_image
from tools.power_loss.disk import saved_game

pytestmark = pytest.mark.usefixtures("emulator")

STILL_MS = 400


class PinPerson:
    """The same person in front of the emulated Pico."""

    def __init__(self, filesystem: bytes, seed: int) -> None:
        """Switches the Pico on and waits for the first picture."""
        self.machine = Machine(filesystem, seed=seed, exact_every=8)
        self.machine.run_until(lambda: bool(self.machine.led_frames) and any(self.machine.oled), 3000)
        self.settle()

    def settle(self) -> None:
        """Wait until the dice and the OLED rest."""
        machine = self.machine
        seen: tuple[int, bytes] = (-1, b"")
        for _ in range(40):
            now = (len(machine.led_frames), machine.oled)
            if now == seen:
                return
            seen = now
            machine.run_ms(STILL_MS)
        raise AssertionError(f"the console does not come to rest: {machine.console_text[-400:]}")

    def press(self, button: int) -> None:
        """Pull the pin of a button low for a while."""
        self.machine.press(button)
        self.machine.run_ms(100)
        self.settle()

    def record(self) -> dict[str, Any]:
        """The game as the console wrote it to its flash."""
        return saved_game(self.machine.filesystem())


def same(pico: PinPerson, person: ScriptedPlayer) -> None:
    """Both show the same: every LED bit and every OLED pixel."""
    assert oled_lines(pico.machine.oled) == oled_lines(person.board.oled_shown)
    assert pico.machine.oled == person.board.oled_shown
    frame = pico.machine.led_frames[-1]
    assert frame.bad_bits == 0
    assert frame.grb == bytes(person.board.wire)


@pytest.fixture(scope="module")
def files() -> Iterator[Path]:
    """The firmware compiled for the Pico."""
    with tempfile.TemporaryDirectory() as folder:
        build(FIRMWARE, Path(folder))
        yield Path(folder)


def test_the_pico_boots_to_the_menu_and_a_turn_is_played_on_its_pins(files: Path, tmp_path: Path) -> None:
    pico = PinPerson(make_image(files), seed=3)
    assert "Traceback" not in pico.machine.console_text
    person = ScriptedPlayer(str(tmp_path))
    assert "Dice 10 000" in oled_lines(pico.machine.oled)[1]
    same(pico, person)
    for button in (0, 0, ROLL):
        pico.press(button)
        person.press(button)
    same(pico, person)
    turns = 0
    while not turns:
        session = person.app.session
        assert session is not None
        game = session.game
        chosen = getattr(person.app.screen, "chosen", 0)
        lying = 0 if (game.kept | chosen) == game.all else game.kept | chosen
        pico.press(ROLL)
        faces = pico.record()["faces"]
        person.throw(*[face + 1 for place, face in enumerate(faces) if not lying >> place & 1])
        same(pico, person)
        turns = game.turns[0]
        keep = game.best_keep()
        for place in range(6):
            if keep >> place & 1:
                pico.press(place)
                person.press(place)
                same(pico, person)


def resumed(files: Path, tmp_path: Path) -> tuple[PinPerson, ScriptedPlayer]:
    """Both with 1 1 1 5 2 3 on the table."""
    saved = tmp_path / "saved"
    saved.mkdir()
    game = Game("dice-10000", {"opening": 0}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    Session(game, ["ANNA", "BEN"]).save(Store(str(saved)))
    record = (saved / "game").read_bytes()
    pico, person = PinPerson(make_image(files, {"game": record}), seed=4), ScriptedPlayer(str(saved))
    same(pico, person)
    return pico, person


def test_a_game_is_resumed_from_flash_and_banked_on_the_pins(files: Path, tmp_path: Path) -> None:
    pico, person = resumed(files, tmp_path)
    for button in (0, 1, 2, BANK):
        pico.press(button)
        person.press(button)
        same(pico, person)
    assert "BANKED +1 000" in person.screen or "your turn" in person.screen
    after = pico.record()
    assert after["scores"] == [1000, 0]
    assert after["player"] == 1


def test_a_press_that_stops_the_screen_half_done_leaves_it_whole(files: Path, tmp_path: Path) -> None:
    pico, person = resumed(files, tmp_path)
    for apart_ms in (10, 16, 22, 28, 34, 40):
        pico.machine.press(3)
        pico.machine.run_ms(apart_ms)
        pico.press(0)
        person.press(3, 0)
        same(pico, person)


def test_phase_dice_are_played_on_the_pins_and_resumed_with_the_dice_set_aside(files: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    saved.mkdir()
    Session(new_game("phase-10", {"start": "seated"}, 2), ["ANNA", "BEN"]).save(Store(str(saved)))
    pico = PinPerson(make_image(files, {"game": (saved / "game").read_bytes()}), seed=6)
    person = ScriptedPlayer(str(saved))
    same(pico, person)
    for aside in ((0, 3), (0, 1), ()):
        free = [die for die in range(10) if not getattr(person.app.screen, "chosen", 0) >> die & 1]
        pico.press(ROLL)
        faces = pico.record()["faces"]
        person.throw(*[faces[die] + 1 for die in free])
        same(pico, person)
        for place in aside:
            pico.press(place)
            person.press(place)
            same(pico, person)
    record = pico.record()
    assert record["kept"] == 0b1010 and record["rolls"] == 3
    again = PinPerson(pico.machine.filesystem(), seed=7)
    assert again.machine.oled == pico.machine.oled
    assert again.machine.led_frames[-1].grb == pico.machine.led_frames[-1].grb
    for console in (pico, person):
        console.press(BANK)
    same(pico, person)
