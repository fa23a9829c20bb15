"""The pause menu of a game; it asks before a decision is taken back, and before another game is lost.

How long a button is held: screens/screen.py. The sentences of the simple rule: players/ten_thousand/simple_rules.py.
"""

from sixpip.app.games.session import take_back
from sixpip.app.settings import setting_named
from sixpip.board.contract import MENU, ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.ten_thousand import simple_rules
from sixpip.rules.core import actions
from sixpip.screens.menu import Menu, draw_scores, list_scores
from sixpip.screens.screen import HeldButton, Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.app import App

_SCORES = const("Scores")
_HINT = const("Hint")
_LEAVE = const("Leave: go on later")
_COACH = const("Coach: ")
_UNDO = const("Undo")
_RULE = const("Simple rule")
_SCREENS = {
    "How to play": "how_to_play",
    "Settings": "settings",
    "House rules": "house_rules",
    "Last turn": "last_turn",
    "Switch off": "switch_off",
}

_FIRST = ["Play on", _SCORES, "How to play", _UNDO, _HINT, _LEAVE]
"""The first page."""

_DEEDS = {
    actions.KEEP: "kept dice",
    actions.BANK: "banked",
    actions.FRESH: "started fresh",
    actions.CALL: "called the roll",
    actions.STOP: "ended the turn",
}
"""What was done by the decision that can be taken back; other actions took dice."""


class Pause(Menu):
    """The menu that MENU opens in a game, with the rarer lines on its second page.

    The turn stays as it is. If MENU is held, the scores are shown in place of the menu.
    """

    title = "PAUSE"
    bank = "play on"

    def __init__(self, app: "App", hint: "Callable[[], None]") -> None:
        """`hint` shows a hint on the game screen below."""
        super().__init__(app)
        self._hint = hint
        self._rule = "\n".join(simple_rules.sentences(app.playing.game))
        self._held = HeldButton(app.board, MENU)  # the press that opened the menu goes on

    def press(self, button: int) -> None:
        """Picks a line, moves the mark or goes back."""
        self._held.release()
        super().press(button)

    def tick(self, now_ms: int) -> bool:
        """Shows the scores once MENU has been held for long enough. Returns True while it is held."""
        if self._held.is_long():
            self.app.replace("held_scores")
        return self._held.is_down()

    def lines(self) -> "list[str]":
        """Returns the lines of the menu."""
        coach = _COACH + setting_named("coach").choices[self.app.playing.coach]
        coaching = [coach] + ([_RULE] if self._rule and self.app.playing.coach else [])
        return _FIRST + ["House rules"] + coaching + ["Last turn", "Switch off", "Settings"]

    def draw(self) -> None:
        """Draws the menu; ROLL has no label where it would do nothing."""
        is_undo = self.at == _FIRST.index(_UNDO)
        self.roll = "" if is_undo and self._why_no_undo() else Menu.roll
        super().draw()

    def pick(self, line: int) -> None:
        """Opens the screen of a line."""
        app = self.app
        session = app.playing
        words = self.lines()[line]
        if words in _SCREENS:
            app.open(_SCREENS[words])
        elif words == _SCORES:
            app.open(session.engine + ".scores")
        elif words == _HINT:
            app.close()
            self._hint()
        elif words == _RULE:
            app.notify(self._rule, simple_rules.TITLE)
        elif words == _LEAVE:
            self._leave()
        elif words == _UNDO:
            self._undo()
        elif words.startswith(_COACH):
            app.settings.values["coach"] = session.coach
            app.settings.change(setting_named("coach"), app.board, app.sound)
            session.coach = app.settings.values["coach"]
            session.unsaved = True
        else:
            app.close()

    def _undo(self) -> None:
        """Asks whether to take the last decision back, if there is one."""
        why_not = self._why_no_undo()
        if why_not:
            self.refuse(why_not)
        else:
            again = ("", "", "", "Then choose again,", "with the same dice.")
            self.app.open("question", "UNDO?", again, "yes", self._take_back, "no", self._draw_decision)

    def _why_no_undo(self) -> str:
        if not self.app.settings.is_on("undo"):
            return "Undo is off: Settings"
        return "" if self.app.playing.undo else "No choice to undo yet"

    def _leave(self) -> None:
        app = self.app
        lost = app.load_parking().lost_by_leaving(app.store, app.playing)
        if not lost:
            app.load_parking().leave_game(app)
            return
        reason, names, scores = lost

        def draw_lost() -> None:
            app.canvas.center(2, reason)
            draw_scores(app.canvas, names, scores)

        app.open("question", "LEAVE THE GAME?", (), "leave", self._leave_now, "stay", draw_lost)

    def _leave_now(self) -> None:
        self.app.load_parking().leave_game(self.app)

    def _take_back(self) -> None:
        take_back(self.app.playing)
        self.app.close()
        self.app.close()  # the pause menu
        self.app.screen.refresh()

    def _draw_decision(self) -> None:
        session = self.app.playing
        undo = session.undo
        if undo:
            deed = _DEEDS.get(undo.action[0], "took the dice")
            self.app.canvas.write_centered(1, (session.names[undo.player], deed))


class HeldScores(Screen):
    """The score of each player for as long as MENU is held; ROLL shows what scores in their place."""

    def press(self, button: int) -> None:
        """Opens the points table with ROLL."""
        if button == ROLL:
            self.app.replace("points_table")
        else:
            self.refuse()

    def tick(self, now_ms: int) -> bool:
        """Closes when MENU is released. Returns True while it is held, so that the release is seen within a frame."""
        if self.app.board.held() >> MENU & 1:
            return True
        self.app.close()
        return False

    def draw(self) -> None:
        """Draws one line per player, with a mark at the one whose turn it is."""
        list_scores(self, self.app.playing)
        self.app.canvas.choice("points", "")
        self.app.canvas.right(7, "hold MENU")
