"""Takes the pictures that README.md shows: the firmware runs, a save is resumed, buttons are pressed, Chromium looks.

`python -m tools.pictures [FOLDER]` writes them to FOLDER, beside this file when none is named.
"""

import sys
import tempfile
from pathlib import Path

from sixpip.app.session import Session
from sixpip.rules.phase_ten.game import Game as PhaseGame
from sixpip.rules.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools.play.browser import chromium, open_page
from tools.play.session import playing
from tools.render import contact_sheet

HERE = Path(__file__).resolve().parent
SIZE = (1180, 660)
SETTLED_MS = 1500


def in_mid_turn() -> Session:
    """Anna has kept three 4s and rolled the other three dice."""
    game = Game("dice-10000", {}, 2)
    game.scores[:] = [4350, 3200]
    game.opened[:] = [True, True]
    game.apply(("roll", None), Script([3, 1, 3, 5, 3, 2]))
    game.apply(("keep", 0b010101), Script([]))
    game.apply(("roll", None), Script([0, 4, 2]))
    return Session(game, ["ANNA", "BEN"])


def console(target: Path) -> None:
    """The handheld in mid-turn: kept, chosen, free and dull dice."""
    with tempfile.TemporaryDirectory() as folder:
        in_mid_turn().save(Store(folder))
        with playing(folder) as session, open_page(session.address, SIZE, scale=1) as page:
            page.keyboard.press("2")
            page.wait_for_timeout(SETTLED_MS)
            page.screenshot(path=target)


def in_phase_two() -> Session:
    """Anna has set two 8s and a W aside and rolled the other seven dice."""
    game = PhaseGame("phase-10", {"start": "seated"}, 2)
    for player, phase in enumerate((2, 1)):
        game.open_turn(player, [])
        game.phases[player] = phase
    game.boxes[0][0] = game.scores[0] = 42
    game.open_turn(0, [])
    game.apply(("roll", None), Script([3, 3, 0, 5, 0, 1, 4, 0, 3, 1]))
    game.apply(("keep", 0b0001000011), Script([]))
    game.apply(("roll", None), Script([3, 5, 4, 2, 1, 2, 0]))
    return Session(game, ["ANNA", "BEN"])


def phases(target: Path) -> None:
    """Phase 10 dice in mid-turn: the first page on the tiles, all ten on the OLED."""
    with tempfile.TemporaryDirectory() as folder:
        in_phase_two().save(Store(folder))
        with playing(folder) as session, open_page(session.address, SIZE, scale=1) as page:
            page.keyboard.press("3")
            page.wait_for_timeout(SETTLED_MS)
            page.screenshot(path=target)


def main(arguments: list[str]) -> int:
    """Take them all; the exit status."""
    target = Path(arguments[0]) if arguments else HERE
    if not chromium():
        print("There is no Chromium to take pictures with: install it or name one in CHROMIUM.", file=sys.stderr)
        return 2
    if not target.is_dir():
        print(f"{target} is no folder: name one that exists.", file=sys.stderr)
        return 2
    console(target / "console.png")
    phases(target / "phases.png")
    contact_sheet().save(target / "faces.png")
    print(f"Wrote console.png, phases.png and faces.png to {target}. Look at them, then commit them.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
