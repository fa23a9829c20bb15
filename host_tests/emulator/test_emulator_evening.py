"""An evening on the emulated Pico: one game after another, of both engines, without a memory error.

Each game is started when all its modules have been imported while the players read: then memory is shortest.
"""

import tempfile
from pathlib import Path

import pytest

from sixpip.board.contract import BANK, KEEP1, MENU, ROLL
from sixpip.players.menus.styles import STEADY
from sixpip.storage.records import Store
from tools.board.image import make_image
from tools.check.bench.pico import firmware
from tools.check.power_loss.scripted_player import PicoPlayer

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.timeout(3600), pytest.mark.sweep]

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
