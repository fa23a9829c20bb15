"""The game of the day, for MicroPython in the page: on one date everyone who plays a variant throws the same dice.

The dice of a roll depend on the date, the variant, the number of the turn and that of the roll in it, and on nothing
else: not on what was kept before, and a game that goes on after a reload goes on with the same dice. The formula is in
firmware/RANDOMNESS.md. The game is played alone, without house rules, and counts for no records.
"""

from sixpip.app.games.session import COACH_OFF, PARKED
from sixpip.rules.core import replay
from sixpip.rules.core.actions import ROLL
from sixpip.rules.core.errors import Illegal

try:
    import apart  # type: ignore[import-not-found]
except ImportError:  # on the host
    from tools.play.demo import apart

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")


def throw(date: str, variant: str, turn: int, roll: int, dice: int) -> bytearray:
    """The faces of a roll, as numbers from 0. `date`: such as 2026-11-28; `turn` and `roll` count from 1."""
    faces: bytearray = apart.faces_of(f"sixpip {date} {variant} {turn} {roll}", dice)
    return faces


def name_of(date: str) -> str:
    """The name of the player, which marks the game on the OLED and in its log: NOV 28 for 2026-11-28."""
    _, month, day = date.split("-")
    return f"{_MONTHS[int(month) - 1]} {int(day)}"


class DayDice:
    """The dice of a day (the Dice of rules/core/actions.py)."""

    def __init__(self, app: "Any", date: str) -> None:
        """`app`: the console, whose game is the game of the day."""
        self._app = app
        self._date = date

    def throw(self, dice: int) -> bytearray:
        """Returns the faces of the next roll of the game."""
        game = self._app.playing.game
        return throw(self._date, game.variant.name, game.turns[0] + 1, game.rolls + 1, dice)


def open_game(app: "Any", date: str, variant: str) -> None:
    """Opens the game of the day on a console that has just started: as it was left, or a new one."""
    app.dice = DayDice(app, date)
    app.store = apart.ApartStore(app.board.folder)
    if app.session:
        return
    from sixpip.app.games import game_start
    from sixpip.app.games.lineup import Lineup
    from sixpip.rules.rulebook import variants

    app.settings.values["coach"] = COACH_OFF
    parked = app.store.names(PARKED)
    if parked:
        game_start.go_on(app, variants.variant_named(variant), parked[0])
    else:
        game_start.start(app, variant, {}, Lineup([name_of(date)]))
    app.step()


def has_dice_of(date: str, words: "list[str]", lines: "list[str]") -> bool:
    """Whether every roll of a game is that of the day. `words`: of the line that starts it; `lines`: its actions."""
    game: Any = replay.start(words)
    if game.overrides or game.players > 1 or game.head_start:
        return False
    for line in lines:
        found = replay.words_of(line)
        action, dice = replay.action_of(game, found)
        if action[0] == ROLL:
            dice.faces = list(throw(date, game.variant.name, game.turns[0] + 1, game.rolls + 1, game.dice_next()))
        try:
            events = game.apply(action, dice)
        except Illegal:
            return False  # other dice were thrown
        if action[0] == ROLL and sorted(game.log_line(action, events).split(" ")) != sorted(found):
            return False
    return True
