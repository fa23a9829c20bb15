"""Makes the pictures for the documents: runs the firmware from a saved game and takes screenshots in Chromium.

`python -m tools.pictures [FOLDER]` writes them to FOLDER, by default the folder of this file.
"""

import sys
import tempfile
from pathlib import Path

from sixpip.app.session import Session
from sixpip.rules.phase_ten.game import Game as PhaseGame
from sixpip.rules.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools.contact_sheets import contact_sheet
from tools.play.browser import find_chromium, open_page
from tools.play.console import running_console
from tools.terminal import command, print_message

HERE = Path(__file__).resolve().parent
SIZE = (1180, 660)
SETTLED_MS = 1500


def game_in_mid_turn() -> Session:
    """Returns a game in which Anna has kept three 4s and rolled the other three dice."""
    game = Game("dice-10000", {}, 2)
    game.scores[:] = [4350, 3200]
    game.opened[:] = [True, True]
    game.apply(("roll", None), Script([3, 1, 3, 5, 3, 2]))
    game.apply(("keep", 0b010101), Script([]))
    game.apply(("roll", None), Script([0, 4, 2]))
    return Session(game, ["ANNA", "BEN"])


def phase_game_in_mid_turn() -> Session:
    """Returns a game in which Anna has set two 8s and a W aside and rolled the other seven dice."""
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


def take_picture(game: Session, key: str, target: Path) -> None:
    """Writes a screenshot of the console with this saved game, after one press of `key`."""
    with tempfile.TemporaryDirectory() as folder:
        game.save(Store(folder))
        with running_console(folder) as console, open_page(console.address, SIZE, scale=1) as page:
            page.keyboard.press(key)
            page.wait_for_timeout(SETTLED_MS)
            page.screenshot(path=target)


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Makes all pictures; returns the exit status."""
    target = Path(arguments[0]) if arguments else HERE
    if not find_chromium():
        print_message("Chromium not found: install it or set CHROMIUM to its path.")
        return 2
    if not target.is_dir():
        print_message(f"{target} is not a folder: choose an existing one.")
        return 2
    take_picture(game_in_mid_turn(), "2", target / "console.png")
    take_picture(phase_game_in_mid_turn(), "3", target / "phases.png")
    contact_sheet().save(target / "faces.png")
    print(f"Wrote console.png, phases.png and faces.png to {target}. Check them, then commit them.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
