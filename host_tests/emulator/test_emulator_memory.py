"""Memory on the emulated Pico: games and house rules that need the most of it, many games in a row, and restarts.

`python -m tools.check.power_on` tries more starts of games.
"""

import tempfile
from pathlib import Path

import pytest

from host_tests.pico_fixture import boot, new_board, saved_files, saved_record, screen_text, wait_for_text
from host_tests.random_session import RandomSession
from sixpip import VERSION
from sixpip.board.contract import BANK, KEEP1, MENU, ROLL
from sixpip.players.styles import MASTER, STEADY
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.replay import Script
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.storage.record_store import Store
from tools.board.image import make_image, read_image
from tools.check.bench.pico import firmware
from tools.check.bench.player import BenchPlayer
from tools.check.bench.saves import files_of, settings
from tools.check.power_loss.scripted_player import PicoPlayer
from tools.check.power_on import HARDEST, Mix, is_fault, random_mix, try_mix

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.timeout(3600)]

PLAYED = HARDEST[:4] + HARDEST[6:9] + HARDEST[11:]
IN_MAKE_TEST = (HARDEST[11],)


@pytest.mark.parametrize(
    "mix", [pytest.param(mix, marks=[] if mix in IN_MAKE_TEST else pytest.mark.sweep) for mix in PLAYED], ids=str
)
def test_a_game_that_once_stopped_the_console_starts_with_buttons_and_from_cold(mix: Mix) -> None:
    starts = try_mix(mix)
    assert not is_fault(starts), starts


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(1, 9))
def test_a_random_mix_of_house_rules_starts_with_buttons_and_from_cold(seed: int) -> None:
    starts = try_mix(random_mix(seed))
    assert not is_fault(starts), starts


# The next game, with less memory than the console has

GUARD_MS = 1500
"""In this time after its first picture the ranking ignores ROLL."""
LIMIT_MS = 6000
SHORT = b"taken = bytearray(20000)\n"
"""A boot.py that leaves less memory to the console than any MicroPython for the Pico does."""


def won_game() -> dict[str, bytes]:
    """Returns the files of a game that ANNA has won against Master."""
    game = TenThousandGame("dice-10000", {"start": "seated", "opening": 0, "target": 1000, "end": "sudden"}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 0, 1, 2]))
    game.apply(("keep", 0b1111), Script([]))
    game.apply(("bank", None), Script([]))
    assert game.stage == OVER
    return saved_files(game, (0, MASTER))


def test_the_next_game_against_master_starts_without_a_restart() -> None:
    machine = boot(new_board({**won_game(), **files_of(settings(coach="always")), "boot.py": SHORT}))
    assert "again" in screen_text(machine)
    machine.run_ms(GUARD_MS)
    machine.press(ROLL)
    wait_for_text(machine, "Master plays", LIMIT_MS)  # the next seat starts
    machine.run_ms(THOUGHT_MS)
    assert not machine.resets and saved_record(machine)["scores"][0] == 0
    assert "crash.log" not in read_image(machine.filesystem())


# An evening: one game after another, of both engines, each started when all its modules have been imported

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


@pytest.mark.sweep
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


@pytest.mark.sweep
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


# The last games

PAST: dict[str, int | str] = {"start": "seated", "target": 1000, "end": "sudden"}
JUDGED_MS = 60_000
SOON_MS = 150


def test_a_press_while_another_screen_loads_and_luck_and_choices_have_enough_memory(tmp_path: Path) -> None:
    RandomSession("farkle", 1, 2, PAST).play().save(Store(str(tmp_path)))
    log = (tmp_path / "logs" / "game-1.log").read_bytes()
    player = PicoPlayer(make_image(firmware(), {"logs/game-1.log": log}))
    player.pick("Records")
    assert player.lines[3] == "3 Last games"
    machine = player.machine
    machine.press(KEEP1 + 2)
    machine.run_ms(SOON_MS)
    assert "3 Last games" in screen_text(machine), "the list is there already"
    machine.press(KEEP1)
    wait_for_text(machine, "Last scores:", OPENED_MS)
    machine.press(KEEP1 + 2)
    wait_for_text(machine, "100% is one win", JUDGED_MS)
    assert not machine.resets and machine.console_text.count(f"Sixpip {VERSION}") == 1
