"""An evening on the emulated Pico: one game after another, of both engines, and the fullest memory, without an error.

Each game is started when all its modules have been imported while the players read: then memory is shortest.
"""

import tempfile
from pathlib import Path

import pytest

from sixpip import VERSION
from sixpip.board.contract import BANK, KEEP1, MENU, ROLL
from sixpip.players.menus.styles import STEADY
from sixpip.storage.records import Store
from tools.board.image import make_image
from tools.check.bench.pico import firmware
from tools.check.bench.player import BenchPlayer
from tools.check.bench.saves import files_of, settings
from tools.check.power_loss.scripted_player import PicoPlayer

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.timeout(3600), pytest.mark.sweep]

THOUGHT_MS = 12_000
"""Until Master and the coach have built their tables."""
OPENED_MS = 3000
GAMES = ("Five cubes", "Phase 10", "Pure", "Five cubes")
GROUP = {"names": ["ANNA", "BEN", "CHRISTA"], "seats": [0, 0, STEADY], "ahead": [0, 1, 0], "teams": 0}


def saved_evening() -> dict[str, bytes]:
    """Returns the files of a console with a group, a match and a turn clock, and the tumble animation off."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        store.save("settings", {"tumble": 2, "match": 1, "clock": 2})
        store.save("groups", [GROUP])
        return {name: (Path(folder) / name).read_bytes() for name in ("settings", "groups")}


def test_games_of_both_engines_in_a_row_have_enough_memory() -> None:
    player = PicoPlayer(make_image(firmware(), saved_evening()))
    for title in GAMES:
        player.pick(title)
        player.press(ROLL, KEEP1)  # the group
        assert player.lines[1] == "1 ANNA 2 BEN+"
        player.press(MENU, KEEP1, KEEP1 + 1, BANK, BANK, BANK)  # the house rules, one of them
        player.press(ROLL)
        assert "ANNA" in "".join(player.lines)
        player.press(MENU)
        player.pick("Leave")
        assert player.lines[0].startswith("SIXPIP")


@pytest.mark.parametrize("title", ["Dice 10 000", "Zilch"])
def test_against_master_with_the_coach_a_game_starts_at_once_and_the_pause_opens_every_page(title: str) -> None:
    player = BenchPlayer(files=files_of(settings(coach="always")))
    player.pick(title, "the game")
    player.press(KEEP1, "one player")
    player.machine.run_ms(OPENED_MS)
    player.pick("Master", "the game starts")
    player.machine.run_ms(THOUGHT_MS)
    player.press(ROLL, "the first throw")
    for line, head in (("Scores", "SCORES"), ("How to play", "THE GOAL"), ("Settings", "SETTINGS")):
        player.press(MENU, "pause")
        player.pick(line, line)
        player.machine.run_ms(OPENED_MS)
        assert player.lines[0].startswith(head), player.lines
        for button in (BANK, BANK):
            player.press(button, "back")
    for button in (MENU, MENU, KEEP1):
        player.press(button, "House rules")
    player.machine.run_ms(OPENED_MS)
    assert player.lines[0].startswith("HOUSE RULES"), player.lines
    assert player.machine.console_text.count(f"Sixpip {VERSION}") == 1  # it did not restart
