"""The restart before a game with Master on the emulated Pico that has too little memory."""

import functools
import tempfile
from pathlib import Path

import pytest

from host_tests.pico_fixture import boot, new_board, saved_record, screen_text, wait_for_text
from host_tests.scripted_player import ROLL
from sixpip.app.game.session import Session
from sixpip.players.menus.styles import MASTER
from sixpip.rules.menus.replay import Script
from sixpip.rules.stages import OVER
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools.board.image import read_image
from tools.check.emulator.resets import REQUESTED

pytestmark = pytest.mark.usefixtures("emulator")

GUARD_MS = 1500
"""In this time after its first picture the ranking ignores ROLL."""
LIMIT_MS = 6000
SHORT = b"""
import os
try:
    os.stat("/booted")
except OSError:
    open("/booted", "w").close()
    taken = bytearray(20000)
"""
"""A boot.py that leaves too little memory for Master to the first start of the console."""


@functools.cache
def won_game() -> dict[str, bytes]:
    """Returns the files of a game that ANNA has won against Master."""
    game = Game("dice-10000", {"start": "seated", "opening": 0, "target": 1000, "end": "sudden"}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 0, 1, 2]))
    game.apply(("keep", 0b1111), Script([]))
    game.apply(("bank", None), Script([]))
    assert game.stage == OVER
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        Session(game, ["ANNA", "Master"], seats=[0, MASTER]).save(store)
        return {"game": (Path(folder) / "game").read_bytes()}


def test_the_console_restarts_and_opens_the_next_game_without_an_error() -> None:
    machine = boot(new_board({**won_game(), "boot.py": SHORT}))
    assert "again" in screen_text(machine)
    machine.run_ms(GUARD_MS)
    machine.press(ROLL)
    wait_for_text(machine, "One moment...", LIMIT_MS)
    wait_for_text(machine, "Master plays", LIMIT_MS)  # the next seat starts
    assert [reset.cause for reset in machine.resets] == [REQUESTED]
    assert saved_record(machine)["scores"] == [0, 0]
    assert "crash.log" not in read_image(machine.filesystem())
