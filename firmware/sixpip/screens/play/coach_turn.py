"""The work of the coach while a person decides. It thinks between frames, and advises always or when it is asked.

The module is imported only for games with a coach. What the coach says is made in players/ten_thousand/coach.py and
players/phase_ten/coach.py.
"""

from binascii import crc32

from sixpip.app.games.session import COACH_ALWAYS
from sixpip.board.contract import MENU
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.styles import COACH
from sixpip.rules.core.errors import MOST
from sixpip.rules.core.log_text import ADVISES
from sixpip.screens.screen import HeldButton
from sixpip.view.text import COLUMNS

if TYPE_CHECKING:
    from sixpip.app.games.session import Session
    from sixpip.board.contract import Board
    from sixpip.players.advice import Advice
    from sixpip.rules.core.engine import Game
    from sixpip.view.text import Canvas

_SHOWN_STEPS = const(60)  # of thinking, of up to 5 ms each, before the screen says so
_CHOICES = const(4)  # the last ones that are known to be counted; an undo leads back to one of them


class CoachTurn:
    """The advice for the choice that is to be made now."""

    def __init__(self, session: "Session") -> None:
        """`session` is the game and its coach."""
        self._session = session
        self.begin()

    def begin(self) -> None:
        """Begins the next choice, because the game has changed."""
        self.advice: Advice | None = None
        """The advice, None as long as the coach thinks or has none to give."""
        self.is_new = False
        """Whether the advice, or that the coach still thinks, is not drawn yet."""
        self.thinks = False
        """Whether the coach works on its advice for this choice."""
        self._asked = False
        self._held: HeldButton | None = None
        self.steps = 0
        self._counted = False

    def is_due(self) -> bool:
        """Returns whether the advice is to be shown as soon as there is one."""
        return self._asked or self._session.coach == COACH_ALWAYS

    def is_shown(self) -> bool:
        """Returns whether there is advice to show."""
        return self.advice is not None and self.is_due()

    def dice(self) -> int:
        """Returns the dice that the coach would keep, one bit each; 0 as long as no advice is shown."""
        return self.advice.dice if self.advice and self.is_due() else 0

    def can_ask(self) -> bool:
        """Returns whether MENU asks the coach: there is advice that is not shown, or there will be soon."""
        return not self.is_due() and (self.advice is not None or self.thinks)

    def ask(self, board: "Board") -> None:
        """Shows the advice, for a press of MENU; until there is some, that the coach thinks."""
        self._asked = True
        self.steps = _SHOWN_STEPS
        self._held = HeldButton(board, MENU)
        self.count()

    def is_held(self) -> bool:
        """Returns True once, when MENU has been held for long enough since it asked the coach."""
        if not self._held or not self._held.is_long():
            return False
        self._held = None
        return True

    def count(self) -> None:
        """Counts and logs the advice once it is shown. It counts once for each choice, even after an undo or a power
        cut.

        It is saved at once if the player asked for it, or if it is the first help for that player, because players with
        help set no records. All other help is saved with the next action; after a power cut before that, the coach
        shows it again.
        """
        if not self.advice or not self.is_due() or self._counted:
            return
        self._counted = True
        session = self._session
        player = session.game.player
        number = choice_number(session.game)
        if number not in session.advised:
            session.helped[player] += 1
            session.log.add(ADVISES + session.names[player])
            session.unsaved = session.unsaved or self._asked or session.helped[player] == 1
        session.advised = (number,) + tuple([other for other in session.advised if other != number][: _CHOICES - 1])

    def think(self) -> bool:
        """Thinks for some milliseconds, and makes the advice in the last step. Returns True while there is more to
        think.
        """
        if self.advice:
            return False
        players = self._session.players
        coach = players.coach()
        if coach is None:
            return players.make(COACH)
        self.thinks = coach.think()
        if self.thinks:
            self.steps += 1
            self.is_new = self.is_due() and self.steps == _SHOWN_STEPS
        elif coach.is_ready():
            self.advice = coach.advise()
            self.is_new = True
            self.count()
        elif self._asked:  # these house rules are too much for the coach
            self._asked = False
            self.is_new = True
        return self.thinks

    def think_on(self) -> bool:
        """Thinks for at most 5 ms, if the coach is made. Returns True while there is more to think."""
        coach = self._session.players.coach()
        return coach is not None and coach.think()

    def draw(self, canvas: "Canvas", rows: "tuple[int, ...]") -> None:
        """Draws what the coach says: the choice, and in the rows that are left the reason and what it is worth."""
        advice = self.advice
        if not advice or not self.is_due():
            if advice or (self.is_due() and self.thinks and self.steps >= _SHOWN_STEPS):
                canvas.blank(rows[-1])
                canvas.center(rows[-1], "MENU: ask the coach" if advice else "the coach thinks")
            return
        lines = choice_lines(advice.choice, len(rows))
        lines += [advice.reason, advice.odds][max(0, 2 - len(rows) + len(lines)) :]
        for row, line in zip(rows, lines):
            canvas.blank(row)
            canvas.center(row, line)


def choice_number(game: "Game") -> int:
    """Returns a number for the present choice, the same after an undo or a power cut. It is a checksum of the game."""
    record = game.record()
    record["rules"] = 0  # they never change, but a restored game may have them in another order
    return crc32(str(record).encode()) % MOST


def choice_lines(choice: str, rows: int) -> "list[str]":
    """Returns what the coach would do, on at most two rows; where there is one row, as much as it holds."""
    if len(choice) <= COLUMNS:
        return [choice]
    keep, then = choice.rsplit(", ", 1)
    if rows > 1 and len(keep) < COLUMNS:
        return [keep + ",", then]
    then = then.split(" di")[0]  # without "dice" or "die"
    short = f"{keep}, {then}"
    return [short if len(short) <= COLUMNS else f"Keep these, {then}"]
