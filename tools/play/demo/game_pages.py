"""The pages of games: shared games, the game of the day, duels, and games with the dice of another one.

The demo and make play have the same ones. Their modules are in the folder `page`; where both differ is in firmware.js,
place.js and backend.js: those of make play are in tools/play/simulator/page.
"""

import html
import json
from pathlib import Path

from sixpip.rules.rulebook.variants import VARIANTS

FOLDER = Path(__file__).parent / "page"
PAGES = ("again.html", "day.html", "duel.html", "game.html")
OF_THE_DEMO = frozenset({"backend.js", "copies.js", "disk.js", "escaped.js", "firmware.js", "place.js", "sw.js"})
"""Modules in the folder that make play does not use."""
_FIRST_GAME = "farkle"
"""The game that a duel offers first, as a new console does."""


def game_pages() -> dict[str, bytes]:
    """Returns the pages by name, with the games of this firmware."""
    pages = {name: (FOLDER / name).read_text(encoding="utf-8") for name in PAGES}
    titles = html.escape(json.dumps({made.name: made.title for made in VARIANTS}))
    for mark, text in (("@GAMES@", _day_games()), ("@OPTIONS@", _options()), ("@TITLES@", titles)):
        pages = {name: source.replace(mark, text) for name, source in pages.items()}
    return {name: source.encode() for name, source in pages.items()}


def _day_games() -> str:
    """Returns the lines of day.html: a link to each game."""
    lines = [f'      <li data-variant="{made.name}"><a>{html.escape(made.title)}</a></li>' for made in VARIANTS]
    return "\n".join(lines)


def _options() -> str:
    """Returns the games to choose from in duel.html, the one for beginners first."""
    games = sorted(VARIANTS, key=lambda made: made.name != _FIRST_GAME)
    return "\n".join(f'          <option value="{made.name}">{html.escape(made.title)}</option>' for made in games)
