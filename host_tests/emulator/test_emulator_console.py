"""The complete firmware on the emulated Pico: a scripted player presses buttons on the pins, and LEDs and OLED are
compared with those of the simulator for the same dice.
"""

from pathlib import Path

import pytest

from host_tests.pico_fixture import boot, new_board, saved_files, saved_record, saved_turn, tap, write_files
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from sixpip.players.styles import OFFERED
from sixpip.rules.core.engine import new_game
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.check.emulator import Machine
from tools.play.host.frames import oled_lines

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.forked]

ALONE = len(OFFERED["ten_thousand"])
"""The KEEP button next to the line to play alone, below those of the computer players."""
IMPORT_MS = 2000
"""The modules of a game are imported while the players read."""


@pytest.fixture(scope="module")
def resumed(emulator: Path) -> Machine:
    """A console with a resumed game, in which 1 1 1 5 2 3 have been rolled."""
    return boot(new_board(saved_turn()))


def chosen_dice(host: ScriptedPlayer) -> int:
    """Returns the chosen dice as a bit mask; 0 if no dice can be chosen now."""
    decision = getattr(host.app.screen, "decision", None)
    return decision.chosen if decision else 0


def assert_same(pico: Machine, host: ScriptedPlayer) -> None:
    """Asserts that both consoles show the same on LEDs and OLED."""
    assert oled_lines(pico.oled) == oled_lines(host.board.oled_shown)
    assert pico.oled == host.board.oled_shown
    frame = pico.led_frames[-1]
    assert frame.bad_bits == 0
    assert frame.grb == bytes(host.board.wire)


def press_on_both(pico: Machine, host: ScriptedPlayer, *buttons: int) -> None:
    for button in buttons:
        tap(pico, button)
        host.press(button)
        assert_same(pico, host)


def test_the_pico_boots_to_the_menu_and_a_turn_is_played_on_its_pins(tmp_path: Path) -> None:
    pico = boot(new_board())
    assert "Traceback" not in pico.console_text
    host = ScriptedPlayer(str(tmp_path), is_first_game=True)
    assert "Farkle" in oled_lines(pico.oled)[1]
    assert_same(pico, host)
    for button in (0, 0, ALONE):
        tap(pico, button).run_ms(IMPORT_MS)
        host.press(button)
    assert_same(pico, host)
    turns = 0
    while not turns:
        session = host.app.session
        assert session is not None
        game = session.game
        assert isinstance(game, TenThousandGame)
        chosen = chosen_dice(host)
        kept = 0 if (game.kept | chosen) == game.all else game.kept | chosen
        faces = saved_record(tap(pico, ROLL))["faces"]
        host.throw(*[face + 1 for place, face in enumerate(faces) if not kept >> place & 1])
        assert_same(pico, host)
        turns = game.turns[0]
        keep = game.best_keep()
        press_on_both(pico, host, *[place for place in range(6) if keep >> place & 1])


def test_a_game_is_resumed_from_flash_and_banked_on_the_pins(resumed: Machine, tmp_path: Path) -> None:
    host = ScriptedPlayer(write_files(saved_turn(), tmp_path))
    assert_same(resumed, host)
    press_on_both(resumed, host, 0, 1, 2, BANK)
    assert "BANKED +1 000" in host.screen
    after = saved_record(resumed)
    assert (after["scores"], after["player"]) == ([1000, 0], 1)


def test_a_press_that_interrupts_the_transfer_of_a_screen_leaves_it_complete(resumed: Machine, tmp_path: Path) -> None:
    host = ScriptedPlayer(write_files(saved_turn(), tmp_path))
    for delay_ms in (10, 16, 22, 28, 34, 40):
        resumed.press(3)
        resumed.run_ms(delay_ms)
        tap(resumed, 0)
        host.press(3, 0)
        assert_same(resumed, host)


def test_phase_dice_are_played_on_the_pins_and_resumed_with_the_dice_set_aside(tmp_path: Path) -> None:
    # leds: after a frame at the limit, the level depends on the frame count
    files = saved_files(new_game("phase-10", {"start": "seated"}, 2), leds=1)
    pico, host = boot(new_board(files)), ScriptedPlayer(write_files(files, tmp_path))
    assert_same(pico, host)
    for aside in ((0, 3), (0, 1), ()):
        free = [die for die in range(10) if not chosen_dice(host) >> die & 1]
        faces = saved_record(tap(pico, ROLL))["faces"]
        host.throw(*[faces[die] + 1 for die in free])
        assert_same(pico, host)
        press_on_both(pico, host, *aside)
    record = saved_record(pico)
    assert record["kept"] == 0b1010 and record["rolls"] == 3
    again = boot(Machine(pico.filesystem(), seed=7))
    assert again.oled == pico.oled
    assert again.led_frames[-1].grb == pico.led_frames[-1].grb
    press_on_both(pico, host, BANK)
